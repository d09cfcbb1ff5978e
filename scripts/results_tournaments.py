"""Play every built-in bot of a game in one tournament per table size; write it to docs/results.md.

    python scripts/results_tournaments.py the-game            # play what is missing, then write
    python scripts/results_tournaments.py fifty-fifty level-8 --jobs 2
    python scripts/results_tournaments.py level-8 --deals 2 --print --keep /tmp/trial
    python scripts/results_tournaments.py guesses             # what more guesses buy in The Game

The games are tournaments of `cardsolver tournament`, and the tables are those of `cardsolver
report`: shares of wins, and in the competitive games ratings, each with its interval. The records
stay in the folder, so that a run that was stopped can be resumed. They do not know when a bot has
changed: play into an empty folder then.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from cardsolver.core.registry import game_named
from cardsolver.seats.spec import bots_of
from scripts.page import write_section


@dataclass(frozen=True)
class Tournament:
    """Some bots of one game at tables of one size, all on the same deals."""

    game: str
    players: int
    bots: tuple[str, ...]
    deals: int
    tables: tuple[str, ...] = ("bots",)
    names: tuple[str, ...] = ()  # NAME=BOT: the same bot once more

    def play(self, folder: Path, deals: int | None, jobs: int) -> str:
        """Play what is missing; the report's tables, with the command above them."""
        wanted = ["tournament", self.game, "--bots", ",".join(self.bots)]
        for name in self.names:
            wanted += ["--name", name]
        wanted += ["--players", str(self.players), "--seeds", f"0:{deals or self.deals}"]
        record = folder / f"{self.game}-{self.players}-{len(self.bots)}-{deals or self.deals}.jsonl"
        _cardsolver(*wanted, "-o", record, "--jobs", str(jobs))
        texts = [f"`cardsolver {' '.join(wanted)}`"]
        for table in self.tables:
            texts += [_cardsolver("report", record, "--markdown", "--no-times", "--table", table)]
        return "\n\n".join(texts)


def standings(game: str, deals: dict[int, int]) -> list[Tournament]:
    """A tournament of all built-in bots for each number of players.

    Where a competitive game has more seats than bots, `greedy` takes the rest, each under a name of
    its own: line-ups with every bot at several seats would be hundreds of games a deal.
    """
    spec = game_named(game)
    bots = tuple(sorted(bots_of(spec)))
    found = []
    for players, count in deals.items():
        spare = 0 if spec.scoring.is_team else max(0, players - len(bots))
        more = tuple(f"greedy-{number + 2}" for number in range(spare))
        names = tuple(f"{name}=greedy" for name in more)
        found.append(Tournament(game, players, (*bots, *more), count, names=names))
    return found


# Deals by table size, for a hundred games or more each. In The Game every bot plays a deal once, in
# the other games every line-up plays it in every rotation of the seats.
SECTIONS = {
    "the-game": standings("the-game", dict.fromkeys(range(1, 6), 100)),
    "fifty-fifty": standings("fifty-fifty", {2: 10, 3: 5, 4: 5, 5: 20}),
    "level-8": standings("level-8", {2: 10, 3: 10, 4: 30, 5: 24, 6: 20}),
    # Guesses and not milliseconds: the same on every machine.
    "guesses": [
        Tournament(
            "the-game",
            players,
            ("planner", *(f"lookahead:samples={number}" for number in (16, 64, 256))),
            200,
            ("bots", "pairs"),
        )
        for players in (1, 3)
    ],
}


def _cardsolver(*arguments: str | Path) -> str:
    command = [sys.executable, "-m", "cardsolver", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def main() -> None:
    """Play what is missing and write the sections."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sections", nargs="+", choices=sorted(SECTIONS), help="what to play")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--deals", type=int, help="so many deals at every table, for a trial")
    parser.add_argument("--print", action="store_true", help="print the section, do not write it")
    parser.add_argument("--keep", type=Path, default=ROOT / "results-tournaments", metavar="FOLDER")
    options = parser.parse_args()
    options.keep.mkdir(exist_ok=True)
    for name in options.sections:
        tables = [each.play(options.keep, options.deals, options.jobs) for each in SECTIONS[name]]
        text = "\n\n".join(tables)
        if options.print:
            print(text)
        else:
            write_section(f"tournaments {name}", text)


if __name__ == "__main__":
    main()
