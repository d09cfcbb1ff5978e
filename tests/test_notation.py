"""docs/notation.md says enough to replay every record without our code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.registry import game_named
from cardsolver.core.transcript import (
    Transcript,
    outcome_to_json,
    parse_transcript,
    replay,
    transcript_to_json,
)
from cardsolver.seats.chance import RandomBot
from tests.support import notation_replayer
from tests.support.running import ROOT

if TYPE_CHECKING:
    from cardsolver.core.game import Outcome

PAGE = (ROOT / "docs/notation.md").read_text(encoding="utf-8")
GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = [
    json.loads(block)
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    if '"after"' in block
]


def ours(transcript: Transcript) -> list[dict[str, Any]]:
    """Our states, in the words of the page."""
    game = game_named(transcript.deal.game)
    judged = replay(transcript)
    assert judged.fault is None, judged.fault
    return [
        _state(game.name, state, game.to_move(state), game.outcome(state))
        for state in judged.states
    ]


def _state(name: str, state: Any, to_move: int | None, outcome: Outcome | None) -> dict[str, Any]:
    common = {
        "to_move": None if to_move is None else to_move + 1,
        "result": None if outcome is None else outcome_to_json(outcome),
    }
    if name == "the-game":
        hands = [list(hand) for hand in state.hands]
        return {**common, "hands": hands, "draw": list(state.draw), "tops": list(state.tops)}
    if name == "fifty-fifty":
        return {
            **common,
            "hands": [
                sorted([*map(str, hand.numbers), *["pass"] * hand.passes]) for hand in state.hands
            ],
            "draw": list(map(str, state.draw)),
            "row": [*map(str, state.row), *["pass"] * state.passes],
            "penalties": list(state.penalties),
        }
    between = state.phase == "keep"
    return {
        **common,
        "hands": [list(hand) for hand in state.hands],
        "draw": None if between else list(state.draw),
        "piles": None if between else [list(pile) for pile in state.piles],
        "round": state.round,
        "levels": list(state.levels),
    }


def compare(transcript: Transcript) -> None:
    theirs = notation_replayer.replay(transcript_to_json(transcript))
    for number, (mine, other) in enumerate(zip(ours(transcript), theirs, strict=True)):
        assert mine == other, number


def random_game(name: str, seed: str, rules: str, most: int) -> Transcript:
    game = game_named(name)
    deal = deal_seed(name, seed, rules=game.format_rules(game.parse_rules(rules)))
    state = game.start(deal)
    bot = RandomBot(game, seed)
    moves: list[str] = []
    while (seat := game.to_move(state)) is not None and len(moves) < most:
        move = bot.choose(game.view(state, seat))
        moves.append(game.format_move(move))
        state = game.apply(state, move)
    seats = ("random",) * game.seats(state)
    return Transcript(deal, seats, tuple(moves), game.outcome(state))


SHORT = (
    "levels=set2:keep/set2:keep/set2/set2+set2:keep/set2:keep/set2:keep/set2:keep/set2+set2:keep"
)


@pytest.mark.parametrize(
    ("name", "rules", "games", "most"),
    [
        ("the-game", "", 20, 1000),
        ("the-game", "players=3", 20, 1000),
        ("the-game", "players=5 expert short-hand no-talk first=4", 20, 1000),
        ("the-game", "players=2 on-fire hand=2", 40, 1000),
        ("the-game", "hand=97 minimum=1", 10, 1000),
        ("fifty-fifty", "players=2", 30, 1000),
        ("fifty-fifty", "players=5 violet=none first=3", 30, 1000),
        ("fifty-fifty", "players=3 hand=1 aside=100 violet=1-33+50", 30, 1000),
        ("level-8", f"players=2 {SHORT}", 6, 800),
        ("level-8", f"players=6 {SHORT} first=4 last-card-discarded", 6, 800),
        ("level-8", "players=3 levels=two-star", 4, 800),
    ],
)
def test_the_page_replays_random_games_move_for_move(
    name: str, rules: str, games: int, most: int
) -> None:
    for number in range(games):
        compare(random_game(name, f"notation {number}", rules, most))


@pytest.mark.parametrize("name", ["the-game", "fifty-fifty", "level-8"])
def test_the_page_replays_the_golden_games(name: str) -> None:
    for line in (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        transcript = parse_transcript(line)
        compare(transcript)
        assert (
            notation_replayer.replay(json.loads(line))[-1]["result"] == json.loads(line)["result"]
        )


def test_there_is_an_example_for_every_game_and_every_way_to_shuffle() -> None:
    games = [example["game"] for example in EXAMPLES]
    assert set(games) == {"the-game", "fifty-fifty", "level-8"}
    eights = [example for example in EXAMPLES if example["game"] == "level-8"]
    assert any("seed" in each for each in eights)
    assert any("deck" in each for each in eights)
    assert any(each["moves"].count("keep") == 1 for each in eights)
    assert any(each["moves"].count("keep") == 2 for each in eights)


def test_the_second_reader_knows_nothing_of_the_package() -> None:
    source = Path(notation_replayer.__file__).read_text(encoding="utf-8")
    imported = re.findall(r"^(?:from|import) ([\w.]+)", source, re.MULTILINE)
    assert set(imported) == {"__future__", "collections", "typing"}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["game"])
def test_the_worked_examples(example: dict[str, Any]) -> None:
    record = {**example, "moves": example["moves"].split(", ") if example["moves"] else []}
    if "deck" in record:
        record["deck"] = record["deck"].split()
    state = notation_replayer.replay(record)[-1]
    for field, value in example["after"].items():
        found = state[field]
        if field == "draw" and isinstance(value, list) and value[-1:] == ["…"]:
            found = [*found[: len(value) - 1], "…"]
        assert found == value, field
    line = {"cardsolver": 1, **record, "seats": ["x"] * len(state["hands"])}
    if "position" not in line:
        line["deck"], _ = notation_replayer.deck_of(record)
    del line["after"]
    compare(parse_transcript(json.dumps({**line, "result": state["result"]})))
