"""The checker for bots in Python: numbered checks, as for programs.

The bot has a process of its own, as in tournaments, so whatever it does ends a check and no more.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolver.seats.checking import CheckFailed, Step, Trial, play_against_chance, run_checks
from cardsolver.seats.confinement import Confinement
from cardsolver.seats.isolated import IsolatedBot, start_host
from cardsolver.seats.protocol import SeatContext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import AnyBot, Seat
    from cardsolver.seats.checking import Check
    from cardsolver.seats.limits import TimeLimits
    from cardsolver.seats.process import Child

_ALL_MEMORY = 1 << 60  # bytes: more than any machine has


def check_python_bot(
    spec: str, game: AnyGame, *, rules: str, limits: TimeLimits
) -> Iterator[Check]:
    """Check a class or function; if no bot can be made, the rest is skipped."""
    trial = _PythonBot(spec, game, rules, limits)
    steps: list[Step] = [
        ("can be imported and made", trial.make),
        ("answers a view with a legal move", trial.first_move),
        ("plays a whole game", trial.whole_game),
        ("plays the next game in the last seat", trial.next_game),
        ("plays the same game again with the same seed", trial.same_again),
    ]
    try:
        for check in run_checks(steps, trial.last_lines):
            # What its process answered (<) is not the bot's own doing, what it printed (!) is.
            printed = tuple(line for line in check.last_lines if line.startswith("!"))
            yield replace(check, last_lines=printed)
    finally:
        trial.close()


class _PythonBot(Trial):
    """The bot's process. A dead one is started again for each check."""

    def __init__(self, spec: str, game: AnyGame, rules: str, limits: TimeLimits) -> None:
        super().__init__(game, rules, limits)
        self._spec = spec
        self._child: Child | None = None

    def last_lines(self) -> tuple[str, ...]:
        return () if self._child is None else self._child.last_lines()

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()

    def sit(self, seat: Seat, seed: str) -> AnyBot:
        """A new bot in the process that runs."""
        context = SeatContext(self._game, self._rules, seat, self._seats, seed=f"{seed}/{seat}")
        return IsolatedBot(self._running(), context, self._limits, spec=self._spec, who="bot-check")

    def _running(self) -> Child:
        if self._child is None or not self._child.alive:
            # Its author runs it: it may see the whole environment, and use what memory there is.
            confinement = Confinement(isolate=True, memory=_ALL_MEMORY, env=tuple(os.environ))
            self._child = start_host(self._spec, confinement, self._limits.start_s, None)
        return self._child

    def make(self) -> str:
        self.sit(0, "check 1")
        return ""

    def same_again(self) -> str:
        once, again = (
            play_against_chance(self._game, self._rules, "check 5", 0, self.sit(0, "check 5"))[0]
            for _ in range(2)
        )
        if once != again:
            place = next(
                (n for n, (a, b) in enumerate(zip(once, again, strict=False), 1) if a != b),
                min(len(once), len(again)) + 1,
            )
            raise CheckFailed(
                f"its move {place} differs the second time; expected random choices that follow"
                " from the seed offered to the constructor, so that games can be reproduced"
            )
        return f"{len(once)} moves"
