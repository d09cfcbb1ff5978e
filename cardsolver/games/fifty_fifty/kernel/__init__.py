"""Fifty Fifty in C: guesses of the hidden cards, and games played on from them, through ctypes.

The readable reference is in `bots/`: `fast` for the rules, `greedy`, `policy`, `sight` and `net`
for the moves, `outlook` for the judgement, `guesses` for the guesses. The same numbers in the same
order give the same games; tests compare them. A build of the package compiles the C files
(hatch_build.py).
"""

from __future__ import annotations

import ctypes
import struct
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardsolver.core.compiled import KernelMissingError, load_kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.games.fifty_fifty.bots.fast import FastGame
    from cardsolver.games.fifty_fifty.bots.memory import Event

VERSION = 4  # of the interface, as in kernel.h
GREEDY = 0  # the mind that plays like `greedy`; mind k plays by the k-th weights
LEARNER = 255  # the mind that plays by the network
AS_IT_IS = -4  # no move: the world is played on as it is
_SEATS, _DECK = 5, 120
_WEIGHTS, _STANDING = 60, 8
INPUTS, HIDDEN = 116, 128  # of the network
NET = INPUTS * HIDDEN + 2 * HIDDEN + 1  # its weights
_BLANK = (INPUTS + 1) % 2  # rows that make the number of its first layer's even
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


class _Skills(ctypes.Structure):
    """As `skills` in kernel.h."""

    _fields_ = (
        ("weights", ctypes.POINTER(ctypes.c_double)),
        ("net", ctypes.POINTER(ctypes.c_int16)),
        ("weights_count", ctypes.c_int32),
    )


class Fit:
    """Sets of the reckoner's weights, mind k being the k-th of them, an outlook, and a network."""

    def __init__(
        self,
        weights: Sequence[Sequence[Sequence[float]]],
        by_draw: Sequence[Sequence[float]],
        net: Sequence[int] | None = None,
    ) -> None:
        """The outlook has eight weights for each number of cards to draw, from 0 to 120.

        The network's weights, in steps: those of each input, of the bias, of the second layer, and
        one more.
        """
        numbers = [number for each in weights for part in each for number in part]
        standings = [number for each in by_draw for number in each]
        if len(numbers) != len(weights) * _WEIGHTS:
            raise ValueError(f"weights; expected {_WEIGHTS} numbers in each set")
        if len(standings) != (_DECK + 1) * _STANDING:
            raise ValueError(f"an outlook; expected {_STANDING} numbers for 0 to {_DECK} cards")
        if net is not None and len(net) != NET:
            raise ValueError(f"a network; expected {NET} numbers")
        self._kept = (
            (ctypes.c_double * max(1, len(numbers)))(*numbers),
            None if net is None else _arranged(net),
        )
        self.skills = _Skills(*self._kept, len(weights))
        self.by_draw = (ctypes.c_double * len(standings))(*standings)


def _arranged(net: Sequence[int]) -> ctypes.Array[ctypes.c_int16]:
    """The weights as the kernel has them: of the first layer, two rows side by side."""
    rows = [net[at : at + HIDDEN] for at in range(0, (INPUTS + 1) * HIDDEN, HIDDEN)]
    rows += [[0] * HIDDEN] * _BLANK
    numbers: list[int] = []
    for pair in zip(rows[::2], rows[1::2], strict=True):
        for both in zip(*pair, strict=True):
            numbers += both
    numbers += net[(INPUTS + 1) * HIDDEN :]
    return (ctypes.c_int16 * len(numbers))(*numbers)


def choose(moment: Moment, mind: int, fit: Fit) -> int:
    """The move of whoever has to decide, by a mind."""
    move = ctypes.c_int32()
    _check(
        _library().fifty_fifty_choose(
            *(moment.open, moment.hidden, mind, ctypes.byref(fit.skills), ctypes.byref(move))
        ),
        "a choice",
    )
    return move.value


def sight(moment: Moment, move: int) -> list[int] | float:
    """What whoever decides sees after a move; the share of the win if that ends the game."""
    inputs, share, ends = (ctypes.c_int16 * INPUTS)(), ctypes.c_double(), ctypes.c_int32()
    _check(
        _library().fifty_fifty_sight(
            *(moment.open, moment.hidden, move, inputs),
            *(ctypes.byref(share), ctypes.byref(ends)),
        ),
        "a sight",
    )
    return share.value if ends.value else list(inputs)


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
    by_net: bool = False,
) -> list[list[float]]:
    """Each world after each move and so many turns: the chance of `seat` to win, by the outlook.

    With `by_net`, by the network, at its next decision after that.

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
            *((ctypes.c_int32 * max(1, width))(*moves), width, ctypes.byref(fit.skills)),
            *(fit.by_draw, turns, by_net, chances),
        ),
        "rollouts",
    )
    numbers = list(chances)
    return [numbers[place * width : (place + 1) * width] for place in range(count)]


class Practice(NamedTuple):
    """Moves that were tried: plain arrays of C, one row for each move."""

    rows: int
    inputs: ctypes.Array[ctypes.c_int16]  # INPUTS of each row
    won: ctypes.Array[ctypes.c_float]
    decisions: ctypes.Array[ctypes.c_int32]  # rows with the same number belong together


def practise(
    moment: Moment,
    worlds: Packed,
    seat: int,
    mind: int,
    fit: Fit,
    *,
    share: float,
    trials: int,
    turns: int,
    seed: int,
    most: int,
) -> Practice:
    """Games from the worlds, and at a share of the decisions of a seat what each move is worth."""
    if most < 0:
        raise ValueError(f"{most} rows; expected 0 or more")
    inputs = (ctypes.c_int16 * max(1, most * INPUTS))()
    won = (ctypes.c_float * max(1, most))()
    decisions = (ctypes.c_int32 * max(1, most))()
    rows = ctypes.c_int32()
    _check(
        _library().fifty_fifty_practise(
            *(moment.open, worlds, len(worlds) // _HIDDEN.size, seat, mind),
            *(ctypes.byref(fit.skills), ctypes.c_double(share), trials, turns),
            *(ctypes.c_uint64(seed), most, inputs, won, decisions, ctypes.byref(rows)),
        ),
        "practice",
    )
    return Practice(rows.value, inputs, won, decisions)


def packed(moments: Sequence[Moment]) -> bytes:
    """Worlds from moments that share an open side."""
    return b"".join(moment.hidden for moment in moments)


def some_of(worlds: Packed, first: int, count: int) -> bytes:
    """So many worlds, from one of them on."""
    return bytes(memoryview(worlds)[first * _HIDDEN.size : (first + count) * _HIDDEN.size])


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
