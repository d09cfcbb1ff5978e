"""The commands as scripts use them: output, errors and exit codes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from cardsolver.cli.app import COMMANDS, load_command
from cardsolver.core.references import load
from tests.support.running import (
    ROOT,
    cardsolver,
    cardsolver_process,
    environment,
    modules_after,
    refusal,
    shell,
    unmeasured,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_help_lists_the_commands_and_exit_codes() -> None:
    done = cardsolver("--help")
    assert done.returncode == 0
    for word in ("games", "rules", "deal", "play", "referee", "Exit codes"):
        assert word in done.stdout


def test_help_loads_neither_numpy_nor_ortools_nor_rich_screens() -> None:
    slow = {"numpy", "ortools", "pandas", "rich.console"}
    assert not slow & modules_after("deal", "the-game", "--seed", "1")


def test_the_list_of_commands_loads_none_of_them() -> None:
    modules = {where.partition(":")[0] for where, _ in COMMANDS.values()}
    assert not modules & modules_after("--help")
    assert modules_after("deal", "the-game", "--seed", "1") & modules == {"cardsolver.cli.deal"}


def test_every_command_of_the_list_is_there_under_its_name() -> None:
    listed = " ".join(cardsolver("--help").stdout.replace("│", " ").split())
    for name, (where, line) in COMMANDS.items():
        assert callable(load(where)), where
        assert load_command(name).name == name
        assert f"{name} {line}" in listed
        own = cardsolver(name, "--help")
        assert own.returncode == 0
        assert f"cardsolver {name} " in own.stdout


def test_version() -> None:
    assert cardsolver("--version").stdout.startswith("cardsolver 0.")


def test_no_command_shows_the_help() -> None:
    done = cardsolver()
    assert done.returncode == 2
    assert "Usage" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fly"], "No such command 'fly'"),
        (["deal", "the-game", "--fly"], "No such option: --fly"),
        (["deal"], "Missing argument 'GAME'"),
        (["deal", "chess"], "no game 'chess'; expected one of the-game"),
        (["deal", "the-game", "--count", "0"], "Invalid value for '--count'"),
        (
            ["deal", "the-game", "--players", "6"],
            "players '6'; expected a whole number from 1 to 5",
        ),
        (["deal", "the-game", "--expert", "--minimum", "2"], "expected one"),
        (["deal", "the-game", "--seed", "1", "-o", "/no/such/place"], "cannot be written"),
        (["rules", "chess"], "no game 'chess'"),
        (
            ["play", "the-game", "--seats", "nobody"],
            "no bot 'nobody' for the-game; expected one of greedy",
        ),
        (["play", "the-game", "--seats", "greedy,greedy", "--players", "3"], "--seats names 2"),
        (["play", "the-game", "--seats", "script:/no/such"], "no such file"),
        (["play", "the-game", "--seed", "1", "--position", "x"], "expected only one of"),
        (["play", "the-game", "--laid", "1"], "--laid goes with --position"),
        (["play", "the-game", "--position", "1 2"], "1 field separated by /"),
        (["play", "the-game", "--deal", "-"], "which a human seat needs"),
        (["play", "the-game", "--seats", "greedy", "--record", "/no/such/x"], "cannot be written"),
        (["referee", "/no/such"], "no such file"),
        (["referee", "."], "is a directory"),
    ],
)
def test_bad_input_gets_one_clear_line(arguments: list[str], message: str) -> None:
    assert message in refusal(*arguments)


def test_a_reader_that_stops_early_is_no_error() -> None:
    done = shell("cardsolver deal the-game --seed 1 --count 2000 | head -n 1")
    assert done.stdout == "# game: the-game\n"
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("tail", "code", "said"),
    [
        ("--count 20000 | head -n 1 >/dev/null; exit ${PIPESTATUS[0]}", 141, ""),
        (">/dev/full", 2, "cardsolver: standard output cannot be written (No space left"),
        (">&-", 2, "cardsolver: standard output is closed"),
    ],
)
def test_an_output_that_takes_no_more(tail: str, code: int, said: str) -> None:
    done = shell(f"cardsolver deal the-game --seed 1 {tail}")
    assert done.returncode == code
    assert done.stderr.startswith(said)
    assert len(done.stderr.splitlines()) == (1 if said else 0)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("referee -", "standard input: empty; expected one transcript per line"),
        ("play the-game --seed 1 --no-record", "the game is not finished: stopped after 0 moves"),
        ("stats", ""),
    ],
)
def test_an_input_that_is_closed_is_empty(command: str, said: str, tmp_path: Path) -> None:
    done = shell(f"cardsolver {command} <&-", XDG_DATA_HOME=str(tmp_path))
    assert done.stderr == (f"cardsolver: {said}\n" if said else "")


@pytest.mark.parametrize(
    "arguments",
    [
        ("stats",),
        ("replay", "last"),
        ("play", "--resume", "last"),
        ("solve", "--seed", "1", "--hand", "3", "--html", f"{'x' * 300}.html"),
        ("puzzles", "new", "--seed", "1", "-o", "x" * 300),
    ],
    ids=str,
)
def test_a_file_that_cannot_be_reached_is_named(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", f"/{'x' * 300}")
    assert re.search("x{300}.*: cannot be used .File name too long.", refusal(*arguments))


def test_an_error_that_nobody_reads_keeps_its_exit_code() -> None:
    reader, writer = os.pipe()
    os.close(reader)  # as in: cardsolver … 2>&1 | head -n 1
    done = subprocess.run(
        [sys.executable, "-m", "cardsolver", "rules", "chess"],
        stdout=writer,
        stderr=writer,
        env=environment(),
        check=False,
    )
    os.close(writer)
    assert done.returncode == 2


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize(
    "arguments", [("rules", "the-game"), ("play", "the-game", "--seed", "1")], ids=str
)
def test_output_that_is_not_utf_8_is_no_traceback(
    encoding: str, arguments: tuple[str, ...]
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardsolver", *arguments],
        input=b"",
        capture_output=True,
        env={**environment(), "PYTHONIOENCODING": encoding},
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == (0 if arguments[0] == "rules" else 1)
    assert done.stdout


def test_the_program_has_one_name() -> None:
    assert "(see cardsolver solve --help)" in refusal("solve", "--no-such-flag")


@pytest.mark.parametrize("module", ["typer", "cardsolver.cli.console", "cardsolver.solver.batch"])
def test_ctrl_c_while_the_program_is_loaded_is_one_line(module: str) -> None:
    code = (
        "import sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from cardsolver.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "solve", "--seed", "1"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=unmeasured(),
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "cardsolver: stopped\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_json_says_the_same_in_every_encoding(encoding: str, tmp_path: Path) -> None:
    """A plain sign in place of another would end a text, or change a name."""
    seed, name = "say “hi” ×", "human:Zoë ▲"
    env = environment(PYTHONIOENCODING=encoding)
    call = ("play", "the-game", "--seed", seed, "--seats", name, "--no-record", "--json")
    played = cardsolver_process(*call, env=env).stdout
    game = json.loads(played)
    assert (game["seed"], game["seats"]) == (seed, [name])
    kept = tmp_path / "game.jsonl"
    kept.write_text(played)
    shared = cardsolver_process("share", kept, "--json", env=env).stdout
    assert json.loads(shared) == game
    solved = cardsolver_process("solve", "--seed", seed, "--hand", "3", "--json", env=env).stdout
    assert json.loads(solved)["deal"] == f"seed {seed}"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_signs_that_an_encoding_lacks_become_plain_ones(encoding: str) -> None:
    env = environment(PYTHONIOENCODING=encoding)
    done = cardsolver_process("play", "the-game", "--seed", "3", env=env)
    assert "A ^ 1    B ^ 1    C v 100    D v 100" in done.stdout
    assert "Traceback" not in done.stderr
    assert "?" not in cardsolver_process("play", "--help", env=env).stdout
