"""Many games in little memory: they come back as they were, in the order of the schedule."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cardsolver.core.game import Outcome
from cardsolver.tournaments.config import make_config
from cardsolver.tournaments.played import FirstGames, GameFault, KeptGames, Played
from cardsolver.tournaments.schedule import schedule_of

CONFIG = make_config(
    game="fifty-fifty", rules="players=3", bots=["random", "greedy"], seeds="0:5000"
)


def game(number: int, **changes: Any) -> Played:
    pairing = schedule_of(CONFIG)[number]
    rng = Random(number)
    scores = tuple(rng.randrange(3) for _ in range(3))
    played = Played(
        number=number,
        seed=pairing.seed,
        team=None,
        seats=tuple(member.label for member in pairing.seats),
        outcome=Outcome("one-card", scores, (scores.index(min(scores)),)),
        faults=(),
        turns=tuple(rng.randrange(200) for _ in range(3)),
        seconds=tuple(rng.random() for _ in range(3)),
    )
    return replace(played, **changes)


def test_games_come_back_as_they_were() -> None:
    fault = GameFault(1, "time", "no answer within 1 s", 7, replaced=False, last_lines=("< x",))
    kept = KeptGames(CONFIG)
    added = [game(17, faults=(fault,)), game(3), game(0)]
    for played in added:
        kept.add(played)
    assert list(kept) == [0, 3, 17]
    assert list(kept.values()) == sorted(added, key=lambda played: played.number)
    assert len(kept) == 3
    assert 17 in kept
    assert all(number not in kept for number in (-1, 1, 18, 10**9, "3"))
    with pytest.raises(KeyError):
        kept[4]


def test_a_later_game_takes_the_place_of_one_with_its_number() -> None:
    kept = KeptGames(CONFIG)
    kept.add(game(3, faults=(GameFault(0, "crash", "", None, replaced=True),)))
    kept.add(game(3, turns=(1, 2, 3)))
    assert len(kept) == 1
    assert kept[3] == game(3, turns=(1, 2, 3))
    with pytest.raises(ValueError, match="only finished games"):
        kept.add(game(4, outcome=None))


def test_those_that_count_are_looked_up_in_order() -> None:
    first = FirstGames({5: game(5), 1: game(1), 9: game(9)}, 9)
    assert list(first) == [game(1), game(5)]
    assert first[1] == game(5)
    assert first[:1] == [game(1)]
    assert len(first) == 2


def test_a_game_of_three_takes_few_bytes() -> None:
    kept = KeptGames(CONFIG)
    games = [game(number) for number in range(len(schedule_of(CONFIG)))]
    tracemalloc.start()
    for played in games:
        kept.add(played)
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(kept) == len(games) == 30_000
    assert used / len(games) < 80  # 8, and 16 for each seat; arrays grow ahead of what they hold
