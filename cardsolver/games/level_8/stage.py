"""Level 8 in a replay: the piles, and each seat with its level, its combinations and its hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.stage import Chart, ShownCard, ShownSeat, Stage, Tableau, Zone
from cardsolver.games.level_8.combos import COLOUR
from cardsolver.games.level_8.levels import LEVELS
from cardsolver.games.level_8.moves import (
    Add,
    Draw,
    Keep,
    LayLevel,
    PlaySkip,
    Take,
    format_move,
)
from cardsolver.games.level_8.state import MEDAL, Phase, State, level_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.level_8.moves import Move

_TONES = {"r": "red", "o": "orange", "y": "yellow", "g": "green", "b": "blue", "p": "violet"}


def tableau(state: State) -> Tableau:
    """All cards of a state."""
    under = state.skips_under
    note = f"{under} Skip{'s' * (under != 1)} face up under it" if under else ""
    draw = Zone("draw pile", _cards(state.draw), note, is_secret=True, is_long=True)
    seats = (_seat(state, seat) for seat in range(state.rules.players))
    return Tableau((draw,), tuple(seats), tuple(min(level, MEDAL) for level in state.levels))


def _seat(state: State, seat: Seat) -> ShownSeat:
    level = state.levels[seat]
    facts = ["won"] if level == MEDAL else [f"level {level}: {level_of(state, seat)}"]
    facts += ["dealer"] if seat == state.dealer else []
    facts += ["skipped"] if seat in state.skipped else []
    pile = state.piles[seat]
    combos = (
        Zone(f"{place} {combo.kind}", _cards(combo.cards))
        for place, combo in enumerate(state.table[seat], 1)
    )
    top = Zone("discard pile", _cards(pile[-1:]), f"top of {len(pile)}" if pile else "empty")
    hand = Zone("hand", _cards(state.hands[seat]), owner=seat, is_secret=True)
    return ShownSeat(tuple(facts), (hand, *combos, top))


def _cards(cards: Iterable[str]) -> tuple[ShownCard, ...]:
    return tuple(ShownCard(card, _TONES.get(COLOUR.get(card, ""), "")) for card in cards)


def chart(_state: State, names: Sequence[str]) -> Chart:
    """The level of each seat; the winner ends beyond the last."""
    return Chart("Levels", tuple(names), low=1, high=LEVELS + 1)


def tell(before: State, move: Move, after: State) -> str:
    """What a move did; at the end of a round, who went up."""
    told = _told(before, move)
    if after.end is not None:
        return f"{told} and wins"
    goes_on = after.round == before.round and after.phase is not Phase.KEEP
    if goes_on or before.phase is Phase.KEEP:
        return told
    ups = [
        f"seat {seat + 1} goes up {now - was}"
        for seat, (was, now) in enumerate(zip(before.levels, after.levels, strict=True))
        if now > was
    ]
    return f"{told}; the round ends: {', '.join(ups)}"


def _told(before: State, move: Move) -> str:
    match move:
        case Draw():
            return f"draws {before.draw[0]}" if before.draw else "draws"
        case Take(seat):
            return f"takes {before.piles[seat][-1]} from the pile of seat {seat + 1}"
        case LayLevel():
            return f"lays out level {before.levels[before.mover]}: {_rest(move)}"
        case Add():
            return f"adds {_rest(move)}"
        case PlaySkip(seat):
            return f"plays a Skip on seat {seat + 1}"
        case Keep(cards):
            return f"keeps {' '.join(cards)}" if cards else "keeps nothing"
    return f"discards {_rest(move)}"


def _rest(move: Move) -> str:
    return format_move(move).partition(" ")[2]


def begins_turn(state: State, _move: Move, last: Seat | None) -> bool:
    """A turn begins with its draw, or without one where there is no card to take (L8-8)."""
    return state.phase is Phase.DRAW or (state.phase is Phase.PLAY and state.mover != last)


STAGE = Stage(tableau=tableau, chart=chart, tell=tell, begins_turn=begins_turn)
