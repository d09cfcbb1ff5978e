"""What checks of bots share: numbered steps, and games against chance to try a bot with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatFault, tell, watchers_of
from cardsolver.seats.chance import RandomBot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.core.game import AnyGame, Outcome
    from cardsolver.core.seats import AnyBot, Seat
    from cardsolver.seats.limits import TimeLimits

ENOUGH = 500  # moves of the bot in one check; a game of Level 8 against chance may not end
OK, WRONG, SKIPPED = "ok", "wrong", "skipped"
Step: TypeAlias = tuple[str, Callable[[], str]]  # what is checked; the check returns what it saw


@dataclass(frozen=True, slots=True)
class Check:
    """One check and what it found."""

    number: int
    title: str
    verdict: str
    detail: str = ""
    last_lines: tuple[str, ...] = ()


class CheckFailed(Exception):  # noqa: N818 - what a check found
    """The bot did not pass a check."""


def run_checks(
    steps: Sequence[Step], last_lines: Callable[[], tuple[str, ...]] = lambda: ()
) -> Iterator[Check]:
    """Run the steps; if the first fails, there is no bot, and the others are skipped."""
    started = True
    for number, (title, action) in enumerate(steps, 1):
        if not started:
            yield Check(number, title, SKIPPED)
            continue
        try:
            yield Check(number, title, OK, action())
        except SeatFault as fault:
            yield Check(number, title, WRONG, f"{fault.kind}: {fault}", fault.last_lines)
            started = number > 1
        except (InputError, CheckFailed) as error:
            yield Check(number, title, WRONG, str(error), last_lines())
            started = number > 1


def random_state(game: AnyGame, rules: str, seed: str, moves: int) -> Any:
    """A game after some random moves, or just before its end."""
    state = game.start(deal_seed(game.name, seed, rules=rules))
    bot = RandomBot(game, seed)
    for _ in range(moves):
        seat = game.to_move(state)
        if seat is None:
            break
        after = game.apply(state, bot.choose(game.view(state, seat)))
        if game.outcome(after) is not None:
            break
        state = after
    return state


def play_against_chance(
    game: AnyGame, rules: str, seed: str, seat: Seat, bot: AnyBot
) -> tuple[list[str], Outcome | None]:
    """The bot's moves in one seat with chance in the others; no outcome after `ENOUGH` moves."""
    state = game.start(deal_seed(game.name, seed, rules=rules))
    others = RandomBot(game, seed)
    watchers = watchers_of([(seat, bot)])
    moves: list[str] = []
    while len(moves) < ENOUGH and (mover := game.to_move(state)) is not None:
        mine = mover == seat
        move = (bot if mine else others).choose(game.view(state, mover))
        state = game.apply(state, move)
        text = game.format_move(move)
        if mine:
            moves.append(text)
        tell(watchers, mover, text, game.seen_move(move))
    return moves, game.outcome(state)


class Trial:
    """A bot, and the games that every bot is tried with. `sit` says how it comes to the table."""

    def __init__(self, game: AnyGame, rules: str, limits: TimeLimits) -> None:
        self._game = game
        self._limits = limits
        variant = game.parse_rules(rules)
        self._rules = game.format_rules(variant)
        self._seats = int(variant.players)

    def sit(self, seat: Seat, seed: str) -> AnyBot:
        """The bot in a seat of a new game."""
        raise NotImplementedError

    def get_up(self, bot: AnyBot, outcome: Outcome | None) -> None:
        """The game is over."""

    def first_move(self) -> str:
        seed = "check 2"
        state, seat = self._asked(seed, self._seats - 1)
        bot = self.sit(seat, seed)
        move = bot.choose(self._game.view(state, seat))
        self._game.apply(state, move)
        self.get_up(bot, None)
        return f"it played {self._game.format_move(move)}"

    def whole_game(self) -> str:
        return self._play("check 3", 0)

    def next_game(self) -> str:
        return self._play("check 4", self._seats - 1)

    def _asked(self, seed: str, moves: int) -> tuple[Any, Seat]:
        """A game after some random moves, and the seat that has to move now."""
        state = random_state(self._game, self._rules, seed, moves)
        seat = self._game.to_move(state)
        if seat is None:
            raise CheckFailed("no move to ask for under these rules")
        return state, seat

    def _play(self, seed: str, seat: Seat) -> str:
        """The bot in one seat, random moves in the others."""
        bot = self.sit(seat, seed)
        moves, outcome = play_against_chance(self._game, self._rules, seed, seat, bot)
        self.get_up(bot, outcome)
        unfinished = "not over, but enough for a check"
        end = unfinished if outcome is None else self._game.describe(outcome)
        return f"{len(moves)} moves; {end}"
