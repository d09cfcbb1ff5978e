"""The kernel: The Game with every card known, in C, called through ctypes.

`exact` keeps every state that is not dominated and so proves its answer; `beam` keeps the best few
and finds lines. Both run in a thread of their own while this one waits, so that Ctrl-C is heard at
once. The C files are beside this one; a build of the package compiles them (hatch_build.py).
"""

from __future__ import annotations

import ctypes
import threading
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from cardsolver.core.compiled import KernelMissingError, load_kernel
from cardsolver.core.ctrl_c import ctrl_c_held_back
from cardsolver.games.the_game.rules import CARDS, Lay

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

VERSION = 2  # of the interface, as in kernel.h
POLL_S = 0.05
WIDEST = 1 << 24  # beam

# The prunings of an exact search (kernel.h), which tests switch off one by one.
NORMALISE, DOMINANCE, PAIRINGS, DEAD, STUCK, LAG, FREE_LAY, SHORT_TURNS = (
    1 << bit for bit in range(8)
)
ALL_PRUNINGS = (1 << 8) - 1

Turn: TypeAlias = tuple[Lay, ...]
KernelStop: TypeAlias = Literal["time", "memory", "interrupted", "nodes"]
_STOPS: dict[int, KernelStop | None] = {
    0: None,
    1: "time",
    2: "memory",
    3: "interrupted",
    4: "nodes",
}

_SEATS, _PILES = 5, 4


