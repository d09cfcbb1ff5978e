"""The sequential test of two bots, deal by deal in the order of the schedule.

Which deals were played first depends on the workers; which deal decides does not.
"""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING

from cardsolver.core.stats import Decision, SequentialTest
from cardsolver.tournaments.schedule import schedule_of
from cardsolver.tournaments.scoring import points, ranks, scoring_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cardsolver.core.scoring import Scoring
    from cardsolver.tournaments.config import Config
    from cardsolver.tournaments.played import Played


class StoppingRule:
    """Follows a record as it grows."""

    def __init__(self, config: Config) -> None:
        """Without `sprt` in the configuration there is never a decision."""
        self._config = config
        self._schedule = schedule_of(config)
        self._test = None if config.sprt is None else SequentialTest(**asdict(config.sprt))
        self._deals = 0  # how many the test has taken

    def update(self, games: Mapping[int, Played]) -> Decision | None:
        """Take the deals that are complete by now, as far as they come in order."""
        if self._test is None:
            return None
        size = len(self._schedule.seatings)
        while self._test.decision.answer is None and self._deals < len(self._schedule.seeds):
            numbers = range(self._deals * size, (self._deals + 1) * size)
            if not all(number in games for number in numbers):
                break
            played = [games[number] for number in numbers]
            self._test.add(deal_score(self._config, played))
            self._deals += 1
        return self._test.decision

    @property
    def last_game(self) -> int:
        """One more than the number of the last game that counts."""
        decision = None if self._test is None else self._test.decision
        if decision is None or decision.answer is None:
            return len(self._schedule)
        return decision.deals * len(self._schedule.seatings)


def deal_score(config: Config, played: Sequence[Played]) -> float:
    """The first bot's score on one deal: its points, or (teams) whether it did better."""
    first = config.entries[0].label
    scoring = scoring_of(config.game)
    if scoring.is_team:
        results = {game.team: _team_key(scoring, game) for game in played}
        mine = results.pop(first)
        (theirs,) = results.values()
        return (mine < theirs) + 0.5 * (mine == theirs)
    shares = []
    for game in played:
        if game.outcome is not None:
            seat_points = points(ranks(config.game, game.outcome, game.at_fault))
            shares.append(seat_points[game.seats.index(first)])
    return math.fsum(shares) / len(shares)


def _team_key(scoring: Scoring, game: Played) -> tuple[bool, int]:
    """Better results first: a game that was won, then the better score."""
    if game.outcome is None:
        raise AssertionError("only finished games are compared")
    sign = -1 if scoring.more_is_better else 1
    return not game.outcome.winners, sign * game.outcome.scores[0]
