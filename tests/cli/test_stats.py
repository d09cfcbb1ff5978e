"""`stats`: games, wins, streaks and mean scores by game and rules."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolver.cli.stats import _table
from cardsolver.core.deal import Deal, complete_rules, deal_seed
from cardsolver.core.game import Outcome
from cardsolver.core.transcript import Aids, Transcript, format_transcript
from cardsolver.seats.shelf import Shelf, save
from cardsolver.seats.tally import Tally, tally
from tests.support.running import cardsolver, cardsolver_process, environment

if TYPE_CHECKING:
    from pathlib import Path

SOLO = complete_rules(deal_seed("the-game", "1"))
WON = Transcript(SOLO, ("human",), (), Outcome("won", (0,), (0,)))
LOST = Transcript(SOLO, ("human",), (), Outcome("stuck", (12,), ()))


def test_a_tally_counts_games_wins_streaks_and_the_mean() -> None:
    games = [WON, WON, LOST, WON]
    assert tally(games) == [
        Tally("the-game", SOLO.rules, "human", 4, 3, 0, streak=1, best_streak=2, mean_score=3.0)
    ]


def test_help_neither_adds_to_a_streak_nor_ends_one() -> None:
    helped = replace(WON, aids=Aids(take_backs=1))
    (row,) = tally([WON, helped, replace(LOST, aids=Aids(live=True)), WON])
    assert (row.games, row.won, row.helped, row.streak, row.best_streak) == (4, 3, 2, 2, 2)


def test_unfinished_games_do_not_count() -> None:
    assert tally([replace(WON, result=None)]) == []


def test_people_with_names_have_rows_of_their_own() -> None:
    deal = complete_rules(deal_seed("fifty-fifty", "1"))
    result = Outcome("row-taken", (3, 9), (0,))
    named = Transcript(deal, ("human:Anna", "human:Ben"), (), result)
    assert [(row.person, row.won, row.mean_score) for row in tally([named])] == [
        ("Anna", 1, 3.0),
        ("Ben", 0, 9.0),
    ]
    assert tally([replace(named, seats=("human", "human"))]) == []  # who won?


def test_puzzles_count_together() -> None:
    one = replace(SOLO, name="one", expected={"left": 0})
    two = replace(one, name="two", rules="players=1 hand=4 minimum=1")
    (row,) = tally([replace(WON, deal=one), replace(LOST, deal=two)])
    assert (row.rules, row.games, row.won) == ("puzzles", 2, 1)


def test_positions_are_no_games_of_their_rule_set() -> None:
    position = replace(WON, deal=complete_rules(Deal("the-game", position="54 13 29 89 / 5 / ")))
    assert [row.rules for row in tally([WON, position])] == [SOLO.rules, "positions"]


def test_the_command_counts_what_the_rules_bear_out(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    for seed in ("1", "2"):
        cardsolver("play", "the-game", "--seats", "greedy", "--seed", seed, "--record", record)
    text = record.read_text(encoding="utf-8").replace('"greedy"', '"human"')
    record.write_text(text, encoding="utf-8")
    done = cardsolver("stats", record)
    assert done.returncode == 0
    head, line = done.stdout.splitlines()
    assert head.split()[:3] == ["game", "games", "won"]
    assert line.startswith("the-game")
    assert "players=1 hand=8 minimum=2" in line
    row = json.loads(cardsolver("stats", record, "--json").stdout)
    assert (row["games"], row["person"]) == (2, "human")
    scores = [json.loads(each)["result"]["scores"][0] for each in text.splitlines()]
    assert row["mean_score"] == sum(scores) / 2
    boast = format_transcript(WON)  # a claim that no move bears out
    record.write_text(f"{text}{boast}\nnonsense\n", encoding="utf-8")
    done = cardsolver("stats", record)
    assert done.returncode == 2
    assert "line 3: not counted" in done.stderr
    assert "line 4: " in done.stderr
    assert done.stdout.splitlines() == [head, line]


def test_before_the_first_game(tmp_path: Path) -> None:
    env = environment(XDG_DATA_HOME=str(tmp_path))
    done = cardsolver_process("stats", env=env)
    assert (done.returncode, done.stdout) == (
        0,
        "no finished games yet; cardsolver play the-game starts one\n",
    )
    assert cardsolver_process("stats", "--json", env=env).stdout == ""


def test_games_that_were_left_are_listed_with_the_way_back(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "cardsolver")
    for moves in (("C69", "C45"), ("C69",)):
        save(shelf.new_save("the-game"), replace(WON, moves=moves, result=None))
    save(shelf.new_save("the-game"), WON)  # played to its end: nothing to go on with
    env = environment(XDG_DATA_HOME=str(tmp_path))
    lines = cardsolver_process("stats", env=env).stdout.splitlines()
    assert lines[1:] == [
        "unfinished: The Game, seed 1, after 1 move",
        f"  cardsolver play --resume {shelf.saved / 'the-game-2.json'}",
        "unfinished: The Game, seed 1, after 2 moves",
        f"  cardsolver play --resume {shelf.saved / 'the-game-1.json'}",
    ]
    assert cardsolver_process("stats", "--json", env=env).stdout == ""


def test_a_mean_says_what_it_counts() -> None:
    row = Tally("level-8", "players=2", "human", 2, 1, 0, streak=1, best_streak=1, mean_score=9.0)
    assert "level 9.0" in _table([row], width=None).lines[1]


def test_a_level_that_no_card_names_is_explained(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    cardsolver("play", "level-8", "--seats", "greedy,random", "--seed", "1", "--record", record)
    record.write_text(record.read_text(encoding="utf-8").replace('"greedy"', '"human"'))
    lines = cardsolver("stats", record).stdout.splitlines()
    assert "level 9.0" in lines[1]
    assert lines[2:] == ["(level-8: level 9 is a game that was won)"]


def test_a_narrow_terminal_is_told_what_it_does_not_see() -> None:
    (row,) = tally([WON])
    narrow = _table([row], width=60)
    assert narrow.left_out == ("with help", "best")
    assert _table([row], width=None).left_out == ()
