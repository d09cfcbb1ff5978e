"""The checker for bots in Python: numbered checks, as for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.seats import python
from cardsolver.seats.checking import (
    CheckFailed,
    Step,
    ended,
    play_against_chance,
    random_state,
    run_checks,
)

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
    session = _Session(spec, game, rules, limits)
    steps: list[Step] = [
        ("can be imported and made", session.make),
        ("answers a view with a legal move", session.first_move),
        ("plays a whole game", session.whole_game),
        ("plays the next game in the last seat", session.next_game),
        ("plays the same game again with the same seed", session.same_again),
    ]
    return run_checks(steps)


class _Session:
    def __init__(self, spec: str, game: AnyGame, rules: str, limits: TimeLimits) -> None:
        self._spec = spec
        self._game = game
        self._limits = limits
        variant = game.parse_rules(rules)
        self._rules = game.format_rules(variant)
        self._seats = variant.players

    def _bot(self, seed: str, seat: Seat) -> AnyBot:
        try:
            bot = python.make(self._spec, self._game, seed=f"{seed}/{seat}")
        except Exception as error:  # noqa: BLE001 - whatever a bot raises is its fault
            raise python.no_start(error) from None
        limits = self._limits
        return python.guard(bot, self._game, move_s=limits.move_s, game_s=limits.game_s)

    def make(self) -> str:
        python.load_bot(self._spec)
        self._bot("check 1", 0)
        return ""

    def first_move(self) -> str:
        state = random_state(self._game, self._rules, "check 2", self._seats - 1)
        seat = self._game.to_move(state)
        if seat is None:
            raise CheckFailed("no move to ask for under these rules")
        move = self._bot("check 2", seat).choose(self._game.view(state, seat))
        self._game.apply(state, move)
        return f"it played {self._game.format_move(move)}"

    def whole_game(self) -> str:
        return self._play("check 3", 0)

    def next_game(self) -> str:
        return self._play("check 4", self._seats - 1)

    def same_again(self) -> str:
        once, again = (
            play_against_chance(self._game, self._rules, "check 5", 0, self._bot("check 5", 0))[0]
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

    def _play(self, seed: str, seat: Seat) -> str:
        bot = self._bot(seed, seat)
        moves, outcome = play_against_chance(self._game, self._rules, seed, seat, bot)
        return ended(self._game, moves, outcome)
