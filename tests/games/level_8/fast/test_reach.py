"""How far hands are from levels."""

from __future__ import annotations

from random import Random

import pytest

from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.fast.codes import CODE
from cardsolver.games.level_8.fast.reach import Reach
from cardsolver.games.level_8.layouts import lay_outs
from cardsolver.games.level_8.levels import levels_from_texts
from tests.support.level_8_checks import random_hand

OTHERS = levels_from_texts(
    [
        "run2+run2+run2+run2+run2",
        "run4+run3+set2",
        "set6+colour2",
        "set2+set2+run2+colour3",
        "run5+set5",
        "colour10",
        "run2+set2+set2+set2+set2",
        "set10",
    ]
)


def lacking(level: l8.Level, hand: list[str]) -> int:
    reach = Reach(level)
    return reach.lacking(reach.key(CODE[card] for card in hand))


@pytest.mark.parametrize("levels", [*l8.LISTS.values(), OTHERS], ids=[*l8.LISTS, "others"])
def test_a_level_can_be_laid_out_when_nothing_is_lacking(levels: l8.Levels) -> None:
    rng = Random(1)
    for index in range(100):
        hand = random_hand(rng, index % 5)
        for level in levels:
            assert (lacking(level, hand) <= 0) == any(lay_outs(level, hand)), (str(level), hand)


def test_four_pairs_may_share_a_number() -> None:
    level = l8.LISTS["one-star"][1]
    assert lacking(level, ["9r", "9o", "9y", "9g", "9b", "9p", "2r", "2g"]) == 0


@pytest.mark.parametrize("levels", l8.LISTS.values(), ids=l8.LISTS)
def test_each_joker_fills_one_place(levels: l8.Levels) -> None:
    rng = Random(2)
    for _ in range(40):
        hand = random_hand(rng, 0, 9)
        for level in levels:
            assert lacking(level, [*hand, "J"]) == lacking(level, hand) - 1


@pytest.mark.parametrize("levels", [*l8.LISTS.values(), OTHERS], ids=[*l8.LISTS, "others"])
def test_more_cards_are_never_farther(levels: l8.Levels) -> None:
    """Nor is a card ever worth more than a Joker."""
    rng = Random(3)
    for _ in range(25):
        *hand, more = random_hand(rng, 1)[::-1]
        for level in levels:
            reach = Reach(level)
            key = reach.key(CODE[card] for card in hand)
            after = reach.distance(key + reach.units[CODE[more]])
            joker = reach.distance(key + reach.units[CODE["J"]])
            assert joker - 1e-9 <= after <= reach.distance(key) + 1e-9, (str(level), hand, more)


def test_a_run_that_is_open_at_both_ends_is_nearer() -> None:
    reach = Reach(l8.LISTS["one-star"][4])  # a run of 7

    def distance(*cards: str) -> float:
        return reach.distance(reach.key(CODE[card] for card in cards))

    open_ends = distance("5r", "6r", "7r", "8r", "9r", "10r")
    one_end = distance("1r", "2r", "3r", "4r", "5r", "6r")
    assert open_ends < one_end
