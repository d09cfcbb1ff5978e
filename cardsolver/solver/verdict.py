"""From a deal to a verdict that the referee has replayed."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cardsolver.errors import InputError
from cardsolver.games import the_game
from cardsolver.solver.portfolio import EngineName, Limits, Proof, best_outcome
from cardsolver.solver.problem import Problem
from cardsolver.transcript import Transcript, replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolver.deals import Deal
    from cardsolver.game import Seat
    from cardsolver.games.the_game import Move, Rules, State
    from cardsolver.solver.problem import Turn

Ruling: TypeAlias = Literal["winnable", "unwinnable", "undecided"]


class WrongAnswerError(AssertionError):
    """An engine's claim did not survive the referee: a fault of this program, never an output."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about a deal; `left == left_bound` means that the outcome is the best there is.

    `transcript` is the line that leaves `left` cards, as a complete game.
    """

    deal: str
    variant: str
    verdict: Ruling
    left: int
    left_bound: int
    proof: Proof | None
    engine: EngineName
    reason: str | None  # why it is undecided, or not proven best: time, memory, interrupted …
    seconds: float
    nodes: int
    transcript: Transcript

    @property
    def is_optimal(self) -> bool:
        """Is it proven that no line leaves fewer cards?"""
        return self.left == self.left_bound

    def to_json(self) -> dict[str, Any]:
        """The fields for `--json`; the moves are those of the transcript."""
        data = {name: getattr(self, name) for name in _JSON_FIELDS}
        return {**data, "seconds": round(self.seconds, 3), "moves": list(self.transcript.moves)}


_JSON_FIELDS = (
    "deal",
    "variant",
    "verdict",
    "left",
    "left_bound",
    "proof",
    "engine",
    "reason",
    "seconds",
    "nodes",
)


def solve_deal(
    deal: Deal,
    *,
    first: Seat | None = None,
    engine: EngineName = "auto",
    limits: Limits | None = None,
    win_only: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """The best outcome of a deal of The Game with everything known.

    Without `first` the team chooses who starts, whatever the rules of the deal say about it. Talk
    plays no part: everybody knows everything.
    """
    started = time.perf_counter()
    starts = _starts(deal, first)
    problems = [Problem.of(the_game.start(start)) for start in starts]
    answer = best_outcome(
        problems, engine=engine, limits=limits, win_only=win_only, on_progress=on_progress
    )
    found = answer.found
    transcript = certificate(starts[found.root], found.turns)
    left = _left(transcript)
    if left > found.left or left < found.bound:
        raise WrongAnswerError(
            f"{deal.label}: claimed {found.left} left and a bound of {found.bound}, replayed {left}"
        )
    return Verdict(
        deal=deal.label,
        variant=transcript.deal.rules,
        verdict=ruling(left, found.bound),
        left=left,
        left_bound=found.bound,
        proof=answer.proof,
        engine=answer.engine,
        reason=None if left == found.bound else found.stopped,
        seconds=time.perf_counter() - started,
        nodes=found.nodes,
        transcript=transcript,
    )


def unanswered(deal: Deal, first: Seat | None, reason: str) -> Verdict:
    """The verdict on a deal that nobody could finish: no more is claimed than any game shows."""
    start = _starts(deal, first)[0]
    transcript = certificate(start, ())
    return Verdict(
        deal=deal.label,
        variant=start.rules,
        verdict=ruling(_left(transcript), 0),
        left=_left(transcript),
        left_bound=0,
        proof="all-laid" if _left(transcript) == 0 else None,
        engine="auto",
        reason=reason,
        seconds=0.0,
        nodes=0,
        transcript=transcript,
    )


def ruling(left: int, bound: int) -> Ruling:
    """What the numbers say about winning."""
    if left == 0:
        return "winnable"
    return "unwinnable" if bound > 0 else "undecided"


def _starts(deal: Deal, first: Seat | None) -> list[Deal]:
    """The deal once for every seat that may start."""
    rules: Rules = the_game.start(deal).rules
    if deal.position is not None:
        if first is not None and first != 0:
            raise InputError("a position names the seat to move first; expected no other")
        seats: range | tuple[Seat, ...] = (0,)
    elif first is None:
        seats = range(rules.players)
    elif first < rules.players:
        seats = (first,)
    else:
        raise InputError(f"first {first + 1}; expected a seat from 1 to {rules.players}, or any")
    return [
        replace(deal, rules=the_game.format_rules(replace(rules, first=seat, talk=False)))
        for seat in seats
    ]


def certificate(deal: Deal, turns: tuple[Turn, ...]) -> Transcript:
    """The line as a complete game, judged by the rules.

    An engine's line ends with its last lay. The game goes on from there to its end, by ending the
    turn or by any lay that is left, so that the record is complete.
    """
    state = the_game.start(deal)
    moves: list[Move] = []

    def make(move: Move) -> None:
        nonlocal state
        state = the_game.apply(state, move)
        moves.append(move)

    for number, turn in enumerate(turns):
        mover = state.mover
        for lay in turn:
            make(the_game.Lay(*lay))
        last = number == len(turns) - 1
        if not last and _turn_goes_on(state, mover, laid=bool(turn)):
            make(the_game.END)
    while state.end is None:
        make(the_game.legal_moves(the_game.view(state, state.mover))[0])
    texts = tuple(map(the_game.format_move, moves))
    seats = ("solver",) * state.rules.players
    transcript = Transcript(deal, seats, texts, the_game.outcome(state))
    result = replay(transcript)
    if not result.is_sound:
        raise WrongAnswerError(f"{deal.label}: the referee refuses the line: {result.fault}")
    return transcript


def _turn_goes_on(state: State, mover: Seat, *, laid: bool) -> bool:
    """Is it still the same turn, so that its end must be said? An empty hand has ended it."""
    return state.end is None and state.mover == mover and (state.laid > 0 or not laid)


def _left(transcript: Transcript) -> int:
    assert transcript.result is not None  # noqa: S101 - a certificate is complete
    return transcript.result.scores[0]
