"""From a deal to a verdict that the referee has replayed."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolver.core.deal import Deal
from cardsolver.core.errors import InputError
from cardsolver.games.the_game import rules as the_game
from cardsolver.solver.certificate import WrongAnswerError, cards_left, certificate
from cardsolver.solver.check import confirmed_by
from cardsolver.solver.portfolio import best_outcome
from cardsolver.solver.problem import Problem
from cardsolver.solver.result import SolveLimits, Verdict, ruling

if TYPE_CHECKING:
    from collections.abc import Callable

    from cardsolver.core.seats import Seat
    from cardsolver.core.table import Table
    from cardsolver.games.the_game.rules import Rules, State
    from cardsolver.solver.result import Checker, EngineName


def solve_deal(
    deal: Deal,
    *,
    first: Seat | None = None,
    engine: EngineName = "auto",
    limits: SolveLimits | None = None,
    win_only: bool = False,
    check: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """The best outcome of a deal of The Game with every card known.

    Without `first` the team chooses who starts, whatever the rules of the deal say. Talk plays no
    part: everybody knows everything. With `check` the other engine is asked to confirm the answer,
    under the same limits once more; the verdict says whether it did.
    """
    started = time.perf_counter()
    tried = starts(deal, first)
    problems = list(map(_problem, tried))
    answer = best_outcome(
        problems, engine=engine, limits=limits, win_only=win_only, on_progress=on_progress
    )
    found = answer.found
    transcript = certificate(tried[found.root], found.turns)
    left = cards_left(transcript)
    if left > found.left or left < found.bound:
        raise WrongAnswerError(
            f"{deal.label}: claimed {found.left} left and a bound of {found.bound}, replayed {left}"
        )
    reason = None if left == found.bound else found.stopped
    checked_by: Checker | None = None
    if check and reason != "interrupted":
        try:
            checked_by = confirmed_by(problems, answer, limits or SolveLimits())
        except KeyboardInterrupt:
            reason = "interrupted"
    return Verdict(
        deal=deal.label,
        variant=transcript.deal.rules,
        verdict=ruling(left, found.bound),
        left=left,
        left_bound=found.bound,
        proof=answer.proof,
        engine=answer.engine,
        reason=reason,
        seconds=time.perf_counter() - started,
        nodes=found.nodes,
        transcript=transcript,
        checked_by=checked_by,
    )


def unanswered(deal: Deal, first: Seat | None, reason: str) -> Verdict:
    """The verdict on a deal that was never finished: no more is claimed than any game shows."""
    start = starts(deal, first)[0]
    transcript = certificate(start, ())
    return Verdict(
        deal=deal.label,
        variant=start.rules,
        verdict=ruling(cards_left(transcript), 0),
        left=cards_left(transcript),
        left_bound=0,
        proof="all-laid" if cards_left(transcript) == 0 else None,
        engine="auto",
        reason=reason,
        seconds=0.0,
        nodes=0,
        transcript=transcript,
    )


def deal_on(table: Table) -> Deal:
    """What is on a table as a deal to solve: the deal itself until the first turn begins."""
    _check_game(table.deal)
    state: State = table.state
    bidding = state.rules.has_bidding and len(state.bids) < state.rules.players
    return table.deal if bidding or not table.moves else deal_of(state)


def _check_game(deal: Deal) -> None:
    if deal.game != the_game.NAME:
        raise InputError(f"a deal of {deal.game}; only {the_game.NAME} can be solved")


def deal_of(state: State) -> Deal:
    """A moment of a game as a deal to solve: a position, with every card known."""
    if state.end == "fire":  # a position says so only if the turn that failed has no card left
        hands, held = list(state.hands), state.hands[state.mover]
        hands[state.mover] = ()
        state = replace(state, hands=tuple(hands), draw=(*state.draw, *held))
    rules = the_game.format_rules(replace(state.rules, first=0, talk=False))
    return Deal(the_game.NAME, rules, position=the_game.position_text(state))


def starts(deal: Deal, first: Seat | None) -> list[Deal]:
    """The deal, once per seat that may start."""
    _check_game(deal)
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


def problems_of(deal: Deal, first: Seat | None = None) -> list[Problem]:
    """The question that a deal asks: a problem for each seat that may start."""
    return list(map(_problem, starts(deal, first)))


def _problem(start: Deal) -> Problem:
    return Problem.of(the_game.start(start))
