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
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatFault, SeatLeft, Watcher
from cardsolver.core.text import quote
from cardsolver.runner.leaving import Leave
from cardsolver.seats.limits import TimeLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import AnyBot, Seat

# What a bot does not raise itself: Ctrl-C, and a worker that is told to end.
NOT_ITS_DOING = (KeyboardInterrupt, Leave)


class _TimeUp(BaseException):
    """Raised inside a bot by the alarm; not an Exception, so that a bot does not catch it."""


@dataclass(frozen=True, slots=True)
class _FunctionBot:
    """A function from View to move."""

    function: Callable[[Any], Any]

    def choose(self, view: Any) -> Any:
        return self.function(view)


def load_bot(spec: str) -> Any:
    """The class or function that `package.module:Name` names; the current folder comes first."""
    module_name, _, name = spec.partition(":")
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module_name)
    except NOT_ITS_DOING:
        raise
    except BaseException as error:
        reason = f"{type(error).__name__}: {_said(error)}"
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
    """One bot for one seat of one game."""
    with redirect_stdout(sys.stderr):  # as in `_Limited`
        found = load_bot(spec)
        return _one_of(found, game, seed=seed) if inspect.isclass(found) else _FunctionBot(found)


def sit_down(spec: str, game: AnyGame, *, seed: str) -> AnyBot:
    """The same; SeatFault if the bot cannot be made."""
    try:
        return make(spec, game, seed=seed)
    except NOT_ITS_DOING:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a bot raises is its fault
        fault = crash(error)
        raise SeatFault("no-start", str(fault), fault.last_lines) from None


def _one_of(kind: type, game: AnyGame, *, seed: str) -> AnyBot:
    """A bot of a class, which gets `game` and `seed` if it asks for them."""
    offered = {"game": game, "seed": seed}
    wanted = inspect.signature(kind).parameters
    bot: Any = kind(**{name: value for name, value in offered.items() if name in wanted})
    return cast("AnyBot", bot)


def adapt(bot: Any, game: AnyGame, *, seed: str) -> AnyBot:
    """A bot that the caller made, or its class. It may answer in text; what it raises is raised."""
    is_class = inspect.isclass(bot)
    if callable(bot) and not is_class and not hasattr(bot, "choose"):
        bot = _FunctionBot(bot)
    if not callable(getattr(bot, "choose", None)):
        raise InputError(f"{quote(repr(bot))} cannot take a seat; expected a method choose(view)")
    if is_class:
        bot = _one_of(bot, game, seed=seed)
    return _TextWatcher(bot, game) if isinstance(bot, Watcher) else _Text(bot, game)


class _Text:
    """Reads moves that are given as text."""

    def __init__(self, bot: Any, game: AnyGame) -> None:
        self._bot = bot
        self._game = game

    def choose(self, view: Any) -> Any:
        """The bot's move."""
        return self._game.read_move(self._bot.choose(view))


class _TextWatcher(_Text):
    """The same for a bot that follows the game."""

    def saw(self, seat: Seat, move: str) -> None:
        self._bot.saw(seat, move)


def guard(bot: AnyBot, game: AnyGame, *, move_s: float, game_s: float) -> AnyBot:
    """A bot whose every failure is a SeatFault, with limits. A move may be given as text."""
    if isinstance(bot, Watcher):
        return _LimitedWatcher(bot, game, move_s, game_s)
    return _Limited(bot, game, move_s, game_s)


def trust(bot: AnyBot) -> AnyBot:
    """One of our own bots: it has no limits and knows what a move is, but it may have a bug."""
    return _TrustedWatcher(bot) if isinstance(bot, Watcher) else _Trusted(bot)


class _Trusted:
    """Nothing is checked except that it does not raise."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    def choose(self, view: Any) -> Any:
        """The bot's move."""
        try:
            return self._bot.choose(view)
        except Exception as error:  # noqa: BLE001 - it must not end a tournament
            raise crash(error) from None


class _TrustedWatcher(_Trusted):
    """The same for a bot that follows the game; failing there is a fault at its next move."""

    _failed: SeatFault | None = None

    def choose(self, view: Any) -> Any:
        if self._failed is not None:
            raise self._failed
        return super().choose(view)

    def saw(self, seat: Seat, move: str) -> None:
        try:
            self._bot.saw(seat, move)
        except Exception as error:  # noqa: BLE001 - it must not end a tournament
            self._failed = self._failed or crash(error)


class _Limited:
    """Someone else's bot, in this process."""

    def __init__(self, bot: Any, game: AnyGame, move_s: float, game_s: float) -> None:
        self._bot = bot
        self._game = game
        self._limits = TimeLimits(move_s=move_s, game_s=game_s)
        self._left_s = game_s

    def choose(self, view: Any) -> Any:
        """The bot's move, within its time."""
        return self._game.read_move(self._in_time(lambda: self._bot.choose(view)))

    def _in_time(self, action: Callable[[], Any]) -> Any:
        limit_s = min(self._limits.move_s, self._left_s)
        used_up = self._limits.used_up(self._left_s)
        started = time.monotonic()
        is_late = False
        answer = None
        try:
            # Standard output is for results: what a bot prints goes where messages go.
            with _alarm(limit_s), redirect_stdout(sys.stderr):
                answer = action()
        except _TimeUp:
            is_late = True
        except (SeatFault, SeatLeft, *NOT_ITS_DOING):
            raise
        except BaseException as error:  # noqa: BLE001 - whatever it raises is its fault
            raise crash(error) from None
        took_s = time.monotonic() - started
        self._left_s -= took_s
        if is_late or took_s > limit_s:
            raise SeatFault("time", used_up or f"no answer within {limit_s:g} s")
        return answer


class _LimitedWatcher(_Limited):
    """The same for one that follows the game."""

    _failed: SeatFault | None = None

    def choose(self, view: Any) -> Any:
        if self._failed is not None:
            raise self._failed
        return super().choose(view)

    def saw(self, seat: Seat, move: str) -> None:
        if self._failed is None:
            try:
                self._in_time(lambda: self._bot.saw(seat, move))
            except SeatFault as fault:
                self._failed = fault


def crash(error: BaseException) -> SeatFault:
    """What a bot raised, where, and the last lines of its traceback (without our own frames)."""
    ours = Path(__file__).parent
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).parent != ours
    ]
    lines = [*traceback.format_list(frames[-3:]), *traceback.format_exception_only(error)]
    last = [f"! {line}" for text in lines for line in text.rstrip().split("\n")]
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return SeatFault("crash", f"raised {type(error).__name__}: {_said(error)}{place}", last[-12:])


def _said(error: BaseException) -> str:
    """What an exception says, in one line; its own code decides, and may fail."""
    try:
        return " ".join(str(error).split())
    except NOT_ITS_DOING:
        raise
    except BaseException:  # noqa: BLE001 - as the module traceback does
        return "<exception str() failed>"


@contextmanager
def _alarm(limit_s: float) -> Iterator[None]:
    """Interrupt a bot when its time is up.

    Signals only reach the main thread; elsewhere (a Dask worker) the time is checked afterwards.
    """
    if threading.current_thread() is not threading.main_thread():
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
