"""A Python bot of other people in a process of its own, with `cardsolver.seats.host` in it."""

from __future__ import annotations

import base64
import json
import os
import pickle
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.seats import FAULTS, SeatFault, SeatLeft
from cardsolver.core.text import parse_json, quote
from cardsolver.seats import confinement as system
from cardsolver.seats import protocol
from cardsolver.seats.process import Child

if TYPE_CHECKING:
    from cardsolver.core.game import Outcome
    from cardsolver.core.seats import Seat
    from cardsolver.core.transcript import Fault
    from cardsolver.seats.confinement import Confinement
    from cardsolver.seats.limits import TimeLimits
    from cardsolver.seats.process import Log
    from cardsolver.seats.protocol import SeatContext


def start_host(spec: str, confinement: Confinement, limit_s: float, log: Log | None) -> Child:
    """A process with the bot's module loaded; SeatFault if it cannot be."""
    path = os.pathsep.join(part for part in sys.path if part)
    child = Child(
        [sys.executable, "-m", "cardsolver.seats.host", spec],
        confinement=confinement,
        log=log,
        extra={"PYTHONPATH": os.pathsep.join([str(Path.cwd()), path])},
    )
    try:
        _ask(child, protocol.hello(), "hello", limit_s)
    except SeatFault as fault:
        child.kill()
        raise SeatFault("no-start", str(fault), fault.last_lines or child.last_lines()) from None
    return child


def check_isolated(spec: str, confinement: Confinement, limit_s: float) -> None:
    """Reject a bot that cannot be loaded, without loading it here."""
    if not system.POSIX:
        raise InputError(f"bot {quote(spec)}: Python bots play on Linux and macOS only")
    bot = f"bot {quote(spec)}: "
    try:
        start_host(spec, confinement, limit_s, None).kill()
    except SeatFault as fault:
        said = [line.removeprefix("! ") for line in fault.last_lines if line.startswith("! ")]
        last = f" (it said {quote(said[-1])})" if said else ""
        raise InputError(f"{bot}{str(fault).removeprefix(bot)}{last}") from None


class IsolatedBot:
    """One seat of one game. It is told what it sees of the moves when it is asked for its own."""

    def __init__(
        self, child: Child, context: SeatContext, limits: TimeLimits, *, spec: str, who: str
    ) -> None:
        """Sit down: the bot is made."""
        self.child = child
        self.spec = spec
        self._game = context.game
        self._limits = limits
        self._left_s = limits.game_s
        self._saw: list[tuple[Seat, str]] = []
        child.who = who
        message = {"type": "sit", "game": context.game.name, "seed": context.seed}
        _ask(child, message, "seated", limits.start_s)

    def saw(self, seat: Seat, move: str) -> None:
        """Keep what the bot will be told."""
        self._saw.append((seat, move))

    def choose(self, view: Any) -> Any:
        """Ask the bot."""
        limit_s = min(self._limits.move_s, self._left_s)
        used_up = self._limits.used_up(self._left_s)
        if used_up and limit_s <= 0:
            raise self.child.over("time", used_up)
        packed = base64.b64encode(pickle.dumps(view)).decode()
        message = {"type": "choose", "view": packed, "saw": self._saw}
        started = time.monotonic()
        answer = _ask(self.child, message, "move", limit_s, late=used_up)
        self._left_s -= time.monotonic() - started
        self._saw = []
        move = answer.get("move")
        if not isinstance(move, str):
            raise self.child.over("bad-message", "answered without a move")
        return self._game.parse_move(move)

    def finish(self, _outcome: Outcome | None, _fault: Fault | None) -> bool:
        """Nothing to say at the end; False if it cannot play another game."""
        self.child.who = "between games"
        return self.child.alive


def _ask(
    child: Child, message: dict[str, Any], wanted: str, limit_s: float, *, late: str | None = None
) -> dict[str, Any]:
    """The host's answer. It is not believed: a bot may write into its host's pipe."""
    line = child.ask(message, limit_s=limit_s, late=late)
    try:
        answer = parse_json(line.decode(errors="replace"), "the answer")
    except InputError as error:
        raise child.over("bad-message", str(error)) from None
    kind = answer.get("type") if isinstance(answer, dict) else None
    if kind == wanted:
        return dict(answer)
    if kind == "left" and wanted == "move":
        raise SeatLeft
    if kind == "fault" and answer.get("kind") in FAULTS:
        last = answer.get("last")
        lines = [str(each) for each in last] if isinstance(last, list) else []
        raise SeatFault(answer["kind"], str(answer.get("message")), lines)
    raise child.over("bad-message", f"answered {json.dumps(answer)[:100]}; expected {wanted}")
