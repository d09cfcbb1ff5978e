"""Measure the bots for Fifty Fifty and write their section of docs/results.md.

    python scripts/results_fifty_fifty.py                   # play what is missing, then write
    python scripts/results_fifty_fifty.py --players 2       # only this table size
    python scripts/results_fifty_fifty.py --only reckoner
    python scripts/results_fifty_fifty.py --write           # only the section, from the record

Each bot sits alone among `greedy` bots, or among those that --among names; deal after deal it moves
on by one seat. The seeds are 0,
1, 2 …, which no fitting has seen. The all-seeing player is no bot: it knows every card and what the
others are going to do, plays each of its moves on to the end with `greedy` in all seats, and takes
the best. It shows how much there is to win at most.

Each block of games is one line of docs/results-fifty-fifty.jsonl as soon as it is played. A line
carries a fingerprint of the bot's play on two deals; lines of a bot that has changed since are not
counted, unless the change does not show there: delete those. Several table sizes may be played at
the same time.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.core.stats import Z_95, wilson
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots.greedy import GreedyBot
from cardsolver.seats.spec import make_bot
from scripts.page import write_section

if TYPE_CHECKING:
    from cardsolver.core.seats import AnyBot

RECORD = Path(__file__).parent.parent / "docs" / "results-fifty-fifty.jsonl"
PLAYERS = range(2, 6)
ALL_SEEING = "all-seeing"
GAMES = {"reckoner": 2_000, "learner": 2_000, "lookahead": 1_000, ALL_SEEING: 100}
OTHER_GAMES = 200  # of whatever is in no main table
EFFORTS = ("lookahead:samples=512", "lookahead:samples=2048", "lookahead")
BLOCK = 10


class AllSeeing:
    """Sees every card. The referee's caller shows it each state."""

    def __init__(self, state: ff.State) -> None:
        """It is at the table from the first state on."""
        self.state = state
        self._greedy = GreedyBot()

    def choose(self, view: ff.View) -> ff.Move:
        """The move after which the game ends best for this seat."""
        return max(ff.legal_moves(view), key=lambda move: self._worth(move, view.seat))

    def _worth(self, move: ff.Move, seat: int) -> tuple[float, float]:
        state = ff.apply(self.state, move)
        while (mover := ff.to_move(state)) is not None:
            state = ff.apply(state, self._greedy.choose(ff.view(state, mover)))
        outcome = ff.outcome(state)
        if outcome is None:
            raise RuntimeError("nobody is to move, and the game is not over")
        winners, scores = outcome.winners, outcome.scores
        lead = (sum(scores) - scores[seat]) / (len(scores) - 1) - scores[seat]
        return (seat in winners) / len(winners), lead


class Timed:
    """A bot whose processor time is taken."""

    def __init__(self, bot: AnyBot) -> None:
        """Nothing has been played yet."""
        self._bot = bot
        self.moves = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def choose(self, view: Any) -> Any:
        """As the bot does."""
        start = time.process_time()
        move = self._bot.choose(view)
        taken = time.process_time() - start
        self.moves += 1
        self.seconds += taken
        self.slowest = max(self.slowest, taken)
        return move

    def saw(self, seat: int, move: str) -> None:
        """Pass it on to those who listen."""
        start = time.process_time()
        if hasattr(self._bot, "saw"):
            self._bot.saw(seat, move)
        self.seconds += time.process_time() - start


@dataclass(frozen=True)
class Series:
    """One bot at one table size."""

    bot: str
    players: int
    among: str = "greedy"

    def play(self, seed: int) -> tuple[dict[str, float], str]:
        """One game: what is counted, and its moves."""
        deal = deal_seed(ff.NAME, str(seed), rules=f"players={self.players}")
        seat = seed % self.players
        if self.bot == ALL_SEEING:
            seer = AllSeeing(ff.start(deal))
            mine = Timed(seer)
        else:
            seer = None
            mine = Timed(make_bot(self.bot, ff.NAME, seed=f"{seed}/{seat}"))
        bots: list[AnyBot] = [make_bot(self.among, ff.NAME, seed="") for _ in range(self.players)]
        bots[seat] = mine

        def show(state: ff.State, _seat: int, _move: ff.Move) -> None:
            if seer is not None:
                seer.state = state

        match = play_match(deal, bots, names=["bot"] * self.players, on_move=show)
        result = match.transcript.result
        if result is None:
            raise RuntimeError(f"{self} seed {seed}: {match.fault}")
        own = result.scores[seat]
        counted = {
            "won": (seat in result.winners) / len(result.winners),
            "penalties": own,
            "others": (sum(result.scores) - own) / (self.players - 1),
            "moves": mine.moves,
            "seconds": mine.seconds,
            "slowest": mine.slowest,
        }
        return counted, " ".join(match.transcript.moves)

    @property
    def games(self) -> int:
        """How many games the page wants."""
        return GAMES.get(self.bot, OTHER_GAMES) if self.among == "greedy" else OTHER_GAMES


