"""The checker for bots in Python: numbered checks, as for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.seats import python
from cardsolver.seats.checking import CheckFailed, Step, Trial, play_against_chance, run_checks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import AnyBot, Seat
    from cardsolver.seats.checking import Check
    from cardsolver.seats.limits import TimeLimits


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
    return run_checks(steps)


class _PythonBot(Trial):
    def __init__(self, spec: str, game: AnyGame, rules: str, limits: TimeLimits) -> None:
        super().__init__(game, rules, limits)
        self._spec = spec

    def sit(self, seat: Seat, seed: str) -> AnyBot:
        """A new bot, guarded."""
        bot = python.sit_down(self._spec, self._game, seed=f"{seed}/{seat}")
        limits = self._limits
        return python.guard(bot, self._game, move_s=limits.move_s, game_s=limits.game_s)

    def make(self) -> str:
        python.load_bot(self._spec)
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
