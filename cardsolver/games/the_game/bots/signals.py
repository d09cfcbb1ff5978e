"""What to say about the piles, and what to make of what others say (TG-15).

A player asks to keep off a pile for which it holds the trick card, and to be gentle with one on
which its next card skips almost nothing. Both are words of the rules; neither gives a number away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.the_game.bits import ABOVE, BELOW, TRICK_DOWN, TRICK_UP
from cardsolver.games.the_game.rules import PileSignal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolver.games.the_game.bots.turns import Asked
    from cardsolver.games.the_game.bots.weights import Hearing
    from cardsolver.games.the_game.rules import Signals, Tops

_CLOSE = 2  # unseen cards that a lay may skip and still be worth a word


def speak(tops: Tops, hand: int, unseen: int) -> Signals:
    """What a seat with this hand says; `unseen` are the cards neither laid nor in that hand."""
    a, b, c, d = tops
    return (
        _rising(a, hand, unseen),
        _rising(b, hand, unseen),
        _falling(c, hand, unseen),
        _falling(d, hand, unseen),
    )


def _rising(top: int, hand: int, unseen: int) -> PileSignal:
    if hand & TRICK_UP[top]:
        return PileSignal.KEEP
    fits = hand & ABOVE[top]
    # Everything below the nearest card: the lowest bit minus one.
    if fits and (unseen & ABOVE[top] & (fits & -fits) - 1).bit_count() <= _CLOSE:
        return PileSignal.GENTLE
    return PileSignal.FREE


def _falling(top: int, hand: int, unseen: int) -> PileSignal:
    if hand & TRICK_DOWN[top]:
        return PileSignal.KEEP
    fits = hand & BELOW[top]
    if fits and (unseen & BELOW[top] & ABOVE[fits.bit_length() - 1]).bit_count() <= _CLOSE:
        return PileSignal.GENTLE
    return PileSignal.FREE


def heard(said: Iterable[Signals], hearing: Hearing) -> tuple[Asked, ...]:
    """What touching each pile costs after the others spoke; the strongest word counts."""
    asked = []
    for pile, levels in enumerate(zip(*said, strict=True)):
        level = max(levels)
        if level is PileSignal.KEEP:
            asked.append((pile, hearing.keep, hearing.keep_room))
        elif level is PileSignal.GENTLE:
            asked.append((pile, 0.0, hearing.gentle_room))
    return tuple(asked)
