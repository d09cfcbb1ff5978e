"""Turns, whole games and endgames of The Game as a player plans them, in C (planner.h).

Sets of cards are integers with a bit for each card, as in `bits`. The reference for all of it is in
`bots/`; whoever calls this falls back on it where there is no kernel or a turn is too large.
"""

from __future__ import annotations

import ctypes
import struct
import threading
from functools import cache, reduce
from operator import and_
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from weakref import finalize

from cardsolver.games.the_game import kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

LARGEST_HAND = 64
_SEATS, _CARDS, _PILES = 5, 98, 4
_WORD = (1 << 64) - 1
_TOO_LARGE = -1
_FEATURES = 12
_MOMENT = struct.Struct("<4Q8d5i4B")
_ENDING = struct.Struct(f"<d2Q4Bi{LARGEST_HAND}s{LARGEST_HAND}s")
_TABLE = struct.Struct("<6i4B")
_WORLD = struct.Struct(f"<{2 * _SEATS}Q{_CARDS + 6}s")
_KNOWLEDGE = struct.Struct(f"<4Q{2 + _SEATS}i8s{_SEATS * _PILES}s")
_CANDIDATE = struct.Struct("<2Q4B4x")
_ANSWER = struct.Struct("<2i64s64s")
LARGEST_ENDGAME = 32
_NO_COSTS = [0.0] * (2 * _PILES)
_MOST = 4096  # ends of one turn that are fetched

Tops: TypeAlias = tuple[int, int, int, int]
Breadth: TypeAlias = tuple[int, int, int]  # near, extra, kept


class PlannedTurn(NamedTuple):
    """The end of a turn: its worth, the tops and the hand after it, the lays as (pile, card)."""

    worth: float
    tops: Tops
    hand: int
    lays: tuple[tuple[int, int], ...]


class World(NamedTuple):
    """Where every card is: the hands by seat, and the draw pile, top first."""

    hands: Sequence[int]
    draw: Sequence[int]


class PackedWorlds(NamedTuple):
    """Worlds as the kernel made them: they need not pass through Python on their way back."""

    number: int
    seats: int
    drawing: int
    largest: int  # hand, in cards
    mine: int  # what the seat that guessed, or the mover, holds in all of them
    packed: ctypes.Array[ctypes.c_char]

    def unpacked(self) -> list[World]:
        """The same worlds one by one."""
        worlds = []
        for place in range(self.number):
            *words, draw = _WORLD.unpack_from(self.packed, place * _WORLD.size)
            hands = [words[2 * seat] | words[2 * seat + 1] << 64 for seat in range(self.seats)]
            worlds.append(World(hands, tuple(draw[: self.drawing])))
        return worlds


class Knowledge(NamedTuple):
    """What one seat knows of the cards, and what each of the others said to it, if anything."""

    seat: int
    hand: int
    unseen: int
    sizes: Sequence[int]
    said: Sequence[Sequence[int] | None]


class Table(NamedTuple):
    """What the games of a batch share. `mover` None: the seat that starts best."""

    tops: Tops
    mover: int | None
    minimum: int
    laid: int = 0
    talk: bool = False


@cache
def _library() -> ctypes.CDLL:
    library = kernel.library()
    library.planner_new.restype = ctypes.c_void_p
    library.planner_free.argtypes = (ctypes.c_void_p,)
    library.planner_free.restype = None
    library.planner_endings.restype = ctypes.c_int32
    library.planner_play.restype = ctypes.c_int32
    library.endgame_solve.restype = ctypes.c_int32
    library.planner_speak.restype = None
    library.planner_guess.restype = None
    return library


def is_built() -> bool:
    """Is there a compiled kernel?"""
    return kernel.is_built()


class _Planner:
    """The kernel's own notes while it plans a turn."""

    def __init__(self) -> None:
        self.address = ctypes.c_void_p(_library().planner_new())
        # At the end of the program others may still be planning in C; the system takes it all back.
        finalize(self, _library().planner_free, self.address).atexit = False


class _Scratch(threading.local):
    """Where a question and its answers are written, for each thread: ctypes lets others run."""

    def __init__(self) -> None:
        self.planner = _Planner()
        self.moment = ctypes.create_string_buffer(_MOMENT.size)
        self.endings = ctypes.create_string_buffer(_ENDING.size)


@cache
def _scratch() -> _Scratch:
    return _Scratch()


