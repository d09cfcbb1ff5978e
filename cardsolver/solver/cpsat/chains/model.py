"""The whole chain model of a position, and the way between its values and lines of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.games.the_game.rules import Lay
from cardsolver.solver.cpsat.chains import ladders, rules, shortcuts
from cardsolver.solver.cpsat.chains.frame import Levels, Schedule, frame_of
from cardsolver.solver.cpsat.chains.variables import Variables
from cardsolver.solver.cpsat.formula import Formula, Literal
from cardsolver.solver.cpsat.shape import height

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cardsolver.solver.cpsat.chains.variables import Allowed
    from cardsolver.solver.problem import Problem, Turn

RULES = (
    rules.piles_are_chains,
    rules.one_chain_a_card,
    rules.a_card_waits_for_what_it_covers,
    rules.enough_are_laid,
    rules.turns_have_the_minimum,
    rules.a_turn_lays_what_is_ready,
    rules.turns_have_their_size,
    rules.nobody_passes_with_a_card,
    rules.fire_is_covered,
)
SHORTCUTS = (shortcuts.equal_piles_in_order, shortcuts.one_more_is_ready)
LADDERS = (
    ladders.ready_at_once,
    ladders.a_new_card_comes_first,
    ladders.a_new_card_covers_a_top,
    ladders.two_tops_a_direction,
    ladders.tops_fall_by_tricks_only,
    ladders.lost_cards,
)

Chain = list[int]
NOTHING = 101  # higher than any card: nothing is laid on the pile


class Model:
    """The question "can so many cards be laid?": every solution is a line that does it."""

    def __init__(
        self,
        problem: Problem,
        *,
        target: int | None = None,
        sizes: Sequence[int] | None = None,
        allowed: Allowed | None = None,
        proving: bool = False,
        deadline: float | None = None,
    ) -> None:
        """Build it; `frame_of` explains `target` and `sizes`, `Variables` explains `allowed`.

        `proving` adds what helps to find out that there is no solution, for one player.
        """
        self.frame = frame_of(problem, target=target, sizes=sizes)
        self.formula = Formula(deadline)
        self.variables = Variables(self.formula, self.frame, allowed)
        has_tops = proving and isinstance(self.frame, Levels)
        for add in (*RULES, *SHORTCUTS, *(LADDERS if has_tops else ())):
            add(self.variables)

    @property
    def most(self) -> int:
        """More lays than this no line has."""
        return self.frame.shape.lays

    def keep(self, turns: Sequence[Turn]) -> None:
        """Only the chains of this line (when each card is laid stays open)."""
        for covers in self._coverings(turns):
            self.formula.clause(covers)

    def hint(self, turns: Sequence[Turn]) -> None:
        """Look at these chains first, as far as they go."""
        self.formula.hint({covers: True for covers in self._coverings(turns) if covers > 0})

    def forbid(self, turns: Sequence[Turn]) -> None:
        """Other chains than these, in some place."""
        self.formula.clause(*(~covers for covers in self._coverings(turns)))

    def _coverings(self, turns: Sequence[Turn]) -> Iterator[Literal]:
        """What the lays of a line cover, equal piles in the order that the model keeps."""
        lays = [lay for turn in turns for lay in turn]
        tops = self.frame.shape.problem.tops
        first = dict.fromkeys(range(4), NOTHING)
        for lay in reversed(lays):
            first[lay.pile] = height(lay.pile // 2, lay.card)
        items = [-1 - pile for pile in range(4)]
        for one, other in ((0, 1), (2, 3)):
            if tops[one] == tops[other] and first[one] > first[other]:
                items[one], items[other] = items[other], items[one]
        for lay in lays:
            yield self.variables.covers(lay.pile // 2, items[lay.pile], lay.card)
            items[lay.pile] = lay.card

    def line(self, value: Callable[[Literal], bool]) -> tuple[Turn, ...]:
        """The line of a solution."""
        v = self.variables
        following = {
            (direction, item): card
            for direction, item, card, literal in v.coverings()
            if value(literal)
        }
        chains: list[Chain] = []
        for pile in range(4):
            chain: Chain = []
            item = -1 - pile
            while (pile // 2, item) in following:
                item = following[pile // 2, item]
                chain.append(item)
            chains.append(chain)
        time = {
            card: next(stage for stage in v.time(card).values if value(v.by(card, stage)))
            for chain in chains
            for card in chain
        }
        if isinstance(self.frame, Schedule):
            return _by_turn(chains, time)
        starts = [start for start in self.frame.starts if value(v.starts(start))]
        return _as_ready(self.frame, chains, time, starts)


def _by_turn(chains: Sequence[Chain], time: dict[int, int]) -> tuple[Turn, ...]:
    """Several players: each card in its turn; seats that are passed over have none."""
    turns: dict[int, list[Lay]] = {0: []}
    for pile, chain in enumerate(chains):
        for card in chain:
            turns.setdefault(time[card], []).append(Lay(pile, card))
    return tuple(tuple(turns[number]) for number in sorted(turns))


def _as_ready(
    frame: Levels, chains: Sequence[Chain], time: dict[int, int], starts: Sequence[int]
) -> tuple[Turn, ...]:
    """One player: in every turn the first cards of the chains that are in the hand.

    What is ready sooner is laid first. After the last draw everything is laid in one turn.
    """
    problem = frame.shape.problem
    waiting = [list(chain) for chain in chains]
    turns: list[Turn] = []
    laid = problem.laid
    ends = list(starts[1:])
    if starts:
        ends.append(max(starts[-1] + frame.fewest(starts[-1]), len(problem.draw)))
    for end in [*ends, frame.target]:
        hand = {*problem.hands[0], *problem.draw[: laid if turns else 0]}
        turn: list[Lay] = []
        while laid < min(end, frame.target):
            ready = [pile for pile in range(4) if waiting[pile] and waiting[pile][0] in hand]
            if not ready:
                break
            pile = min(ready, key=lambda pile: time[waiting[pile][0]])
            turn.append(Lay(pile, waiting[pile].pop(0)))
            laid += 1
        turns.append(tuple(turn))
    return tuple(turns if turns[-1] or len(turns) == 1 else turns[:-1])
