"""The documents are true: commands run, rules have tests, the reference is the program's own."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.registry import game_names
from tests.support.running import ROOT, cardsolver, unmeasured

if TYPE_CHECKING:
    from pathlib import Path

# They take long, and the first would run this test again.
NOT_RUN = ("scripts/test", "scripts/coverage", "scripts/bench")
PREFIXES = {"the-game": "TG", "fifty-fifty": "FF", "level-8": "L8"}
PAGES = [ROOT / "README.md", ROOT / "puzzles" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def shell_blocks(page: Path) -> list[str]:
    return re.findall(
        r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def in_a_shell(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A line with pipes and the like."""
    program = f"{shlex.quote(sys.executable)} -m cardsolver"
    return subprocess.run(
        re.sub(r"\bcardsolver\b(?= )", program, command),
        shell=True,
        cwd=cwd,
        env=unmeasured(PYTHONPATH=str(ROOT)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
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
    for line in block.splitlines():
        command = line.partition(" #")[0].strip().replace("scripts/cardsolver ", "cardsolver ")
        if not command or command.startswith(("git clone", "cd ", *NOT_RUN)):
            continue
        if re.fullmatch(r"cardsolver( [^|<>;&$*`]+)+", command):
            done = cardsolver(*shlex.split(command)[1:], cwd=tmp_path)
        else:
            done = in_a_shell(command, tmp_path)
        # 1 and 3 are answers ("unwinnable", "not settled"), 2 would be a mistake in the document.
        assert done.returncode in (0, 1, 3), f"{command}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr


def test_the_programs_about_training_run() -> None:
    page = (ROOT / "docs" / "rl.md").read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len(programs) == 2
    for program in programs:
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def test_there_are_commands_to_run() -> None:
    assert len(shell_blocks(ROOT / "README.md")) >= 3


def test_the_command_reference_is_what_the_program_says() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "refresh.py"), "--check", "cli"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"run scripts/refresh.py cli\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("game", game_names())
def test_every_numbered_rule_has_a_test_and_every_test_a_rule(game: str) -> None:
    prefix = PREFIXES[game]
    page = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    numbers = [int(number) for number in re.findall(rf"^\*\*{prefix}-(\d+) ", page, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    tests = (ROOT / "tests" / "games" / game.replace("-", "_") / "test_rules.py").read_text("utf-8")
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
