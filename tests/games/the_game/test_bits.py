"""Bit sets: what fits, what tricks reach, and which cards are dead."""

from __future__ import annotations

import pytest

from cardsolver.games.the_game.bits import (
    ALL_CARDS,
    FITS,
    TRICKS,
    bits,
    cards_of,
    dead_cards,
)
from cardsolver.games.the_game.rules import fits, is_trick
from tests.support.positions import INSTANCES, best


def test_the_lay_rule_is_the_rules_own() -> None:
    for pile in range(4):
        for top in range(1, 101):
            fitting = {card for card in range(2, 100) if fits(pile, top, card)}
            assert set(cards_of(FITS[pile][top])) - {top} == fitting - {top}, (pile, top)
            tricks = {card for card in range(2, 100) if is_trick(pile, top, card)}
            assert set(cards_of(TRICKS[pile][top])) == tricks, (pile, top)


def test_sets_and_cards_are_two_forms_of_the_same() -> None:
    cards = (2, 37, 63, 64, 99)
    assert cards_of(bits(cards)) == list(cards)
    assert cards_of(ALL_CARDS) == list(range(2, 100))


@pytest.mark.parametrize(
    ("tops", "hand", "dead"),
    [
        ((60, 70, 30, 20), (40, 50), ()),  # 50 on 60, then 40 on 50
        ((60, 70, 30, 20), (41, 45), (41, 45)),
        ((60, 70, 30, 20), (41, 51, 61), ()),  # 61, 51, 41
        ((60, 70, 30, 20), (41, 61, 45), (41, 45)),  # 51 is missing in the chain
        ((60, 70, 30, 20), (40, 45, 62), (45,)),  # 40 on 30, but that does not help the 45
        ((60, 70, 61, 20), (60,), ()),
    ],
)
def test_dead_cards_are_those_no_chain_of_tricks_reaches(
    tops: tuple[int, int, int, int], hand: tuple[int, ...], dead: tuple[int, ...]
) -> None:
    assert cards_of(dead_cards(tops, bits(hand))) == list(dead)


def test_dead_cards_never_exceed_what_is_left() -> None:
    for seed, roots in INSTANCES:
        for root in roots:
            unlaid = bits(root.draw) | sum(bits(hand) for hand in root.hands)
            assert dead_cards(root.tops, unlaid).bit_count() <= best((root,)), seed
