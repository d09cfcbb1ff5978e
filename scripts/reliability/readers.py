"""Every reader of the package as a function from bytes, for the fuzzer.

A reader may refuse its input with one clear line (InputError, or a SeatFault for what a bot says).
Anything else that it raises is a finding. What is accepted must be true: a second opinion, written
apart from the package, replays every record that is called sound.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from cardsolver.core.deal import deal_seed, deal_to_json, load_deals
from cardsolver.core.errors import InputError
from cardsolver.core.registry import all_games
from cardsolver.core.seats import SeatFault
from cardsolver.core.seeds import parse_seeds, parse_stored_seeds
from cardsolver.core.transcript import (
    format_code,
    format_transcript,
    parse_transcript,
    replay,
    transcript_to_json,
)
from cardsolver.games.level_8.levels_file import read_levels
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game.position import format_position, parse_position
from cardsolver.seats import protocol
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.record import Record, read_record
from cardsolver.tournaments.run import run
from cardsolver.tournaments.settings import config_of, read_settings
from tests.support import notation_replayer
from tests.support.naive import fifty_fifty as naive_ff
from tests.support.naive import the_game as naive_tg

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolver.core.transcript import Transcript

ROOT = Path(__file__).parents[2]
_FOLDER = tempfile.TemporaryDirectory(prefix="cardsolver-fuzz-")
_MOST_REPLAYED = 400  # moves: a longer record is only parsed


class Wrong(Exception):  # noqa: N818 - a finding
    """Something was accepted that is not true."""


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _file(data: bytes, suffix: str = "") -> str:
    path = Path(_FOLDER.name) / f"input{suffix}"
    path.write_bytes(data)
    return str(path)


def deals(data: bytes) -> None:
    """Deals from a file, and back to text."""
    for deal in load_deals(_file(data), game="the-game"):
        again = load_deals(_file(json.dumps(deal_to_json(deal)).encode()))
        if again != [deal]:
            raise Wrong(f"{deal} does not come back")


def positions(data: bytes) -> None:
    """Positions of The Game."""
    position = parse_position(_text(data))
    if parse_position(format_position(position)) != position:
        raise Wrong(f"{position} does not come back")


def variants(data: bytes) -> None:
    """Variants of every game."""
    refused: list[InputError] = []
    for game in all_games().values():
        try:
            rules = game.parse_rules(_text(data))
            if game.parse_rules(game.format_rules(rules)) != rules:
                raise Wrong(f"{rules} does not come back")
        except InputError as error:
            refused.append(error)
    if len(refused) == len(all_games()):
        raise refused[0]


def moves(data: bytes) -> None:
    """Moves of every game."""
    refused: list[InputError] = []
    for game in all_games().values():
        try:
            move = game.parse_move(_text(data))
        except InputError as error:
            refused.append(error)
            continue
        text = game.format_move(move)
        if game.parse_move(text) != move or game.format_move(game.parse_move(text)) != text:
            raise Wrong(f"{move} does not come back")
    if len(refused) == len(all_games()):
        raise refused[0]


def transcripts(data: bytes) -> None:
    """Records of games, and share codes; what is called sound is replayed by others."""
    transcript = parse_transcript(_text(data))
    if len(transcript.moves) > _MOST_REPLAYED:
        return
    if replay(transcript).is_sound:
        second_opinion(transcript)


def second_opinion(transcript: Transcript) -> None:
    """Raise unless the readers and engines of the tests agree that a game is legal and ended so."""
    game = all_games()[transcript.deal.game]
    start = game.start(transcript.deal)
    data = transcript_to_json(transcript)
    data["rules"] = game.format_rules(start.rules)  # complete, as in every record of ours
    states = notation_replayer.replay(data)
    if states[-1]["result"] != data["result"]:
        raise Wrong(f"another result: {states[-1]['result']}")
    played = list(transcript.moves)
    if game.name == "fifty-fifty":
        rules = start.rules
        position = naive_ff.start(
            rules.players, transcript.deal.deck, rules.first, rules.hand, rules.aside, rules.violet
        )
        for move in played:
            if move not in naive_ff.legal(position):
                raise Wrong(f"{move} is not legal")
            position = naive_ff.play(position, move)
    elif game.name == "the-game":
        _judge_the_game(start, states, played)


def _judge_the_game(start: Any, states: list[dict[str, Any]], played: list[str]) -> None:
    lays = [number for number, move in enumerate(played) if move.split()[0] not in ("bid", "say")]
    if not lays or start.due or start.laid:
        return
    first = lays[0]
    mover = states[first]["to_move"] - 1
    hands = states[first]["hands"]
    position = naive_tg.make(
        states[first]["tops"],
        [*hands[mover:], *hands[:mover]],
        states[first]["draw"],
        start.rules.minimum,
        on_fire=start.rules.on_fire,
    )
    for number in lays:
        if played[number] not in naive_tg.legal(position):
            raise Wrong(f"{played[number]} is not legal")
        position = naive_tg.play(position, played[number])


def records(data: bytes) -> None:
    """Records of tournaments."""
    read_record(_file(data), moves=True)


def settings(data: bytes) -> None:
    """Configurations of tournaments."""
    config_of(read_settings(Path(_file(data, ".toml"))))


def levels(data: bytes) -> None:
    """Level lists, as TOML and as JSON."""
    try:
        read_levels(_file(data, ".toml"))
    except InputError:
        read_levels(_file(data, ".json"))


def messages(data: bytes) -> None:
    """What a bot says."""
    try:
        protocol.read_hello(data)
    except SeatFault:
        protocol.read_reply(data, 1)


def seeds(data: bytes) -> None:
    """Seeds as people and files give them."""
    text = _text(data)[:2000]
    try:
        parse_seeds(text)
    except InputError:
        parse_stored_seeds(text)


def kernel_calls(data: bytes) -> None:
    """The kernel's binding, with any numbers at all."""
    numbers = list(data[:160])

    def take(count: int) -> tuple[int, ...]:
        taken, numbers[:] = tuple(numbers[:count]), numbers[count:]
        return taken

    seats, minimum, laid, flags = (*take(4), 1, 2, 0, 0)[:4]
    moment: Any = SimpleNamespace(
        tops=(*take(4), 1, 1, 100, 100)[:4],
        hands=tuple(take(1 + flags % 9) for _ in range(seats % 7)),
        minimum=minimum % 9,
        laid=laid % 12,
        on_fire=bool(flags & 16),
        due=tuple(bool(flags & 32 << pile) for pile in range(4)),
        draw=tuple(numbers),
    )
    limits = kernel.KernelLimits(seconds=0.2, nodes=3000, memory_bytes=1 << 26)
    try:
        if flags & 1:
            kernel.beam([moment], 1 + flags, limits=limits)
        else:
            kernel.exact([moment], limits=limits, win_only=bool(flags & 2))
    except ValueError as error:  # its way to refuse
        raise InputError(str(error)) from None


