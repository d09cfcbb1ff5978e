"""Who takes a seat: a built-in bot, a Python class or function, or a program in any language.

`greedy`, `package.module:Name`, `cmd:./mybot --fast`. Programs are kept from game to game, one
process per seat (so that seats of one bot share no secrets), and are started again after a crash.
"""

from __future__ import annotations

import re
import time
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatFault
from cardsolver.seats import protocol, python
from cardsolver.seats.confinement import Confinement
from cardsolver.seats.isolated import IsolatedBot, start_host
from cardsolver.seats.process import Child, Log, split_command
from cardsolver.seats.spec import COMMAND, is_command, is_python, make_bot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cardsolver.core.game import Outcome
    from cardsolver.core.seats import AnyBot, Seat
    from cardsolver.core.transcript import Fault
    from cardsolver.seats.limits import TimeLimits
    from cardsolver.seats.protocol import SeatContext

CLOSE_S = 1.0  # how long all programs together may take to exit


class SeatPool:
    """Seats bots, and keeps their processes from one game to the next."""

    def __init__(
        self,
        limits: TimeLimits,
        *,
        confinement: Confinement | None = None,
        logs: Path | None = None,
    ) -> None:
        """`logs`: the folder for what programs write to standard error."""
        self._limits = limits
        self._confinement = confinement or Confinement()
        self._logs = logs
        self._idle: dict[str, list[Child]] = {}
        self._at_table: set[Child] = set()

    def seat(self, spec: str, context: SeatContext, *, label: str, who: str) -> AnyBot:
        """A bot for one seat of one game. Raises SeatFault if it does not start."""
        if is_command(spec) or is_python(spec, context.game):
            return self._foreign(spec, replace(context, seed=_own_seed(context.seed)), label, who)
        # A built-in bot has no time limit: a slow machine must not change results.
        return python.trust(make_bot(spec, context.game.name, seed=context.seed))

    def _foreign(self, spec: str, context: SeatContext, label: str, who: str) -> AnyBot:
        """A bot of other people."""
        if not is_command(spec) and not self._confinement.isolates(spec):
            limits = self._limits
            bot = python.sit_down(spec, context.game, seed=context.seed)
            return python.guard(bot, context.game, move_s=limits.move_s, game_s=limits.game_s)
        idle = self._idle.setdefault(spec, [])
        while idle:
            child = idle.pop()
            if child.cpu_used_s > self._confinement.cpu_s / 2:
                child.quit(grace_s=CLOSE_S)  # before its limit ends it in the middle of a game
                continue
            # One that died after its last game harmed nobody; the next is tried, then a new one.
            with suppress(SeatFault):
                return self._sit_down(child, spec, context, who)
        return self._sit_down(self._start(spec, label), spec, context, who)

    def _sit_down(
        self, child: Child, spec: str, context: SeatContext, who: str
    ) -> ProcessBot | IsolatedBot:
        kind = ProcessBot if is_command(spec) else IsolatedBot
        self._at_table.add(child)
        try:
            return kind(child, context, self._limits, spec=spec, who=who)
        except SeatFault:
            self._at_table.discard(child)
            child.kill()
            raise

    def _start(self, spec: str, label: str) -> Child:
        log = None
        if self._logs is not None:
            log = Log(self._logs / f"{re.sub(r'[^A-Za-z0-9._+-]+', '_', label)[:80]}.log")
        if not is_command(spec):
            return start_host(spec, self._confinement, self._limits.start_s, log)
        command = split_command(spec.removeprefix(COMMAND))
        child = Child(command, confinement=self._confinement, log=log)
        greet(child, self._limits.start_s)
        return child

    def release(self, bots: Sequence[AnyBot], outcome: Outcome | None, fault: Fault | None) -> None:
        """The game is over: tell the programs, and keep those that still work."""
        for bot in bots:
            if isinstance(bot, ProcessBot | IsolatedBot):
                self._at_table.discard(bot.child)
                if bot.finish(outcome, fault):
                    self._idle.setdefault(bot.spec, []).append(bot.child)

    def close(self) -> None:
        """End all programs: together, so that several slow ones take no longer than one."""
        for child in self._at_table:  # in a game that was stopped
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


def _own_seed(seed: str) -> str:
    """A seed for a bot of other people: as good as the deal's, but it does not give the deck."""
    return sha256(seed.encode()).hexdigest()[:32]


def greet(child: Child, limit_s: float) -> protocol.Hello:
    """Exchange hellos. Anything that goes wrong here is a no-start."""
    try:
        hello = protocol.read_hello(child.ask(protocol.hello(), limit_s=limit_s))
    except SeatFault as fault:
        child.kill()
        raise SeatFault("no-start", f"no hello: {fault}", child.last_lines()) from None
    child.history = hello.history
    return hello


class ProcessBot:
    """A program in one seat of one game."""

    def __init__(
        self, child: Child, context: SeatContext, limits: TimeLimits, *, spec: str, who: str
    ) -> None:
        """Sit down: tell the program what is being played."""
        self.child = child
        self.spec = spec
        self._context = context
        self._limits = limits
        self._left_s = limits.game_s
        self._history: list[tuple[Seat, str]] = []
        self._asked = 0
        child.who = who
        child.tell(protocol.new_game(context), limit_s=limits.start_s)

    def saw(self, seat: Seat, move: str) -> None:
        """Keep the visible history for the next request."""
        if self.child.history != "none":
            self._history.append((seat, move))

    def choose(self, view: Any) -> Any:
        """Ask the program."""
        self._asked += 1
        limit_s = min(self._limits.move_s, self._left_s)
        used_up = self._limits.used_up(self._left_s)
        if used_up and limit_s <= 0:
            raise self.child.over("time", used_up)
        message = protocol.move_request(
            self._context, view, number=self._asked, history=self._history, limit_s=limit_s
        )
        if self.child.history == "new":
            self._history = []
        started = time.monotonic()
        line = self.child.ask(message, limit_s=limit_s, late=used_up)
        self._left_s -= time.monotonic() - started
        try:
            reply = protocol.read_reply(line, self._asked)
        except SeatFault as fault:
            raise self.child.over(fault.kind, str(fault)) from None
        if reply.talk:
            self.child.talk(reply.talk)
        try:
            return self._context.game.parse_move(reply.move)
        except InputError as error:
            raise SeatFault("bad-message", str(error), self.child.last_lines()) from None

    def finish(self, outcome: Outcome | None, fault: Fault | None) -> bool:
        """Tell the program the result; False if it cannot play another game."""
        if self.child.alive:
            with suppress(SeatFault):
                self.child.tell(protocol.result(outcome, fault), limit_s=self._limits.move_s)
        self.child.who = "between games"
        return self.child.alive
