"""The end of a game in which nothing is hidden any more, solved exactly.

Solo, that is so with at most one card to draw; with several players, when only one other still
holds cards and none are left to draw: the unseen cards can then be in one place only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from cardsolver.games.the_game.bits import (
    ABOVE,
    ALL_CARDS,
    BELOW,
    CARD,
    TRICK_DOWN,
    TRICK_UP,
    bits,
)
from cardsolver.games.the_game.kernel import planner as kernel

if TYPE_CHECKING:
    from cardsolver.games.the_game.rules import View

# Tops, cards to lay before the turn may end, the hands as bits from the mover on, the draw pile.
Moment: TypeAlias = tuple[int, int, int, int, int, tuple[int, ...], int]
# A lay as (pile, card), or None: end the turn.
Step: TypeAlias = tuple[int, int] | None


class _TooLarge(Exception):  # noqa: N818 - not a fault: the search was given up
    """More moments than the search may look at."""


def known_moment(view: View) -> Moment | None:
    """The moment with every card in its place, if the view leaves no doubt; never On Fire."""
    if view.draw_size > 1 or view.rules.on_fire:
        return None
    hand = bits(view.hand)
    unseen = ALL_CARDS & ~view.laid_cards & ~hand
    players = len(view.hand_sizes)
    order = [(view.seat + step) % players for step in range(players)]
    holders = [seat for seat in order[1:] if view.hand_sizes[seat]]
    if len(holders) + view.draw_size > 1:
        return None
    hands = (hand, *(unseen for _ in holders))
    draw = unseen if view.draw_size else 0
    return (*view.tops, max(0, view.minimum - view.laid), hands, draw)


def solve(moment: Moment, *, limit: int) -> tuple[int, list[Step]] | None:
    """The most cards that can still be laid, and how; None after `limit` moments."""
    needed, hands, draw = moment[4:]
    cards = sum(hand.bit_count() for hand in hands) + draw.bit_count()
    if kernel.is_built() and cards <= kernel.LARGEST_ENDGAME and len(hands) <= 2:
        return kernel.solve_endgame(moment[:4], needed, hands, draw, limit)
    return search(moment, limit=limit)


def search(moment: Moment, *, limit: int) -> tuple[int, list[Step]] | None:
    """The same by the readable reference; the kernel's twin is endgame.c."""
    tree = _Search(limit)
    try:
        most = tree.most(moment)
    except _TooLarge:
        return None
    return most, tree.line(moment)


class _Search:
    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._visits = 0
        self._best: dict[Moment, tuple[int, Step]] = {}

    def most(self, moment: Moment) -> int:
        """How many of the cards can be laid from here."""
        found = self._best.get(moment)
        if found is not None:
            return found[0]
        self._visits += 1
        if self._visits > self._limit:
            raise _TooLarge
        needed, hands, draw = moment[4:]
        left = sum(hand.bit_count() for hand in hands) + draw.bit_count()
        most, best = 0, None
        for lay in _lays(moment):
            laid = 1 + self.most(_after(moment, lay))
            if laid > most:
                most, best = laid, lay
                if laid == left:
                    break
        # Solo with nothing to draw, ending a turn changes nothing.
        if needed == 0 and most < left and (draw or len(hands) > 1):
            laid = self.most(_next_turn(moment))
            if laid > most:
                most, best = laid, None
        self._best[moment] = most, best
        return most

    def line(self, moment: Moment) -> list[Step]:
        """The steps of the best line of this turn, and of those after it."""
        steps: list[Step] = []
        while self._best.get(moment, (0, None))[0]:
            step = self._best[moment][1]
            steps.append(step)
            moment = _next_turn(moment) if step is None else _after(moment, step)
        return steps


def _lays(moment: Moment) -> list[tuple[int, int]]:
    """Every legal lay, the shortest jumps first: they find a win quickly, if there is one."""
    a, b, c, d, _, hands, _ = moment
    hand = hands[0]
    tricks: list[tuple[int, int]] = []
    plain: list[tuple[int, int, int]] = []
    others = sum(hands)
    for pile, top in ((0, a), (1, b)) if a != b else ((0, a),):
        trick = hand & TRICK_UP[top]
        if trick:
            tricks.append((pile, trick.bit_length() - 1))
        fits = hand & ABOVE[top]
        while fits:
            card = fits.bit_length() - 1
            fits ^= CARD[card]
            plain.append(((others & ABOVE[top] & BELOW[card]).bit_count(), pile, card))
    for pile, top in ((2, c), (3, d)) if c != d else ((2, c),):
        trick = hand & TRICK_DOWN[top]
        if trick:
            tricks.append((pile, trick.bit_length() - 1))
        fits = hand & BELOW[top]
        while fits:
            card = fits.bit_length() - 1
            fits ^= CARD[card]
            plain.append(((others & BELOW[top] & ABOVE[card]).bit_count(), pile, card))
    plain.sort()
    return tricks + [(pile, card) for _, pile, card in plain]


def _after(moment: Moment, lay: tuple[int, int]) -> Moment:
    """The moment after a lay; an empty hand ends the turn by itself (TG-13)."""
    pile, card = lay
    tops = list(moment[:4])
    tops[pile] = card
    needed, hands, draw = moment[4:]
    hands = (hands[0] ^ CARD[card], *hands[1:])
    after = (tops[0], tops[1], tops[2], tops[3], max(0, needed - 1), hands, draw)
    return after if hands[0] else _next_turn(after)


def _next_turn(moment: Moment) -> Moment:
    """Draw, and pass to the next hand with cards."""
    a, b, c, d, _, hands, draw = moment
    hands = (*hands[1:], hands[0] | draw)
    if not hands[0]:
        hands = (*hands[1:], hands[0])
    return a, b, c, d, 1, hands, 0
