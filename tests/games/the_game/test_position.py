"""Positions of The Game as one line of text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsolver.core.deal import Deal
from cardsolver.core.errors import InputError
from cardsolver.games.the_game import GAME
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.position import Position, format_position, parse_position
from tests.contract.test_laws import random_states, seeds


def test_the_example_of_the_notation_page() -> None:
    position = parse_position("54 13 29 89 / 5 10 61 ; 7 8 9 / 33 34")
    assert position == Position((54, 13, 29, 89), ((5, 10, 61), (7, 8, 9)), (33, 34))


@given(st.data())
def test_positions_round_trip(data: st.DataObject) -> None:
    cards = data.draw(st.permutations(range(2, 100)))
    tops = (cards[0], cards[1], cards[2], cards[3])
    sizes = data.draw(st.lists(st.integers(1, 8), min_size=1, max_size=5))
    rest = iter(cards[4:])
    hands = tuple(tuple(sorted(next(rest) for _ in range(size))) for size in sizes)
    draw = tuple(next(rest) for _ in range(data.draw(st.integers(0, 40))))
    due = frozenset(data.draw(st.sets(st.integers(0, 3))))
    position = Position(tops, hands, draw, data.draw(st.integers(0, 4)), due)
    assert parse_position(format_position(position)) == position


@given(seed=seeds)
def test_states_of_random_games_are_positions(seed: int) -> None:
    """A game goes on from its position as it would have gone on from the state."""
    for state in random_states(GAME, "players=3 no-talk first=1 on-fire", seed)[:-1]:
        again = the_game.start(
            Deal("the-game", "on-fire no-talk", position=the_game.position_text(state))
        )
        assert the_game.position_of(again) == the_game.position_of(state)
        assert again.laid_cards == state.laid_cards
        assert again.due == state.due


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1 field separated by /"),
        ("1 1 100 100 / 2 3", "2 fields separated by /"),
        ("1 1 100 / 2 / ", "tops: 3 numbers; expected four"),
        ("1 1 100 1 / 2 / ", "tops: '1'; expected 2 to 99, or 100 for an empty pile"),
        ("100 1 100 100 / 2 / ", "tops: '100'; expected 2 to 99, or 1 for an empty pile"),
        ("1 1 100 100 / two / ", "hands: 'two'; expected a number from 2 to 99"),
        ("1 1 100 100 / 2 / 100", "draw pile: '100'"),
        ("1 1 100 100 / 2 3 ; 3 / ", "the card 3 is given twice"),
        ("5 1 100 100 / 2 / 5", "the card 5 is given twice"),
        ("1 1 100 100 / 2 ; 3 ; 4 ; 5 ; 6 ; 7 / ", "6 hands; expected 1 to 5"),
        ("1 1 100 100 / / 5", "but none in any hand"),
        ("1 1 100 100 / 2 / / 1", "fourth field '1'; expected laid and a number"),
        ("1 1 100 100 / 2 / / laid 99", "but only 97 cards lie on piles"),
    ],
)
def test_a_bad_position_says_where_and_what(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_position(text)


def test_the_number_of_hands_must_fit_the_players() -> None:
    deal = Deal("the-game", "players=3", position="1 1 100 100 / 2 ; 3 / ")
    with pytest.raises(InputError, match="2 hands; expected 3"):
        the_game.start(deal)
