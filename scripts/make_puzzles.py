"""Find the puzzles and write them: `scripts/make_puzzles.py [--list | --print | --rate] [SLUG…]`.

Every puzzle of the collection has a recipe below: which seeds are looked at, and which of them is
best. Nothing depends on time or chance, so the same files come out again; an answer is written only
with its proof. Which full deal is hardest is the search's own view: a changed engine may choose
other deals. `--rate` proves and rates the puzzles that are there, and chooses no new ones.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardsolver.core.resources import puzzles_folder
from cardsolver.core.seeds import series
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.puzzles import (
    GAME,
    KINDS,
    load_puzzle,
    prefix_of,
    puzzle_files,
    puzzle_text,
)
from cardsolver.puzzling.make import answer, candidate, finished
from cardsolver.puzzling.recipe import MIDDLE, DealRecipe, PositionRecipe, Recipe

if TYPE_CHECKING:
    from cardsolver.core.deal import Deal
    from cardsolver.puzzling.candidate import Candidate

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "puzzles" / "README.md"
BEGIN = "<!-- written by scripts/make_puzzles.py -->"
END = "<!-- end -->"


# Recipes -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of the collection: a file's name, a title, and the seeds that are looked at."""

    slug: str
    name: str
    seeds: int
    recipe: Recipe
    easiest: bool = False  # take the deal that cost the search fewest lays, not most

    def seed_range(self) -> list[str]:
        """Full deals are those of the seeds 0, 1 …; positions have seeds of their own."""
        first = "0" if isinstance(self.recipe, DealRecipe) else self.slug
        return list(series(first, self.seeds))


def unique(slug: str, name: str, cards: int, hand: int, seeds: int, **more: Any) -> Entry:
    """A position with exactly one winning line."""
    return Entry(slug, name, seeds, PositionRecipe(want="unique", cards=cards, hand=hand, **more))


def lost(slug: str, name: str, cards: int, hand: int, seeds: int, **more: Any) -> Entry:
    """A position that looks winnable but is not."""
    return Entry(slug, name, seeds, PositionRecipe(want="lost", cards=cards, hand=hand, **more))


def deal(
    slug: str, name: str, rules: str, seeds: int, lays: int, *, easiest: bool = False
) -> Entry:
    """A full deal that can be won."""
    return Entry(slug, name, seeds, DealRecipe(rules=rules, lays=lays), easiest)


def unwinnable(slug: str, name: str, rules: str, seeds: int, lays: int) -> Entry:
    """A full deal that nobody can win."""
    recipe = DealRecipe(rules=rules, lays=lays, verdict="unwinnable")
    return Entry(slug, name, seeds, recipe)


# With nothing to draw one line uses one ascending and one descending pile at most: of two ascending
# piles, the higher last card could lie on the other pile as well, and that would be a second line.
IN_HAND: dict[str, Any] = {"tops": "dealt", "window": MIDDLE, "piles": 2}

