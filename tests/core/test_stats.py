"""Each formula against published or hand-calculated values, named where they come from."""

from __future__ import annotations

import math
from random import Random

import pytest

from cardsolver.core.stats import (
    SequentialTest,
    expected_score,
    log_likelihood_ratio,
    mean,
    rank_correlation,
    ratings,
    sprt_bounds,
    student,
    wilson,
)

# Any table of Student's t, two-sided: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
T_TABLE = [
    (1, 0.05, 12.706),
    (2, 0.05, 4.303),
    (3, 0.05, 3.182),
    (4, 0.05, 2.776),
    (5, 0.05, 2.571),
    (10, 0.05, 2.228),
    (20, 0.05, 2.086),
    (30, 0.05, 2.042),
    (60, 0.05, 2.000),
    (100, 0.05, 1.984),
    (1, 0.01, 63.657),
    (5, 0.01, 4.032),
    (10, 0.01, 3.169),
    (30, 0.01, 2.750),
    (10, 0.10, 1.812),
    (4, 0.20, 1.533),
]


@pytest.mark.parametrize(("freedom", "outside", "value"), T_TABLE)
def test_student_against_the_nist_table(freedom: int, outside: float, value: float) -> None:
    assert student(freedom, outside) == pytest.approx(value, abs=0.0006)


def test_student_comes_to_the_normal_distribution() -> None:
    assert student(10**7) == pytest.approx(1.959964, abs=1e-5)


def test_paired_interval_against_students_sleep_data() -> None:
    """Student (1908), "The probable error of a mean": extra sleep under two drugs, ten patients.

    The paired t interval of the differences is given as 0.70 to 2.46 around 1.58 (R's
    `t.test(extra ~ group, data = sleep, paired = TRUE)` prints -2.4598858 and -0.7001142).
    """
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    result = mean([b - a for a, b in zip(first, second, strict=True)])
    assert result is not None
    assert result.value == pytest.approx(1.58)
    assert result.low == pytest.approx(0.7001142, abs=1e-5)
    assert result.high == pytest.approx(2.4598858, abs=1e-5)


def test_the_mean_of_nothing_and_of_one() -> None:
    assert mean([]) is None
    one = mean([3.0])
    assert one is not None
    assert (one.value, one.low, one.high) == (3.0, None, None)


def test_bounds_against_wald() -> None:
    """Hand-calculated: log(0.95 / 0.05) = log 19 = 2.94 for errors of 5 %."""
    low, high = sprt_bounds(0.05, 0.05)
    assert (low, high) == pytest.approx((-math.log(19), math.log(19)))
    assert high == pytest.approx(2.94, abs=0.005)
    assert sprt_bounds(0.05, 0.1) == pytest.approx((math.log(0.1 / 0.95), math.log(18)))


def test_expected_score_against_the_elo_formula() -> None:
    """Hand-calculated: 400 points are 10 to 1."""
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-400) == pytest.approx(1 / 11)


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "elo0", "elo1", "expected"),
    [
        (21404, 21184, 40708, 0.5, 2.5, -1.57),
        (57433, 57030, 106593, 0, 2, -2.59),
    ],
)
def test_single_games_against_fastchess(
    wins: int, losses: int, draws: int, elo0: float, elo1: float, expected: float
) -> None:
    """The values of fastchess's own tests, app/tests/sprt_test.cpp, "logistic trinomial"."""
    scores = {0.0: losses, 0.5: draws, 1.0: wins}
    llr = log_likelihood_ratio(scores, expected_score(elo0), expected_score(elo1))
    assert llr == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "expected"),
    [
        ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), 0, 2, -4.98),
    ],
)
def test_pairs_of_games_against_fastchess(
    counts: tuple[int, ...], elo0: float, elo1: float, expected: float
) -> None:
    """The same file, "logistic pentanomial": what each pair of games scored, from 0 to 1."""
    scores = dict(zip((0.0, 0.25, 0.5, 0.75, 1.0), counts, strict=True))
    llr = log_likelihood_ratio(scores, expected_score(elo0), expected_score(elo1))
    assert llr == pytest.approx(expected, abs=0.01)


