"""Configurations: one text form, one hash, and a clear word about what is wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cardsolver.core.errors import InputError
from cardsolver.runner.journal import json_hash
from cardsolver.seats.confinement import Confinement
from cardsolver.tournaments.config import (
    Sprt,
    config_from_json,
    config_to_json,
    difference,
    make_config,
)

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


def test_a_configuration_has_one_text_form_and_hash() -> None:
    made = config(sprt="elo1=30,alpha=0.1", bots=["a", "b"], rules="players=2")
    assert made.sprt == Sprt(0, 30, 0.1, 0.05)
    assert config_from_json(config_to_json(made), "here") == made
    text = json_hash(config_to_json(made))
    assert text == json_hash(config_to_json(config_from_json(config_to_json(made), "here")))
    assert text != json_hash(config_to_json(config()))


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
        ({"sprt": " "}, "expected values as in elo0=0,elo1=20"),
        ({"sprt": "alpha=0.7"}, "between 0 and 0.5"),
        ({"names": {"a b": "random"}}, "expected letters"),
        ({"game": "the-game", "mode": "gauntlet"}, "no gauntlet in the-game"),
        ({"game": "the-game", "seatings": "all"}, "no seatings all in the-game"),
        ({"game": "the-game", "bots": ["a+b+c+d"]}, "has 4 bots for 3 seats"),
        ({"game": "the-game", "bots": ["cmd:./c++bot"]}, "needs a name (--name"),
        ({"bots": ["cmd:true \x1b[2J", "a"]}, "expected printable text"),
    ],
)
def test_bad_configurations_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        config(**changes)


def test_a_record_of_a_team_may_name_seatings_that_made_no_difference() -> None:
    old = {**config_to_json(config(game="the-game")), "seatings": "all"}
    assert config_from_json(old, "here").seatings == "all"


@pytest.mark.parametrize("limit", [{"wrapper": "env"}, {"memory": 512 << 20}])
def test_a_bot_in_our_own_process_has_no_limits_to_promise(limit: dict[str, Any]) -> None:
    free = Confinement(isolate=False, **limit)
    programs = {"bots": ["a", "cmd:env"], "rules": "players=2", "confinement": free}
    assert config(**programs).confinement == free
    with pytest.raises(InputError, match="would run in our own process"):
        config(bots=["a", "tests.seats.test_python:first_move"], confinement=free)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 4}, "players and bots differ"),
        ({"players": "3"}, "players is '3'"),
        ({"seeds": ["0:4"]}, "seeds is"),
        ({"most_moves": True}, "most_moves is 'True'"),
        ({"mode": "sometimes"}, "mode 'sometimes'"),
        ({"entries": []}, "needs at least two"),
        ({"entries": [{"label": "a", "members": []}] * 2}, "players and bots differ"),
        ({"entries": [{"label": ["a"], "members": []}]}, "is no text"),
        ({"entries": [{"label": "a", "members": [{"label": "a", "spec": 7}]}]}, "spec is '7'"),
        (
            {"entries": [{"label": "a", "members": [{"label": "a", "spec": "x"}]}] * 2},
            "a bot is there twice",
        ),
        ({"sprt": {"elo0": 5, "elo1": 5}}, "elo0 below elo1"),
        ({"confinement": {"env": [1]}}, "env is"),
        ({"limits": {"start_s": None}}, "start_s is 'None'"),
        ({"wishes": "many"}, "wishes"),
        ({"rules": "players=3\n"}, r"rules 'players=3\\n'; expected printable text"),
        ({"seeds": "0:4,a\x1b[2J"}, r"seeds '0:4,a\\x1b\[2J'; expected printable text"),
        (
            {"entries": [{"label": "a", "members": [{"label": "a\x07", "spec": "x"}]}]},
            r"bot 'a\\x07'; expected printable text",
        ),
    ],
)
def test_a_record_with_a_bad_configuration_is_refused(
    changes: dict[str, Any], message: str
) -> None:
    """Its hash may be right: anybody can compute one."""
    with pytest.raises(InputError, match=message):
        config_from_json({**config_to_json(config()), **changes}, "here")
