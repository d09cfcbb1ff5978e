"""Every lay-out of a level that a hand can make, for bots, hints and the list of legal moves.

Two lay-outs count as one if they put the same combinations on the table (the same stretch of
numbers, the same number, the same colour; equal combinations in any order) and leave the same
hand. A referee needs none of this: `apply` checks the cards that were laid.

Each lay-out is made once. First come the plans: a place for every combination, as far as the
Jokers can fill what the hand lacks. A plan is a demand: how many cards of each number and colour.
Then, for each plan, come the cards that meet it: some of the hand's, and Jokers for the rest.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardsolver.games.level_8.combos import COLOUR, JOKER_AS, NUMBER, NUMBERS, ORDER, Combo, Kind
from cardsolver.games.level_8.deck import COLOURS, JOKER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.games.level_8.levels import Level

Value: TypeAlias = int | str  # a number or a colour
Demand: TypeAlias = tuple[tuple[Value, int], ...]  # how many cards of each value
LayOut: TypeAlias = tuple[tuple[str, ...], ...]  # the cards of each combination


class _Place(NamedTuple):
    """Where a combination goes: what each of its cards counts as, and its demand."""

    values: tuple[Value, ...]
    demand: Demand


Plan: TypeAlias = tuple[_Place, ...]


class _Hand:
    """A hand sorted for planning."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.jokers = cards.count(JOKER)
        self.by_value: dict[Value, list[str]] = {value: [] for value in (*NUMBERS, *COLOURS)}
        for card in cards:
            if card in NUMBER:
                self.by_value[NUMBER[card]].append(card)
                self.by_value[COLOUR[card]].append(card)


def lay_outs(level: Level, hand: Sequence[str]) -> Iterator[LayOut]:
    """All lay-outs, plan by plan."""
    cards = _Hand(hand)
    mixed = len({combo.kind is Kind.COLOUR for combo in level.combos}) > 1
    for plan, demand in _plans(level.combos, cards):
        seen: set[int] = set()
        for chosen in _choices(demand, 0, cards.jokers, cards, frozenset()):
            if mixed:
                # A card may serve as a number and a Joker as a colour, or the reverse: one lay-out.
                used = sum(1 << ORDER[card] for part in chosen for card in part)
                if used in seen:
                    continue
                seen.add(used)
            yield _build(plan, demand, chosen)


def _plans(combos: tuple[Combo, ...], hand: _Hand) -> Iterator[tuple[Plan, Demand]]:
    """The plans, each with its demand, that lack no more cards than there are Jokers."""
    demand: dict[Value, int] = dict.fromkeys(hand.by_value, 0)
    have = {value: len(cards) for value, cards in hand.by_value.items()}
    # Equal combinations are in ascending order, so that a plan is not made twice.
    twins = [_last_index(combos[:index], combo) for index, combo in enumerate(combos)]
    plan: list[_Place] = []

    def extend(spare: int) -> Iterator[tuple[Plan, Demand]]:
        index = len(plan)
        if index == len(combos):
            yield tuple(plan), tuple((value, count) for value, count in demand.items() if count)
            return
        places = _places(combos[index])
        twin = twins[index]
        for place in places if twin is None else places[places.index(plan[twin]) :]:
            lacking = 0
            for value, count in place.demand:
                before = demand[value] - have[value]
                lacking += max(0, before + count) - max(0, before)
            if lacking > spare:
                continue
            for value, count in place.demand:
                demand[value] += count
            plan.append(place)
            yield from extend(spare - lacking)
            plan.pop()
            for value, count in place.demand:
                demand[value] -= count

    return extend(hand.jokers)


def _last_index(combos: tuple[Combo, ...], combo: Combo) -> int | None:
    return max((index for index, other in enumerate(combos) if other == combo), default=None)


@cache
def _places(combo: Combo) -> tuple[_Place, ...]:
    """Where a combination may go, in ascending order."""
    if combo.kind is Kind.RUN:
        runs = [tuple(NUMBERS[low : low + combo.size]) for low in range(len(NUMBERS))]
        return tuple(
            _Place(run, tuple((number, 1) for number in run))
            for run in runs
            if len(run) == combo.size  # 15 and 1 do not touch
        )
    values: Sequence[Value] = NUMBERS if combo.kind is Kind.SET else tuple(COLOURS)
    return tuple(_Place((value,) * combo.size, ((value, combo.size),)) for value in values)


def _choices(
    demand: Demand, index: int, jokers: int, hand: _Hand, used: frozenset[str]
) -> Iterator[tuple[tuple[str, ...], ...]]:
    """The hand's own cards for each part of a demand; the Jokers can do the rest."""
    if index == len(demand):
        yield ()
        return
    value, wanted = demand[index]
    cards = [card for card in hand.by_value[value] if card not in used]
    for count in range(max(0, wanted - jokers), min(wanted, len(cards)) + 1):
        left = jokers - (wanted - count)
        for part in combinations(cards, count):
            for rest in _choices(demand, index + 1, left, hand, used.union(part)):
                yield (part, *rest)


def _build(plan: Plan, demand: Demand, chosen: tuple[tuple[str, ...], ...]) -> LayOut:
    """Hand the chosen cards out to the combinations, Jokers where they run out."""
    pools = {value: list(part) for (value, _), part in zip(demand, chosen, strict=True)}
    return tuple(
        tuple(
            pools[value].pop(0) if pools[value] else JOKER_AS[str(value)] for value in place.values
        )
        for place in plan
    )
