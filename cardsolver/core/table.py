"""A game being played, one move at a time, for Python programs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cardsolver.core.deal import Deal
from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.core.seats import check_names
from cardsolver.core.sentences import counted
from cardsolver.core.text import check_index, check_type
from cardsolver.core.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.game import AnyGame, Outcome
    from cardsolver.core.seats import Seat


class Table:
    """A game being played. Moves are texts (`"C87"`) or the game's own move values.

    Seats count from 0 here, as everywhere in Python; texts and people count from 1.
    """

    def __init__(
        self, deal: Deal, *, seats: Sequence[str] | None = None, moves: Iterable[str] = ()
    ) -> None:
        """Start a deal and play some moves. `seats` are the names in the transcript."""
        check_type("deal", deal, Deal, "a Deal")
        self.deal = deal
        self.game: AnyGame = game_named(deal.game)
        self._states = [self.game.start(deal)]
        self._moves: list[str] = []
        count = self.game.seats(self._states[0])
        self.seats = ("player",) * count if seats is None else check_names(seats, count)
        check_type("moves", moves, Iterable, "a list of moves")
        for move in moves:
            self.push(move)

    @property
    def state(self) -> Any:
        """Everything about this moment, hidden cards included."""
        return self._states[-1]

    def state_after(self, moves: int) -> Any:
        """The state after so many of the moves; 0 is the start."""
        return self._states[check_index("moves", moves, len(self._states))]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, as text."""
        return tuple(self._moves)

    @property
    def to_move(self) -> Seat | None:
        """The seat that must decide now; None when the game is over."""
        return self.game.to_move(self.state)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """What the seat to move may play, as text; () when the game is over.

        In Level 8 equal lay-outs are listed once; `push` accepts the others too.
        """
        seat = self.to_move
        if seat is None:
            return ()
        return tuple(map(self.game.format_move, self.game.legal_moves(self.view(seat))))

    def push(self, move: Any) -> None:
        """Play a move of the seat to move.

        Raises BadMove for what is not a move at all, and IllegalMove, which has the rule's number
        in `rule`, for a move that a rule forbids here. Neither changes anything.
        """
        chosen = self.game.read_move(move)
        after = self.game.apply(self.state, chosen)
        self._moves.append(self.game.format_move(chosen))
        self._states.append(after)

    def pop(self) -> str:
        """Take the last move back, and return it."""
        if not self._moves:
            raise InputError("no move to take back; the game is at its start")
        move = self._moves.pop()
        self._states.pop()
        return move

    def view(self, seat: Seat | None = None) -> Any:
        """All that a seat may know; without a seat, the one to move."""
        if seat is None:
            seat = self.to_move or 0
        return self.game.view(self.state, check_index("seat", seat, len(self.seats)))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it has not ended yet."""
        return self.game.outcome(self.state)

    @property
    def transcript(self) -> Transcript:
        """The record of the game so far."""
        return Transcript(self.deal, self.seats, self.moves, self.outcome)

    def __repr__(self) -> str:
        """The deal and how far it has been played."""
        moves = counted(len(self._moves), "move")
        return f"<Table: {self.game.title}, {self.deal.label}, {moves}>"
