"""The long checks of Level 8, of which the tests run a slice.

Run it from the project's folder: `.venv/bin/python -m scripts.check_level_8 PART`.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.games.level_8 import rules as l8
from cardsolver.seats.spec import make_bot
from tests.level_8_checks import check_game, compare, compare_checkers, random_hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.transcript import Transcript

LEVELS = [
    (f"{name} {number}", level)
    for name in l8.LISTS
    for number, level in enumerate(l8.LISTS[name], 1)
]
MOST_JOKERS = 4


def play(seed: str, bots: Sequence[str], rules: str = "") -> Transcript:
    """One game of Level 8 through the referee."""
    deal = deal_seed(l8.NAME, seed, rules=f"players={len(bots)} {rules}")
    seats = [make_bot(name, l8.NAME, seed=f"{seed}/{seat}") for seat, name in enumerate(bots)]
    return play_match(deal, seats, names=bots).transcript


def check_layouts(count: int) -> None:
    """Hands with 0 to 4 Jokers, every level of both lists, against the naive enumerator."""
    rng = Random(8)
    hands = [random_hand(rng, index % (MOST_JOKERS + 1)) for index in range(count)]
    for name, level in LEVELS:
        totals = [compare(level, hand) for hand in hands]
        listed, in_all = map(sum, zip(*totals, strict=True))
        accepted = sum(compare_checkers(level, rng) for _ in range(count))
        print(
            f"{name:<11} {level!s:<28} {len(hands)} hands agree: {listed} lay-outs"
            f" ({in_all} with equal cards told apart); both judges accept {accepted} of {count}",
            flush=True,
        )


def variant(seed: int) -> str:
    """Mostly the usual game; random two-star games are five times as long."""
    if seed % 10 == 0:
        return "levels=two-star"
    return "last-card-discarded" if seed % 3 == 0 else ""


def check_games(count: int) -> None:
    """Whole games, 2 to 6 players, three variants: they end, keep 101 cards and replay."""
    for bot in ("greedy", "random"):
        moves = 0
        for seed in range(count):
            moves += check_game(play(str(seed), [bot] * (2 + seed % 5), variant(seed)))
        print(f"{count} {bot} games end, keep 101 cards and replay: {moves} moves", flush=True)


def paired_wins(count: int, players: int = 2) -> int:
    """How often one greedy bot wins against random ones, over every seat of `count` deals."""
    won = 0
    for seed in range(count):
        for seat in range(players):
            bots = ["random"] * players
            bots[seat] = "greedy"
            result = play(str(seed), bots).result
            won += result is not None and result.winners == (seat,)
    return won


def check_pairs(count: int) -> None:
    """Greedy against random on the same deals, from every seat."""
    for players in (2, 4):
        won = paired_wins(count, players)
        games = count * players
        print(f"one greedy, {players - 1} random: greedy wins {won} of {games}", flush=True)


PARTS = {
    "layouts": (check_layouts, 5000),
    "games": (check_games, 1000),
    "pairs": (check_pairs, 100),
}


def main() -> None:
    """Run one part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--count", type=int, metavar="N", help="hands, games or deals")
    arguments = parser.parse_args()
    run, count = PARTS[arguments.part]
    run(arguments.count or count)


if __name__ == "__main__":
    main()
