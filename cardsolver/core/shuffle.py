"""The seeded shuffle: always the same deal, in every language (specified in docs/notation.md).

A seed is a text; an integer is its decimal digits. FNV-1a turns the text into 64 bits, SplitMix64
makes a stream of 64-bit numbers from them, and Fisher–Yates from the last place down uses them.
The generator's whole state is one integer, so a game that shuffles more than once can carry it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

_MASK = (1 << 64) - 1
_FNV_OFFSET = 0xCBF29CE484222325
_FNV_PRIME = 0x100000001B3
_GOLDEN = 0x9E3779B97F4A7C15


def generator_state(seed: str) -> int:
    """The generator's first state: FNV-1a, 64 bits, over the seed's UTF-8 bytes."""
    state = _FNV_OFFSET
    for byte in seed.encode():
        state = ((state ^ byte) * _FNV_PRIME) & _MASK
    return state


def next_number(state: int) -> tuple[int, int]:
    """The next 64-bit number of SplitMix64, and the state after it."""
    state = (state + _GOLDEN) & _MASK
    mixed = state
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31), state


def number_below(limit: int, state: int) -> tuple[int, int]:
    """An unbiased number from 0 to `limit - 1`, and the state after it.

    Numbers at or above the largest multiple of `limit` are drawn again, so none is favoured.
    """
    ceiling = (1 << 64) - (1 << 64) % limit
    while True:
        number, state = next_number(state)
        if number < ceiling:
            return number % limit, state


def shuffle(cards: Sequence[T], state: int) -> tuple[tuple[T, ...], int]:
    """The cards in a random order, and the generator's state after the shuffle."""
    result = list(cards)
    for place in range(len(result) - 1, 0, -1):
        other, state = number_below(place + 1, state)
        result[place], result[other] = result[other], result[place]
    return tuple(result), state
