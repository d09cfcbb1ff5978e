"""A command within the test process is what it is as a process, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from cardsolver.tournaments.record import read_record
from tests.support.running import ROOT, cardsolver, cardsolver_process, children

COMMANDS: dict[str, tuple[list[str], bytes]] = {
    "help": (["--help"], b""),
    "no command": ([], b""),
    "help of a command": (["winnable", "--help"], b""),
    "a wrong flag": (["deal", "the-game", "--fly"], b""),
    "a wrong seed": (["deal", "the-game", "--seed", "\udcff"], b""),
    "lines": (["deal", "level-8", "--seed", "1", "--json"], b""),
    "a table": (["games"], b""),
    "a page": (["rules", "fifty-fifty"], b""),
    "bytes": (["referee", "-"], b"\xff\x00"),
    "a person": (
        ["play", "level-8", "--seats", "human,greedy", "--seed", "1", "--no-record"],
        b"draw\r\nfly\n",
    ),
    "an answer": (["winnable", "--position", "50 60 40 30 / 45 70 72 / 46 71"], b""),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_it_says_what_the_process_says(name: str) -> None:
    arguments, stdin = COMMANDS[name]
    here = cardsolver(*arguments, stdin=stdin)
    there = cardsolver_process(*arguments, stdin=stdin)
    assert (here.returncode, here.stdout, here.stderr) == (
        there.returncode,
        there.stdout,
        there.stderr,
    )


BOT = """
import os, signal, sys
from cardsolver.games.the_game import rules

os.environ["LEFT_BEHIND"] = "yes"
sys.path.append("/left/behind")
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
os.chdir("/")
os.write(1, b"{word} to descriptor 1\\n")

def choose(view):
    return rules.legal_moves(view)[0]
"""


def test_what_a_bot_does_to_the_process_is_undone(tmp_path: Path) -> None:
    """Twice, with a bot of the same name and in another folder."""
    arguments = ["play", "the-game", "--seats", "here:choose", "--seed", "1", "--json"]
    for word in ("first", "second"):
        folder = tmp_path / word
        folder.mkdir()
        (folder / "here.py").write_text(BOT.format(word=word))
        before = everything_about_us()
        done = cardsolver(*arguments, cwd=folder)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(f"{word} to descriptor 1\n")
        assert everything_about_us() == before


def everything_about_us() -> dict[str, object]:
    """What a program may change of a process, but for what it has loaded."""
    return {
        "argv": list(sys.argv),
        "path": list(sys.path),
        "main": sys.modules["__main__"],
        "streams": (sys.stdin, sys.stdout, sys.stderr),
        "descriptors": [Path(f"/proc/self/fd/{place}").readlink() for place in range(3)],
        "folder": Path.cwd(),
        "environment": dict(os.environ),
        "handlers": {number: signal.getsignal(number) for number in signal.valid_signals()},
        "threads": threading.enumerate(),
        "bots": "here" in sys.modules,
    }


def test_a_reader_who_has_enough_does_not_take_our_output(tmp_path: Path) -> None:
    """The program sends the rest of its output nowhere, and means its own descriptor."""
    code = (
        "import os\n"
        "from cardsolver.games.the_game import rules\n"
        "def choose(view):\n"
        "    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # as `stop_writing` does\n"
        "    return rules.legal_moves(view)[0]\n"
    )
    (tmp_path / "here.py").write_text(code)
    before = everything_about_us()
    arguments = ["play", "the-game", "--seats", "here:choose", "--seed", "1", "--json"]
    done = cardsolver(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert everything_about_us() == before
    assert "cardsolver" in cardsolver("--version").stdout


def test_a_mistake_of_the_program_is_a_traceback_and_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardsolver.cli.deal.deal_seed", None)
    done = cardsolver("deal", "the-game", "--seed", "1")
    assert done.returncode == 1
    assert done.stderr.startswith("Traceback")
    assert "TypeError: " in done.stderr


def test_workers_start_where_the_command_did_and_are_gone_afterwards(tmp_path: Path) -> None:
    cardsolver("winnable", "--seeds", "0:2", "--jobs", "2")  # Python's own helper stays
    (tmp_path / "bot.sh").symlink_to(ROOT / "examples" / "bots" / "first.sh")
    before = children()
    bots = ["--bots", "cmd:sh bot.sh", "--seeds", "0:2", "--jobs", "2", "--players", "1"]
    done = cardsolver("tournament", "the-game", *bots, "-o", "run.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert not read_record(str(tmp_path / "run.jsonl")).games[0].faults
    assert children() <= before
