"""What a study asks, as people write it."""

from __future__ import annotations

import pytest

from cardsolver.core.errors import InputError
from cardsolver.studies.plan import RuleSet, parse_rounds, plan_from_json, read_plan

EXAMPLE = """
question = "best"
rounds = ["500ms", "10s", "2m"]
memory = "1G"
[[sets]]
rules = "expert"
players = [1, 2]
on-fire = [false, true]
seeds = "0:10"
[[sets]]
hand = 3
minimum = 2
seeds = "5,7"
"""


def test_lists_make_a_rule_set_for_each_combination() -> None:
    settings = read_plan(EXAMPLE, "study.toml")
    assert settings.plan.sets == (
        RuleSet("players=1 hand=8 minimum=3", "0:10"),
        RuleSet("players=1 hand=8 minimum=3 on-fire", "0:10"),
        RuleSet("players=2 hand=7 minimum=3", "0:10"),
        RuleSet("players=2 hand=7 minimum=3 on-fire", "0:10"),
        RuleSet("players=1 hand=3 minimum=2", "5,7"),
    )
    assert (settings.plan.question, settings.plan.engine) == ("best", "auto")
    assert (settings.rounds, settings.memory) == ((0.5, 10.0, 120.0), "1G")
    assert settings.plan.deals == 42


def test_a_plan_is_the_same_after_a_round_trip() -> None:
    plan = read_plan(EXAMPLE, "study.toml").plan
    assert plan_from_json(plan.to_json(), "header") == plan


def test_the_same_rule_set_counts_once() -> None:
    text = '[[sets]]\nrules = "expert"\nseeds = "0:3"\n[[sets]]\nminimum = 3\nseeds = "0:3"\n'
    assert len(read_plan(text, "x").plan.sets) == 1


BAD = {
    "seeds = 3": "no setting 'seeds'; expected question, engine",
    "question = 'win'": r"no rule sets; expected \[\[sets\]\]",
    "[[sets]]\nhand = 3": "set 1: no seeds",
    "[[sets]]\nseeds = '0:2'\nhand = 99": "set 1: .*hand",
    "[[sets]]\nseeds = '0:2'\nplayers = [1, 9]": "set 1: .*players",
    "[[sets]]\nseeds = '0:2'\nlevels = 2": "set 1: no setting 'levels'",
    "[[sets]]\nseeds = '0:2'\nexpert = 1": "expert is '1'; expected true or false",
    "[[sets]]\nseeds = 'a:b'": "expected FIRST:END",
    "question = 'why'\n[[sets]]\nseeds = '0:2'": "question 'why'; expected win, best",
    "engine = 'x'\n[[sets]]\nseeds = '0:2'": "engine 'x'; expected auto, search, cpsat",
    "rounds = '1s'\n[[sets]]\nseeds = '0:2'": "expected a list such as",
    "rounds = ['10s', '1s']\n[[sets]]\nseeds = '0:2'": "rounds must grow",
    "rounds = ['soon']\n[[sets]]\nseeds = '0:2'": "expected a time such as 10s or 5m",
    "memory = 5\n[[sets]]\nseeds = '0:2'": "memory is '5'",
    "not toml": "not TOML",
}


@pytest.mark.parametrize(("text", "message"), BAD.items(), ids=range(len(BAD)))
def test_a_bad_plan_gets_one_clear_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_plan(text, "study.toml")
    assert str(caught.value).startswith("study.toml")
    assert "\n" not in str(caught.value)


def test_times_of_every_unit() -> None:
    assert parse_rounds(["100ms", "1", "2s", "1m", "1.5h"], "x") == (0.1, 1.0, 2.0, 60.0, 5400.0)
