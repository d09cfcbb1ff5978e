"""Compiled guesses and games are those of the reference, figure by figure."""

from __future__ import annotations

from random import Random

import pytest

from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots import worlds
from cardsolver.games.fifty_fifty.bots.fast import code_of
from cardsolver.games.fifty_fifty.bots.learner import ranked
from cardsolver.games.fifty_fifty.bots.lookahead import LookaheadBot
from tests.games.fifty_fifty.bots.test_guesses import decisions

pytestmark = pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not compiled")


@pytest.mark.no_cover
@pytest.mark.games(4)
def test_the_same_chances(games: range, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "BLOCK", 2)
    monkeypatch.setattr(worlds, "CHAIN", 2)
    monkeypatch.setattr(worlds, "WARM_UP", 10)
    for number in games:
        seen = decisions(f"players={2 + number % 4}", number)
        for view, events in Random(number).sample(seen, 2):
            moves = [code_of(move) for move in ranked(view)]
            for turns in (3, 10_000):
                kinds = (worlds.CompiledWorlds, worlds.ReferenceWorlds)
                one, other = (kind(view, events, number) for kind in kinds)
                for block in range(3):  # the last one is of a new chain
                    assert one.chances(block, moves, turns) == other.chances(block, moves, turns)


def test_without_a_kernel_the_decision_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = decisions("players=3", 3)
    views = [view for view, _ in seen if len(ff.legal_moves(view)) > 2]
    for view in (views[0], views[-1]):
        compiled = LookaheadBot("1", samples=64, rounds=1).compare(view)
        with monkeypatch.context() as patch:
            patch.setattr(kernel, "is_built", lambda: False)
            reference = LookaheadBot("1", samples=64, rounds=1).compare(view)
        assert compiled == reference
        assert compiled is not None