RECIPES: tuple[Entry, ...] = (
    # One turn: everything in hand, nothing to draw (or as good as nothing).
    unique("turn-01-half-a-dozen", "Half a dozen", 6, 6, 6000, **IN_HAND),
    unique("turn-02-mind-the-gap", "Mind the gap", 7, 7, 6000, **IN_HAND),
    unique("turn-03-pieces-of-eight", "Pieces of eight", 8, 8, 6000, **IN_HAND),
    unique("turn-04-leapfrog", "Leapfrog", 8, 8, 6000, **IN_HAND),
    unique("turn-05-ten-steps-back", "Ten steps back", 9, 9, 6000, **IN_HAND),
    unique("turn-06-full-house", "Full house", 10, 10, 6000, **IN_HAND),
    unique("turn-07-bakers-dozen", "Baker's dozen", 13, 13, 6000, **IN_HAND),
    unique("turn-08-last-two-out", "The last two out", 10, 8, 6000, **IN_HAND),
    unique("turn-09-in-mid-air", "In mid-air", 9, 7, 6000, **IN_HAND, laid=1),
    # End games: some cards still to draw.
    unique("end-01-home-straight", "Home straight", 12, 8, 300),
    unique("end-02-bottleneck", "Bottleneck", 14, 8, 300),
    unique("end-03-clockwork", "Clockwork", 15, 3, 200, rules="minimum=3", forced_turns=True),
    unique("end-04-tightrope", "Tightrope", 16, 4, 200, rules="minimum=3", forced_turns=True),
    unique("end-05-thimble", "Thimble", 18, 3, 150, forced_turns=True),
    unique("end-06-expert-descent", "Expert's descent", 16, 7, 200, rules="minimum=3"),
    unique("end-07-needles-eye", "The needle's eye", 20, 8, 150),
    unique("end-08-long-goodbye", "The long goodbye", 24, 8, 80),
    unique("end-09-thirty-and-out", "Thirty and out", 30, 8, 12),
    # Positions that cannot be won and do not look it.
    lost("lost-01-odd-one-out", "Odd one out", 8, 8, 8000, tops="dealt", window=MIDDLE),
    lost("lost-02-one-too-many", "One too many", 10, 8, 60),
    lost("lost-03-mirage", "Mirage", 16, 8, 30),
    lost("lost-04-false-dawn", "False dawn", 20, 7, 20, rules="minimum=3"),
    lost("lost-05-so-near", "So near", 24, 8, 12),
    lost("lost-06-a-hair-too-far", "A hair too far", 30, 8, 8),
    lost("lost-07-foot-in-the-air", "One foot in the air", 10, 6, 40, laid=1),
    # Full deals, from a stroll to a wall.
    deal("deal-01-sunday-stroll", "Sunday stroll", "", 30, 200_000, easiest=True),
    deal("deal-02-hill", "Hill", "", 40, 400_000),
    deal("deal-03-seven-league-hand", "Seven-league hand", "short-hand", 20, 600_000),
    deal("deal-04-expert-climb", "The expert's climb", "expert", 20, 600_000),
    deal("deal-05-north-face", "North face", "expert short-hand", 25, 1_200_000),
    deal("deal-06-five-fingers", "Five fingers", "hand=5", 7, 700_000),
    unwinnable("deal-07-two-in-the-hand", "Two in the hand", "hand=2", 20, 300_000),
    unwinnable("deal-08-three-is-a-crowd", "Three is a crowd", "hand=3 minimum=3", 10, 300_000),
    unwinnable("deal-09-never-enough", "Never enough", "hand=3", 2, 1_200_000),
    # Several players.
    deal("team-01-hand-in-hand", "Hand in hand", "players=2", 20, 400_000),
    deal("team-02-three-musketeers", "Three musketeers", "players=3", 12, 500_000),
    deal("team-03-string-quartet", "String quartet", "players=4 expert", 8, 500_000),
    deal("team-04-five-alive", "Five alive", "players=5 expert short-hand", 6, 600_000),
    unique("team-05-pas-de-deux", "Pas de deux", 16, 6, 150, rules="players=2"),
    unique("team-06-after-you", "After you", 18, 4, 120, rules="players=3"),
    unique("team-07-relay", "Relay", 15, 3, 150, rules="players=4"),
    lost("team-08-crossed-wires", "Crossed wires", 14, 5, 40, rules="players=2"),
    unwinnable("team-09-two-by-two", "Two by two", "players=2 hand=2", 3, 900_000),
    # On Fire.
    deal("fire-01-slow-burn", "Slow burn", "on-fire", 20, 400_000),
    deal("fire-02-bucket-chain", "Bucket chain", "players=3 on-fire", 8, 600_000),
    unique("fire-03-stamp-it-out", "Stamp it out", 10, 6, 400, piles=2, rules="on-fire"),
    unique("fire-04-firewalk", "Firewalk", 14, 6, 200, rules="on-fire", piles=3),
    unique("fire-05-two-buckets", "Two buckets", 12, 4, 300, rules="players=2 on-fire"),
    lost("fire-06-no-smoke", "No smoke without", 12, 6, 200, rules="on-fire", fire_only=True),
    unwinnable("fire-07-ashes", "Ashes", "hand=3 minimum=3 on-fire", 10, 300_000),
)


# The best of a recipe's seeds ------------------------------------------------------------------


