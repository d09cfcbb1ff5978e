"""The protocol checker: numbered checks that tell a bot's author what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatFault
from cardsolver.core.text import quote
from cardsolver.seats import protocol
from cardsolver.seats.check_python import check_python_bot
from cardsolver.seats.checking import Check, CheckFailed, Step, Trial, run_checks
from cardsolver.seats.pool import ProcessBot, greet
from cardsolver.seats.process import GRACE_S, Child, split_command
from cardsolver.seats.protocol import SeatContext
from cardsolver.seats.spec import COMMAND, is_command, is_python

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.core.game import AnyGame, Outcome
    from cardsolver.core.seats import AnyBot, Seat
    from cardsolver.seats.limits import TimeLimits


def check_bot(spec: str, game: AnyGame, *, rules: str, limits: TimeLimits) -> Iterator[Check]:
    """Run all checks in order; if the first fails, the others are skipped."""
    if is_command(spec):
        return _check_program(spec, game, rules, limits)
    if is_python(spec, game):
        return check_python_bot(spec, game, rules=rules, limits=limits)
    raise InputError(
        f"bot-check {quote(spec)}; expected a program such as cmd:./mybot --fast,"
        " or a Python class or function such as package.module:Name"
    )


def _check_program(spec: str, game: AnyGame, rules: str, limits: TimeLimits) -> Iterator[Check]:
    program = _Program(split_command(spec.removeprefix(COMMAND)), game, rules, limits)
    checks: list[Step] = [
        ("starts and says hello", program.hello),
        ("answers a request with a legal move", program.first_move),
        ("plays a whole game", program.whole_game),
        ("plays the next game in the same process, in the last seat", program.next_game),
        ("ignores messages and fields it does not know", program.unknown),
        ("answers in the middle of a game it was not told about (stateless)", program.stateless),
        ("exits soon after quit", program.quit),
        ("exits when its input ends", program.end_of_input),
    ]
    try:
        yield from run_checks(checks, program.last_lines)
    finally:
        program.close()


class _Program(Trial):
    """The running program. A dead one is started again for each check."""

    def __init__(self, command: list[str], game: AnyGame, rules: str, limits: TimeLimits) -> None:
        super().__init__(game, rules, limits)
        self._command = command
        self._child: Child | None = None

    def last_lines(self) -> tuple[str, ...]:
        return () if self._child is None else self._child.last_lines()

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()

    def sit(self, seat: Seat, seed: str) -> AnyBot:
        """The program that runs, told about a new game."""
        context = self._context(seat, seed)
        return ProcessBot(self._running(), context, self._limits, spec="", who="bot-check")

    def get_up(self, bot: AnyBot, outcome: Outcome | None) -> None:
        """The program is told how the game ended."""
        if isinstance(bot, ProcessBot):
            bot.finish(outcome, None)

    def _start(self) -> tuple[Child, protocol.Hello]:
        self.close()
        self._child = Child(self._command)
        return self._child, greet(self._child, self._limits.start_s)

    def _running(self) -> Child:
        if self._child is not None and self._child.alive:
            return self._child
        return self._start()[0]

    def hello(self) -> str:
        hello = self._start()[1]
        wish = {"new": ", it keeps the history itself", "none": ", it wants no history"}
        return f"its name is {hello.name}{wish.get(hello.history, '')}"

    def unknown(self) -> str:
        child = self._running()
        child.tell({"type": "x-check", "text": "ignore me"}, limit_s=self._limits.move_s)
        return self._ask_raw(child, "check 5", {"x-check": [1, 2, 3]})

    def stateless(self) -> str:
        child, hello = self._start()
        if hello.history == "new":
            return "not asked of a bot that keeps the history itself"
        return self._ask_raw(child, "check 6", {})

    def _ask_raw(self, child: Child, seed: str, extra: dict[str, Any]) -> str:
        """A request from the middle of a game, without new-game before it."""
        state, seat = self._asked(seed, 3 * self._seats)
        context = self._context(seat, seed)
        view = self._game.view(state, seat)
        limit_s = self._limits.move_s
        request = protocol.move_request(context, view, number=1, history=(), limit_s=limit_s)
        try:
            reply = protocol.read_reply(child.ask({**request, **extra}, limit_s=limit_s), 1)
        except SeatFault as fault:
            raise child.over(fault.kind, str(fault)) from None
        self._game.apply(state, self._game.parse_move(reply.move))
        return f"it played {reply.move}"

    def quit(self) -> str:
        if not self._running().quit():
            raise CheckFailed(f"still running {GRACE_S:g} s after quit; it was killed")
        return ""

    def end_of_input(self) -> str:
        child = self._running()
        child.ask_to_end(politely=False)
        if not child.ends_within(GRACE_S):
            raise CheckFailed(f"still running {GRACE_S:g} s after its input ended; it was killed")
        return ""

    def _context(self, seat: Seat, seed: str) -> SeatContext:
        return SeatContext(self._game, self._rules, seat, self._seats, seed=f"{seed}/{seat}")