class Moment(Protocol):
    """A moment of The Game with every card known; seats count from the one to move."""

    @property
    def tops(self) -> tuple[int, int, int, int]: ...
    @property
    def hands(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def draw(self) -> tuple[int, ...]: ...  # top first
    @property
    def minimum(self) -> int: ...
    @property
    def laid(self) -> int: ...  # by the mover in this turn
    @property
    def on_fire(self) -> bool: ...
    @property
    def due(self) -> tuple[bool, bool, bool, bool]: ...  # fire cards to cover in this turn


class _Problem(ctypes.Structure):
    _fields_ = (
        ("seats", ctypes.c_int32),
        ("minimum", ctypes.c_int32),
        ("on_fire", ctypes.c_int32),
        ("laid", ctypes.c_int32),
        ("due", ctypes.c_int32),
        ("drawing", ctypes.c_int32),
        ("tops", ctypes.c_uint8 * _PILES),
        ("draw", ctypes.c_uint8 * CARDS),
        ("hand_sizes", ctypes.c_uint8 * _SEATS),
        ("hands", (ctypes.c_uint8 * CARDS) * _SEATS),
    )


class _Limits(ctypes.Structure):
    _fields_ = (
        ("seconds", ctypes.c_double),
        ("bytes", ctypes.c_uint64),
        ("nodes", ctypes.c_uint64),
        ("threads", ctypes.c_int32),
        ("win_only", ctypes.c_int32),
        ("hopeless", ctypes.c_int32),
        ("rules", ctypes.c_uint32),
    )


class _Progress(ctypes.Structure):
    _fields_ = (
        ("stop", ctypes.c_int32),
        ("layer", ctypes.c_int32),
        ("nodes", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("peak_bytes", ctypes.c_uint64),
        ("widest", ctypes.c_uint64),
    )


class _Answer(ctypes.Structure):
    _fields_ = (
        ("status", ctypes.c_int32),
        ("complete", ctypes.c_int32),
        ("left", ctypes.c_int32),
        ("root", ctypes.c_int32),
        ("lays", ctypes.c_int32),
        ("card", ctypes.c_uint8 * CARDS),
        ("pile", ctypes.c_uint8 * CARDS),
        ("ends", ctypes.c_uint8 * (CARDS + 1)),
    )


@dataclass(frozen=True, slots=True)
class OrderWeights:
    """What a beam's score is made of (order.h), in this order."""

    homeless: float = 3.061  # a card without any home
    homeless_wait: float = -1.395  # more of it for a card that waits for 100 plays
    home: float = 1.126  # how much a sure home takes away from that: exp(-home)
    home_reach: float = 0.202  # a home's worth is 1 - exp(-(distance + reach) / (fade * wait))
    home_fade: float = 1.278
    home_wait: float = 0.353  # waiting of a card already drawn, in tens of plays
    home_trick: float = 1.04  # the pile waits for this very card
    room: float = 0.549
    trick_mover: float = 0.174  # the trick card is in the mover's hand
    trick_held: float = 1.192
    trick_undrawn: float = 1.085
    trick_fades: float = 0.599  # an undrawn trick card, every ten plays of waiting
    opens_held: float = 0.745  # every unlaid card that the trick jumps back over
    opens_undrawn: float = 0.023
    chain: float = 0.49  # another trick could follow
    pair: float = 1.667
    owed: float = -0.176  # every card that the mover still has to lay
    goes_on: float = -1.174  # the mover lays more than the minimum
    ended: float = 0.12
    forced_next: float = 2.103  # ten numbers that the next player cannot avoid to skip
    forced_second: float = 1.383
    forced_third: float = -0.272


# For several players; alone, other things count. Both were fitted (docs/measurements.md).
WEIGHTS = OrderWeights()
SOLO_WEIGHTS = OrderWeights(
    homeless=7.76,
    homeless_wait=-1.446,
    home=0.795,
    home_reach=1.048,
    home_fade=1.189,
    home_wait=0.121,
    home_trick=1.486,
    room=0.0906,
    trick_mover=-0.029,
    trick_held=2.492,
    trick_undrawn=2.571,
    trick_fades=0.875,
    opens_held=0.393,
    opens_undrawn=0.244,
    chain=-0.233,
    pair=0.806,
    owed=-0.037,
    goes_on=-2.764,
    ended=0.726,
    forced_next=1.978,
    forced_second=0,  # there is only one turn to come
    forced_third=0,
)


@dataclass(frozen=True, slots=True)
class KernelAnswer:
    """What one run found. `complete`: no line is better than `left`, nor than what was hopeless."""

    left: int | None  # of the best line; None without one that is not hopeless
    root: int
    turns: tuple[Turn, ...]
    complete: bool
    stopped: KernelStop | None
    nodes: int
    peak_bytes: int
    widest: int


@dataclass(frozen=True, slots=True)
class KernelLimits:
    """How much a run may cost. None: as much as it takes."""

    seconds: float | None = None
    memory_bytes: int | None = None
    nodes: int | None = None
    threads: int = 1


@cache
def is_built() -> bool:
    """Is there a compiled kernel beside this file, for this machine and of this version?"""
    try:
        library()
    except KernelMissingError:
        return False
    return True


@cache
def library() -> ctypes.CDLL:
    return load_kernel(__file__, VERSION)


def exact(
    roots: Sequence[Moment],
    *,
    win_only: bool = False,
    hopeless: int | None = None,
    limits: KernelLimits = KernelLimits(),  # noqa: B008 - frozen
    prunings: int = ALL_PRUNINGS,
    on_poll: Callable[[int, int], None] | None = None,
) -> KernelAnswer:
    """The fewest cards left over all roots, or with `win_only` just whether it can be none.

    Lines that leave `hopeless` cards or more are of no interest. `on_poll` is told the layer and
    the nodes so far, now and then.
    """
    given = _limits(limits, win_only=win_only, hopeless=hopeless, prunings=prunings)
    return _run("kernel_exact", roots, given, (), on_poll)


def beam(
    roots: Sequence[Moment],
    width: int,
    *,
    win_only: bool = False,
    hopeless: int | None = None,
    limits: KernelLimits = KernelLimits(),  # noqa: B008 - frozen
    weights: OrderWeights | None = None,
    on_poll: Callable[[int, int], None] | None = None,
) -> KernelAnswer:
    """A good line, from at most `width` states of each kind; proves nothing.

    Without `weights` those fitted to the number of players.
    """
    if not 1 <= width <= WIDEST:
        raise ValueError(f"width {width}; expected 1 to {WIDEST}")
    given = _limits(limits, win_only=win_only, hopeless=hopeless, prunings=0)
    if weights is None:
        weights = SOLO_WEIGHTS if roots and len(roots[0].hands) == 1 else WEIGHTS
    numbers = astuple(weights)
    more = (ctypes.c_int32(width), (ctypes.c_float * len(numbers))(*numbers))
    return _run("kernel_beam", roots, given, more, on_poll)


def _limits(
    limits: KernelLimits, *, win_only: bool, hopeless: int | None, prunings: int
) -> _Limits:
    return _Limits(
        -1.0 if limits.seconds is None else max(0.0, limits.seconds),
        limits.memory_bytes or 0,
        limits.nodes or 0,
        max(1, min(64, limits.threads)),
        int(win_only),
        hopeless or 0,
        prunings,
    )


def _run(
    name: str,
    roots: Sequence[Moment],
    limits: _Limits,
    more: tuple[Any, ...],
    on_poll: Callable[[int, int], None] | None,
) -> KernelAnswer:
    function = getattr(library(), name)
    problems = (_Problem * len(roots))(*map(_problem, roots))
    progress, answer = _Progress(), _Answer()
    refused: list[int] = []

    done = threading.Event()

    def call() -> None:
        pointers = (ctypes.byref(limits), *more, ctypes.byref(progress), ctypes.byref(answer))
        try:
            refused.append(function(problems, ctypes.c_int32(len(roots)), *pointers))
        finally:
            done.set()

    # The interpreter hears Ctrl-C only in its main thread, and only while that runs Python. (An
    # event, and not the thread itself: a join that was interrupted takes the thread for ended.)
    thread = threading.Thread(target=call, daemon=True)
    interrupted = False
    try:
        with ctrl_c_held_back():  # a thread must not be left half started
            thread.start()
        while not done.wait(POLL_S):
            if on_poll is not None:
                on_poll(progress.layer, progress.nodes)
    except KeyboardInterrupt:  # what was found until now is still an answer
        interrupted = True
    finally:
        progress.stop = 1
        if thread.ident is not None:
            _wait_for(done)  # the kernel writes to what is ours
    if not refused:
        raise KeyboardInterrupt  # before the kernel began
    if refused[0]:
        raise ValueError(f"the kernel refuses argument {refused[0]}: {roots}")
    return KernelAnswer(
        left=None if answer.left < 0 else answer.left,
        root=answer.root,
        turns=_turns(answer) if answer.left >= 0 else (),
        complete=bool(answer.complete),
        stopped="interrupted" if interrupted else _STOPS[answer.status],
        nodes=progress.nodes,
        peak_bytes=progress.peak_bytes,
        widest=progress.widest,
    )


def _wait_for(done: threading.Event) -> None:
    """Wait, however often somebody presses Ctrl-C: it takes no more than a moment."""
    while not done.is_set():
        with suppress(KeyboardInterrupt):
            done.wait()


def _problem(moment: Moment) -> _Problem:
    cards = [*moment.draw, *moment.tops, *(card for hand in moment.hands for card in hand)]
    numbers = (*cards, moment.minimum, moment.laid)
    if not all(type(number) is int and 0 <= number <= 255 for number in numbers):
        raise ValueError(f"the kernel wants small whole numbers: {moment}")
    if not 1 <= len(moment.hands) <= _SEATS or len(cards) > CARDS + _PILES:
        raise ValueError(f"the kernel takes 1 to {_SEATS} hands and {CARDS} cards: {moment}")
    problem = _Problem(
        len(moment.hands),
        moment.minimum,
        int(moment.on_fire),
        moment.laid,
        sum(1 << pile for pile in range(_PILES) if moment.due[pile]),
        len(moment.draw),
    )
    problem.tops[:] = moment.tops
    problem.draw[: len(moment.draw)] = moment.draw
    for seat, hand in enumerate(moment.hands):
        problem.hand_sizes[seat] = len(hand)
        problem.hands[seat][: len(hand)] = hand
    return problem


def _turns(answer: _Answer) -> tuple[Turn, ...]:
    """The line turn by turn; a first () ends the turn under way."""
    turns: list[Turn] = [()] if answer.ends[0] else []
    turn: list[Lay] = []
    for index in range(answer.lays):
        turn.append(Lay(answer.pile[index], answer.card[index]))
        if answer.ends[index + 1]:
            turns.append(tuple(turn))
            turn = []
    return (*turns, tuple(turn)) if turn else tuple(turns)
