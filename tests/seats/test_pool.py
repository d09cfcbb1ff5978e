"""Programs are kept from game to game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.bots import play_with

if TYPE_CHECKING:
    from pathlib import Path


def test_a_crashed_program_is_started_again_for_the_next_game(tmp_path: Path) -> None:
    first, second, third = play_with("crash", tmp_path / "flag", games=3)
    assert [fault.kind for fault in first.faults] == ["crash"]
    assert not second.faults
    assert not third.faults
    assert second.outcome is not None
    assert second.outcome.end != "forfeit"
