"""Level lists: what each of the eight levels asks for. They are data (L8-3, L8-4).

A list's text form is a name, `one-star` or `two-star`, or eight levels separated by `/`: each a sum
of `run3`, `set2` or `colour4`, followed by `:keep` if cards may be kept there (L8-27).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote
from cardsolver.games.level_8.combos import Combo, Kind

LEVELS = 8
# Ten cards are dealt and one is drawn; the last may have to be discarded (L8-24).
MOST_CARDS = 10
_KEEP = ":keep"
_FORM = re.compile(r"(run|set|colour)([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Level:
    """One level. `keeps`: cards may be kept for the next round (the orange levels, L8-27)."""

    combos: tuple[Combo, ...]
    keeps: bool = False

    def __str__(self) -> str:
        """For people: `run of 6 + pair`."""
        return " + ".join(map(str, self.combos))

    @property
    def size(self) -> int:
        """The cards of all its combinations."""
        return sum(combo.size for combo in self.combos)


Levels: TypeAlias = tuple[Level, ...]


def parse_levels(text: str) -> Levels:
    """The level list that a text names or spells out."""
    if text in LISTS:
        return LISTS[text]
    if "/" not in text:
        names = ", ".join(LISTS)
        raise InputError(
            f"levels {quote(text)}; expected {names}, or {LEVELS} levels separated by /"
        )
    return levels_from_texts(text.split("/"))


def is_spelled_out(text: str) -> bool:
    """Is this meant as levels, well formed or not, rather than as the name of a file?"""
    return _FORM.match(text) is not None


def levels_from_texts(texts: list[str]) -> Levels:
    """The level list of eight texts such as `run6+set2` and `run8:keep`."""
    if len(texts) != LEVELS:
        raise InputError(f"levels: {len(texts)} levels; expected {LEVELS}")
    return tuple(_parse_level(text, number) for number, text in enumerate(texts, 1))


def format_levels(levels: Levels) -> str:
    """The list's text form, without spaces or commas; it parses back."""
    for name, named in LISTS.items():
        if levels == named:
            return name
    return "/".join(map(_format_level, levels))


def _format_level(level: Level) -> str:
    combos = "+".join(f"{combo.kind}{combo.size}" for combo in level.combos)
    return combos + _KEEP if level.keeps else combos


def _parse_level(text: str, number: int) -> Level:
    where = f"level {number} {quote(text)}"
    squeezed = "".join(text.split())
    keeps = squeezed.endswith(_KEEP)
    combos = []
    for part in squeezed.removesuffix(_KEEP).split("+"):
        match = _FORM.fullmatch(part)
        if match is None:
            raise InputError(
                f"{where}: {quote(part)}; expected run, set or colour and a size, as in run6+set2"
            )
        size = int(match[2])
        if not 2 <= size <= MOST_CARDS:
            raise InputError(f"{where}: {quote(part)}; expected 2 to {MOST_CARDS} cards")
        combos.append(Combo(Kind(match[1]), size))
    level = Level(tuple(combos), keeps)
    if level.size > MOST_CARDS:
        raise InputError(f"{where}: {level.size} cards; expected at most {MOST_CARDS} in a hand")
    return level


LISTS: dict[str, Levels] = {
    # L8-3: the printed card's front, from the publisher's sheet of 2016 and a second source.
    "one-star": levels_from_texts(
        [
            "run3+run3",
            "set2+set2+set2+set2",
            "run3+colour4",
            "run6+set2",
            "run7",
            "set2+set3+set3",
            "set3+colour5",
            "set2+set3+set4",
        ]
    ),
    # L8-4: a house list, not the printed card, which no sheet shows.
    "two-star": levels_from_texts(
        [
            "run4+set2+set2",
            "set3+set2+set2+set2",
            "run4+colour5",
            "run7+set2",
            "run9:keep",
            "set3+set3+set3:keep",
            "set4+colour5:keep",
            "set4+set5:keep",
        ]
    ),
}
