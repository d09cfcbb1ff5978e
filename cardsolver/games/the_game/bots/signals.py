"""What to say about the piles, and what to make of what others say (TG-15).

A level says how much it would cost this seat, in expectation, if somebody else laid on the pile,
and never why: a card that goes back by ten and cards that come next weigh on one scale, in cards
still to come. So no card follows from a level. (A word for "I hold the card ten away" would be a
number in disguise, and the printed rules forbid it.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.the_game.bits import ABOVE, BELOW, CARD, TRICK_DOWN, TRICK_UP
from cardsolver.games.the_game.rules import PileSignal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolver.games.the_game.bots.turns import Asked
    from cardsolver.games.the_game.bots.weights import Hearing
    from cardsolver.games.the_game.rules import Signals, Tops

# All in cards still to come. The levels' bounds lie where cards that go back and cards that come
# next reach both (docs/bots-the-game.md has the shares).
SPARED = 4  # what a card costs that has to be laid on another pile
REACH = 5  # others lay one of the next so many cards of the pile
GENTLE_AT = 2
KEEP_AT = 5
LAYS = 2  # cards of one's own that are planned for a pile


def speak(tops: Tops, hand: int, unseen: int) -> Signals:
    """What a seat with this hand says; `unseen` are the cards neither laid nor in that hand."""
    a, b, c, d = tops
    return (
        _level(a, hand, unseen, ascending=True),
        _level(b, hand, unseen, ascending=True),
        _level(c, hand, unseen, ascending=False),
        _level(d, hand, unseen, ascending=False),
    )


def _level(top: int, hand: int, unseen: int, *, ascending: bool) -> PileSignal:
    """The level for what a lay of somebody else costs this seat on average."""
    now = use(top, hand, unseen, LAYS, ascending=ascending)
    if not now:
        return PileSignal.FREE
    coming = unseen & (ABOVE if ascending else BELOW)[top]
    tops, then = 0, 0
    while coming and tops < REACH:
        card = (coming & -coming if ascending else coming).bit_length() - 1
        coming ^= CARD[card]
        then += use(card, hand, unseen, LAYS, ascending=ascending)
        tops += 1
    lost = now * tops - then  # times the number of tops: whole numbers
    if lost >= KEEP_AT * tops > 0:
        return PileSignal.KEEP
    return PileSignal.GENTLE if lost >= GENTLE_AT * tops > 0 else PileSignal.FREE


def use(top: int, hand: int, unseen: int, lays: int, *, ascending: bool) -> int:
    """What a pile is worth to a hand that lays up to `lays` cards on it, in cards still to come."""
    beyond = (ABOVE if ascending else BELOW)[top]
    best = 0
    trick = hand & (TRICK_UP if ascending else TRICK_DOWN)[top]
    if trick:
        back = trick.bit_length() - 1
        regained = (unseen & (ABOVE if ascending else BELOW)[back] & ~beyond).bit_count()
        best = SPARED + regained
        if lays > 1:
            best += use(back, hand ^ trick, unseen, lays - 1, ascending=ascending)
    fits = hand & beyond
    if fits:
        card = (fits & -fits if ascending else fits).bit_length() - 1
        skipped = (unseen & beyond & (BELOW if ascending else ABOVE)[card]).bit_count()
        gain = SPARED - skipped
        # A card that skips more than it spares may still lead to one that goes back.
        if lays > 1:
            gain += use(card, hand ^ CARD[card], unseen, lays - 1, ascending=ascending)
        best = max(best, gain)
    return best


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
