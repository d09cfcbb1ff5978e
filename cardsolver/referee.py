"""One match: ask the seat to move, let the rules judge its move, keep the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardsolver.errors import InputError
from cardsolver.game import IllegalMove, Person, SeatLeft
from cardsolver.games import game_named
from cardsolver.transcript import Fault, Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.deals import Deal
    from cardsolver.game import AnyBot, AnyGame, Seat


@dataclass(frozen=True, slots=True)
class Match:
    """A game as it was played. Without a result it stopped early: by a fault, or a seat left."""

    transcript: Transcript
    state: Any
    fault: Fault | None = None
    interrupted: bool = False


def play_match(
    deal: Deal,
    bots: Sequence[AnyBot],
    *,
    names: Sequence[str],
    on_move: Callable[[Any, Seat, Any], None] | None = None,
) -> Match:
    """Play a deal to its end, or to the first fault, or until a seat leaves.

    `on_move` is told each new state, the seat that moved and its move.
    """
    game = game_named(deal.game)
    state = game.start(deal)
    moves: list[str] = []
    seat: Seat | None = None
    fault = None
    interrupted = False
    try:
        while (seat := game.to_move(state)) is not None:
            move, state = _ask(game, state, bots[seat], game.view(state, seat))
            moves.append(game.format_move(move))
            if on_move is not None:
                on_move(state, seat, move)
    except InputError as error:
        rule = error.rule if isinstance(error, IllegalMove) else None
        fault = Fault(str(error), len(moves) + 1, seat, rule)
    except SeatLeft:
        pass  # the record so far is kept, with no result
    except KeyboardInterrupt:
        interrupted = True
    transcript = Transcript(deal, tuple(names), tuple(moves), game.outcome(state))
    return Match(transcript, state, fault, interrupted)


def _ask(game: AnyGame, state: Any, bot: AnyBot, view: Any) -> tuple[Any, Any]:
    """A legal move of a seat and the state after it; a person may try until it is legal."""
    while True:
        move = bot.choose(view)
        try:
            return move, game.apply(state, move)
        except IllegalMove as error:
            if not isinstance(bot, Person):
                raise
            bot.refused(error)
