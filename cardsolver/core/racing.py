"""A race: which of some candidates is best, tried on shared samples, and is that clear?

For bots that guess what is hidden. All candidates are tried on the same guesses, and only the
differences on each guess count: the luck that they share cancels out. The first candidate is the
favourite, the move that a bot would make without guessing. Another one wins only if it is clearly
better than the favourite, because the best of several noisy means is mostly the luckiest one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RaceRules:
    """When a candidate is given up, and when the race is over. Units: standard errors."""

    clear: float = 2.0  # the favourite is left only for a gain of more than this
    drop: float = 2.0  # a candidate is given up that is behind the leader by more than this
    first_look: int = 8  # samples before the first decision; then after every half as many more


DEFAULT_RULES = RaceRules()
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Loser(Generic[T]):
    """How far a candidate is behind the winner, on the samples that it was tried on."""

    candidate: T
    behind: float  # on average
    error: float  # the standard error of that
    samples: int


@dataclass(frozen=True, slots=True)
class Finish(Generic[T]):
    """The end of a race: the winner, the favourite, and all the others, the closest first."""

    winner: T
    favourite: T
    losers: tuple[Loser[T], ...]
    samples: int


def race(
    candidates: Sequence[T],
    play: Callable[[int, Sequence[T]], Sequence[float]],
    *,
    samples: int,
    rules: RaceRules = DEFAULT_RULES,
    is_over: Callable[[], bool] = lambda: False,
) -> Finish[T]:
    """Try the candidates on up to `samples` samples; the first of them is the favourite.

    `play` is given the number of a sample and the candidates that are still in the race, and says
    how each of them does on that sample, more being better. `is_over` is asked before each sample
    after the first, for races against a clock.
    """
    track = _Track(candidates, rules)
    look = rules.first_look
    while track.samples < samples and not (track.samples and is_over()):
        track.add(play(track.samples, track.alive))
        if track.samples >= look:
            track.drop_the_hopeless()
            if track.is_decided:
                break
            look += max(1, look // 2)
    return track.finish()


def race_in_blocks(
    candidates: Sequence[T],
    play: Callable[[int, Sequence[T]], Sequence[Sequence[float]]],
    *,
    samples: int,
    rules: RaceRules = DEFAULT_RULES,
    is_over: Callable[[], bool] = lambda: False,
) -> Finish[T]:
    """The same race where many samples are tried at once.

    `play` is given how many samples to try, all up to the next decision, and returns a row of
    results for each. `is_over` is asked before each block after the first.
    """
    track = _Track(candidates, rules)
    look = rules.first_look
    while track.samples < samples and not (track.samples and is_over()):
        for row in play(min(look, samples) - track.samples, track.alive):
            track.add(row)
        track.drop_the_hopeless()
        if track.is_decided:
            break
        look += max(1, look // 2)
    return track.finish()


class _Track(Generic[T]):
    """The results so far. Whoever is still in the race has been tried on every sample."""

    def __init__(self, candidates: Sequence[T], rules: RaceRules) -> None:
        self._candidates = list(candidates)
        self._rules = rules
        self._results: list[list[float]] = [[] for _ in candidates]
        self._running = list(range(len(candidates)))
        self.alive = list(candidates)
        self.samples = 0

    @property
    def is_decided(self) -> bool:
        """Is only one left that could win?"""
        return len(self._running) == 1

    def add(self, results: Sequence[float]) -> None:
        """The results of one more sample, in the order of `alive`."""
        for place, result in zip(self._running, results, strict=True):
            self._results[place].append(result)
        self.samples += 1

    def drop_the_hopeless(self) -> None:
        """Give up whoever is clearly behind the leader; the favourite only for a clear gain."""
        leader = self._leader()
        running = [
            place
            for place in self._running
            if place == leader or not self._is_behind(place, leader)
        ]
        if len(running) < len(self._running):
            self._running = running
            self.alive = [self._candidates[place] for place in running]

    def _leader(self) -> int:
        """The candidate with the best mean; the earlier one of equals."""
        return max(self._running, key=lambda place: (sum(self._results[place]), -place))

    def _is_behind(self, place: int, leader: int) -> bool:
        limit = self._rules.drop if place else max(self._rules.clear, self._rules.drop)
        return is_ahead(self._results[leader], self._results[place], limit)

    def finish(self) -> Finish[T]:
        """The end of the race."""
        winner = self._winner()
        losers = [self._loser(place, winner) for place in range(len(self._candidates))]
        del losers[winner]
        losers.sort(key=lambda loser: loser.behind if loser.samples else inf)
        return Finish(self._candidates[winner], self._candidates[0], tuple(losers), self.samples)

    def _winner(self) -> int:
        """The favourite, or the best of those that are clearly better than it.

        A favourite that was given up is no measure any more: the others have been tried on more
        samples since.
        """
        if 0 not in self._running:
            return self._leader()
        winner, most = 0, 0.0
        for place in self._running:
            gain, _ = paired(self._results[place], self._results[0])
            if gain > most and is_ahead(self._results[place], self._results[0], self._rules.clear):
                winner, most = place, gain
        return winner

    def _loser(self, place: int, winner: int) -> Loser[T]:
        results = self._results[place]
        behind, error = paired(self._results[winner], results)
        return Loser(self._candidates[place], behind, error, len(results))


def is_ahead(results: Sequence[float], others: Sequence[float], errors: float) -> bool:
    """Is the mean difference clearly more than so many standard errors?

    Where one sample of many differs, both are the same, but for rounding, which is not the same for
    all ways to add and all versions of Python. So a tie is none.
    """
    gain, error = paired(results, others)
    return gain > errors * error * (1 + _ROUNDING)


def paired(results: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """The mean difference over the samples that both have, and its standard error.

    One sample proves nothing: its error is infinite.
    """
    differences = [one - other for one, other in zip(results, others, strict=False)]
    count = len(differences)
    if count == 0:
        return 0.0, inf
    gain = sum(differences) / count
    if count == 1:
        return gain, inf
    squares = sum((each - gain) ** 2 for each in differences)
    return gain, sqrt(squares / (count * (count - 1)))
