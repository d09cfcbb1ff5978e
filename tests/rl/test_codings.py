"""Vectors and action numbers: they say what a View says, and no more."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import cardsolver as cs
from cardsolver import rl
from cardsolver.games.level_8 import rules as level_8
from cardsolver.games.level_8.moves import LayLevel
from cardsolver.rl.coding import HIGHEST, LOWEST
from cardsolver.rl.level_8 import LAY_OUTS, Level8Coding
from tests.contract.adapters import ADAPTERS
from tests.support.level_8_states import moment
from tests.support.many import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = ("the-game", "fifty-fifty", "level-8")


def random_game(game: str, number: int, most_moves: int = 150) -> Iterator[cs.Table]:
    """A table before each move of a random game, in one of the variants of the law tests."""
    variants = ADAPTERS[game].variants
    table = cs.Table(cs.deal(game, seed=number, rules=variants[number % len(variants)]))
    rng = random.Random(number)
    while table.to_move is not None and len(table.moves) < most_moves:
        yield table
        table.push(rng.choice(table.game.legal_moves(table.view())))


@pytest.mark.games(8)
@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_has_one_action_and_every_action_is_legal(game: str, games: range) -> None:
    for number in games:
        for table in random_game(game, number):
            with numbered(number):
                view = table.view()
                coding = rl.coding_for(game, view.rules.players)
                legal = table.game.legal_moves(view)
                moves = coding.moves(view)
                lays = [move for move in legal if isinstance(move, LayLevel)]
                assert len(set(moves.values())) == len(moves)
                assert set(moves.values()) == set(legal) - set(lays[LAY_OUTS:])
                assert list(np.flatnonzero(coding.mask(view))) == sorted(moves)
                assert max(moves) < coding.actions


@pytest.mark.games(8)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_learns_nothing_that_it_cannot_see(game: str, games: range) -> None:
    """Hidden cards are permuted, secret questions moved: vector and mask stay the same."""
    compared = 0
    for number in games:
        rng = random.Random(number)
        for table in random_game(game, number):
            if rng.random() < 0.8:
                continue
            with numbered(number):
                for seat in range(table.game.seats(table.state)):
                    other = ADAPTERS[game].rehide(table.state, seat, rng)
                    if other is None:
                        continue
                    coding = rl.coding_for(game, table.state.rules.players)
                    view, hidden = (table.game.view(each, seat) for each in (table.state, other))
                    vector = coding.observe(view)
                    assert np.array_equal(vector, coding.observe(hidden))
                    assert np.array_equal(coding.mask(view), coding.mask(hidden))
                    assert vector.dtype == np.float32
                    assert vector.min() >= LOWEST
                    assert vector.max() <= HIGHEST
                    compared += 1
    assert compared > 10


@pytest.mark.parametrize("game", GAMES)
def test_what_differs_in_a_view_differs_in_its_vector(game: str) -> None:
    """Along a game equal vectors mean equal Views."""
    seen: dict[bytes, Any] = {}
    compared = 0
    for table in random_game(game, 3):
        view = table.view()
        vector = rl.coding_for(game, view.rules.players).observe(view).tobytes()
        assert seen.setdefault(vector, view) == view
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("game", GAMES)
def test_actions_are_named_by_kind(game: str) -> None:
    """In every position an action lies in the part of its move's first word."""
    names = {
        "the-game": r"end|bid|say",
        "fifty-fifty": r"pass|take|decline|jump",
        "level-8": r"\w+",
    }
    seen = set()
    for number in range(12):
        for table in random_game(game, number):
            view = table.view()
            coding = rl.coding_for(game, view.rules.players)
            for action, move in coding.moves(view).items():
                text = table.game.format_move(move)
                word = re.match(names[game], text)
                kind = word[0] if word else "keep" if text.endswith("keep") else None
                kind = kind or ("lay" if game == "the-game" else "play")
                assert action in range(coding.actions)[coding.action_parts[kind]], text
                seen.add(kind)
    assert seen == set(rl.coding_for(game, 2).action_parts)


