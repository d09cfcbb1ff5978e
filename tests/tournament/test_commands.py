"""`cardsolver tournament` and `cardsolver report` as their users see them."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from typing import TYPE_CHECKING

import pexpect
import pytest

from cardsolver.core.registry import all_games
from cardsolver.tournaments.record import read_record
from tests.protocol.test_faults import spec
from tests.running import ROOT, cardsolver, commands_with, refusal, unmeasured

if TYPE_CHECKING:
    from pathlib import Path

GAME = ("tournament", "the-game")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reports") / "run.jsonl"
    done = cardsolver(*GAME, "--bots", "greedy,random", "--seeds", "0:10", "-o", path, "-j", "1")
    assert done.returncode == 0, done.stderr
    return path


def test_a_table_for_people(record: Path) -> None:
    lines = cardsolver("report", record).stdout.splitlines()
    assert lines[0] == "the-game (players=1 hand=8 minimum=2): 20 games on 10 deals"
    (greedy,) = [line for line in lines if line.startswith(" greedy") and "random" not in line]
    assert greedy.split()[1:3] == ["10", "0"]  # games, won
    assert any(line.startswith(" greedy") and " random " in line for line in lines)  # the pair


def test_json_has_every_table(record: Path) -> None:
    data = json.loads(cardsolver("report", record, "--json").stdout)
    assert (data["games"], data["games_expected"], data["deals"]) == (20, 20, 10)
    first, second = data["bots"]
    assert (first["bot"], second["bot"]) == ("greedy", "random")
    assert first["win_share_low"] <= first["win_share"] < first["win_share_high"]
    assert first["left"] < second["left"]
    assert first["seconds_per_move"] > 0
    (pair,) = data["pairs"]
    assert pair["left_difference"] == pytest.approx(first["left"] - second["left"])
    assert (pair["better"], pair["equal"], pair["worse"]) == (10, 0, 0)
    assert data["faults"] == data["fault-games"] == []


def test_csv_has_one_table(record: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(cardsolver("report", record, "--csv").stdout)))
    assert [row["bot"] for row in rows] == ["greedy", "random"]
    pairs = cardsolver("report", record, "--csv", "--table", "pairs").stdout
    assert pairs.splitlines()[0].startswith("bot,other,deals,left_difference")
    empty = cardsolver("report", record, "--csv", "--table", "faults").stdout
    assert empty == "bot,fault,count,replaced\n"


def test_markdown(record: Path) -> None:
    text = cardsolver("report", record, "--markdown", "--no-times").stdout
    assert "| team | games | won | won % | cards left | under 10 % | faults |\n| --- |" in text
    assert "seconds" not in text


def test_a_picture(record: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "a.svg", tmp_path / "b.svg"
    for picture in (first, second, tmp_path / "c.png"):
        assert cardsolver("report", record, "--plot", picture).returncode == 0
    assert first.stat().st_size > 5000
    assert first.read_bytes() == second.read_bytes()


def test_a_picture_of_a_competition(tmp_path: Path) -> None:
    for game in [name for name in all_games() if name != "the-game"]:
        path = tmp_path / f"{game}.jsonl"
        bots = ("--bots", "greedy,random", "--seeds", "0:2", "--players", "2", "-j", "1")
        assert cardsolver("tournament", game, *bots, "-o", path).returncode == 0
        done = cardsolver("report", path, "--plot", tmp_path / f"{game}.svg")
        assert done.returncode == 0, done.stderr
        assert "rank 2" in (tmp_path / f"{game}.svg").read_text(encoding="utf-8")


def test_several_records_add_up(record: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.jsonl"
    cardsolver(*GAME, "--bots", "random,greedy", "--seeds", "5:15", "-o", more, "-j", "1")
    done = cardsolver("report", record, more, "--json", "--no-times")
    data = json.loads(done.stdout)
    assert (data["games"], data["deals"]) == (30, 15)
    assert "10 games stand in more than one file and count once" in done.stderr
    other = tmp_path / "other.jsonl"
    cardsolver(*GAME, "--bots", "random", "--seeds", "0:2", "-o", other, "--expert", "-j", "1")
    assert "other.jsonl: rules" in refusal("report", record, other)
    alias = tmp_path / "alias.jsonl"
    named = ("--name", "greedy=random", "--bots", "greedy")
    cardsolver(*GAME, *named, "--seeds", "0:2", "-o", alias, "-j", "1")
    assert "another bot is called 'greedy' elsewhere" in refusal("report", record, alias)


def test_an_unfinished_record_can_be_looked_at(record: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    part.write_bytes(b"".join(record.read_bytes().splitlines(keepends=True)[:8]) + b'{"type":"ga')
    done = cardsolver("report", part)
    assert done.returncode == 0
    assert "7 of 20 games so far" in done.stdout
    assert "part.jsonl: the last line is torn and left out" in done.stderr


def test_a_finished_tournament_only_reports(record: Path) -> None:
    before = record.read_bytes()
    again = cardsolver(*GAME, "--bots", "greedy,random", "--seeds", "0:10", "-o", record)
    assert again.stdout == cardsolver("report", record).stdout
    assert "20 of 20 games are played already" in again.stderr
    assert record.read_bytes() == before


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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = 'the-game", "not TOML"),
        ("gane = 'the-game'", "no setting 'gane'; expected game, rules"),
        ("jobs = 'two'", "jobs is 'two'; expected a whole number"),
        ("players = true", "players is 'True'; expected a whole number"),
        ("bots = [1]", "'1' is no bot or seed; expected a text"),
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
        (("report", "no-such-file"), "no-such-file: cannot be read"),
    ],
)
def test_bad_input_gets_one_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in refusal(*arguments)


def test_bad_wishes_for_a_report(record: Path, tmp_path: Path) -> None:
    assert "no table 'cars'; there are bots" in refusal("report", record, "--table", "cars")
    assert "expected only one of" in refusal("report", record, "--json", "--csv")
    assert "expected a name ending in" in refusal("report", record, "--plot", "x.gif")
    wrong = tmp_path / "no" / "x.svg"
    assert "cannot be written" in refusal("report", record, "--plot", wrong)


# At a terminal -----------------------------------------------------------------------------------


def terminal(*arguments: str | Path) -> pexpect.spawn[str]:
    return pexpect.spawn(
        sys.executable,
        ["-m", "cardsolver", *map(str, arguments)],
        cwd=str(ROOT),
        env=unmeasured(TERM="xterm"),
        encoding="utf-8",
        dimensions=(40, 120),
        timeout=60,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bar_with_standings_and_ctrl_c(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "run.jsonl"
    arguments = ("--bots", "greedy,random", "--seeds", "0:100000", "-o", path, "--jobs", jobs)
    child = terminal(*GAME, *arguments)
    child.expect(r"cards left")
    child.expect(r"greedy +[1-9]\d*")
    child.expect(r"/200000")
    child.sendintr()
    child.expect(r"stopped after (\d+) of 200000 games, kept in .*; the same command goes on")
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
    named = ("--name", f"bad={spec('time', mark)}", "--bots", "bad", "--seeds", "0:2")
    child = terminal(*GAME, *named, "--jobs", "2", "--move-limit", "600")
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
