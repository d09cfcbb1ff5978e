"""Who takes a seat: a built-in bot, a Python class or function, or a program in any language.

`greedy`, `package.module:Name`, `cmd:./mybot --fast`. Programs are kept from game to game, one
process a seat (so that seats of one bot share no secrets), and are started again after a crash.
"""

from __future__ import annotations

import re
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsolver.bots import BOTS, make_bot, protocol, python
from cardsolver.bots.process import Child, Log, split_command
from cardsolver.errors import InputError
from cardsolver.game import SeatFault
from cardsolver.textfile import quote

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cardsolver.bots.protocol import Table
    from cardsolver.game import AnyBot, Outcome, Seat
    from cardsolver.transcript import Fault

COMMAND = "cmd:"
CLOSE_S = 1.0  # how long all programs together may take to end
_PYTHON = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a bot may take: to start, for a move, and for all its moves of a game."""

    start_s: float = 10.0
    move_s: float = 10.0
    game_s: float = 600.0


def is_command(spec: str) -> bool:
    """Is this bot a program of its own?"""
    return spec.startswith(COMMAND)


def _is_python(spec: str, game: str) -> bool:
    return spec.partition(":")[0] not in BOTS[game] and _PYTHON.fullmatch(spec) is not None


def check_spec(spec: str, game: str, *, here: bool = True) -> None:
    """Refuse a bot that cannot be, before any game. `here`: it will run on this machine."""
    if is_command(spec):
        program = split_command(spec.removeprefix(COMMAND))[0]
        if here and shutil.which(program) is None:
            raise InputError(
                f"bot {quote(spec)}: no program {quote(program)}; expected one on the path,"
                " or a file that may be executed"
            )
    elif _is_python(spec, game):
        if here:
            python.load(spec)
    else:
        make_bot(spec, game, seed="")


class Stable:
    """Seats bots, and keeps their processes from one game to the next."""

    def __init__(self, limits: Limits, *, logs: Path | None = None) -> None:
        """`logs`: the folder for what programs write to standard error."""
        self._limits = limits
        self._logs = logs
        self._idle: dict[str, list[Child]] = {}
        self._at_table: set[Child] = set()

    def seat(self, spec: str, table: Table, *, label: str, who: str) -> AnyBot:
        """A bot for one seat of one game. Raises SeatFault when it does not start."""
        if is_command(spec):
            return self._process_bot(spec, table, label, who)
        if _is_python(spec, table.game.NAME):
            limits = self._limits
            try:
                bot = python.make(spec, table.game, seed=table.seed)
            except Exception as error:  # noqa: BLE001 - whatever a bot raises is its fault
                raise SeatFault("no-start", f"raised {type(error).__name__}: {error}") from None
            return python.guard(bot, table.game, move_s=limits.move_s, game_s=limits.game_s)
        # A built-in bot answers in its own time: a slow machine must not change results.
        return python.trust(make_bot(spec, table.game.NAME, seed=table.seed))

    def _process_bot(self, spec: str, table: Table, label: str, who: str) -> ProcessBot:
        idle = self._idle.setdefault(spec, [])
        while idle:
            # One that died after its last game harmed nobody; the next is tried, then a new one.
            with suppress(SeatFault):
                return self._sit_down(idle.pop(), spec, table, who)
        return self._sit_down(self._start(spec, label), spec, table, who)

    def _sit_down(self, child: Child, spec: str, table: Table, who: str) -> ProcessBot:
        self._at_table.add(child)
        return ProcessBot(child, table, self._limits, spec=spec, who=who)

    def _start(self, spec: str, label: str) -> Child:
        log = None
        if self._logs is not None:
            log = Log(self._logs / f"{re.sub(r'[^A-Za-z0-9._+-]+', '_', label)[:80]}.log")
        child = Child(split_command(spec.removeprefix(COMMAND)), log=log)
        greet(child, self._limits.start_s)
        return child

    def release(self, bots: Sequence[AnyBot], outcome: Outcome | None, fault: Fault | None) -> None:
        """The game is over: tell the programs, and keep those that are well."""
        for bot in bots:
            if isinstance(bot, ProcessBot):
                self._at_table.discard(bot.child)
                if bot.finish(outcome, fault):
                    self._idle.setdefault(bot.spec, []).append(bot.child)

    def close(self) -> None:
        """End all programs: together, so that several slow ones take no longer than one."""
        for child in self._at_table:  # in a game that was broken off
            child.kill()
        self._at_table.clear()
        children = [child for each in self._idle.values() for child in each]
        self._idle.clear()
        for child in children:
            child.ask_to_end()
        deadline = time.monotonic() + CLOSE_S
        for child in children:
            child.ends_within(deadline - time.monotonic())
            child.kill()


def greet(child: Child, limit_s: float) -> str:
    """Exchange hellos; the bot's name. Whatever goes wrong here is called no-start."""
    try:
        return protocol.read_hello(child.ask(protocol.hello(), limit_s=limit_s))
    except SeatFault as fault:
        child.kill()
        raise SeatFault("no-start", f"no hello: {fault}", child.last_lines()) from None


class ProcessBot:
    """A program in one seat of one game."""

    def __init__(self, child: Child, table: Table, limits: Limits, *, spec: str, who: str) -> None:
        """Sit down: tell the program what is played."""
        self.child = child
        self.spec = spec
        self._table = table
        self._limits = limits
        self._left_s = limits.game_s
        self._history: list[tuple[Seat, str]] = []
        self._asked = 0
        child.who = who
        child.tell(protocol.new_game(table), limit_s=limits.start_s)

    def saw(self, seat: Seat, move: str) -> None:
        """Keep the visible history for the next request."""
        self._history.append((seat, move))

    def choose(self, view: Any) -> Any:
        """Ask the program."""
        self._asked += 1
        limit_s = min(self._limits.move_s, self._left_s)
        if limit_s <= 0:
            raise self.child.over("time", f"the {self._limits.game_s:g} s of the game are used up")
        message = protocol.move_request(
            self._table, view, number=self._asked, history=self._history, limit_s=limit_s
        )
        started = time.monotonic()
        line = self.child.ask(message, limit_s=limit_s)
        self._left_s -= time.monotonic() - started
        try:
            reply = protocol.read_reply(line, self._asked)
        except SeatFault as fault:
            raise self.child.over(fault.kind, str(fault)) from None
        if reply.talk:
            self.child.talk(reply.talk)
        try:
            return self._table.game.parse_move(reply.move)
        except InputError as error:
            raise SeatFault("bad-message", str(error), self.child.last_lines()) from None

    def finish(self, outcome: Outcome | None, fault: Fault | None) -> bool:
        """Tell the program the result; False when it cannot play on."""
        if self.child.alive:
            with suppress(SeatFault):
                self.child.tell(protocol.result(outcome, fault), limit_s=self._limits.move_s)
        self.child.who = "between games"
        return self.child.alive
