"""Lines as complete games that the referee has replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.game import IllegalMove
from cardsolver.core.transcript import Transcript, replay
from cardsolver.games.the_game import rules as the_game

if TYPE_CHECKING:
    from cardsolver.core.deal import Deal
    from cardsolver.core.seats import Seat
    from cardsolver.games.the_game.rules import Move, State
    from cardsolver.solver.problem import Turn


class WrongAnswerError(AssertionError):
    """An engine's claim did not survive the referee: a bug in this program, never an answer."""


def certificate(deal: Deal, turns: tuple[Turn, ...]) -> Transcript:
    """The line as a complete game, judged by the rules.

    An engine's line ends with its last lay. The game continues from there to its end, by ending
    the turn or by any lay that is left, so that the record is complete.
    """
    state = the_game.start(deal)
    moves: list[Move] = []

    def make(move: Move) -> None:
        nonlocal state
        try:
            state = the_game.apply(state, move)
        except IllegalMove as error:
            raise WrongAnswerError(f"{deal.label}: a line with an illegal move: {error}") from error
        moves.append(move)

    for number, turn in enumerate(turns):
        mover = state.mover
        for lay in turn:
            make(lay)
        last = number == len(turns) - 1
        if not last and _turn_goes_on(state, mover, laid=bool(turn)):
            make(the_game.END)
    while state.end is None:
        make(the_game.legal_moves(the_game.view(state, state.mover))[0])
    texts = tuple(map(the_game.format_move, moves))
    seats = ("solver",) * state.rules.players
    transcript = Transcript(deal, seats, texts, the_game.outcome(state))
    result = replay(transcript)
    if not result.is_sound:
        raise WrongAnswerError(f"{deal.label}: the referee refuses the line: {result.fault}")
    return transcript


def _turn_goes_on(state: State, mover: Seat, *, laid: bool) -> bool:
    """Is it still the same turn, so that it must be ended? An empty hand has ended it already."""
    return state.end is None and state.mover == mover and (state.laid > 0 or not laid)


def cards_left(transcript: Transcript) -> int:
    """The cards that a complete game left."""
    assert transcript.result is not None  # noqa: S101 - a certificate is complete
    return transcript.result.scores[0]
