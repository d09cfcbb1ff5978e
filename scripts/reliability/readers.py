"""Every reader of the package as a function from bytes, for the fuzzer.

A reader may refuse its input with one clear line (InputError, or a SeatFault for what a bot says).
Anything else that it raises is a finding. What is accepted must be true: whatever comes back as
another value, or is called sound and is not (second_opinion.py), is a finding, too.
"""

from __future__ import annotations

import json
import re
import tempfile
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from cardsolver.core.deal import deal_seed, deal_to_json, load_deals
from cardsolver.core.errors import InputError
from cardsolver.core.registry import all_games
from cardsolver.core.seats import SeatFault
from cardsolver.core.seeds import join_seeds, parse_seeds, parse_stored_seeds
from cardsolver.core.share_code import _to_digits
from cardsolver.core.text import parse_size
from cardsolver.core.transcript import format_code, parse_transcript, replay
from cardsolver.games.level_8.levels_file import read_levels
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game.daily import parse_day
from cardsolver.games.the_game.position import format_position, parse_position
from cardsolver.runner import journal
from cardsolver.seats import protocol
from cardsolver.seats.confinement import checked_wrapper
from cardsolver.seats.process import split_command
from cardsolver.seats.shelf import load_save
from cardsolver.solver.batch import SolveTask, VerdictFile
from cardsolver.studies.plan import parse_rounds, read_plan
from cardsolver.studies.verify import study_lines, verify_study
from cardsolver.tournaments.record import read_record
from cardsolver.tournaments.report import load_results, make_report, transcripts
from cardsolver.tournaments.settings import config_of, read_settings
from scripts.reliability.second_opinion import Wrong, second_opinion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cardsolver.core.transcript import Transcript

_MEMORY = Path("/dev/shm")  # noqa: S108 - a file for every input: better not on a disk
_FOLDER = tempfile.TemporaryDirectory(
    prefix="cardsolver-fuzz-", dir=_MEMORY if _MEMORY.is_dir() else None
)
_MOST_REPLAYED = 400  # moves: a longer record is only parsed
_XZ = b"\xfd7zXZ\0"


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _file(data: bytes, suffix: str = "") -> str:
    path = Path(_FOLDER.name) / f"input{suffix}"
    path.write_bytes(data)
    return str(path)


def _record_file(data: bytes) -> str:
    """A journal's file; published ones are compressed."""
    return _file(data, ".xz" if data.startswith(_XZ) else ".jsonl")


def _first_that_reads(attempts: Iterable[Callable[[], object]]) -> None:
    """Try all of them; refused is what all refuse."""
    refusals: list[InputError] = []
    accepted = False
    for attempt in attempts:
        try:
            attempt()
        except InputError as error:
            refusals.append(error)
        else:
            accepted = True
    if not accepted:
        raise refusals[0]


def deals(data: bytes) -> None:
    """Deals from a file, as JSON or in the plain text of each game, and back to text."""

    def read(game: str | None) -> None:
        for deal in load_deals(_file(data), game=game):
            if load_deals(_file(json.dumps(deal_to_json(deal)).encode())) != [deal]:
                raise Wrong(f"{deal} does not come back")

    _first_that_reads([lambda game=game: read(game) for game in (None, *all_games())])  # type: ignore[misc] # a lambda for each game


def positions(data: bytes) -> None:
    """Positions of The Game."""
    position = parse_position(_text(data))
    if parse_position(format_position(position)) != position:
        raise Wrong(f"{position} does not come back")


def variants(data: bytes) -> None:
    """Variants of every game."""

    def read(game: Any) -> None:
        rules = game.parse_rules(_text(data))
        if game.parse_rules(game.format_rules(rules)) != rules:
            raise Wrong(f"{rules} does not come back")

    _first_that_reads([lambda game=game: read(game) for game in all_games().values()])  # type: ignore[misc] # the same


def moves(data: bytes) -> None:
    """Moves of every game."""

    def read(game: Any) -> None:
        move = game.parse_move(_text(data))
        text = game.format_move(move)
        if game.parse_move(text) != move or game.format_move(game.parse_move(text)) != text:
            raise Wrong(f"{move} does not come back")

    _first_that_reads([lambda game=game: read(game) for game in all_games().values()])  # type: ignore[misc] # the same


@cache
def _views() -> list[tuple[Any, Any]]:
    """What people look at while they type: every kind of question of every game."""
    from cardsolver.seats.chance import RandomBot  # noqa: PLC0415 - only to make the views

    found: dict[tuple[str, str], tuple[Any, Any]] = {}
    for name, rules in (
        ("the-game", ""),
        ("the-game", "players=3"),
        ("fifty-fifty", "players=3"),
        ("level-8", "players=3 levels=set2:keep/set2/set2/set2/set2/set2/set2/set2"),
    ):
        game = all_games()[name]
        screen = game.screen()
        state = game.start(deal_seed(name, 18, rules=rules))
        bot = RandomBot(game, "18")
        for _ in range(150):
            seat = game.to_move(state)
            if seat is None:
                break
            view = game.view(state, seat)
            kind = re.sub(r"[^a-z ]", "", screen.expected(view))[:12]
            found.setdefault((rules or name, kind), (screen, view))
            state = game.apply(state, bot.choose(view))
    return list(found.values())


def typed(data: bytes) -> None:
    """What a person types at the table."""

    def read(screen: Any, view: Any) -> None:
        for entry in screen.split(_text(data), view):
            screen.read(entry, view)

    _first_that_reads([lambda at=at: read(*at) for at in _views()])  # type: ignore[misc] # a lambda for each view


def games(data: bytes) -> None:
    """Records of games; what is called sound is judged by others."""
    transcript = parse_transcript(_text(data))
    _judge(transcript)
    with suppress(InputError):  # most games are no game that somebody left
        load_save(_file(data))