@cache
def fingerprint(series: Series) -> str:
    """What two games of this bot look like."""
    moves = "\n".join(series.play(seed)[1] for seed in (-1, -2))
    return hashlib.sha256(moves.encode()).hexdigest()[:16]


def recorded(series: Series, most: int | None = None) -> dict[str, float]:
    """The sums of all lines that the bot of today would play, or of the first `most` deals."""
    lines = (
        [json.loads(line) for line in RECORD.read_text().splitlines()] if RECORD.exists() else []
    )
    mine = [
        line
        for line in lines
        if Series(line["bot"], line["players"], line.get("among", "greedy")) == series
    ]
    total: dict[str, float] = {"games": 0}
    for line in mine:
        if line["fingerprint"] == fingerprint(series) and (most is None or line["first"] < most):
            total["games"] += line["games"]
            for name, value in line["sums"].items():
                before = total.get(name, 0.0)
                total[name] = max(before, value) if name == "slowest" else before + value
    return total


def play_to(series: Series, target: int) -> None:
    """Play a series on from where the record ends."""
    done = int(recorded(series)["games"])
    while done < target:
        seeds = range(done, min(done + BLOCK, target))
        sums: dict[str, float] = {}
        for seed in seeds:
            for name, value in series.play(seed)[0].items():
                before = sums.get(name, 0.0)
                sums[name] = max(before, value) if name == "slowest" else before + value
        line = {
            "bot": series.bot,
            "players": series.players,
            "among": series.among,
            "first": seeds[0],
            "games": len(seeds),
            "fingerprint": fingerprint(series),
            "sums": {name: round(value, 4) for name, value in sums.items()},
        }
        with RECORD.open("a") as record:
            record.write(json.dumps(line) + "\n")
        done += len(seeds)
        print(f"{series.bot}, {series.players} players: {done} of {target}", flush=True)


HEAD = """\
| players | bot | deals | won | interval | fair share | times fair | penalty cards | of the others \
| ms/move | slowest |
| ---: | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def row(series: Series, most: int | None = None) -> str | None:
    """A line of the table, or None without games."""
    total = recorded(series, most)
    games = int(total["games"])
    if not games:
        return None
    share = total["won"] / games
    low, high = wilson(total["won"], games, Z_95)
    cells = [
        f"{series.players}",
        series.bot,
        f"{games:,}",
        f"**{100 * share:.1f} %**",
        f"{100 * low:.1f}–{100 * high:.1f}",
        f"{100 / series.players:.1f} %",
        f"{share * series.players:.2f}",
        f"{total['penalties'] / games:.1f}",
        f"{total['others'] / games:.1f}",
        f"{1000 * total['seconds'] / total['moves']:.1f}",
        f"{1000 * total['slowest']:.0f} ms",
    ]
    return "| " + " | ".join(cells) + " |"


def table(title: str, series: list[Series], most: int | None = None) -> list[str]:
    """All rows that there are, under their title; nothing without rows."""
    rows = [text for each in series if (text := row(each, most)) is not None]
    return [title, HEAD + "\n".join(rows)] if rows else []


def write_page() -> None:
    """The section from the record."""
    efforts = [Series(bot, players) for players in PLAYERS for bot in EFFORTS]
    tried = {each.players for each in efforts if ":" in each.bot and row(each) is not None}
    parts = [
        *table(
            "Among `greedy` bots:", [Series(bot, players) for players in PLAYERS for bot in GAMES]
        ),
        *table(
            "Among `reckoner` bots:",
            [Series("lookahead", players, "reckoner") for players in PLAYERS],
        ),
        *table(
            "More samples, on the same deals among `greedy` bots:",
            [each for each in efforts if each.players in tried],
            OTHER_GAMES,
        ),
    ]
    write_section("fifty-fifty", "\n\n".join(parts))


def main() -> None:
    """Play what is missing and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", help="only these bots, separated by commas")
    parser.add_argument("--among", default="greedy", help="who sits in the other seats")
    parser.add_argument("--players", type=int, choices=PLAYERS, help="only this table size")
    parser.add_argument("--games", type=int, help="this many games instead of the page's")
    parser.add_argument("--write", action="store_true", help="play nothing")
    options = parser.parse_args()
    if not options.write:
        players = [options.players] if options.players else list(PLAYERS)
        bots = options.only.split(",") if options.only else list(GAMES)
        for series in (Series(bot, count, options.among) for bot in bots for count in players):
            play_to(series, options.games or series.games)
    write_page()


if __name__ == "__main__":
    main()
