"""The documents are true: commands run, rules have tests, the reference is the program's own."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.registry import game_names
from scripts.refresh import CLI_PAGE, cli_reference
from tests.running import ROOT, unmeasured

if TYPE_CHECKING:
    from pathlib import Path

PREFIXES = {"the-game": "TG", "fifty-fifty": "FF", "level-8": "L8"}
PAGES = [ROOT / "README.md", ROOT / "puzzles" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def shell_blocks(page: Path) -> list[str]:
    return re.findall(
        r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


RUNNABLE = [
    pytest.param(block, id=f"{page.relative_to(ROOT)} {index}")
    for page in PAGES
    for index, block in enumerate(shell_blocks(page), 1)
]


@pytest.mark.parametrize("block", RUNNABLE)
def test_the_commands_of_the_documents_run(block: str, tmp_path: Path) -> None:
    """Each `sh` block runs from top to bottom, with nobody at the keyboard."""
    for name in ("puzzles", "examples"):
        if (ROOT / name).is_dir():
            (tmp_path / name).symlink_to(ROOT / name)
    program = f"{shlex.quote(sys.executable)} -m cardsolver"
    for line in block.splitlines():
        command = line.partition(" #")[0].strip()
        if not command or command.startswith(("git clone", "cd ", "scripts/test", "scripts/bench")):
            continue
        done = subprocess.run(
            re.sub(r"\bscripts/cardsolver\b|\bcardsolver\b(?= )", program, command),
            shell=True,
            cwd=tmp_path,
            env=unmeasured(PYTHONPATH=str(ROOT)),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        # 1 and 3 are answers ("unwinnable", "not settled"), 2 would be a mistake in the document.
        assert done.returncode in (0, 1, 3), f"{command}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr


def test_there_are_commands_to_run() -> None:
    assert len(shell_blocks(ROOT / "README.md")) >= 3


def test_the_command_reference_is_what_the_program_says() -> None:
    assert CLI_PAGE.read_text(encoding="utf-8") == cli_reference(), "run scripts/refresh.py cli"


@pytest.mark.parametrize("game", game_names())
def test_every_numbered_rule_has_a_test_and_every_test_a_rule(game: str) -> None:
    prefix = PREFIXES[game]
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(rf"^\*\*{prefix}-(\d+) ", page, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    tests = (ROOT / "tests" / "rules" / f"test_{game.replace('-', '_')}.py").read_text("utf-8")
    tested = {int(number) for number in re.findall(rf"def test_{prefix.lower()}_(\d+)_", tests)}
    assert tested == set(numbers)


@pytest.mark.parametrize("game", game_names())
def test_every_rule_the_code_names_is_on_the_page(game: str) -> None:
    prefix = PREFIXES[game]
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    on_page = set(re.findall(rf"^\*\*({prefix}-\d+) ", page, re.MULTILINE))
    named = {
        rule
        for source in (ROOT / "cardsolver").rglob("*.py")
        for rule in re.findall(rf"\b{prefix}-\d+\b", source.read_text(encoding="utf-8"))
    }
    assert named <= on_page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target
