"""When a sequential test stops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.tournaments.record import read_record
from cardsolver.tournaments.stopping import StoppingRule, deal_score
from tests.support.tournaments import DUEL, duel_config, tournament

if TYPE_CHECKING:
    from pathlib import Path


def test_the_sequential_test_takes_deals_in_order() -> None:
    plan = duel_config(sprt="elo1=50")
    assert deal_score(plan, DUEL[:2]) == 1
    assert deal_score(plan, DUEL[2:]) == 0.75
    stopping = StoppingRule(plan)
    later = stopping.update({played.number: played for played in DUEL[1:]})
    assert later is not None
    assert later.deals == 0  # deal 1 is complete, but deal 0 is not
    both = stopping.update({played.number: played for played in DUEL})
    assert both is not None
    assert (both.deals, both.answer) == (2, None)
    assert both.llr > 0


def test_the_sequential_test_stops_early_and_the_same_for_any_number_of_workers(
    tmp_path: Path,
) -> None:
    bots = ("--bots", "greedy,random", "--seeds", "0:500", "--sprt", "elo0=0,elo1=50")
    one = tournament("the-game", tmp_path / "one.jsonl", *bots, "--jobs", "1")
    four = tournament("the-game", tmp_path / "four.jsonl", *bots, "--jobs", "4")
    assert one.returncode == four.returncode == 0, one.stderr + four.stderr
    assert one.stdout == four.stdout
    assert "is greedy better by 50 Elo rather than 0? yes after" in one.stdout
    played = len(read_record(str(tmp_path / "one.jsonl")).games)
    assert played < 200
    resumed = tournament("the-game", tmp_path / "four.jsonl", *bots, "--jobs", "1")
    assert resumed.stdout == one.stdout
