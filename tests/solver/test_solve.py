"""Verdicts: honest about what is proven, replayed by the referee, within their limits."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.table import Table
from cardsolver.core.transcript import replay
from cardsolver.solver.result import EngineName, SolveLimits
from cardsolver.solver.solve import deal_on, solve_deal, unanswered
from tests.support.running import ROOT

UNWINNABLE = Deal("the-game", position="50 60 40 30 / 45 70 72 / 46 71")
OFFICIAL = [
    f"players={players}{words}"
    for players in range(1, 6)
    for words in ("", " expert", " expert short-hand")
]


@pytest.mark.parametrize("rules", OFFICIAL)
def test_official_rule_sets_are_won(rules: str) -> None:
    """A slice of docs/results.md: the first seeds of all fifteen official rule sets."""
    for seed in ("0", "1"):
        verdict = solve_deal(deal_seed("the-game", seed, rules=rules), win_only=True)
        assert verdict.verdict == "winnable"
        assert verdict.proof == "all-laid"
        result = replay(verdict.transcript)
        assert result.is_sound
        assert result.outcome is not None
        assert result.outcome.end == "won"


@pytest.mark.parametrize("engine", ["auto", "search", "cpsat"])
def test_an_unwinnable_position_is_proven(engine: EngineName) -> None:
    verdict = solve_deal(UNWINNABLE, engine=engine)
    assert verdict.verdict == "unwinnable"
    assert verdict.is_optimal
    assert verdict.left == 2  # 45 and 46 fit nowhere and no trick reaches them
    assert verdict.proof == ("cpsat" if engine == "cpsat" else "search-complete")


@pytest.mark.parametrize("engine", ["auto", "search", "cpsat"])
@pytest.mark.parametrize(
    ("position", "moves", "left"),
    [
        ("5 93 55! 7 / ; 20 / 4 39 99 18 / laid 1", [], 5),  # over before it begins
        ("5 6 44! 90 / 30 31 / 40 41 / laid 2", ["end"], 4),
        ("5 6 44! 90 / 30 ; 31 / 40 41 / laid 1", ["A30"], 3),
        ("98 97 2 3 / 50 60 99 / ", ["A99", "end"], 2),
        ("5 6 40 90 / 30 31 / ", ["A30", "A31"], 0),
    ],
)
def test_a_game_that_is_over_is_answered_by_its_end(
    position: str, moves: list[str], left: int, engine: EngineName
) -> None:
    table = Table(Deal("the-game", "on-fire no-talk", position=position), moves=moves)
    assert table.outcome is not None
    verdict = solve_deal(deal_on(table), engine=engine, check=True)
    assert (verdict.left, verdict.left_bound, verdict.is_winnable) == (left, left, left == 0)
    assert verdict.checked_by is not None
    assert replay(verdict.transcript).outcome == table.outcome
    assert verdict.moves == ()


def test_whole_deals_with_small_hands_are_proven() -> None:
    verdict = solve_deal(deal_seed("the-game", "1", rules="hand=3"))
    assert verdict.verdict == "unwinnable"
    assert verdict.is_optimal
    assert verdict.proof == "search-complete"


def test_the_team_chooses_who_starts_unless_a_seat_is_named() -> None:
    """Seat 1 cannot lay two cards; seat 2 can lay all."""
    deck = tuple(range(2, 100))
    deal = Deal("the-game", "players=3", deck)
    assert solve_deal(deal, first=1).transcript.deal.rules.split()[3] == "first=2"
    with pytest.raises(InputError, match="expected a seat from 1 to 3, or any"):
        solve_deal(deal, first=3)
    position = Deal("the-game", position="1 1 100 100 / 5 6 ; 7 8 / ")
    with pytest.raises(InputError, match="a position names the seat"):
        solve_deal(position, first=1)


def test_the_json_of_a_verdict() -> None:
    data = solve_deal(UNWINNABLE).to_json()
    assert {name: data[name] for name in ("deal", "verdict", "left", "left_bound", "reason")} == {
        "deal": "position",
        "verdict": "unwinnable",
        "left": 2,
        "left_bound": 2,
        "reason": None,
    }
    wanted = (
        "deal variant verdict left left_bound proof engine checked_by reason seconds nodes moves"
    )
    assert list(data) == wanted.split()


# Limits


@pytest.mark.parametrize("engine", ["auto", "search", "cpsat"])
def test_a_hundredth_of_a_second_is_answered_truthfully(engine: EngineName) -> None:
    deal = deal_seed("the-game", "3", rules="hand=5 minimum=3")
    verdict = solve_deal(deal, engine=engine, limits=SolveLimits(seconds=0.01))
    assert verdict.verdict in ("undecided", "unwinnable")
    assert verdict.reason == "time"
    assert verdict.left_bound < verdict.left
    assert replay(verdict.transcript).is_sound
    assert verdict.seconds < 30


def test_one_megabyte_is_answered_truthfully() -> None:
    deal = deal_seed("the-game", "3", rules="hand=5 minimum=3")
    limits = SolveLimits(seconds=None, memory_bytes=1 << 20)
    verdict = solve_deal(deal, engine="search", limits=limits)
    assert verdict.reason == "memory"
    assert verdict.left_bound < verdict.left


def test_a_deal_whose_worker_died_claims_nothing() -> None:
    verdict = unanswered(deal_seed("the-game", "1"), None, "worker died")
    assert (verdict.verdict, verdict.left_bound, verdict.proof) == ("undecided", 0, None)
    assert replay(verdict.transcript).is_sound


def test_ortools_is_not_loaded_when_the_search_decides() -> None:
    code = (
        "import sys; from cardsolver.core.deal import deal_seed\n"
        "from cardsolver.solver.solve import solve_deal\n"
        "assert solve_deal(deal_seed('the-game', '42')).verdict == 'winnable'\n"
        "sys.exit('ortools' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
