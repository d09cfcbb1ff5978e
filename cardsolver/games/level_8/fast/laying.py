"""A good lay-out of a level, quickly: the one that leaves the fewest cards that fit nowhere."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardsolver.games.level_8.combos import plain
from cardsolver.games.level_8.fast.codes import (
    CARD,
    CODE,
    COLOUR_BIT,
    COLOUR_GROUP,
    COLOUR_OF,
    JOKER_CODE,
    KIND_CODE,
    NUMBER_BIT,
    NUMBER_OF,
    NUMBERS,
    RUN,
    SET,
    value_of,
)
from cardsolver.games.level_8.layouts import lay_outs
from cardsolver.games.level_8.levels import LEVELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.games.level_8.fast.round import LayMove, Place, Round
    from cardsolver.games.level_8.levels import Level

Plan: TypeAlias = "tuple[Place, ...]"
_MOST_PLANS = 30  # compared before one is chosen
_MOST_REMEMBERED = 20_000  # hands with their plans


def lay_moves(table: Round) -> Iterator[tuple[int, LayMove]]:
    """Lay-outs of the seat to move, one for each plan, with the cards that then fit nowhere."""
    level = table.rules.levels[table.levels[table.mover] - 1]
    hand = table.hands[table.mover]
    shape = _shape(level)
    if shape.is_rough:
        yield from _rough(level, hand)
        return
    for plan in _remembered_plans(level, shape, hand):
        filled = _fill(shape, plan, hand, table.fit_colours)
        codes = tuple(code for place in shape.places for code in filled[place])
        places = tuple(plan[place] for place in shape.places)
        yield _left_over(table, plan, filled, hand), ("lay", codes, places)


def fewest_left(table: Round) -> tuple[int, LayMove] | None:
    """The lay-out that leaves the fewest cards that fit nowhere, and how many it leaves."""
    best: tuple[int, LayMove] | None = None
    for count, found in enumerate(lay_moves(table)):
        if best is None or found[0] < best[0]:
            best = found
        if count >= _MOST_PLANS or not best[0] or table.levels[table.mover] == LEVELS:
            break  # on the last level any lay-out wins
    return best


class _Shape(NamedTuple):
    """The combinations of a level in the order in which they are placed, colour groups last."""

    order: tuple[tuple[int, int], ...]  # kind and size
    twins: tuple[int, ...]  # where the equal combination before each is; -1: nowhere
    places: tuple[int, ...]  # for each combination of the level, where it is in `order`
    is_rough: bool  # several colour groups


@cache
def _shape(level: Level) -> _Shape:
    wanted = [(KIND_CODE[combo.kind], combo.size) for combo in level.combos]
    ranked = sorted(range(len(wanted)), key=lambda index: wanted[index])
    order = tuple(wanted[index] for index in ranked)
    twins = tuple(
        index - 1 if index and order[index - 1] == combo else -1
        for index, combo in enumerate(order)
    )
    places = tuple(ranked.index(index) for index in range(len(wanted)))
    return _Shape(order, twins, places, sum(kind == COLOUR_GROUP for kind, _ in order) > 1)


def _remembered_plans(level: Level, shape: _Shape, hand: list[int]) -> tuple[Plan, ...]:
    """The first plans of a hand; samples lay out the same cards again and again."""
    jokers = hand.count(JOKER_CODE)
    if shape.order[-1][0] == COLOUR_GROUP:
        key = sum([1 << code for code in hand if code < JOKER_CODE])
    else:
        key = sum([8 ** NUMBER_OF[code] for code in hand if code < JOKER_CODE])
    found = _PLANS.get((level, key, jokers))
    if found is None:
        if len(_PLANS) >= _MOST_REMEMBERED:
            _PLANS.clear()
        found = tuple(islice(_plans(shape, hand), _MOST_PLANS))
        _PLANS[level, key, jokers] = found
    return found


_PLANS: dict[tuple[Level, int, int], tuple[Plan, ...]] = {}


def _plans(shape: _Shape, hand: list[int]) -> Iterator[Plan]:
    """Every plan that lacks no more cards than there are Jokers."""
    left = [0] * NUMBERS  # cards of each number not spoken for; below 0: Jokers
    for code in hand:
        if code < JOKER_CODE:
            left[NUMBER_OF[code]] += 1
    return _extend(shape, [], left, hand, hand.count(JOKER_CODE))


def _extend(
    shape: _Shape, plan: list[Place], left: list[int], hand: list[int], spare: int
) -> Iterator[Plan]:
    """All plans that begin with this one; `spare` Jokers are left."""
    index = len(plan)
    if index == len(shape.order):
        yield tuple(plan)
        return
    kind, size = shape.order[index]
    if kind == COLOUR_GROUP:
        for colour in range(6):
            if _colour_lack(colour, size, left, hand) <= spare:
                yield (*plan, (COLOUR_GROUP, colour, colour))
        return
    start = plan[shape.twins[index]][1] if shape.twins[index] >= 0 else 0
    each = 1 if kind == RUN else size
    for numbers in _SPOTS[kind, size][start:]:
        lack = _lack(numbers, each, left)
        if lack <= spare:
            for number in numbers:
                left[number] -= each
            plan.append((kind, numbers[0], numbers[-1]))
            yield from _extend(shape, plan, left, hand, spare - lack)
            plan.pop()
            for number in numbers:
                left[number] += each


def _lack(numbers: tuple[int, ...], each: int, left: list[int]) -> int:
    """Cards lacking for so many of each of the numbers."""
    lack = 0
    for number in numbers:
        have = left[number]
        if have < each:
            lack += each - have if have > 0 else each
    return lack


# Where runs and sets may go: the numbers that they want.
_SPOTS = {
    (RUN, size): tuple(tuple(range(low, low + size)) for low in range(NUMBERS - size + 1))
    for size in range(2, NUMBERS)
} | {(SET, size): tuple((number,) for number in range(NUMBERS)) for size in range(2, NUMBERS)}


def _colour_lack(colour: int, size: int, left: list[int], hand: list[int]) -> int:
    """Cards that a colour group lacks once runs and sets have theirs.

    They take cards of the colour only where no other is left.
    """
    free = sum(COLOUR_OF[code] == colour and left[NUMBER_OF[code]] > 0 for code in hand)
    return size - free if free < size else 0


def _fill(shape: _Shape, plan: Plan, hand: list[int], fit_colours: int) -> list[list[int]]:
    """Cards for a plan, by place. Cards that fit a colour group are laid only if they must be."""
    group = plan[-1][1] if plan[-1][0] == COLOUR_GROUP else -1
    by_number: list[list[int]] = [[] for _ in range(NUMBERS)]
    for code in hand:
        if code < JOKER_CODE:
            by_number[NUMBER_OF[code]].append(code)
    if group >= 0 or fit_colours:
        for cards in by_number:
            # The last is laid first.
            if len(cards) > 1:
                cards.sort(key=lambda c: (COLOUR_OF[c] != group, not COLOUR_BIT[c] & fit_colours))
    filled: list[list[int]] = []
    for (kind, size), (_, low, high) in zip(shape.order, plan, strict=True):
        if kind == COLOUR_GROUP:
            own = [code for cards in by_number for code in cards if COLOUR_OF[code] == group]
            filled.append((own + [JOKER_CODE] * size)[:size])
            continue
        numbers = range(low, high + 1) if kind == RUN else [low] * size
        filled.append(
            [by_number[number].pop() if by_number[number] else JOKER_CODE for number in numbers]
        )
    return filled


def _left_over(table: Round, plan: Plan, filled: list[list[int]], hand: list[int]) -> int:
    """Cards that fit nowhere after a lay-out."""
    numbers, colours = table.fit_numbers, table.fit_colours
    for kind, low, high in plan:
        if kind == RUN:
            numbers |= (1 << low >> 1) | (2 << high)
        elif kind == SET:
            numbers |= 1 << low
        else:
            colours |= 1 << low
    used = {code for cards in filled for code in cards}
    return sum(
        code != JOKER_CODE
        and code not in used
        and not (NUMBER_BIT[code] & numbers or COLOUR_BIT[code] & colours)
        for code in hand
    )


def _rough(level: Level, hand: list[int]) -> Iterator[tuple[int, LayMove]]:
    """Levels with several colour groups: the complete list of lay-outs knows them."""
    for option in lay_outs(level, [CARD[code] for code in hand]):
        places: list[Place] = []
        for combo, cards in zip(level.combos, option, strict=True):
            kind = KIND_CODE[combo.kind]
            values = [value_of(card, kind) for card in cards]
            places.append((kind, min(values), max(values)))
        codes = tuple(CODE[plain(card)] for cards in option for card in cards)
        yield len(hand) - len(codes), ("lay", codes, tuple(places))
