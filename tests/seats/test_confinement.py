"""How a bot's command is made ready to run elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.seats.confinement import Confinement

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_words_that_name_files_are_whole_paths_and_others_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word may be too long for a file; a name alone is a program on the path, as in a shell."""
    monkeypatch.chdir(tmp_path)
    for name in ("env", "bot.py"):
        (tmp_path / name).touch()
    long = "x" * 300
    command = Confinement().command(["env", "bot.py", long, f"./{long}", "a\0b", "./a\0b"])
    assert command == ["env", str(tmp_path / "bot.py"), long, f"./{long}", "a\0b", "./a\0b"]
    assert Confinement().command(["./env", "env"]) == [str(tmp_path / "env")] * 2
