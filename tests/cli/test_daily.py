"""`daily`: the same deal for everybody, proven winnable, and a line that gives nothing away."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.game import Outcome
from cardsolver.core.transcript import Aids, Transcript
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game.daily import (
    DAYS,
    FIRST_DAY,
    RULES,
    TABLE,
    attempted_deal,
    daily_deal,
    parse_day,
    result_line,
)
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.solve import solve_deal
from tests.support.running import cardsolver, cardsolver_process, environment, refusal

if TYPE_CHECKING:
    from pathlib import Path

DAY = date(2026, 11, 18)
FIRST_CARDS = (41, 5, 59, 32, 50, 34, 2, 97)


def test_a_days_deal_never_changes() -> None:
    deal = daily_deal(DAY)
    assert deal.seed == "daily/2026-11-18"
    assert deal.name == "daily 2026-11-18"
    assert deal.rules == "players=1 hand=8 minimum=2"
    assert deal.deck[:8] == FIRST_CARDS
    hard = daily_deal(DAY, "hard")
    assert hard.rules == "players=1 hand=7 minimum=3"
    assert hard.name == "daily 2026-11-18 hard"
    assert hard.deck != deal.deck


def test_after_the_last_day_of_the_table_the_deals_begin_again() -> None:
    assert daily_deal(FIRST_DAY + timedelta(days=DAYS)).deck == daily_deal(FIRST_DAY).deck
    assert daily_deal(date(2040, 12, 31)).seed == "daily/2040-12-31"
    assert daily_deal(date(2025, 12, 31)).deck == daily_deal(date(2040, 12, 31)).deck


def test_the_table_names_days_that_it_covers() -> None:
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    assert set(table) == set(RULES)
    for days in table.values():
        for day, attempt in days.items():
            assert 0 <= (date.fromisoformat(day) - FIRST_DAY).days < DAYS
            assert attempt >= 1


@pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not built; CP-SAT takes too long")
@pytest.mark.parametrize("level", RULES)
def test_the_deals_of_some_days_are_winnable(level: str) -> None:
    later = sorted(json.loads(TABLE.read_text(encoding="utf-8"))[level])[:2]
    days = [DAY + timedelta(days=97 * step) for step in range(5)]
    for day in [*days, *map(date.fromisoformat, later)]:
        verdict = solve_deal(daily_deal(day, level), limits=SolveLimits(30.0), win_only=True)
        assert verdict.verdict == "winnable", day


def test_a_later_attempt_has_a_seed_of_its_own() -> None:
    assert attempted_deal(DAY, "hard", 2).seed == "daily/2026-11-18/hard/2"


@pytest.mark.parametrize(
    "text", ["", "today", "2026-13-01", "2026-02-30", "18.11.2026", "20261118"]
)
def test_a_wrong_day(text: str) -> None:
    assert "expected a day as in 2026-11-18" in refusal("daily", "--date", text)


def test_a_day() -> None:
    assert parse_day("2026-11-18") == DAY


def test_the_result_line_gives_no_card_away(tmp_path: Path) -> None:
    deal = daily_deal(DAY)
    record = tmp_path / "games.jsonl"
    source = tmp_path / "deal.json"
    deck = list(deal.deck)
    source.write_text(
        json.dumps({"game": "the-game", "rules": deal.rules, "deck": deck, "seed": deal.seed})
    )
    done = cardsolver("play", "the-game", "--seats", "greedy", "--deal", source, "--json")
    moves = tuple(json.loads(done.stdout)["moves"])
    played = cardsolver(
        *("daily", "--date", "2026-11-18", "--record", record),
        stdin="".join(f"{move}\n" for move in moves),
    )
    assert played.returncode == 0, played.stderr
    line = played.stdout.splitlines()[-1]
    assert line.startswith("cardsolver daily 2026-11-18: ")
    assert line.endswith(", no help")
    (data,) = map(json.loads, record.read_text(encoding="utf-8").splitlines())
    assert data["name"] == "daily 2026-11-18"
    left = data["result"]["scores"][0]
    turns = sum(move == "end" for move in moves)
    assert f": {left} card" in line or ": won" in line
    assert any(f", {count} turn" in line for count in (turns, turns + 1))
    assert cardsolver("referee", record).returncode == 0


def test_a_days_game_that_was_left_is_named_before_it_is_dealt_afresh(tmp_path: Path) -> None:
    env = environment(XDG_DATA_HOME=str(tmp_path))
    call = ("daily", "--date", "2026-11-18")

    def again(*more: str, stdin: str = "q\n") -> str:
        return cardsolver_process(*call, *more, env=env, stdin=stdin).stderr

    assert "you left" not in again(stdin="2a 5a\nq\n")
    path = tmp_path / "cardsolver" / "saved" / "the-game-1.json"
    assert f"you left this deal after 2 moves: cardsolver play --resume {path}\n" in again()
    assert "you left" not in again("--hard")
    assert cardsolver_process("play", "--resume", path, env=env, stdin="u\nu\nq\n").returncode == 1
    assert "you left" not in again()


def test_the_result_line_says_what_help_there_was() -> None:
    deal = daily_deal(DAY)
    game = Transcript(deal, ("human",), (), aids=Aids(take_backs=2, hints=1, live=True))
    assert result_line(game) is None  # not finished

    lost = replace(game, result=Outcome("stuck", (98,), ()))
    assert result_line(lost) == (
        "cardsolver daily 2026-11-18: 98 cards left, 0 turns, 0 tricks,"
        " 2 take-backs, 1 hint, --live"
    )
    assert result_line(replace(lost, deal=replace(deal, name="another"))) is None


def test_without_a_home_the_deal_can_be_played_and_is_not_kept() -> None:
    bare = {"HOME": "", "XDG_DATA_HOME": "", "PYTHONSTARTUP": ""}
    code = (
        "import pathlib, sys; from cardsolver.cli import main\n"
        "def no_home(): raise RuntimeError('Could not determine home directory.')\n"
        "pathlib.Path.home = no_home\n"
        "sys.argv = ['cardsolver', 'daily', '--no-record']; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="quit\n", capture_output=True, text=True, check=False, env=environment(**bare),
    )  # fmt: skip
    assert "no home folder" not in done.stderr
    assert "daily " in done.stdout
