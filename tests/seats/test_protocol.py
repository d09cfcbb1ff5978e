"""Real traffic keeps to the schema, and a bot is told what its seat may know and nothing else."""

from __future__ import annotations

import json
import re
import shlex
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.registry import all_games, game_names
from cardsolver.core.seats import SeatFault
from cardsolver.core.transcript import Transcript, replay
from cardsolver.seats import protocol
from cardsolver.seats.limits import TimeLimits
from cardsolver.seats.pool import SeatPool
from cardsolver.seats.process import Child
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.worker import play_game
from tests.support.running import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SCHEMA = json.loads((ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8"))
SIMPLE = f"cmd:{shlex.join([sys.executable, '-S', str(ROOT / 'examples/bots/simple.py')])}"
SEED = "5"
ENOUGH = 150  # moves; a game of Level 8 may have thousands
LIMITS = TimeLimits(start_s=60, move_s=60)


def check(part: str, message: Any) -> None:
    jsonschema.Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{part}"}]}).validate(
        message
    )


@pytest.fixture
def traffic(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """Every message of the child processes of a test: (to_bot or from_bot, message)."""
    heard: list[tuple[str, dict[str, Any]]] = []
    ask, tell = Child.ask, Child.tell

    def ask_aloud(self: Child, message: Mapping[str, Any], **limits: Any) -> bytes:
        heard.append(("to_bot", json.loads(protocol.encode(message))))
        line = ask(self, message, **limits)
        heard.append(("from_bot", json.loads(line)))
        return line

    def tell_aloud(self: Child, message: Mapping[str, Any], *, limit_s: float) -> None:
        heard.append(("to_bot", json.loads(protocol.encode(message))))
        tell(self, message, limit_s=limit_s)

    monkeypatch.setattr(Child, "ask", ask_aloud)
    monkeypatch.setattr(Child, "tell", tell_aloud)
    return heard


def play(game: str, rules: str, bots: list[str], simple: str = SIMPLE) -> Any:
    config = make_config(
        game=game,
        rules=rules,
        bots=bots,
        names={"simple": simple},
        seeds=SEED,
        limits=LIMITS,
        most_moves=ENOUGH,
    )
    with closing(SeatPool(LIMITS)) as pool:
        return config, play_game(config, 0, pool)


@pytest.mark.parametrize("game", game_names())
def test_real_traffic_keeps_to_the_schema(
    game: str, traffic: list[tuple[str, dict[str, Any]]]
) -> None:
    bots = ["simple+random"] if game == "the-game" else ["simple", "random"]
    _, played = play(game, "players=2", bots)
    assert not played.faults
    for part, message in traffic:
        check(part, message)
    kinds = [message["type"] for part, message in traffic if part == "to_bot"]
    assert kinds[:2] == ["hello", "new-game"]
    assert kinds[-2:] == ["result", "quit"]
    assert set(kinds[2:-2]) == {"move"}
    # It asked to be spared the history.
    assert not any(message.get("history") for _, message in traffic if message["type"] == "move")


@pytest.mark.parametrize(
    ("game", "wish"), [*((game, "all") for game in game_names()), ("level-8", "new")]
)
def test_a_request_holds_the_view_the_visible_history_and_all_legal_moves(
    game: str, wish: str, tmp_path: Path, traffic: list[tuple[str, dict[str, Any]]]
) -> None:
    bots = ["simple+random"] if game == "the-game" else ["simple", "random"]
    program = tmp_path / "bot.py"
    text = (ROOT / "examples/bots/simple.py").read_text(encoding="utf-8")
    program.write_text(text.replace('"history": "none"', f'"history": "{wish}"'))
    command = f"cmd:{shlex.join([sys.executable, '-S', str(program)])}"
    config, played = play(game, "players=2", bots, command)
    rules = all_games()[game]
    deal = deal_seed(game, SEED, rules=config.rules)
    states = replay(Transcript(deal, played.seats, played.moves)).states
    requests = [m for part, m in traffic if part == "to_bot" and m["type"] == "move"]
    seen: list[list[Any]] = []
    for state, move in zip(states, played.moves, strict=False):
        seat = rules.to_move(state)
        assert seat is not None
        if seat == 0:
            request = requests.pop(0)
            view = rules.view(state, 0)
            assert request["view"] == json.loads(json.dumps(rules.view_to_json(view)))
            assert request["legal"] == [rules.format_move(m) for m in rules.legal_moves(view)]
            assert request["history"] == seen
            seen = [*seen, [1, move]] if wish == "all" else [[1, move]]
        else:
            visible = rules.seen_move(rules.parse_move(move))
            if visible is not None:
                seen.append([2, visible])
    assert not requests


def test_the_schema_refuses_what_the_program_refuses() -> None:
    for wrong in (
        {"type": "move", "move": 37},
        {"type": "move"},
        {"type": "hello", "protocol": 2, "name": "x"},
        {"type": "hello", "protocol": 1, "name": ""},
        {"type": "hello", "protocol": 1, "name": "x", "history": "some"},
    ):
        with pytest.raises(jsonschema.ValidationError):
            check("from_bot", wrong)
        line = json.dumps(wrong).encode()
        with pytest.raises(SeatFault):
            (protocol.read_reply if wrong["type"] == "move" else _hello)(line, 1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"type": "move", "move": 62}, "the field move is 62; expected a text, one of the legal"),
        ({"type": "move"}, "the field move is null; expected a text"),
        ({"type": "move", "move": ["A3"]}, 'the field move is ["A3"]; expected a text'),
        ({"type": "move", "id": "1", "move": "A3"}, "to request '1'; expected the number 1"),
        ({"type": "move", "move": "A3", "talk": 7}, "the field talk is 7; expected a text"),
        ({"type": "moves"}, "a message of type 'moves'; expected move"),
    ],
)
def test_a_number_is_not_quoted_as_if_it_were_a_text(line: dict[str, Any], message: str) -> None:
    with pytest.raises(SeatFault, match=re.escape(message)):
        protocol.read_reply(json.dumps(line).encode(), 1)


