"""What CP-SAT does alone: full deals, positions by model, bounds. A part of `scripts/bench`.

Processor seconds of one worker. A limit is one of processor time, too: a timer interrupts the
search as Ctrl-C would, and the best answer so far counts.
"""

from __future__ import annotations

import signal
import statistics
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.seats.spec import make_bot
from cardsolver.solver import cpsat
from cardsolver.solver.cpsat import chains, steps
from cardsolver.solver.cpsat.run import Status, run
from cardsolver.solver.problem import Problem
from cardsolver.solver.search import search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardsolver.solver.result import EngineAnswer

FIRST_SEED = 200
# Rules, deals, limit in seconds, aim.
FULL_DEALS = (
    ("players=1", 40, 60, "40 won, mean 6 s"),
    *((f"players={players}", 10, 60, "9 won, mean 15 s") for players in range(2, 6)),
    ("players=1 expert", 10, 60, "8 won"),
    ("players=2 expert", 10, 60, "8 won"),
    ("players=1 expert short-hand", 20, 120, "10 won"),
)
SIZES = (40, 50, 60)
POSITIONS = 20  # of each size, winnable and not
POSITION_S = 20
BOUND_DEALS = 10
BOUND_S = 60


@contextmanager
def processor_limit(seconds: float) -> Iterator[None]:
    """Ctrl-C after so much processor time."""

    def interrupt(_signal: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def measured(action: Callable[[], EngineAnswer], limit_s: float) -> tuple[EngineAnswer, float]:
    """The answer within the limit, and what it took."""
    start = time.process_time()
    with processor_limit(limit_s):
        answer = action()
    return answer, time.process_time() - start


def roots_of(seed: int, rules: str) -> list[Problem]:
    """A deal with each seat as the starter."""
    players = the_game.start(deal_seed("the-game", str(seed), rules=rules)).rules.players
    return [
        Problem.of(
            the_game.start(deal_seed("the-game", str(seed), rules=f"{rules} first={seat} no-talk"))
        )
        for seat in range(1, players + 1)
    ]


def bench_full_deals() -> None:
    """CP-SAT alone, without a line to start from: full deals."""
    print(f"{'rules':<30} {'won':>9} {'mean':>6} {'median':>6} {'most':>6} {'of won':>6}  aim")
    for rules, deals, limit_s, aim in FULL_DEALS:
        times, of_won = [], []
        for seed in range(FIRST_SEED, FIRST_SEED + deals):
            roots = roots_of(seed, rules)
            answer, took = measured(lambda roots=roots: cpsat.solve(roots), limit_s)  # type: ignore[misc] # a default binds it
            times.append(took)
            if answer.left == 0:
                of_won.append(took)
        print(
            f"{rules:<30} {len(of_won):>3} of {deals:>2} {statistics.mean(times):>6.1f}"
            f" {statistics.median(times):>6.1f} {max(times):>6.1f}"
            f" {statistics.mean(of_won or [0]):>6.1f}  {aim}; limit {limit_s} s",
            flush=True,
        )


def bench_models() -> None:
    """Can it be won? Solo positions, both models on the same ones."""
    print(f"{'cards left':<24} {'model':<7} {'decided':>9} {'mean':>6} {'most':>6}")
    for cards in SIZES:
        for winnable in (True, False):
            problems = positions(cards, winnable=winnable)
            for model in (chains.Model, steps.Model):
                times, decided = [], 0
                for problem in problems:
                    start = time.process_time()
                    with processor_limit(POSITION_S):
                        result = run(model(problem, target=problem.left))
                    times.append(time.process_time() - start)
                    wrong = Status.IMPOSSIBLE if winnable else Status.SOLVED
                    if result.status is wrong:
                        raise AssertionError(f"{result.status}: {problem}")
                    decided += result.status is not Status.UNDECIDED
                name = f"{cards}, {'winnable' if winnable else 'unwinnable'}"
                print(
                    f"{name:<24} {model.__module__.split('.')[-2]:<7} {decided:>3} of"
                    f" {len(problems):>2} {statistics.mean(times):>6.1f} {max(times):>6.1f}",
                    flush=True,
                )


def positions(cards: int, *, winnable: bool) -> list[Problem]:
    """Positions that the kernel has decided, from careless play."""
    found: list[Problem] = []
    for seed in range(FIRST_SEED, FIRST_SEED + 400):
        problem = Problem.of(the_game.start(position_with(cards, str(seed))))
        answer = search([problem], win_only=True, seconds=10)
        if answer.stopped is None and (answer.left == 0) == winnable:
            found.append(problem)
        if len(found) == POSITIONS:
            break
    return found


def position_with(cards: int, seed: str) -> Deal:
    """A position of a solo game with so many cards left, from careless play of a seed.

    The greedy bot's state is winnable in some of them and not in others.
    """
    deal = deal_seed("the-game", seed)
    state = the_game.start(deal)
    bot = make_bot("greedy", "the-game", seed=seed)
    while the_game.left(state) > cards or state.laid:
        if state.end is not None:
            return position_with(cards, f"{seed}/again")
        state = the_game.apply(state, bot.choose(the_game.view(state, 0)))
    return Deal("the-game", position=the_game.position_text(state))


def bench_bounds() -> None:
    """Solo, hand 4: CP-SAT's best line and proven bound, beside the kernel's exact answer."""
    print(f"{'seed':>4} {'found':>6} {'bound':>6} {'exact':>6} {'seconds':>8}")
    for seed in range(BOUND_DEALS):
        roots = roots_of(seed, "players=1 hand=4")
        exact = kernel.exact(roots, limits=kernel.KernelLimits())
        answer, took = measured(lambda roots=roots: cpsat.solve(roots), BOUND_S)  # type: ignore[misc] # a default binds it
        if exact.left is None or not answer.bound <= exact.left <= answer.left:
            raise AssertionError(f"seed {seed}: {answer} against {exact}")
        print(
            f"{seed:>4} {answer.left:>6} {answer.bound:>6} {exact.left:>6} {took:>8.1f}", flush=True
        )
