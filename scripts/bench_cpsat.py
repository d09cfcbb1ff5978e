"""What CP-SAT does alone: full deals, positions by model, bounds. A part of `scripts/bench`.

Processor seconds of one worker. A limit is one of processor time, too: a timer interrupts the
search as Ctrl-C would, and the best answer so far counts.

All of it takes hours, so each run is a line of `docs/bench-cpsat.jsonl`, and what is there is not
run again: delete the lines of a part to measure it anew. Runs are ordered so that a part that is
stopped early has a share of every row. `scripts/bench cpsat-tables` prints what there is.
"""

from __future__ import annotations

import json
import signal
import statistics
import time
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

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

    from cardsolver.solver.cpsat.run import Model

Result = TypeVar("Result")

RECORD = Path(__file__).parents[1] / "docs" / "bench-cpsat.jsonl"
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
MODELS: dict[str, Callable[[Problem], Model]] = {
    "chains": lambda problem: chains.Model(problem, target=problem.left),
    "chains, ladders": lambda problem: chains.Model(problem, target=problem.left, proving=True),
    "steps": lambda problem: steps.Model(problem, target=problem.left),
}
BOUND_DEALS = 10
BOUND_RULES = ("players=1 hand=4", "players=1 hand=4 minimum=3")
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


def measured(action: Callable[[], Result], limit_s: float) -> tuple[Result, float]:
    """What came out within the limit, and what it took."""
    start = time.process_time()
    with processor_limit(limit_s):
        result = action()
    return result, round(time.process_time() - start, 2)


def recorded(part: str) -> list[dict[str, Any]]:
    """The runs of a part so far."""
    if not RECORD.exists():
        return []
    lines = [json.loads(line) for line in RECORD.read_text().splitlines()]
    return [line for line in lines if line["part"] == part]


def run_missing(part: str, keys: list[dict[str, Any]], action: Callable[..., Any]) -> None:
    """Run what is not in the record yet; a result of None cannot be run at all."""
    done = recorded(part)
    for key in keys:
        if any(key.items() <= line.items() for line in done):
            continue
        result = action(**key)
        if result is None:
            continue
        with RECORD.open("a") as file:
            file.write(json.dumps({"part": part, **key, **result}) + "\n")
        print(".", end="", flush=True)
    print()


def roots_of(seed: int, rules: str) -> list[Problem]:
    """A deal with each seat as the starter."""
    players = the_game.start(deal_seed("the-game", str(seed), rules=rules)).rules.players
    return [
        Problem.of(
            the_game.start(deal_seed("the-game", str(seed), rules=f"{rules} first={seat} no-talk"))
        )
        for seat in range(1, players + 1)
    ]


# --- full deals -----------------------------------------------------------------------------------


def bench_full_deals() -> None:
    """CP-SAT alone, without a line to start from: full deals."""
    keys = [
        {"rules": rules, "seed": FIRST_SEED + number}
        for rules, deals, _, _ in FULL_DEALS
        for number in range(deals)
    ]
    run_missing("deals", keys, _full_deal)
    print_full_deals()


def _full_deal(rules: str, seed: int) -> dict[str, Any]:
    limit_s = next(limit for name, _, limit, _ in FULL_DEALS if name == rules)
    roots = roots_of(seed, rules)
    answer, took = measured(lambda: cpsat.solve(roots), limit_s)
    return {"left": answer.left, "bound": answer.bound, "seconds": took}


def print_full_deals() -> None:
    """The table."""
    print("| rules | won | mean | median | most | limit | aim |\n|" + " --- |" * 7)
    for rules, deals, limit_s, aim in FULL_DEALS:
        runs = [line for line in recorded("deals") if line["rules"] == rules]
        if runs:
            times = [line["seconds"] for line in runs]
            won = sum(line["left"] == 0 for line in runs)
            print(
                f"| {rules} | {won} of {len(runs)}{_out_of(len(runs), deals)}"
                f" | {statistics.mean(times):.1f}"
                f" | {statistics.median(times):.1f} | {max(times):.1f} | {limit_s} | {aim} |"
            )


