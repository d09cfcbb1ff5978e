"""Whole turns: which lays, on which piles, in which order.

The search goes lay by lay, all turns of one length at once, and merges those with the same end. It
follows the lays that can matter: the nearest cards of a pile, a trick as soon as it is there, and
two cards ten apart laid as a pair that costs what the first of them costs.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardsolver.games.the_game.bits import (
    ABOVE,
    BELOW,
    CARD,
    FITS,
    TRICK_DOWN,
    TRICK_UP,
    cards_of,
)
from cardsolver.games.the_game.bots.value import (
    Couples,
    Near,
    Side,
    Skipped,
    TurnWeights,
    kept_worth,
)
from cardsolver.games.the_game.rules import TRICK

if TYPE_CHECKING:
    from collections.abc import Iterable

# The four tops and the mover's hand as bits: what distinguishes two ends of a turn.
Key: TypeAlias = tuple[int, int, int, int, int]
# The lays so far, last first: (the lays before, pile, card); None before the first.
Path: TypeAlias = "tuple[Path, int, int] | None"
Ending: TypeAlias = tuple[float, Key, Path]
# What is asked of a pile: its index, its worth untouched, and what a card of its room costs then.
Asked: TypeAlias = tuple[int, float, float]

_worth = itemgetter(0)
_MOST = 300  # unfinished turns of one length; only a minimum far above the usual gets there


class Breadth(NamedTuple):
    """How widely the search looks; more is slower and a little stronger."""

    near: int  # unseen cards that a lay may skip beyond the nearest card of the hand
    extra: int  # unseen cards that a lay beyond the minimum may skip
    kept: int  # turns that are tried with one more lay


WIDE = Breadth(near=99, extra=99, kept=60)


def endings(
    weights: TurnWeights,
    breadth: Breadth,
    key: Key,
    unseen: int,
    needed: int,
    asked: Iterable[Asked] = (),
) -> list[Ending]:
    """The ends of the turn worth considering; none if the minimum is out of reach.

    `needed` is how many cards must still be laid; the key is the moment before that.
    """
    # With nothing left to come, the mover's cards are all that a pile has to take.
    unseen = unseen or key[4]
    up = Side(weights, unseen, ascending=True)
    down = Side(weights, unseen, ascending=False)
    near_up = Near(unseen, breadth.near, ascending=True)
    near_down = Near(unseen, breadth.near, ascending=False)
    cheap_up, cheap_down = near_up, near_down
    if breadth.extra != breadth.near:
        cheap_up = Near(unseen, breadth.extra, ascending=True)
        cheap_down = Near(unseen, breadth.extra, ascending=False)
    ups, downs = Couples(weights, up), Couples(weights, down)
    hand = cards_of(key[4])
    skipped = (Skipped(unseen, hand, ascending=True), Skipped(unseen, hand, ascending=False))
    found: list[Ending] = []
    layer: dict[Key, Path] = {key: None}
    pairs: dict[Key, Path] = {}
    laid = 0
    needed = min(needed, key[4].bit_count())  # an empty hand ends the turn by itself (TG-13)
    count = unseen.bit_count()
    while layer or pairs:
        free = laid >= needed
        if free:
            judged = _judge(weights, ups, downs, skipped, layer, count, laid)
            if asked:
                judged = [_heard(ending, key, asked, up, down) for ending in judged]
            found += judged
            if len(judged) > breadth.kept:
                judged.sort(key=_worth, reverse=True)
                del judged[breadth.kept :]
            layer, pairs = _extended(judged, pairs, cheap_up, cheap_down)
        else:
            if len(layer) > _MOST:
                judged = _judge(weights, ups, downs, skipped, layer, count, laid)
                judged.sort(key=_worth, reverse=True)
                layer = {at: path for _, at, path in judged[:_MOST]}
            layer, pairs = _next(layer, pairs, near_up, near_down)
        laid += 1
    return found


def _next(
    layer: dict[Key, Path], pairs: dict[Key, Path], up: Near, down: Near
) -> tuple[dict[Key, Path], dict[Key, Path]]:
    """All turns one lay longer, and those that are two lays longer by a pair.

    The nearest card of a pile comes first: of turns with the same worth the first is played, and
    the nearer one leaves more room for the rest of the hand, which the worth does not count.
    """
    longer = pairs
    pairs = {}
    for (a, b, c, d, hand), path in layer.items():
        cards = _rising(hand, a, up)
        while cards:
            bit = cards & -cards
            cards ^= bit
            card = bit.bit_length() - 1
            longer[card, b, c, d, hand ^ bit] = path, 0, card
        cards = _rising(hand, b, up) if b != a else 0
        while cards:
            bit = cards & -cards
            cards ^= bit
            card = bit.bit_length() - 1
            longer[a, card, c, d, hand ^ bit] = path, 1, card
        cards = _falling(hand, c, down)
        while cards:
            card = cards.bit_length() - 1
            cards ^= CARD[card]
            longer[a, b, card, d, hand ^ CARD[card]] = path, 2, card
        cards = _falling(hand, d, down) if d != c else 0
        while cards:
            card = cards.bit_length() - 1
            cards ^= CARD[card]
            longer[a, b, c, card, hand ^ CARD[card]] = path, 3, card
        lower = hand & hand >> TRICK
        if lower:
            _add_pairs(pairs, (a, b, c, d, hand), path, lower)
    return longer, pairs


def _extended(
    judged: list[Ending], pairs: dict[Key, Path], up: Near, down: Near
) -> tuple[dict[Key, Path], dict[Key, Path]]:
    """The same beyond the minimum: only lays that cost little, the nearest first.

    The loops are written out again, not shared with `_next`: this is where the time goes.
    """
    longer = pairs
    pairs = {}
    for _, (a, b, c, d, hand), path in judged:
        cheap = hand & up[a]
        while cheap:
            bit = cheap & -cheap
            cheap ^= bit
            card = bit.bit_length() - 1
            longer[card, b, c, d, hand ^ bit] = path, 0, card
        cheap = hand & up[b]
        while cheap:
            bit = cheap & -cheap
            cheap ^= bit
            card = bit.bit_length() - 1
            longer[a, card, c, d, hand ^ bit] = path, 1, card
        cheap = hand & down[c]
        while cheap:
            card = cheap.bit_length() - 1
            cheap ^= CARD[card]
            longer[a, b, card, d, hand ^ CARD[card]] = path, 2, card
        cheap = hand & down[d]
        while cheap:
            card = cheap.bit_length() - 1
            cheap ^= CARD[card]
            longer[a, b, c, card, hand ^ CARD[card]] = path, 3, card
        lower = hand & hand >> TRICK
        if lower:
            _add_pairs(pairs, (a, b, c, d, hand), path, lower)
    return longer, pairs


def _add_pairs(pairs: dict[Key, Path], key: Key, path: Path, lower: int) -> None:
    """Two cards ten apart, the far one first: `lower` holds the lower card of each such pair."""
    a, b, c, d, hand = key
    while lower:
        bit = lower & -lower
        lower ^= bit
        low = bit.bit_length() - 1
        high = low + TRICK
        left = hand ^ bit ^ CARD[high]
        if high > a:
            pairs[low, b, c, d, left] = (path, 0, high), 0, low
        if high > b != a:
            pairs[a, low, c, d, left] = (path, 1, high), 1, low
        if low < c:
            pairs[a, b, high, d, left] = (path, 2, low), 2, high
        if low < d != c:
            pairs[a, b, c, high, left] = (path, 3, low), 3, high


def _rising(hand: int, top: int, near: Near) -> int:
    """The cards to consider for an ascending pile: its trick, or the nearest ones above."""
    trick = hand & TRICK_UP[top]
    if trick:
        return trick
    fits = hand & ABOVE[top]
    if not fits:
        return 0
    nearest = fits & -fits
    return nearest | fits & near[nearest.bit_length() - 1]


def _falling(hand: int, top: int, near: Near) -> int:
    """The cards to consider for a descending pile: its trick, or the nearest ones below."""
    trick = hand & TRICK_DOWN[top]
    if trick:
        return trick
    fits = hand & BELOW[top]
    if not fits:
        return 0
    nearest = fits.bit_length() - 1
    return CARD[nearest] | fits & near[nearest]


def _judge(
    weights: TurnWeights,
    up: Couples,
    down: Couples,
    skipped: tuple[Skipped, Skipped],
    layer: dict[Key, Path],
    count: int,
    laid: int,
) -> list[Ending]:
    """The worth of ends of a turn; `count` cards are unseen."""
    one_pile, lost = weights.one_pile, weights.lost
    base = weights.laid * laid
    judged: list[Ending] = []
    for key, path in layer.items():
        a, b, c, d, hand = key
        worth, room_a, room_b, reach = up[a, b]
        worth_down, room_c, room_d, reach_down = down[c, d]
        worth += worth_down + base
        if reach + reach_down < count:
            worth += lost * (count - reach - reach_down)
        # Cards that exactly one pile takes: those between the tops of a direction, except what the
        # other direction takes of them.
        shared = room_a + room_c - count
        if shared > 0:
            shared *= -2
            if room_b + room_c > count:
                shared += room_b + room_c - count
            if room_a + room_d > count:
                shared += room_a + room_d - count
            worth += one_pile * shared
        rows = (skipped[0][a], skipped[0][b], skipped[1][c], skipped[1][d])
        worth += kept_worth(weights, rows, hand)
        judged.append((worth, key, path))
    return judged


def _heard(ending: Ending, start: Key, asked: Iterable[Asked], up: Side, down: Side) -> Ending:
    """The ending at a lower worth if it disturbs piles that others asked for."""
    worth, key, path = ending
    for pile, untouched, by_room in asked:
        if key[pile] != start[pile]:
            side = up if pile < 2 else down
            used = side[start[pile]][0] - side[key[pile]][0]
            worth -= untouched + (by_room * used if used > 0 else 0.0)
    return worth, key, path


def lays_of(path: Path) -> list[tuple[int, int]]:
    """The lays of a path as (pile, card), last first: a plan to pop from."""
    lays = []
    while path is not None:
        path, pile, card = path
        lays.append((pile, card))
    return lays


def longest(key: Key, needed: int) -> list[tuple[int, int]]:
    """A turn that reaches the minimum, searched lay by lay without leaving out unlikely ones.

    If there is none, the one that lays most: the game is lost then, and only the count matters.
    """
    layer: dict[Key, Path] = {key: None}
    reached: Path = None
    for _ in range(needed):
        layer = {
            _laid(at, pile, card): (path, pile, card)
            for at, path in layer.items()
            for pile, card in _legal(at)
        }
        if not layer:
            break
        reached = next(iter(layer.values()))
    return lays_of(reached)


def _legal(key: Key) -> list[tuple[int, int]]:
    return [
        (pile, card)
        for pile in range(4)
        for card in reversed(cards_of(key[4] & FITS[pile][key[pile]]))
    ]


def _laid(key: Key, pile: int, card: int) -> Key:
    tops = list(key[:4])
    tops[pile] = card
    return tops[0], tops[1], tops[2], tops[3], key[4] ^ CARD[card]
