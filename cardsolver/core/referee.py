"""One match: ask the seat to move, let the rules judge its move, keep the record and the clock."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.game import IllegalMove
from cardsolver.core.registry import game_named
from cardsolver.core.seats import SeatFault, SeatLeft, tell, watchers_of
from cardsolver.core.transcript import Fault, Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.core.deal import Deal
    from cardsolver.core.seats import AnyBot, Seat


@dataclass(frozen=True, slots=True)
class Match:
    """A game as it was played. Without a result it stopped early: a fault, or a seat that left.

    `replaced` holds the faults after which a stand-in took over. `turns` and `seconds` are, per
    seat, the number of moves and the time taken over them.
    """

    transcript: Transcript
    state: Any
    fault: Fault | None = None
    interrupted: bool = False
    replaced: tuple[Fault, ...] = ()
    turns: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()


def play_match(
    deal: Deal,
    bots: Sequence[AnyBot],
    *,
    names: Sequence[str],
    on_move: Callable[[Any, Seat, Any], None] | None = None,
    stand_in: Callable[[Fault], AnyBot | None] | None = None,
    most_moves: int | None = None,
) -> Match:
    """Play a deal to its end, or to the first fault, or until a seat leaves.

    `on_move` is called with each new state, the seat that moved and its move. `stand_in` is called
    with a fault and may return the bot that takes over the seat. After `most_moves` the game is
    stopped without a result: the rules of Level 8 let two bad players go on forever.
    """
    game = game_named(deal.game)
    # Looked up once: a game of The Game has a hundred moves and takes a millisecond.
    to_move, view, apply, format_move = game.to_move, game.view, game.apply, game.format_move
    state = game.start(deal)
    seated = list(bots)
    watchers = watchers_of(enumerate(seated))
    moves: list[str] = []
    turns = [0] * len(seated)
    seconds = [0.0] * len(seated)
    fault: Fault | None = None
    replaced: list[Fault] = []
    interrupted = False
    try:
        while len(moves) != most_moves and (seat := to_move(state)) is not None:
            asked = perf_counter()
            try:
                move = seated[seat].choose(view(state, seat))
                after = apply(state, move)
            except (InputError, SeatFault) as error:
                fault = fault_of(error, len(moves) + 1, seat)
                substitute = None if stand_in is None else stand_in(fault)
                if substitute is None:
                    break
                replaced.append(fault)
                fault = None
                seated[seat] = substitute
                watchers = watchers_of(enumerate(seated))
                continue
            finally:
                seconds[seat] += perf_counter() - asked
            turns[seat] += 1
            text = format_move(move)
            state = after  # with nothing between these two: Ctrl-C must not part them
            moves.append(text)
            if watchers:
                tell(watchers, seat, text, game.seen_move(move))
            if on_move is not None:
                on_move(state, seat, move)
    except SeatLeft:
        pass  # the record so far is kept, without a result
    except KeyboardInterrupt:
        interrupted = True
    transcript = Transcript(deal, tuple(names), tuple(moves), game.outcome(state))
    return Match(
        transcript, state, fault, interrupted, tuple(replaced), tuple(turns), tuple(seconds)
    )


def fault_of(error: InputError | SeatFault, move: int, seat: Seat) -> Fault:
    """What a seat did wrong at a move, as a record names it."""
    if isinstance(error, SeatFault):
        return Fault(str(error), move, seat, kind=error.kind, last_lines=error.last_lines)
    if isinstance(error, IllegalMove):
        return Fault(str(error), move, seat, error.rule, kind="illegal-move")
    return Fault(str(error), move, seat, kind="bad-message")
