"""What a seat of Level 8 sees, and the moves that follow from it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cardsolver.games.level_8.combos import JOKER_AS, Laid
from cardsolver.games.level_8.deck import JOKER, SKIP
from cardsolver.games.level_8.layouts import lay_outs
from cardsolver.games.level_8.moves import (
    DRAW,
    Add,
    Discard,
    Keep,
    LayLevel,
    Move,
    PlaySkip,
    Take,
)
from cardsolver.games.level_8.state import MOST_KEPT, Cards, Phase, State, to_move
from cardsolver.games.level_8.variant import Rules, format_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.core.seats import Seat
    from cardsolver.games.level_8.levels import Level


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may know (L8-29): its hand, and what is done in the open."""

    rules: Rules
    seat: Seat
    asked: Seat | None  # who must decide now
    round: int
    dealer: Seat
    phase: Phase
    levels: tuple[int, ...]
    hand: Cards
    hand_sizes: tuple[int, ...]
    draw_size: int  # face-down cards
    skips_under: int
    piles: tuple[Cards, ...]  # top last
    skipped: frozenset[Seat]
    table: tuple[tuple[Laid, ...], ...]

    @property
    def level(self) -> Level:
        """What this seat must lay out."""
        return self.rules.levels[min(self.levels[self.seat], len(self.rules.levels)) - 1]

    @property
    def has_laid_out(self) -> bool:
        """Has this seat laid out its level in this round?"""
        return bool(self.table[self.seat])


def view(state: State, seat: Seat) -> View:
    """What a seat sees of a state."""
    return View(
        rules=state.rules,
        seat=seat,
        asked=to_move(state),
        round=state.round,
        dealer=state.dealer,
        phase=state.phase,
        levels=state.levels,
        hand=state.hands[seat],
        hand_sizes=tuple(map(len, state.hands)),
        draw_size=len(state.draw),
        skips_under=state.skips_under,
        piles=state.piles,
        skipped=state.skipped,
        table=state.table,
    )


def legal_moves(view: View) -> tuple[Move, ...]:
    """The moves of the seat that is asked; () for the others. Lay-outs: see `lay_outs`."""
    if view.asked != view.seat:
        return ()
    match view.phase:
        case Phase.DRAW:
            takes = (Take(seat) for seat, pile in enumerate(view.piles) if pile)
            return (DRAW, *takes) if view.draw_size else tuple(takes)
        case Phase.KEEP:
            return tuple(_keeps(view.hand))
    return (*_lays(view), *adds(view), *_ends(view))


def _lays(view: View) -> Iterator[LayLevel]:
    level = view.level
    if view.has_laid_out or _is_last_card(view, level.size):
        return iter(())
    return map(LayLevel, lay_outs(level, view.hand))


def adds(view: View) -> Iterator[Add]:
    """The cards that may be added, and where."""
    if not view.has_laid_out or _is_last_card(view, 1):
        return
    cards = dict.fromkeys(view.hand)
    for seat, combos in enumerate(view.table):
        for place, combo in enumerate(combos):
            for card in cards:
                if card == JOKER:
                    for value in combo.wanted:
                        yield Add(JOKER_AS[value], seat, place)
                elif combo.takes(card):
                    yield Add(card, seat, place)


def _ends(view: View) -> Iterator[Move]:
    cards = dict.fromkeys(view.hand)
    yield from map(Discard, cards)
    if SKIP in cards:
        for seat in range(view.rules.players):
            if seat != view.seat and seat not in view.skipped:
                yield PlaySkip(seat)


def _keeps(hand: Cards) -> Iterator[Keep]:
    for count in range(min(MOST_KEPT, len(hand)) + 1):
        yield from map(Keep, dict.fromkeys(combinations(hand, count)))


def _is_last_card(view: View, played: int) -> bool:
    return view.rules.last_card_discarded and len(view.hand) == played  # L8-24


def view_to_json(view: View) -> dict[str, Any]:
    """The view as JSON values; seats and levels count from 1, piles have their top last."""
    return {
        "rules": format_rules(view.rules),
        "seat": view.seat + 1,
        "asked": None if view.asked is None else view.asked + 1,
        "round": view.round,
        "dealer": view.dealer + 1,
        "phase": str(view.phase),
        "levels": list(view.levels),
        "level": [{"kind": str(combo.kind), "size": combo.size} for combo in view.level.combos],
        "hand": list(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "draw_size": view.draw_size,
        "skips_under": view.skips_under,
        "piles": [list(pile) for pile in view.piles],
        "skipped": sorted(seat + 1 for seat in view.skipped),
        "table": [
            [{"kind": str(combo.kind), "cards": list(combo.cards)} for combo in combos]
            for combos in view.table
        ],
    }
