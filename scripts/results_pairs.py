"""Compare the bots for The Game on the same deals and write a section of docs/results.md.

    python scripts/results_pairs.py [--jobs N] [--keep FOLDER]

The games are tournaments of `cardsolver tournament`, and the tables are those of `cardsolver
report`. The records stay in the folder, so that a run that was stopped can be resumed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from scripts.page import write_section


@dataclass(frozen=True)
class Comparison:
    """Teams of one bot each, all on the same deals."""

    name: str
    bots: str
    deals: int
    flags: tuple[str, ...] = ()

    def play(self, folder: Path, jobs: int) -> str:
        """Play what is missing; the report's tables, with the command above them."""
        wanted = ["tournament", "the-game", "--bots", self.bots, "--seeds", f"0:{self.deals}"]
        wanted += self.flags
        record = folder / f"{self.name}.jsonl"
        _cardsolver(*wanted, "-o", str(record), "--jobs", str(jobs))
        return f"`cardsolver {' '.join(wanted)}`\n\n{_cardsolver('report', record, '--markdown')}"


# What do more guesses buy? (Guesses and not milliseconds: the same on every machine.)
ALONE = "greedy,planner,lookahead:samples=8,lookahead:samples=32,lookahead:samples=128"
COMPARISONS = [
    Comparison("alone", ALONE, deals=200),
    Comparison("two", "planner,talker,lookahead", 200, ("--players", "2")),
    Comparison("three", "planner,talker,lookahead", 200, ("--players", "3")),
]


def _cardsolver(*arguments: str | Path) -> str:
    command = [sys.executable, "-m", "cardsolver", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def main() -> None:
    """Play what is missing and write the section."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--keep", type=Path, default=ROOT / "results-pairs", metavar="FOLDER")
    options = parser.parse_args()
    options.keep.mkdir(exist_ok=True)
    tables = [each.play(options.keep, options.jobs) for each in COMPARISONS]
    write_section("pairs", "\n\n".join(tables))


if __name__ == "__main__":
    main()
