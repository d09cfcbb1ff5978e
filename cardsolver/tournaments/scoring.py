"""How results count: ranks and points, and what a forfeit is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.game import Outcome
from cardsolver.core.registry import game_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.scoring import Scoring
    from cardsolver.core.seats import Seat

FORFEIT = "forfeit"
TOO_LONG = "too-long"


def scoring_of(game: str) -> Scoring:
    """What the scores of this game mean."""
    return game_named(game).scoring


def forfeit(game: str, state: Any, seat: Seat) -> Outcome:
    """The outcome when a seat's fault ends the game here.

    A team has lost, with all cards not laid at that moment left. In other games the seat at fault
    comes last, and whichever of the others is ahead at that moment wins.
    """
    scoring = scoring_of(game)
    scores = scoring.scores_now(state)
    if scoring.is_team:
        return Outcome(FORFEIT, scores, ())
    others = [other for other in range(len(scores)) if other != seat]
    best = (max if scoring.more_is_better else min)(scores[other] for other in others)
    return Outcome(FORFEIT, scores, tuple(other for other in others if scores[other] == best))


def too_long(game: str, state: Any) -> Outcome:
    """The outcome when a game is stopped for its length: nobody wins, the scores stand."""
    return Outcome(TOO_LONG, scoring_of(game).scores_now(state), ())


def ranks(game: str, outcome: Outcome, last: Seat | None = None) -> tuple[int, ...]:
    """Each seat's rank from 1; tied seats share the better rank. `last`: the seat at fault."""
    sign = -1 if scoring_of(game).more_is_better else 1
    keys = [
        # Winners are tied, whatever their scores say.
        (0, 0) if seat in outcome.winners else (2 if seat == last else 1, sign * score)
        for seat, score in enumerate(outcome.scores)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def points(seat_ranks: Sequence[int]) -> tuple[float, ...]:
    """Each seat's share of the others that it beat, from 0 to 1; a tie counts a half."""
    others = len(seat_ranks) - 1
    return tuple(
        sum((rank < other) + 0.5 * (rank == other) for other in seat_ranks) / others - 0.5 / others
        for rank in seat_ranks
    )
