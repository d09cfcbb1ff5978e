"""Every puzzle: its file is complete and its answer is proven again."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.game import Outcome
from cardsolver.core.transcript import parse_transcript, replay
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.puzzles import (
    GAME,
    KINDS,
    load_puzzle,
    prefix_of,
    puzzle_files,
)
from cardsolver.solver.problem import Problem
from cardsolver.solver.solve import solve_deal
from cardsolver.solver.uniqueness import solutions
from cardsolver.studies.record import Decision, read_study
from tests.support.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path


FILES = puzzle_files()
SLUGS = [path.stem for path in FILES]
PAGE = ROOT / "puzzles" / "README.md"
every_puzzle = pytest.mark.parametrize("path", FILES, ids=SLUGS)
ONE_LINE = [path for path in FILES if "lines" in (load_puzzle(path).expected or {})]


# The files


@every_puzzle
def test_a_puzzle_says_what_it_is(path: Path) -> None:
    puzzle = load_puzzle(path)
    assert re.fullmatch(r"[a-z]+-\d\d(-[a-z]+)+", path.stem)
    assert puzzle.game == GAME
    assert puzzle.name
    assert puzzle.source
    assert puzzle.source.endswith("; found by scripts/make_puzzles.py")
    rules = the_game.start(puzzle).rules
    assert puzzle.rules == the_game.format_rules(rules), "the rules are in full"
    assert puzzle.expected is not None
    assert set(puzzle.expected) - {"lines", "turns"} == {"verdict", "left", "difficulty", "rating"}
    assert (puzzle.expected["verdict"] == "winnable") == (puzzle.expected["left"] == 0)
    assert puzzle.expected["difficulty"] in range(1, 6)
    assert puzzle.expected.get("lines", 1) == 1
    assert puzzle.expected.get("turns", 1) == 1
    if puzzle.seed is not None:
        assert puzzle.deck == deal_seed(GAME, puzzle.seed).deck


def test_there_are_puzzles_of_every_kind() -> None:
    assert len(FILES) >= 32
    kinds = Counter(map(prefix_of, FILES))
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 6
    assert len({load_puzzle(path).name for path in FILES}) == len(FILES)
    states = [the_game.start(load_puzzle(path)) for path in FILES]
    assert {state.rules.players for state in states} == {1, 2, 3, 4, 5}
    assert any(state.rules.on_fire and state.rules.players > 1 for state in states)
    assert any(state.laid for state in states)
    verdicts = Counter(str((load_puzzle(path).expected or {})["verdict"]) for path in FILES)
    assert min(verdicts["winnable"], verdicts["unwinnable"]) >= 10
    assert sum(prefix_of(path) == "end" for path in ONE_LINE) >= 6
    assert all(path in ONE_LINE for path in FILES if prefix_of(path) in ("turn", "end"))


def test_the_page_lists_every_puzzle_once() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z0-9-]+)` \|", text, re.MULTILINE) == SLUGS
    for path in FILES:
        (row,) = [line for line in text.splitlines() if f"`{path.stem}`" in line]
        puzzle = load_puzzle(path)
        assert f"| {puzzle.name} |" in row
        assert f"| {the_game.left(the_game.start(puzzle))} |" in row


def make_puzzles(*arguments: str) -> str:
    """What the script prints that made the puzzles."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "make_puzzles.py"), *arguments],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


def test_every_file_has_its_recipe() -> None:
    assert sorted(SLUGS) == sorted(make_puzzles("--list").split())


@pytest.mark.no_cover
def test_a_recipe_makes_its_file_again() -> None:
    """One that no engine has a say in, its rating included."""
    slug = "turn-06-full-house"
    (path,) = [path for path in FILES if path.stem == slug]
    assert make_puzzles("--print", slug) == path.read_text(encoding="utf-8")


# The answers


@pytest.mark.no_cover
@every_puzzle
def test_the_answer_is_proven_again(path: Path) -> None:
    puzzle = load_puzzle(path)
    verdict = solve_deal(puzzle)
    assert verdict.proof is not None
    assert verdict.is_optimal
    assert puzzle.expected is not None
    assert verdict.verdict == puzzle.expected["verdict"]
    assert verdict.left == puzzle.expected["left"]


@pytest.mark.no_cover
@pytest.mark.parametrize("path", ONE_LINE, ids=lambda path: path.stem)
def test_there_is_exactly_one_winning_line(path: Path) -> None:
    puzzle = load_puzzle(path)
    problem = Problem.of(the_game.start(puzzle))
    (only,) = solutions(problem)
    assert puzzle.expected is not None
    if "turns" in puzzle.expected:
        assert len(solutions(problem, turns=True)) == 1
    # The solver, which shares no code with the counter, must win in the same way.
    piles: list[list[int]] = [[], [], [], []]
    for text in solve_deal(puzzle).transcript.moves:
        move = the_game.parse_move(text)
        if isinstance(move, the_game.Lay):
            piles[move.pile].append(move.card)
    assert tuple(map(tuple, piles)) == only[0]


def test_the_shuffle_that_nobody_can_win_is_the_one_of_the_hunt() -> None:
    """Its proof takes minutes, so it is not repeated here: it stands in the study's record."""
    puzzle = load_puzzle(ROOT / "puzzles" / "first-unwinnable.json")
    assert puzzle.expected == {"verdict": "unwinnable", "left": 2}
    assert puzzle.seed is not None
    assert puzzle.deck == deal_seed(GAME, puzzle.seed).deck
    rules = the_game.start(puzzle).rules
    assert rules == the_game.parse_rules("players=1 expert short-hand")
    decisions: list[Decision] = []
    read_study(str(ROOT / "docs" / "studies" / "hunt.jsonl.xz"), decisions.append)
    (found,) = [each for each in decisions if each.verdict == "unwinnable"]
    assert (found.seed, found.proof) == (puzzle.seed, "search-complete")
    page = (ROOT / "docs" / "winnability.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^cs1\w+$", page, re.MULTILINE)
    best = parse_transcript(code)
    assert (best.deal.deck, best.deal.rules) == (puzzle.deck, puzzle.rules)
    assert replay(best).outcome == Outcome("stuck", (2,), ())


def test_a_file_of_no_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected it to start with turn, end"):
        prefix_of(tmp_path / "mystery-01.json")
