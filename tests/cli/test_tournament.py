"""`tournament` as its users see it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pexpect
import pytest

from cardsolver.tournaments.record import read_record
from tests.support.bots import misbehaving
from tests.support.running import ROOT, cardsolver, commands_with, refusal
from tests.support.terminal import terminal

if TYPE_CHECKING:
    from pathlib import Path


GAME = ("tournament", "the-game")


def test_a_configuration_file_and_flags_that_win_over_it(tmp_path: Path) -> None:
    file = ROOT / "examples" / "tournament.toml"
    done = cardsolver(
        "tournament", "--config", file, "--seeds", "0:2", "-o", tmp_path / "run.jsonl"
    )
    assert done.returncode == 0, done.stderr
    config = read_record(str(tmp_path / "run.jsonl")).config
    assert config.rules == "players=2 hand=7 minimum=3 first=bid talk"
    assert [entry.label for entry in config.entries] == ["greedy", "random", "greedy+shell"]
    assert (config.on_fault, config.limits.move_s) == ("replace", 5.0)
    assert "6 games on 2 deals" in done.stdout


def test_either_flag_for_seeds_wins_over_both_in_the_file(tmp_path: Path) -> None:
    file, record = tmp_path / "config.toml", tmp_path / "run.jsonl"
    base = "game = 'the-game'\nbots = ['greedy']\n"
    call = ("tournament", "--config", file, "-j", "1")
    for text, flags, seeds in (
        ("seeds = '0:9'", ("--seed", "fox"), "fox"),
        ("seed = ['fox']", ("--seeds", "0:2"), "0:2"),
    ):
        file.write_text(base + text)
        done = cardsolver(*call, *flags, "-o", record)
        assert done.returncode == 0, done.stderr
        assert read_record(str(record)).config.seeds == seeds
        record.unlink()
    both = ("--seed", "fox", "--seeds", "0:2")
    assert "expected only one of --seeds and --seed" in refusal(*call, *both)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = 'the-game", "not TOML"),
        ("gane = 'the-game'", "no setting 'gane'; expected game, rules"),
        ("jobs = 'two'", "jobs is 'two'; expected a whole number"),
        (
            "game = 'the-game'\nbots = ['greedy']\nseeds = '0:1'\njobs = 0",
            "jobs 0; expected at least 1",
        ),
        ("players = true", "players is 'True'; expected a whole number"),
        ("bots = [1]", "'1' is not a bot or seed; expected a text"),
        ("game = 'the-game'", "--bots is missing"),
    ],
)
def test_a_bad_configuration_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    assert message in refusal("tournament", "--config", file)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tournament",), "GAME is missing"),
        (("tournament", "chess", "--bots", "a", "--seeds", "0:2"), "no game 'chess'"),
        ((*GAME, "--bots", "greedy"), "--seeds is missing"),
        ((*GAME, "--bots", "greedy,nobody", "--seeds", "0:2"), "no bot 'nobody' for the-game"),
        ((*GAME, "--bots", "greedy", "--seeds", "a:b"), "seeds 'a:b'"),
        ((*GAME, "--bots", "greedy", "--seeds", "0:2", "--name", "x"), "expected NAME=BOT"),
        ((*GAME, "--bots", "greedy", "--seeds", "0:2", "--move-limit", "0"), "move limit 0;"),
        ((*GAME, "--bots", "greedy", "--seeds", "0:2", "--players", "9"), "players '9'"),
        (("report", "no-such-file"), "no-such-file: no such file"),
    ],
)
def test_bad_input_gets_one_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in refusal(*arguments)


PRINTS = """
def play(view):
    from cardsolver.games.the_game import GAME
    print("my hand is", *view.hand)
    return GAME.legal_moves(view)[0]
"""


@pytest.mark.parametrize("flags", [("--logs", "said"), ("-o", "run.jsonl")])
def test_what_a_python_bot_prints_is_kept(tmp_path: Path, flags: tuple[str, str]) -> None:
    (tmp_path / "prints.py").write_text(PRINTS)
    call = (*GAME, "--name", "mine=prints:play", "--bots", "mine", "--seeds", "0:1", *flags)
    done = cardsolver(*call, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    folder = "said" if flags[0] == "--logs" else "run.jsonl.logs"
    first = (tmp_path / folder / "mine.log").read_text().splitlines()[0]
    assert first.startswith("[game 0, seat 1] my hand is")
    assert not list(tmp_path.glob("*.logs")) or flags[0] == "-o"


def test_without_a_process_there_is_no_folder_for_logs(tmp_path: Path) -> None:
    call = (*GAME, "--bots", "greedy", "--seeds", "0:1", "--logs", tmp_path / "said")
    assert cardsolver(*call).returncode == 0
    assert not (tmp_path / "said").exists()


def test_a_variable_that_is_not_set_is_named() -> None:
    done = cardsolver(*GAME, "--bots", "greedy", "--seeds", "0:1", "--bot-env", "NO_SUCH_THING")
    assert done.returncode == 0
    assert done.stderr == "cardsolver: --bot-env NO_SUCH_THING: not set, so no bot will see it\n"


# At a terminal ----------------------------------------------------------------------------------


def on_a_screen(*arguments: str | Path) -> pexpect.spawn[str]:
    """A terminal on which a bar can be drawn, and wide enough for the standings."""
    return terminal(*arguments, kind="xterm", size=(40, 120))


def test_a_bots_name_is_no_markup_for_the_standings() -> None:
    bot = "cmd:python3 examples/bots/simple.py [/x]"
    child = on_a_screen(*GAME, "--bots", f"{bot},random", "--seeds", "0:3", "--jobs", "1")
    child.expect_exact("simple.py [/x]")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0, child.before


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bar_with_standings_and_ctrl_c(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "run.jsonl"
    arguments = ("--bots", "greedy,random", "--seeds", "0:100000", "-o", path, "--jobs", jobs)
    child = on_a_screen(*GAME, *arguments)
    child.expect(r"cards left")
    child.expect(r"greedy +[1-9]\d*")
    child.expect(r"/200000")
    child.sendintr()
    child.expect(r"stopped after (\d+) of 200000 games, kept in .*; the same command resumes")
    assert isinstance(child.match, re.Match)
    played = int(child.match.group(1))
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert played > 0
    # Ctrl-C may come just between keeping a game and counting it.
    assert len(read_record(str(path)).games) in (played, played + 1)


def test_ctrl_c_leaves_no_program_behind(tmp_path: Path) -> None:
    """The bot sleeps in the middle of its move, and would for ten minutes."""
    mark = tmp_path / "flag"
    named = ("--name", f"bad={misbehaving('time', mark)}", "--bots", "bad", "--seeds", "0:2")
    child = on_a_screen(*GAME, *named, "--jobs", "2", "--move-limit", "600")
    child.expect(r"\d/2")
    while not mark.exists():
        child.expect(r"0:0\d:\d\d")
    child.sendintr()
    child.expect(r"stopped after \d of 2 games; with -o FILE they would be kept")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert not commands_with(str(mark))


def test_nothing_is_drawn_when_nobody_looks(tmp_path: Path) -> None:
    done = cardsolver(*GAME, "--bots", "random", "--seeds", "0:3", "-o", tmp_path / "run.jsonl")
    assert done.stderr == ""
