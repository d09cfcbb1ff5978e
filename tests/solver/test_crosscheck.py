"""A slice of scripts/crosscheck.py: naive search, layered search and CP-SAT agree."""

from __future__ import annotations

import pytest

from scripts.crosscheck import disagreement, instance

# Many games through lines that the rule tests measure already: coverage would only slow them.
pytestmark = pytest.mark.no_cover


@pytest.mark.parametrize("block", range(6))
def test_three_solvers_agree_on_small_positions(block: int) -> None:
    compared = 0
    for seed in range(1_000_000 + block * 1000, 1_000_000 + block * 1000 + 1000):
        position = instance(seed)
        if position is not None:
            assert disagreement(position) is None, f"scripts/crosscheck.py --start {seed} --count 1"
            compared += 1
        if compared == 20:
            return
    pytest.fail("too few instances are small enough")
