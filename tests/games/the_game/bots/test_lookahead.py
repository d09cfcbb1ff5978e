"""Lookahead guesses what is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.deal import Deal
from cardsolver.core.racing import paired
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.bots import lookahead
from cardsolver.games.the_game.bots.guesses import guesses
from cardsolver.games.the_game.bots.lookahead import LookaheadBot, Tried
from cardsolver.games.the_game.bots.turns import lays_of
from cardsolver.seats.spec import make_bot
from tests.support.the_game_states import played

if TYPE_CHECKING:
    import pytest

    from cardsolver.games.the_game.bots.turns import Ending
    from cardsolver.games.the_game.kernel.planner import Knowledge
    from cardsolver.games.the_game.rules import Tops

_ENDING: Ending = (0.0, (1, 1, 100, 100, 0), None)


def test_more_time_means_more_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    guessed = 0

    def counted(tops: Tops, known: Knowledge, state: int, count: int) -> object:
        nonlocal guessed
        guessed += count
        return guesses(tops, known, state, count)

    monkeypatch.setattr(lookahead, "guesses", counted)
    # No turn is ever dropped: how many guesses there are is then a matter of the settings alone.
    monkeypatch.setattr(lookahead, "_still_running", lambda running, _own: running)
    view = game.view(played("players=1", "time", "planner", 40), 0)
    counts = []
    for spec in (
        "lookahead:samples=1",
        "lookahead:samples=40",
        "lookahead:ms=1",
        "lookahead:ms=300",
    ):
        guessed = 0
        make_bot(spec, "the-game", seed="s").choose(view)
        counts.append(guessed)
    assert counts[:2] == [1, 40]
    assert counts[2] < counts[3]


def test_turns_that_are_behind_get_no_more_guesses() -> None:
    ends = {
        "own": [0.0, 1.0, 0.0, 1.0],
        "worse": [0.0, 0.5, 0.0, 1.0],
        "equal": [1.0, 0.0, 0.0, 1.0],
        "best": [1.0, 1.0, 0.5, 1.0],
        "far behind": [0.0, 1.0, 0.1, 1.0],
        "close": [1.0, 1.0, 0.4, 1.0],
    }
    tried = {name: Tried(_ENDING, each) for name, each in ends.items()}
    own, *running = tried.values()
    kept = lookahead._still_running(running, own)
    assert [name for name, each in tried.items() if each in kept] == ["best", "close"]


def test_the_first_quarter_of_a_game_is_the_planner_s(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[game.View] = []

    def ranked(_bot: LookaheadBot, view: game.View) -> list[Tried]:
        asked.append(view)
        return []

    monkeypatch.setattr(LookaheadBot, "ranked", ranked)
    for moves in (4, 12, 60, 70):
        view = game.view(played("players=1", "early", "planner", moves), 0)
        LookaheadBot("s").turn(view)
        to_lay = 98 - view.laid_cards.bit_count()
        assert bool(asked) == (to_lay <= lookahead.EARLY)


def test_the_planner_s_turn_is_left_only_for_a_clear_gain() -> None:
    own, close, better = (
        Tried(_ENDING, ends)
        for ends in ([0.0, 1.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.5, 1.0, 0.5, 1.0])
    )
    gain, error = paired(close.ends, own.ends)
    assert gain == 0.0
    assert error > 0.4
    gain, error = paired(better.ends, own.ends)
    assert gain == 0.25
    assert gain > lookahead.CLEAR * error
    assert better.mean == 0.75


def test_a_turn_that_does_best_on_the_guesses_is_played() -> None:
    # 30 goes back on A; any other start strands a card.
    state = game.start(Deal("the-game", position="40 98 60 3 / 30 41 / 31 32 33 34 35"))
    bot = LookaheadBot("s", samples=24)
    ranked = bot.ranked(game.view(state, 0))
    assert ranked[0].mean == max(each.mean for each in ranked) > 0.9
    assert (0, 30) in lays_of(ranked[0].ending[2])
    assert all(len(each.ends) <= 24 for each in ranked)
