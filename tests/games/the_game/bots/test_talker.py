"""The talker listens."""

from __future__ import annotations

from dataclasses import replace

from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.rules import PileSignal
from cardsolver.seats.spec import make_bot
from tests.support.the_game_states import played


def test_the_talker_heeds_what_it_hears_and_the_planner_does_not() -> None:
    state = played("players=2", "heard", "talker", 2)
    seat = state.mover
    view = replace(game.view(state, seat), asked=seat, said=(game.SILENT, game.SILENT))
    view = replace(view, tops=(30, 30, 70, 70), hand=(31, 32, 60, 67, 68, 50, 51)[:7])
    view = replace(view, hand=tuple(sorted(view.hand)), laid_cards=0)
    quiet = make_bot("talker", "the-game", seed="s").choose(view)
    assert isinstance(quiet, game.Lay)
    up, down = (
        (PileSignal.KEEP, PileSignal.FREE) if quiet.pile < 2 else (PileSignal.FREE, PileSignal.KEEP)
    )
    signals = (up, up, down, down)
    asked = replace(view, said=tuple(None if other == seat else signals for other in range(2)))
    heeding = make_bot("talker", "the-game", seed="s").choose(asked)
    assert isinstance(heeding, game.Lay)
    assert signals[heeding.pile] is PileSignal.FREE
    deaf = make_bot("planner", "the-game", seed="s")
    assert deaf.choose(asked) == make_bot("planner", "the-game", seed="s").choose(view)
