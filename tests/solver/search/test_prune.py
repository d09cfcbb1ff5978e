"""What is pruned could not be laid."""

from __future__ import annotations

import pytest

from cardsolver.solver.problem import Problem
from cardsolver.solver.search.packed import Setup, root_row
from cardsolver.solver.search.prune import dead_cards
from tests.support.positions import (
    INSTANCES,
    best,
)


@pytest.mark.parametrize(
    ("tops", "hand", "dead"),
    [
        ((60, 70, 30, 20), (40, 50), 0),  # 50 on 60, then 40 on 50
        ((60, 70, 30, 20), (41, 45), 2),
        ((60, 70, 30, 20), (41, 51, 61), 0),  # 61, 51, 41
        ((60, 70, 30, 20), (41, 61, 45), 2),  # 51 is missing in the chain
        ((60, 70, 30, 20), (40, 45, 62), 1),  # 40 on 30, but that does not help the 45
        ((60, 70, 61, 20), (60,), 0),
    ],
)
def test_dead_cards_are_those_no_chain_of_tricks_reaches(
    tops: tuple[int, int, int, int], hand: tuple[int, ...], dead: int
) -> None:
    root = Problem(tops, (hand,), (), 2)
    assert dead_cards(Setup.of([root]), root_row(root), 0).tolist() == [dead]


def test_dead_cards_never_exceed_what_is_left() -> None:
    for seed, roots in INSTANCES:
        setup = Setup.of(roots)
        for root in roots:
            assert dead_cards(setup, root_row(root), 0)[0] <= best((root,)), seed
