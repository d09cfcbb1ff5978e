"""How far a hand is from a level: the cards it lacks, and a softer distance that knows its chances.

A plan says where the combinations of a level go: these stretches of numbers, those numbers, this
colour. A hand lacks some cards of each plan, and Jokers fill in. The fewest lacking cards say
whether a level can be laid out. The distance counts all plans: each is worth `number` or `colour`
(a chance below 1) for every card it lacks, and the distance is minus the logarithm of the sum, in
units of one number card. So a hand that can grow in many ways is nearer than one that waits for
a single card. A fitted table turns distances into expected draws until the level can be laid out.

Sets alone depend only on how many numbers are held once, twice and so on. Runs are looked at as
bits: plane k has the numbers that are held more than k times.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement, product
from math import log
from typing import TYPE_CHECKING, TypeAlias

from cardsolver.games.level_8.combos import Combo, Kind
from cardsolver.games.level_8.fast.codes import JOKER_CODE, KIND_CODE, NUMBER_OF, NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolver.games.level_8.levels import Level

Planes: TypeAlias = tuple[int, ...]
Profile: TypeAlias = list[int]  # how many plans lack 0, 1, 2 … cards

_ALL = (1 << NUMBERS) - 1
_MOST_REMEMBERED = 200_000  # hands per level; some ten megabytes
_COLOURS = 6


FILE = "draws.json"  # written by scripts/fit_level_8.py
OTHER = "other"  # what counts for levels that were not fitted: all that were, together


@cache
def draws_table() -> dict[str, list[list[float]]]:
    """By level: distances with the draws that they mean, in ascending order."""
    file = files(__package__ or "").joinpath(FILE)
    table: dict[str, list[list[float]]] = json.loads(file.read_text()) if file.is_file() else {}
    return table


def expected_draws(knots: list[list[float]], distance: float) -> float:
    """The draws on the line through the knots on both sides; beyond them it goes on."""
    if len(knots) < 2:
        return distance
    place = bisect_left(knots, [distance], 1, len(knots) - 1)
    (x, y), (other_x, other_y) = knots[place - 1], knots[place]
    return y + (distance - x) * (other_y - y) / (other_x - x)


@dataclass(frozen=True, slots=True)
class Chances:
    """What a plan is worth for each card that it lacks."""

    number: float = 0.15
    colour: float = 0.3


DEFAULT_CHANCES = Chances()


class Reach:
    """Distances to one level. Keys add up: a hand's key is the sum of its cards' `units`."""

    def __init__(self, level: Level, chances: Chances = DEFAULT_CHANCES) -> None:
        """`level` may have any combinations; several colour groups are measured roughly."""
        self.level = level
        self.wanted = tuple((KIND_CODE[combo.kind], combo.size) for combo in level.combos)
        self._found: dict[int, tuple[float, int, float]] = {}
        self.knots = draws_table().get(str(level)) or draws_table().get(OTHER, [])
        self.unit_of_distance = -log(chances.number)
        self.chances = chances
        self._sets = tuple(
            sorted((c.size for c in level.combos if c.kind is Kind.SET), reverse=True)
        )
        runs = [combo.size for combo in level.combos if combo.kind is Kind.RUN]
        # Several colour groups count as one large group: a rough measure, but rarely played.
        self.coloured = sum(combo.size for combo in level.combos if combo.kind is Kind.COLOUR)
        self.is_rough = sum(combo.kind is Kind.COLOUR for combo in level.combos) > 1
        self._has_runs = bool(runs)
        self.has_sets = bool(self._sets)
        # A single set of at most five cards beside the colour can be counted instead of tried.
        is_one = not runs and len(self._sets) == 1 and self._sets[0] < 6
        self.one_set = self._sets[0] if is_one else 0
        self.units: tuple[int, ...]
        if self.coloured:
            self.demands = _demands(tuple(runs), self._sets)
            self.units = (*(1 << code for code in range(JOKER_CODE)), 1 << JOKER_CODE, 0)
            self._jokers_at = JOKER_CODE
        else:
            self.demands = _demands(tuple(runs), ())
            self._jokers_at = 3 * NUMBERS
            numbers = (1 << 3 * NUMBER_OF[code] for code in range(JOKER_CODE))
            self.units = (*numbers, 1 << self._jokers_at, 0)

    def key(self, codes: Iterable[int]) -> int:
        """The key of a hand."""
        units = self.units
        return sum([units[code] for code in codes])

    def draws(self, key: int) -> float:
        """How many more cards a hand of ten should have to draw until it can lay out."""
        found = self._found.get(key)
        return found[0] if found is not None else self._work_out(key)[0]

    def lacking(self, key: int) -> int:
        """Cards still to come; at 0 or less the level can be laid out (if it is not rough)."""
        found = self._found.get(key)
        return found[1] if found is not None else self._work_out(key)[1]

    def distance(self, key: int) -> float:
        """The soft distance of a hand, in cards."""
        found = self._found.get(key)
        return found[2] if found is not None else self._work_out(key)[2]

    @property
    def depth(self) -> int:
        """How often a demand wants the same number, at most."""
        return max(len(demand) for demand in self.demands)

    def powers(self, jokers: int) -> tuple[tuple[float, ...], ...]:
        """What a plan is worth by the numbers and colours that it lacks."""
        return _powers(self.chances, jokers)

    def _work_out(self, key: int) -> tuple[float, int, float]:
        jokers = key >> self._jokers_at
        if self.coloured:
            worth, lacking = self._coloured(key, jokers)
        else:
            profile = self._profile(key & ((1 << self._jokers_at) - 1))
            worth, lacking = self._weigh(profile, jokers)
        distance = -log(worth) / self.unit_of_distance
        found = (expected_draws(self.knots, distance), lacking, distance)
        if len(self._found) >= _MOST_REMEMBERED:
            self._found.clear()
        self._found[key] = found
        return found

    def _weigh(self, profile: Profile, jokers: int) -> tuple[float, int]:
        chance = self.chances.number
        worth = 0.0
        fewest = len(profile)
        weight = 1.0
        for lack, count in enumerate(profile):
            if count:
                worth += weight * count
                fewest = min(fewest, lack)
            if lack >= jokers:
                weight *= chance
        return worth, fewest - jokers

    def _profile(self, numbers: int) -> Profile:
        """How many plans lack how many cards, for levels without a colour."""
        planes = _planes(numbers)
        if not self._has_runs:
            return list(_sets_profile(self._sets, tuple(plane.bit_count() for plane in planes)))
        missing = [~plane for plane in planes]
        first = missing[0]
        profile = [0] * (self.level.size + 1)
        for demand in self.demands:
            lack = (demand[0] & first).bit_count()
            if len(demand) > 1:
                lack += _beyond_the_first(demand, missing)
            if self._sets:
                rest = _sets_profile(self._sets, _left(planes, demand))
                for more, count in enumerate(rest, lack):
                    profile[more] += count
            else:
                profile[lack] += 1
        return profile

    def _coloured(self, cards: int, jokers: int) -> tuple[float, int]:
        """The worth of all plans, and the fewest lacking cards, for levels with a colour."""
        own = sorted(
            (cards >> NUMBERS * colour & _ALL for colour in range(_COLOURS)),
            key=int.bit_count,
            reverse=True,
        )
        worth = 0.0
        fewest = self.level.size
        by_lack = self.powers(jokers)
        for place, mine in enumerate(own):
            wanted = self.coloured - mine.bit_count()
            if wanted > fewest + 1:
                break  # every plan in this colour is far behind, and so are those after it
            planes = _planes_of(own[:place] + own[place + 1 :])
            for lack, helping, count in self._in_colour(planes, mine):
                colours = max(0, wanted + helping)
                worth += count * by_lack[lack][colours]
                fewest = min(fewest, lack + colours)
        return worth, fewest - jokers

    def _in_colour(self, planes: Planes, mine: int) -> list[tuple[int, int, int]]:
        """Plans for the numbers: lacking cards, cards of the colour that help, how many plans.

        `planes` hold the other colours; a card of the colour serves where no other can.
        """
        if self.one_set:
            return _one_set_in_colour(self.one_set, planes, mine)
        missing = [~plane for plane in planes]
        first = missing[0]
        found = []
        for demand in self.demands:
            short = demand[0] & first
            lack = short.bit_count()
            if len(demand) > 1:
                for want, miss in zip(demand[1:], missing[1:], strict=False):
                    short |= want & miss
                    lack += (want & miss).bit_count()
            helping = (short & mine).bit_count()
            found.append((lack - helping, helping, 1))
        return found


def _one_set_in_colour(size: int, planes: Planes, mine: int) -> list[tuple[int, int, int]]:
    """The same for a single set: numbers that are held equally often are alike."""
    found = []
    bounds = (_ALL, *planes)
    for count in range(size + 1):
        alike = bounds[count] if count == size else bounds[count] & ~bounds[count + 1]
        if alike:
            lack = size - count
            with_mine = (alike & mine).bit_count() if lack else 0
            if with_mine:
                found.append((lack - 1, 1, with_mine))
            without = alike.bit_count() - with_mine
            if without:
                found.append((lack, 0, without))
    return found


@cache
def _powers(chances: Chances, jokers: int) -> tuple[tuple[float, ...], ...]:
    """What a plan is worth by the numbers and colours that it lacks; Jokers take numbers first."""
    return tuple(
        tuple(
            chances.number ** max(0, lack - jokers)
            * chances.colour ** max(0, colours - max(0, jokers - lack))
            for colours in range(11)
        )
        for lack in range(11)
    )


def _planes(numbers: int) -> Planes:
    """By how often: the numbers held more than 0, 1, 2 … 5 times, as bits."""
    planes = [0] * 6
    bit = 1
    while numbers:
        for plane in range(numbers & 7):
            planes[plane] |= bit
        numbers >>= 3
        bit <<= 1
    return tuple(planes)


def _planes_of(colours: list[int]) -> Planes:
    """The planes of some colours, each the bits of its numbers."""
    planes = [0] * 6
    for cards in colours:
        for plane in range(5, 0, -1):
            planes[plane] |= planes[plane - 1] & cards
        planes[0] |= cards
    return tuple(planes)


def _beyond_the_first(demand: Planes, missing: list[int]) -> int:
    """Cards lacking of numbers that are wanted more than once."""
    return sum(
        (want & miss).bit_count() for want, miss in zip(demand[1:], missing[1:], strict=False)
    )


def _left(planes: Planes, demand: Planes) -> tuple[int, ...]:
    """How many numbers are held more than 0, 1, 2 … times once the runs have theirs."""
    one = demand[0]
    if len(demand) == 1:
        none = ~one
        first, second, third, fourth, fifth, sixth = planes
        return (
            (first & none | second & one).bit_count(),
            (second & none | third & one).bit_count(),
            (third & none | fourth & one).bit_count(),
            (fourth & none | fifth & one).bit_count(),
            (fifth & none | sixth & one).bit_count(),
            (sixth & none).bit_count(),
        )
    # Numbers that the runs want exactly 0, 1, 2 … times; each moves down as many planes.
    bounds = (_ALL, *demand, 0)
    exactly = [bounds[times] & ~bounds[times + 1] for times in range(len(demand) + 1)]
    return tuple(
        sum((held & want).bit_count() for held, want in zip(planes[plane:], exactly, strict=False))
        for plane in range(6)
    )


@cache
def _sets_profile(sets: tuple[int, ...], held: tuple[int, ...]) -> tuple[int, ...]:
    """How many ways to place the sets lack 0, 1, 2 … cards; `held` as `_left` gives it.

    Equal sets are told apart: that changes the count of every plan by about the same factor.
    """
    most = sum(sets)
    # By which sets have a number: the profile of what has been placed so far.
    ways: dict[tuple[int, ...], list[int]] = {(0,) * len(set(sets)): [1] + [0] * most}
    sizes = tuple(dict.fromkeys(sets))
    wanted = tuple(sets.count(size) for size in sizes)
    counts = [
        count
        for count in range(7)
        for _ in range((held[count - 1] if count else NUMBERS) - (held[count] if count < 6 else 0))
    ]
    for count in counts:
        new: dict[tuple[int, ...], list[int]] = {}
        for placed, profile in ways.items():
            free = (range(all_ - has + 1) for all_, has in zip(wanted, placed, strict=True))
            for here in product(*free):
                need = sum(size * each for size, each in zip(sizes, here, strict=True))
                lack = max(0, need - count)
                key = tuple(a + b for a, b in zip(placed, here, strict=True))
                target = new.setdefault(key, [0] * (most + 1))
                for have, number in enumerate(profile[: most + 1 - lack]):
                    target[have + lack] += number
        ways = new
    return tuple(ways[wanted])


@cache
def _demands(runs: tuple[int, ...], sets: tuple[int, ...]) -> tuple[Planes, ...]:
    """Every way to place runs and sets, as planes: numbers wanted more than 0, 1, 2 times."""
    combos = [Combo(Kind.RUN, size) for size in runs] + [Combo(Kind.SET, size) for size in sets]
    parts = [
        combinations_with_replacement(_spots(combo), combos.count(combo))
        for combo in dict.fromkeys(combos)
    ]
    demands = []
    for chosen in product(*parts):
        wanted = [0] * NUMBERS
        for spots in chosen:
            for spot in spots:
                for number, count in spot:
                    wanted[number] += count
        planes = (
            sum(1 << number for number in range(NUMBERS) if wanted[number] > plane)
            for plane in range(max(wanted, default=0))
        )
        demands.append(tuple(planes) or (0,))
    return tuple(demands)


def _spots(combo: Combo) -> list[tuple[tuple[int, int], ...]]:
    """Where a run or a set may go: the numbers it wants, and how often."""
    if combo.kind is Kind.SET:
        return [((number, combo.size),) for number in range(NUMBERS)]
    return [
        tuple((number, 1) for number in range(low, low + combo.size))
        for low in range(NUMBERS - combo.size + 1)
    ]
