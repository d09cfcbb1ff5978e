"""The engines together."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.solver import portfolio
from cardsolver.solver.portfolio import best_outcome
from cardsolver.solver.problem import Problem
from cardsolver.solver.result import EngineAnswer
from tests.support.running import ROOT, unmeasured


def problem(position: str, rules: str = "") -> Problem:
    return Problem.of(the_game.start(Deal("the-game", rules, position=position)))


def test_auto_asks_cpsat_for_what_the_search_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best value and the best bound of both are combined."""
    weak = EngineAnswer(left=3, bound=0, root=0, turns=(), stopped="memory", nodes=5)
    monkeypatch.setattr(portfolio, "_search", lambda *_: weak)
    answer = best_outcome([problem("50 60 40 30 / 45 70 72 / 46 71")])
    assert (answer.found.left, answer.found.bound) == (2, 2)
    assert (answer.proof, answer.engine, answer.found.stopped) == ("cpsat", "auto", None)


def test_without_the_kernel_cpsat_wins_a_full_deal_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernel, "is_built", lambda: False)
    answer = best_outcome([Problem.of(the_game.start(deal_seed("the-game", "42")))])
    assert (answer.found.left, answer.proof, answer.engine) == (0, "all-laid", "cpsat")


def test_the_bound_of_the_search_is_kept_when_cpsat_finds_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strong = EngineAnswer(left=3, bound=2, root=0, turns=(), stopped="memory", nodes=5)
    nothing = EngineAnswer(left=4, bound=0, root=0, turns=(), stopped="time", nodes=7)
    monkeypatch.setattr(portfolio, "_search", lambda *_: strong)
    monkeypatch.setattr(portfolio, "_cpsat", lambda *_: nothing)
    answer = best_outcome([problem("50 60 40 30 / 45 70 72 / 46 71")])
    assert (answer.found.left, answer.found.bound, answer.found.nodes) == (3, 2, 12)
    assert (answer.proof, answer.found.stopped) == ("search-complete", "time")


# Ctrl-C comes as the C code of ortools begins to load, which then says that it has failed.
INTERRUPTED = """
import signal, sys
from cardsolver.core.deal import Deal, deal_seed
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.solve import solve_deal

class Pressed:
    def find_spec(self, name, *_):
        if name.startswith("ortools") and self in sys.meta_path:
            sys.meta_path.remove(self)
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                raise ImportError("initialization failed") from None

sys.meta_path.insert(0, Pressed())
verdict = {call}
print(verdict.reason, 0 < verdict.left < 98, verdict.engine, verdict.checked_by)
"""


@pytest.mark.parametrize(
    "call",
    [
        "solve_deal(deal_seed('the-game', '3', rules='hand=5'), limits=SolveLimits(9, 1 << 20))",
        "solve_deal(Deal('the-game', position='50 60 40 30 / 45 70 72 / 46 71'), check=True)",
    ],
    ids=["auto", "check"],
)
def test_ctrl_c_while_ortools_is_loaded_keeps_the_line_of_the_search(call: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(call=call)],
        cwd=ROOT,
        env=unmeasured(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "interrupted True search None\n", done.stderr
