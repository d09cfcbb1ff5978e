"""Rounds of Level 8 as the quick policy plays them, in C, called through ctypes (kernel.h).

The readable reference is in `fast/`: the same numbers in the same order give the same moves, which
tests compare. Whoever calls this falls back on it where there is no kernel, or where a level is
beyond it (`is_within`): several colour groups, or, beside one, sets that may together want a number
more than six times.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import TYPE_CHECKING, Any
from weakref import finalize

from cardsolver.core.compiled import KernelMissingError, load_kernel
from cardsolver.games.level_8.fast.codes import NUMBERS
from cardsolver.games.level_8.fast.round import DRAW, Round
from cardsolver.games.level_8.levels import LEVELS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.games.level_8.fast.beliefs import Beliefs
    from cardsolver.games.level_8.fast.policy import Policy
    from cardsolver.games.level_8.fast.reach import Reach
    from cardsolver.games.level_8.fast.round import FastMove
    from cardsolver.games.level_8.variant import Rules

VERSION = 2  # of the interface, as in kernel.h
TURNS = 4  # of a seat that are looked back on, as in kernel.h

_SEATS, _HAND, _COMBOS, _SIZE, _CARDS, _KNOTS, _JOKERS, _PLANES = 6, 16, 5, 10, 101, 16, 7, 6
_SHARE = _CARDS // 2 + 1
_REFUSED = -1
_NO_CARD = 255
_MOST_ROUNDS = 1000
_KINDS = ("draw", "take", "discard", "skip", "add", "lay")
_int = ctypes.c_int32
_byte = ctypes.c_uint8
_place = ctypes.c_int8 * 3


class _Round(ctypes.Structure):
    _fields_ = (
        ("generator", ctypes.c_uint64),
        ("players", _int),
        ("mover", _int),
        ("is_drawing", _int),
        ("out", _int),
        ("winner", _int),
        ("skipped", _int),
        ("skips_under", _int),
        ("fit_numbers", _int),
        ("fit_colours", _int),
        ("draws", _int),
        ("levels", _byte * _SEATS),
        ("hand_size", _byte * _SEATS),
        ("pile_size", _byte * _SEATS),
        ("laid", _byte * _SEATS),
        ("gone", _byte * (NUMBERS + 1)),
        ("table", (_place * _COMBOS) * _SEATS),
        ("hands", (_byte * _HAND) * _SEATS),
        ("draw", _byte * (_CARDS + 3)),
        ("piles", (_byte * (_CARDS + 3)) * _SEATS),
        ("is_shared_out", _int),
        ("share_size", _byte * _SEATS),
        ("shares", (_byte * _SHARE) * _SEATS),
    )


class _Move(ctypes.Structure):
    _fields_ = (
        ("kind", _int),
        ("code", _int),
        ("value", _int),
        ("seat", _int),
        ("index", _int),
        ("count", _int),
        ("codes", _byte * (_SIZE + 2)),
        ("places", _place * (_COMBOS + 3)),
    )


class _Level(ctypes.Structure):
    _fields_ = (
        ("combos", _int),
        ("kind", _int * _COMBOS),
        ("size", _int * _COMBOS),
        ("coloured", _int),
        ("one_set", _int),
        ("keeps", _int),
        ("knots", _int),
        ("demands", _int),
        ("depth", _int),
        ("knot", (ctypes.c_double * 2) * _KNOTS),
        ("unit_of_distance", ctypes.c_double),
        ("chance", ctypes.c_double),
        ("power", ((ctypes.c_double * (_SIZE + 1)) * (_SIZE + 1)) * (_JOKERS + 1)),
        ("demand", ctypes.POINTER(ctypes.c_uint16)),
    )


class _Turn(ctypes.Structure):
    _fields_ = (
        ("taken", _byte),
        ("discarded", _byte),
        ("declined_size", _byte),
        ("declined", _byte * _SEATS),
    )


class _Beliefs(ctypes.Structure):
    _fields_ = (
        ("seat", _int),
        ("believes", _int),
        ("hidden", _int),
        ("fit_numbers", _int * _SEATS),
        ("fit_colours", _int * _SEATS),
        ("turns", _byte * _SEATS),
        ("seen", (_Turn * TURNS) * _SEATS),
        ("known_size", _byte * _SEATS),
        ("known", (_byte * _HAND) * _SEATS),
        ("cards", _byte * (_CARDS + 3)),
    )


@cache
def library() -> ctypes.CDLL:
    """The compiled kernel."""
    loaded = load_kernel(__file__, VERSION)
    loaded.l8_policy.restype = ctypes.c_void_p
    loaded.l8_free.argtypes = (ctypes.c_void_p,)
    loaded.l8_free.restype = None
    return loaded


@cache
def is_built() -> bool:
    """Is there a compiled kernel?"""
    try:
        library()
    except KernelMissingError:
        return False
    return True


def is_within(policy: Policy, rules: Rules) -> bool:
    """Can the kernel play these levels?"""
    reaches = [policy.reach(level) for level in rules.levels]
    return all(not reach.is_rough and reach.depth <= _PLANES for reach in reaches)


class CompiledPolicy:
    """The quick policy for one variant."""

    def __init__(self, policy: Policy, rules: Rules) -> None:
        """Takes the weights and distances of the reference."""
        specs = (_Level * LEVELS)()
        kept_alive = [
            _fill_level(spec, policy.reach(level))
            for spec, level in zip(specs, rules.levels, strict=True)
        ]
        numbers = list(policy.weights.to_numbers())
        weights = (ctypes.c_double * len(numbers))(*numbers)
        address = library().l8_policy(specs, weights, int(rules.last_card_discarded))
        if not address:
            raise ValueError("levels that the kernel refuses")
        del kept_alive
        self._address = ctypes.c_void_p(address)
        self._finalizer = finalize(self, library().l8_free, self._address)
        self._rules = rules

    @property
    def pointer(self) -> ctypes.c_void_p:
        """For calls that need more than a policy."""
        return self._address

    def reach(self, level: int, codes: Sequence[int]) -> tuple[float, float, int]:
        """Draws, distance and lacking cards of a hand."""
        found = (ctypes.c_double * 3)()
        _check(library().l8_reach(self._address, level, bytes(codes), len(codes), found))
        return found[0], found[1], int(found[2])

    def decide(self, table: Round) -> FastMove:
        """The move of the seat to move."""
        move = _Move()
        packed = _packed(table)
        _check(library().l8_decide(self._address, ctypes.byref(packed), ctypes.byref(move)))
        return _unpacked_move(move)

    def play(self, table: Round, first: FastMove, moves: int = -1) -> Round:
        """The round after a move and so many moves of the policy; below 0: at its end."""
        packed, made = _packed(table), _packed_move(first)
        _check(library().l8_play(self._address, ctypes.byref(packed), ctypes.byref(made), moves))
        return _unpacked(packed, self._rules)


class CompiledWorlds:
    """Guesses for one View, and moves tried on them."""

    def __init__(
        self,
        policy: CompiledPolicy,
        own: CompiledPolicy,
        seen: Round,
        draws: int,
        sizes: Sequence[int],
        beliefs: Beliefs,
    ) -> None:
        """`seen` has the hand of the seat to move; the other hands and the draw pile are open.

        That seat plays on by `own`, all others by `policy`.
        """
        self._policy = policy
        self._own = own
        self._rules = seen.rules
        self._seen = _packed(seen)
        self._seen.hand_size[: len(sizes)] = tuple(sizes)
        self._seen.draws = draws
        self._beliefs = _packed_beliefs(seen.mover, beliefs)
        self._chain = _Round()

    def start(self, state: int) -> int:
        """Deal for a first time; the generator's state after it."""
        generator = ctypes.c_uint64(state)
        pointers = map(ctypes.byref, (self._seen, self._beliefs, generator, self._chain))
        _check(library().l8_start(self._policy.pointer, *pointers))
        return generator.value

    def guess(self, state: int) -> tuple[Round, int]:
        """A round with all cards dealt, and the generator's state after it."""
        generator = ctypes.c_uint64(state)
        guess = _Round()
        pointers = map(ctypes.byref, (self._beliefs, generator, self._chain, guess))
        _check(library().l8_guess(self._policy.pointer, *pointers))
        return _unpacked(guess, self._rules), generator.value

    def play(
        self, moves: Sequence[FastMove], samples: int, state: int, strength: Sequence[float]
    ) -> tuple[list[list[float]], int]:
        """The seat's chance by sample and move, and the generator's state after it."""
        generator = ctypes.c_uint64(state)
        width = len(moves)
        results = (ctypes.c_double * (width * samples))()
        pointers = map(ctypes.byref, (self._beliefs, generator, self._chain))
        packed = (_Move * width)(*map(_packed_move, moves))
        chances = (ctypes.c_double * LEVELS)(*strength)
        status = library().l8_try(
            *(self._policy.pointer, self._own.pointer, *pointers),
            *(packed, width, samples, chances, results),
        )
        _check(status)
        flat = list(results)
        return [flat[at : at + width] for at in range(0, len(flat), width)], generator.value


