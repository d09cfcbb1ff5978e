"""A level that could be laid out, but is held back until the seat can go out with it.

What lies on the table serves everybody who has laid out: they add cards and shed the rest sooner.
Whoever waits gives them nothing, and goes on exchanging cards until few are left that fit nowhere.
Going out counts two levels, laying out one; the risk is that somebody else goes out first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.level_8.fast.codes import JOKER_CODE, SKIP_CODE
from cardsolver.games.level_8.fast.laying import fewest_left
from cardsolver.games.level_8.levels import LEVELS

if TYPE_CHECKING:
    from cardsolver.games.level_8.fast.reach import Reach
    from cardsolver.games.level_8.fast.round import Round
    from cardsolver.games.level_8.fast.weights import Weights

_NEVER = 16  # more cards than anybody holds


def may_wait(weights: Weights) -> bool:
    """Do these weights ever hold a level back?"""
    return weights.wait_left < _NEVER


def is_worth_waiting(weights: Weights, table: Round, left: int) -> bool:
    """Is a lay-out that leaves so many cards that fit nowhere better held back?"""
    if left <= weights.wait_left or table.levels[table.mover] == LEVELS:
        return False
    return all(
        len(table.hands[seat]) >= weights.wait_cards
        for seat, combos in enumerate(table.table)
        if combos and seat != table.mover
    )


def take_waiting(table: Round) -> int:
    """The pile whose top fits what will be laid out; -1: rather draw."""
    if not table.draw:
        return -1
    hand = table.hands[table.mover]
    pile, least = -1, _left_with(table, hand) + 1
    for seat, cards in enumerate(table.piles):
        if cards:
            if cards[-1] == JOKER_CODE:
                return seat
            if cards[-1] != SKIP_CODE:
                left = _left_with(table, [*hand, cards[-1]])
                if left < least:
                    pile, least = seat, left
    return pile


def discard_waiting(table: Round, reach: Reach, key: int) -> int:
    """The discard after which the fewest cards fit nowhere; -1: each would break the level.

    Whoever waits has cards that fit nowhere and so gives one of them away, a Skip like any other.
    With `take_waiting` every card that is taken leaves fewer of them: none can go round for ever.
    """
    hand = table.hands[table.mover]
    best, least = -1, _NEVER
    for place, code in enumerate(hand):
        if code != JOKER_CODE and reach.lacking(key - reach.units[code]) <= 0:
            left = _left_with(table, hand[:place] + hand[place + 1 :])
            if left < least:
                best, least = code, left
    return best


def _left_with(table: Round, hand: list[int]) -> int:
    """How many cards would fit nowhere with this hand, once the level lies on the table."""
    trial = table.copy()
    trial.hands[table.mover] = hand
    found = fewest_left(trial)
    return _NEVER if found is None else found[0]