class CompiledPlanner:
    """One set of weights, ready to plan with."""

    def __init__(
        self,
        by_left: Sequence[Sequence[float]],
        log_room: Sequence[float],
        hearing: Sequence[float],
    ) -> None:
        """Twelve weights for each number of cards left, log(1 + room) by room, three for talk."""
        if len(by_left) != _CARDS + 1 or any(len(each) != _FEATURES for each in by_left):
            raise ValueError(f"expected {_FEATURES} weights for each of 0 to {_CARDS} cards left")
        if len(log_room) != _CARDS + 2 or len(hearing) != 3:
            raise ValueError(f"expected {_CARDS + 2} logarithms and 3 weights for talk")
        numbers = [number for each in by_left for number in each] + [*log_room, *hearing]
        self._weights = (ctypes.c_double * len(numbers))(*numbers)
        self._call = _library().planner_endings

    def endings(
        self,
        breadth: Breadth,
        tops: Tops,
        hand: int,
        unseen: int,
        needed: int,
        asked: Sequence[tuple[int, float, float]] = (),
        *,
        best: int | None = None,
    ) -> list[PlannedTurn] | None:
        """The ends of a turn in the reference's order, or its `best` so many, best first.

        None if there are too many for the kernel.
        """
        most = _MOST if best is None else best
        costs = _NO_COSTS
        if asked:
            costs = [*_NO_COSTS]
            for pile, untouched, by_room in asked:
                costs[2 * pile : 2 * pile + 2] = untouched, by_room
        if (hand | unseen) >> 100 or (hand | unseen) & 3 or hand & unseen:
            raise ValueError("hand and unseen cards; expected sets of cards that share none")
        _check_tops(tops)
        _check_breadth(breadth)
        if most < 1:
            raise ValueError(f"the best {most}; expected at least 1")
        scratch = _scratch()
        moment = scratch.moment
        _MOMENT.pack_into(
            moment,
            0,
            *(hand & _WORD, hand >> 64, unseen & _WORD, unseen >> 64, *costs),
            *(*breadth, needed, bool(asked), *tops),
        )
        if _ENDING.size * most > len(scratch.endings):
            scratch.endings = ctypes.create_string_buffer(_ENDING.size * most)
        found = scratch.endings
        count = self._call(
            *(scratch.planner.address, self._weights, moment, found, most, best is not None)
        )
        if count == _TOO_LARGE or (best is None and count > most):
            return None
        return [_turn(found, index) for index in range(min(count, most))]

    def play(
        self,
        breadth: Breadth,
        table: Table,
        worlds: Sequence[World] | PackedWorlds,
        candidates: Sequence[tuple[Tops, int]] = (),
    ) -> list[bytes] | None:
        """The cards left in every world, after each of the turns that the mover may end.

        A candidate is the tops and the mover's hand after it. Without any the mover plans, too.
        None if a turn is too large for the kernel.
        """
        if not worlds:
            return []
        _check_tops(table.tops)
        _check_breadth(breadth)
        if candidates and table.mover is None:
            raise ValueError("candidates without a mover")
        if not isinstance(worlds, PackedWorlds):
            worlds = _packed_worlds(worlds, table.mover or 0)
        if not 0 <= (table.mover or 0) < worlds.seats:
            raise ValueError(f"seat {table.mover} to move; expected one of {worlds.seats} seats")
        if worlds.largest + table.laid > LARGEST_HAND:
            raise ValueError(f"a hand of {worlds.largest}; expected at most {LARGEST_HAND} cards")
        mover = -1 if table.mover is None else table.mover
        shared = _TABLE.pack(
            *(worlds.seats, table.minimum, mover, table.laid, worlds.drawing, table.talk),
            *table.tops,
        )
        turns = b""
        for tops, hand in candidates:
            _check_tops(tops)
            if hand & ~worlds.mine:
                raise ValueError("a candidate keeps cards that the mover does not hold")
            turns += _CANDIDATE.pack(hand & _WORD, hand >> 64, *tops)
        width = len(candidates) or 1
        left = ctypes.create_string_buffer(worlds.number * width)
        scratch = _scratch()
        status = _library().planner_play(
            *(scratch.planner.address, self._weights, struct.pack("<3i", *breadth)),
            *(shared, worlds.packed, worlds.number, turns, len(candidates), left),
        )
        if status:
            return None
        raw = left.raw
        return [raw[start : start + width] for start in range(0, len(raw), width)]


def guess(
    tops: Tops, known: Knowledge, tries: int, state: int, count: int
) -> tuple[PackedWorlds, int]:
    """Worlds that fit what a seat knows (bots/guesses.py), and the generator's state after them.

    A hand that does not say what was said is dealt again, up to `tries` hands in all.
    """
    seats = len(known.sizes)
    others = [size for seat, size in enumerate(known.sizes) if seat != known.seat]
    drawing = known.unseen.bit_count() - sum(others)
    _check_tops(tops)
    if not 0 <= known.seat < seats <= _SEATS or drawing < 0 or min(known.sizes) < 0 or count < 0:
        raise ValueError(f"{seats} hands of {known.sizes}; expected no more than unseen cards")
    if (known.hand | known.unseen) >> 100 or (known.hand | known.unseen) & 3:
        raise ValueError("hand and unseen cards; expected sets of cards")
    largest = max(*known.sizes, known.hand.bit_count())
    if known.hand & known.unseen or largest > LARGEST_HAND:
        raise ValueError(f"hands; expected at most {LARGEST_HAND} cards each, none of them twice")
    spoke = [
        said is not None and size > 0 for said, size in zip(known.said, known.sizes, strict=True)
    ]
    said = b"".join(bytes(each or (0,) * _PILES) for each in known.said)
    knowledge = _KNOWLEDGE.pack(
        *(known.hand & _WORD, known.hand >> 64, known.unseen & _WORD, known.unseen >> 64),
        *(known.seat, tries, *known.sizes, *(0,) * (_SEATS - seats)),
        *(bytes(spoke), said),
    )
    table = _TABLE.pack(seats, 0, known.seat, 0, drawing, 0, *tops)
    packed = ctypes.create_string_buffer(max(1, count * _WORLD.size))
    after = ctypes.c_uint64(state)
    _library().planner_guess(table, knowledge, ctypes.byref(after), packed, count)
    return PackedWorlds(count, seats, drawing, largest, known.hand, packed), after.value


