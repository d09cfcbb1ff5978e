"""Deal files: what is read, what is refused, and how clearly."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import (
    Deal,
    bare_rules,
    deal_seed,
    deal_to_json,
    format_deal,
    load_deals,
)
from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named

if TYPE_CHECKING:
    from pathlib import Path

CARDS = list(range(2, 100))


def write(folder: Path, text: str | bytes) -> str:
    path = folder / "deal"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def deal_json(**fields: object) -> str:
    return json.dumps({"game": "the-game", "deck": CARDS, **fields})


def test_a_seed_is_the_same_as_a_number_and_as_a_text() -> None:
    assert deal_seed("the-game", 42) == deal_seed("the-game", "42")


@pytest.mark.parametrize(
    ("game", "rules", "bare"),
    [
        ("the-game", "players=1 hand=8 minimum=2", ""),
        ("the-game", "players=3 hand=6 minimum=2 first=bid talk", "players=3"),
        (
            "the-game",
            "players=2 hand=6 minimum=3 first=2 no-talk",
            "players=2 hand=6 minimum=3 first=2 no-talk",
        ),
        ("fifty-fifty", "players=2 first=1 hand=5 aside=20 violet=3-99/3", ""),
        ("level-8", "players=4 levels=two-star", "players=4 levels=two-star"),
    ],
)
def test_bare_rules_have_only_words_that_do_not_follow_from_the_others(
    game: str, rules: str, bare: str
) -> None:
    found = bare_rules(game_named(game), rules)
    assert found == bare
    parse, form = game_named(game).parse_rules, game_named(game).format_rules
    assert form(parse(found)) == form(parse(rules))


def test_plain_text_with_commas_comments_and_any_white_space(tmp_path: Path) -> None:
    text = "# my deal\n" + ",\t ".join(map(str, CARDS[:50])) + " # half\n\n"
    text += "\n".join(map(str, CARDS[50:]))
    assert load_deals(write(tmp_path, text), game="the-game") == [
        Deal("the-game", deck=tuple(CARDS))
    ]


def test_a_printed_deal_is_read_back(tmp_path: Path) -> None:
    deal = deal_seed("the-game", "7", rules="players=2")
    assert load_deals(write(tmp_path, format_deal(deal)), game="the-game") == [deal]
    assert load_deals(write(tmp_path, json.dumps(deal_to_json(deal)))) == [deal]


def test_several_deals_in_one_file(tmp_path: Path) -> None:
    deals = [deal_seed("the-game", str(seed)) for seed in range(3)]
    text = "\n".join(json.dumps(deal_to_json(deal)) for deal in deals)
    assert load_deals(write(tmp_path, text), game="the-game") == deals
    plain = "\n".join(map(format_deal, deals))
    assert load_deals(write(tmp_path, plain), game="the-game") == deals


def test_printed_positions_are_read_back_with_their_rules_and_names(tmp_path: Path) -> None:
    deals = [
        Deal("the-game", "players=1 hand=6 minimum=2", position=f"54 13 29 89 / {card} 10 / 33")
        for card in (5, 6)
    ]
    deals[1] = replace(deals[1], name="Narrow pass")
    plain = "\n".join(map(format_deal, deals))
    assert load_deals(write(tmp_path, plain), game="the-game") == deals


@pytest.mark.parametrize(
    "name", ["", "a\n# seed: 8", "a\u2028b", "a\rb", "a\x0cb", "x ", " x", "a\tb"]
)
def test_a_name_stays_on_its_line(name: str, tmp_path: Path) -> None:
    """Printed, such a deal would be read as another."""
    with pytest.raises(InputError, match=r"name '.*'; expected printable text, without spaces"):
        load_deals(write(tmp_path, deal_json(name=name)), game="the-game")
    if name.strip(" ") == name and len(name.splitlines()) == 1:
        plain = format_deal(replace(deal_seed("the-game", "7"), name=name))
        with pytest.raises(InputError, match="name '"):
            load_deals(write(tmp_path, plain), game="the-game")


def test_comments_that_claim_too_much_are_not_believed(tmp_path: Path) -> None:
    text = format_deal(deal_seed("the-game", "7"))
    with pytest.raises(InputError, match="seed '8' gives another deck"):
        load_deals(write(tmp_path, text.replace("seed: 7", "seed: 8")), game="the-game")
    with pytest.raises(InputError, match="a deal of level-8; expected the-game"):
        load_deals(
            write(tmp_path, text.replace("game: the-game", "game: level-8")), game="the-game"
        )


def test_what_is_shown_of_a_deal_is_printable(tmp_path: Path) -> None:
    text = f"# name: \x1b[2Jevil\n{format_deal(deal_seed('the-game', '7'))}"
    with pytest.raises(InputError, match=r"name '\\x1b\[2Jevil'; expected printable text"):
        load_deals(write(tmp_path, text), game="the-game")


def test_a_printed_deal_of_another_game_is_named_as_such(tmp_path: Path) -> None:
    path = write(tmp_path, format_deal(deal_seed("level-8", "5")))
    with pytest.raises(InputError, match="deal, line 1: a deal of level-8; expected the-game"):
        load_deals(path, game="the-game")


def test_any_other_comment_is_only_a_comment(tmp_path: Path) -> None:
    deal = deal_seed("the-game", "7")
    text = f"# my favourite\n{format_deal(deal)}  # seed: 8"
    assert load_deals(write(tmp_path, text), game="the-game") == [deal]


def test_pretty_printed_json(tmp_path: Path) -> None:
    deal = deal_seed("the-game", "7")
    assert load_deals(write(tmp_path, json.dumps(deal_to_json(deal), indent=2))) == [deal]


def test_positions_one_a_line(tmp_path: Path) -> None:
    text = "# two positions\n54 13 29 89 / 5 10 61 / 33 34\n\n1 1 100 100 / 2 / \n"
    assert [deal.position for deal in load_deals(write(tmp_path, text), game="the-game")] == [
        "54 13 29 89 / 5 10 61 / 33 34",
        "1 1 100 100 / 2 /",
    ]


def test_optional_fields_are_kept(tmp_path: Path) -> None:
    deck = deal_seed("the-game", "9").deck
    fields = {"name": "hard", "source": "a friend", "expected": {"left": 0}, "rules": "expert"}
    text = deal_json(seed="9", deck=deck, **fields)
    (deal,) = load_deals(write(tmp_path, text), game="the-game")
    assert deal == Deal("the-game", "expert", deck, None, "9", "hard", "a friend", {"left": 0})
    assert deal.label == "hard"


def test_other_games_in_plain_text(tmp_path: Path) -> None:
    deal = deal_seed("fifty-fifty", "1")
    assert load_deals(write(tmp_path, format_deal(deal)), game="fifty-fifty")[0].deck == deal.deck


BAD = {
    "empty": ("", "empty; expected a deal"),
    "only comments": ("# nothing\n", "0 cards; expected the 98 of The Game"),
    "a card is missing": (" ".join(map(str, CARDS[:-1])), r"97 cards.*missing: 99"),
    "a card twice": (" ".join(map(str, [*CARDS[:-1], 50])), r"too many: 50; missing: 99"),
    "one too many": (" ".join(map(str, [*CARDS, 50])), r"deal 2: 1 cards.*and 91 more"),
    "a foreign card": ("2 3 100 4", r"line 1: '100' is not a card of The Game; expected a number"),
    "a word": ("2 3\n4 five", r"line 2: 'five' is not a card"),
    "other digits": ("٢ 3", r"line 1: '٢' is not a card"),
    "not JSON": ('{"game": ', r"not JSON at column 10"),
    "JSON of another kind": ("[1, 2]", "expected a JSON object"),
    "a text": ('"the-game"', "expected a JSON object"),
    "too deep": ("[" * 100_000, "nested too deeply|not JSON"),
    "a huge number": ('{"game": ' + "9" * 5000 + "}", "a number is too long|field game"),
    "no game": ('{"deck": []}', "field game is missing"),
    "an unknown game": (deal_json(game="chess"), "no game 'chess'; expected one of the-game"),
    "another game": (json.dumps(deal_to_json(deal_seed("level-8", "1"))), "a deal of level-8"),
    "an unknown field": (deal_json(dekc=[]), "unknown field 'dekc'; expected game, rules"),
    "no deck": ('{"game": "the-game"}', "exactly one of the fields deck and position"),
    "deck and position": (deal_json(position="1 1 100 100 / 2 / "), "exactly one of the fields"),
    "a seed of another deck": (deal_json(seed="9"), "line 1: seed '9' gives another deck"),
    "a seed that none is": (deal_json(seed=" 9"), "line 1: seed ' 9'; expected an integer or"),
    "a seed of a position": (
        json.dumps({"game": "the-game", "position": "1 1 100 100 / 2 / ", "seed": "9"}),
        "line 1: a position with a seed; expected no seed",
    ),
    "a deck that is no list": (deal_json(deck="2 3"), "field deck must be a list"),
    "a fraction": (deal_json(deck=[2.0]), "card 1: '2.0' is not a card"),
    "a truth": (deal_json(deck=[True]), "card 1: 'True' is not a card"),
    "a foreign card in JSON": (deal_json(deck=[2, 1]), "card 2: '1' is not a card of The Game"),
    "rules that are no text": (deal_json(rules=3), "field rules must be a text, not '3'"),
    "expected that is no object": (deal_json(expected=[0]), "field expected must be an object"),
    "a field twice": ('{"game": "the-game", "game": "level-8"}', "field 'game' is given twice"),
    "not a number": (deal_json(deck=[float("nan")]), "NaN is not a JSON value"),
    "a bad second line": (deal_json() + "\n{", "line 2: not JSON"),
    "binary": (b"\x00\x01\x02", "holds binary data"),
    "not UTF-8": (b"2 3 \xff\xfe", "byte 4 is not UTF-8"),
}


@pytest.mark.parametrize(("content", "message"), BAD.values(), ids=BAD.keys())
def test_a_bad_file_gets_one_clear_line(tmp_path: Path, content: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        load_deals(write(tmp_path, content), game="the-game")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_directory_and_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a directory; expected a file"):
        load_deals(str(tmp_path), game="the-game")
    with pytest.raises(InputError, match="no such file"):
        load_deals(str(tmp_path / "none"), game="the-game")
    with pytest.raises(InputError, match="cannot be read"):
        load_deals("a\0b", game="the-game")
