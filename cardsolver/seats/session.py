"""A game with people in it: the moves so far, the bots' answers, taking back, going on later.

A session knows no terminal. Everything about it follows from its deal, seats and moves, so taking
a move back and going on from a file are the same as having played no further.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.referee import fault_of
from cardsolver.core.screen import Event
from cardsolver.core.seats import SeatFault, tell, watchers_of
from cardsolver.core.table import Table
from cardsolver.core.transcript import NO_AIDS, Aids, Transcript
from cardsolver.seats.limits import TimeLimits
from cardsolver.seats.names import SCRIPT, is_person
from cardsolver.seats.pool import SeatPool
from cardsolver.seats.script import ScriptBot
from cardsolver.seats.seating import seat_bot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.core.deal import Deal
    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import AnyBot, Seat
    from cardsolver.core.transcript import Fault


class BotFault(Exception):  # noqa: N818 - the misbehaviour of a bot, not an error of ours
    """A bot did what ends the game; `fault` says what."""

    def __init__(self, fault: Fault) -> None:
        """The fault as a record names it."""
        super().__init__(fault.message)
        self.fault = fault


class Session:
    """One game of one or more people, with or without bots."""

    def __init__(
        self, deal: Deal, seats: Sequence[str], *, moves: Sequence[str] = (), aids: Aids = NO_AIDS
    ) -> None:
        """Start a deal, or go on after some moves. Bots live through those moves again."""
        self.table = Table(deal, seats=seats, moves=moves)
        self.game: AnyGame = self.table.game
        self.people = frozenset(seat for seat, who in enumerate(seats) if is_person(who))
        self.aids = aids
        self._pool = SeatPool(TimeLimits())
        self._bots: dict[Seat, AnyBot] = {}
        self._seat_bots()

    @property
    def to_move(self) -> Seat | None:
        """The seat that must decide now; None when the game is over."""
        return self.table.to_move

    @property
    def transcript(self) -> Transcript:
        """The record so far."""
        return replace(self.table.transcript, aids=self.aids)

    def view(self, seat: Seat) -> Any:
        """All that a seat may know."""
        return self.table.view(seat)

    def play(self, move: Any) -> None:
        """A person's move. IllegalMove if a rule forbids it; then nothing has changed."""
        self._push(move)

    def move_bot(self) -> None:
        """Let the bot whose turn it is move. BotFault if it cannot."""
        seat = self.to_move
        if seat is None or seat in self.people:
            raise ValueError("no bot is to move")
        with self._blaming(seat):
            self._push(self._bots[seat].choose(self.view(seat)))

    def last_person(self) -> Seat | None:
        """The person's seat that moved last, if any did."""
        return next((seat for seat in reversed(self._movers()) if seat in self.people), None)

    def can_undo(self, seat: Seat) -> bool:
        """Did this seat decide anything yet?"""
        return any(mover == seat for mover in self._movers())

    def undo(self, seat: Seat) -> int:
        """Back to the last decision of a seat; how many moves were taken back."""
        if not self.can_undo(seat):
            raise InputError("there is nothing to take back; this is your first decision")
        count = 0
        while True:
            self.table.pop()
            count += 1
            if self.to_move == seat:
                break
        self.aids = replace(self.aids, take_backs=self.aids.take_backs + 1)
        self._seat_bots()
        return count

    def events(self, seat: Seat) -> list[Event]:
        """What a seat saw since its last decision: its own move first, then those of others."""
        movers = self._movers()
        start = max((at for at, mover in enumerate(movers) if mover == seat), default=0)
        return [self._event(seat, movers[at], at) for at in range(start, len(movers))]

    def own_events(self, seat: Seat) -> Iterator[Event]:
        """A seat's own moves, the latest first."""
        movers = self._movers()
        for at in reversed(range(len(movers))):
            if movers[at] == seat:
                yield self._event(seat, seat, at)

    def close(self) -> None:
        """The bots get up; programs are told how the game ended."""
        self._pool.release(list(self._bots.values()), self.table.outcome, None)
        self._pool.close()

    def _movers(self) -> list[Seat]:
        """Who made each of the moves."""
        found = (
            self.game.to_move(self.table.state_after(at)) for at in range(len(self.table.moves))
        )
        return [seat for seat in found if seat is not None]

    def _event(self, seat: Seat, mover: Seat, at: int) -> Event:
        game, text = self.game, self.table.moves[at]
        move = text if mover == seat else game.seen_move(game.parse_move(text))
        before, after = self.table.state_after(at), self.table.state_after(at + 1)
        return Event(mover, move, game.view(before, seat), game.view(after, seat))

    def _push(self, move: Any) -> None:
        seat = self.to_move
        self.table.push(move)
        self._tell(seat, self.table.moves[-1])

    def _tell(self, mover: Seat | None, text: str) -> None:
        """Bots that follow the game see every move as their seat does."""
        seen = self.game.seen_move(self.game.parse_move(text))
        if mover is not None:
            tell(watchers_of(self._bots.items()), mover, text, seen)

    def _seat_bots(self) -> None:
        """New bots that have lived through the moves so far.

        Each is asked its own decisions again, so that it has drawn the same random numbers and
        made the same plans. What was played counts, not what a bot would play now: one that goes
        by the clock may answer differently.
        """
        self._pool.release(list(self._bots.values()), None, None)
        self._bots = self._new_bots()
        played = self.table
        if not self._bots:
            return
        for at, text in enumerate(played.moves):
            state = played.state_after(at)
            seat = self.game.to_move(state)
            if seat in self._bots:
                with self._blaming(seat):
                    self._bots[seat].choose(self.game.view(state, seat))
            self._tell(seat, text)

    def _new_bots(self) -> dict[Seat, AnyBot]:
        deal, seats = self.table.deal, self.table.seats
        scripts = {
            who: ScriptBot(self.game, who.removeprefix(SCRIPT))
            for who in seats
            if who.startswith(SCRIPT)
        }
        return {
            seat: scripts[who]
            if who in scripts
            else seat_bot(who, self._pool, deal, self.game, seat, len(seats))
            for seat, who in enumerate(seats)
            if seat not in self.people
        }

    @contextmanager
    def _blaming(self, seat: Seat) -> Iterator[None]:
        try:
            yield
        except (InputError, SeatFault) as error:
            raise BotFault(fault_of(error, len(self.table.moves) + 1, seat)) from None
