"""Three solvers on the same small positions: `scripts/crosscheck.py [--count N] [--start K]`.

A naive exhaustive search (tests/naive, written from the rules by somebody who had not seen the
engine), the layered search and CP-SAT must agree on the fewest cards left and on the proven bound,
and every line must be replayed by the referee. Any disagreement ends the run with the position.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from cardsolver.core.deal import Deal
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.position import Position, format_position
from cardsolver.solver.result import EngineName, SolveLimits
from cardsolver.solver.solve import solve_deal
from tests.naive import the_game as naive

LIMITS = SolveLimits(seconds=None, memory_bytes=None)
# Positions that can reach more than this many others take the naive search too long.
NAIVE_LIMIT = 3000


def deal_of(position: naive.Position) -> Deal:
    """The naive position as a deal."""
    a, b, c, d = position.tops
    due = frozenset(pile for pile in range(4) if position.due[pile])
    numbers = Position((a, b, c, d), position.hands, position.draw, position.laid, due)
    fire = " on-fire" if position.on_fire else ""
    return Deal(
        the_game.NAME, f"minimum={position.minimum}{fire}", position=format_position(numbers)
    )


def instance(seed: int) -> naive.Position | None:
    """The position of a seed, or None if it is too large for the naive search."""
    position = naive.random_position(Random(seed))
    return position if naive.small_enough(position, NAIVE_LIMIT) else None


def disagreement(position: naive.Position) -> str | None:
    """What the solvers do not agree on, or None."""
    best = naive.best(position)
    deal = deal_of(position)
    engines: tuple[EngineName, ...] = ("search", "cpsat")
    for engine in engines:
        verdict = solve_deal(deal, engine=engine, limits=LIMITS)
        if (verdict.left, verdict.left_bound) != (best, best):
            return f"{engine}: {verdict.left} left, bound {verdict.left_bound}; naive: {best}"
        quick = solve_deal(deal, engine=engine, limits=LIMITS, win_only=True)
        if quick.verdict != ("winnable" if best == 0 else "unwinnable"):
            return f"{engine}, win only: {quick.verdict}; naive: {best} left"
    return None


def main() -> None:
    """Run the cross-check and print what it covered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--start", type=int, default=0, metavar="SEED")
    arguments = parser.parse_args()
    started = time.perf_counter()
    covered: Counter[str] = Counter()
    for seed in count(arguments.start):
        position = instance(seed)
        if position is None:
            covered["too large for the naive search"] += 1
            continue
        fault = disagreement(position)
        if fault is not None:
            deal = deal_of(position)
            sys.exit(f"seed {seed}, {deal.rules}: {deal.position}\n{fault}")
        covered["agreed"] += 1
        covered[f"{len(position.hands)} players"] += 1
        covered["on fire" if position.on_fire else "no fire"] += 1
        covered["within a turn" if position.laid else "at a turn's start"] += 1
        covered["minimum 3" if position.minimum == 3 else "minimum 2"] += 1
        covered["winnable" if naive.best(position) == 0 else "unwinnable"] += 1
        if covered["agreed"] % 100 == 0:
            print(f"{covered['agreed']} agreed, {time.perf_counter() - started:.0f} s", flush=True)
        if covered["agreed"] == arguments.count:
            break
    for what, number in sorted(covered.items()):
        print(f"{number:>7}  {what}")


if __name__ == "__main__":
    main()
