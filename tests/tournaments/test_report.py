"""The rows of a report against sums done by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardsolver.core.report import to_json, to_markdown
from cardsolver.tournaments.played import GameFault, Played
from cardsolver.tournaments.record import Record
from cardsolver.tournaments.report import load_results, make_report, results_of
from cardsolver.tournaments.schedule import schedule_of
from cardsolver.tournaments.standings import _deal_mean
from tests.support.tournaments import DUEL, duel_config, duel_game


def report(plan: Any, games: list[Played]) -> dict[str, Any]:
    results = results_of(plan, {played.number: played for played in games})
    return to_json(make_report(results))


def test_points_wins_ranks_and_scores_by_hand() -> None:
    first, second = report(duel_config(), DUEL)["bots"]
    assert (first["bot"], first["games"], first["wins"]) == ("a", 4, 4)
    assert first["points"] == pytest.approx((1 + 0.75) / 2)
    # Two deals: 0.125 is the standard error and 12.7 Student's point, cut off at what is possible.
    assert (first["points_low"], first["points_high"]) == (0, 1)
    assert first["rank"] == 1
    assert first["score"] == pytest.approx((1 + 2 + 3 + 7) / 4)
    assert (second["wins"], second["rank"]) == (1, 1.75)
    assert second["points"] == pytest.approx(0.125)
    assert first["moves"] == 40
    assert first["seconds_per_move"] == pytest.approx(0.05)
    assert first["rating"] > second["rating"]


def test_the_share_of_wins_goes_by_deals_too() -> None:
    first, second = report(duel_config(), DUEL)["bots"]
    assert (first["win_share"], second["win_share"]) == (1, 0.25)
    # Wilson's interval of 2 deals out of 2; 0.25 is the standard error of the other's 0 and 1/2.
    assert first["win_share_low"] == pytest.approx(0.3424, abs=1e-4)
    assert (second["win_share_low"], second["win_share_high"]) == (0, 1)


def test_pairs_by_hand() -> None:
    (pair,) = report(duel_config(), DUEL)["pairs"]
    assert (pair["bot"], pair["other"], pair["games"]) == ("a", "b", 4)
    assert pair["share"] == pytest.approx(0.875)
    assert (pair["better"], pair["equal"], pair["worse"]) == (3, 1, 0)


def test_teams_by_hand() -> None:
    """Cards left 0, 5, 20 against 10, 5, 25: differences -10, 0, -5, and t(2) = 4.303."""
    plan = duel_config(game="the-game", rules="", seeds="0:3")
    games = []
    for seed, (mine, theirs) in enumerate([(0, 10), (5, 5), (20, 25)]):
        games.append(duel_game(2 * seed, seed, "a", (mine,), () if mine else (0,), team="a"))
        games.append(duel_game(2 * seed + 1, seed, "b", (theirs,), (), team="b"))
    data = report(plan, games)
    first, second = data["bots"]
    assert (first["bot"], first["wins"], first["under_10"]) == ("a", 1, 2)
    assert (second["bot"], second["wins"], second["under_10"]) == ("b", 0, 1)
    assert first["left"] == pytest.approx(25 / 3, abs=1e-5)
    (pair,) = data["pairs"]
    assert pair["left_difference"] == -5
    spread = 4.302653 * 5 / 3**0.5
    assert pair["left_difference_low"] == pytest.approx(-5 - spread, abs=1e-4)
    assert pair["left_difference_high"] == pytest.approx(-5 + spread, abs=1e-4)
    assert (pair["better"], pair["equal"], pair["worse"]) == (2, 1, 0)


def test_an_interval_of_cards_left_ends_at_what_is_possible() -> None:
    """Two games with 4 and 20 left: 12, and Student's 12.7 times 8 to either side."""
    plan = duel_config(game="the-game", rules="", seeds="0:2")
    games = [
        duel_game(2 * seed + place, seed, bot, (left,), (), team=bot)
        for seed in range(2)
        for place, (bot, left) in enumerate([("a", 20 - 16 * seed), ("b", 98 * seed)])
    ]
    data = report(plan, games)
    first = data["bots"][0]
    assert (first["left"], first["left_low"], first["left_high"]) == (12, 0, 98)
    (pair,) = data["pairs"]
    assert (pair["left_difference_low"], pair["left_difference_high"]) == (-98, 98)


def test_a_fault_is_counted_for_its_bot_and_puts_it_last() -> None:
    fault = GameFault(0, "time", "no answer within 1 s", 7, replaced=False)
    games = [*DUEL[:3], duel_game(3, 1, "ba", (0, 9), (1,), faults=(fault,))]
    data = report(duel_config(), games)
    assert data["faults"] == [{"bot": "b", "fault": "time", "count": 1, "replaced": 0}]
    (case,) = data["fault-games"]
    assert (case["game"], case["seat"], case["bot"], case["move"]) == (3, 1, "b", 7)
    assert {row["bot"]: row["faults"] for row in data["bots"]} == {"a": 0, "b": 1}
    assert {row["bot"]: row["points"] for row in data["bots"]} == {"a": 1, "b": 0}


def test_the_order_in_which_games_were_played_cannot_be_seen() -> None:
    assert report(duel_config(), DUEL) == report(duel_config(), DUEL[::-1])


def test_thirds_that_do_not_add_up_exactly_are_no_variance() -> None:
    """A mean of a third on both deals, but for the last digit of one."""
    row = _deal_mean("points", {"1": [0, 0, 0.33333333333333337, 1], "2": [0, 1 / 6, 1 / 6, 1]})
    assert row["points_high"] - row["points_low"] > 0.5


@pytest.mark.parametrize(
    ("ours", "theirs", "played", "expected"),
    [("0:4", "0:4", 0, 8), ("0:4", "2:6", 0, 12), ("0:4", "2:6", 4, 12), ("0:2", "4:6", 2, 8)],
)
def test_games_that_are_in_two_plans_are_expected_once(
    ours: str, theirs: str, played: int, expected: int, tmp_path: Path
) -> None:
    """Also those that neither record has yet."""
    paths = [str(tmp_path / name) for name in ("a.jsonl", "b.jsonl")]
    for path, seeds in zip(paths, (ours, theirs), strict=True):
        config = duel_config(seeds=seeds)
        with Record(config, Path(path)) as record:
            for game in DUEL[:played]:
                seed = schedule_of(config)[game.number].seed
                record.add(replace(game, seed=seed))
    assert load_results(paths).expected == expected


def test_an_empty_record_has_a_report() -> None:
    made = make_report(results_of(duel_config(), {}))
    assert "0 of 4 games so far" in made.headline
    assert "| a | 0 | – |" in to_markdown(made)


def test_one_game_on_one_deal_is_told_as_one() -> None:
    made = make_report(replace(results_of(duel_config(), {1: DUEL[0]}), expected=1))
    assert made.headline.endswith(": 1 game on 1 deal")


def test_without_variance_the_interval_still_is_one() -> None:
    """Two deals, all won: Wilson's interval of 2 out of 2, 34.2 % to 100 %."""
    games = [*DUEL[:3], duel_game(3, 1, "ba", (7, 1), (1,))]
    first = report(duel_config(), games)["bots"][0]
    assert (first["points"], first["points_high"]) == (1, 1)
    assert first["points_low"] == pytest.approx(0.3424, abs=1e-4)