def play_game(
    policies: Sequence[CompiledPolicy], dealer: int, generator: int
) -> tuple[int, list[tuple[int, ...]]]:
    """One game as `play_fast` plays it: the winner, and the levels at the start of each round."""
    players = len(policies)
    addresses = (ctypes.c_void_p * _SEATS)(*(policy.pointer for policy in policies))
    history = ((_byte * _SEATS) * _MOST_ROUNDS)()
    rounds = _int()
    winner = library().l8_game(
        *(addresses, players, dealer, ctypes.c_uint64(generator)),
        *(history, _MOST_ROUNDS, ctypes.byref(rounds)),
    )
    if winner < 0:
        _check(winner)
    return winner, [tuple(each[:players]) for each in history[: rounds.value]]


def _check(status: int) -> None:
    if status:
        raise ValueError("the kernel refuses this" if status == _REFUSED else "an endless round")


def _fill_level(spec: Any, reach: Reach) -> object:
    """Fill in a level; the planes of its demands have to live until the call."""
    level = reach.level
    spec.combos = len(level.combos)
    for index, (kind, size) in enumerate(reach.wanted):
        spec.kind[index], spec.size[index] = kind, size
    spec.coloured, spec.one_set, spec.keeps = reach.coloured, reach.one_set, level.keeps
    knots = reach.knots
    spec.knots = len(knots)
    for index, (x, y) in enumerate(knots):
        spec.knot[index][:] = [x, y]
    spec.unit_of_distance, spec.chance = reach.unit_of_distance, reach.chances.number
    for jokers in range(_JOKERS + 1):
        for lack, row in enumerate(reach.powers(jokers)):
            spec.power[jokers][lack][:] = row
    demands = reach.demands
    spec.demands, spec.depth = len(demands), reach.depth
    planes = [
        plane for demand in demands for plane in (*demand, *[0] * (reach.depth - len(demand)))
    ]
    array = (ctypes.c_uint16 * len(planes))(*planes)
    spec.demand = array
    return array


