"""Who sits where: `human`, `human:Anna`, or a bot's text; and how people call each other."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from cardsolver.core.errors import InputError
from cardsolver.core.screen import YOU
from cardsolver.core.text import quote
from cardsolver.seats.spec import COMMAND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat

HUMAN = "human"
SCRIPT = "script:"
_LONGEST = 20  # characters of a name: the board has room for as many


def is_person(sitter: str) -> bool:
    """Is this seat a person's?"""
    return sitter == HUMAN or sitter.startswith(f"{HUMAN}:")


def check_person(sitter: str) -> None:
    """Reject a name that would not fit on the board."""
    name = sitter.partition(":")[2]
    if sitter != HUMAN and not (name.strip() and name.isprintable() and len(name) <= _LONGEST):
        raise InputError(
            f"seat {quote(sitter)}; expected human, or human:NAME with up to {_LONGEST} characters"
        )


def names_for(seats: Sequence[str], viewer: Seat) -> tuple[str, ...]:
    """How the person in one seat calls every seat; no two seats have the same name."""
    people = sum(map(is_person, seats))
    short = [_short(sitter) for sitter in seats]
    count = Counter(short)
    names = [f"{name} {seat + 1}" if count[name] > 1 else name for seat, name in enumerate(short)]
    if people == 1 and seats[viewer] == HUMAN:
        names[viewer] = YOU
    return tuple(names)


def _short(sitter: str) -> str:
    """The name in a seat's text: a person's own, a bot's, a program's without its folder."""
    if is_person(sitter):
        return sitter.partition(":")[2] or "player"
    if sitter.startswith(SCRIPT):
        return "script"
    if sitter.startswith(COMMAND):
        program = re.split(r"\s+", sitter.removeprefix(COMMAND).strip())[-1]
        return program.rpartition("/")[2][:_LONGEST] or "program"
    first, _, rest = sitter.partition(":")
    return (rest if "." in first else first)[:_LONGEST]
