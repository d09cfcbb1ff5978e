"""Transcripts: nothing in them is believed."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.game import Outcome
from cardsolver.core.referee import play_match
from cardsolver.core.registry import game_named, game_names
from cardsolver.core.transcript import Transcript, format_transcript, parse_transcript, replay
from cardsolver.seats.spec import make_bot
from scripts.reliability import honesty


def game() -> Transcript:
    deal = deal_seed("the-game", "1", rules="players=2 hand=7 minimum=2 first=1 no-talk")
    bots = [make_bot("greedy", "the-game", seed="x") for _ in range(2)]
    return play_match(deal, bots, names=["ann", "bob"]).transcript


def test_a_sound_game() -> None:
    transcript = game()
    result = replay(transcript)
    assert result.is_sound
    assert len(result.states) == len(transcript.moves) + 1


def test_an_illegal_move_is_named_with_its_number_seat_and_rule() -> None:
    transcript = game()
    moves = list(transcript.moves)
    moves[1] = "end"
    result = replay(replace(transcript, moves=tuple(moves)))
    assert result.fault is not None
    assert (result.fault.move, result.fault.seat, result.fault.rule) == (2, 0, "TG-13")
    assert len(result.states) == 2
    assert not result.is_sound


def test_a_text_that_is_no_move_has_no_rule() -> None:
    result = replay(replace(game(), moves=("fly",)))
    assert result.fault is not None
    assert (result.fault.move, result.fault.rule) == (1, None)
    assert "'fly' is not a move" in result.fault.message


def test_moves_after_the_end_are_illegal() -> None:
    transcript = game()
    result = replay(replace(transcript, moves=(*transcript.moves, "end")))
    assert result.fault is not None
    assert result.fault.rule == "TG-17"
    assert result.fault.seat is None


def test_an_unfinished_game_is_legal_but_not_sound() -> None:
    transcript = game()
    result = replay(replace(transcript, moves=transcript.moves[:5], result=None))
    assert result.fault is None
    assert not result.is_sound


def test_a_seed_that_does_not_give_the_deck_is_a_fault() -> None:
    transcript = game()
    result = replay(replace(transcript, deal=replace(transcript.deal, seed="2")))
    assert result.fault is not None
    assert result.fault.message == "seed '2' does not give this deck; expected its deck, or no seed"
    assert replay(replace(transcript, deal=replace(transcript.deal, seed=None))).is_sound


@pytest.mark.parametrize("seed", ["", " 7", "7\n"])
def test_a_seed_that_is_none_is_a_fault(seed: str) -> None:
    transcript = game()
    result = replay(replace(transcript, deal=replace(transcript.deal, seed=seed)))
    assert result.fault is not None
    assert result.fault.message.startswith("seed '")
    assert "expected an integer or printable text" in result.fault.message


def test_no_result_for_a_game_that_its_moves_end_is_a_fault() -> None:
    result = replay(replace(game(), result=None))
    assert result.fault is not None
    assert result.fault.message.startswith("the claimed result is null; expected {")
    assert result.outcome == game().result


@pytest.mark.parametrize("name", game_names())
def test_a_move_has_one_text_form_in_a_record(name: str) -> None:
    deal = deal_seed(name, "7")
    played = game_named(name)
    start = played.start(deal)
    seats = ("x",) * played.seats(start)
    text = played.format_move(played.legal_moves(played.view(start, 0))[0])
    assert replay(Transcript(deal, seats, (text,))).fault is None
    forms = {f" {text}", f"{text} ", text.lower(), text.upper(), re.sub(r"(\d+)", r"0\1", text)}
    for other in forms - {text}:
        result = replay(Transcript(deal, seats, (other,)))
        assert result.fault is not None, other
        assert result.fault.move == 1
        assert text in result.fault.message or "is not a move" in result.fault.message


def test_lies_about_sound_games_are_named() -> None:
    """A slice of `scripts/torture records`."""
    tried, wrong = honesty.check_games(1)
    assert wrong == []
    assert tried["sound games"] == len(honesty.GAMES)
    assert len(tried) == 10


def test_a_false_claim_is_a_fault() -> None:
    transcript = game()
    result = replay(replace(transcript, result=Outcome("won", (0, 0), (0, 1))))
    assert result.fault is not None
    assert "; expected {" in result.fault.message
    early = replay(replace(transcript, moves=transcript.moves[:5]))
    assert early.fault is not None
    assert "the game is not over" in early.fault.message


def test_the_seats_must_be_as_many_as_the_rules_say() -> None:
    result = replay(replace(game(), seats=("ann",)))
    assert result.fault is not None
    assert "number of names in seats: 1; expected 2" in result.fault.message


def test_a_game_from_a_position() -> None:
    deal = Deal("the-game", position="1 1 100 100 / 5 6 / ")
    won = Outcome("won", (0,), (0,))
    transcript = Transcript(deal, ("me",), ("A5", "A6"), won)
    assert replay(parse_transcript(format_transcript(transcript))).is_sound


BAD = {
    "no JSON": ("{", "not JSON"),
    "a list": ("[]", "expected a JSON object"),
    "no format": ("{}", "expected the field cardsolver to be 1"),
    "another format": ('{"cardsolver": 2}', "expected the field cardsolver to be 1"),
    "a true format": ('{"cardsolver": true}', "expected the field cardsolver to be 1"),
    "no game": ('{"cardsolver": 1}', "field game is missing"),
}


@pytest.mark.parametrize(("line", "message"), BAD.values(), ids=BAD.keys())
def test_what_is_no_transcript(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_transcript(line)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("seats", "ann", "field seats must be a list of texts"),
        ("moves", [1], "field moves must be a list of texts"),
        ("moves", None, "field moves must be a list of texts"),
        ("result", "won", "expected null, or end, scores and winners"),
        ("result", {"end": "won", "scores": [True], "winners": []}, "expected null, or end"),
        ("rules", "players=9", "expected a whole number from 1 to 5"),
        ("deck", [2, 3], "2 cards; expected the 98"),
        ("wrong", 1, "unknown field 'wrong'"),
        ("seats", ["a\x1b]0;t\x07"], r"seat 'a\\x1b\]0;t\\x07'; expected printable text"),
        ("seed", "\x1b[2J", "field seed is .*; expected printable text"),
        ("source", "two\nlines", r"field source is 'two\\nlines'; expected printable text"),
        ("rules", "players=1\x85", "field rules is .*; expected printable text"),
    ],
)
def test_a_wrong_field_is_named(field: str, value: object, message: str) -> None:
    data = json.loads(format_transcript(game()))
    data[field] = value
    with pytest.raises(InputError, match=message):
        parse_transcript(json.dumps(data))
