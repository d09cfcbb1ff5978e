"""What a puzzle is to be: a position with one winning line, a lost one, or a full deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Wanted: TypeAlias = Literal["unique", "lost"]
Window: TypeAlias = tuple[int, int]

ALL_CARDS: Window = (2, 99)
MIDDLE: Window = (20, 80)


@dataclass(frozen=True, kw_only=True, slots=True)
class PositionRecipe:
    """A position of a seed's first cards.

    unique: exactly one winning line, with at least one backwards trick in it.
    lost: cannot be won although no card is dead.
    """

    want: Wanted
    cards: int
    hand: int
    rules: str = ""
    window: Window = ALL_CARDS  # only cards from here to there
    tops: Literal["dealt", "run on"] = "run on"
    laid: int = 0
    piles: int = 4  # how many get a card in the one line
    forced_turns: bool = False  # the turns are to be the only ones, too
    fire_only: bool = False  # lost only because of the fire


@dataclass(frozen=True, kw_only=True, slots=True)
class DealRecipe:
    """A full deal of a seed, with a verdict that the search proves within so many lays."""

    rules: str = ""
    verdict: Literal["winnable", "unwinnable", "any"] = "winnable"
    lays: int = 1_000_000


Recipe: TypeAlias = PositionRecipe | DealRecipe
