"""Fit the rolling horizon's settings and weights: `.venv/bin/python scripts/fit_outlook.py [-n N]`.

A candidate changes one number of `Settings` or `Weights`. It is worth what its walks through the
same deals cost, in CP-SAT's deterministic time; a walk that does not win costs the cap. A better
candidate is kept. At last the result and the start walk through deals that chose nothing: only if
it is cheaper there, too, it should be written into `chains/horizon.py` and `chains/outlook.py`.
The deals (seeds from 70,000 on) are none of those that any report uses.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import fields, replace
from itertools import cycle, islice
from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed
from cardsolver.games.the_game import rules as the_game
from cardsolver.solver.cpsat.chains.horizon import Horizon, Settings
from cardsolver.solver.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_SEED = 70_000
FIRST_CHECK_SEED = 75_000  # of the deals that choose nothing
# Variant, number of deals: rules under which walks win many deals, but not all at once.
DEALS = (
    ("players=1 expert", 3),
    ("players=2 expert", 2),
    ("players=5", 2),
    ("players=1 expert short-hand", 2),
)
CAP = 16.0
LEAST_GAIN = 0.03  # a smaller one is noise


def deals(first_seed: int) -> list[Problem]:
    """The positions to walk from."""
    return [
        Problem.of(the_game.start(deal_seed("the-game", str(first_seed + number), rules=rules)))
        for rules, count in DEALS
        for number in range(count)
    ]


def cost(settings: Settings, problems: list[Problem], *, enough: float) -> tuple[float, int]:
    """What the walks cost in all, and how many won; it may stop when it is more than enough."""
    total, won = 0.0, 0
    for problem in problems:
        walk = Horizon(problem, settings=settings)
        wins = any(not _left(problem, line) for line in walk.lines(CAP))
        total += walk.spent if wins else CAP
        won += wins
        if total > enough:
            break
    return total, won


def _left(problem: Problem, line: tuple[tuple[object, ...], ...]) -> int:
    return problem.left - sum(map(len, line))


def candidates(best: Settings, round_number: int) -> Iterator[tuple[str, Settings]]:
    """The best with one number made larger, or smaller."""
    factor = 1.5 if round_number % 2 == 0 else 1 / 1.5
    for field in fields(best.weights):
        value = getattr(best.weights, field.name)
        changed = replace(best.weights, **{field.name: _changed(value, factor)})
        yield field.name, replace(best, weights=changed)
    yield "window", replace(best, window=_changed(best.window, factor))
    yield "kept", replace(best, kept=_changed(best.kept, factor))
    yield "longest_step", replace(best, longest_step=_changed(best.longest_step, factor))
    yield "effort", replace(best, effort=best.effort * factor)
    yield "last_effort", replace(best, last_effort=best.last_effort * factor)


def _changed(value: int, factor: float) -> int:
    """A multiple, and a change of one at least."""
    if factor > 1:
        return max(value + 1, round(value * factor))
    return max(0, min(value - 1, round(value * factor)))


def main() -> None:
    """Fit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=20, metavar="N", help="candidates to try")
    tries: int = parser.parse_args().n
    problems = deals(FIRST_SEED)
    start = best = Settings()
    least, won = cost(best, problems, enough=float("inf"))
    print(f"start: {least:.1f}, {won} of {len(problems)} won", flush=True)
    done = 0
    for round_number in cycle(range(2)):
        names = [name for name, _ in candidates(best, round_number)]
        for name in islice(names, tries - done):
            done += 1
            candidate = dict(candidates(best, round_number))[name]
            spent, won = cost(candidate, problems, enough=least)
            kept = spent < least * (1 - LEAST_GAIN)
            print(f"{name}: {spent:.1f}, {won} won{', kept' if kept else ''}", flush=True)
            if kept:
                best, least = candidate, spent
        if done >= tries:
            break
    print(best)
    unseen = deals(FIRST_CHECK_SEED)
    for name, settings in (("start", start), ("result", best)):
        spent, won = cost(settings, unseen, enough=float("inf"))
        print(f"unseen deals, {name}: {spent:.1f}, {won} of {len(unseen)} won", flush=True)
        if best == start:
            break
    print(f"{time.process_time():.0f} s of processor time")


if __name__ == "__main__":
    main()
