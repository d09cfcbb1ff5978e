"""`play`: bots, scripts, and a person at a real (pseudo-)terminal."""

from __future__ import annotations

import json
import signal
from itertools import groupby
from typing import TYPE_CHECKING

import pexpect
import pytest

from cardsolver.core.deal import deal_seed, deal_to_json
from cardsolver.core.transcript import parse_transcript
from cardsolver.viewer.story import tell_story
from tests.support.running import cardsolver, refusal, shell
from tests.support.terminal import terminal

if TYPE_CHECKING:
    from pathlib import Path


# At a terminal


def test_a_whole_game_from_the_first_prompt_to_the_score(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    position = "40 1 70 100 / 30 45 ; 60 80 / 50"
    child = terminal(
        "play", "the-game", "--seats", "human,greedy", "--position", position, "--record", record
    )
    child.expect("A ▲ 40")
    child.expect(r"A\*")  # 30 goes back on 40
    child.expect("lay 2 more: ")
    child.sendline("help")
    child.expect("lay 37 on pile A")
    child.sendline("37 a")
    child.expect("37 is not in the hand")
    child.sendline("end")
    child.expect("end after 0 of at least 2")
    child.sendline("fly")
    child.expect("'fly'; expected a card and a pile as in 37 a; see help")
    child.sendline("hint")
    child.expect("hint: A30")
    child.sendline("30")
    child.expect("30 fits on A, B, C and D; say which")
    child.sendline("30 a")
    child.expect("A ▲ 30")
    child.expect("lay 1 more: ")
    child.sendline("a45")
    child.expect(r"anything to tell greedy\? \(Enter: nothing\): ")
    child.sendline("keep a")
    child.expect("greedy lays .*[.]")
    child.expect("lay [0-9] more|lay, or end")
    child.sendline("50 a")
    child.expect("won|anything to tell")
    if "won" not in str(child.after):
        child.sendline("")
        child.expect("won")
    child.expect("p: a page to look at it, Enter: leave. ")
    child.sendline("")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    transcript = json.loads(record.read_text(encoding="utf-8"))
    assert transcript["result"]["end"] == "won"
    assert "say A:keep" in transcript["moves"]


def test_bidding_asks_for_a_number() -> None:
    child = terminal("play", "the-game", "--seats", "human,greedy", "--seed", "1")
    child.expect("would you like to start")
    child.sendline("11")
    child.expect("'11'; expected a number from 0 to 10")
    child.sendline("10")
    child.expect("lay 2 more: ")
    child.sendline("quit")
    child.expect("not finished")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1


@pytest.mark.parametrize("how", ["ctrl-c", "ctrl-d", "signal"])
def test_leaving_in_the_middle_keeps_the_record(tmp_path: Path, how: str) -> None:
    record = tmp_path / "games.jsonl"
    child = terminal("play", "the-game", "--seed", "1", "--record", record)
    child.expect("lay 2 more: ")
    child.sendline("45 a")
    child.expect("lay 1 more: ")
    if how == "ctrl-c":
        child.sendintr()
    elif how == "ctrl-d":
        child.sendeof()
    else:
        child.kill(signal.SIGINT)
    child.expect("stopped after 1 move; the record is in")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == (1 if how == "ctrl-d" else 130)
    assert json.loads(record.read_text(encoding="utf-8"))["moves"] == ["A45"]


def test_colour_only_repeats_what_marks_say() -> None:
    child = terminal(
        "play", "the-game", "--position", "22 1 100 100 / 12 5 / ", "--on-fire", colour=True
    )
    child.expect("\x1b\\[")  # colour on a terminal that has it
    child.expect("fire!")
    child.expect(r"A\*")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()


def test_the_end_is_told_in_whole_words_on_a_narrow_terminal() -> None:
    position = ("--position", "97 1 100 100 / 98 / ")
    child = terminal("play", "the-game", *position, "--no-record", kind="xterm", size=(40, 20))
    child.sendline("98 a")
    child.expect("every card is ?\r\nlaid")
    child.close()


def test_a_puzzle_keeps_its_rules() -> None:
    line = refusal("play", "--puzzle", "deal-01", "--seats", "greedy", "--players", "4")
    assert "a puzzle has its own rules; expected no --players" in line


# Bots, scripts, records


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
    done = shell(f"cardsolver play the-game --seats greedy --seed 1 --record {record} | head -n 1")
    assert done.stderr == ""
    assert cardsolver("referee", record).returncode == 0


@pytest.mark.parametrize(
    ("rules", "flags", "complete"),
    [
        ("hand=7,minimum=3", ["--hand", "8"], "players=1 hand=8 minimum=3"),
        ("minimum=2", ["--expert"], "players=1 hand=8 minimum=3"),
        ("hand=8", ["--short-hand"], "players=1 hand=7 minimum=2"),
        ("players=2 talk first=1", ["--no-talk"], "players=2 hand=7 minimum=2 first=1 no-talk"),
    ],
)
def test_a_flag_changes_what_it_says_and_nothing_else(
    rules: str, flags: list[str], complete: str, tmp_path: Path
) -> None:
    path = tmp_path / "deal.json"
    path.write_text(json.dumps({**deal_to_json(deal_seed("the-game", "1")), "rules": rules}))
    done = cardsolver("play", "the-game", "--seats", "greedy", "--deal", path, "--json", *flags)
    assert json.loads(done.stdout)["rules"] == complete


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
    assert "line 2: 'fly' is not a move" in refusal(
        "play", "the-game", "--seats", f"script:{script}"
    )


def test_end_of_input_ends_cleanly_and_keeps_the_record(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    done = cardsolver(
        "play", "the-game", "--seed", "1", "--record", record, stdin="45 a\nnonsense\n69 a\n"
    )
    assert done.returncode == 1
    assert "'nonsense'; expected a card and a pile" in done.stdout
    assert "stopped after 2 moves; the record is in" in done.stderr
    assert json.loads(record.read_text())["moves"] == ["A45", "A69"]
    judged = cardsolver("referee", record)
    assert judged.returncode == 1
    assert "incomplete: legal, but the game is not over after 2 moves" in judged.stdout


def test_the_players_of_a_deal_file_stay_what_they_are(tmp_path: Path) -> None:
    file = tmp_path / "deal.json"
    cardsolver("deal", "the-game", "--seed", "1", "--json", "-o", file)
    seats = ("--seats", "greedy,greedy")
    assert "--seats names 2 seats; the deal has 1" in refusal(
        "play", "the-game", "--deal", file, *seats
    )
    # Asked for by its own flag, it is what was wanted.
    played = cardsolver("play", "the-game", "--deal", file, *seats, "--players", "2")
    assert played.returncode == 0


def test_a_puzzle_of_another_game_is_refused() -> None:
    assert "--puzzle goes with the-game, not with fifty-fifty" in refusal(
        "play", "fifty-fifty", "--puzzle", "end-01", "--seats", "greedy"
    )


def test_one_of_many_deals_is_played_and_named(tmp_path: Path) -> None:
    deals = tmp_path / "deals.jsonl"
    cardsolver("deal", "the-game", "--seed", "0", "--count", "3", "--json", "-o", deals)
    play = ("play", "the-game", "--seats", "greedy", "--deal", deals)
    first = cardsolver(*play)
    assert first.stdout.startswith("The Game, seed 0:")
    assert first.stderr == (
        f"cardsolver: {deals}: 3 deals; this is the first, --number K plays another\n"
    )
    third = cardsolver(*play, "--number", "3")
    assert (third.stdout.startswith("The Game, seed 2:"), third.stderr) == (True, "")
    assert refusal(*play, "--number", "4").endswith("no deal 4; expected 1 to 3")
    assert "--number goes with --deal" in refusal(*play[:4], "--number", "1")


def test_a_turn_is_one_line_in_a_pipe() -> None:
    done = cardsolver("play", "level-8", "--seats", "greedy,random,greedy", "--seed", "3")
    turns = done.stdout.splitlines()[1:-1]
    assert max(map(len, turns)) > 100
    assert all(line.startswith("seat ") for line in turns)


def test_a_file_of_several_games_has_the_deal_that_is_asked_for(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    cardsolver("play", "the-game", "--seats", "greedy", "--seed", "1", "--record", record)
    cardsolver("play", "fifty-fifty", "--seats", "greedy", "--seed", "1", "--record", record)
    call = ("play", "the-game", "--seats", "greedy", "--deal", record)
    assert cardsolver(*call).returncode == 0
    assert "a deal of fifty-fifty; expected the-game" in refusal(*call, "--number", "2")


@pytest.mark.parametrize("game", ["the-game", "fifty-fifty", "level-8"])
def test_bots_get_a_line_for_each_turn_as_a_replay_counts_them(game: str, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    flags = ("--seats", "greedy", "--players", "2", "--seed", "4", "--record", record)
    _, *lines, _ = cardsolver("play", game, *flags).stdout.splitlines()
    frames = tell_story(parse_transcript(record.read_text())).frames[1:]
    turns = [
        ", ".join(frame.move for frame in turn)
        for _, turn in groupby(frames, lambda frame: (frame.turn, frame.seat))
    ]
    assert [line.partition(": ")[2] for line in lines] == turns
