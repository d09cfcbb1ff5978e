"""Times the layered search on the fifteen official rule sets and on proofs, one line each.

    python scripts/bench_search.py [--seeds 0:100] [--only 1-8-2,3-5-3] [--limit-s 120]

A rule set is written players-hand-minimum. Times are processor seconds of this process, so that a
busy machine does not count.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import TYPE_CHECKING

from cardsolver.deals import deal_seed
from cardsolver.solver.problem import Problem
from cardsolver.solver.search import search

if TYPE_CHECKING:
    from collections.abc import Callable

FULL_HANDS = {1: 8, 2: 7, 3: 6, 4: 6, 5: 6}
STANDARD = [(players, hand, 2) for players, hand in FULL_HANDS.items()]
EXPERT = [(players, hand, 3) for players, hand in FULL_HANDS.items()]
SHORT_HAND = [(players, hand - 1, 3) for players, hand in FULL_HANDS.items()]
PROOFS = [(1, 3, 2), (1, 4, 3)]


def roots_of(seed: int, players: int, hand: int, minimum: int) -> list[Problem]:
    """The seed's deal with every starter."""
    deck = tuple(int(str(card)) for card in deal_seed("the-game", str(seed)).deck)
    dealt = players * hand
    hands = [deck[seat:dealt:players] for seat in range(players)]
    return [
        Problem((1, 1, 100, 100), tuple(hands[first:] + hands[:first]), deck[dealt:], minimum)
        for first in range(players)
    ]


def stopwatch(limit_s: float) -> tuple[Callable[[], float], Callable[[], bool]]:
    """Processor seconds since now, and whether they are used up."""
    start = time.process_time()
    return lambda: time.process_time() - start, lambda: time.process_time() - start > limit_s


def measure(rule_set: tuple[int, int, int], seeds: range, limit_s: float) -> str:
    """One line of the table."""
    seconds, won, decided = [], 0, 0
    for seed in seeds:
        roots = roots_of(seed, *rule_set)
        elapsed, out_of_time = stopwatch(limit_s)
        found = search(roots, out_of_time=out_of_time, memory_bytes=2 << 30)
        seconds.append(elapsed())
        won += found.left == 0
        decided += found.stopped is None
    seconds.sort()
    late = seconds[min(len(seconds) - 1, int(0.99 * len(seconds)))]
    players, hand, minimum = rule_set
    return (
        f"{players:7} {hand:5} {minimum:8} {won:4}/{len(seeds):<4} {decided:4} "
        f"{statistics.mean(seconds):7.3f} {statistics.median(seconds):7.3f} "
        f"{late:7.3f} {seconds[-1]:7.3f}"
    )


def main() -> None:
    """Parse the command line and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", default="0:100")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit-s", type=float, default=120)
    options = parser.parse_args()
    begin, end = map(int, options.seeds.split(":"))
    chosen = [tuple(map(int, name.split("-"))) for name in options.only.split(",") if name]
    print("players  hand  minimum      won  decided   mean  median     p99     max")
    for players, hand, minimum in chosen or STANDARD + EXPERT + SHORT_HAND + PROOFS:
        print(measure((players, hand, minimum), range(begin, end), options.limit_s), flush=True)


if __name__ == "__main__":
    main()