def _out_of(runs: int, asked: int) -> str:
    return "" if runs == asked else f" (of {asked} asked)"


# --- positions ------------------------------------------------------------------------------------


def bench_models() -> None:
    """Can it be won? Solo positions, all models on the same ones."""
    keys = [
        {"cards": cards, "winnable": winnable, "number": number, "model": model}
        for number in range(POSITIONS)
        for cards in SIZES
        for winnable in (True, False)
        for model in MODELS
    ]
    run_missing("models", keys, _position)
    print_models()


def _position(cards: int, *, winnable: bool, number: int, model: str) -> dict[str, Any] | None:
    seeds = decided(cards)[winnable]
    if number >= len(seeds):
        return None
    problem = Problem.of(the_game.start(position_with(cards, seeds[number])))
    result, took = measured(lambda: run(MODELS[model](problem)), POSITION_S)
    if result.status is (Status.IMPOSSIBLE if winnable else Status.SOLVED):
        raise AssertionError(f"{result.status}: {problem}")
    return {"seed": seeds[number], "status": result.status.value, "seconds": took}


def print_models() -> None:
    """The table."""
    print("| cards left | model | decided | mean | most |\n|" + " --- |" * 5)
    for cards in SIZES:
        for winnable in (True, False):
            for model in MODELS:
                runs = [
                    line
                    for line in recorded("models")
                    if (line["cards"], line["winnable"], line["model"]) == (cards, winnable, model)
                ]
                if runs:
                    times = [line["seconds"] for line in runs]
                    won = sum(line["status"] != Status.UNDECIDED.value for line in runs)
                    print(
                        f"| {cards}, {'winnable' if winnable else 'unwinnable'} | {model}"
                        f" | {won} of {len(runs)} | {statistics.mean(times):.1f}"
                        f" | {max(times):.1f} |"
                    )


@cache
def decided(cards: int) -> dict[bool, list[str]]:
    """Seeds of positions that the kernel has decided, from careless play: winnable or not."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for seed in map(str, range(FIRST_SEED, FIRST_SEED + 400)):
        problem = Problem.of(the_game.start(position_with(cards, seed)))
        answer = search([problem], win_only=True, seconds=10)
        if answer.stopped is None:  # a win, or the proof that there is none
            found[answer.left == 0].append(seed)
        if min(map(len, found.values())) >= POSITIONS:
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


# --- bounds ---------------------------------------------------------------------------------------


def bench_bounds() -> None:
    """Solo, hand 4: CP-SAT's best line and proven bound, beside the kernel's exact answer."""
    keys = [{"rules": rules, "seed": seed} for rules in BOUND_RULES for seed in range(BOUND_DEALS)]
    run_missing("bounds", keys, _bound)
    print_bounds()


def _bound(rules: str, seed: int) -> dict[str, Any]:
    roots = roots_of(seed, rules)
    exact = kernel.exact(roots, limits=kernel.KernelLimits())
    answer, took = measured(lambda: cpsat.solve(roots), BOUND_S)
    if exact.left is None or not answer.bound <= exact.left <= answer.left:
        raise AssertionError(f"seed {seed}: {answer} against {exact}")
    return {"left": answer.left, "bound": answer.bound, "exact": exact.left, "seconds": took}


def print_bounds() -> None:
    """The table."""
    print("| rules | seed | found | bound | exact | seconds |\n|" + " --- |" * 6)
    for line in recorded("bounds"):
        cells = [line[name] for name in ("rules", "seed", "left", "bound", "exact", "seconds")]
        print(f"| {' | '.join(map(str, cells))} |")


def print_tables() -> None:
    """What CP-SAT's parts have measured so far, without running anything."""
    for show in (print_full_deals, print_models, print_bounds):
        show()
        print()
