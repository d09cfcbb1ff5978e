"""Settings of all tests."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from itertools import pairwise
from typing import TYPE_CHECKING

from hypothesis import settings

if TYPE_CHECKING:
    import pytest

# Speed is for scripts/bench: on a busy machine a deadline fails what is right.
settings.register_profile("cardsolver", deadline=None)
settings.load_profile("cardsolver")

# A shell starts background jobs deaf to Ctrl-C, and children inherit that; the tests need it heard.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Games of a person are kept at home; those of the tests are not a person's.
_HOME = tempfile.mkdtemp(prefix="cardsolver-tests-")
os.environ["XDG_DATA_HOME"] = _HOME

MOST_SLICES = 16  # enough for the cores of a machine, and few enough to read


def pytest_addoption(parser: pytest.Parser) -> None:
    """One option of our own."""
    parser.addoption(
        "--games",
        type=int,
        metavar="N",
        help="how many games, hands or positions each comparison with the naive engines"
        " (tests/engines, tests/solver/test_crosscheck.py) and each test of random episodes"
        " (tests/rl) goes through; a small slice without it",
    )


def pytest_configure(config: pytest.Config) -> None:
    """The mark of a test that can go through as many games as are asked for."""
    config.addinivalue_line(
        "markers",
        "games(size, slices=1): the test is called with `games`, the numbers of the games it is"
        " to go through: slices of this size, or as many games in all as --games says",
    )


def pytest_unconfigure() -> None:
    """Nothing of the tests' games is left."""
    shutil.rmtree(_HOME, ignore_errors=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Share the games of a marked test out to its slices."""
    mark = metafunc.definition.get_closest_marker("games")
    if mark is None:
        return
    size, slices = mark.args[0], mark.kwargs.get("slices", 1)
    in_all = size * slices
    asked = metafunc.config.getoption("games")
    if asked is not None:
        in_all = max(asked, size)  # some tests want to have seen everything that can happen
        slices = min(MOST_SLICES, in_all // size)
    bounds = [in_all * part // slices for part in range(slices + 1)]
    games = [range(*ends) for ends in pairwise(bounds)]
    metafunc.parametrize("games", games, ids=lambda part: f"{part.start}:{part.stop}")
