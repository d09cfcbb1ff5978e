"""What the end of a turn is worth, judged from what one seat can know.

A pile's room is counted in cards still to come, not in numbers: a jump over cards that are all
laid already costs nothing. Everything is counted over the cards this seat cannot see; those in
its own hand are the search's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log1p

from cardsolver.games.the_game.bits import ABOVE, BELOW, CARD, TRICK_DOWN, TRICK_UP

LOG_ROOM = [log1p(room) for room in range(100)]


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

    def blend(self, other: TurnWeights, share: float) -> TurnWeights:
        """These weights plus a share of others: the phase of the game moves them."""
        return TurnWeights(
            self.room + share * other.room,
            self.second_room + share * other.second_room,
            self.log_room + share * other.log_room,
            self.one_pile + share * other.one_pile,
            self.lost + share * other.lost,
            self.trick + share * other.trick,
            self.trick_room + share * other.trick_room,
            self.chain + share * other.chain,
            self.laid + share * other.laid,
        )


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