def _judge(transcript: Transcript) -> None:
    if len(transcript.moves) <= _MOST_REPLAYED and replay(transcript).is_sound:
        second_opinion(transcript)


def codes(data: bytes) -> None:
    """Share codes: as text, or whatever bytes are inside one whose checksum is right."""
    text = _text(data) if data.startswith(b"cs") else seal_code(data)
    transcript = parse_transcript(text)
    _judge(transcript)
    if replay(transcript).fault is None and parse_transcript(format_code(transcript)) != transcript:
        raise Wrong(f"{transcript} does not come back")


def seal_code(data: bytes) -> str:
    """The share code that holds these bytes."""
    squeeze = zlib.compressobj(level=1, wbits=-15)
    packed = squeeze.compress(data) + squeeze.flush()
    framed = b"\1" + zlib.crc32(data).to_bytes(4, "big") + packed
    return f"cs1{_to_digits(int.from_bytes(framed, 'big'))}"


def records(data: bytes) -> None:
    """Records of tournaments, their reports, and their games."""
    source = _record_file(data)
    read_record(source)
    results = load_results([source], moves=True)
    make_report(results)
    for transcript in transcripts(results):
        _judge(transcript)


def studies(data: bytes) -> None:
    """Records of studies; lines that are called legal are judged by others."""
    source = _record_file(data)
    if not verify_study(source, limit_s=0).contradictions:
        for line in study_lines([source]):
            _judge(line)


class _NoFlusher:
    """Nothing is at stake: no thread, and no waiting for a disk."""

    error = None

    def __init__(self, file: int) -> None:
        pass

    def wake(self) -> None:
        pass

    finish = wake


def verdicts(data: bytes) -> None:
    """The file of `--resume`; one that is refused stays as it is."""
    path = Path(_file(data))
    with patch.object(journal, "_Flusher", _NoFlusher):
        try:
            with VerdictFile(path) as file:
                for task in resumed():
                    if task not in file:
                        continue
                    verdict = file[task]
                    second_opinion(verdict.transcript)
                    if verdict.variant.partition(" first")[0] not in task.key:
                        raise Wrong(f"a verdict on {verdict.variant}")
        except InputError as error:
            if path.read_bytes() != data and "line" in str(error) and "not one of" in str(error):
                raise Wrong("a file that was refused was changed") from None
            raise


@cache
def resumed() -> list[SolveTask]:
    """The deals of a run that is resumed."""
    position = "1 1 100 100 / 30 40 50 / 60 70"
    deal = type(deal_seed("the-game", 0))("the-game", position=position)
    return [SolveTask(deal), SolveTask(deal_seed("the-game", 1, rules="hand=2"))]


def settings(data: bytes) -> None:
    """Configurations of tournaments."""
    config_of(read_settings(Path(_file(data, ".toml"))))


def plans(data: bytes) -> None:
    """Studies as people write them."""
    found = read_plan(_text(data), "study.toml")
    if found.plan.deals < 1:
        raise Wrong("a study of nothing")


def levels(data: bytes) -> None:
    """Level lists, as TOML and as JSON."""
    _first_that_reads([lambda end=end: read_levels(_file(data, end)) for end in (".toml", ".json")])  # type: ignore[misc] # one for each


def messages(data: bytes) -> None:
    """What a bot says."""
    try:
        protocol.read_hello(data)
    except SeatFault:
        protocol.read_reply(data, 1)


def seeds(data: bytes) -> None:
    """Seeds as people and files give them."""
    text = _text(data)[:2000]
    _first_that_reads(
        [lambda: parse_seeds(text), lambda: parse_stored_seeds(text), lambda: join_seeds([text])]
    )


def flags(data: bytes) -> None:
    """Sizes, days, times and commands, as people give them on the command line."""
    text = _text(data)
    _first_that_reads(
        [
            lambda: parse_size(text, "--memory"),
            lambda: parse_day(text),
            lambda: parse_rounds(text.split(","), "--rounds"),
            lambda: split_command(text),
            lambda: checked_wrapper(text),
        ]
    )


def kernel_calls(data: bytes) -> None:
    """The kernel's binding, with any numbers at all."""
    numbers = list(data[:160])

    def take(count: int) -> tuple[int, ...]:
        taken, numbers[:] = tuple(numbers[:count]), numbers[count:]
        return taken

    seats, minimum, laid, switches = (*take(4), 1, 2, 0, 0)[:4]
    moment: Any = SimpleNamespace(
        tops=(*take(4), 1, 1, 100, 100)[:4],
        hands=tuple(take(1 + switches % 9) for _ in range(seats % 7)),
        minimum=minimum % 9,
        laid=laid % 12,
        on_fire=bool(switches & 16),
        due=tuple(bool(switches & 32 << pile) for pile in range(4)),
        draw=tuple(numbers),
    )
    limits = kernel.KernelLimits(seconds=0.2, nodes=3000, memory_bytes=1 << 26)
    try:
        if switches & 1:
            kernel.beam([moment], 1 + switches, limits=limits)
        else:
            kernel.exact([moment], limits=limits, win_only=bool(switches & 2))
    except ValueError as error:  # its way to refuse
        raise InputError(str(error)) from None


READERS: dict[str, Callable[[bytes], None]] = {
    "moves": moves,
    "typed": typed,
    "messages": messages,
    "positions": positions,
    "variants": variants,
    "seeds": seeds,
    "flags": flags,
    "levels": levels,
    "settings": settings,
    "plans": plans,
    "deals": deals,
    "games": games,
    "codes": codes,
    "records": records,
    "studies": studies,
    "verdicts": verdicts,
    "kernel": kernel_calls,
}
