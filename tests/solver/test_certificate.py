"""Every answer is replayed: a wrong claim is a crash."""

from __future__ import annotations

import pytest

from cardsolver.core.deal import Deal
from cardsolver.games.the_game.rules import Lay
from cardsolver.solver import portfolio
from cardsolver.solver.certificate import WrongAnswerError, certificate
from cardsolver.solver.result import EngineAnswer
from cardsolver.solver.solve import solve_deal

UNWINNABLE = Deal("the-game", position="50 60 40 30 / 45 70 72 / 46 71")


def test_a_false_claim_of_an_engine_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    lie = EngineAnswer(left=0, bound=0, root=0, turns=(), stopped=None, nodes=0)
    monkeypatch.setattr(portfolio, "_search", lambda *_: lie)
    with pytest.raises(WrongAnswerError, match="claimed 0 left"):
        solve_deal(UNWINNABLE)


def test_a_false_bound_of_an_engine_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    lie = EngineAnswer(left=5, bound=5, root=0, turns=(), stopped=None, nodes=0)
    monkeypatch.setattr(portfolio, "_search", lambda *_: lie)
    with pytest.raises(WrongAnswerError, match="bound of 5, replayed 2"):
        solve_deal(UNWINNABLE)


def test_an_illegal_line_of_an_engine_is_a_crash_and_not_bad_input() -> None:
    with pytest.raises(WrongAnswerError, match="45 does not fit"):
        certificate(UNWINNABLE, ((Lay(0, 45),),))


def test_a_certificate_ends_turns_as_the_rules_want() -> None:
    """A turn that an empty hand ends needs no `end`; a first empty turn ends the one under way."""
    deal = Deal("the-game", position="1 1 100 100 / 5 6 / 7 8")
    line = certificate(deal, ((Lay(0, 5), Lay(0, 6)), (Lay(0, 7),), (Lay(0, 8),)))
    assert line.moves == ("A5", "A6", "A7", "end", "A8")
    under_way = Deal("the-game", position="4 1 100 100 / 5 6 / 7 8 / laid 2")
    line = certificate(under_way, ((), (Lay(0, 5), Lay(0, 6), Lay(0, 7), Lay(0, 8))))
    assert line.moves == ("end", "A5", "A6", "A7", "A8")
