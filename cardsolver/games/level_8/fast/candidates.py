"""The moves that a lookahead compares: the policy's own, and those that may be better."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from cardsolver.games.level_8.fast.codes import JOKER_CODE, SKIP_CODE
from cardsolver.games.level_8.fast.laying import lay_moves
from cardsolver.games.level_8.fast.round import DRAW
from cardsolver.games.level_8.levels import LEVELS

if TYPE_CHECKING:
    from cardsolver.games.level_8.fast.policy import Policy
    from cardsolver.games.level_8.fast.round import FastMove, Round

_LAY_OUTS = 40  # looked at before the best of them are tried


def candidates(table: Round, policy: Policy, width: int) -> list[FastMove]:
    """At most `width` moves, the policy's own first; that one alone if there is no question."""
    favourite = policy.decide(table)
    if _ends_the_round(table, favourite):
        return [favourite]
    # Laying out and adding can wait, so the ends of a turn are always worth trying.
    others = _takes(table) if table.is_drawing else _lays(table, policy) + _ends(table, policy)
    return [favourite, *(move for move in others if move != favourite)][:width]


def _ends_the_round(table: Round, move: FastMove) -> bool:
    """Does the move go out or win? Nothing is better than that."""
    if table.is_drawing:
        return False
    hand = table.hands[table.mover]
    if move[0] == "lay":
        return table.levels[table.mover] == LEVELS or len(hand) == len(move[1])
    return len(hand) == 1


def _takes(table: Round) -> list[FastMove]:
    tops: dict[int, FastMove] = {}
    for seat, pile in enumerate(table.piles):
        if pile:
            tops.setdefault(pile[-1], ("take", seat))
    if JOKER_CODE in tops and table.draw:
        return [tops[JOKER_CODE]]
    return [*([DRAW] if table.draw else []), *tops.values()]


def _lays(table: Round, policy: Policy) -> list[FastMove]:
    """The lay-outs that leave the fewest cards that fit nowhere."""
    if not policy.can_lay(table):
        return []
    found = sorted(islice(lay_moves(table), _LAY_OUTS), key=lambda each: each[0])
    return [move for _, move in found[:3]]


def _ends(table: Round, policy: Policy) -> list[FastMove]:
    """Discards, the cheapest first, and Skips."""
    hand = table.hands[table.mover]
    moves: list[FastMove] = []
    if SKIP_CODE in hand:
        skippable = (seat for seat in range(table.players) if seat != table.mover)
        moves += [("skip", seat) for seat in skippable if not table.skipped >> seat & 1]
    return moves + [("discard", code) for _, code in policy.ranked_discards(table)]
