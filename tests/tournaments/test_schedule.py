"""Schedules are pure: every deal for everybody, every seat for everybody."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cardsolver.tournaments.config import (
    make_config,
)
from cardsolver.tournaments.schedule import Schedule

NAMES = dict.fromkeys(("a", "b", "c", "d"), "random")


def config(**changes: Any) -> Any:
    given = {
        "game": "fifty-fifty",
        "rules": "players=3",
        "bots": ["a", "b", "c"],
        "names": NAMES,
        "seeds": "0:4",
    }
    return make_config(**{**given, **changes})


def seatings(**changes: Any) -> list[str]:
    schedule = Schedule(config(**changes))
    per_deal = len(schedule) // len(schedule.seeds)
    return ["".join(m.label for m in schedule[n].seats) for n in range(per_deal)]


def test_every_deal_is_played_in_every_rotation() -> None:
    assert seatings() == ["abc", "bca", "cab"]
    schedule = Schedule(config())
    assert [schedule[n].seed for n in range(len(schedule))] == sorted("012301230123")
    assert [schedule[n].number for n in range(len(schedule))] == list(range(12))


def test_all_seatings() -> None:
    assert sorted(seatings(seatings="all")) == ["abc", "acb", "bac", "bca", "cab", "cba"]


def test_round_robin_has_every_line_up() -> None:
    assert seatings(rules="players=2") == ["ab", "ba", "ac", "ca", "bc", "cb"]


def test_gauntlet_has_the_first_bot_in_every_game() -> None:
    assert seatings(rules="players=2", mode="gauntlet") == ["ab", "ba", "ac", "ca"]
    four = seatings(bots=["a", "b", "c", "d"], mode="gauntlet")
    assert len(four) == 9
    assert all("a" in seating for seating in four)


def test_with_too_few_bots_some_sit_twice_but_never_alone() -> None:
    assert seatings(bots=["a", "b"]) == ["aab", "aba", "baa", "abb", "bba", "bab"]
    assert seatings(bots=["a", "b"], mode="gauntlet") == ["abb", "bba", "bab"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_seats_are_shared_out_evenly(players: int) -> None:
    bots = ["a", "b", "c", "d"]
    counts = Counter(
        (seat, bot)
        for seating in seatings(rules=f"players={players}", bots=bots)
        for seat, bot in enumerate(seating)
    )
    assert len(set(counts.values())) == 1
    assert len(counts) == players * len(bots)


def test_teams_of_the_game_fill_their_seats_in_turn() -> None:
    schedule = Schedule(config(game="the-game", bots=["a", "a+b"], seeds="5,x"))
    games = [schedule[n] for n in range(len(schedule))]
    assert [(g.seed, g.team, "".join(m.label for m in g.seats)) for g in games] == [
        ("5", "a", "aaa"),
        ("5", "a+b", "aba"),
        ("x", "a", "aaa"),
        ("x", "a+b", "aba"),
    ]
