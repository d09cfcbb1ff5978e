"""Share codes: every game comes back from its code, and damage is noticed."""

from __future__ import annotations

import json
import re
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsolver.core.deal import Deal, deal_seed, load_deals
from cardsolver.core.errors import InputError
from cardsolver.core.registry import all_games, game_named
from cardsolver.core.share_code import pack, unpack
from cardsolver.core.text import is_code
from cardsolver.core.transcript import (
    Aids,
    Transcript,
    format_code,
    format_transcript,
    parse_transcript,
    replay,
)
from tests.support.running import ROOT

if TYPE_CHECKING:
    from random import Random

GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.jsonl"))
PRINTABLE = st.text(max_size=6).filter(str.isprintable)
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def random_game(name: str, seed: str, names: list[str], moves: int, rng: Random) -> Transcript:
    """A legal game of some random moves."""
    game = game_named(name)
    deal = deal_seed(name, seed)
    state = game.start(deal)
    texts = []
    for _ in range(moves):
        seat = game.to_move(state)
        if seat is None:
            break
        move = rng.choice(game.legal_moves(game.view(state, seat)))
        texts.append(game.format_move(move))
        state = game.apply(state, move)
    seats = tuple((names * game.seats(state))[: game.seats(state)])
    return Transcript(deal, seats, tuple(texts), game.outcome(state))


@given(
    name=st.sampled_from(sorted(all_games())),
    seed=st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=8),
    names=st.lists(PRINTABLE, min_size=1, max_size=3),
    moves=st.integers(0, 60),
    aids=st.builds(Aids, st.integers(0, 3), st.integers(0, 3), st.booleans()),
    rng=st.randoms(use_true_random=True),
)
def test_every_legal_game_comes_back(
    name: str, seed: str, names: list[str], moves: int, aids: Aids, rng: Random
) -> None:
    game = replace(random_game(name, seed, names, moves, rng), aids=aids)
    code = format_code(game)
    assert re.fullmatch("cs1[0-9A-Za-z]+", code)
    assert parse_transcript(code) == game
    assert load_deals(code) == [game.deal]


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_recorded_games_come_back_and_are_short(file: object) -> None:
    assert isinstance(file, type(GOLDEN[0]))
    for line in file.read_text(encoding="utf-8").splitlines():
        code = format_code(parse_transcript(line))
        assert format_transcript(parse_transcript(code)) == line
        assert len(code) < len(line) / 2


def test_what_the_notation_page_says_is_all_a_reader_needs() -> None:
    """Read by nothing but the page's recipe."""
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    code, text = re.findall(r"^(cs1[0-9A-Za-z]+)\n(\{.*\})$", page, re.MULTILINE)[0]
    number = 0
    for digit in code[3:]:
        number = 62 * number + DIGITS.index(digit)
    data = number.to_bytes(1 + (number.bit_length() - 1) // 8, "big")
    assert data[0] == 1
    assert zlib.decompress(data[5:], wbits=-15).decode() == text
    assert zlib.crc32(text.encode()) == int.from_bytes(data[1:5], "big")
    assert format_code(parse_transcript(code)) == code


def test_a_deck_or_a_position_without_a_seed_is_in_the_code() -> None:
    deck = Deal("the-game", deck=tuple(range(99, 1, -1)), name="downhill")
    game = Transcript(deck, ("ann",), ("C99", "C98"))
    assert parse_transcript(format_code(game)) == game
    position = Deal("the-game", position="54 13 29 89 / 5 10 61 / 33 34")
    assert load_deals(format_code(Transcript(position, ("ann",), ()))) == [position]


def test_a_seed_that_does_not_give_the_deck_is_not_shared() -> None:
    lie = replace(deal_seed("the-game", "1"), seed="2")
    with pytest.raises(InputError, match="seed '2' does not give this deck"):
        format_code(Transcript(lie, ("ann",), ()))
    honest = replace(lie, seed=None)
    assert load_deals(format_code(Transcript(honest, ("ann",), ()))) == [honest]


def test_any_change_to_a_code_is_noticed() -> None:
    code = format_code(random_moves_of_nobody())
    for place in range(3, len(code)):
        for changed in (
            code[:place] + DIGITS[DIGITS.index(code[place]) - 1] + code[place + 1 :],
            code[:place] + code[place + 1 :],
            code[:place] + "x" + code[place:],
        ):
            with pytest.raises(InputError, match="damaged"):
                parse_transcript(changed)
        if place > 20:
            with pytest.raises(InputError, match="damaged"):
                parse_transcript(code[:place])


def random_moves_of_nobody() -> Transcript:
    return Transcript(deal_seed("the-game", "42"), ("ann",), ("C93", "C87", "end"))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, "field game is missing"),
        ({"game": "chess", "seed": "1"}, "no game 'chess'"),
        ({"game": "the-game", "seats": ["ann"]}, "expected seed, deck or position"),
        ({"game": "the-game", "seed": 7, "moves": ""}, "expected seed, deck or position"),
        ({"game": "the-game", "seed": "7", "seats": "ann"}, "field seats must be a list"),
        ({"game": "the-game", "seed": "7", "seats": [], "moves": 5}, "field moves must be a list"),
        ({"game": "the-game", "seed": "7", "luck": 1, "seats": []}, "unknown field 'luck'"),
        ({"game": "the-game", "seed": "7", "rules": "hand=x", "seats": []}, "hand 'x'"),
        ({"game": "level-8", "position": "1", "seats": []}, "has no positions"),
    ],
)
def test_a_code_that_holds_no_game(value: dict[str, object], message: str) -> None:
    code = pack(value) if len(pack(value)) > 20 else pack({**value, "name": "x" * 20})
    with pytest.raises(InputError, match=message) as caught:
        parse_transcript(code, "here")
    assert str(caught.value).startswith("here: ")
    assert "\n" not in str(caught.value)


def test_other_texts_are_no_codes() -> None:
    assert not any(map(is_code, ("cs1", "games.jsonl", "cs1/abcdefghijklmnopqrst.jsonl", "")))
    with pytest.raises(InputError, match="version 2; expected cs1"):
        unpack("cs2" + "a" * 40, "here")
    with pytest.raises(InputError, match="at most 100,000"):
        unpack("cs1" + "a" * 100_001, "here")
    with pytest.raises(InputError, match="holds no game"):
        unpack(pack(json.loads(json.dumps(["a list of texts and nothing more"]))), "here")


def test_a_code_that_unpacks_without_end_is_refused() -> None:
    bomb = pack({"name": "x" * (2 << 20)})
    with pytest.raises(InputError, match="damaged"):
        unpack(bomb, "here")


def test_an_illegal_game_has_no_code() -> None:
    with pytest.raises(InputError, match="only a legal game can be shared: end after 0"):
        format_code(replace(random_moves_of_nobody(), moves=("end",)))


def test_the_result_is_what_the_moves_lead_to() -> None:
    line = GOLDEN[0].read_text(encoding="utf-8").splitlines()[0]
    game = parse_transcript(line)
    again = parse_transcript(format_code(game))
    assert again.result == game.result is not None
    assert replay(again).is_sound
