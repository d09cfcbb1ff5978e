"""The protocol checker: numbered checks that tell a bot's author what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatFault
from cardsolver.core.text import quote
from cardsolver.seats import protocol
from cardsolver.seats.chance import RandomBot
from cardsolver.seats.pool import ProcessBot, greet
from cardsolver.seats.process import GRACE_S, Child, split_command
from cardsolver.seats.protocol import SeatContext
from cardsolver.seats.spec import COMMAND, is_command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import AnyBot, Seat
    from cardsolver.seats.pool import TimeLimits

ENOUGH = 500  # moves of the bot in one check; a game of Level 8 against chance may not end
OK, WRONG, SKIPPED = "ok", "wrong", "skipped"


@dataclass(frozen=True, slots=True)
class Check:
    """One check and what it found."""

    number: int
    title: str
    verdict: str
    detail: str = ""
    last_lines: tuple[str, ...] = ()


class _Wrong(Exception):  # noqa: N818 - what a check found
    """The bot did not pass a check."""


def check_bot(spec: str, game: AnyGame, *, rules: str, limits: TimeLimits) -> Iterator[Check]:
    """Run all checks, one after the other; without a hello the others are skipped."""
    if not is_command(spec):
        raise InputError(f"bot-check {quote(spec)}; expected a program, as cmd:./mybot --fast")
    session = _Session(split_command(spec.removeprefix(COMMAND)), game, rules, limits)
    checks: list[tuple[str, Callable[[], str]]] = [
        ("starts and says hello", session.hello),
        ("answers a request with a legal move", session.first_move),
        ("plays a whole game", session.whole_game),
        ("plays the next game in the same process, in the last seat", session.next_game),
        ("ignores messages and fields it does not know", session.unknown),
        ("answers in the middle of a game it was not told of (stateless)", session.stateless),
        ("ends soon after quit", session.quit),
        ("ends when its input ends", session.end_of_input),
    ]
    started = True
    try:
        for number, (title, action) in enumerate(checks, 1):
            if not started:
                yield Check(number, title, SKIPPED)
                continue
            try:
                yield Check(number, title, OK, action())
            except SeatFault as fault:
                detail = f"{fault.kind}: {fault}"
                yield Check(number, title, WRONG, detail, fault.last_lines)
                started = number > 1
            except (InputError, _Wrong) as error:
                yield Check(number, title, WRONG, str(error), session.last_lines())
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

    def _start(self) -> tuple[Child, str]:
        self.close()
        self._child = Child(self._command)
        return self._child, greet(self._child, self._limits.start_s)

    def _running(self) -> Child:
        if self._child is not None and self._child.alive:
            return self._child
        return self._start()[0]

    def hello(self) -> str:
        _, name = self._start()
        return f"its name is {name}"

    def first_move(self) -> str:
        state = self._state("check 2", self._seats - 1)
        seat = self._game.to_move(state)
        if seat is None:
            raise _Wrong("no move to ask for under these rules")
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
        child, _ = self._start()
        return self._ask_raw(child, "check 6", {})

    def _ask_raw(self, child: Child, seed: str, extra: dict[str, Any]) -> str:
        """A request out of the middle of a game, without new-game before it."""
        state = self._state(seed, 3 * self._seats)
        seat = self._game.to_move(state)
        if seat is None:
            raise _Wrong("no move to ask for under these rules")
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
            raise _Wrong(f"still running {GRACE_S:g} s after quit; it was killed")
        return ""

    def end_of_input(self) -> str:
        child = self._running()
        child.ask_to_end(politely=False)
        if not child.ends_within(GRACE_S):
            raise _Wrong(f"still running {GRACE_S:g} s after its input ended; it was killed")
        return ""

    def _table(self, seat: Seat, seed: str) -> SeatContext:
        return SeatContext(self._game, self._rules, seat, self._seats, seed=f"{seed}/{seat}")

    def _sit(self, seat: Seat, seed: str) -> ProcessBot:
        table = self._table(seat, seed)
        return ProcessBot(self._running(), table, self._limits, spec="", who="bot-check")

    def _state(self, seed: str, moves: int) -> Any:
        """A game after some random moves, or just before its end."""
        game = self._game
        state = game.start(deal_seed(game.name, seed, rules=self._rules))
        bot = RandomBot(game, seed)
        for _ in range(moves):
            seat = game.to_move(state)
            if seat is None:
                break
            after = game.apply(state, bot.choose(game.view(state, seat)))
            if game.outcome(after) is not None:
                break
            state = after
        return state

    def _play(self, seed: str, seat: Seat) -> str:
        """The bot in one seat, random moves in the others."""
        game = self._game
        state = game.start(deal_seed(game.name, seed, rules=self._rules))
        mine = self._sit(seat, seed)
        others: AnyBot = RandomBot(game, seed)
        moves = 0
        while moves < ENOUGH and (mover := game.to_move(state)) is not None:
            move = (mine if mover == seat else others).choose(game.view(state, mover))
            state = game.apply(state, move)
            moves += mover == seat
            seen = game.format_move(move) if mover == seat else game.seen_move(move)
            if seen is not None:
                mine.saw(mover, seen)
        outcome = game.outcome(state)
        mine.finish(outcome, None)
        return f"{moves} moves; {game.describe(outcome) if outcome is not None else 'enough'}"
