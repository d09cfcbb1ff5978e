"""Tables fit the terminal: columns go first, texts are cut last, and no word is broken."""

from __future__ import annotations

from cardsolver.cli.tables import Column, draw
from tests.support.running import cardsolver
from tests.support.terminal import terminal

COLUMNS = (Column("bot", left=True), Column("won"), Column("rating", spare=1), Column("s", spare=2))
ROWS = (("greedy", "10", "1500.5", "0.1"), ("a", "9", "7", "12"))


def test_texts_stand_to_the_left_and_numbers_to_the_right() -> None:
    drawn = draw(COLUMNS, ROWS, width=None)
    assert drawn.lines == (
        "bot     won  rating    s",
        "greedy   10  1500.5  0.1",
        "a         9       7   12",
    )
    assert drawn.left_out == ()


def test_columns_are_left_out_one_by_one_and_named() -> None:
    assert draw(COLUMNS, ROWS, width=23).left_out == ("s",)
    narrow = draw(COLUMNS, ROWS, width=12)
    assert narrow.left_out == ("rating", "s")
    assert narrow.lines[1] == "greedy   10"


def test_what_still_does_not_fit_is_cut_and_says_so() -> None:
    columns = (Column("seed"), Column("what happened", left=True))
    drawn = draw(columns, [("7", "the bot wrote a line that is no move")], width=24)
    assert drawn.lines == ("seed  what happened", "   7  the bot wrote a l…")


def test_a_report_fits_a_usual_terminal_and_wide_shows_all() -> None:
    call = ("tournament", "fifty-fifty", "--bots", "greedy,random", "--seeds", "0:2", "-j", "1")
    child = terminal(*call, size=(40, 80))
    lines = [line.rstrip() for line in child.read().splitlines()]
    assert any("--wide also shows" in line for line in lines)
    shown = [line for line in lines if line.startswith(("bot ", "greedy", "random"))]
    assert shown
    assert all(len(line) <= 80 for line in shown)
    wide = cardsolver(*call, "--wide").stdout
    assert "seconds/move" in wide
    assert "--wide" not in wide


def test_listings_fit_80_columns() -> None:
    for call in (("puzzles",), ("puzzles", "--answers"), ("games",)):
        text: str = terminal(*call, size=(100, 80)).read()
        assert all(len(line.rstrip()) <= 80 for line in text.splitlines()), call
