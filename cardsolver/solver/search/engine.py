"""The layered search, lay by lay or by whole turns: the best of a layer kept, wider each time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from cardsolver.solver.result import EngineAnswer
from cardsolver.solver.search.expand import first_layer
from cardsolver.solver.search.layer import Expander, Plan
from cardsolver.solver.search.memory import Costs, Memory, keep_freed_memory
from cardsolver.solver.search.order import WEIGHTS, Order, OrderWeights
from cardsolver.solver.search.packed import Setup, Words, root_row
from cardsolver.solver.search.prune import dead_cards
from cardsolver.solver.search.trail import BYTES_PER_STATE, Starts, Trail

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardsolver.solver.problem import Problem, Turn
    from cardsolver.solver.result import Stop
    from cardsolver.solver.search.trail import Step, TracedLay
    from cardsolver.solver.search.turn_layers import TurnFrontier

# A narrow search wins most deals. For the others a tenfold step is a little quicker than two
# fourfold ones.
FIRST_WIDTH = 20
_SECOND_WIDTH = 200
_WIDEN = 4
# Up to this width lays are compared one by one. After that whole turns are, where the game allows
# it: a state costs more then, but far fewer are needed for a win.
_LAYS_WIDTH = 800
_FIRST_TURNS_WIDTH = 400
_WIDEN_TURNS = 8
# So many cards left by a search of that width are hardly a win. Then one search that keeps
# everything and needs no scores is tried, given up at the first layer that is too wide for it.
_LOOKS_LOST = 5
_PROOF_WIDTH = 1 << 18
_PROOF_FACTOR = 16  # a search by whole turns proves nothing: after each a proof this much wider
_COSTS = Costs(block=1024, block_bytes=16 << 10, copies=4, trail_bytes=BYTES_PER_STATE)


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """Where the search is."""

    width: int
    layer: int
    layers: int
    left: int
    bound: int
    nodes: int


@dataclass(slots=True)
class _Run:
    """What a search of layers has shown."""

    bound: int  # no line leaves fewer cards than this, or than the best line
    short_of_memory: bool = False


class _OutOfTimeError(Exception):
    pass


def search(
    roots: Sequence[Problem],
    *,
    win_only: bool = False,
    out_of_time: Callable[[], bool] = lambda: False,
    memory_bytes: int | None = None,
    first_width: int = FIRST_WIDTH,
    progress: Callable[[SearchProgress], None] | None = None,
    weights: OrderWeights = WEIGHTS,
) -> EngineAnswer:
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
        with _one_thread():
            stopped = run.widen(first_width)
    except _OutOfTimeError:
        stopped = "time"
    except MemoryError:
        stopped = "memory"
    except KeyboardInterrupt:
        stopped = "interrupted"
    return run.found(stopped)


def one_pass(roots: Sequence[Problem], width: int, *, by_turns: bool) -> int:
    """The cards left by a single pass that looks for a win: to measure the passes themselves."""
    run = _Search(roots, win_only=True, memory_bytes=None, weights=WEIGHTS)
    with _one_thread():
        if by_turns:
            run.turn_pass(width)
        else:
            run.lay_pass(width)
    return run.found(None).left


def _one_thread() -> threadpool_limits:
    """The matrices are small: the threads of BLAS would cost more than they bring."""
    return threadpool_limits(1, user_api="blas")


class _Search:
    def __init__(
        self,
        roots: Sequence[Problem],
        *,
        win_only: bool,
        memory_bytes: int | None,
        weights: OrderWeights,
    ) -> None:
        self.out_of_time: Callable[[], bool] = lambda: False
        self.progress: Callable[[SearchProgress], None] | None = None
        keep_freed_memory()
        self._roots = roots
        self._win_only = win_only
        self._setup = Setup.of(roots)
        self._expander = Expander(self._setup, Order(self._setup, weights))
        layers = [first_layer(self._setup, root_row(root)) for root in roots]
        self._first: Words = np.concatenate([rows for rows, _ in layers])
        self._starts = Starts(
            root=tuple(index for index, (rows, _) in enumerate(layers) for _ in rows),
            ended=tuple(bool(flag) for _, ended in layers for flag in ended),
        )
        self._memory = Memory(memory_bytes, self._first.shape[1])
        self._proof_tried = (0, 0)  # width of the last proof given up, and the best line then
        self._nodes = 0
        # The way to the deepest lay so far: the start of layer 0 and all lays.
        self._best: Callable[[], tuple[int, list[TracedLay]]] | None = None
        self._left = self._setup.cards
        self._bound = self._setup.cards
        if len(self._first):
            self._bound = int(dead_cards(self._setup, self._first, 0).min())

    def _decided(self) -> bool:
        return self._left <= self._bound or (self._win_only and self._bound > 0)

    def found(self, stopped: Stop | None) -> EngineAnswer:
        root = 0
        turns: tuple[Turn, ...] = ()
        if self._best is not None:
            root, turns = self._starts.line(self._roots, *self._best())
        return EngineAnswer(
            left=self._left,
            bound=self._bound,
            root=root,
            turns=turns,
            stopped=None if self._decided() else stopped,
            nodes=self._nodes,
        )

    def widen(self, width: int) -> Stop | None:
        """Search again and again, wider each time."""
        while not self._decided():
            short_of_memory = self.lay_pass(width)
            if short_of_memory and not self._decided():
                return "memory"
            if width >= _LAYS_WIDTH and self._left >= _LOOKS_LOST:
                self._prove(_PROOF_WIDTH)
            if self._memory.room(_COSTS, self._setup.cards) < 2 * width:
                return None if self._decided() else "memory"  # the next would be much the same
            if width >= _LAYS_WIDTH and self._has_whole_turns():
                return self._widen_turns()
            width = max(_SECOND_WIDTH, width * _WIDEN)
        return None

    def _has_whole_turns(self) -> bool:
        from cardsolver.solver.search import turn_layers, turns  # noqa: PLC0415 - few deals need it

        enough = self._memory.allows(turn_layers.COSTS)
        return enough and turns.has_whole_turns(self._setup, self._first)

    def _widen_turns(self) -> Stop | None:
        width = _FIRST_TURNS_WIDTH
        while not self._decided():
            short_of_memory = self.turn_pass(width)
            self._prove(_PROOF_FACTOR * width)
            if short_of_memory and not self._decided():
                return "memory"
            width *= _WIDEN_TURNS
        return None

    def _prove(self, width: int) -> None:
        """Keep everything, if the question is still open and this was not given up before."""
        tried, left = self._proof_tried
        if not self._decided() and (width > tried or self._left < left):
            self._proof_tried = (width, self._left)
            self.lay_pass(width, proof=True)

    def _check(self) -> None:
        if self.out_of_time():
            raise _OutOfTimeError

    def lay_pass(self, width: int, *, proof: bool = False) -> bool:
        """One search from the roots, no layer wider than this. Was it narrowed by memory?

        A proof is given up when a layer would have to be cut.
        """
        trail = Trail()
        run = self._layers(self._first, trail, width, proof=proof, back=trail.back)
        self._bound = max(self._bound, min(run.bound, self._left))
        return run.short_of_memory

    def turn_pass(self, width: int) -> bool:
        """One search by whole turns, at last lay by lay. Was it narrowed by memory?"""
        from cardsolver.solver.search import (  # noqa: PLC0415 - few deals need it
            turn_layers as by_turns,
        )

        room = self._memory.room(by_turns.COSTS, self._setup.cards)
        kept = min(width, room)

        def tell(layer: int, turns: int) -> None:
            self._nodes += turns
            self._tell(kept, layer)

        plan = by_turns.TurnPlan(
            width=kept,
            block=self._memory.block(by_turns.COSTS),
            hopeless=1 if self._win_only else self._left,
            check=self._check,
            tell=tell,
        )
        for front in by_turns.turn_layers(self._setup, self._first, plan):
            trail = Trail(front.layer)
            back = partial(self._back, front, trail)
            used = by_turns.COSTS.trail_bytes * front.trail.states
            self._layers(front.rows, trail, kept, proof=False, back=back, used=used)
            if self._decided():
                break
        return room < width

    def _back(self, front: TurnFrontier, trail: Trail, last: Step) -> tuple[int, list[TracedLay]]:
        """The start of a line, and its lays: whole turns first."""
        state, lays = trail.back(last)
        start, before = front.trail.back(self._roots, self._starts.root, front.layer, state)
        return start, before + lays

    def _layers(
        self,
        rows: Words,
        trail: Trail,
        width: int,
        *,
        proof: bool,
        back: Callable[[Step], tuple[int, list[TracedLay]]],
        used: int = 0,
    ) -> _Run:
        """Search lay by lay from these states of the layer that the trail starts with.

        `back` finds the line of a last lay. So many bytes are `used` already.
        """
        setup = self._setup
        hopeless = 1 if self._win_only else self._left
        run = _Run(bound=hopeless)
        likely = len(rows)
        for layer in range(trail.start, setup.cards):
            in_use = used + BYTES_PER_STATE * trail.states
            room = self._memory.room(_COSTS, setup.cards - layer, in_use)
            plan = Plan(
                width=min(width, room),
                block=self._memory.block(_COSTS),
                hopeless=hopeless,
                bound=self._bound,
                check=self._check,
                proof=proof,
            )
            step = self._expander.expand(rows, layer, plan, likely=likely)
            if step is None:
                return _Run(bound=0)
            self._nodes += step.nodes
            if step.reached is None:
                break
            left = setup.cards - layer - 1
            if left < self._left:
                self._best, self._left = partial(back, step.reached), left
            if step.cut:
                run.bound = min(run.bound, step.cut_bound)
                run.short_of_memory |= room < width
            if step.states is None or not len(step.states):
                break
            states = step.states
            trail.add(states.parent, states.card, states.pile, states.ends)
            likely = 2 * width if step.cut else 2 * len(states) * len(states) // len(rows)
            rows = states.rows
            self._tell(width, layer + 1)
        return run

    def _tell(self, width: int, layer: int) -> None:
        if self.progress is not None:
            self.progress(
                SearchProgress(
                    width, layer, self._setup.cards, self._left, self._bound, self._nodes
                )
            )
