"""The order of the layered search, against its definition written out for one state."""

from __future__ import annotations

from math import exp
from random import Random

import numpy as np
import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.games.the_game import rules as the_game
from cardsolver.solver.problem import Problem
from cardsolver.solver.search.expand import all_moves, children, lays
from cardsolver.solver.search.order import WEIGHTS, Order
from cardsolver.solver.search.packed import LAID, Setup, Words, boards, root_row, unpack

UP = (1, 1, -1, -1)


def cards_of(words: Words) -> set[int]:
    return set(np.flatnonzero(unpack(words[None])[0]).tolist())


class Judge:
    """One state before a lay: what the search's tables say of it, card by card."""

    def __init__(self, setup: Setup, row: Words, layer: int) -> None:
        board = boards(row[None])[0]
        self.tops = [int(top) for top in board[:4]]
        self.mine = cards_of(row[:2])
        self.held = set[int]().union(
            *(cards_of(row[2 * seat : 2 * seat + 2]) for seat in range(setup.seats))
        )
        drawn = setup.laid_before + layer - int(board[LAID])
        self.unlaid = self.held | set(setup.draw[drawn:])
        self.wait = {
            card: 0
            if card in self.held
            else max(setup.draw.index(card) - setup.laid_before - layer, 0)
            for card in self.unlaid
        }

    def worth(self, pile: int, top: int, card: int) -> float:
        """Of a home for the card."""
        distance = (card - top) * UP[pile]
        if distance <= 0:
            return 0
        wait = self.wait[card] / 10 + WEIGHTS.home_wait
        return 1 - exp(-(distance + WEIGHTS.home_reach) / (WEIGHTS.home_fade * wait))

    def miss(self, pile: int, top: int, card: int) -> float:
        """How likely the card finds no home on this pile."""
        if card == top - 10 * UP[pile]:
            return exp(-WEIGHTS.home_trick)
        return exp(-WEIGHTS.home * self.worth(pile, top, card))

    def trick(self, pile: int, top: int) -> float:
        """What the pile is worth for the trick that it waits for."""
        back = top - 10 * UP[pile]
        further = top - 20 * UP[pile]
        fade = exp(-WEIGHTS.trick_fades / 10 * self.wait.get(back, 0))
        if back not in self.unlaid:
            value = opens = 0.0
        elif back in self.held:
            value = WEIGHTS.trick_mover if back in self.mine else WEIGHTS.trick_held
            opens = WEIGHTS.opens_held
        else:
            value, opens = WEIGHTS.trick_undrawn * fade, WEIGHTS.opens_undrawn * fade
        between = range(min(back, top) + 1, max(back, top))
        value += opens * len(self.unlaid & set(between))
        return value + WEIGHTS.chain * (back in self.unlaid and further in self.unlaid)

    def after(self, card: int, pile: int) -> float:
        """The score of the state after a lay, without what ending or going on adds."""
        tops = [*self.tops[:pile], card, *self.tops[pile + 1 :]]
        rest = self.unlaid - {card}
        score = 0.0
        for other in rest:
            homeless = WEIGHTS.homeless * (1 + WEIGHTS.homeless_wait / 100 * self.wait[other])
            for place, top in enumerate(tops):
                homeless *= self.miss(place, top, other)
                score += WEIGHTS.room * self.worth(place, top, other)
            score -= homeless
        for place, top in enumerate(tops):
            if place == pile or top - 10 * UP[place] != card:
                score += self.trick(place, top)
        return score + WEIGHTS.pair * sum(other + 10 in rest for other in rest)


@pytest.mark.parametrize("rules", ["", "expert short-hand", "players=2", "players=4 expert"])
def test_scores_are_the_sum_that_the_module_describes(rules: str) -> None:
    random = Random(rules)
    root = Problem.of(the_game.start(deal_seed("the-game", "order", rules=rules)))
    setup = Setup.of([root])
    order = Order(setup)
    rows, seen = root_row(root), 0
    for layer in range(setup.cards - 1):
        options = lays(setup, rows, layer)
        if not len(options):
            break
        moves = all_moves(options)
        scores = order.scores(rows, layer, options, moves)
        for number in random.sample(range(len(moves)), min(4, len(moves))):
            lay = int(moves.lay[number])
            owed = int(options.owed[lay])
            bonus = WEIGHTS.owed * owed if owed > 0 else WEIGHTS.goes_on
            if moves.ends[number]:
                bonus = WEIGHTS.ended
            judge = Judge(setup, rows[options.parent[lay]], layer)
            expected = judge.after(int(options.card[lay]), int(options.pile[lay])) + bonus
            assert scores[number] == pytest.approx(expected, abs=2e-3), (layer, number)
            seen += 1
        best = np.argsort(scores)[-20:]
        rows = children(setup, rows, layer, options, moves.take(best))
    assert seen > 150  # half a game at least
