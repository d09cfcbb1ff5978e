"""Schedules are pure: every deal for everybody, every seat for everybody."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cardsolver.core.errors import InputError
from cardsolver.core.game import Outcome
from cardsolver.core.registry import game_names
from cardsolver.core.seeds import parse_seeds, parse_stored_seeds
from cardsolver.tournaments.config import (
    Sprt,
    config_from_json,
    config_hash,
    config_to_json,
    difference,
    make_config,
)
from cardsolver.tournaments.schedule import Schedule
from cardsolver.tournaments.scoring import forfeit, points, ranks, scoring_of

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


def test_seeds() -> None:
    assert parse_seeds("3:6") == ["3", "4", "5"]
    assert parse_seeds("-1:1, 7,-12") == ["-1", "0", "7", "-12"]


def test_a_record_from_before_may_have_text_seeds() -> None:
    assert parse_stored_seeds("-1:1, 7,word") == ["-1", "0", "7", "word"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5:5", "seed range '5:5' is empty"),
        ("0-100", "'0-100' is no integer"),
        ("1,word", "'word' is no integer"),
        ("007", "'007' is no integer"),
        ("", "expected FIRST:END"),
        ("1,,2", "expected FIRST:END"),
        ("0:x", "expected FIRST:END"),
        ("0:3,2", "'2' is given twice"),
        ("0:2000000", "at most 1,000,000 deals"),
    ],
)
def test_bad_seeds_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_seeds(text)


def test_a_configuration_has_one_text_form_and_hash() -> None:
    made = config(sprt="elo1=30,alpha=0.1", bots=["a", "b"], rules="players=2")
    assert made.sprt == Sprt(0, 30, 0.1, 0.05)
    assert config_from_json(config_to_json(made), "here") == made
    assert config_hash(made) == config_hash(config_from_json(config_to_json(made), "here"))
    assert config_hash(made) != config_hash(config())


def test_what_a_configuration_changed_is_said() -> None:
    assert difference(config(), config(seeds="0:5")) == "seeds '0:4', not '0:5'"
    assert difference(config(), config(bots=["a", "b"])) == "bots 'a,b,c', not 'a,b'"
    assert "on-fault 'forfeit', not 'stop'" in difference(config(), config(on_fault="stop"))
    other = {**NAMES, "a": "greedy"}
    changed = difference(config(), config(names=other))
    assert changed == "bots 'random, random, random', not 'greedy, random, random'"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bots": ["a", "a"]}, "'a' is given twice"),
        ({"bots": ["a"]}, "needs at least two"),
        ({"bots": ["a", ""]}, "a name is missing"),
        ({"bots": []}, "no bots"),
        ({"bots": ["nobody", "a"]}, "no bot 'nobody'"),
        ({"on_fault": "cry"}, "expected forfeit or stop or replace"),
        ({"seatings": "some"}, "expected rotate or all"),
        ({"sprt": "elo1=20"}, "compares two bots, not 3"),
        ({"sprt": "elo1=20", "bots": ["a", "b"]}, "is for 2 players, not 3"),
        ({"sprt": "elo0=5,elo1=5"}, "elo0 below elo1"),
        ({"sprt": "elo1=much"}, "expected a number"),
        ({"sprt": "alpha=0.7"}, "between 0 and 0.5"),
        ({"names": {"a b": "random"}}, "expected letters"),
        ({"game": "the-game", "mode": "gauntlet"}, "no gauntlet in the-game"),
        ({"game": "the-game", "bots": ["a+b+c+d"]}, "has 4 bots for 3 seats"),
        ({"game": "the-game", "bots": ["cmd:./c++bot"]}, "gets a name with --name"),
    ],
)
def test_bad_configurations_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message.replace("+", r"\+")):
        config(**changes)


# What results count ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_a_meaning_for_its_scores(game: str) -> None:
    assert scoring_of(game).score


def test_ranks_and_points() -> None:
    """Hand-calculated: fewer penalty cards are better, winners are equal whatever they have."""
    outcome = Outcome("row", (5, 2, 9, 5), (1,))
    assert ranks("fifty-fifty", outcome) == (2, 1, 4, 2)
    assert points((2, 1, 4, 2)) == pytest.approx((0.5, 1, 0, 0.5))
    assert ranks("level-8", Outcome("medal", (3, 9, 8), (1,))) == (3, 1, 2)
    # A seat with a Pass in hand may have fewer penalty cards and not win (FF-28).
    assert ranks("fifty-fifty", Outcome("cards", (1, 2, 2), (1, 2))) == (3, 1, 1)


def test_a_seat_at_fault_is_last() -> None:
    class State:
        penalties = (0, 4, 4, 7)

    outcome = forfeit("fifty-fifty", State(), 0)
    assert outcome == Outcome("forfeit", (0, 4, 4, 7), (1, 2))
    assert ranks("fifty-fifty", outcome, last=0) == (4, 1, 1, 3)
