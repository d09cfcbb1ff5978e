"""Measure the bots for The Game and write their section of docs/results.md.

    python scripts/results_bots.py            # play what is missing, then write the section
    python scripts/results_bots.py --only planner,talker
    python scripts/results_bots.py --write    # only the section, from the games on record

Games are played on the seeds 0, 1, 2 … through the referee. Each block of games is one line of
docs/results-bots.jsonl as soon as it is played, so an interruption loses at most one block. A line
carries a fingerprint of the bot's play on three deals; lines of a bot that has changed since
are not counted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.core.stats import wilson
from cardsolver.seats.spec import make_bot
from scripts.page import write_section

DOCS = Path(__file__).parent.parent / "docs"
RECORD = DOCS / "results-bots.jsonl"
PLAYERS = range(1, 6)
# The best win rates in percent that others have published under the standard rules, as they print
# them, by players: without talk (thegameanalyzer) and with it (TheGameSimulation).
PUBLIC = {
    1: ("11.77", None),
    2: ("18.81", "24"),
    3: ("7.82", "10"),
    4: ("11.24", "8"),
    5: ("12.29", "5"),
}
STAGES = (0.05, 0.2, 1.0)


@dataclass(frozen=True)
class Series:
    """One bot at all seats under one rule set."""

    bot: str
    players: int
    expert: bool
    talk: bool

    @property
    def rules(self) -> str:
        """The variant's text."""
        words = [f"players={self.players}"]
        if self.expert:
            words.append("expert")
        if self.players > 1 and not self.talk:
            words.append("no-talk")
        return " ".join(words)

    @property
    def games(self) -> int:
        """How many games the page wants."""
        return 1_000 if self.bot == "lookahead" else 10_000

    @property
    def block(self) -> int:
        """Games per line of the record."""
        return self.games // 40

    def play(self, seed: int) -> tuple[int, str]:
        """The cards left, and the moves."""
        deal = deal_seed("the-game", str(seed), rules=self.rules)
        bots = [
            make_bot(self.bot, "the-game", seed=f"{seed}/{seat}") for seat in range(self.players)
        ]
        match = play_match(deal, bots, names=[self.bot] * self.players)
        if match.transcript.result is None:
            raise RuntimeError(f"{self} seed {seed}: {match.fault}")
        return match.transcript.result.scores[0], " ".join(match.transcript.moves)


@cache
def fingerprint(series: Series) -> str:
    """What three games of this bot look like."""
    moves = "\n".join(series.play(seed)[1] for seed in (-1, -2, -3))
    return hashlib.sha256(moves.encode()).hexdigest()[:16]


def all_series() -> list[Series]:
    """What the page shows, in the order in which it is played."""
    fast = [
        Series(bot, players, expert, talk)
        for expert in (False, True)
        for players in PLAYERS
        for bot, talk in (("planner", False), ("talker", True))
        if players > 1 or not talk
    ]
    slow = [
        Series("lookahead", players, expert, talk)
        for expert in (False, True)
        for talk in (False, True)
        for players in PLAYERS
        if players > 1 or not talk
    ]
    return fast + slow


def recorded(series: Series) -> Counter[int]:
    """Games by cards left, from those lines of the record that the bot of today would play."""
    lines = (
        [json.loads(line) for line in RECORD.read_text().splitlines()] if RECORD.exists() else []
    )
    mine = [line for line in lines if (line["bot"], line["rules"]) == (series.bot, series.rules)]
    counts: Counter[int] = Counter()
    for line in mine:
        if line["fingerprint"] == fingerprint(series):
            counts.update({int(left): games for left, games in line["left"].items()})
    return counts


def play_to(series: Series, target: int) -> None:
    """Play a series on from where the record ends."""
    done = recorded(series).total()
    while done < target:
        seeds = range(done, min(done + series.block, target))
        counts = Counter(series.play(seed)[0] for seed in seeds)
        line = {
            "bot": series.bot,
            "rules": series.rules,
            "first": seeds[0],
            "games": len(seeds),
            "fingerprint": fingerprint(series),
            "left": {str(left): counts[left] for left in sorted(counts)},
        }
        with RECORD.open("a") as record:
            record.write(json.dumps(line) + "\n")
        done += len(seeds)
        print(f"{series.bot} {series.rules}: {done} of {series.games}", flush=True)


def row(series: Series) -> str | None:
    """A line of the table, or None without games."""
    counts = recorded(series)
    games = counts.total()
    if not games:
        return None
    low, high = wilson(counts[0], games)
    mean = sum(left * number for left, number in counts.items()) / games
    under = sum(number for left, number in counts.items() if left < 10) / games
    public = PUBLIC[series.players][series.talk and series.players > 1]
    standard = not series.expert
    cells = [
        f"{series.players}",
        "expert" if series.expert else "standard",
        "yes" if series.talk else "no",
        series.bot,
        f"{games:,}",
        f"**{100 * counts[0] / games:.1f} %**",
        f"{100 * low:.1f}–{100 * high:.1f}",
        f"{mean:.2f}",
        f"{100 * under:.1f} %",
        f"{public} %" if standard and public is not None else "",
    ]
    return "| " + " | ".join(cells) + " |"


HEAD = """\
| players | rules | talk | bot | games | won | interval | cards left | under 10 | public |
| ---: | --- | --- | --- | ---: | ---: | --- | ---: | ---: | ---: |
"""


def write_page() -> None:
    """The section from the record."""
    ordered = sorted(all_series(), key=lambda each: (each.expert, each.players, each.talk))
    rows = [text for series in ordered if (text := row(series)) is not None]
    write_section("bots", HEAD + "\n".join(rows))


def main() -> None:
    """Play what is missing and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", help="only these bots, separated by commas")
    parser.add_argument("--players", type=int, help="only tables of this size")
    parser.add_argument("--games", type=int, help="at most so many games of each series for now")
    parser.add_argument("--rules", choices=("standard", "expert"), help="only these rules")
    parser.add_argument("--write", action="store_true", help="play nothing")
    options = parser.parse_args()
    wanted = options.only.split(",") if options.only else None
    chosen = [
        each
        for each in all_series()
        if (wanted is None or each.bot in wanted)
        and options.rules in (None, "expert" if each.expert else "standard")
        and options.players in (None, each.players)
    ]
    if not options.write:
        # A part of every series first: the page is complete early, and then grows more certain.
        for part in STAGES:
            for series in chosen:
                wanted = min(int(series.games * part), options.games or series.games)
                play_to(series, wanted)
                write_page()
    write_page()


if __name__ == "__main__":
    main()
