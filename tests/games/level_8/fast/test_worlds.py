"""Guesses of hidden cards: what is believed of a hand from what its seat has done."""

from __future__ import annotations

import pytest

from cardsolver.games.level_8 import kernel
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.fast.beliefs import SeatBeliefs, SeenTurn
from cardsolver.games.level_8.fast.codes import CODE
from cardsolver.games.level_8.fast.policy import POLICY
from cardsolver.games.level_8.fast.watch import Watch
from cardsolver.games.level_8.fast.worlds import Worlds
from tests.support.level_8_states import moment

SIX_FIVES = "5r 5b 5y 5g 5o 5p"


class Told(Watch):
    """A watch that has seen so much of seat 1."""

    def __init__(self, known: str, *turns: SeenTurn) -> None:
        super().__init__()
        self._told = SeatBeliefs(tuple(CODE[card] for card in known.split()), turns)

    def beliefs(self, seat: int) -> SeatBeliefs:
        return self._told if seat == 1 else SeatBeliefs()


def worlds_of(
    known: str, level: int, *turns: SeenTurn, hidden: str = "", in_c: bool = False
) -> Worlds:
    """Guesses of seat 0, who knows some cards of seat 1."""
    view = l8.view(moment("1r 2b 3g 9y", f"{known} {hidden}", levels=(1, level)), 0)
    return Worlds(view, Told(known, *turns), POLICY, in_c=in_c)


def surprise(hand: str, level: int, *turns: SeenTurn) -> float:
    worlds = worlds_of(hand, level, *turns)
    world, _ = worlds.guess(1)
    return worlds.surprise(world, 1)


@pytest.mark.parametrize("level", range(1, 9))
@pytest.mark.parametrize("card", ["4r", "5r", "15p"])
def test_a_card_that_was_taken_back_says_nothing(level: int, card: str) -> None:
    hand = f"{card} 5b 6g 7y 11o"
    skip = CODE["S"]
    turns = [SeenTurn(CODE[card]), SeenTurn(skip, declined=(CODE[card],))]
    assert surprise(hand, level, *turns) == pytest.approx(surprise(hand, level, SeenTurn(skip)))
    taken = CODE["6g"]
    assert surprise(hand, level, SeenTurn(CODE[card], taken)) == pytest.approx(
        surprise(hand, level, SeenTurn(skip, taken))
    )


@pytest.mark.parametrize("level", range(1, 9))
def test_no_number_is_counted_a_seventh_time(level: int) -> None:
    five = CODE["5r"]
    turns = (SeenTurn(five, declined=(five,)), SeenTurn(five, taken=CODE["5b"]))
    guesses = [
        worlds_of(SIX_FIVES, level, *turns, hidden="7b 8g", in_c=in_c).guess(7)[0]
        for in_c in (False, kernel.is_built())
    ]
    assert guesses[0].hands == guesses[1].hands
