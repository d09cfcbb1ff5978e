"""Count the tree of moves: a mistake in the rules shows as a wrong number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardsolver.core.game import AnyGame


def perft(game: AnyGame, state: Any, depth: int) -> tuple[int, int]:
    """How many move sequences of exactly this length end live, and how many finished."""
    seat = game.to_move(state)
    if depth == 0:
        return (0, 1) if seat is None else (1, 0)
    if seat is None:
        return (0, 0)
    live = finished = 0
    for move in game.legal_moves(game.view(state, seat)):
        deeper = perft(game, game.apply(state, move), depth - 1)
        live += deeper[0]
        finished += deeper[1]
    return live, finished


def divide(game: AnyGame, state: Any, depth: int) -> dict[str, tuple[int, int]]:
    """The count move by move: where two engines differ, this shows the branch."""
    seat = game.to_move(state)
    assert seat is not None
    return {
        game.format_move(move): perft(game, game.apply(state, move), depth - 1)
        for move in game.legal_moves(game.view(state, seat))
    }


def reachable(game: AnyGame, state: Any) -> tuple[int, int]:
    """How many distinct states can be reached, live and finished apart."""
    seen = {state}
    waiting = [state]
    finished = 0
    while waiting:
        state = waiting.pop()
        seat = game.to_move(state)
        if seat is None:
            finished += 1
            continue
        for move in game.legal_moves(game.view(state, seat)):
            after = game.apply(state, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(seen) - finished, finished
