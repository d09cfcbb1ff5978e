"""The bots of Level 8: what greedy does, and what both promise."""

from __future__ import annotations

import pytest

from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.bots.greedy import GreedyBot
from tests.support.level_8_checks import play
from tests.support.level_8_states import moment

DRAW, PLAY, KEEP = l8.Phase


def choice(state: l8.State) -> str:
    return l8.format_move(GreedyBot().choose(l8.view(state, state.mover)))


@pytest.mark.no_cover
def test_greedy_beats_random_clearly() -> None:
    """Each deal once in either seat."""
    won = 0
    for deal in range(4):
        for seat in range(2):
            bots = ["random", "random"]
            bots[seat] = "greedy"
            result = play(f"{deal}", bots).result
            won += result is not None and result.winners == (seat,)
    assert won >= 7  # of 8


def test_greedy_takes_a_discard_that_helps() -> None:
    state = moment("4r 5b 9g 10y 1p 1r 15o", "2g", piles=["13b", "6g"], phase=DRAW)
    assert choice(state) == "take 2"
    assert choice(moment("4r 5b 9g 10y 1p", "2g", piles=["13b", "13g"], phase=DRAW)) == "draw"
    assert choice(moment("4r 5b", "2g", piles=["J", "6g"], phase=DRAW)) == "take 1"


def test_greedy_takes_what_it_can_add() -> None:
    table = {0: ["run 4r 5r 6r"]}
    state = moment("12r 1b", "2g", piles=["12g", "7g"], table=table, phase=DRAW)
    assert choice(state) == "take 2"


def test_greedy_takes_from_a_pile_when_there_is_nothing_to_draw() -> None:
    assert choice(moment("4r 5b", "2g", draw="", piles=["13b", ""], phase=DRAW)) == "take 1"
    assert choice(moment("4r 5b", "2g", draw="", piles=["13b", "S"], phase=DRAW)).startswith("take")


def test_greedy_lays_out_at_once_and_leaves_what_fits() -> None:
    state = moment("4r 5b 6g 7g 9g 10y 11o 1p 2p", "2g")
    move = choice(state)
    assert move.startswith("lay")
    after = l8.apply(state, l8.parse_move(move))
    assert choice(after).startswith("add")


def test_greedy_lays_out_two_colour_groups() -> None:
    rules = f"levels={'/'.join(['colour2+colour2'] * 8)}"
    assert choice(moment("1r 3r 5b 9b 12g", "2g", rules=rules)) == "lay 1r 3r | 5b 9b"


def test_greedy_does_not_try_to_lay_out_the_last_card_where_it_must_be_discarded() -> None:
    rules = "last-card-discarded"
    assert choice(moment("4r 5b 6g 9g 10y 11o", "2g", rules=rules)).startswith("discard")


def test_greedy_adds_a_joker_where_it_opens_the_way() -> None:
    state = moment("J 8b 1p", "2g", table={0: ["run 4r 5r 6r", "set 13r 13b"]})
    assert choice(state) == "add J=7 to 1.1"


def test_greedy_keeps_what_it_collects() -> None:
    assert choice(moment("4r 5b 6g 9g 10y 15p J", "2g")) == "lay 4r 5b 6g | J=8 9g 10y"
    assert choice(moment("4r 5b 6g 9g 15p J", "2g", levels=(5, 1))) == "discard 15p"


def test_greedy_skips_the_leader() -> None:
    hands = ("S 4r 9b", "1g", "2g", "3g")
    assert choice(moment(*hands, levels=(1, 3, 5, 2))) == "skip 3"
    table = {3: ["run 4r 5r 6r"]}
    assert choice(moment(*hands, levels=(1, 3, 3, 3), table=table)) == "skip 4"
    assert choice(moment(*hands, levels=(1, 3, 5, 2), skipped=[2])) == "skip 2"
    assert choice(moment("S 4r", "1g", skipped=[1])) == "discard S"


def test_greedy_does_not_feed_a_player_who_laid_out() -> None:
    table = {1: ["set 15g 15b"]}
    assert choice(moment("4r 5b 6g 9g 15p 13o", "2g", levels=(5, 1), table=table)) == "discard 13o"


def test_greedy_with_nothing_but_jokers_discards_one() -> None:
    assert choice(moment("J J", "2g")) == "discard J"
    state = moment("J", "2g", table={0: ["set 9r 9b"]}, rules="last-card-discarded")
    assert choice(state) == "discard J"


def test_greedy_keeps_jokers_and_the_cards_it_needs() -> None:
    rules = "levels=two-star"
    state = moment("9r 9b 9g 2p 3p 14y J", "1r", levels=(8, 1), phase=KEEP, rules=rules)
    assert sorted(choice(state).split()[1:]) == ["9b", "9g", "9r", "J"]
