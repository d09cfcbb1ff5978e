"""Tournaments as tests run them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.game import Outcome
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.played import GameFault, Played
from tests.support.running import ROOT, cardsolver

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

SHELL = f"shell=cmd:sh {ROOT / 'examples/bots/first.sh'}"


def tournament(game: str, path: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """The command, with a record and without times in the report."""
    return cardsolver("tournament", game, "-o", path, "--no-times", *more)


def duel_game(
    number: int,
    seed: int,
    seats: str,
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    *,
    team: str | None = None,
    faults: tuple[GameFault, ...] = (),
    end: str = "stuck",
) -> Played:
    """A game as a record has it."""
    return Played(
        number=number,
        seed=str(seed),
        team=team,
        seats=tuple(seats),
        outcome=Outcome(end, scores, winners),
        faults=faults,
        turns=(10,) * len(scores),
        seconds=(0.5,) * len(scores),
    )


def duel_config(**changes: Any) -> Any:
    """Two bots on two deals, in either seat."""
    given = {
        "game": "fifty-fifty",
        "rules": "players=2",
        "bots": ["a", "b"],
        "names": {"a": "random", "b": "random"},
        "seeds": "0:2",
    }
    return make_config(**{**given, **changes})


# Deal 0: a wins in both seats. Deal 1: a wins from the first seat, and shares from the second.
DUEL = [
    duel_game(0, 0, "ab", (1, 5), (0,)),
    duel_game(1, 0, "ba", (6, 2), (1,)),
    duel_game(2, 1, "ab", (3, 4), (0,)),
    duel_game(3, 1, "ba", (7, 7), (0, 1)),
]
