"""A match: its record is true whatever ends it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cardsolver.core import referee
from cardsolver.core.deal import Deal
from cardsolver.core.referee import play_match
from cardsolver.core.registry import game_named
from cardsolver.core.transcript import replay
from cardsolver.seats.spec import make_bot

if TYPE_CHECKING:
    from cardsolver.games.the_game.rules import Move

LAST_TURN = Deal("the-game", position="50 99 2 3 / 51 52 53 /")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_ctrl_c_leaves_a_record_of_the_moves_that_were_made(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Wherever it comes: the last lay wins, and a record without it must not claim a win."""
    game = game_named("the-game")
    asked = 0

    def format_move(move: Move) -> str:
        nonlocal asked
        asked += 1
        if asked == number:
            raise KeyboardInterrupt
        return game.format_move(move)

    pressed = replace(game, format_move=format_move)
    monkeypatch.setattr(referee, "game_named", lambda _name: pressed)
    match = play_match(LAST_TURN, [make_bot("greedy", "the-game", seed="x")], names=["greedy"])
    assert match.interrupted
    assert len(match.transcript.moves) == number - 1
    judged = replay(match.transcript)
    assert judged.fault is None
    assert judged.states[-1] == match.state
