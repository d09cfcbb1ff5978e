"""Verdicts that a file has kept are believed only as far as their lines go."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import Deal
from cardsolver.core.errors import InputError
from cardsolver.solver.batch import SolveTask, VerdictFile, solve_many

if TYPE_CHECKING:
    from pathlib import Path

TASK = SolveTask(Deal("the-game", position="50 60 40 30 / 45 70 72 / 46 71"))


def kept(path: Path, **changes: object) -> VerdictFile:
    """A file with the verdict about one deal, changed by hand."""
    with VerdictFile(path) as file:
        ((_, verdict),) = solve_many([TASK], file=file)
    path.write_text(json.dumps({"key": TASK.key, **verdict.to_json(), **changes}) + "\n")
    with VerdictFile(path) as file:
        return file


def test_a_verdict_comes_back_as_it_was(tmp_path: Path) -> None:
    file = kept(tmp_path / "verdicts.jsonl")
    assert TASK in file
    again = TASK.solve()
    found = file[TASK]
    assert (found.verdict, found.left, found.left_bound) == ("unwinnable", 2, 2)
    assert found.transcript == again.transcript
    assert list(solve_many([TASK], file=file)) == []


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"left": 1}, "the line does not leave 1"),
        ({"moves": ["A45"]}, "the line does not leave 2"),
        ({"moves": None}, "not a verdict"),
        ({"left": "two"}, "not a verdict"),
        ({"left": 1e300}, "the line does not leave"),
        ({"moves": [["A45"]]}, "not a verdict"),
        ({"engine": "magic"}, "no engine is called 'magic'"),
        ({"proof": ["cpsat"]}, "no proof is called"),
        ({"reason": 7}, "not a verdict"),
        ({"verdict": "winnable"}, "winnable, with 2 left and a bound of 2"),
        ({"left_bound": 3}, "with 2 left and a bound of 3"),
        ({"variant": "players=1 hand=8 minimum=1"}, "which is another variant"),
        ({"variant": None}, "which is another variant"),
    ],
)
def test_a_verdict_that_its_line_does_not_bear_out_is_refused(
    tmp_path: Path, changes: dict[str, object], message: str
) -> None:
    file = kept(tmp_path / "verdicts.jsonl", **changes)
    with pytest.raises(InputError, match=message):
        file[TASK]


def test_what_stayed_undecided_is_asked_again(tmp_path: Path) -> None:
    assert TASK not in kept(tmp_path / "verdicts.jsonl", verdict="undecided")
