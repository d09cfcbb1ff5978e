"""Hints for Level 8."""

from __future__ import annotations

import re

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.bots.greedy import GreedyBot
from cardsolver.games.level_8.bots.hint import explain
from tests.support.level_8_states import moment

DRAW, PLAY, KEEP = l8.Phase


def hint(state: l8.State) -> tuple[str, str]:
    move, why = explain(l8.view(state, state.mover))
    return l8.format_move(move), why


def test_a_hint_names_the_card_that_completes_the_level() -> None:
    state = moment("4r 5b 6g 9g 10y 1p 1r 15o", "2g", piles=["13b", "11g"], phase=DRAW)
    move, why = hint(state)
    assert move == "take 2"
    assert why.startswith("11g brings your level nearer: then it is complete")


def test_a_hint_says_what_wins() -> None:
    state = moment("1r 1b 2r 2b 2g 3r 3b 3g 3o 15p", "2g", levels=(8, 1))
    assert hint(state) == (
        "lay 1r 1b | 2r 2g 2b | 3r 3o 3g 3b",
        "your level is complete",
    )


def test_a_hint_knows_the_last_card() -> None:
    state = moment("15p", "2g 3g", table={0: ["set 9r 9b"]})
    assert hint(state) == ("discard 15p", "15p fits nowhere now")


def test_a_hint_says_why_a_level_waits() -> None:
    others = "2g 3g 8o 1o 15r 15b 13y 12b 4y 6b"
    move, why = hint(moment("4r 5b 6g 9g 10y 11p 1r 2y 14b 14g 7y", others))
    assert move in {"discard 1r", "discard 2y", "discard 14b", "discard 14g"}
    assert f"your level is complete without {move.split()[1]}; held back" in why


def test_a_hint_says_how_far_the_level_is() -> None:
    move, why = hint(moment("4r 5b 6g 9g 15p 13o 2b", "2g", levels=(5, 1)))
    assert move.startswith("discard")
    assert re.search(r"\d cards? missing, about \d+\.\d draws", why)


def test_a_hint_for_cards_to_keep() -> None:
    state = moment("9r 9b 9g 2p 3p J", "1r", levels=(8, 1), phase=KEEP, rules="levels=two-star")
    assert hint(state)[1] == "with these kept, 5 cards of your level are missing"


@pytest.mark.parametrize("players", [2, 5])
def test_hints_never_contradict_the_position(players: int) -> None:
    """In every moment of a game: a legal move, and a sentence about cards that are there."""
    state = l8.start(deal_seed(l8.NAME, "hints", rules=f"players={players}"))
    bot = GreedyBot()
    for turn in range(48):
        view = l8.view(state, state.mover)
        if turn % 6 == 0:
            move, why = explain(view)
            assert move in l8.legal_moves(view)
            there = {*view.hand, *(pile[-1] for pile in view.piles if pile)}
            named = re.findall(r"\b\d+[roygbp]\b", why.split(";")[0])
            assert set(named) <= there, why
        state = l8.apply(state, bot.choose(view))
        if l8.to_move(state) is None:
            break
