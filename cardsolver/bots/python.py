"""Bots in this process: a Python class or function by its name, and a guard around any bot.

The guard turns whatever goes wrong into a SeatFault, so that one bot cannot end a tournament.
"""

from __future__ import annotations

import importlib
import inspect
import signal
import sys
import threading
import time
import traceback
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cardsolver.errors import InputError
from cardsolver.game import SeatFault, SeatLeft, Watcher
from cardsolver.textfile import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from cardsolver.game import AnyBot, AnyGame, Seat


class _TimeUp(BaseException):
    """Raised inside a bot by the alarm; no Exception, so that a bot does not catch it."""


@dataclass(frozen=True, slots=True)
class _FunctionBot:
    """A function from View to move."""

    function: Callable[[Any], Any]

    def choose(self, view: Any) -> Any:
        return self.function(view)


def load(spec: str) -> Any:
    """The class or function that `package.module:Name` names; modules are sought here first."""
    module_name, _, name = spec.partition(":")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module_name)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise InputError(f"bot {quote(spec)}: cannot import {module_name} ({reason})") from error
    for part in name.split("."):
        if not hasattr(found, part):
            raise InputError(f"bot {quote(spec)}: {module_name} has no {name}")
        found = getattr(found, part)
    if not callable(found):
        raise InputError(f"bot {quote(spec)}: {name} is neither a class nor a function")
    if inspect.isclass(found) and not callable(getattr(found, "choose", None)):
        raise InputError(f"bot {quote(spec)}: {name} has no method choose(view)")
    return found


def make(spec: str, game: AnyGame, *, seed: str) -> AnyBot:
    """One bot for one seat of one game. A class is given `game` and `seed` if it asks for them."""
    found = load(spec)
    if not inspect.isclass(found):
        return _FunctionBot(found)
    offered = {"game": game, "seed": seed}
    wanted = inspect.signature(found).parameters
    bot: Any = found(**{name: value for name, value in offered.items() if name in wanted})
    return cast("AnyBot", bot)


class Guarded:
    """A bot whose every failing is a SeatFault. A move may be given as text."""

    def __init__(
        self,
        bot: AnyBot,
        game: AnyGame,
        *,
        move_s: float | None = None,
        game_s: float | None = None,
    ) -> None:
        """Without limits the bot is trusted: to answer, and with a move."""
        self._bot = bot
        self._game = game
        self._move_s = move_s
        self._left_s = game_s
        self._watcher = bot if isinstance(bot, Watcher) else None
        self._failed: SeatFault | None = None

    def choose(self, view: Any) -> Any:
        """The bot's move, within its time."""
        if self._failed is not None:
            raise self._failed
        limit_s = _smaller(self._move_s, self._left_s)
        move = self._in_time(limit_s, lambda: self._bot.choose(view))
        if isinstance(move, str):
            return self._game.parse_move(move)
        if limit_s is not None and not self._is_move(move):
            raise SeatFault("bad-message", f"answered {quote(repr(move))}; expected a move")
        return move

    def saw(self, seat: Seat, move: str) -> None:
        """Pass on what was seen; a bot that fails here is at fault when it is next to move."""
        watcher = self._watcher
        if watcher is None or self._failed is not None:
            return
        try:
            self._in_time(self._move_s, lambda: watcher.saw(seat, move))
        except SeatFault as fault:
            self._failed = fault

    def _in_time(self, limit_s: float | None, action: Callable[[], Any]) -> Any:
        started = time.monotonic()
        is_late = False
        answer = None
        try:
            with _faults(), _alarm(limit_s):
                answer = action()
        except _TimeUp:
            is_late = True
        took_s = time.monotonic() - started
        if self._left_s is not None:
            self._left_s -= took_s
        if limit_s is not None and (is_late or took_s > limit_s):
            raise SeatFault("time", f"no answer within {limit_s:g} s")
        return answer

    def _is_move(self, move: Any) -> bool:
        """A move is what has a text form that parses back to it."""
        try:
            return bool(self._game.parse_move(self._game.format_move(move)) == move)
        except Exception:  # noqa: BLE001 - any object at all may come from a bot
            return False


@contextmanager
def _faults() -> Iterator[None]:
    try:
        yield
    except (SeatFault, SeatLeft):
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a bot raises is its fault
        lines = traceback.format_exception(error)[-4:]
        last = [f"! {line}" for text in lines for line in text.rstrip().split("\n")]
        raise SeatFault("crash", f"raised {type(error).__name__}: {error}", last[-10:]) from None


@contextmanager
def _alarm(limit_s: float | None) -> Iterator[None]:
    """Break a bot off when its time is up.

    Signals reach the main thread only; elsewhere (a Dask worker) the time is judged afterwards.
    """
    if limit_s is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(limit_s, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _smaller(first: float | None, second: float | None) -> float | None:
    given = [value for value in (first, second) if value is not None]
    return min(given) if given else None
