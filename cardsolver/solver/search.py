"""The search: beams of growing width for a line, exact searches for a proof, both in the kernel.

A narrow beam wins most deals in milliseconds. When it does not, wider beams and exact searches take
turns. An exact search is given up after a number of nodes: far fewer than the beam before it cost
while it is unlikely to come to an end, and several times as many once it is. Everything is counted
in states and nodes, so the same question gets the same answer on every machine, unless time or
memory runs out.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolver.games.the_game import kernel
from cardsolver.games.the_game.bits import bits, dead_cards
from cardsolver.solver.result import EngineAnswer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.games.the_game.kernel import KernelAnswer, Turn
    from cardsolver.solver.problem import Problem
    from cardsolver.solver.result import Stop

FIRST_WIDTH = 5
_WIDEN, _WIDEN_LATE, _LATE = 4, 3, 5_000  # wide beams are dear, so the steps become shorter
# A state of a beam costs about as much as this many nodes of an exact search, all bins and layers
# of a full deal taken together.
_NODES_PER_STATE = 700
# How many times the beam's own cost an exact search may take while it will hardly come to its end,
# by the nodes that it will need as far as one can guess: now and then the guess is far too high.
_PATIENCE = ((3e7, 8.0), (1e8, 0.25), (math.inf, 0.02))
# Once this many times the cost is what it needs, it is a better choice than wider beams. So that
# it is not given up just before its end, it may then take twice as much.
_LAST_PATIENCE = 5.0
_MARGIN = 2.0
_FOR_EVER = 200.0  # a power of twenty that no search comes near; much higher ones are no floats


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """Where the search is. `width` is None while an exact search runs."""

    width: int | None
    layer: int
    layers: int
    left: int
    bound: int
    nodes: int


def search(
    roots: Sequence[Problem],
    *,
    win_only: bool = False,
    seconds: float | None = None,
    memory_bytes: int | None = None,
    threads: int = 1,
    progress: Callable[[SearchProgress], None] | None = None,
) -> EngineAnswer:
    """Find the fewest cards that can be left, over all roots, with a proof if the limits allow.

    The roots are one set of cards with different starters: the team chooses. With `win_only` the
    question is only whether every card can be laid: the search is decided as soon as a win is found
    or excluded (`bound` at least 1).
    """
    run = _Search(roots, win_only=win_only)
    run.deadline = None if seconds is None else time.monotonic() + seconds
    run.memory_bytes = memory_bytes
    run.threads = threads
    run.progress = progress
    try:
        stopped = run.widen()
    except KeyboardInterrupt:
        stopped = "interrupted"
    return run.answer(stopped)


class _Search:
    def __init__(self, roots: Sequence[Problem], *, win_only: bool) -> None:
        self.deadline: float | None = None
        self.memory_bytes: int | None = None
        self.threads = 1
        self.progress: Callable[[SearchProgress], None] | None = None
        self._roots = roots
        self._win_only = win_only
        self._cards = roots[0].left
        self._expected = proof_nodes(roots[0])
        self._patience = next(share for most, share in _PATIENCE if self._expected < most)
        self._left = self._cards
        self._bound = min(_dead(root) for root in roots)
        self._root = 0
        self._turns: tuple[Turn, ...] = ()
        self._nodes = 0

    def answer(self, stopped: Stop | None) -> EngineAnswer:
        return EngineAnswer(
            left=self._left,
            bound=self._bound,
            root=self._root,
            turns=self._turns,
            stopped=None if self._is_decided() else stopped,
            nodes=self._nodes,
        )

    def _is_decided(self) -> bool:
        return self._left <= self._bound or (self._win_only and self._bound > 0)

    def widen(self) -> Stop | None:
        """Search wider and wider; why it ended undecided."""
        width = FIRST_WIDTH
        proofs = True  # until one did not fit into the memory
        while not self._is_decided():
            if width > kernel.WIDEST:
                return "memory"  # only searches that did not fit into it are left
            stopped = self._beam(width)
            if stopped is not None:
                return stopped
            if not self._is_decided() and proofs:
                stopped = self._exact(width)
                if stopped in ("time", "interrupted"):
                    return stopped
                proofs = stopped != "memory"
            width *= _WIDEN if width < _LATE else _WIDEN_LATE
        return None

    def _beam(self, width: int) -> Stop | None:
        found = kernel.beam(
            self._roots,
            width,
            win_only=self._win_only,
            hopeless=self._left,
            limits=self._limits(None),
            on_poll=self._poll(width),
        )
        return self._take(found)

    def _exact(self, width: int) -> Stop | None:
        found = kernel.exact(
            self._roots,
            win_only=self._win_only,
            hopeless=self._left,
            limits=self._limits(self._nodes_for_a_proof(width)),
            on_poll=self._poll(None),
        )
        stopped = self._take(found)
        if found.complete:
            # Nothing better than the best line so far; or, asked about wins only, no win.
            self._bound = max(self._bound, 1 if self._win_only and self._left else self._left)
        return stopped

    def _nodes_for_a_proof(self, width: int) -> int:
        """How many nodes an exact search may take after a beam of this width."""
        spent = width * _NODES_PER_STATE
        if spent * _LAST_PATIENCE < self._expected:
            return int(spent * self._patience)
        return int(max(spent * max(self._patience, _LAST_PATIENCE), self._expected * _MARGIN))

    def _take(self, found: KernelAnswer) -> Stop | None:
        """Keep a better line; why the kernel ended early."""
        self._nodes += found.nodes
        if found.left is not None and found.left < self._left:
            self._left, self._root, self._turns = found.left, found.root, found.turns
        return None if found.stopped == "nodes" else found.stopped

    def _limits(self, nodes: int | None) -> kernel.KernelLimits:
        seconds = None if self.deadline is None else self.deadline - time.monotonic()
        return kernel.KernelLimits(seconds, self.memory_bytes, nodes, self.threads)

    def _poll(self, width: int | None) -> Callable[[int, int], None]:
        def poll(layer: int, nodes: int) -> None:
            if self.progress is not None:
                total = self._nodes + nodes
                self.progress(
                    SearchProgress(width, layer, self._cards, self._left, self._bound, total)
                )

        return poll


def _dead(root: Problem) -> int:
    """Cards that are sure to stay: the bound before any search."""
    unlaid = bits(root.draw)
    for hand in root.hands:
        unlaid |= bits(hand)
    return dead_cards(root.tops, unlaid).bit_count()


def proof_nodes(root: Problem) -> float:
    """A guess of what an exact search takes.

    Each card more in any hand costs twenty times as much, a higher minimum saves six sevenths.
    Measured on full deals (docs/measurements.md); with fewer cards to lay it is far less.
    """
    seats = len(root.hands)
    hand = max(map(len, root.hands)) + root.laid
    exponent = seats * (hand - 3) + seats - 1
    share: float = (root.left / 98) ** 2
    power = min(exponent * share, _FOR_EVER)
    return float(2e4 * 20**power) / 7.0 ** (root.minimum - 2)
