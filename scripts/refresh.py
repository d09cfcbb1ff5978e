"""Regenerate the files that the program itself writes: `scripts/refresh.py cli golden`.

cli: docs/cli.md, the reference of all commands. golden: tests/golden, recorded games that the tests
replay. Run it only when a change was intended, and read the diff. With --check nothing is written;
the exit code is 1 if something would be.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from cardsolver.cli.app import COMMANDS
from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.core.registry import all_games
from cardsolver.core.transcript import format_transcript
from cardsolver.seats.spec import make_bot

ROOT = Path(__file__).parent.parent
CLI_PAGE = ROOT / "docs" / "cli.md"
GOLDEN = ROOT / "tests" / "golden"

# Small games of many kinds. A game's own rules tests say what is right; these say what has been.
GOLDEN_RULES = {
    "the-game": [
        "",
        "expert short-hand",
        "players=2",
        "players=3 on-fire no-talk",
        "players=5 first=4",
    ],
    "fifty-fifty": [
        "",
        "players=3 first=3",
        "players=4 violet=1-33",
        "players=5",
        "players=2 hand=3 aside=90",
    ],
    "level-8": [
        "",
        "players=3 first=2 last-card-discarded",
        "levels=two-star",
    ],
}


def cli_reference() -> str:
    """The help of the program and of every command, as a page."""
    parts = ["# Commands\n\nWhat `--help` says. The program writes this page.\n"]
    for name in ("", *COMMANDS):
        title = f"cardsolver {name}".rstrip()
        parts.append(f"## `{title}`\n\n```text\n{help_of(name)}\n```\n")
    return "\n".join(parts)


def help_of(name: str) -> str:
    """What a command says about itself in a terminal of the usual width."""
    command = [sys.executable, "-m", "cardsolver", *([name] if name else []), "--help"]
    # The text must not depend on who runs this.
    environment = {**os.environ, "TERM": "dumb", "COLUMNS": "80", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return done.stdout.strip()


def golden_games(game: str) -> str:
    """A greedy and a random game under each variant, one transcript per line."""
    lines = []
    for rules in GOLDEN_RULES[game]:
        for name in ("greedy", "random"):
            complete = all_games()[game].format_rules(all_games()[game].parse_rules(rules))
            deal = deal_seed(game, f"golden {name}", rules=complete)
            seats = all_games()[game].seats(all_games()[game].start(deal))
            bots = [make_bot(name, game, seed=f"golden/{seat}") for seat in range(seats)]
            match = play_match(deal, bots, names=[name] * seats)
            lines.append(format_transcript(match.transcript))
    return "\n".join(lines) + "\n"


def texts_of(part: str) -> dict[Path, str]:
    """The files of a part, as they should be."""
    if part == "cli":
        return {CLI_PAGE: cli_reference()}
    return {GOLDEN / f"{game}.jsonl": golden_games(game) for game in all_games()}


def main() -> None:
    """Refresh the parts named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="+", choices=["cli", "golden"], metavar="cli|golden")
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    arguments = parser.parse_args()
    old = 0
    for part in arguments.parts:
        for path, text in texts_of(part).items():
            if path.exists() and path.read_text(encoding="utf-8") == text:
                continue
            old += 1
            print(f"{path.relative_to(ROOT)}: {'out of date' if arguments.check else 'written'}")
            if not arguments.check:
                path.write_text(text, encoding="utf-8")
    sys.exit(1 if arguments.check and old else 0)


if __name__ == "__main__":
    main()
