"""The search by whole turns: values, limits and lines, judged by the naive rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cardsolver.solver.search import engine, one_pass, search, turn_layers
from tests.support.naive import the_game as naive
from tests.support.positions import POSITIONS, after, dealt, problem_of, replayed_left


def by_turns_at_once(monkeypatch: pytest.MonkeyPatch, width: int, *, proofs: bool = False) -> None:
    monkeypatch.setattr(engine, "_LAYS_WIDTH", 1)
    monkeypatch.setattr(engine, "_FIRST_TURNS_WIDTH", width)
    if not proofs:
        monkeypatch.setattr(engine, "_PROOF_WIDTH", 1)
        monkeypatch.setattr(engine, "_PROOF_FACTOR", 1)


@pytest.mark.parametrize("win_only", [False, True])
def test_values_are_those_of_the_exhaustive_search(
    monkeypatch: pytest.MonkeyPatch, win_only: bool
) -> None:
    by_turns_at_once(monkeypatch, 2, proofs=True)
    small = [position for position in POSITIONS if naive.small_enough(position, 400)]
    assert len(small) > 20
    for position in small:
        value = naive.best(position)
        problem = problem_of(position)
        found = search([problem], first_width=1, win_only=win_only)
        assert found.stopped is None, position
        assert replayed_left(problem, found) == found.left, position
        assert found.bound <= value <= found.left, position
        assert (found.left == 0) == (value == 0), position
        assert win_only or found.left == found.bound, position


@pytest.mark.parametrize(("players", "hand", "minimum"), [(3, 5, 3), (2, 6, 3), (5, 6, 2)])
def test_whole_turns_win_full_deals(
    monkeypatch: pytest.MonkeyPatch, players: int, hand: int, minimum: int
) -> None:
    by_turns_at_once(monkeypatch, 15)
    roots = dealt(0, players, hand, minimum)
    assert one_pass(roots, 1, by_turns=False) > 0  # so what wins below are the turns
    found = search(roots, first_width=1, win_only=True)
    assert (found.left, found.bound, found.stopped) == (0, 0, None)
    assert replayed_left(roots[found.root], found) == 0


def test_a_wider_pass_by_turns_does_better() -> None:
    roots = dealt(0, 3, 5, 3)
    assert one_pass(roots, 10, by_turns=True) < one_pass(roots, 1, by_turns=True)


def test_a_search_by_turns_cut_short_tells_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    by_turns_at_once(monkeypatch, 10)
    roots = dealt(67, 3, 5, 3)  # the hardest one known
    for calls in (90, 130):
        found = search(roots, first_width=1, win_only=True, out_of_time=after(calls))
        assert found.stopped == "time"
        assert found.bound == 0
        assert replayed_left(roots[found.root], found) == found.left > 0


def test_a_search_by_turns_stays_within_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    by_turns_at_once(monkeypatch, 10_000)
    monkeypatch.setattr(engine, "_PROOF_FACTOR", 0)  # its width is told, too
    monkeypatch.setattr(turn_layers, "COSTS", replace(turn_layers.COSTS, block_bytes=1 << 10))
    widths: list[int] = []
    roots = dealt(67, 3, 5, 3)
    found = search(
        roots,
        first_width=1,
        win_only=True,
        memory_bytes=1 << 18,
        progress=lambda now: widths.append(now.width),
    )
    assert found.stopped == "memory"
    assert 1 < max(widths) < 200  # 10,000 were asked for
    assert replayed_left(roots[found.root], found) == found.left > 0


def test_little_memory_goes_lay_by_lay(monkeypatch: pytest.MonkeyPatch) -> None:
    by_turns_at_once(monkeypatch, 10_000)
    roots = dealt(67, 3, 5, 3)
    found = search(roots, first_width=1, win_only=True, memory_bytes=1 << 18)
    assert found.stopped == "memory"
    assert replayed_left(roots[found.root], found) == found.left > 0
