"""What the end of a turn is worth, judged from what one seat can know.

A pile's room is counted in cards still to come, not in numbers: a jump over cards that are all
laid already costs nothing. Everything is counted over the cards this seat cannot see; the cards
that it keeps are judged by how many of those they would skip.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from math import log1p

from cardsolver.games.the_game.bits import ABOVE, BELOW, CARD, TRICK_DOWN, TRICK_UP, cards_of
from cardsolver.games.the_game.rules import CARDS

LOG_ROOM = [log1p(room) for room in range(100)]
STRANDED = 255  # more than any lay skips


@dataclass(frozen=True, slots=True)
class TurnWeights:
    """How much each feature counts. The worth is a sum, and only its order matters."""

    room: float  # a card still to come that the roomier pile of a direction takes
    second_room: float  # the same for the other pile of the direction
    log_room: float  # a pile's room once more, where the first few cards matter most
    one_pile: float  # a card still to come that exactly one pile takes
    lost: float  # a card still to come that no pile can ever take, even after every trick
    trick: float  # a pile whose trick card is still to come
    trick_room: float  # a card still to come that this trick would make room for
    chain: float  # a pile with a second trick behind the first
    laid: float  # a card laid in this turn
    kept_skip: float  # what each kept card skips where it skips least, as a logarithm
    next_skip: float  # the same for the two kept cards that skip least, together
    stranded: float  # a kept card that no pile takes as it is

    def blend(self, other: TurnWeights, share: float) -> TurnWeights:
        """These weights plus a share of others: the phase of the game moves them."""
        pairs = zip(astuple(self), astuple(other), strict=True)
        return TurnWeights(*(mine + share * theirs for mine, theirs in pairs))


class Side(dict[int, tuple[int, float, int]]):
    """The tops of one direction: room, worth of the pile by itself, and room after every trick.

    Filled on demand: a turn meets only a few of the hundred tops.
    """

    __slots__ = ("_beyond", "_tricks", "_unseen", "_weights")

    def __init__(self, weights: TurnWeights, unseen: int, *, ascending: bool) -> None:
        """`unseen` has a bit for each card that is neither laid nor in the seat's own hand."""
        super().__init__()
        self._weights = weights
        self._unseen = unseen
        self._beyond = ABOVE if ascending else BELOW
        self._tricks = TRICK_UP if ascending else TRICK_DOWN

    def __missing__(self, top: int) -> tuple[int, float, int]:
        weights, unseen, beyond = self._weights, self._unseen, self._beyond
        room = reach = (unseen & beyond[top]).bit_count()
        worth = weights.second_room * room + weights.log_room * LOG_ROOM[room]
        tricks = self._tricks
        trick = unseen & tricks[top]
        if trick:
            back = trick.bit_length() - 1
            reach = (unseen & beyond[back]).bit_count() + 1  # and the trick card itself
            worth += weights.trick + weights.trick_room * (reach - 1 - room)
            further = unseen & tricks[back]
            if further:
                worth += weights.chain
                while further:
                    back = further.bit_length() - 1
                    further = unseen & tricks[back]
                reach = (unseen & beyond[back]).bit_count() + 1
        self[top] = found = (room, worth, reach)
        return found


class Near(dict[int, int]):
    """The cards near a top of one direction: those that skip at most `most` of the unseen cards,
    and the trick. Filled on demand.
    """

    __slots__ = ("_ascending", "_most", "_unseen")

    def __init__(self, unseen: int, most: int, *, ascending: bool) -> None:
        """`unseen` as for a side."""
        super().__init__()
        self._unseen = unseen
        self._most = most
        self._ascending = ascending

    def __missing__(self, top: int) -> int:
        self[top] = found = self._rising(top) if self._ascending else self._falling(top)
        return found

    def _rising(self, top: int) -> int:
        """The cards on the way to the unseen card that would be one too many to skip."""
        ahead = self._unseen & ABOVE[top]
        for _ in range(self._most):
            if not ahead:
                break
            ahead &= ahead - 1
        near = ABOVE[top] & ((ahead & -ahead) - 1) if ahead else ABOVE[top]
        return near | TRICK_UP[top]

    def _falling(self, top: int) -> int:
        ahead = self._unseen & BELOW[top]
        for _ in range(self._most):
            if not ahead:
                break
            ahead ^= CARD[ahead.bit_length() - 1]
        near = BELOW[top] & ABOVE[ahead.bit_length() - 1] if ahead else BELOW[top]
        return near | TRICK_DOWN[top]


class Skipped(dict[int, list[int]]):
    """By top of one direction and card of the hand: unseen cards that the lay skips, or STRANDED.

    Filled on demand, like a side.
    """

    __slots__ = ("_ascending", "_cards", "_unseen")

    def __init__(self, unseen: int, cards: list[int], *, ascending: bool) -> None:
        """`cards` are the hand."""
        super().__init__()
        self._unseen = unseen
        self._cards = cards
        self._ascending = ascending

    def __missing__(self, top: int) -> list[int]:
        beyond, before = (ABOVE, BELOW) if self._ascending else (BELOW, ABOVE)
        trick = (TRICK_UP if self._ascending else TRICK_DOWN)[top]
        self[top] = row = [STRANDED] * 100
        for card in self._cards:
            if CARD[card] & beyond[top]:
                row[card] = (self._unseen & beyond[top] & before[card]).bit_count()
            elif CARD[card] & trick:
                row[card] = 0
        return row


def kept_worth(weights: TurnWeights, rows: tuple[list[int], ...], hand: int) -> float:
    """What keeping these cards is worth; `rows` are what each of the four tops lets them skip."""
    a, b, c, d = rows
    stranded, least, second = 0, STRANDED, STRANDED
    total = 0.0
    for card in cards_of(hand):
        skipped = min(a[card], b[card], c[card], d[card])
        if skipped == STRANDED:
            stranded += 1
            continue
        total += LOG_ROOM[skipped]
        if skipped < least:
            least, second = skipped, least
        elif skipped < second:
            second = skipped
    worth = weights.kept_skip * total + weights.stranded * stranded
    if second < STRANDED:
        worth += weights.next_skip * LOG_ROOM[min(least + second, CARDS)]
    return worth


class Couples(dict[tuple[int, int], tuple[float, int, int, int]]):
    """The two tops of one direction together: worth, both rooms (the larger first), and reach.

    Many turns end with the same two tops on one side and differ only on the other.
    """

    __slots__ = ("_by_larger", "_by_smaller", "_side")

    def __init__(self, weights: TurnWeights, side: Side) -> None:
        """Filled on demand, like the side itself."""
        super().__init__()
        self._by_larger = weights.room - weights.second_room + weights.one_pile
        self._by_smaller = -weights.one_pile
        self._side = side

    def __missing__(self, tops: tuple[int, int]) -> tuple[float, int, int, int]:
        side = self._side
        room, worth, reach = side[tops[0]]
        other_room, other_worth, other_reach = side[tops[1]]
        if room < other_room:
            room, other_room = other_room, room
        worth += other_worth + self._by_larger * room + self._by_smaller * other_room
        self[tops] = found = (worth, room, other_room, max(reach, other_reach))
        return found
