"""The wheel, in an empty environment outside the repository."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
USER_PROGRAM = """\
import cardsolver as cs
verdict = cs.solve(cs.deal("the-game", seed=42, players=2))
reveal_type(verdict.left)
reveal_type(cs.Table(cs.deal("level-8", seed=1)).legal_moves)
cs.solve("42")
"""


class Installed:
    """An environment with nothing in it but the wheel and what it needs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "venv" / "bin" / "python"

    def run(self, *command: str | Path, code: int = 0) -> str:
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("PYTHONPATH", "VIRTUAL_ENV") and not name.startswith("COV")
        }
        done = subprocess.run(
            [str(part) for part in command],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**environment, "NO_COLOR": "1"},
            check=False,
        )
        assert done.returncode == code, (command, done.stdout, done.stderr)
        return done.stdout

    def cardsolver(self, *arguments: str | Path, code: int = 0) -> str:
        return self.run(self.python.parent / "cardsolver", *arguments, code=code)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel is built and installed; its dependencies are those of this environment.

    Installing them anew would fetch a hundred megabytes for every run of the tests.
    """
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    # Without a compiler the build has to fetch one, and only an isolated build does.
    compiler = any(map(shutil.which, ("cc", "gcc", "clang")))
    build = [*pip, "wheel", "--no-deps", "-w", str(folder), str(ROOT)]
    build += ["--no-build-isolation"] if compiler else []
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("cardsolver-*.whl")
    venv.create(folder / "venv", with_pip=False)
    site = next((folder / "venv" / "lib").glob("python*/site-packages"))
    # Without --ignore-installed pip would remove the cardsolver of this environment.
    install = [*pip, "install", "--no-deps", "--ignore-installed"]
    install += ["--prefix", str(folder / "venv"), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    scripts = folder / "venv" / "bin" / "cardsolver"
    text = scripts.read_text().split("\n", 1)[1]
    scripts.write_text(f"#!{folder / 'venv' / 'bin' / 'python'}\n{text}")
    # What cardsolver needs, but never the cardsolver of the repository (it is an editable one).
    ours = Path(next(path for path in sys.path if path.endswith("site-packages")))
    for path in ours.iterdir():
        if "cardsolver" not in path.name.lower() and path.suffix != ".pth":
            target = site / path.name
            if not target.exists():
                target.symlink_to(path)
    return Installed(folder)


def test_the_commands_work_from_the_wheel(installed: Installed) -> None:
    where = installed.run(installed.python, "-c", "import cardsolver; print(cardsolver.__file__)")
    assert str(installed.folder) in where
    assert "TG-8" in installed.cardsolver("rules", "the-game", "--plain")
    assert "end-04-tightrope" in installed.cardsolver("puzzles")
    solved = json.loads(installed.cardsolver("solve", "--seed", "42", "--json"))
    assert solved["verdict"] == "winnable"
    assert "won" in installed.cardsolver("play", "level-8", "--seats", "greedy", "--seed", "1")
    installed.cardsolver("solve", "--seed", "42", "--html", "line.html")
    assert "theGame" in (installed.folder / "line.html").read_text(encoding="utf-8")
    bot = ROOT / "examples" / "bots" / "first.sh"
    arguments = ("tournament", "the-game", "--bots", f"planner,cmd:sh {bot}", "--seeds", "0:2")
    report = json.loads(installed.cardsolver(*arguments, "--json"))
    assert (report["games"], report["faults"]) == (4, [])


def test_a_user_program_sees_real_types(installed: Installed) -> None:
    (installed.folder / "program.py").write_text(USER_PROGRAM)
    command = (installed.python, "-m", "mypy", "--strict", "program.py")
    lines = installed.run(*command, code=1).splitlines()
    assert lines[0].endswith('Revealed type is "int"')
    assert lines[1].endswith('Revealed type is "tuple[str, ...]"')
    assert 'incompatible type "str"; expected "Deal | Table"' in lines[2]
    assert lines[3].startswith("Found 1 error")


def test_the_wheel_holds_what_it_needs_and_no_more(installed: Installed) -> None:
    (wheel,) = installed.folder.glob("cardsolver-*.whl")
    names = installed.run(sys.executable, "-m", "zipfile", "-l", wheel)
    for wanted in (
        "cardsolver/py.typed",
        "_data/rules/level-8.md",
        "bots/weights.json",
        "bots/nets.json",
    ):
        assert wanted in names
    assert "tests/" not in names
