"""A match between seats of any kind: names of bots, or objects that choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from cardsolver.core.errors import InputError
from cardsolver.core.referee import Match, play_match
from cardsolver.core.registry import game_named
from cardsolver.core.seats import SeatFault
from cardsolver.seats import python
from cardsolver.seats.limits import TimeLimits
from cardsolver.seats.pool import SeatPool
from cardsolver.seats.protocol import SeatContext
from cardsolver.seats.spec import check_spec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.core.deal import Deal
    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import AnyBot, Seat

# A bot by its text, an object with `choose(view)`, its class, or a function from a view to a move.
Sitter: TypeAlias = "str | AnyBot | type[AnyBot] | Callable[[Any], Any]"


def play_seats(
    deal: Deal,
    sitters: Sequence[Sitter],
    *,
    names: Sequence[str],
    limits: TimeLimits | None = None,
    on_move: Callable[[Any, Seat, Any], None] | None = None,
    most_moves: int | None = None,
) -> Match:
    """Play a deal with one sitter per seat."""
    game = game_named(deal.game)
    for sitter in sitters:
        if isinstance(sitter, str):
            check_spec(sitter, game)
    pool = SeatPool(limits or TimeLimits())
    bots: list[AnyBot] = []
    try:
        for seat, sitter in enumerate(sitters):
            bots.append(
                seat_bot(sitter, pool, deal, game, seat, len(sitters))
                if isinstance(sitter, str)
                else python.adapt(sitter, game, seed=_seed(deal, seat))
            )
        match = play_match(deal, bots, names=names, on_move=on_move, most_moves=most_moves)
        pool.release(bots, match.transcript.result, match.fault)
    finally:
        pool.close()
    return match


def seat_bot(
    sitter: str, pool: SeatPool, deal: Deal, game: AnyGame, seat: Seat, seats: int
) -> AnyBot:
    """The bot that a text names, in its seat; its seed follows from the deal and the seat."""
    context = SeatContext(game, deal.rules, seat, seats, seed=_seed(deal, seat))
    try:
        return pool.seat(sitter, context, label=sitter, who=f"seat {seat + 1}")
    except SeatFault as fault:
        raise InputError(f"seat {seat + 1} ({sitter}): {fault.kind}: {fault}") from None


def _seed(deal: Deal, seat: Seat) -> str:
    """What a bot in this seat draws its chance from."""
    return f"{deal.label}/{seat}"
