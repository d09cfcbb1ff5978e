"""Ratings: each measurement on positions where it can be worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from math import log2
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import Deal
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game.bots.greedy import GreedyBot
from cardsolver.games.the_game.puzzles import GAME, load_puzzle, puzzle_files, puzzle_named
from cardsolver.puzzling.candidate import search_lays
from cardsolver.puzzling.make import answer
from cardsolver.puzzling.rating import Rating, bots_share, choice_bits, narrowest_beam, rate
from cardsolver.solver.solve import problems_of, solve_deal

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not built")


def position(text: str, rules: str = "") -> Deal:
    return Deal(GAME, rules, position=text)


def test_choices_count_the_moves_that_keep_the_best_outcome() -> None:
    # Piles at 90, 95, 20, 4; two cards: 92 goes on A only, 3 on C or D.
    deal = position("90 95 20 4 / 3 92 / ")
    verdict = solve_deal(deal)
    assert verdict.left == 0
    # Three legal first moves (A92, C3, D3), all of them right; then the rest is right as well.
    assert choice_bits(verdict) == 0
    # Now 96 and 92 on A 90 (both), B 97 takes none: 92 must come first. C and D take nothing.
    verdict = solve_deal(position("90 98 20 4 / 92 96 / "))
    legal = 2 + 0  # A92, A96
    assert choice_bits(verdict) == pytest.approx(log2(legal / 1))


def test_a_beam_as_narrow_as_possible() -> None:
    deal = puzzle_named("lost-06")
    assert deal.expected is not None
    left = deal.expected["left"]
    width = narrowest_beam(deal, left)
    assert width == deal.expected["rating"]["width"] > 1
    found = kernel.beam(problems_of(deal), width)
    assert found.left == left
    narrower = kernel.beam(problems_of(deal), width // 2)
    assert narrower.left is not None
    assert narrower.left > left


def test_bots_are_not_asked_where_nothing_is_hidden_from_them() -> None:
    open_hand, with_draws = puzzle_named("turn-01"), puzzle_named("end-05")
    assert rate(open_hand, solve_deal(open_hand)).bots is None
    rating = rate(with_draws, solve_deal(with_draws))
    assert rating.bots == bots_share(with_draws, 0)
    assert 0 <= rating.bots <= 1


def test_a_puzzle_is_rated_the_same_each_time() -> None:
    deal = puzzle_named("team-07")
    named = replace(deal, name="something else")
    assert rate(deal, solve_deal(deal)) == rate(named, solve_deal(named))


@pytest.mark.parametrize("path", puzzle_files(), ids=lambda path: str(path.stem))
def test_the_difficulty_of_the_collection_follows_from_what_was_measured(path: Path) -> None:
    expected = load_puzzle(path).expected
    assert expected is not None
    kept = expected["rating"]
    rating = Rating(kept.get("choices"), kept.get("bots"), kept["width"])
    assert rating.difficulty == expected["difficulty"]
    assert rating.to_json() == kept


@pytest.mark.parametrize(
    ("rating", "grades", "difficulty"),
    [
        (Rating(0.0, 1.0, 1), (1, 1, 1), 1),
        (Rating(9.0, 0.8, 2), (2, 2, 2), 2),
        (Rating(8.9, 0.81, 1), (1, 1, 1), 1),
        (Rating(100.0, 0.0, 1024), (5, 5, 5), 5),
        (Rating(None, 0.0, 4), (5, 3), 4),
        (Rating(15.0, None, 1), (3, 1), 2),
        (Rating(25.0, None, 1), (4, 1), 3),  # a half counts as the harder one
        (Rating(40.0, 0.5, 8), (5, 3, 4), 4),
    ],
)
def test_grades_and_difficulty(rating: Rating, grades: tuple[int, ...], difficulty: int) -> None:
    assert rating.grades == grades
    assert rating.difficulty == difficulty


def interrupt(*_arguments: object, **_options: object) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_ends_the_work_whatever_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a measurement would be another rating: the same seed gives the same puzzles."""
    deal = puzzle_named("end-05")
    verdict = solve_deal(deal)
    monkeypatch.setattr(kernel, "beam", interrupt)
    with pytest.raises(KeyboardInterrupt):
        choice_bits(verdict)
    with pytest.raises(KeyboardInterrupt):
        search_lays(deal, 10**9)
    with pytest.raises(KeyboardInterrupt):
        answer(deal)
    monkeypatch.setattr(GreedyBot, "choose", interrupt)
    with pytest.raises(KeyboardInterrupt):
        bots_share(deal, 0)
