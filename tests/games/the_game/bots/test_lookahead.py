"""Lookahead guesses what is hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolver.core.shuffle import generator_state
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.bits import CARD
from cardsolver.games.the_game.bots import lookahead
from cardsolver.games.the_game.bots.lookahead import guess
from cardsolver.games.the_game.rules import PileSignal
from cardsolver.seats.spec import make_bot
from tests.support.the_game_states import played

if TYPE_CHECKING:
    import pytest


def test_a_guess_gives_the_trick_card_to_who_spoke_of_it() -> None:
    state = played("players=3", "guess", "talker", 3)
    mover = state.mover
    view = replace(game.view(state, mover), tops=(40, 1, 100, 100), laid_cards=CARD[40])
    view = replace(view, hand=tuple(card for card in view.hand if card not in (30, 40)))
    speaker, silent = ((mover + 1) % 3, (mover + 2) % 3)
    said: list[game.Signals | None] = [None, None, None]
    said[speaker] = (PileSignal.KEEP, PileSignal.FREE, PileSignal.FREE, PileSignal.FREE)
    said[silent] = (PileSignal.FREE, PileSignal.GENTLE, PileSignal.FREE, PileSignal.FREE)
    view = replace(view, said=tuple(said))
    generator = generator_state("guess")
    for _ in range(20):
        hands, draw, generator = guess(view, generator)
        assert hands[speaker] & CARD[30]
        assert not hands[silent] & CARD[30]
        places = [card for hand in hands for card in range(2, 100) if hand & CARD[card]] + draw
        assert sorted(places) == sorted((*view.hand, *view.unseen))


def test_more_time_means_more_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    guesses = 0

    def counted(view: game.View, state: int) -> tuple[list[int], list[int], int]:
        nonlocal guesses
        guesses += 1
        return guess(view, state)

    monkeypatch.setattr(lookahead, "guess", counted)
    view = game.view(played("players=1", "time", "planner", 40), 0)
    counts = []
    for spec in ("lookahead:samples=1", "lookahead:ms=1", "lookahead:ms=300"):
        guesses = 0
        make_bot(spec, "the-game", seed="s").choose(view)
        counts.append(guesses)
    assert counts[0] == 3  # one a round
    assert counts[0] <= counts[1] < counts[2]
