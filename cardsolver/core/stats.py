"""Statistics of results: intervals and comparisons, each tested against known values."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Z_95 = 1.959963984540054  # the normal distribution's two-sided 95 % point


def wilson(successes: float, total: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval of a share; (0, 1) when nothing is known yet."""
    if total == 0:
        return 0.0, 1.0
    share = successes / total
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    centre = share + z * z / (2 * total)
    scale = 1 + z * z / total
    # The ends are exact where the share is; rounding must not push them past it.
    low = 0.0 if successes == 0 else (centre - spread) / scale
    high = 1.0 if successes == total else (centre + spread) / scale
    return low, high


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with its 95 % interval; no interval where there is only one value."""

    value: float
    low: float | None
    high: float | None
    count: int


def mean(values: Sequence[float]) -> Mean | None:
    """The mean and Student's interval; of paired differences, the paired t interval."""
    count = len(values)
    if count == 0:
        return None
    # fsum gives the same sum in any order, so a report does not depend on which game ended first.
    value = math.fsum(values) / count
    if count == 1:
        return Mean(value, None, None, 1)
    variance = math.fsum((each - value) ** 2 for each in values) / (count - 1)
    spread = student(count - 1) * math.sqrt(variance / count)
    return Mean(value, value - spread, value + spread, count)


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's rank correlation, equal values sharing their mean rank; 0 if one is constant."""
    ranks = [_ranks(values) for values in (first, second)]
    middle = (len(first) + 1) / 2
    a, b = ([rank - middle for rank in row] for row in ranks)
    spread = math.sqrt(math.fsum(x * x for x in a) * math.fsum(y * y for y in b))
    return math.fsum(x * y for x, y in zip(a, b, strict=True)) / spread if spread else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    """From 1; equal values get the mean of their ranks."""
    ordered = sorted(values)
    first = {value: ordered.index(value) for value in set(values)}
    many = Counter(values)
    return [first[value] + (many[value] + 1) / 2 for value in values]


def student(freedom: int, outside: float = 0.05) -> float:
    """Student's two-sided critical value: a share `outside` lies beyond it.

    G. W. Hill, Algorithm 396, Communications of the ACM 13 (1970), 619-620.
    """
    n = freedom
    if n == 1:
        return 1 / math.tan(outside * math.pi / 2)
    if n == 2:
        return math.sqrt(2 / (outside * (2 - outside)) - 2)
    a = 1 / (n - 0.5)
    b = 48 / (a * a)
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * n
    x = d * outside
    y = x ** (2 / n)
    if y > 0.05 + a:
        from statistics import NormalDist  # noqa: PLC0415 - slow to load, for reports only

        x = NormalDist().inv_cdf(outside / 2)
        y = x * x
        if n < 5:
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = math.expm1(a * y * y)
    else:
        y = (
            (1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1
        ) * (n + 1) / (n + 2) + 1 / y
    return math.sqrt(n * y)


# A sequential test ------------------------------------------------------------------------------


def expected_score(elo: float) -> float:
    """The mean score, from 0 to 1, of a player who is better by this much Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def sprt_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's bounds for the log-likelihood ratio: no up to the first, yes from the second."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def log_likelihood_ratio(scores: Mapping[float, int], score0: float, score1: float) -> float:
    """How much better the mean `score1` explains the scores than `score0` does.

    The generalised test (GSPRT) of M. Van den Bergh, as fishtest and fastchess use it: the scores
    of the deals (0, ½, 1 for one game each, 0, ¼, ½, ¾, 1 for a pair) may have any distribution,
    and for both means the likeliest distribution is found. Scores never seen count as a
    thousandth of a game, so that a clean sweep has a likelihood too.
    """
    total = sum(scores.values())
    if total == 0:
        return 0.0
    values = sorted({0.0, 0.5, 1.0, *scores})
    counts = [scores.get(value, 0) or 1e-3 for value in values]
    whole = sum(counts)
    shares = [count / whole for count in counts]
    under0 = _likeliest(values, shares, score0)
    under1 = _likeliest(values, shares, score1)
    return math.fsum(
        count * math.log(p1 / p0) for count, p0, p1 in zip(counts, under0, under1, strict=True)
    )


def _likeliest(values: Sequence[float], shares: Sequence[float], target: float) -> list[float]:
    """Of all distributions with this mean, the one under which the shares are likeliest.

    It is share / (1 + x (value - target)), with the x that makes the mean right.
    """

    def excess(x: float) -> float:
        return math.fsum(
            share * (value - target) / (1 + x * (value - target))
            for value, share in zip(values, shares, strict=True)
        )

    # All weights are positive between the poles; `excess` falls from one to the other.
    low = -1 / (values[-1] - target)
    high = 1 / (target - values[0])
    x = _root(excess, low, high)
    return [share / (1 + x * (value - target)) for value, share in zip(values, shares, strict=True)]


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function crosses zero, strictly between two poles, by bisection."""
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if falling(middle) > 0:
            low = middle
        else:
            high = middle


@dataclass(frozen=True, slots=True)
class Decision:
    """What a sequential test says after some deals; `answer` is None while it is open."""

    llr: float
    low: float
    high: float
    deals: int
    answer: bool | None


class SequentialTest:
    """Takes the scores of deals in order; once a deal has decided, nothing changes that."""

    def __init__(self, *, elo0: float, elo1: float, alpha: float, beta: float) -> None:
        """`alpha`: the chance of a false yes, `beta` of a false no."""
        self._scores = expected_score(elo0), expected_score(elo1)
        low, high = sprt_bounds(alpha, beta)
        self._counts: Counter[float] = Counter()
        self.decision = Decision(0.0, low, high, 0, None)

    def add(self, score: float) -> Decision:
        """The first bot's score, from 0 to 1, on one more deal."""
        now = self.decision
        if now.answer is None:
            self._counts[score] += 1
            llr = log_likelihood_ratio(self._counts, *self._scores)
            answer = llr > 0 if not now.low < llr < now.high else None
            self.decision = Decision(llr, now.low, now.high, now.deals + 1, answer)
        return self.decision


# Ratings ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength that explains results of games with several players, with its 95 % interval."""

    value: float
    low: float
    high: float


def ratings(games: Iterable[tuple[Sequence[str], Sequence[int]]]) -> dict[str, Rating]:
    """Plackett-Luce ratings from names and ranks, by openskill (Weng and Lin, 2011).

    Bots do not learn between games, so their uncertainty is not made to grow (tau is 0). A bot
    that sits at a table more than once learns from all its seats together.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - slow to load, for reports only

    model = PlackettLuce(tau=0)
    known: dict[str, tuple[float, float]] = {}
    for names, ranks in games:
        before = [known.get(name, (model.mu, model.sigma)) for name in names]
        seats = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
        after = model.rate(seats, ranks=[float(rank) for rank in ranks])
        for name in dict.fromkeys(names):
            places = [place for place, other in enumerate(names) if other == name]
            mu, sigma = before[places[0]]
            known[name] = (
                mu + math.fsum(after[place][0].mu - mu for place in places),
                sigma * math.prod(after[place][0].sigma / sigma for place in places),
            )
    return {
        name: Rating(mu, mu - Z_95 * sigma, mu + Z_95 * sigma)
        for name, (mu, sigma) in sorted(known.items())
    }
