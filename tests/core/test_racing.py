"""Races of candidates over shared samples."""

from __future__ import annotations

from math import inf
from random import Random
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.racing import RaceRules, is_ahead, paired, race, race_in_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def noisy(
    worth: dict[str, float], *, shared: float = 10.0, own: float = 1.0, seed: int = 0
) -> Callable[[int, Sequence[str]], list[float]]:
    """Results with much luck that all candidates share, and a little of their own."""
    rng = Random(seed)

    def play(_sample: int, alive: Sequence[str]) -> list[float]:
        luck = rng.gauss(0, shared)
        return [worth[each] + luck + rng.gauss(0, own) for each in alive]

    return play


def test_a_clearly_better_candidate_wins_and_the_race_stops_early() -> None:
    finish = race(["usual", "good", "bad"], noisy({"usual": 0, "good": 3, "bad": -3}), samples=500)
    assert finish.winner == "good"
    assert finish.favourite == "usual"
    assert finish.samples < 50
    usual, bad = finish.losers
    assert (usual.candidate, bad.candidate) == ("usual", "bad")
    assert usual.behind == pytest.approx(3, abs=1.5)
    assert bad.behind == pytest.approx(6, abs=1.5)


def test_once_the_favourite_is_given_up_all_samples_count() -> None:
    """On the first eight samples `good` looks better, and on all forty `better` does."""

    def play(sample: int, alive: Sequence[str]) -> list[float]:
        luck = 4.0 * (sample % 2)  # enough that neither is given up
        later = 1.0 if sample >= 8 else -1.0
        results = {"usual": 0.0, "good": 12.0 + luck, "better": 16.0 - luck + later}
        return [results[each] for each in alive]

    finish = race(["usual", "good", "better"], play, samples=40)
    assert finish.winner == "better"
    assert [(loser.candidate, loser.samples) for loser in finish.losers] == [
        ("good", 40),
        ("usual", 8),
    ]
    assert finish.losers[0].behind == pytest.approx((32 - 8) / 40)


@pytest.mark.parametrize("seed", range(5))
def test_samples_in_blocks_make_the_same_race(seed: int) -> None:
    names = ["a", "b", "c", "d"]
    play = noisy({"a": 0, "b": 0, "c": 0.1, "d": 0.2}, seed=seed)
    results = [play(sample, names) for sample in range(90)]
    asked: list[int] = []

    def one(sample: int, alive: Sequence[str]) -> list[float]:
        return [results[sample][names.index(each)] for each in alive]

    def block(count: int, alive: Sequence[str]) -> list[list[float]]:
        first = sum(asked)
        asked.append(count)
        return [one(sample, alive) for sample in range(first, first + count)]

    assert race_in_blocks(names, block, samples=90) == race(names, one, samples=90)
    assert asked[:2] == [8, 4]


def test_luck_that_all_share_cancels_out() -> None:
    finish = race(["usual", "good"], noisy({"usual": 0, "good": 1}, shared=1000), samples=500)
    assert finish.winner == "good"


def test_the_favourite_stays_without_a_clear_gain() -> None:
    """Of ten equal candidates the luckiest looks best; it must rarely be chosen."""
    names = [f"{each}" for each in range(10)]
    worth = dict.fromkeys(names, 0.0)
    rules = RaceRules(clear=3.5)
    left = sum(
        race(names, noisy(worth, seed=seed), samples=60, rules=rules).winner != "0"
        for seed in range(60)
    )
    assert left <= 6


def test_poor_candidates_are_not_tried_on_all_samples() -> None:
    tried = {"usual": 0, "close": 0, "poor": 0}
    results = noisy({"usual": 0, "close": 0.05, "poor": -5})

    def play(sample: int, alive: Sequence[str]) -> list[float]:
        for each in alive:
            tried[each] += 1
        return results(sample, alive)

    finish = race(list(tried), play, samples=100)
    assert finish.samples == tried["usual"] == tried["close"] == 100
    assert tried["poor"] < 20
    assert next(loser for loser in finish.losers if loser.candidate == "poor").samples < 20


def test_the_same_samples_give_the_same_finish() -> None:
    worth = {"a": 0.0, "b": 0.2, "c": 0.1}
    assert race(list(worth), noisy(worth), samples=40) == race(
        list(worth), noisy(worth), samples=40
    )


def test_a_clock_ends_the_race_but_not_before_the_first_sample() -> None:
    finish = race(["a", "b"], noisy({"a": 0, "b": 9}), samples=100, is_over=lambda: True)
    assert finish.samples == 1
    assert finish.winner == "a"  # one sample proves nothing


def test_one_candidate_needs_no_proof() -> None:
    finish = race(["only"], noisy({"only": 0}), samples=100)
    assert finish.winner == "only"
    assert finish.samples <= 8


def test_equal_results_keep_the_favourite() -> None:
    finish = race(["a", "b"], lambda _sample, alive: [1.0] * len(alive), samples=20)
    assert finish.winner == "a"
    assert [loser.behind for loser in finish.losers] == [0]


def test_a_difference_without_noise_is_clear() -> None:
    finish = race(
        ["a", "b"], lambda _sample, alive: [float(each == "b") for each in alive], samples=20
    )
    assert finish.winner == "b"
    assert finish.samples == 8


@pytest.mark.parametrize(
    ("results", "others", "gain", "error"),
    [
        ([], [], 0, inf),
        ([3], [1], 2, inf),
        ([3, 5], [1, 1], 3, 1),
        ([1, 2, 3, 4], [1, 2, 3, 4], 0, 0),
        ([2, 4], [1, 1, 9], 2, 1),  # only the samples that both have
    ],
)
def test_paired(results: list[float], others: list[float], gain: float, error: float) -> None:
    assert paired(results, others) == (gain, error)


@pytest.mark.parametrize("count", range(2, 200))
def test_one_sample_that_differs_is_one_error_and_no_more(count: int) -> None:
    """Mathematically a tie; rounding alone would decide it, one way here and another there."""
    for gain in (0.1, 0.37, 1.0, 1 / 3):
        others = [0.3] * count
        results = [*others[1:], 0.3 + gain]
        assert not is_ahead(results, others, 1.0)
        assert is_ahead(results, others, 0.999)
        assert not is_ahead(others, results, 0.0)
