"""One match: ask the seat to move, let the rules judge its move, keep the record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardsolver.game import SeatLeft
from cardsolver.games import game_named
from cardsolver.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.deals import Deal
    from cardsolver.game import AnyBot, Seat


def play_match(
    deal: Deal,
    bots: Sequence[AnyBot],
    *,
    names: Sequence[str],
    on_move: Callable[[Any, Seat, Any], None] | None = None,
) -> Transcript:
    """Play a deal to its end, or until a seat leaves; `on_move` is told each state after a move.

    A bot that chooses an illegal move raises IllegalMove here: built-in bots never do.
    """
    game = game_named(deal.game)
    state = game.start(deal)
    moves: list[str] = []
    try:
        while (seat := game.to_move(state)) is not None:
            move = bots[seat].choose(game.view(state, seat))
            state = game.apply(state, move)
            moves.append(game.format_move(move))
            if on_move is not None:
                on_move(state, seat, move)
    except (SeatLeft, KeyboardInterrupt):
        pass  # the record so far is kept, with no result
    return Transcript(deal, tuple(names), tuple(moves), game.outcome(state))


def with_rules(deal: Deal, rules: str) -> Deal:
    """The deal under a variant, in the variant's complete text form."""
    game = game_named(deal.game)
    return replace(deal, rules=game.format_rules(game.parse_rules(rules)))