def test_the_game_in_numbers() -> None:
    position = "54 13 29 89 / 5 10 64 / 33 34"
    view = cs.Table(cs.deal("the-game", position=position)).view()
    coding = rl.coding_for("the-game", 1)
    vector = coding.observe(view)
    part = {name: vector[where] for name, where in coding.parts.items()}
    assert list(np.flatnonzero(part["hand"])) == [3, 8, 62]  # from 2
    assert part["tops"].tolist() == pytest.approx([0.54, 0.13, 0.29, 0.89])
    assert part["laid_cards"].sum() == 98 - 5
    assert part["owed"].tolist() == pytest.approx([0.2])
    assert part["asked_for"].tolist() == [0, 0, 1]
    texts = {
        action: cs.game_named("the-game").format_move(m) for action, m in coding.moves(view).items()
    }
    assert texts == {
        62: "A64",
        160: "B64",
        199: "C5",
        204: "C10",
        297: "D5",
        302: "D10",
        356: "D64",
    }
    steps = {texts[action]: float(part["steps"][action]) for action in texts}
    assert steps["A64"] == pytest.approx(0.10)
    assert steps["C10"] == pytest.approx(0.19)
    assert np.count_nonzero(part["steps"]) == len(texts)


def test_a_trick_is_a_step_back() -> None:
    view = cs.Table(cs.deal("the-game", position="54 13 29 89 / 39 44 / 60")).view()
    coding = rl.coding_for("the-game", 1)
    steps = coding.observe(view)[coding.parts["steps"]]
    assert steps[44 - 2] == pytest.approx(-0.1)
    assert steps[2 * 98 + 39 - 2] == pytest.approx(-0.1)


def test_the_question_about_a_jump_is_for_the_seat_asked() -> None:
    """Of two seats that differ in nothing else, only the one asked has an offer and a jump."""
    found = 0
    for number in range(20):
        for table in random_game("fifty-fifty", number):
            asked = table.state.asked
            if asked is None:
                continue
            found += 1
            coding = rl.coding_for("fifty-fifty", table.state.rules.players)
            for seat in range(table.state.rules.players):
                view = table.view(seat)
                vector = coding.observe(view)
                assert (vector[coding.parts["offer"]] > 0) == (seat == asked)
                jumps = coding.mask(view)[-2:].tolist()  # decline and jump
                assert jumps == ([1, 1] if seat == asked else [0, 0])
    assert found > 5


def test_lay_outs_beyond_the_last_place_are_not_offered() -> None:
    """Seven Jokers make more lay-outs than there are places; the first ones are offered."""
    view = level_8.view(moment("1r 2o 3y 4g 5b 6p J J J J J", "7r 8r"), 0)
    lays = [move for move in level_8.legal_moves(view) if isinstance(move, LayLevel)]
    assert len(lays) > LAY_OUTS
    coding = rl.coding_for("level-8", 2)
    offered = [move for move in coding.moves(view).values() if isinstance(move, LayLevel)]
    assert offered == lays[:LAY_OUTS]


def test_level_8_in_numbers() -> None:
    """Seats count from the one that looks; a Joker goes in front of a run or behind it."""
    state = moment(
        "9r",
        "7r J S",
        "1b",
        mover=1,
        piles=("2g", "", "3p 4p"),
        table={1: ["run 1r 2r 3r", "run 4r 5r 6r"], 2: ["set 7g 7b", "colour 8y 9y 1y 2y"]},
    )
    view = level_8.view(state, 1)
    coding = rl.coding_for("level-8", 3)
    assert isinstance(coding, Level8Coding)
    start = {name: part.start for name, part in coding.action_parts.items()}
    named = {level_8.format_move(move): action for action, move in coding.moves(view).items()}
    seven = 6  # 7r, in the printed order
    assert named == {
        "add J=4 to 2.1": start["add"] + 91,
        "add J=3 to 2.2": start["add"] + 92 + 90,
        "add J=7 to 2.2": start["add"] + 92 + 91,
        "add 7r to 2.2": start["add"] + 92 + seven,
        "add J=7 to 3.1": start["add"] + 5 * 92 + 91,
        "add 7r to 3.1": start["add"] + 5 * 92 + seven,
        "add J=y to 3.2": start["add"] + 6 * 92 + 91,
        "discard 7r": start["discard"] + seven,
        "discard J": start["discard"] + 90,
        "discard S": start["discard"] + 91,
        "skip 3": start["skip"],
        "skip 1": start["skip"] + 1,
    }
    vector = coding.observe(view)
    part = {name: vector[where] for name, where in coding.parts.items()}
    assert np.flatnonzero(part["hand"]).tolist() == [seven, 90, 91]
    assert part["hand_sizes"].tolist() == pytest.approx([0.3, 0.1, 0.1])
    assert part["laid_out"].tolist() == [1, 1, 0]
    tops = part["tops"].reshape(3, 92)
    assert [np.flatnonzero(top).tolist() for top in tops] == [[], [5 * 15 + 3], [3 * 15 + 1]]
    assert part["discarded"].sum() == 3
