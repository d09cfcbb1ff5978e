"""The protocol checker: numbered checks that tell a bot's author what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatFault
from cardsolver.core.text import quote
from cardsolver.seats import protocol
from cardsolver.seats.check_python import check_python_bot
from cardsolver.seats.checking import (
    Check,
    CheckFailed,
    Step,
    ended,
    play_against_chance,
    random_state,
    run_checks,
)
from cardsolver.seats.pool import ProcessBot, greet
from cardsolver.seats.process import GRACE_S, Child, split_command
from cardsolver.seats.protocol import SeatContext
from cardsolver.seats.spec import COMMAND, is_command, is_python

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import Seat
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
    session = _Session(split_command(spec.removeprefix(COMMAND)), game, rules, limits)
    checks: list[Step] = [
        ("starts and says hello", session.hello),
        ("answers a request with a legal move", session.first_move),
        ("plays a whole game", session.whole_game),
        ("plays the next game in the same process, in the last seat", session.next_game),
        ("ignores messages and fields it does not know", session.unknown),
        ("answers in the middle of a game it was not told about (stateless)", session.stateless),
        ("exits soon after quit", session.quit),
        ("exits when its input ends", session.end_of_input),
    ]
    try:
        yield from run_checks(checks, session.last_lines)
    finally:
        session.close()


class _Session:
    """The running bot, and games to try it with. A dead bot is started again for each check."""

    def __init__(self, command: list[str], game: AnyGame, rules: str, limits: TimeLimits) -> None:
        self._command = command
        self._game = game
        self._limits = limits
        variant = game.parse_rules(rules)
        self._rules = game.format_rules(variant)
        self._seats = int(variant.players)
        self._child: Child | None = None

    def last_lines(self) -> tuple[str, ...]:
        return () if self._child is None else self._child.last_lines()

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()

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

    def first_move(self) -> str:
        state = self._state("check 2", self._seats - 1)
        seat = self._game.to_move(state)
        if seat is None:
            raise CheckFailed("no move to ask for under these rules")
        bot = self._sit(seat, "check 2")
        move = bot.choose(self._game.view(state, seat))
        self._game.apply(state, move)
        bot.finish(None, None)
        return f"it played {self._game.format_move(move)}"

    def whole_game(self) -> str:
        return self._play("check 3", 0)

    def next_game(self) -> str:
        return self._play("check 4", self._seats - 1)

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
        state = self._state(seed, 3 * self._seats)
        seat = self._game.to_move(state)
        if seat is None:
            raise CheckFailed("no move to ask for under these rules")
        table = self._table(seat, seed)
        view = self._game.view(state, seat)
        limit_s = self._limits.move_s
        request = protocol.move_request(table, view, number=1, history=(), limit_s=limit_s)
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

    def _table(self, seat: Seat, seed: str) -> SeatContext:
        return SeatContext(self._game, self._rules, seat, self._seats, seed=f"{seed}/{seat}")

    def _sit(self, seat: Seat, seed: str) -> ProcessBot:
        table = self._table(seat, seed)
        return ProcessBot(self._running(), table, self._limits, spec="", who="bot-check")

    def _state(self, seed: str, moves: int) -> Any:
        return random_state(self._game, self._rules, seed, moves)

    def _play(self, seed: str, seat: Seat) -> str:
        """The bot in one seat, random moves in the others."""
        bot = self._sit(seat, seed)
        moves, outcome = play_against_chance(self._game, self._rules, seed, seat, bot)
        bot.finish(outcome, None)
        return ended(self._game, moves, outcome)