READERS: dict[str, Callable[[bytes], None]] = {
    "deals": deals,
    "positions": positions,
    "variants": variants,
    "moves": moves,
    "transcripts": transcripts,
    "records": records,
    "settings": settings,
    "levels": levels,
    "messages": messages,
    "seeds": seeds,
    "kernel": kernel_calls,
}


def corpus(name: str) -> list[bytes]:
    """Good inputs to start from."""
    golden = [
        line
        for game in ("the-game", "fifty-fifty", "level-8")
        for line in (ROOT / f"tests/golden/{game}.jsonl").read_bytes().splitlines()[:4]
    ]
    short = [line for line in golden if len(line) < 6000] or golden[:2]
    match name:
        case "deals":
            made = [deal_seed("the-game", number) for number in range(2)]
            plain = " ".join(map(str, made[0].deck))
            return [
                *(json.dumps(deal_to_json(deal)).encode() for deal in made),
                plain.encode(),
                b'{"game":"the-game","position":"54 13 29 89 / 5 10 61 ; 7 8 9 / 33 34"}',
            ]
        case "positions":
            return [b"54 13 29 89 / 5 10 61 ; 7 8 9 / 33 34", b"44! 1 100 100 / 3 / 4 / laid 1"]
        case "variants":
            return [
                b"players=2 hand=7 minimum=2 first=bid talk",
                b"players=3 hand=5 aside=20 violet=3-99/3+7 first=1",
                b"players=4 levels=set2:keep/run3+run3/set2/set2/set2/set2/set2/colour4 first=2",
                b"expert short-hand on-fire no-talk",
            ]
        case "moves":
            texts = "A37|end|bid 7|say C:keep D:gentle|say|73|73 keep|pass|jump 23|decline|take"
            texts += "|draw|take 3|lay 4r 5b J=6 \x7c 9g 10y 11o|add 7r to 2.1|add J=r to 1.2"
            texts += "|discard 12p|skip 3|keep 4r J|keep"
            return [text.encode() for text in texts.split("|")]
        case "transcripts":
            codes = [format_code(parse_transcript(line.decode())).encode() for line in golden[:2]]
            return [*short, *codes, *_small_games()]
        case "records":
            return [_record()]
        case "settings":
            return [(ROOT / "examples/tournament.toml").read_bytes()]
        case "levels":
            return [
                (ROOT / "examples/short-levels.toml").read_bytes(),
                b'{"levels":["run3"],"keep":[1]}',
            ]
        case "messages":
            return [
                b'{"type":"hello","protocol":1,"name":"x","history":"new"}',
                b'{"type":"move","id":1,"move":"A4","talk":"low"}',
            ]
        case "seeds":
            return [b"0:100", b"1,5,9", b"0:10,42", b'["a","b"]', b"-3:4"]
    return [
        bytes([2, 2, 0, 8, 1, 1, 100, 100, *range(2, 40)]),
        bytes([1, 1, 0, 3, 9, 1, 99, 80, 5, 6, 7, 8]),
    ]


def _small_games() -> list[bytes]:
    """Short games, so that changed ones are often still games."""
    from cardsolver.core.referee import play_match  # noqa: PLC0415 - only to make the corpus
    from cardsolver.seats.spec import make_bot  # noqa: PLC0415 - the same

    found = []
    for name, rules in (
        ("the-game", "hand=2"),
        ("the-game", "players=3 hand=2 on-fire"),
        ("fifty-fifty", "players=2 hand=2 aside=112"),
    ):
        for seed in range(3):
            deal = deal_seed(name, seed, rules=rules)
            game = all_games()[name]
            count = game.seats(game.start(deal))
            bots = [make_bot("random", name, seed=f"{seed}/{seat}") for seat in range(count)]
            match = play_match(deal, bots, names=["x"] * count)
            found.append(format_transcript(match.transcript).encode())
    return found


def _record() -> bytes:
    config = make_config(game="the-game", rules="hand=2", bots=["random"], seeds="0:3")
    path = Path(_FOLDER.name) / "record"
    path.unlink(missing_ok=True)
    with Record(config, path) as record:
        run(config, record)
    return path.read_bytes()
