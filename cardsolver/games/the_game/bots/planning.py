"""Turns and playouts by the compiled planner where there is one, else by the readable reference.

Both give the same turns, lay by lay. Only a turn with more ends than the kernel has room for (a
minimum or a hand far above the usual) goes to the reference in any case.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from cardsolver.games.the_game.bots.playout import PlayoutGame, play_on
from cardsolver.games.the_game.bots.signals import speak
from cardsolver.games.the_game.bots.turns import endings, lays_of
from cardsolver.games.the_game.kernel import planner as kernel
from cardsolver.games.the_game.kernel.planner import LARGEST_HAND, PackedWorlds
from cardsolver.games.the_game.rules import PileSignal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolver.games.the_game.bots.turns import Asked, Breadth, Ending, Key, Path
    from cardsolver.games.the_game.bots.weights import Phases
    from cardsolver.games.the_game.kernel.planner import Table, World
    from cardsolver.games.the_game.rules import Signals, Tops

_LEVELS = tuple(PileSignal)
_worth = itemgetter(0)


def turn_endings(
    phases: Phases,
    breadth: Breadth,
    key: Key,
    unseen: int,
    needed: int,
    asked: Sequence[Asked] = (),
) -> list[Ending]:
    """The ends of a turn worth considering; none if the minimum is out of reach."""
    if phases.compiled is not None and key[4].bit_count() <= LARGEST_HAND:
        found = phases.compiled.endings(breadth, key[:4], key[4], unseen, needed, asked)
        if found is not None:
            return [(turn.worth, (*turn.tops, turn.hand), _path(turn.lays)) for turn in found]
    weights = phases.by_left[(unseen | key[4]).bit_count()]
    return endings(weights, breadth, key, unseen, needed, asked)


def best_turn(
    phases: Phases,
    breadth: Breadth,
    key: Key,
    unseen: int,
    needed: int,
    asked: Sequence[Asked] = (),
) -> tuple[float, list[tuple[int, int]]] | None:
    """The worth of the best turn, and its lays, last first; None if there is none."""
    if phases.compiled is not None and key[4].bit_count() <= LARGEST_HAND:
        best = phases.compiled.endings(breadth, key[:4], key[4], unseen, needed, asked, best=1)
        if best is not None:
            return (best[0].worth, list(best[0].lays[::-1])) if best else None
    weights = phases.by_left[(unseen | key[4]).bit_count()]
    found = endings(weights, breadth, key, unseen, needed, asked)
    if not found:
        return None
    worth, _, path = max(found, key=_worth)
    return worth, lays_of(path)


def cards_left(
    phases: Phases,
    breadth: Breadth,
    table: Table,
    worlds: Sequence[World] | PackedWorlds,
    candidates: Sequence[Key],
) -> list[Sequence[int]]:
    """The cards left when every world is played on after each turn that the mover may end."""
    if phases.compiled is not None and table.laid + _largest_hand(worlds) <= LARGEST_HAND:
        ends = [(key[:4], key[4]) for key in candidates]
        played = phases.compiled.play(breadth, table, worlds, ends)
        if played is not None:
            return list(played)
    left: list[Sequence[int]] = []
    for world in worlds.unpacked() if isinstance(worlds, PackedWorlds) else worlds:
        row = []
        for key in candidates:
            game = PlayoutGame.of(table, world)
            game.end_turn(key)
            play_on(game, phases, breadth, talk=table.talk)
            row.append(game.unlaid.bit_count())
        left.append(row)
    return left


def _largest_hand(worlds: Sequence[World] | PackedWorlds) -> int:
    if isinstance(worlds, PackedWorlds):
        return worlds.largest
    return max(hand.bit_count() for world in worlds for hand in world.hands)


def _path(lays: Iterable[tuple[int, int]]) -> Path:
    path: Path = None
    for pile, card in lays:
        path = (path, pile, card)
    return path


def words(tops: Tops, hand: int, unseen: int) -> Signals:
    """What a seat says about the piles."""
    if not kernel.is_built():
        return speak(tops, hand, unseen)
    a, b, c, d = kernel.speak(tops, hand, unseen)
    return _LEVELS[a], _LEVELS[b], _LEVELS[c], _LEVELS[d]
