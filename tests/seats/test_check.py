"""The protocol checker tells authors what is wrong, by number."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.registry import all_games, game_named, game_names
from cardsolver.seats.check import check_bot
from cardsolver.seats.checking import OK, SKIPPED, WRONG, Check
from cardsolver.seats.limits import TimeLimits
from tests.support.bots import misbehaving
from tests.support.running import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping


LIMITS = TimeLimits(start_s=60, move_s=60)
EXAMPLES = {
    "Python": f"cmd:{sys.executable} {ROOT}/examples/bots/simple.py",
    "shell": f"cmd:sh {ROOT}/examples/bots/first.sh",
}


def verdicts(what: str, limits: TimeLimits = LIMITS) -> Mapping[int, Check]:
    checks = check_bot(misbehaving(what), all_games()["the-game"], rules="", limits=limits)
    return {check.number: check for check in checks}


@pytest.mark.parametrize("bot", EXAMPLES)
@pytest.mark.parametrize("game", game_names())
def test_the_example_bots_pass_in_every_game(bot: str, game: str) -> None:
    checks = list(check_bot(EXAMPLES[bot], all_games()[game], rules="players=2", limits=LIMITS))
    assert [check.verdict for check in checks] == [OK] * 8, checks


def test_without_a_hello_the_rest_is_skipped() -> None:
    found = verdicts("no-start")
    assert found[1].verdict == WRONG
    assert "exited with status 3" in found[1].detail
    assert found[1].last_lines == ("! cannot find my own head",)
    assert {check.verdict for number, check in found.items() if number > 1} == {SKIPPED}


@pytest.mark.parametrize(
    ("what", "wrong"),
    [
        ("illegal-move", {2, 3, 4, 5, 6}),
        ("bad-message", {2, 3, 4, 5, 6}),
        ("crash", {2, 3, 4, 5, 6}),
    ],
)
def test_each_check_stands_alone(what: str, wrong: set[int]) -> None:
    found = verdicts(what)
    assert {number for number, check in found.items() if check.verdict == WRONG} == wrong


def test_a_bot_that_stays_after_quit_is_told() -> None:
    found = verdicts("stays")
    assert {number for number, check in found.items() if check.verdict == WRONG} == {7}
    assert "still running 2 s after quit" in found[7].detail


# Bots in Python ------------------------------------------------------------------------------


class Careful:
    """Plays the first legal move; chance comes from its seed alone."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def choose(self, view: Any) -> Any:
        return self._game.legal_moves(view)[0]


class Whimsical(Careful):
    """Another move each time it is asked."""

    _count = 0

    def choose(self, view: Any) -> Any:
        Whimsical._count += 1
        moves = self._game.legal_moves(view)
        return moves[Whimsical._count * 7 % len(moves)]


def broken(_view: Any) -> Any:
    raise KeyError("oops")


def ends_the_process(_view: Any) -> Any:
    print("goodbye")  # noqa: T201 - that is the point
    os._exit(0)


def presses_ctrl_c(_view: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("ends_the_process", "crash: exited with status 0; expected it to run until quit"),
        ("presses_ctrl_c", "crash: raised KeyboardInterrupt"),
    ],
)
def test_a_python_bot_that_ends_its_process_fails_every_check(bot: str, message: str) -> None:
    checks = list(check_bot(f"{__name__}:{bot}", game_named("the-game"), rules="", limits=LIMITS))
    assert [check.verdict for check in checks] == [OK, WRONG, WRONG, WRONG, WRONG]
    assert all(message in check.detail for check in checks[1:])
    assert all(line.startswith("!") for check in checks for line in check.last_lines)
    assert ("! goodbye" in checks[1].last_lines) == (bot == "ends_the_process")


@pytest.mark.parametrize("game", game_names())
def test_a_careful_python_bot_passes_every_check(game: str) -> None:
    spec = f"{__name__}:Careful"
    checks = list(check_bot(spec, game_named(game), rules="players=2", limits=LIMITS))
    assert [check.verdict for check in checks] == [OK] * 5


def test_a_python_bot_that_is_not_the_same_again_is_told() -> None:
    spec = f"{__name__}:Whimsical"
    *others, last = check_bot(spec, game_named("the-game"), rules="", limits=LIMITS)
    assert {check.verdict for check in others} == {OK}
    assert last.verdict == WRONG
    assert "differs the second time; expected random choices" in last.detail


def test_a_python_bot_that_raises_is_shown_its_own_lines() -> None:
    checks = list(check_bot(f"{__name__}:broken", game_named("the-game"), rules="", limits=LIMITS))
    assert [check.verdict for check in checks] == [OK, WRONG, WRONG, WRONG, WRONG]
    assert checks[1].detail.startswith("crash: raised KeyError: 'oops' (test_check.py, line ")
    assert any('raise KeyError("oops")' in line for line in checks[1].last_lines)
    assert not any("seats/python.py" in line for line in checks[1].last_lines)


def test_a_python_bot_that_is_not_there_skips_the_rest() -> None:
    checks = list(check_bot(f"{__name__}:Nobody", game_named("the-game"), rules="", limits=LIMITS))
    assert [check.verdict for check in checks] == [WRONG, *[SKIPPED] * 4]
