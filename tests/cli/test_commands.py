"""The commands as scripts use them: output, errors and exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.registry import all_games, game_names
from tests.running import ROOT, cardsolver, environment, refusal

if TYPE_CHECKING:
    from pathlib import Path


def test_help_lists_the_commands_and_exit_codes() -> None:
    done = cardsolver("--help")
    assert done.returncode == 0
    for word in ("games", "rules", "deal", "play", "referee", "Exit codes"):
        assert word in done.stdout


def test_help_loads_neither_numpy_nor_ortools_nor_rich_screens() -> None:
    code = (
        "import sys; sys.argv = ['cardsolver', 'deal', 'the-game', '--seed', '1']\n"
        "from cardsolver.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "slow = {'numpy', 'ortools', 'pandas', 'rich.console'} & set(sys.modules)\n"
        "sys.exit(f'loaded {slow}' if slow else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr


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
        (["deal", "chess"], "no game 'chess'; there are the-game"),
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
            "no bot 'nobody' for the-game; there are greedy",
        ),
        (["play", "the-game", "--seats", "greedy,greedy", "--players", "3"], "--seats names 2"),
        (["play", "the-game", "--seats", "script:/no/such"], "no such file"),
        (["play", "the-game", "--seed", "1", "--position", "x"], "expected only one of"),
        (["play", "the-game", "--laid", "1"], "--laid goes with --position"),
        (["play", "the-game", "--position", "1 2"], "1 fields parted by /"),
        (["play", "the-game", "--deal", "-"], "which a human seat needs"),
        (["play", "the-game", "--seats", "greedy", "--record", "/no/such/x"], "cannot be written"),
        (["referee", "/no/such"], "no such file"),
        (["referee", "."], "is a directory"),
    ],
)
def test_bad_input_gets_one_clear_line(arguments: list[str], message: str) -> None:
    assert message in refusal(*arguments)


# games and rules


def test_games_lists_every_game_with_its_bots() -> None:
    rows = json.loads(cardsolver("games", "--json").stdout)
    assert {row["game"] for row in rows} == set(all_games())
    text = cardsolver("games").stdout
    for row in rows:
        assert row["title"] in text
        assert {"greedy", "random"} <= set(row["bots"])


@pytest.mark.parametrize("game", game_names())
def test_rules_shows_the_numbered_page(game: str) -> None:
    plain = cardsolver("rules", game, "--plain").stdout
    assert plain == (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    rendered = cardsolver("rules", game).stdout
    assert "**" not in rendered
    assert len(rendered.splitlines()) > 40


# deal


def test_deal_prints_text_that_is_read_back() -> None:
    text = cardsolver("deal", "the-game", "--seed", "42").stdout
    assert text.splitlines()[3].startswith("83 20 86 35")
    played = cardsolver(
        "play", "the-game", "--seats", "greedy", "--deal", "-", "--json", stdin=text
    )
    assert json.loads(played.stdout)["deck"][:3] == [83, 20, 86]


def test_deal_json_one_a_line() -> None:
    done = cardsolver("deal", "the-game", "--seed", "7", "--count", "3", "--json", "--players", "2")
    deals = [json.loads(line) for line in done.stdout.splitlines()]
    assert [deal["seed"] for deal in deals] == ["7", "8", "9"]
    assert deals[1]["deck"] == list(deal_seed("the-game", "8").deck)
    assert deals[0]["rules"] == "players=2 hand=7 minimum=2 first=bid talk"


def test_deal_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    done = cardsolver("deal", "the-game", "--seed", "fox", "--json", "--count", "2", "-o", path)
    assert (done.returncode, done.stdout) == (0, "")
    assert [json.loads(line)["seed"] for line in path.read_text().splitlines()] == [
        "fox/0",
        "fox/1",
    ]


def test_deal_without_a_seed_says_which_it_took() -> None:
    done = cardsolver("deal", "the-game", "--json")
    seed = json.loads(done.stdout)["seed"]
    assert f"using {seed}" in done.stderr


def test_a_flag_of_another_game_is_refused() -> None:
    for game in all_games().values():
        for other in all_games().values():
            for option in other.options:
                if option.name not in {own.name for own in game.options}:
                    value = [] if option.value is None else ["1"]
                    line = refusal("deal", game.name, f"--{option.name}", *value)
                    assert f"--{option.name} is no flag of {game.name}" in line
                    break


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m cardsolver deal the-game --seed 1 --count 2000 | head -n 1"
    done = subprocess.run(
        command,
        shell=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        check=False,
    )
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
    command = f"{sys.executable} -m cardsolver deal the-game --seed 1 {tail}"
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        check=False,
    )
    assert done.returncode == code
    assert done.stderr.startswith(said)
    assert len(done.stderr.splitlines()) == (1 if said else 0)


@pytest.mark.parametrize("seed", ["a\n5", "\udcff", "\x1b[31m"])
def test_a_seed_that_cannot_be_printed_is_refused(seed: str) -> None:
    assert "expected an integer or text that can be printed" in refusal(
        "deal", "the-game", "--seed", seed
    )


def test_a_puzzle_keeps_its_rules() -> None:
    line = refusal("play", "--puzzle", "deal-01", "--seats", "greedy", "--players", "4")
    assert "a puzzle has its own rules; expected no --players" in line


# play


def test_bots_play_a_game_and_leave_a_sound_record(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    for seed in ("1", "2"):
        done = cardsolver(
            "play", "the-game", "--seats", "greedy,random", "--seed", seed, "--record", record
        )
        assert done.returncode == 0, done.stderr
        assert "cards left" in done.stdout
    judged = cardsolver("referee", record)
    assert judged.returncode == 0
    assert len(judged.stdout.splitlines()) == 2


def test_the_record_is_kept_when_nobody_reads_the_screen(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    command = (
        f"{sys.executable} -m cardsolver play the-game --seats greedy --seed 1 --record {record}"
        " | head -n 1"
    )
    done = subprocess.run(
        command,
        shell=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        check=False,
    )
    assert done.stderr == ""
    assert cardsolver("referee", record).returncode == 0


def test_play_json_is_a_transcript(tmp_path: Path) -> None:
    done = cardsolver("play", "the-game", "--seats", "greedy", "--seed", "42", "--json")
    path = tmp_path / "one.jsonl"
    path.write_text(done.stdout)
    assert len(done.stdout.splitlines()) == 1
    assert cardsolver("referee", path).returncode == 0


def test_a_script_plays_its_moves(tmp_path: Path) -> None:
    script = tmp_path / "moves.txt"
    script.write_text("A5  # up\n\nend\nA6\n")
    position = "1 1 100 100 / 5 9 ; 6 / "
    common = ["play", "the-game", "--position", position, "--no-talk", "--seats"]
    done = cardsolver(*common, f"script:{script},script:{script}", "--json")
    assert json.loads(done.stdout)["moves"] == ["A5", "end", "A6"]
    assert done.returncode == 1  # the script is over before the game
    assert "not finished" in done.stderr
    script.write_text("A5\nend\nA6\nA9\n")
    assert "won: every card is laid" in cardsolver(*common, f"script:{script}").stdout


def test_an_illegal_move_of_a_script_is_told_and_the_record_kept(tmp_path: Path) -> None:
    script = tmp_path / "moves.txt"
    record = tmp_path / "games.jsonl"
    script.write_text("A5\nA4\n")
    arguments = ["--position", "1 1 100 100 / 5 4 / ", "--seats", f"script:{script}"]
    done = cardsolver("play", "the-game", *arguments, "--record", record)
    assert done.returncode == 2
    assert "move 2, seat 1" in done.stderr
    assert "(TG-7)" in done.stderr
    assert json.loads(record.read_text())["moves"] == ["A5"]


def test_a_script_with_a_bad_line_is_refused_before_the_game(tmp_path: Path) -> None:
    script = tmp_path / "moves.txt"
    script.write_text("A5\nfly\n")
    assert "line 2: 'fly' is no move" in refusal("play", "the-game", "--seats", f"script:{script}")


def test_end_of_input_ends_cleanly_and_keeps_the_record(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    done = cardsolver(
        "play", "the-game", "--seed", "1", "--record", record, stdin="45 a\nnonsense\n69 a\n"
    )
    assert done.returncode == 1
    assert "is no move" in done.stdout
    assert "stopped after 2 moves; the record is in" in done.stderr
    assert json.loads(record.read_text())["moves"] == ["A45", "A69"]
    judged = cardsolver("referee", record)
    assert judged.returncode == 1
    assert "incomplete: legal, but the game is not over after 2 moves" in judged.stdout


# referee


def transcript(**changes: object) -> str:
    line = cardsolver("play", "the-game", "--seats", "greedy", "--seed", "3", "--json").stdout
    return json.dumps({**json.loads(line), **changes})


def test_referee_reads_standard_input_and_sets_exit_codes() -> None:
    good = transcript()
    assert cardsolver("referee", "-", stdin=good).returncode == 0
    illegal = transcript(moves=["end"])
    done = cardsolver("referee", "-", stdin=f"{good}\n{illegal}\n")
    assert done.returncode == 1
    assert "line 2: illegal at move 1 by seat 1: end after 0 of at least 2" in done.stdout
    done = cardsolver("referee", "-", stdin=f"{good}\nnonsense\n{illegal}\n")
    assert done.returncode == 2
    assert done.stdout.count("line ") == 2  # the readable games are judged all the same
    assert "standard input, line 2: not JSON" in done.stderr


def test_referee_finds_a_false_result() -> None:
    false = transcript(result={"end": "won", "scores": [0], "winners": [1]})
    done = cardsolver("referee", "-", "--json", stdin=false)
    assert done.returncode == 1
    judgement = json.loads(done.stdout)
    assert judgement["legal"] is False
    assert "is claimed" in judgement["fault"]["message"]


def test_referee_json_has_the_rule_and_the_place() -> None:
    done = cardsolver("referee", "-", "--json", stdin=transcript(moves=["A1"]))
    fault = json.loads(done.stdout)["fault"]
    assert (fault["move"], fault["seat"], fault["rule"]) == (1, 1, None)
    assert cardsolver("referee", "-", stdin="\n\n").returncode == 2
