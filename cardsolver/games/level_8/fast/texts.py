"""Moves of a fast round from and to the moves of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.level_8 import moves
from cardsolver.games.level_8.combos import NUMBER, plain
from cardsolver.games.level_8.fast.codes import (
    CARD,
    CODE,
    JOKER_CODE,
    KIND_CODE,
    NUMBER_OF,
    RUN,
    SET,
    joker_as,
    value_of,
)
from cardsolver.games.level_8.fast.round import DRAW, Place

if TYPE_CHECKING:
    from cardsolver.games.level_8.fast.round import FastMove, Round
    from cardsolver.games.level_8.levels import Level
    from cardsolver.games.level_8.moves import Move


def to_fast(move: Move, table: list[list[list[int]]], level: Level) -> FastMove:
    """The fast form of a move of the rules (not of Keep, which ends a round)."""
    match move:
        case moves.Take(seat):
            return ("take", seat)
        case moves.Discard(card):
            return ("discard", CODE[card])
        case moves.PlaySkip(seat):
            return ("skip", seat)
        case moves.Add(card, seat, combo):
            kind = table[seat][combo][0]
            return ("add", CODE[plain(card)], value_of(card, kind), seat, combo)
        case moves.LayLevel(combos):
            codes = tuple(CODE[plain(card)] for cards in combos for card in cards)
            places: list[Place] = []
            for combo_wanted, cards in zip(level.combos, combos, strict=True):
                kind = KIND_CODE[combo_wanted.kind]
                values = [value_of(card, kind) for card in cards]
                places.append((kind, min(values), max(values)))
            return ("lay", codes, tuple(places))
        case moves.Keep():
            raise ValueError("cards are kept between rounds")
    return DRAW


def from_fast(move: FastMove, table: Round) -> Move:
    """The move of the rules that a fast move stands for."""
    match move:
        case ("take", seat):
            return moves.Take(seat)
        case ("discard", code):
            return moves.Discard(CARD[code])
        case ("skip", seat):
            return moves.PlaySkip(seat)
        case ("add", code, value, seat, combo):
            kind = table.table[seat][combo][0]
            card = joker_as(value, kind) if code == JOKER_CODE else CARD[code]
            return moves.Add(card, seat, combo)
        case ("lay", codes, places):
            level = table.rules.levels[table.levels[table.mover] - 1]
            sizes = [combo.size for combo in level.combos]
            return moves.LayLevel(_combos(codes, places, sizes))
    return moves.DRAW


def _combos(
    codes: tuple[int, ...], places: tuple[Place, ...], sizes: list[int]
) -> tuple[tuple[str, ...], ...]:
    """The cards of each combination: the codes lie in the order of the combinations."""
    combos = []
    start = 0
    for (kind, low, high), size in zip(places, sizes, strict=True):
        cards = codes[start : start + size]
        start += size
        values = list(range(low, high + 1)) if kind == RUN else [low] * size
        if kind in (RUN, SET):
            for code in cards:
                if code != JOKER_CODE:
                    values.remove(NUMBER_OF[code])
        # What is left of the values is for the Jokers.
        laid = [CARD[code] for code in sorted(cards) if code != JOKER_CODE]
        jokers = len(cards) - len(laid)
        laid += [joker_as(value, kind) for value in values[:jokers]]
        combos.append(tuple(sorted(laid, key=NUMBER.__getitem__) if kind == RUN else laid))
    return tuple(combos)
