"""What is known of a position before anything is played: counts, seats, earliest moments.

Time is counted in lays: lay t is the t-th from now (0-based), and moment t lies just before it,
when t cards have been laid. Two facts carry the model:

* The card drawn for lay i is draw[i + laid], and it goes to the player of lay i.
* Hands are full at every turn end while the draw pile lasts. So the lays from `last_draw` on, that
  no card is drawn for, are each seat's full hand, whatever happened before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolver.solver.cpsat.lines import may_end, needed, pass_over

if TYPE_CHECKING:
    from cardsolver.solver.problem import Problem

ASCENDING, DESCENDING = DIRECTIONS = (0, 1)


def height(direction: int, number: int) -> int:
    """How far along a number is: a pile of either direction grows in height, except by tricks."""
    return number if direction == ASCENDING else 101 - number


@dataclass(frozen=True, slots=True)
class Shape:
    """The fixed frame of a problem, everything the rules need to know about it."""

    problem: Problem
    lays: int  # that are looked at: all cards, or as many as somebody asks for
    cards: tuple[int, ...]  # those that one of these lays could be
    seats: int  # those without any card are left out
    full: tuple[int, ...]  # a seat's hand at turn ends while the draw pile lasts
    holder: dict[int, int]  # seat of a card that is in a hand now
    drawn_for: dict[int, int]  # the lay that a card is drawn for; negative: one before now
    last_draw: int  # from this lay on, no card is drawn for a lay
    earliest: dict[int, int]  # the first lay a card could be
    may_end_at_once: bool

    @classmethod
    def of(cls, problem: Problem, lays: int | None = None) -> Shape:
        """The shape of a position whose mover has a card, or will be passed over.

        With `lays` no further than so many lays from now.
        """
        problem = pass_over(problem)
        in_play = [hand for seat, hand in enumerate(problem.hands) if hand or not seat]
        full = [len(hand) for hand in in_play]
        full[0] += min(problem.laid, len(problem.draw))
        last_draw = max(0, len(problem.draw) - problem.laid)
        drawn_for = {card: lay - problem.laid for lay, card in enumerate(problem.draw)}
        held = {card: seat for seat, hand in enumerate(in_play) for card in hand}
        fewest = min(problem.minimum, *full)
        earliest = dict.fromkeys(held, 0)
        for card, lay in drawn_for.items():
            drawn = moment = max(0, lay + 1)
            for _ in range(len(full) - 1):
                # Everybody else has a turn first; once nothing is drawn they may be out of cards.
                moment += fewest if moment < last_draw else 0
            # A turn that goes on until the last draw may leave the others so little to do that the
            # card comes sooner than after a turn that ended at once.
            earliest[card] = min(moment, max(drawn, last_draw))
        lays = problem.left if lays is None else min(lays, problem.left)
        return cls(
            problem=problem,
            lays=lays,
            cards=tuple(sorted(card for card, first in earliest.items() if first < lays)),
            seats=len(full),
            full=tuple(full),
            holder=held,
            drawn_for=drawn_for,
            last_draw=last_draw,
            earliest=earliest,
            may_end_at_once=may_end(problem),
        )

    @property
    def wins(self) -> bool:
        """So many lays are all cards."""
        return self.lays == self.problem.left

    def owed(self) -> int:
        """Lays the turn under way still needs, an empty hand being enough."""
        problem = self.problem
        return max(0, min(needed(problem) - problem.laid, len(problem.hands[0])))

    def minimum(self, moment: int, seat: int) -> int:
        """Lays that a turn of this seat needs if it starts at this moment."""
        return min(self.problem.minimum, self.full[seat]) if moment < self.last_draw else 1

    @property
    def turns_can_be_split(self) -> bool:
        """Solo and without fire, two small turns are as good as a large one, or better."""
        return self.seats == 1 and not self.problem.on_fire