def speak(tops: Tops, hand: int, unseen: int) -> bytes:
    """What a seat says about each pile: 0 free, 1 gentle, 2 keep off."""
    _check_tops(tops)
    levels = ctypes.create_string_buffer(_PILES)
    _library().planner_speak(
        bytes(tops),
        struct.pack("<2Q", hand & _WORD, hand >> 64),
        struct.pack("<2Q", unseen & _WORD, unseen >> 64),
        levels,
    )
    return levels.raw


def solve_endgame(
    tops: Tops, needed: int, hands: Sequence[int], draw: int, limit: int
) -> tuple[int, list[tuple[int, int] | None]] | None:
    """The most cards that can be laid with nothing hidden, and how; None ends a turn.

    One or two hands from the mover on, and at most one card to draw. None after `limit` moments, or
    with more cards than the kernel takes.
    """
    mover, other = (*hands, 0)[:2]
    every = mover | other | draw
    _check_tops(tops)
    if not 1 <= len(hands) <= 2 or every >> 100 or every & 3 or draw.bit_count() > 1:
        raise ValueError("an endgame; expected one or two hands, and at most one card to draw")
    if every.bit_count() != mover.bit_count() + other.bit_count() + draw.bit_count():
        raise ValueError("hands and draw pile; expected no card twice")
    if every.bit_count() > LARGEST_ENDGAME or not 0 <= needed <= LARGEST_ENDGAME:
        return None
    words = [word for cards in (mover, other, draw) for word in (cards & _WORD, cards >> 64)]
    answer = ctypes.create_string_buffer(_ANSWER.size)
    status = _library().endgame_solve(
        bytes(tops), needed, len(hands), struct.pack("<6Q", *words), ctypes.c_int64(limit), answer
    )
    if status:
        return None
    most, count, piles, cards = _ANSWER.unpack(answer)
    steps = zip(piles[:count], cards[:count], strict=True)
    return most, [(pile, card) if card else None for pile, card in steps]


def _turn(endings: ctypes.Array[ctypes.c_char], index: int) -> PlannedTurn:
    worth, low, high, a, b, c, d, lays, piles, cards = _ENDING.unpack_from(
        endings, index * _ENDING.size
    )
    return PlannedTurn(
        worth, (a, b, c, d), high << 64 | low, tuple(zip(piles[:lays], cards[:lays], strict=True))
    )


def _packed_worlds(worlds: Sequence[World], mover: int) -> PackedWorlds:
    """Worlds of one table, checked one by one."""
    seats, drawing = len(worlds[0].hands), len(worlds[0].draw)
    if not 1 <= seats <= _SEATS or not 0 <= mover < seats or drawing > _CARDS:
        raise ValueError(f"{seats} seats, {mover} to move; expected 1 to {_SEATS} seats")
    packed = b"".join(_packed_world(world, seats, drawing) for world in worlds)
    return PackedWorlds(
        number=len(worlds),
        seats=seats,
        drawing=drawing,
        largest=max(hand.bit_count() for world in worlds for hand in world.hands),
        mine=reduce(and_, (world.hands[mover] for world in worlds)),
        packed=ctypes.create_string_buffer(packed, len(packed)),
    )


def _packed_world(world: World, seats: int, drawing: int) -> bytes:
    if len(world.hands) != seats or len(world.draw) != drawing:
        raise ValueError(f"a world; expected {seats} hands and {drawing} cards to draw")
    words = [0] * (2 * _SEATS)
    held = 0
    for seat, hand in enumerate(world.hands):
        if hand >> 100 or hand & held or hand & 3:
            raise ValueError("a hand; expected a set of cards that no other has")
        held |= hand
        words[2 * seat : 2 * seat + 2] = hand & _WORD, hand >> 64
    if drawing and not 2 <= min(world.draw) <= max(world.draw) <= 99:
        raise ValueError("a draw pile; expected cards from 2 to 99")
    if drawing and not held:
        raise ValueError("cards to draw, but none in any hand; expected a hand")
    return _WORLD.pack(*words, bytes(world.draw))


def _check_breadth(breadth: Breadth) -> None:
    if min(breadth) < 0:
        raise ValueError(f"breadth {breadth}; expected three numbers from 0")


def _check_tops(tops: Tops) -> None:
    if len(tops) != _PILES or not 1 <= min(tops) <= max(tops) <= 100:
        raise ValueError(f"tops {tops}; expected four from 1 to 100")
