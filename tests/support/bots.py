"""Bots that do one thing wrong, and games with them."""

from __future__ import annotations

import shlex
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from cardsolver.seats.limits import TimeLimits
from cardsolver.seats.pool import SeatPool
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.worker import play_game

if TYPE_CHECKING:
    from cardsolver.tournaments.played import Played

PROGRAM = Path(__file__).parent / "misbehaving.py"
# The generous start keeps a slow machine from looking like a fault.
LIMITS = TimeLimits(start_s=30, move_s=30, game_s=60)


def misbehaving(what: str, *more: str | Path) -> str:
    """The bot that does this wrong; -S starts Python faster."""
    return "cmd:" + shlex.join([sys.executable, "-S", str(PROGRAM), what, *map(str, more)])


def play_with(
    what: str,
    *more: str | Path,
    limits: TimeLimits = LIMITS,
    on_fault: str = "forfeit",
    games: int = 1,
    rules: str = "players=2 first=1 no-talk",
    logs: Path | None = None,
) -> list[Played]:
    """Games of a team of that bot and greedy."""
    config = make_config(
        game="the-game",
        rules=rules,
        bots=["bad+greedy"],
        names={"bad": misbehaving(what, *more)},
        seeds=f"0:{games}",
        on_fault=on_fault,
        limits=limits,
    )
    with closing(SeatPool(limits, logs=logs)) as pool:
        return [play_game(config, number, pool) for number in range(games)]
