"""How far the three measurements of a puzzle's difficulty agree: `scripts/puzzle_ratings.py`.

Makes puzzles from seeds of its own, and writes the rank correlations into puzzles/README.md. As the
difficulty is made of the measurements, each of them is also compared with the mean grade of the
other two.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

from cardsolver.core.stats import rank_correlation
from cardsolver.puzzling.make import Wish, make_new
from cardsolver.puzzling.rating import DIFFICULTIES, Rating
from scripts.page import write_section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.core.deal import Deal

PAGE = Path(__file__).parent.parent / "puzzles" / "README.md"
# End games and lost positions of all difficulties have all three measurements.
WISHES = (
    Wish("end"),
    Wish("lost"),
    Wish("end", "players=2"),
    Wish("lost", "players=2"),
    Wish("lost", "minimum=3"),
)
MEASURES = ("choices", "bots", "width")


@dataclass(frozen=True, slots=True)
class Rated:
    """A puzzle's measurements, each so that more is harder, and their grades."""

    measured: tuple[float, float, float]
    grades: tuple[int, ...]
    difficulty: int


def puzzles(count: int) -> Iterator[Rated]:
    """As many puzzles of each kind."""
    for wish in WISHES:
        made = make_new(wish, f"ratings/{wish.kind}/{wish.rules}", tries=20 * count)
        for puzzle in islice(made, count):
            rating = rating_of(puzzle)
            if rating.choices is not None and rating.bots is not None:
                measured = (rating.choices, 1 - rating.bots, float(rating.width))
                yield Rated(measured, rating.grades, rating.difficulty)


def rating_of(puzzle: Deal) -> Rating:
    """The rating that a puzzle holds."""
    kept = (puzzle.expected or {})["rating"]
    return Rating(kept.get("choices"), kept.get("bots"), kept["width"])


def section(rated: list[Rated]) -> str:
    """The tables."""
    columns = [[each.measured[number] for each in rated] for number in range(3)]
    lines = [
        f"{len(rated)} new puzzles (end games and lost positions, one and two players):",
        "",
        "| measurement | choices | bots | width | mean grade of the others |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for number, name in enumerate(MEASURES):
        others = [
            mean(grade for index, grade in enumerate(each.grades) if index != number)
            for each in rated
        ]
        row = [
            "" if other == number else f"{rank_correlation(columns[number], columns[other]):.2f}"
            for other in range(3)
        ]
        row.append(f"{rank_correlation(columns[number], others):.2f}")
        lines.append(f"| {name} | " + " | ".join(row) + " |")
    difficulties = [float(each.difficulty) for each in rated]
    agreeing = ", ".join(
        f"{rank_correlation(difficulties, column):.2f} with {name}"
        for name, column in zip(MEASURES, columns, strict=True)
    )
    counts = ", ".join(
        f"{sum(each.difficulty == grade for each in rated)} {word}"
        for grade, word in enumerate(DIFFICULTIES, 1)
    )
    lines += ["", f"The difficulty itself: {agreeing}. There were {counts}."]
    return "\n".join(lines)


def main() -> None:
    """Make the puzzles and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40, metavar="N", help="puzzles of each kind")
    rated = list(puzzles(parser.parse_args().count))
    write_section("ratings", section(rated), page=PAGE)
    print(section(rated))


if __name__ == "__main__":
    main()