def make(entry: Entry) -> Deal | None:
    """The best puzzle of an entry, with its proven answer and its rating."""
    best: Candidate | None = None
    for seed in entry.seed_range():
        found = candidate(entry.recipe, seed)
        if found is not None and entry.easiest:
            found = replace(found, score=tuple(-number for number in found.score))
        if found is not None and (best is None or found.score > best.score):
            best = found
    if best is None:
        return None
    source = f"{best.how}; {chosen_for(entry)}; found by scripts/make_puzzles.py"
    return replace(finished(best, source), name=entry.name)


def chosen_for(entry: Entry) -> str:
    """Why this one of all seeds."""
    recipe = entry.recipe
    if isinstance(recipe, DealRecipe):
        seeds = entry.seed_range()
        return (
            f"of the {recipe.verdict} deals among the seeds {seeds[0]} to {seeds[-1]} that the"
            f" search decides within about {recipe.lays:,} lays, the one that took it"
            f" {'fewest' if entry.easiest else 'most'}"
        )
    if recipe.want == "unique":
        return f"of what {entry.seeds} seeds gave, most backwards tricks in its line"
    return f"of what {entry.seeds} seeds gave, fewest cards left"


def rated(puzzle: Deal) -> Deal:
    """The same puzzle with its answer proven and rated anew."""
    old = puzzle.expected or {}
    return replace(puzzle, expected=answer(puzzle, lines=old.get("lines"), turns=old.get("turns")))


def tables() -> str:
    """The puzzles as tables, one per kind."""
    lines = [BEGIN]
    kind = ""
    for path in puzzle_files():
        puzzle = load_puzzle(path)
        state = the_game.start(puzzle)
        expected = puzzle.expected or {}
        if prefix_of(path) != kind:
            kind = prefix_of(path)
            lines += [
                "",
                f"### {KINDS[kind][0].upper()}{KINDS[kind][1:]}",
                "",
                "| puzzle | name | cards | players | hand | minimum | difficulty |",
                "| --- | --- | --- | --- | --- | --- | --- |",
            ]
        lines.append(
            f"| `{path.stem}` | {puzzle.name} | {the_game.left(state)} | {state.rules.players}"
            f" | {state.rules.hand} | {state.rules.minimum} | {'★' * expected['difficulty']} |"
        )
    return "\n".join([*lines, "", END])


def write_page() -> None:
    """Put the tables into the page, in place of the old ones."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + tables() + after, encoding="utf-8")


def main() -> None:
    """Make the puzzles that are named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="how a puzzle's name starts")
    parser.add_argument("--list", action="store_true", help="only list the recipes")
    parser.add_argument("--rate", action="store_true", help="rate the puzzles that are there")
    parser.add_argument("--print", action="store_true", help="print the puzzles, write no files")
    arguments = parser.parse_args()
    wanted = tuple(arguments.slugs)
    entries = [entry for entry in RECIPES if not wanted or entry.slug.startswith(wanted)]
    if arguments.list:
        print("\n".join(entry.slug for entry in entries))
    elif arguments.print:
        for entry in entries:
            print(puzzle_text(found(entry)), end="")
    elif arguments.rate:
        for path in puzzle_files():
            if not wanted or path.stem.startswith(wanted):
                path.write_text(puzzle_text(rated(load_puzzle(path))), encoding="utf-8")
        write_page()
    else:
        write(entries, remove_others=not wanted)


def found(entry: Entry) -> Deal:
    """The puzzle of a recipe, which must have one."""
    puzzle = make(entry)
    if puzzle is None:
        sys.exit(f"{entry.slug}: none of {entry.seeds} seeds gives such a puzzle")
    return puzzle


def write(entries: list[Entry], *, remove_others: bool) -> None:
    """Write the files and the page."""
    folder = puzzles_folder() / GAME
    folder.mkdir(parents=True, exist_ok=True)
    if remove_others:
        for path in puzzle_files():
            if path.stem not in {entry.slug for entry in RECIPES}:
                path.unlink()
    for entry in entries:
        started = time.perf_counter()
        puzzle = found(entry)
        (folder / f"{entry.slug}.json").write_text(puzzle_text(puzzle), encoding="utf-8")
        print(f"{entry.slug}: {puzzle.expected}, {time.perf_counter() - started:.1f} s", flush=True)
    write_page()


if __name__ == "__main__":
    main()
