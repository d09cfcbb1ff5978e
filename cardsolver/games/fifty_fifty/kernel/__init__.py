"""Fifty Fifty in C: guesses of the hidden cards, and games played on from them, through ctypes.

The readable reference is in `bots/`: `fast` for the rules, `greedy` and `policy` for the moves,
`outlook` for the judgement, `guesses` for the guesses. The same numbers in the same order give the
same games; tests compare them. A build of the package compiles the C files (hatch_build.py).
"""

from __future__ import annotations

import ctypes
import struct
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from cardsolver.core.compiled import KernelMissingError, load_kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.games.fifty_fifty.bots.fast import FastGame
    from cardsolver.games.fifty_fifty.bots.memory import Event

VERSION = 1  # of the interface, as in kernel.h
GREEDY = 0  # the mind that plays like `greedy`; mind k plays by the k-th weights
AS_IT_IS = -4  # no move: the world is played on as it is
_SEATS, _DECK = 5, 120
_WEIGHTS, _STANDING = 60, 8
_WORD = (1 << 64) - 1
_OPEN = struct.Struct("<4Q22i104s")
_HIDDEN = struct.Struct("<10Q5i124s")
_EVENT = struct.Struct("<2i")

Packed: TypeAlias = "bytes | ctypes.Array[ctypes.c_char]"


@cache
def is_built() -> bool:
    """Is there a compiled kernel beside this file, for this machine and of this version?"""
    try:
        _library()
    except (KernelMissingError, OSError):
        return False
    return True


@cache
def _library() -> ctypes.CDLL:
    """The kernel, ready for use."""
    found = load_kernel(__file__, VERSION)
    found.kernel_prepare.restype = None
    found.kernel_prepare()
    return found


def _check(refused: int, what: str) -> None:
    if refused:
        raise ValueError(f"the kernel refuses argument {refused} of {what}")


class Moment:
    """A moment of a game, as the kernel takes it: its open side, and where the cards are."""

    def __init__(self, game: FastGame) -> None:
        """The game may know one hand only; then it serves for guesses."""
        self.players = game.players
        self.open = _open_side(game)
        self.hidden = _hidden_side(game)


class Fit:
    """Sets of the reckoner's weights, mind k being the k-th of them, and an outlook."""

    def __init__(
        self,
        weights: Sequence[Sequence[Sequence[float]]],
        by_draw: Sequence[Sequence[float]],
    ) -> None:
        """The outlook has eight weights for each number of cards to draw, from 0 to 120."""
        numbers = [number for each in weights for part in each for number in part]
        standings = [number for each in by_draw for number in each]
        if len(numbers) != len(weights) * _WEIGHTS:
            raise ValueError(f"weights; expected {_WEIGHTS} numbers in each set")
        if len(standings) != (_DECK + 1) * _STANDING:
            raise ValueError(f"an outlook; expected {_STANDING} numbers for 0 to {_DECK} cards")
        self.count = len(weights)
        self.weights = (ctypes.c_double * max(1, len(numbers)))(*numbers)
        self.by_draw = (ctypes.c_double * len(standings))(*standings)


def choose(moment: Moment, mind: int, fit: Fit) -> int:
    """The move of whoever has to decide, by a mind."""
    move = ctypes.c_int32()
    _check(
        _library().fifty_fifty_choose(
            *(moment.open, moment.hidden, mind, fit.weights, fit.count, ctypes.byref(move))
        ),
        "a choice",
    )
    return move.value


def guess(
    moment: Moment,
    seat: int,
    events: Sequence[bytes],
    *,
    doubt: float,
    warm_up: int,
    seed: int,
    count: int,
) -> Packed:
    """Worlds that the open side, the hand of one seat and what it saw allow and suggest."""
    worlds = ctypes.create_string_buffer(max(1, _HIDDEN.size * count))
    _check(
        _library().fifty_fifty_guess(
            *(moment.open, moment.hidden, seat, b"".join(events), len(events)),
            *(ctypes.c_double(doubt), warm_up, ctypes.c_uint64(seed), count, worlds),
        ),
        "a guess",
    )
    return worlds


