"""Three solvers on the same small positions.

A naive exhaustive search (written from the rules by somebody who had not seen the engine), the
layered search and CP-SAT agree on the fewest cards left and on the proven bound, and every line is
replayed by the referee. `pytest tests/solver/test_crosscheck.py --games 2000` compares more.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardsolver.core.table import Table
from cardsolver.core.transcript import replay
from cardsolver.solver.result import EngineName, SolveLimits
from cardsolver.solver.solve import deal_on, solve_deal
from tests.support.many import numbered
from tests.support.naive import the_game as naive
from tests.support.positions import burning_position, deal_of, small_position

# Many games through lines that other tests measure already: coverage would only slow them.
pytestmark = pytest.mark.no_cover

LIMITS = SolveLimits(seconds=None, memory_bytes=None)
ENGINES: tuple[EngineName, ...] = ("search", "cpsat")


@pytest.mark.games(15, slices=6)
def test_three_solvers_agree_on_small_positions(games: range) -> None:
    for number in games:
        position = small_position(number)
        deal = deal_of(position)
        best = naive.best(position)
        for engine in ENGINES:
            with numbered(number):
                verdict = solve_deal(deal, engine=engine, limits=LIMITS)
                assert (verdict.left, verdict.left_bound) == (best, best), (engine, deal)
                quick = solve_deal(deal, engine=engine, limits=LIMITS, win_only=True)
                expected = "winnable" if best == 0 else "unwinnable"
                assert quick.verdict == expected, (engine, deal)


@pytest.mark.games(10)
def test_a_game_lost_to_the_fire_stays_lost(games: range) -> None:
    """Nobody lays a card any more, even if the player whose turn it was has some that fit."""
    for number in games:
        position = burning_position(number)
        left = naive.best(naive.play(position, "end"))
        deal = deal_of(position)
        table = Table(replace(deal, rules=f"{deal.rules} no-talk"), moves=["end"])
        for engine in ENGINES:
            with numbered(number):
                verdict = solve_deal(deal_on(table), engine=engine, limits=LIMITS, check=True)
                assert (verdict.left, verdict.left_bound) == (left, left), (engine, deal)
                assert verdict.checked_by not in (None, engine)
                assert replay(verdict.transcript).outcome == table.outcome


def test_the_positions_are_of_every_kind() -> None:
    """Agreement about one kind of position only would say little."""
    positions = [small_position(number) for number in range(24)]
    assert {len(position.hands) for position in positions} >= {1, 2, 3}
    assert {position.minimum for position in positions} >= {2, 3}
    assert {position.on_fire for position in positions} == {True, False}
    assert {position.laid > 0 for position in positions} == {True, False}
    assert {naive.best(position) == 0 for position in positions} == {True, False}


def test_a_longer_turn_can_bring_a_card_sooner() -> None:
    """Seat 2 lays three cards, and the last of them ends the drawing: one lay later it is on again.

    CP-SAT took the turn to end as soon as the card was drawn for, and claimed a bound of 3.
    """
    tops, hands = (77, 50, 52, 59), ((57, 62, 74), (61, 64, 76))
    position = naive.make(tops, hands, (63, 68, 60, 71, 66, 65), 3)
    assert naive.best(position) == 2
    for engine in ENGINES:
        verdict = solve_deal(deal_of(position), engine=engine, limits=LIMITS)
        assert (verdict.left, verdict.left_bound) == (2, 2), engine