def test_only_wins_and_losses_is_the_plain_test_of_wald() -> None:
    """Hand-calculated: with nothing but wins and losses the ratio is binomial."""
    wins, losses = 70, 30
    by_hand = wins * math.log(0.6 / 0.5) + losses * math.log(0.4 / 0.5)
    llr = log_likelihood_ratio({0.0: losses, 1.0: wins}, 0.5, 0.6)
    assert llr == pytest.approx(by_hand, abs=0.01)


def test_the_sequential_test_errs_as_seldom_as_it_promises() -> None:
    """At the second hypothesis itself at most about alpha, beta of the tests may be wrong."""
    rng = Random(1)
    wrong = 0
    for _ in range(60):
        test = SequentialTest(elo0=0, elo1=200, alpha=0.1, beta=0.1)
        while test.decision.answer is None:
            test.add(float(rng.random() < expected_score(200)))
        wrong += test.decision.answer is False
    assert wrong <= 12


def test_a_decided_test_stays_decided() -> None:
    test = SequentialTest(elo0=0, elo1=100, alpha=0.05, beta=0.05)
    decisions = [test.add(1.0) for _ in range(30)]
    first = next(decision for decision in decisions if decision.answer is not None)
    assert first.answer is True
    assert decisions[-1] == first
    assert first.deals < 30


def test_ratings_against_weng_and_lin() -> None:
    """Hand-calculated from Weng and Lin (2011), algorithm 4, for one game of two new players.

    With mu 25, sigma 25/3 and beta sigma/2: c = sqrt(2 (sigma^2 + beta^2)), the winner gains
    sigma^2 / (2 c) = 2.6352, and sigma becomes sigma sqrt(1 - sigma^3 / (4 c^3)) = 8.0655.
    openskill.js's README prints the same two numbers.
    """
    sigma = 25 / 3
    c = math.sqrt(2 * (sigma**2 + (sigma / 2) ** 2))
    gain = sigma**2 / (2 * c)
    after = sigma * math.sqrt(1 - sigma**3 / (4 * c**3))
    assert (gain, after) == pytest.approx((2.6352, 8.0655), abs=1e-4)
    found = ratings([(("a", "b"), (1, 2))])
    assert found["a"].value == pytest.approx(25 + gain, abs=1e-6)
    assert found["b"].value == pytest.approx(25 - gain, abs=1e-6)
    assert found["a"].high - found["a"].low == pytest.approx(2 * 1.959964 * after, abs=1e-4)


def test_ratings_find_the_order_and_grow_sure() -> None:
    rng = Random(3)
    games = []
    for _ in range(300):
        strength = {name: rng.gauss(place, 1.5) for place, name in enumerate("abcd")}
        order = sorted("abcd", key=strength.__getitem__, reverse=True)
        games.append((tuple(order), (1, 2, 3, 4)))
    found = ratings(games)
    assert sorted("abcd", key=lambda name: found[name].value) == list("abcd")
    assert found["a"].high < found["d"].low
    assert all(rating.high - rating.low < 8 for rating in found.values())


def test_a_bot_may_sit_at_a_table_twice() -> None:
    found = ratings([(("a", "a", "b"), (1, 2, 3))] * 20)
    assert found["a"].value > found["b"].value


@pytest.mark.parametrize(
    ("successes", "total", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3: the Wilson score interval.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_has_newcombes_values(successes: int, total: int, low: float, high: float) -> None:
    assert wilson(successes, total) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing_and_of_everything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(20, 20) == pytest.approx((1 - 0.1611, 1.0), abs=5e-5)


def test_rank_correlation() -> None:
    # Worked example of the usual textbooks: IQ and hours of television, rho = -29/165.
    iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
    hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    assert rank_correlation(iq, hours) == pytest.approx(-29 / 165)
    assert rank_correlation([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    # Equal values share their rank: ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4.
    assert rank_correlation([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(4.5 / math.sqrt(4.5 * 5))
    assert rank_correlation([1, 1, 1], [1, 2, 3]) == 0
