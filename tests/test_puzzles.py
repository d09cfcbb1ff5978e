"""Every puzzle: its file is complete, its answer is proven again, and people can get at it."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.puzzles import (
    GAME,
    KINDS,
    load_puzzle,
    prefix_of,
    puzzle_files,
    puzzle_named,
)
from cardsolver.solver.problem import Problem
from cardsolver.solver.solve import solve_deal
from cardsolver.solver.uniqueness import solutions
from scripts.make_puzzles import RECIPES, make, text_of
from tests.running import ROOT, cardsolver, refusal

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
    assert set(puzzle.expected) - {"lines", "turns"} == {"verdict", "left", "difficulty"}
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


def test_every_file_has_its_recipe() -> None:
    assert sorted(SLUGS) == sorted(recipe.slug for recipe in RECIPES)


@pytest.mark.no_cover
def test_a_recipe_makes_its_file_again() -> None:
    """One that no engine has a say in, but for the stars."""
    (recipe,) = [recipe for recipe in RECIPES if recipe.slug == "turn-06-full-house"]
    made, kept = make(recipe), puzzle_named(recipe.slug)
    assert made is not None
    assert made.expected is not None
    assert kept.expected is not None
    stars = {"difficulty": kept.expected["difficulty"]}
    assert text_of(replace(made, expected={**made.expected, **stars})) == text_of(kept)


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


# The commands


def test_the_list_has_every_puzzle_and_no_spoilers() -> None:
    done = cardsolver("puzzles")
    assert done.returncode == 0
    for path in FILES:
        assert re.search(rf"^{path.stem} ", done.stdout, re.MULTILINE), path.stem
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    for kind in KINDS.values():
        assert kind in done.stdout
    assert "winnable" not in done.stdout
    assert "…" not in done.stdout


def test_the_answers_are_listed_when_asked_for() -> None:
    done = cardsolver("puzzles", "--answers")
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    assert "…" not in done.stdout
    answers = re.findall(r"(?:un)?winnable", done.stdout)
    assert answers == [(load_puzzle(path).expected or {})["verdict"] for path in FILES]
    assert done.stdout.count(", one line") == len(ONE_LINE)


def test_the_list_as_json() -> None:
    plain = cardsolver("puzzles", "--json").stdout.splitlines()
    assert not any({"expected", "source"} & set(json.loads(line)) for line in plain)  # spoilers
    lines = cardsolver("puzzles", "--json", "--answers").stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    assert (
        [row["puzzle"] for row in rows] == SLUGS == [json.loads(line)["puzzle"] for line in plain]
    )
    for row, path in zip(rows, FILES, strict=True):
        puzzle = load_puzzle(path)
        assert row["expected"] == puzzle.expected
        assert row["kind"] == KINDS[prefix_of(path)]
        assert row["players"] == the_game.start(puzzle).rules.players


def test_one_puzzle_with_every_card() -> None:
    shown = cardsolver("puzzles", "team-05")
    assert shown.returncode == 0
    state = the_game.start(puzzle_named("team-05"))
    for seat, hand in enumerate(state.hands, 1):
        assert f"seat {seat} {' '.join(map(str, hand))}\n" in shown.stdout
    assert f"draw   {' '.join(map(str, state.draw))}\n" in shown.stdout
    assert "exactly one winning line" in shown.stdout
    assert "answer winnable, one line" in cardsolver("puzzles", "team-05", "--answers").stdout
    assert "laid   1 this turn" in cardsolver("puzzles", "turn-09").stdout
    assert json.loads(cardsolver("puzzles", "turn-09", "--json").stdout)["puzzle"] in SLUGS


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_can_be_played(kind: str) -> None:
    slug = next(slug for slug in SLUGS if slug.startswith(kind))
    done = cardsolver("play", "--puzzle", slug, stdin="quit\n")
    assert done.returncode == 1
    assert puzzle_named(slug).label in done.stdout
    assert "the game is not finished" in done.stderr


def test_a_puzzle_file_can_be_solved_from_the_shell() -> None:
    path = ROOT / "puzzles" / GAME / "turn-01-half-a-dozen.json"
    data = json.loads(cardsolver("solve", path, "--json").stdout)
    assert (data["verdict"], data["left"], data["deal"]) == ("winnable", 0, "Half a dozen")


@pytest.mark.parametrize("command", [["play", "--puzzle"], ["puzzles"]])
def test_an_unknown_puzzle_gets_one_clear_line(command: list[str]) -> None:
    assert "no puzzle 'nonsense'; cardsolver puzzles lists them" in refusal(*command, "nonsense")
    assert "puzzles begin with 'turn': turn-01-" in refusal(*command, "turn")


def test_a_file_of_no_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected it to begin with turn, end"):
        prefix_of(tmp_path / "mystery-01.json")
