"""What a person's games add up to, by game and rule set."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from cardsolver.core.registry import game_named
from cardsolver.core.transcript import NO_AIDS
from cardsolver.seats.names import HUMAN, is_person

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolver.core.seats import Seat
    from cardsolver.core.transcript import Transcript

PUZZLES = "puzzles"  # in place of a rule set: every puzzle has its own
POSITIONS = "positions"  # the same; a game of a few cards is no game of that rule set


@dataclass(frozen=True, slots=True)
class Tally:
    """One person's finished games of one game under one rule set.

    A game with help (moves taken back, hints, --live) counts as a game and as a win, but
    neither adds to a streak nor ends one.
    """

    game: str
    rules: str
    person: str
    games: int
    won: int
    helped: int  # games with help
    streak: int  # wins since the last game that was not won
    best_streak: int
    mean_score: float  # in the game's own measure: cards left, penalty cards, level


@dataclass(frozen=True, slots=True)
class _Result:
    """How one game ended for one person."""

    is_win: bool
    score: int
    is_helped: bool


def tally(transcripts: Iterable[Transcript]) -> list[Tally]:
    """The sums, in the order in which the rule sets were first played."""
    groups: dict[tuple[str, str, str], list[_Result]] = {}
    for transcript in transcripts:
        outcome = transcript.result
        if outcome is None:
            continue
        for seat, person in _people(transcript):
            key = (transcript.deal.game, _rules(transcript), person)
            result = _Result(
                seat in outcome.winners, outcome.scores[seat], transcript.aids != NO_AIDS
            )
            groups.setdefault(key, []).append(result)
    return [_summed(key, results) for key, results in groups.items()]


def _people(transcript: Transcript) -> list[tuple[Seat, str]]:
    """Whose game it was: once for each name.

    Who of several people without a name won against the others cannot be told, so such a game
    counts for none of them.
    """
    found = [(seat, who) for seat, who in enumerate(transcript.seats) if is_person(who)]
    named = {who.partition(":")[2]: seat for seat, who in found}
    if game_named(transcript.deal.game).scoring.is_team or len(named) == len(found):
        return [(seat, name or HUMAN) for name, seat in named.items()]
    return [(seat, name) for name, seat in named.items() if name]


def _rules(transcript: Transcript) -> str:
    deal = transcript.deal
    if deal.expected is not None:
        return PUZZLES
    return deal.rules if deal.position is None else POSITIONS


def _summed(key: tuple[str, str, str], results: list[_Result]) -> Tally:
    streak = best = 0
    for result in results:
        if not result.is_helped:
            streak = streak + 1 if result.is_win else 0
            best = max(best, streak)
    return Tally(
        *key,
        games=len(results),
        won=sum(result.is_win for result in results),
        helped=sum(result.is_helped for result in results),
        streak=streak,
        best_streak=best,
        mean_score=fsum(result.score for result in results) / len(results),
    )
