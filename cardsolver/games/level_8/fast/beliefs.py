"""What a seat knows and believes of hidden cards, as the guesses (worlds.py) need it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A turn of a seat before it laid out."""

    discarded: int  # or the Skip that it played
    taken: int | None = None  # from a discard pile
    declined: tuple[int, ...] = ()  # open cards, if it drew instead


@dataclass(frozen=True, slots=True)
class SeatBeliefs:
    """What is believed of one seat's hand."""

    known: tuple[int, ...] = ()  # cards that it holds for certain
    turns: tuple[SeenTurn, ...] = ()  # before it laid out, the last one first
    fitted: tuple[int, int] = (0, 0)  # numbers and colours that fitted when it last ended a turn


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What is believed of all hidden cards."""

    seats: tuple[SeatBeliefs, ...]
    hidden: tuple[int, ...]  # in other hands or in the draw pile, but for the known ones
    believes: bool = True  # otherwise only `known` counts
