"""What is drawn on a terminal over and over again."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress

from cardsolver.cli.console import WithRoom, say_error

if TYPE_CHECKING:
    import pytest


def test_an_error_does_nothing_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    say_error("a bot said \x1b[2J")
    assert capsys.readouterr().err == "cardsolver: a bot said \\x1b[2J\n"


def test_a_bar_leaves_room_for_the_echo_of_ctrl_c() -> None:
    console = Console(file=StringIO(), width=40, color_system=None)
    bar = Progress(BarColumn(bar_width=None), console=console, expand=True)
    bar.add_task("games", total=10)
    with console.capture() as capture:
        console.print(WithRoom(bar))
    assert [len(line) for line in capture.get().splitlines()] == [38]
