"""Measure the bots for Level 8 and write their section of docs/results.md.

    python scripts/results_level_8.py             # play what is missing, then write the section
    python scripts/results_level_8.py --only "lookahead against greedy" --players 2 --deals 50
    python scripts/results_level_8.py --write     # only the section, from the games on record

One seat plays the first bot, all others the second; each deal is played once from every seat. Each
deal is a line of docs/results-level-8.jsonl as soon as it is played. Seeds are `results/0`,
`results/1` …; nothing was fitted on them. Delete the lines of a bot that has changed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from cardsolver.core.deal import deal_seed
from cardsolver.core.seats import Watcher
from cardsolver.core.stats import mean
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.bots.greedy import GreedyBot
from cardsolver.games.level_8.fast.candidates import candidates
from cardsolver.games.level_8.fast.policy import POLICY
from cardsolver.games.level_8.fast.round import round_from_state
from cardsolver.games.level_8.fast.texts import from_fast
from cardsolver.games.level_8.fast.worth import worth_of
from cardsolver.seats.spec import make_bot
from scripts.level_8_greedy_0_1 import GreedyBot as OldGreedyBot
from scripts.page import write_section

if TYPE_CHECKING:
    from cardsolver.core.seats import AnyBot

DOCS = Path(__file__).parent.parent / "docs"
RECORD = DOCS / "results-level-8.jsonl"
OLD = "greedy 0.1"
ALL_SEEING = "all-seeing"  # a ceiling, not a bot: it tries its moves on the true cards
SERIES = {
    f"{one} against {other}": (one, other)
    for one, other in (
        ("greedy", OLD),
        ("lookahead", OLD),
        ("lookahead", "greedy"),
        (ALL_SEEING, "greedy"),
    )
}
PLAYERS = range(2, 7)


def make(name: str, seed: str) -> AnyBot:
    """A bot by name; the all-seeing seat is played by `see_all`."""
    if name == OLD:
        return OldGreedyBot()
    return GreedyBot() if name == ALL_SEEING else make_bot(name, l8.NAME, seed=seed)


def see_all(state: l8.State) -> l8.Move:
    """The move that does best when the policy plays on with the true cards."""
    table = round_from_state(state)
    worth = worth_of(state.rules)
    moves = candidates(table, POLICY, 8)
    results = []
    for move in moves:
        trial = table.copy()
        trial.play(move)
        POLICY.play_out(trial)
        results.append(worth.chance(trial.levels_after(), state.mover))
    return from_fast(moves[results.index(max(results))], table)


def play(one: str, other: str, players: int, deal: int, own: int) -> bool:
    """One game; does the seat with the first bot win it?"""
    state = l8.start(deal_seed(l8.NAME, f"results/{deal}", rules=f"players={players}"))
    names = [one if seat == own else other for seat in range(players)]
    bots = [make(name, f"{deal}/{own}/{seat}") for seat, name in enumerate(names)]
    while (mover := l8.to_move(state)) is not None:
        if names[mover] == ALL_SEEING and state.phase is not l8.Phase.KEEP:
            move = see_all(state)
        else:
            move = bots[mover].choose(l8.view(state, mover))
        state = l8.apply(state, move)
        watcher = bots[own]
        if isinstance(watcher, Watcher):
            seen = l8.format_move(move) if mover == own else l8.seen_move(move)
            watcher.saw(mover, seen or "")
    outcome = l8.outcome(state)
    return outcome is not None and outcome.winners == (own,)


def played() -> list[dict[str, Any]]:
    """The lines on record."""
    lines = RECORD.read_text().splitlines() if RECORD.exists() else []
    return [json.loads(line) for line in lines]


def measure(series: str, players: int, deals: int) -> None:
    """Play the deals that are not on record."""
    known = {
        line["deal"] for line in played() if (line["series"], line["players"]) == (series, players)
    }
    for deal in range(deals):
        if deal not in known:
            won = [play(*SERIES[series], players, deal, own) for own in range(players)]
            line = {"series": series, "players": players, "deal": deal, "won": sum(won)}
            with RECORD.open("a") as file:
                file.write(json.dumps(line) + "\n")
            print(f"{series}, {players} players, deal {deal}: {sum(won)} of {players}", flush=True)


def write() -> None:
    """The section, from what is on record."""
    lines = played()
    rows = [
        "| one seat | the others | players | games | won, % | fair share | times the fair share |"
    ]
    rows.append("| --- | --- | --- | --- | --- | --- | --- |")
    for series, (one, other) in SERIES.items():
        for players in PLAYERS:
            shares = [
                line["won"] / players
                for line in lines
                if (line["series"], line["players"]) == (series, players)
            ]
            found = mean(shares)
            if found is not None and found.low is not None and found.high is not None:
                low, high = max(0.0, found.low), min(1.0, found.high)
                rows.append(
                    f"| {one} | {other} | {players} | {players * len(shares)}"
                    f" | {100 * found.value:.1f} ({100 * low:.1f} to {100 * high:.1f})"
                    f" | {100 / players:.1f} | {found.value * players:.2f} |"
                )
    write_section("level-8", "\n".join(rows))


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", choices=SERIES, help="one series")
    parser.add_argument("--players", type=int, choices=PLAYERS, help="one number of players")
    parser.add_argument("--deals", type=int, default=100, help="each is played from every seat")
    parser.add_argument("--write", action="store_true", help="play nothing")
    options = parser.parse_args()
    if not options.write:
        for series in [options.only] if options.only else SERIES:
            for players in [options.players] if options.players else PLAYERS:
                measure(series, players, options.deals)
    write()


if __name__ == "__main__":
    main()
