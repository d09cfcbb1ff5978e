"""The layered search: one layer a lay, the best states of a layer kept, wider until decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cardsolver.solver.found import Found
from cardsolver.solver.search.expand import first_layer
from cardsolver.solver.search.layer import Expander, Plan
from cardsolver.solver.search.order import WEIGHTS, Order, Weights
from cardsolver.solver.search.prune import dead_cards
from cardsolver.solver.search.rows import Setup, Words, root_row
from cardsolver.solver.search.trail import BYTES_PER_STATE, Starts, Step, Trail

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.solver.found import Stop
    from cardsolver.solver.problem import Problem, Turn

FIRST_WIDTH = 50
_WIDEN = 4
# So many cards left by a search of this width are hardly a win. Then one search that keeps
# everything and needs no scores is tried, given up at the first layer that is too wide for it.
_LOOKS_LOST = 5
_LOOKS_LOST_WIDTH = 800
_PROOF_WIDTH = 1 << 18
_BLOCK = 512  # parents expanded at a time: keeps the temporaries of a wide layer small
_SMALLEST_BLOCK = 64  # smaller ones would take for ever
_BLOCK_BYTES = 48 << 10  # what the expansion of one parent takes for a moment
_POOL = 4  # copies of a state while a layer is merged and cut
_COLUMNS = 40  # bytes a state beside its row, meanwhile


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the search is."""

    width: int
    layer: int
    layers: int
    left: int
    bound: int
    nodes: int


class _OutOfTimeError(Exception):
    pass


def search(
    roots: Sequence[Problem],
    *,
    win_only: bool = False,
    out_of_time: Callable[[], bool] = lambda: False,
    memory_bytes: int | None = None,
    first_width: int = FIRST_WIDTH,
    progress: Callable[[Progress], None] | None = None,
    weights: Weights = WEIGHTS,
) -> Found:
    """Find the fewest cards that can be left, over all roots, with a proof if the limits allow.

    The roots are one set of cards with different starters: the team chooses. With `win_only` the
    question is only whether every card can be laid: the search is decided as soon as a win is found
    or excluded (`bound` at least 1).
    """
    run = _Search(roots, win_only=win_only, memory_bytes=memory_bytes, weights=weights)
    run.out_of_time = out_of_time
    run.progress = progress
    stopped: Stop | None = None
    try:
        stopped = run.widen(first_width)
    except _OutOfTimeError:
        stopped = "time"
    except MemoryError:
        stopped = "memory"
    except KeyboardInterrupt:
        stopped = "interrupted"
    return run.found(stopped)


class _Search:
    def __init__(
        self,
        roots: Sequence[Problem],
        *,
        win_only: bool,
        memory_bytes: int | None,
        weights: Weights,
    ) -> None:
        self.out_of_time: Callable[[], bool] = lambda: False
        self.progress: Callable[[Progress], None] | None = None
        self._roots = roots
        self._win_only = win_only
        self._memory = memory_bytes
        self._setup = Setup.of(roots)
        self._expander = Expander(self._setup, Order(self._setup, weights))
        layers = [first_layer(self._setup, root_row(root)) for root in roots]
        self._first: Words = np.concatenate([rows for rows, _ in layers])
        self._starts = Starts(
            root=tuple(index for index, (rows, _) in enumerate(layers) for _ in rows),
            ended=tuple(bool(flag) for _, ended in layers for flag in ended),
        )
        self._nodes = 0
        # The deepest lay so far, and the trail it belongs to.
        self._best: tuple[Trail, Step] | None = None
        self._left = self._setup.cards
        self._bound = self._setup.cards
        if len(self._first):
            self._bound = int(dead_cards(self._setup, self._first, 0).min())

    def _decided(self) -> bool:
        return self._left <= self._bound or (self._win_only and self._bound > 0)

    def found(self, stopped: Stop | None) -> Found:
        root = 0
        turns: tuple[Turn, ...] = ()
        if self._best is not None:
            trail, step = self._best
            root, turns = trail.line(self._roots, step)
        return Found(
            left=self._left,
            bound=self._bound,
            root=root,
            turns=turns,
            stopped=None if self._decided() else stopped,
            nodes=self._nodes,
        )

    def widen(self, width: int) -> Stop | None:
        """Search again and again, wider each time."""
        tried = False
        while not self._decided():
            short_of_memory = self._pass(width)
            if short_of_memory and not self._decided():
                return "memory"
            if width >= _LOOKS_LOST_WIDTH and self._left >= _LOOKS_LOST and not tried:
                tried = True
                self._pass(_PROOF_WIDTH, proof=True)
            if self._room(Trail(self._starts), 0, self._first.shape[1]) < 2 * width:
                return None if self._decided() else "memory"  # the next would be much the same
            width *= _WIDEN
        return None

    def _check(self) -> None:
        if self.out_of_time():
            raise _OutOfTimeError

    def _pass(self, width: int, *, proof: bool = False) -> bool:
        """One search from the roots, no layer wider than this. Was it narrowed by memory?

        A proof is given up when a layer would have to be cut.
        """
        setup = self._setup
        trail = Trail(self._starts)
        hopeless = 1 if self._win_only else self._left
        bound = hopeless
        short_of_memory = False
        rows, likely = self._first, len(self._first)
        for layer in range(setup.cards):
            room = self._room(trail, layer, rows.shape[1])
            plan = Plan(
                width=min(width, room),
                block=self._block(),
                hopeless=hopeless,
                bound=self._bound,
                check=self._check,
                proof=proof,
            )
            step = self._expander.expand(rows, layer, plan, likely=likely)
            if step is None:
                return False
            self._nodes += step.nodes
            if step.reached is None:
                break
            left = setup.cards - layer - 1
            if left < self._left:
                self._best, self._left = (trail, step.reached), left
            if step.cut:
                bound = min(bound, step.cut_bound)
                short_of_memory |= room < width
            if step.states is None or not len(step.states):
                break
            states = step.states
            trail.add(states.parent, states.card, states.pile, states.ends)
            likely = 2 * width if step.cut else 2 * len(states) * len(states) // len(rows)
            rows = states.rows
            if self.progress is not None:
                self.progress(
                    Progress(width, layer + 1, setup.cards, self._left, self._bound, self._nodes)
                )
        self._bound = max(self._bound, min(bound, self._left))
        return short_of_memory

    def _room(self, trail: Trail, layer: int, words: int) -> int:
        """How many states the memory has room for in this layer and every later one."""
        if self._memory is None:
            return 1 << 31
        state = _POOL * (8 * words + _COLUMNS) + BYTES_PER_STATE * (self._setup.cards - layer)
        scratch = min(self._block() * _BLOCK_BYTES, self._memory // 2)
        free = self._memory - scratch - BYTES_PER_STATE * trail.states
        return max(1, free // state)

    def _block(self) -> int:
        if self._memory is None:
            return _BLOCK
        return max(_SMALLEST_BLOCK, min(_BLOCK, self._memory // (4 * _BLOCK_BYTES)))
