"""A line of the solver in few letters: two for each lay, so that a study's record stays small.

A lay is the number `((card - 2) * 4 + pile) * 2 + ends`, where `ends` is 1 if the turn is ended
after it, written with two of the 64 letters, the higher one first.
"""

from __future__ import annotations

from string import ascii_letters, digits
from typing import TYPE_CHECKING

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote
from cardsolver.games.the_game import rules as the_game

if TYPE_CHECKING:
    from collections.abc import Sequence

LETTERS = ascii_letters + digits + "-_"
_END = "end"
_MOST = (99 - 2) * 8 + 7


def pack_line(moves: Sequence[str]) -> str:
    """The letters of a line; it consists of lays, each perhaps followed by the end of the turn."""
    numbers: list[int] = []
    for text in moves:
        if text == _END:
            numbers[-1] |= 1
            continue
        move = the_game.parse_move(text)
        if not isinstance(move, the_game.Lay):
            raise InputError(f"{quote(text)} is no move of a solver's line")
        numbers.append(((move.card - 2) * 4 + move.pile) * 2)
    return "".join(LETTERS[number // 64] + LETTERS[number % 64] for number in numbers)


def unpack_line(line: str) -> tuple[str, ...]:
    """The moves of a line."""
    moves: list[str] = []
    for at in range(0, len(line), 2):
        pair = line[at : at + 2]
        places = [LETTERS.find(letter) for letter in pair]
        number = places[0] * 64 + places[-1]
        if len(pair) < 2 or min(places) < 0 or number > _MOST:
            raise InputError(f"line: {quote(pair)} at letter {at + 1} is no lay")
        lay, ends = divmod(number, 2)
        moves.append(the_game.format_move(the_game.Lay(lay % 4, lay // 4 + 2)))
        if ends:
            moves.append(_END)
    return tuple(moves)
