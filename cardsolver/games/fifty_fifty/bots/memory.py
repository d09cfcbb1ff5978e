"""What a seat has seen of a game: every move, with the open side of the table before it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardsolver.games.fifty_fifty.bots.fast import (
    BIT,
    DECLINE_JUMP,
    NOBODY,
    FastGame,
    code_of,
    opening,
    seen_game,
)
from cardsolver.games.fifty_fifty.rules import (
    DECLINE,
    PASS,
    TAKE,
    Jump,
    PlayNumber,
    gift_goes_to,
    landing,
    parse_move,
)

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat
    from cardsolver.games.fifty_fifty.rules import Move, Rules, View

_KEPT = 20  # moves of each seat; nobody's guess goes back further


class Event(NamedTuple):
    """A seat's move, as a number of `fast`; NOBODY and a decline: nobody jumped just now."""

    seat: Seat
    move: int
    before: FastGame  # the open side; no hands


class Memory:
    """Follows the open side of a game, from its first move or from any view."""

    def __init__(self) -> None:
        """Nothing has been seen."""
        self._moves: list[tuple[Seat, Move]] = []  # not followed yet
        self._table: FastGame | None = None
        self._open_jump = False  # may somebody jump on the last number?
        self._events: list[Event] = []

    def saw(self, seat: Seat, text: str) -> None:
        """A seat's move. What it means is worked out when this seat has to decide."""
        move = parse_move(text)
        if move is not DECLINE:  # only our own is shown to us; nobody else sees anything (FF-19)
            self._moves.append((seat, move))

    def events(self, view: View) -> list[Event]:
        """The last moves of all seats, oldest first; none if this seat came late."""
        if self._table is None:
            self._table = opening(view.rules)
        for seat, move in self._moves:
            self._follow(view.rules, self._table, seat, move)
        self._moves.clear()
        if not _agree(self._table, view):
            self._events.clear()
            self._table = seen_game(view)
            self._table.asked = NOBODY
            self._table.hands[view.seat] = self._table.pass_counts[view.seat] = 0
            self._open_jump = False
        del self._events[: -2 * _KEPT * len(view.hand_sizes)]
        events = self._events
        if self._open_jump and view.offer is None and view.turn == view.seat:
            events = [*events, Event(NOBODY, DECLINE_JUMP, self._table.copy())]
        return events

    def _follow(self, rules: Rules, table: FastGame, seat: Seat, move: Move) -> None:
        if self._open_jump and not isinstance(move, Jump):
            self._events.append(Event(NOBODY, DECLINE_JUMP, table.copy()))
        self._open_jump = isinstance(move, PlayNumber)
        self._events.append(Event(seat, code_of(move), table.copy()))
        if isinstance(move, PlayNumber):
            _lay(rules, table, seat, move)
        elif isinstance(move, Jump):
            table.jump = move.card
            table.played |= BIT[move.card]
        elif move is PASS:
            table.passes += 1
            table.passes_played += 1
        elif move is TAKE:
            table.penalties[seat] += len(table.row) + table.passes + 1
            table.row = []
            table.passes = table.jump = 0
            return  # and nothing is drawn
        if table.draw:
            table.draw.pop()
        else:
            table.sizes[seat] -= 1


def _lay(rules: Rules, table: FastGame, seat: Seat, move: PlayNumber) -> None:
    row = tuple(table.row)
    landed = landing(row, table.passes, move.card)
    penalties = table.penalties
    other = gift_goes_to(rules, landed.replaced, table.layer, seat, tuple(penalties))
    penalties[seat] += landed.taken
    if landed.replaced is not None:
        penalties[seat if landed.replaced in rules.violet else table.layer] += 1
    if other is not None and not move.keep:
        penalties[seat] -= 1
        penalties[other] += 1
    table.row = [*row[: landed.stay], move.card]
    table.passes = 0
    table.layer = seat
    table.played |= BIT[move.card]


def _agree(table: FastGame, view: View) -> bool:
    """Is the view what one would see after all these moves?"""
    return (
        (tuple(table.row), table.passes, table.jump) == (view.row, view.passes, view.jump or 0)
        and (table.played, table.passes_played) == (view.played, view.passes_played)
        and tuple(table.penalties) == view.penalties
        and (tuple(table.sizes), len(table.draw)) == (view.hand_sizes, view.draw_size)
        and (not table.row or table.layer == view.layer)
    )
