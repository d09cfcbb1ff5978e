"""Each rule and shortcut of the chain model alone: one case it allows, one it forbids."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from ortools.sat.python import cp_model

from cardsolver.solver.cpsat.chains import ladders, rules, shortcuts
from cardsolver.solver.cpsat.chains.frame import frame_of
from cardsolver.solver.cpsat.chains.variables import Variables
from cardsolver.solver.cpsat.formula import Formula, Literal
from cardsolver.solver.cpsat.shape import ASCENDING as UP
from cardsolver.solver.cpsat.shape import DESCENDING as DOWN
from cardsolver.solver.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.solver.cpsat.chains.frame import Frame

    Rule = Callable[[Variables], None]
    Facts = Callable[[Variables], Sequence[Literal]]


BASES = (1, 1, 100, 100)
ALONE = Problem(BASES, ((10, 20, 30),), (40, 50, 60, 70), 2)
LONG = Problem(BASES, ((10, 20, 30, 40),), (50, 60, 70, 80, 90, 91), 2)
TWO = Problem(BASES, ((10, 11, 12), (20, 21, 22)), (40, 41, 42, 43), 2)
NO_DRAW = Problem(BASES, ((10, 30), (20, 25)), (), 2)
# Nothing takes 45 before 40 has come back from 50.
LOST = Problem((50, 60, 30, 20), ((45, 70, 80),), (90, 40, 91, 92), 2)
FIRE = Problem((22, 1, 100, 100), ((30, 31, 33),), (50, 51, 52, 53), 2, on_fire=True)
DUE = replace(FIRE, due=(True, False, False, False))


def allowed(frame: Frame, rule: Rule, facts: Facts) -> bool:
    """The facts are possible under this one rule (and the variables' own definitions)."""
    formula = Formula()
    variables = Variables(formula, frame)
    rule(variables)
    for fact in facts(variables):
        formula.clause(fact)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(formula.model)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return bool(status == cp_model.OPTIMAL)


def nothing_falls(v: Variables) -> list[Literal]:
    """45 fits on no pile of its direction down at the start."""
    return [~v.tops.open_up_to(DOWN, 0, 55)]


CASES: list[tuple[str, Frame, Rule, Facts, Facts]] = [
    (
        "a card is covered by one card",
        frame_of(ALONE),
        rules.piles_are_chains,
        lambda v: [v.covers(UP, 10, 20), v.covers(UP, -1, 10)],
        lambda v: [v.covers(UP, 10, 20), v.covers(UP, 10, 30)],
    ),
    (
        "a card lies on one card",
        frame_of(ALONE),
        rules.piles_are_chains,
        lambda v: [v.covers(UP, -1, 30), v.covers(UP, -2, 10)],
        lambda v: [v.covers(UP, -1, 30), v.covers(UP, -2, 30)],
    ),
    (
        "a chain begins with a pile's start",
        frame_of(Problem((50, 60, 30, 20), ((70, 80),), (), 2)),
        rules.piles_are_chains,
        lambda v: [v.covers(UP, -1, 70), v.covers(UP, 70, 80)],
        lambda v: [v.covers(UP, 70, 80), ~v.covers(UP, -1, 70), ~v.covers(UP, -2, 70)],
    ),
    (
        "a chain has no loop, though tricks go back",
        frame_of(Problem(BASES, ((30, 35, 40),), (), 2)),
        rules.piles_are_chains,
        lambda v: [v.covers(UP, 35, 40), v.covers(UP, 40, 30)],
        lambda v: [v.covers(UP, 30, 35), v.covers(UP, 35, 40), v.covers(UP, 40, 30)],
    ),
    (
        "a card that is covered is on the pile",
        frame_of(ALONE),
        rules.piles_are_chains,
        lambda v: [v.covers(UP, 10, 20), v.placed(UP, 10), ~v.final(UP, 10)],
        lambda v: [v.covers(UP, 10, 20), v.final(UP, 10)],
    ),
    (
        "a card is in one chain",
        frame_of(ALONE, target=2),
        rules.one_chain_a_card,
        lambda v: [v.laid(10), v.placed(UP, 10), ~v.placed(DOWN, 10)],
        lambda v: [v.placed(UP, 10), v.placed(DOWN, 10)],
    ),
    (
        "a card that is not laid is in no chain",
        frame_of(ALONE, target=2),
        rules.one_chain_a_card,
        lambda v: [~v.laid(10), ~v.placed(UP, 10), ~v.placed(DOWN, 10)],
        lambda v: [~v.laid(10), v.placed(UP, 10)],
    ),
    (
        "a card waits for the one below",
        frame_of(ALONE),
        rules.a_card_waits_for_what_it_covers,
        lambda v: [v.covers(DOWN, 50, 20), ~v.by(50, 2), ~v.by(20, 2)],
        lambda v: [v.covers(DOWN, 50, 20), ~v.by(50, 2), v.by(20, 2)],
    ),
    (
        "the target is reached",
        frame_of(ALONE, target=2),
        rules.enough_are_laid,
        lambda v: [v.laid(10), v.laid(20), ~v.laid(30)],
        lambda v: [~v.laid(10), ~v.laid(20)],
    ),
    (
        "a turn is not shorter than the minimum",
        frame_of(LONG),
        rules.turns_have_the_minimum,
        lambda v: [v.starts(2), v.starts(4)],
        lambda v: [v.starts(2), v.starts(3)],
    ),
    (
        "a turn that can be split is split",
        frame_of(LONG),
        rules.turns_have_the_minimum,
        lambda v: [~v.starts(2), v.starts(3)],
        lambda v: [~v.starts(2), ~v.starts(3)],
    ),
    (
        "the turn under way owes what it has not laid",
        frame_of(replace(LONG, hands=((10, 20, 30),), laid=1)),
        rules.turns_have_the_minimum,
        lambda v: [v.starts(2)],
        lambda v: [~v.starts(2), ~v.starts(3)],
    ),
    (
        "a turn lays the minimum of ready cards",
        frame_of(ALONE),
        rules.a_turn_lays_what_is_ready,
        lambda v: [v.by(10, 0), v.by(20, 0), ~v.by(30, 0)],
        lambda v: [v.by(10, 0), ~v.by(20, 0), ~v.by(30, 0)],
    ),
    (
        "a longer turn lays more cards that were ready when it started",
        frame_of(LONG),
        rules.a_turn_lays_what_is_ready,
        lambda v: [v.starts(2), ~v.by(30, 0), ~v.by(40, 0)],
        lambda v: [~v.starts(2), v.starts(3), ~v.by(30, 0), ~v.by(40, 0)],
    ),
    (
        "turns of given sizes",
        frame_of(LONG, sizes=(3, 2)),
        rules.a_turn_lays_what_is_ready,
        lambda v: [~v.by(40, 0), v.by(30, 0), v.by(40, 3), v.by(50, 3)],
        lambda v: [~v.by(40, 0), ~v.by(30, 0)],
    ),
    (
        "what is done in the turn under way counts",
        frame_of(replace(LONG, hands=((10, 20, 30),), laid=1)),
        rules.a_turn_lays_what_is_ready,
        lambda v: [v.by(10, 0), ~v.by(20, 0), ~v.by(30, 0)],
        lambda v: [~v.by(10, 0), ~v.by(20, 0), ~v.by(30, 0)],
    ),
    (
        "a turn has its size",
        frame_of(TWO),
        rules.turns_have_their_size,
        lambda v: [v.by(10, 0), v.by(11, 0), ~v.by(12, 0)],
        lambda v: [v.by(10, 0), v.by(11, 0), v.by(12, 0)],
    ),
    (
        "each seat's turns count its own cards",
        frame_of(TWO),
        rules.turns_have_their_size,
        lambda v: [v.by(20, 1), v.by(21, 1), ~v.by(22, 1)],
        lambda v: [~v.by(20, 1), ~v.by(21, 1)],
    ),
    (
        "with nothing to draw a turn is one card or more",
        frame_of(NO_DRAW),
        rules.nobody_passes_with_a_card,
        lambda v: [v.by(10, 0), ~v.by(30, 0)],
        lambda v: [~v.by(10, 0), ~v.by(30, 0)],
    ),
    (
        "a seat without cards is passed over",
        frame_of(NO_DRAW),
        rules.nobody_passes_with_a_card,
        lambda v: [v.by(20, 1), v.by(25, 1), ~v.by(30, 1), v.by(30, 2)],
        lambda v: [v.by(20, 1), ~v.by(25, 3), v.by(10, 0), ~v.by(30, 2)],
    ),
    (
        "a due fire card is covered by the end of the turn",
        frame_of(DUE),
        rules.fire_is_covered,
        lambda v: [v.covers(UP, -1, 30), v.by(30, 0)],
        lambda v: [v.covers(UP, -1, 30), ~v.by(30, 0)],
    ),
    (
        "a fire card that is not due has a turn more",
        frame_of(FIRE),
        rules.fire_is_covered,
        lambda v: [v.covers(UP, -1, 30), ~v.by(30, 0), v.by(30, 1)],
        lambda v: [v.covers(UP, -1, 30), ~v.by(30, 1)],
    ),
    (
        "a fire card laid in a turn is covered in the next",
        frame_of(FIRE, target=6),
        rules.fire_is_covered,
        lambda v: [v.by(33, 0), v.placed(UP, 33), v.covers(UP, 33, 50), v.by(50, 1)],
        lambda v: [v.by(33, 0), v.placed(UP, 33), v.covers(UP, 33, 52), ~v.by(52, 1), v.by(52, 2)],
    ),
    (
        "a fire card may stay on top when the game ends in the next turn",
        frame_of(FIRE, target=4),
        rules.fire_is_covered,
        lambda v: [v.by(33, 0), v.placed(UP, 33), v.final(UP, 33)],
        lambda v: [v.final(UP, -1), v.by(33, -1)],
    ),
    (
        "of equal piles the first has the lower first card",
        frame_of(ALONE),
        shortcuts.equal_piles_in_order,
        lambda v: [v.covers(UP, -1, 10), v.covers(UP, -2, 20)],
        lambda v: [v.covers(UP, -2, 10)],
    ),
    (
        "one more card is always ready",
        frame_of(ALONE),
        shortcuts.one_more_is_ready,
        lambda v: [v.by(10, 2), v.by(20, 2), v.by(30, 2)],
        lambda v: [~v.by(40, 2), ~v.by(50, 2), ~v.by(30, 2)],
    ),
    (
        "a card is ready as soon as what it covers is",
        frame_of(ALONE),
        ladders.ready_at_once,
        lambda v: [v.covers(UP, 10, 20), v.by(10, 0), v.by(20, 0)],
        lambda v: [v.covers(UP, 10, 20), v.by(10, 0), ~v.by(20, 0)],
    ),
    (
        "a card is ready as soon as what it covers is, drawn later",
        frame_of(ALONE),
        ladders.ready_at_once,
        lambda v: [v.covers(DOWN, 60, 20), ~v.by(60, 2), v.by(60, 3), v.by(20, 3)],
        lambda v: [v.covers(DOWN, 60, 20), v.by(60, 3), ~v.by(20, 3)],
    ),
    (
        "a card on a pile as it is at the start is ready when drawn",
        frame_of(ALONE),
        ladders.ready_at_once,
        lambda v: [v.covers(UP, -1, 40), v.by(40, 2)],
        lambda v: [v.covers(UP, -1, 40), ~v.by(40, 2)],
    ),
    (
        "nothing is ready at a stage without its new card",
        frame_of(ALONE),
        ladders.a_new_card_comes_first,
        lambda v: [~v.by(30, 2), v.by(30, 3), v.by(60, 3)],
        lambda v: [~v.by(30, 2), v.by(30, 3), ~v.by(60, 3)],
    ),
    (
        "a new card covers a top of the stage before",
        frame_of(ALONE),
        ladders.a_new_card_covers_a_top,
        lambda v: [v.covers(UP, 10, 60), v.placed(UP, 10), v.by(60, 3), v.by(10, 2)],
        lambda v: [v.covers(UP, 10, 60), v.placed(UP, 10), v.by(60, 3), ~v.by(10, 2)],
    ),
    (
        "a new card fits a top of the stage before",
        frame_of(LOST),
        ladders.a_new_card_covers_a_top,
        lambda v: [v.placed(UP, 91), v.by(91, 3)],
        lambda v: [v.placed(UP, 91), v.by(91, 3), ~v.tops.open_up_to(UP, 2, 90)],
    ),
    (
        "a direction has two tops",
        frame_of(ALONE),
        ladders.two_tops_a_direction,
        lambda v: [v.tops.open(UP, 0, -1), v.tops.open(UP, 0, 10)],
        lambda v: [v.tops.open(UP, 0, item) for item in (-1, -2, 10)],
    ),
    (
        "tops fall by tricks",
        frame_of(LOST),
        ladders.tops_fall_by_tricks_only,
        lambda v: [v.tops.open(UP, 2, 40), v.covers(UP, -1, 40)],
        lambda v: [v.tops.open(UP, 2, 40), ~v.covers(UP, -1, 40)],
    ),
    (
        "a card that no pile takes waits for a trick",
        frame_of(LOST, target=6),
        ladders.lost_cards,
        lambda v: [v.laid(45), ~v.by(45, 0), v.covers(UP, -1, 40), *nothing_falls(v)],
        lambda v: [v.laid(45), ~v.by(45, 0), ~v.covers(UP, -1, 40), *nothing_falls(v)],
    ),
]


@pytest.mark.parametrize(
    ("frame", "rule", "possible", "impossible"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_rule_alone(frame: Frame, rule: Rule, possible: Facts, impossible: Facts) -> None:
    assert allowed(frame, rule, possible)
    assert not allowed(frame, rule, impossible)


def test_a_lay_is_a_higher_card_or_the_one_ten_lower() -> None:
    """Coverings that the lay rule forbids have no variable (TG-7, TG-8)."""
    variables = Variables(Formula(), frame_of(Problem((50, 60, 30, 20), ((40, 45, 70),), (), 2)))
    up = {(item, card) for d, item, card, _ in variables.coverings() if d == UP}
    down = {(item, card) for d, item, card, _ in variables.coverings() if d == DOWN}
    assert up == {(-1, 40), (-1, 70), (-2, 70), (40, 45), (40, 70), (45, 70)}
    assert down == {(-3, 40), (70, 45), (70, 40), (45, 40)}


def test_every_rule_of_the_module_is_tested() -> None:
    named = {rule for _, _, rule, _, _ in CASES}
    for module in (rules, shortcuts, ladders):
        public = {
            f
            for name, f in vars(module).items()
            if callable(f) and not name.startswith("_") and f.__module__ == module.__name__
        }
        assert public <= named