def _hello(line: bytes, _number: int) -> protocol.Hello:
    return protocol.read_hello(line)


def test_examples_in_the_document_are_in_the_schema() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith('{"type"')]
    assert len(lines) == 7
    for line in lines:
        message = json.loads(line)
        if message["type"] == "move" and "view" in message:
            message["view"] |= {"rules": "", "seat": 1}  # shortened in the document
        jsonschema.Draft202012Validator(SCHEMA).validate(message)


def test_unknown_fields_are_left_alone() -> None:
    reply = protocol.read_reply(b'{"type":"move","move":"A3","mood":"good","talk":"hi"}', 1)
    assert (reply.move, reply.talk) == ("A3", "hi")


def test_halves_of_characters_are_replaced() -> None:
    reply = protocol.read_reply(
        rb'{"type":"move","move":"A\ud83d","talk":"\ud83d\ude00\ude00!"}', 1
    )
    assert (reply.move, reply.talk) == ("A�", "😀�!")
    hello = protocol.read_hello(rb'{"type":"hello","protocol":1,"name":"n\ud83d"}')
    assert hello.name == "n�"


@pytest.mark.parametrize("game", game_names())
def test_the_document_lists_the_fields_of_every_view(game: str) -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    _, _, table = page.partition(f"\n### {all_games()[game].title}\n")
    fields = {"rules", "seat", "hand"}
    for line in table.strip().split("\n\n")[0].splitlines()[2:]:
        fields |= set(re.findall(r"`(\w+)`", line.split("|")[1]))
    state = all_games()[game].start(deal_seed(game, "1", rules="players=2"))
    assert fields == set(all_games()[game].view_to_json(all_games()[game].view(state, 0)))
