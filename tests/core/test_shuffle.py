"""The seeded shuffle is fixed for ever: its numbers are pinned here and in docs/notation.md."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsolver.core.deal import deal_seed
from cardsolver.core.registry import game_named, game_names
from cardsolver.core.shuffle import generator_state, next_number, number_below, shuffle
from tests.support.running import ROOT

NOTATION = ROOT / "docs" / "notation.md"
# The Game, seed 42: the whole deck.
SEED_42 = """
83 20 86 35 93 17 57 87 39 37 22 52 66 7 24 68 44 54 61 42 27 63 16 19 6 67 88 92
71 46 4 96 60 14 30 76 40 21 77 85 34 81 79 62 45 5 74 64 59 94 2 84 90 29 70 53
58 98 89 38 8 82 32 23 11 47 13 31 12 55 78 72 9 33 73 69 97 80 43 18 41 75 25 51
3 65 99 95 56 36 50 49 10 91 28 48 15 26
"""


def test_the_deck_of_seed_42_never_changes() -> None:
    assert deal_seed("the-game", "42").deck == tuple(map(int, SEED_42.split()))


def test_fnv_1a_has_its_published_values() -> None:
    """From the reference tables of Fowler, Noll and Vo for the 64-bit FNV-1a."""
    assert generator_state("") == 0xCBF29CE484222325
    assert generator_state("a") == 0xAF63DC4C8601EC8C
    assert generator_state("foobar") == 0x85944171F73967E8


def test_splitmix64_has_its_published_values() -> None:
    """The stream from state 1234567 that reference implementations print."""
    state = 1234567
    numbers = []
    for _ in range(5):
        number, state = next_number(state)
        numbers.append(number)
    assert numbers == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_the_table_in_the_notation_page_is_true() -> None:
    rows = re.findall(
        r"^\| `([^`]*)` \| `([0-9a-f]{16})` \| `([0-9a-f]{16})` \| ([0-9 ]+) \|$",
        NOTATION.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert len(rows) >= 4
    for seed, state, first, cards in rows:
        assert f"{generator_state(seed):016x}" == state
        assert f"{next_number(generator_state(seed))[0]:016x}" == first
        assert deal_seed("the-game", seed).deck[:8] == tuple(map(int, cards.split()))


@pytest.mark.parametrize("game", game_names())
def test_a_shuffle_keeps_every_card(game: str) -> None:
    assert Counter(deal_seed(game, "any").deck) == Counter(game_named(game).deck.cards)


@given(limit=st.integers(1, 2**64), state=st.integers(0, 2**64 - 1))
def test_numbers_stay_below_their_limit(limit: int, state: int) -> None:
    number, after = number_below(limit, state)
    assert 0 <= number < limit
    assert 0 <= after < 2**64


def test_numbers_above_the_largest_multiple_are_drawn_again() -> None:
    """With a limit just above half of 2**64, nearly every second number must be refused."""
    limit = 2**63 + 1
    state = generator_state("refused")
    first, after = next_number(state)
    while first < limit:
        state = after
        first, after = next_number(state)
    assert number_below(limit, state) == number_below(limit, after)


def test_every_order_of_three_cards_is_as_likely() -> None:
    orders = Counter(shuffle("abc", generator_state(str(seed)))[0] for seed in range(6000))
    assert len(orders) == 6
    # 1000 each expected, standard deviation 29: five of them on either side.
    assert all(855 <= count <= 1145 for count in orders.values())


def test_a_second_shuffle_goes_on_from_the_first() -> None:
    _, state = shuffle(range(10), generator_state("x"))
    assert shuffle(range(10), state)[0] != shuffle(range(10), generator_state("x"))[0]


def test_different_seeds_give_different_decks() -> None:
    decks = {deal_seed("the-game", str(seed)).deck for seed in range(500)}
    assert len(decks) == 500
