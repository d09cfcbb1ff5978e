"""Each rule and each shortcut of the CP-SAT model alone: one case it allows, one it forbids."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from ortools.sat.python import cp_model

from cardsolver.solver.cpsat.formula import Formula, Literal
from cardsolver.solver.cpsat.shape import ASCENDING as UP
from cardsolver.solver.cpsat.shape import DESCENDING as DOWN
from cardsolver.solver.cpsat.shape import Shape
from cardsolver.solver.cpsat.steps import rules, shortcuts
from cardsolver.solver.cpsat.steps.variables import Variables
from cardsolver.solver.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Rule = Callable[[Variables], None]
    Facts = Callable[[Variables], Sequence[Literal]]


BASES = (1, 1, 100, 100)
ALONE = Problem(BASES, ((10, 20, 30),), (40, 50), 2)
TWO = Problem(BASES, ((10, 11, 12), (20, 21, 22)), (40, 41, 42), 2)
NO_DRAW = Problem(BASES, ((10, 30), (20,)), (), 2)
HIGH = Problem((50, 60, 30, 20), ((40, 45, 70),), (), 2)
FIRE = Problem(
    (22, 1, 100, 100), ((30, 31, 32, 33),), (50, 51), 2, 0, True, (True, False, False, False)
)


def allowed(problem: Problem, rule: Rule, facts: Facts, *, win_only: bool = False) -> bool:
    """The facts are possible under this one rule (and the variables' own definitions)."""
    formula = Formula()
    variables = Variables(formula, Shape.of(problem), all_happen=win_only)
    rule(variables)
    for fact in facts(variables):
        formula.clause(fact)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(formula.model)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return bool(status == cp_model.OPTIMAL)


CASES: list[tuple[str, Problem, Rule, Facts, Facts]] = [
    (
        "nothing is laid after the game is over",
        ALONE,
        rules.laying_stops_once,
        lambda v: [v.active(0), ~v.active(1)],
        lambda v: [~v.active(0), v.active(1)],
    ),
    (
        "a lay is one card",
        ALONE,
        rules.one_card_a_lay,
        lambda v: [v.lay(0, UP, 10), v.lay(1, UP, 20)],
        lambda v: [v.lay(0, UP, 10), v.lay(0, UP, 20)],
    ),
    (
        "a lay goes in one direction",
        ALONE,
        rules.one_card_a_lay,
        lambda v: [v.lay(0, UP, 10), ~v.lay(0, DOWN, 10)],
        lambda v: [v.lay(0, UP, 10), v.lay(0, DOWN, 10)],
    ),
    (
        "no card is laid when the game is over",
        ALONE,
        rules.one_card_a_lay,
        lambda v: [~v.active(0), ~v.lay(0, UP, 10)],
        lambda v: [~v.active(0), v.lay(0, UP, 10)],
    ),
    (
        "a card is laid once",
        ALONE,
        rules.each_card_once,
        lambda v: [v.lay(0, UP, 10), ~v.plays(1, 10)],
        lambda v: [v.lay(0, UP, 10), v.lay(1, DOWN, 10)],
    ),
    (
        "two cards a turn",
        ALONE,
        rules.minimum_a_turn,
        lambda v: [v.ends(2)],
        lambda v: [v.ends(1)],
    ),
    (
        "later turns have the minimum too",
        ALONE,
        rules.minimum_a_turn,
        lambda v: [v.ends(2), v.ends(3)],  # starts with nothing to draw: one card is enough
        lambda v: [v.ends(1), v.ends(3)],
    ),
    (
        "the second turn has two cards while there are cards to draw",
        Problem(BASES, ((10, 20),), (30, 40, 50, 60), 2),
        rules.minimum_a_turn,
        lambda v: [v.ends(2), v.ends(4)],
        lambda v: [v.ends(2), v.ends(3)],
    ),
    (
        "one card a turn when there is nothing to draw",
        NO_DRAW,
        rules.minimum_a_turn,
        lambda v: [v.ends(1), v.ends(2)],
        lambda v: [v.ends(0)],
    ),
    (
        "a hand below the minimum is laid as a whole",
        Problem(BASES, ((10, 20),), (30, 40, 50), 3),
        rules.minimum_a_turn,
        lambda v: [v.ends(2)],
        lambda v: [v.ends(1)],
    ),
    (
        "a turn under way may end at once when it has the minimum",
        Problem(BASES, ((10, 20),), (30, 40, 50), 2, laid=2),
        rules.minimum_a_turn,
        lambda v: [v.ends(0), v.ends(2)],
        lambda v: [v.ends(0), v.ends(1)],
    ),
    (
        "the next seat follows",
        TWO,
        rules.seats_take_turns,
        lambda v: [v.ends(2), v.mover(2, 1)],
        lambda v: [~v.ends(1), v.ends(2), v.mover(2, 0)],
    ),
    (
        "a seat stays the mover within a turn",
        TWO,
        rules.seats_take_turns,
        lambda v: [v.mover(0, 0), ~v.ends(1), v.mover(1, 0)],
        lambda v: [~v.ends(1), v.mover(1, 1)],
    ),
    (
        "a seat without cards is passed over",
        NO_DRAW,
        rules.seats_take_turns,
        lambda v: [v.ends(1), v.ends(2), v.mover(2, 0)],
        lambda v: [v.ends(1), v.ends(2), v.mover(2, 1)],
    ),
    (
        "a seat with cards is not passed over",
        Problem(BASES, ((10, 30), (20,), (40,)), (), 2),
        rules.seats_take_turns,
        lambda v: [v.ends(1), v.mover(1, 1)],
        lambda v: [v.ends(1), v.mover(1, 2)],
    ),
    (
        "a seat lays the cards it was dealt",
        TWO,
        rules.own_cards_only,
        lambda v: [v.plays(0, 10), v.mover(0, 0)],
        lambda v: [v.plays(0, 20), v.mover(0, 0), ~v.mover(0, 1)],
    ),
    (
        "a drawn card belongs to the player of the lay it was drawn for",
        TWO,
        rules.own_cards_only,
        lambda v: [v.plays(5, 40), v.mover(5, 0), v.mover(0, 0)],
        lambda v: [v.plays(5, 40), v.mover(5, 0), ~v.mover(0, 0)],
    ),
    (
        "cards are drawn at the end of the turn",
        ALONE,
        rules.drawn_at_the_end_of_the_turn,
        lambda v: [v.plays(2, 40), v.ends(2)],
        lambda v: [v.plays(2, 40), ~v.ends(1), ~v.ends(2)],
    ),
    (
        "cards for lays before now are drawn at the end of the turn under way",
        Problem(BASES, ((10, 20),), (40, 50), 2, laid=1),
        rules.drawn_at_the_end_of_the_turn,
        lambda v: [v.plays(1, 40), v.ends(1)],
        lambda v: [v.plays(1, 40), ~v.ends(1)],
    ),
    (
        "a laid card is on top",
        ALONE,
        rules.tops_change_by_lays,
        lambda v: [v.lay(0, UP, 10), v.open(1, UP, 10)],
        lambda v: [v.lay(0, UP, 10), ~v.open(1, UP, 10)],
    ),
    (
        "only a top is covered",
        ALONE,
        rules.tops_change_by_lays,
        lambda v: [v.open(1, UP, 10), v.cover(1, UP, 10)],
        lambda v: [~v.open(1, UP, 10), v.cover(1, UP, 10)],
    ),
    (
        "a covered card is gone",
        ALONE,
        rules.tops_change_by_lays,
        lambda v: [v.cover(0, UP, -1), ~v.open(1, UP, -1)],
        lambda v: [v.cover(0, UP, -1), v.open(1, UP, -1)],
    ),
    (
        "an ascending pile takes a higher card",
        HIGH,
        rules.a_lay_covers_what_it_fits,
        lambda v: [v.lay(0, UP, 70), v.cover(0, UP, -1)],
        lambda v: [v.lay(0, UP, 45)],
    ),
    (
        "an ascending pile takes the card exactly ten lower",
        HIGH,
        rules.a_lay_covers_what_it_fits,
        lambda v: [v.lay(0, UP, 40), v.cover(0, UP, -1)],
        lambda v: [v.lay(0, UP, 40), v.cover(0, UP, -2)],
    ),
    (
        "a descending pile takes the card exactly ten higher",
        HIGH,
        rules.a_lay_covers_what_it_fits,
        lambda v: [v.lay(0, DOWN, 40), v.cover(0, DOWN, -3)],
        lambda v: [v.lay(0, DOWN, 45)],
    ),
    (
        "a lay covers one card",
        ALONE,
        rules.a_lay_covers_what_it_fits,
        lambda v: [v.lay(0, UP, 10), v.cover(0, UP, -1)],
        lambda v: [v.lay(0, UP, 10), v.cover(0, UP, -1), v.cover(0, UP, -2)],
    ),
    (
        "a due fire card is covered by the end of the turn, or nothing follows",
        FIRE,
        rules.fire_is_covered,
        lambda v: [v.open(2, UP, -1), v.ends(2), ~v.active(2)],
        lambda v: [v.open(1, UP, -1), v.open(2, UP, -1), v.ends(2), v.active(2)],
    ),
    (
        "a fire card laid in a turn is due in the next",
        FIRE,
        rules.fire_is_covered,
        lambda v: [v.open(2, DOWN, 33), v.ends(2), v.active(2)],
        lambda v: [
            *(v.open(t, DOWN, 33) for t in (2, 3, 4)),
            *(v.ends(2), v.ends(4), v.active(4)),
        ],
    ),
    (
        "a turn is not longer than a hand",
        ALONE,
        shortcuts.a_turn_is_at_most_a_hand,
        lambda v: [~v.ends(1), ~v.ends(2), v.ends(3)],
        lambda v: [~v.ends(1), ~v.ends(2), ~v.ends(3)],
    ),
    (
        "an ascending pile falls by a trick only",
        HIGH,
        shortcuts.tops_fall_by_tricks_only,
        lambda v: [v.trick(0, UP, 40), v.open(1, UP, 40)],
        lambda v: [~v.trick(0, UP, 40), v.open(1, UP, 40)],
    ),
    (
        "a card that no pile takes is not laid without a trick",
        HIGH,
        shortcuts.lost_cards,
        lambda v: [~v.open_up_to(1, UP, 45), ~v.open_up_to(1, DOWN, 56), ~v.done(3, 45)],
        lambda v: [
            *(~v.open_up_to(1, UP, 45), ~v.open_up_to(1, DOWN, 56), ~v.done(1, 45), v.done(3, 45)),
            *(~v.trick(t, d, 40) for t in range(3) for d in (UP, DOWN)),
        ],
    ),
    (
        "a turn's lays are in order",
        ALONE,
        shortcuts.order_within_a_turn,
        lambda v: [v.lay(0, UP, 10), v.lay(1, UP, 20), ~v.ends(1), ~v.cover(1, UP, 10)],
        lambda v: [v.lay(0, UP, 20), v.lay(1, UP, 10), ~v.ends(1), ~v.cover(1, UP, 20)],
    ),
    (
        "a pile's own order is free",
        ALONE,
        shortcuts.order_within_a_turn,
        lambda v: [v.lay(0, UP, 20), v.lay(1, UP, 10), ~v.ends(1), v.cover(1, UP, 20)],
        lambda v: [v.lay(0, DOWN, 10), v.lay(1, UP, 20), ~v.ends(1), ~v.cover(1, DOWN, 10)],
    ),
    (
        "alone, a turn of twice the minimum is split",
        Problem(BASES, ((10, 20, 30, 40, 50),), (60, 70), 2),
        shortcuts.small_turns_alone,
        lambda v: [~v.ends(1), ~v.ends(2), v.ends(3)],
        lambda v: [~v.ends(1), ~v.ends(2), ~v.ends(3)],
    ),
]


@pytest.mark.parametrize(
    ("problem", "rule", "possible", "impossible"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_rule_alone(problem: Problem, rule: Rule, possible: Facts, impossible: Facts) -> None:
    assert allowed(problem, rule, possible)
    assert not allowed(problem, rule, impossible)


def test_a_win_lays_every_card() -> None:
    never_laid: Facts = lambda v: [~v.done(5, 50)]  # noqa: E731 - shaped like the cases around it
    assert allowed(ALONE, rules.each_card_once, never_laid)
    assert not allowed(ALONE, rules.each_card_once, never_laid, win_only=True)


def test_every_rule_of_the_module_is_tested() -> None:
    named = {rule for _, _, rule, _, _ in CASES}
    for module in (rules, shortcuts):
        public = {
            f
            for name, f in vars(module).items()
            if callable(f) and not name.startswith("_") and f.__module__ == module.__name__
        }
        assert public <= named