def play(
    moment: Moment,
    worlds: Packed,
    minds: Sequence[Sequence[int]],
    seat: int,
    moves: Sequence[int],
    fit: Fit,
    *,
    turns: int,
) -> list[list[float]]:
    """Each world after each move and so many turns: the chance of `seat` to win.

    `minds` has the mind of each seat, for each world.
    """
    count, width = len(minds), len(moves)
    if len(worlds) < count * _HIDDEN.size:
        raise ValueError(f"minds for {count} worlds; expected as many worlds")
    if any(len(each) != moment.players for each in minds):
        raise ValueError(f"minds; expected one for each of {moment.players} seats")
    spare = bytes(_SEATS + 3 - moment.players)
    chances = (ctypes.c_double * max(1, count * width))()
    _check(
        _library().fifty_fifty_play(
            *(moment.open, worlds, b"".join(bytes(each) + spare for each in minds), count, seat),
            *((ctypes.c_int32 * max(1, width))(*moves), width, fit.weights, fit.count),
            *(fit.by_draw, turns, chances),
        ),
        "rollouts",
    )
    numbers = list(chances)
    return [numbers[place * width : (place + 1) * width] for place in range(count)]


def packed(moments: Sequence[Moment]) -> bytes:
    """Worlds from moments that share an open side."""
    return b"".join(moment.hidden for moment in moments)


def packed_event(event: Event) -> bytes:
    """What a seat saw."""
    return _open_side(event.before) + _EVENT.pack(event.seat, event.move)


def unpacked(worlds: Packed, game: FastGame) -> list[FastGame]:
    """Worlds as games; their open side is that of the game given."""
    found = []
    for place in range(len(worlds) // _HIDDEN.size):
        words = _HIDDEN.unpack_from(worlds, place * _HIDDEN.size)
        world = game.copy()
        for seat in range(game.players):
            world.hands[seat] = words[2 * seat + 1] << 64 | words[2 * seat]
            world.pass_counts[seat] = words[2 * _SEATS + seat]
        world.draw = list(words[-1][: len(game.draw)])
        found.append(world)
    return found


def _open_side(game: FastGame) -> bytes:
    """What everybody sees."""
    row = bytes(game.row)
    spare = [0] * (_SEATS - game.players)
    return _OPEN.pack(
        *(game.violet & _WORD, game.violet >> 64, game.played & _WORD, game.played >> 64),
        *(game.players, game.turn, game.asked, game.layer, game.jump, game.passes),
        *(game.passes_played, len(row), len(game.draw), game.is_over, game.taker, game.shown),
        *(*game.penalties, *spare, *game.sizes, *spare),
        row,
    )


def _hidden_side(game: FastGame) -> bytes:
    """Where the hidden cards are."""
    words = [0] * (2 * _SEATS)
    for seat, hand in enumerate(game.hands):
        words[2 * seat : 2 * seat + 2] = hand & _WORD, hand >> 64
    spare = [0] * (_SEATS - game.players)
    return _HIDDEN.pack(*words, *game.pass_counts, *spare, bytes(game.draw))


def make_move(game: FastGame, move: int) -> None:
    """One move by the rules; the game changes in place."""
    opened = ctypes.create_string_buffer(_open_side(game), _OPEN.size)
    hidden = ctypes.create_string_buffer(_hidden_side(game), _HIDDEN.size)
    _check(_library().fifty_fifty_move(opened, hidden, move), "a move")
    (_, _, low, high, _, game.turn, game.asked, game.layer, game.jump, *rest) = _OPEN.unpack(opened)
    game.passes, game.passes_played, size, drawing, over, game.taker, shown, *more = rest
    game.played = high << 64 | low
    game.is_over, game.shown = bool(over), bool(shown)
    game.penalties = more[: game.players]
    game.sizes = more[_SEATS : _SEATS + game.players]
    game.row = list(more[-1][:size])
    del game.draw[drawing:]
    words = _HIDDEN.unpack(hidden)
    for seat in range(game.players):
        game.hands[seat] = words[2 * seat + 1] << 64 | words[2 * seat]
        game.pass_counts[seat] = words[2 * _SEATS + seat]
