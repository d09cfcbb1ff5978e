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


def tally(transcripts: Iterable[Transcript]) -> list[Tally]:
    """The sums, in the order in which the rule sets were first played."""
    groups: dict[tuple[str, str, str], list[tuple[Transcript, Seat]]] = {}
    for transcript in transcripts:
        if transcript.result is None:
            continue
        for seat, person in _people(transcript):
            key = (transcript.deal.game, _rules(transcript), person)
            groups.setdefault(key, []).append((transcript, seat))
    return [_summed(key, played) for key, played in groups.items()]


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
    return PUZZLES if transcript.deal.expected is not None else transcript.deal.rules


def _summed(key: tuple[str, str, str], played: list[tuple[Transcript, Seat]]) -> Tally:
    won = streak = best = helped = 0
    scores = []
    for transcript, seat in played:
        result = transcript.result
        if result is None:
            continue
        is_win = seat in result.winners
        won += is_win
        scores.append(result.scores[seat])
        if transcript.aids != NO_AIDS:
            helped += 1
        else:
            streak = streak + 1 if is_win else 0
            best = max(best, streak)
    mean = fsum(scores) / len(scores)
    return Tally(*key, len(scores), won, helped, streak, best, mean)