def _packed_beliefs(seat: int, beliefs: Beliefs) -> _Beliefs:
    packed = _Beliefs(seat=seat, believes=beliefs.believes, hidden=len(beliefs.hidden))
    packed.cards[: len(beliefs.hidden)] = tuple(beliefs.hidden)
    for each, held in enumerate(beliefs.seats):
        packed.known_size[each] = len(held.known)
        packed.known[each][: len(held.known)] = tuple(held.known)
        packed.fit_numbers[each], packed.fit_colours[each] = held.fitted
        packed.turns[each] = len(held.turns)
        for place, turn in enumerate(held.turns):
            seen = packed.seen[each][place]
            seen.taken = _NO_CARD if turn.taken is None else turn.taken
            seen.discarded, seen.declined_size = turn.discarded, len(turn.declined)
            seen.declined[: len(turn.declined)] = tuple(turn.declined)
    return packed


def _packed(table: Round) -> _Round:
    packed = _Round(
        generator=table.generator,
        players=table.players,
        mover=table.mover,
        is_drawing=table.is_drawing,
        out=table.out,
        winner=table.winner,
        skipped=table.skipped,
        skips_under=table.skips_under,
        fit_numbers=table.fit_numbers,
        fit_colours=table.fit_colours,
        draws=len(table.draw),
    )
    packed.levels[: table.players] = tuple(table.levels)
    packed.gone[:] = [count & 255 for count in table.gone]
    packed.draw[: len(table.draw)] = tuple(table.draw)
    for seat in range(table.players):
        hand, pile, combos = table.hands[seat], table.piles[seat], table.table[seat]
        packed.hand_size[seat], packed.pile_size[seat] = len(hand), len(pile)
        packed.laid[seat] = len(combos)
        packed.hands[seat][: len(hand)] = tuple(hand)
        packed.piles[seat][: len(pile)] = tuple(pile)
        for index, combo in enumerate(combos):
            packed.table[seat][index][:] = combo
    packed.is_shared_out = bool(table.shares)
    for seat, share in enumerate(table.shares):
        packed.share_size[seat] = len(share)
        packed.shares[seat][: len(share)] = tuple(share)
    return packed


def _unpacked(packed: _Round, rules: Rules) -> Round:
    players = packed.players
    table = Round(
        rules,
        list(packed.levels[:players]),
        [list(packed.hands[seat][: packed.hand_size[seat]]) for seat in range(players)],
        list(packed.draw[: packed.draws]),
        [list(packed.piles[seat][: packed.pile_size[seat]]) for seat in range(players)],
        mover=packed.mover,
        generator=packed.generator,
        table=[
            [list(packed.table[seat][index]) for index in range(packed.laid[seat])]
            for seat in range(players)
        ],
        gone=list(packed.gone),
        is_drawing=bool(packed.is_drawing),
        skipped=packed.skipped,
        skips_under=packed.skips_under,
    )
    table.out, table.winner = packed.out, packed.winner
    if packed.is_shared_out:
        shares = zip(packed.shares[:players], packed.share_size, strict=False)
        table.shares = [list(share[:size]) for share, size in shares]
    return table


def _packed_move(move: FastMove) -> _Move:
    packed = _Move(kind=_KINDS.index(move[0]))
    match move:
        case ("take" | "skip", seat):
            packed.seat = seat
        case ("discard", code):
            packed.code = code
        case ("add", code, value, seat, index):
            packed.code, packed.value, packed.seat, packed.index = code, value, seat, index
        case ("lay", codes, places):
            packed.count, packed.index = len(codes), len(places)
            packed.codes[: len(codes)] = codes
            for index, place in enumerate(places):
                packed.places[index][:] = place
    return packed


def _unpacked_move(packed: _Move) -> FastMove:
    match _KINDS[packed.kind]:
        case "take":
            return ("take", packed.seat)
        case "discard":
            return ("discard", packed.code)
        case "skip":
            return ("skip", packed.seat)
        case "add":
            return ("add", packed.code, packed.value, packed.seat, packed.index)
        case "lay":
            places = [tuple(packed.places[index]) for index in range(packed.index)]
            return ("lay", tuple(packed.codes[: packed.count]), tuple(places))
    return DRAW
