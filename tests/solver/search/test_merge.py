"""Equal states are merged, different ones never."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from cardsolver.solver.problem import Problem
from cardsolver.solver.search import merge as merging
from cardsolver.solver.search import search
from cardsolver.solver.search.merge import _no_less
from cardsolver.solver.search.packed import Setup, root_row
from tests.support.positions import (
    BASES,
    INSTANCES,
    best,
)

if TYPE_CHECKING:
    import pytest


def test_equal_hashes_do_not_merge_different_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "_key", lambda rows: np.zeros(len(rows), dtype=np.uint64))
    for seed, roots in INSTANCES[:20]:
        assert search(roots).left == best(roots), seed


def test_of_equal_states_that_a_hash_keeps_apart_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "_key", lambda rows: np.zeros(len(rows), dtype=np.uint64))
    one = Problem(BASES, ((2, 50, 98),), (), 2)
    other = replace(one, hands=((3, 50, 98),))
    for order in ((one, other, one), (one, other, one, other), (one, one)):
        rows = np.concatenate([root_row(root) for root in order])
        kept = merging.distinct(Setup.of([one]), rows, 0)
        assert {tuple(row) for row in rows[kept].tolist()} == {tuple(row) for row in rows.tolist()}


def test_words_are_compared_byte_by_byte() -> None:
    random = Random(8)
    pairs = [
        [[random.choice([0, 5, 6, 127]) for _ in range(8)] for _ in (0, 1)] for _ in range(999)
    ]
    pairs += [[[7] * 8, [7] * 8], [[9] * 8, [0] * 8]]
    words = np.array(pairs, dtype=np.uint8).view(np.uint64)[:, :, 0]
    expected = [all(a >= b for a, b in zip(*pair, strict=True)) for pair in pairs]
    assert _no_less(words[:, 0], words[:, 1]).tolist() == expected
    assert 0 < sum(expected) < len(expected)
