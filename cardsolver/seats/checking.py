"""What checks of bots share: numbered steps, and games against chance to try a bot with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatFault, Watcher
from cardsolver.seats.chance import RandomBot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.core.game import AnyGame, Outcome
    from cardsolver.core.seats import AnyBot, Seat

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
    moves: list[str] = []
    while len(moves) < ENOUGH and (mover := game.to_move(state)) is not None:
        mine = mover == seat
        move = (bot if mine else others).choose(game.view(state, mover))
        state = game.apply(state, move)
        text = game.format_move(move)
        if mine:
            moves.append(text)
        seen = text if mine else game.seen_move(move)
        if seen is not None and isinstance(bot, Watcher):
            bot.saw(mover, seen)
    return moves, game.outcome(state)


def ended(game: AnyGame, moves: Sequence[str], outcome: Outcome | None) -> str:
    """How such a game went, in words."""
    how = "not over, but enough for a check" if outcome is None else game.describe(outcome)
    return f"{len(moves)} moves; {how}"
