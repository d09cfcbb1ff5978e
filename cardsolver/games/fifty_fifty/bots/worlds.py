"""Guesses of the hidden cards of one moment, and games that are played on from them.

Two ways to the same figures: compiled, and the readable reference, which serves where there is no
kernel. Others play like `greedy` in a guess, and our own seat like the `learner`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty.bots.fast import seen_game
from cardsolver.games.fifty_fifty.bots.guesses import DOUBT, WARM_UP, Guesses
from cardsolver.games.fifty_fifty.bots.net import net_for
from cardsolver.games.fifty_fifty.bots.policy import GreedyMind, Mind, play_on
from cardsolver.games.fifty_fifty.bots.weights import compiled_fit_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.games.fifty_fifty.bots.memory import Event
    from cardsolver.games.fifty_fifty.rules import View

BLOCK = 64  # guesses that are played on together
CHAIN = 8  # blocks of one chain: its guesses are alike, but a new one must warm up
_APART = 0xD1342543DE82EF95  # between the seeds of two chains
_MASK = (1 << 64) - 1


class Worlds(Protocol):
    """Blocks of guesses; the same numbers give the same guesses. Blocks are asked for in order."""

    def chances(self, block: int, moves: Sequence[int], turns: int) -> list[list[float]]:
        """On each guess of a block, the chance to win after each move and so many turns."""


def worlds_for(view: View, events: Sequence[Event], seed: int) -> Worlds:
    """The quicker way that there is."""
    kind = CompiledWorlds if kernel.is_built() else ReferenceWorlds
    return kind(view, events, seed)


def _seed_of(seed: int, chain: int) -> int:
    return (seed + chain * _APART) & _MASK


class ReferenceWorlds:
    """The reference: slow."""

    def __init__(self, view: View, events: Sequence[Event], seed: int) -> None:
        """`seed` are 64 bits."""
        self._view = view
        self._events = events
        self._seed = seed
        self._guesses = self._chain(0)

    def _chain(self, number: int) -> Guesses:
        seed = _seed_of(self._seed, number)
        return Guesses(self._view, self._events, seed, warm_up=WARM_UP)

    def chances(self, block: int, moves: Sequence[int], turns: int) -> list[list[float]]:
        """On each guess of a block, the chance to win after each move and so many turns."""
        chain, part = divmod(block, CHAIN)
        if block and not part:
            self._guesses = self._chain(chain)
        view = self._view
        net = net_for(len(view.hand_sizes))
        minds: list[Mind] = [GreedyMind(view.rules)] * len(view.hand_sizes)
        minds[view.seat] = net
        found = []
        for _ in range(BLOCK):
            guess = self._guesses.next()
            chances = []
            for move in moves:
                game = guess.copy()
                game.make(move)
                play_on(game, minds, turns, view.seat)
                chances.append(game.share(view.seat) if game.is_over else net.prospect(game))
            found.append(chances)
        return found


class CompiledWorlds:
    """In C; checked against the reference."""

    def __init__(self, view: View, events: Sequence[Event], seed: int) -> None:
        """`seed` are 64 bits."""
        self._seat = view.seat
        self._seed = seed
        self._fit = compiled_fit_for(len(view.hand_sizes))
        self._moment = kernel.Moment(seen_game(view))
        self._events = [kernel.packed_event(event) for event in events]
        minds = [kernel.GREEDY] * len(view.hand_sizes)
        minds[view.seat] = kernel.LEARNER
        self._minds = [minds] * BLOCK
        self._guesses: kernel.Packed = b""

    def chances(self, block: int, moves: Sequence[int], turns: int) -> list[list[float]]:
        """On each guess of a block, the chance to win after each move and so many turns."""
        chain, part = divmod(block, CHAIN)
        if not part:
            self._guesses = kernel.guess(
                self._moment,
                self._seat,
                self._events,
                doubt=DOUBT,
                warm_up=WARM_UP,
                seed=_seed_of(self._seed, chain),
                count=CHAIN * BLOCK,
            )
        return kernel.play(
            self._moment,
            kernel.some_of(self._guesses, part * BLOCK, BLOCK),
            self._minds,
            self._seat,
            moves,
            self._fit,
            turns=turns,
            by_net=True,
        )
