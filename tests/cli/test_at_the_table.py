"""The prompt as a person uses it: keys, undo, going on later, narrow windows, shared screens."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from cardsolver.cli.host import hanging
from tests.support.person import CTRL_C, CTRL_D, LEFT, TAB, UP, Person
from tests.support.running import cardsolver, cardsolver_process, environment, refusal

if TYPE_CHECKING:
    from pathlib import Path

OPENING = "40 1 70 100 / 30 45 84 82 / 50 51 52 53"  # 30 goes back on A


def solo(tmp_path: Path, *more: str, size: tuple[int, int] = (45, 90)) -> Person:
    """A game of The Game that starts from OPENING, with a home of its own."""
    person = Person(
        *("play", "the-game", "--position", OPENING, *more),
        size=size,
        XDG_DATA_HOME=str(tmp_path),
    )
    person.prompt()
    return person


def saved_moves(tmp_path: Path) -> list[str]:
    """The moves of the one game that is saved."""
    (path,) = (tmp_path / "cardsolver" / "saved").glob("*.json")
    moves: list[str] = json.loads(path.read_text(encoding="utf-8"))["moves"]
    return moves


# Keys


def test_arrow_keys_edit_a_line_and_bring_back_earlier_ones(tmp_path: Path) -> None:
    person = solo(tmp_path)
    person.types("5a" + LEFT * 2 + "4")
    person.sees("lay 2 more: 45a")
    person.answers("")
    assert "A ▲ 45" in person.text
    person.answers("fly")
    person.types(UP)
    person.sees("lay 1 more: fly$")
    person.types(UP)
    person.sees("lay 1 more: 45a$")
    person.types(CTRL_C)
    assert person.leaves() == 130


def test_tab_completes_moves_and_commands(tmp_path: Path) -> None:
    person = solo(tmp_path)
    person.types("84" + TAB)
    person.sees("84b.*84d")
    person.types("d" + TAB)
    person.sees("lay 2 more: 84d$")
    person.answers("")
    assert "D ▼ 84" in person.text
    person.types("hi" + TAB)
    person.sees("lay 1 more: hint$")
    person.types(CTRL_D)  # within a line it deletes, and does not leave
    person.answers("")
    assert "hint: " in person.text
    person.types(CTRL_D)
    assert person.leaves() == 1


def test_several_lays_on_one_line(tmp_path: Path) -> None:
    person = solo(tmp_path)
    assert "A ▲ 30" in person.answers("30a 84 d 82d, end")
    assert saved_moves(tmp_path) == ["A30", "D84", "D82", "end"]
    assert "'45a 99z 50a'; expected a card and a pile" in person.answers("45a 99z 50a")
    assert "(not read: 51a)" in person.answers("45a 46a 51a")
    assert saved_moves(tmp_path)[4:] == ["A45"]
    assert "your turn was over; not read: 52a" in person.answers("50a end 52a")
    person.kill()


def test_enter_does_the_only_thing_possible(tmp_path: Path) -> None:
    person = Person(
        *("play", "the-game", "--position", "90 1 10 20 / 91 5 ; 99 / 50", "--no-talk"),
        *("--seats", "human,greedy"),
        XDG_DATA_HOME=str(tmp_path),
    )
    assert "(Enter: " not in person.prompt()
    person.answers("91a 5c")  # an empty hand ends the turn by itself
    person.kill()
    person = Person(
        *("play", "the-game", "--position", "98 96 4 5 / 99 50 2 / 51 52"),
        XDG_DATA_HOME=str(tmp_path),
    )
    person.prompt()
    person.answers("99a 2c")
    assert person.prompt() == "lay, or end (Enter: end):"
    person.answers("")
    person.sees("stuck: ")
    person.types(CTRL_D)
    assert person.leaves() == 0


# Help


def test_help_and_rules_are_those_of_this_phase_and_this_game(tmp_path: Path) -> None:
    person = solo(tmp_path)
    for key in ("?", "h", "help"):
        text = person.answers(key)
        assert "84c 82c end" in text
        assert "undo" in text
        assert "bid" not in text  # alone there is nobody to bid with
        assert "gentle" not in text
    text = person.answers("r")
    assert "TG-8 The backwards trick." in text
    assert "TG-5" not in text
    person.kill()
    person = Person(
        "play", "the-game", "--players", "2", "--seed", "1", XDG_DATA_HOME=str(tmp_path)
    )
    assert "would you like to start" in person.prompt()
    assert "bid 7" in person.answers("?").split("37 a")[0]  # what is possible now comes first
    assert "TG-5 The start." in person.answers("r")
    person.kill()


def test_help_goes_on_under_its_own_column() -> None:
    page = "37 a   or  a37     lay 37 on pile A\nOn your turn:\n          (and so on)"
    assert hanging(page, 30).split("\n") == [
        "37 a   or  a37     lay 37 on",
        "                   pile A",
        "On your turn:",
        "          (and so on)",
    ]


# Undo


def test_undo_goes_back_as_often_as_wished_and_the_record_says_so(tmp_path: Path) -> None:
    record = tmp_path / "games.jsonl"
    person = solo(tmp_path, "--record", str(record))
    assert "nothing to take back" in person.answers("undo")
    person.answers("84d 82d end")
    text = person.answers("u")
    assert "taken back: 1 move" in text
    assert "lay, or end" in person.line
    person.answers("undo 2")
    assert saved_moves(tmp_path) == []
    assert "D ▼ 100" in person.text
    assert "expected undo, or a number" in person.answers("undo all")
    person.answers("30a 45a 84d 82d")
    person.answers("50a 51a 52a 53a")
    person.sees("won: every card is laid")
    person.types("\r")
    assert person.leaves() == 0
    data = json.loads(record.read_text(encoding="utf-8"))
    assert data["aids"] == {"take_backs": 3}
    assert data["result"]["end"] == "won"
    assert cardsolver("referee", record).returncode == 0


def test_undo_against_bots_takes_their_moves_back_too(tmp_path: Path) -> None:
    person = Person(
        *("play", "fifty-fifty", "--seats", "human,greedy,greedy", "--seed", "3"),
        XDG_DATA_HOME=str(tmp_path),
    )
    person.prompt()
    first = person.text
    hand = re.findall(r"hand .*", first)[-1]
    card = re.findall(r"\d+", hand)[0]
    person.answers(card)
    after = person.text
    assert re.search(r"greedy 2 (plays|spends|jumps)", after)
    played = saved_moves(tmp_path)
    text = person.answers("undo")
    assert f"taken back: {len(played)} moves" in text
    assert re.findall(r"hand .*", text)[-1] == hand
    person.answers(card)
    assert saved_moves(tmp_path) == played  # the bots do again what they did
    person.kill()


# Going on later


@pytest.mark.parametrize("how", ["kill -9", "quit", "ctrl-c", "ctrl-d"])
def test_a_game_goes_on_where_it_was_left(tmp_path: Path, how: str) -> None:
    arguments = ["--seats", "human,random", "--seed", "7", "--players", "2"]
    person = Person("play", "fifty-fifty", *arguments, XDG_DATA_HOME=str(tmp_path))
    person.prompt()
    for _ in range(2):
        person.answers(first_card(person))
    moves = saved_moves(tmp_path)
    board = re.findall(r"^ hand .*\n does .*", person.text, re.MULTILINE)[-1]
    if how == "kill -9":
        person.kill()
    else:
        person.types({"quit": "quit\r", "ctrl-c": CTRL_C, "ctrl-d": CTRL_D}[how])
        assert person.leaves() == (130 if how == "ctrl-c" else 1)
        assert "go on with cardsolver play --resume last" in "".join(person.lines)
    person = Person("play", "--resume", "last", XDG_DATA_HOME=str(tmp_path))
    person.prompt()
    assert f"going on after {len(moves)} moves" in person.text
    assert board in person.text
    person.answers(first_card(person))
    later = saved_moves(tmp_path)
    assert later[: len(moves)] == moves
    person.kill()
    # The same game without a break: the bot plays the same cards.
    own = tmp_path / "straight"
    person = Person("play", "fifty-fifty", *arguments, XDG_DATA_HOME=str(own))
    person.prompt()
    for _ in range(3):
        person.answers(first_card(person))
    assert saved_moves(own) == later
    person.kill()


def first_card(person: Person) -> str:
    """The lowest number in the hand, or the answer to whatever else is asked."""
    if "jump or decline" in person.line:
        return "decline"
    if "pass or take" in person.line or "must take" in person.line:
        return "take"
    hand = re.findall(r"^ hand .*", person.text, re.MULTILINE)[-1]
    numbers = re.findall(r"\d+", hand)
    return numbers[0] if numbers else "pass"


def test_save_says_how_to_go_on_and_a_finished_game_leaves_no_save(tmp_path: Path) -> None:
    person = solo(tmp_path)
    mine = tmp_path / "mine.json"
    person.answers("30a")
    assert "saved; go on later with: cardsolver play --resume" in person.answers("save")
    assert "mine.json" in person.answers(f"save {mine}")
    person.answers(f"save {tmp_path}")
    assert "exists; expected the name of a new file" in " ".join(person.text.split())
    person.types("q\r")
    assert person.leaves() == 1
    assert json.loads(mine.read_text(encoding="utf-8"))["moves"] == ["A30"]
    person = Person("play", "--resume", mine, XDG_DATA_HOME=str(tmp_path))
    person.prompt()
    person.answers("45a 84d 82d")
    person.answers("50a 51a 52a 53a")
    person.sees("won")
    person.types("\r")
    assert person.leaves() == 0
    kept = tmp_path / "cardsolver" / "games.jsonl"
    assert json.loads(kept.read_text(encoding="utf-8"))["result"]["end"] == "won"
    assert "no unfinished game" in refusal("play", "--resume", mine)


def test_a_game_that_was_said_to_be_saved_stays_even_before_its_first_move(tmp_path: Path) -> None:
    saved = tmp_path / "cardsolver" / "saved"
    person = solo(tmp_path)
    person.types("q\r")
    person.leaves()
    assert list(saved.iterdir()) == []  # nobody wanted this one
    person = solo(tmp_path)
    assert "the-game-1.json" in "".join(person.answers("save").split())
    person.types("q\r")
    assert person.leaves() == 1
    assert "go on with cardsolver play --resume last" in "".join(person.lines)
    assert saved_moves(tmp_path) == []


def test_going_on_and_taking_everything_back_does_not_lose_the_game(tmp_path: Path) -> None:
    person = solo(tmp_path)
    person.answers("30a")
    person.kill()
    person = Person("play", "--resume", "last", XDG_DATA_HOME=str(tmp_path))
    person.prompt()
    person.answers("undo 99")
    person.types("quit\r")
    assert person.leaves() == 1
    assert saved_moves(tmp_path) == []
    person = Person("play", "--resume", "last", XDG_DATA_HOME=str(tmp_path))
    person.prompt()
    person.kill()


def test_a_copy_stays_when_the_game_goes_on_to_its_end(tmp_path: Path) -> None:
    person = solo(tmp_path)
    mine = tmp_path / "mine.json"
    person.answers("30a")
    person.answers(f"save {mine}")
    person.answers("45a 84d 82d")
    person.answers("50a 51a 52a 53a")
    person.types("\r")
    assert person.leaves() == 0
    assert json.loads(mine.read_text(encoding="utf-8"))["moves"] == ["A30"]
    assert list((tmp_path / "cardsolver" / "saved").iterdir()) == []


def test_a_game_that_is_finished_later_leaves_no_save_even_without_a_record(tmp_path: Path) -> None:
    person = solo(tmp_path)
    person.answers("30a 45a 84d 82d")
    person.kill()
    person = Person("play", "--resume", "last", "--no-record", XDG_DATA_HOME=str(tmp_path))
    person.prompt()
    person.answers("50a 51a 52a 53a")
    person.types("\r")
    assert person.leaves() == 0
    assert list((tmp_path / "cardsolver" / "saved").iterdir()) == []
    assert not (tmp_path / "cardsolver" / "games.jsonl").exists()


def test_a_finished_game_that_could_not_be_kept_is_told_and_kept_later(tmp_path: Path) -> None:
    left = solo(tmp_path)
    left.answers("30a")
    left.kill()
    kept = tmp_path / "cardsolver" / "games.jsonl"
    kept.write_text("not a game\n")
    person = solo(tmp_path)
    person.answers("30a 45a 84d 82d")
    person.types("50a 51a 52a 53a\r")
    assert person.leaves() == 2
    assert "won: every card is laid" in person.text.lower()
    assert "its last line is not one of ours" in " ".join(person.text.split())
    kept.unlink()
    person = Person("play", "--resume", "last", XDG_DATA_HOME=str(tmp_path))
    person.prompt()
    assert "going on after 1 move" in person.text  # the game that was left, not the finished one
    assert json.loads(kept.read_text(encoding="utf-8"))["result"]["end"] == "won"
    person.kill()


def test_a_game_is_played_in_one_window_only(tmp_path: Path) -> None:
    older = solo(tmp_path)
    older.answers("30a")
    older.kill()
    person = solo(tmp_path)
    person.answers("30a 45a")
    home = str(tmp_path)
    env = environment(XDG_DATA_HOME=home)
    playing = tmp_path / "cardsolver" / "saved" / "the-game-2.json"
    done = cardsolver_process("play", "--resume", playing, env=env, stdin="q\n")
    assert done.returncode == 2
    assert "being played in another window" in done.stderr
    other = Person("play", "--resume", "last", XDG_DATA_HOME=home)
    other.prompt()
    assert "going on after 1 move" in other.text  # the one that was left
    other.kill()
    person.kill()
    other = Person("play", "--resume", "last", XDG_DATA_HOME=home)
    other.prompt()
    assert "going on after 2 moves" in other.text
    other.kill()


def test_what_is_kept_is_said_once_and_can_be_switched_off(tmp_path: Path) -> None:
    person = solo(tmp_path)
    assert "Your games are kept in" in person.text
    assert "--no-record switches this off" in " ".join(person.text.split())
    person.types("q\r")
    person.leaves()
    person = solo(tmp_path)
    assert "Your games are kept in" not in person.text
    person.types("q\r")
    person.leaves()
    other = tmp_path / "other"
    person = solo(other, "--no-record")
    assert "save needs a file here" in person.answers("save")
    person.answers("30a")
    person.kill()
    assert not other.exists()


@pytest.mark.parametrize("name", ["file", "x" * 300])
def test_a_home_that_cannot_be_written_does_not_keep_anybody_from_playing(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "file").write_text("")
    person = solo(tmp_path / name)
    assert "this game is not kept" in person.text
    assert "A ▲ 30" in person.answers("30a")
    person.types("q\r")
    assert person.leaves() == 1


# The window


def test_sixty_columns_and_another_size_in_the_middle(tmp_path: Path) -> None:
    person = solo(tmp_path, size=(40, 60))
    for entry in ("hint", "84d"):
        person.answers(entry)
    assert "D ▼ 84" in person.text
    person.resize(30, 100)
    person.answers("82d")
    assert "D ▼ 82" in person.text
    person.resize(40, 60)
    person.types("en")
    person.sees("lay, or end: en")
    person.answers("d")
    assert saved_moves(tmp_path) == ["D84", "D82", "end"]
    person.kill()


@pytest.mark.parametrize("game", ["the-game", "fifty-fifty", "level-8"])
def test_no_word_is_broken_in_sixty_columns(game: str, tmp_path: Path) -> None:
    wide = Person("play", game, "--seed", "5", XDG_DATA_HOME=str(tmp_path / "1"))
    wide.prompt()
    narrow = Person("play", game, "--seed", "5", size=(45, 60), XDG_DATA_HOME=str(tmp_path / "2"))
    narrow.prompt()

    def words(person: Person) -> list[str]:
        table = person.text.partition("\n\n")[2]
        return sorted(re.sub(r"\([0-9]+ cards?\)", "", table).split())  # the depth of a pile

    assert words(narrow) == words(wide)
    wide.kill()
    narrow.kill()


# The light, the end


def test_the_light_says_whether_the_game_can_still_be_won(tmp_path: Path) -> None:
    person = Person(
        *("play", "the-game", "--position", "44 60 30 20 / 45 46 99 / 35", "--minimum", "1"),
        *("--live",),
        XDG_DATA_HOME=str(tmp_path),
    )
    person.prompt()
    assert "still winnable: yes" in person.text
    person.answers("46a end")
    assert "still winnable: no" in person.text
    person.answers("undo 2")
    assert person.text.count("still winnable: yes") == 2
    person.kill()


def test_a_lost_game_says_what_was_possible_and_shows_where_it_was_lost(tmp_path: Path) -> None:
    person = Person(
        *("play", "the-game", "--position", "44 60 30 20 / 45 46 / 35", "--minimum", "1"),
        XDG_DATA_HOME=str(tmp_path),
    )
    person.prompt()
    person.answers("46a end")
    assert "Enter: leave" in person.line
    assert "It could have been won" in person.text
    assert "expected a, p or just Enter" in person.answers("x")
    assert "the win was lost in turn 1" in person.answers("a")
    text = person.answers("p")
    page = tmp_path / "cardsolver" / "cardsolver-game.html"
    assert page.name in text
    assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")
    assert person.leaves() == 0


def test_a_jump_may_be_answered_with_its_number(tmp_path: Path) -> None:
    person = Person(
        *("play", "fifty-fifty", "--seats", "greedy,human", "--seed", "14"),
        XDG_DATA_HOME=str(tmp_path),
    )
    assert person.prompt() == "greedy lays 20 and you hold 70: jump or decline?"
    person.answers("70")
    assert saved_moves(tmp_path)[:2] == ["20", "jump 70"]
    person.kill()


def test_what_is_said_after_a_game_fits_sixty_columns(tmp_path: Path) -> None:
    person = Person(
        *("play", "the-game", "--position", "44 60 30 20 / 45 46 / 35", "--minimum", "1"),
        size=(45, 60),
        XDG_DATA_HOME=str(tmp_path),
    )
    person.prompt()
    person.answers("46a end")
    said = "It could have been won: with every card known, all of them can be laid."
    last = person.text.partition("It could have been won")[2].splitlines()
    assert " ".join(person.text.split()).count(said) == 1
    assert last[1].startswith("  ")
    assert last[2:] == ["a: see where the win was lost, p: a page to look at it,", "Enter: leave."]
    person.answers("")
    assert person.leaves() == 0


# Several people, open cards


def test_two_people_get_a_curtain_between_their_hands(tmp_path: Path) -> None:
    person = Person(
        *("play", "fifty-fifty", "--seats", "human:Anna,human:Ben", "--seed", "5"),
        XDG_DATA_HOME=str(tmp_path),
    )
    assert person.prompt().startswith("Anna, over to you.")
    assert "hand" not in person.text
    person.answers("")
    assert "Anna, play a card:" in person.line
    hand = re.findall(r"^ hand .*", person.text, re.MULTILINE)[-1]
    text = person.answers(re.findall(r"\d+", hand)[0])
    assert "+ just drawn" in text  # what Anna drew may matter before her next turn
    assert person.line == "Press Enter to hide your cards:"
    person.answers("")
    assert "\n hand " not in person.text  # all look at the table now
    person.answers("")
    assert person.line.startswith("Ben, over to you.")
    assert "hand " not in person.text  # nothing of Anna's is left on the screen
    assert "\x1b[3J" in person.seen  # nor above it
    person.answers("")
    assert "Anna plays" in person.text
    assert "undo is for games with one person" in person.answers("undo")
    assert "undo" not in person.answers("help").partition("At any time:")[2]
    person.types(UP + UP + UP)
    person.sees("Ben, play a card: undo$")  # and not what Anna typed
    person.kill()


def sharing(tmp_path: Path, seats: str, seed: str) -> Person:
    """A game of Fifty Fifty of several people at one screen."""
    return Person(
        *("play", "fifty-fifty", "--seats", seats, "--seed", seed), XDG_DATA_HOME=str(tmp_path)
    )


def test_who_could_jump_is_not_told_by_asking(tmp_path: Path) -> None:
    people = "human:Anna,human:Ben,human:Cara"
    asked = []
    for card in ("44", "17"):  # Cara holds 94, and nobody 67
        person = sharing(tmp_path, people, "0")
        for line in ("", card, ""):
            person.prompt()
            person.answers(line)
        asked.append(person.text.replace(card, "CARD"))
        assert person.line == f"Does anybody jump on Anna's {card}? (the number, or Enter):"
        assert "Cara, over to you" not in person.seen
        assert "(you)" not in person.text
        if card == "17":
            assert "67: nobody at this screen holds it" in " ".join(person.answers("67").split())
            assert "'fly'; expected 67 to jump with it, Enter, or quit" in person.answers("fly")
        person.answers("")
        assert person.line.startswith("Ben, over to you.")
        person.answers("")
        assert person.line == "Ben, play a card:"
        person.kill()
    assert asked[0] == asked[1]


def test_a_jump_at_a_shared_screen_is_named_in_the_open(tmp_path: Path) -> None:
    person = sharing(tmp_path, "human:Anna,human:Ben,human:Cara", "0")
    for line in ("", "44", "", "94"):
        person.prompt()
        person.answers(line)
    assert saved_moves(tmp_path) == ["44", "jump 94"]
    assert person.line.startswith("Cara, over to you.")  # who drew a card
    person.answers("")
    assert "+ just drawn" in person.text
    person.answers("")
    assert person.line.startswith("Anna, over to you.")
    person.answers("")
    assert "Cara jumps with 94 on Anna's 44" in person.text
    person.types("quit\r")
    assert person.leaves() == 1


def test_a_bot_that_can_jump_does_not_change_what_people_are_asked(tmp_path: Path) -> None:
    person = sharing(tmp_path, "human:Anna,human:Ben,greedy", "0")
    for line in ("", "44", ""):
        person.prompt()
        person.answers(line)
    assert person.line == "Does anybody jump on Anna's 44? (the number, or Enter):"
    assert "94: nobody at this screen holds it" in " ".join(person.answers("94").split())
    person.answers("")
    assert re.match(r"(Anna|Ben), over to you\.", person.line)  # as greedy jumped, or did not
    assert saved_moves(tmp_path)[1] in ("jump 94", "decline")
    person.kill()


@pytest.mark.parametrize("lines", [["q"], ["", "44", "quit"], ["", "44", "", "exit"]])
def test_a_shared_game_can_be_left_at_every_question(lines: list[str], tmp_path: Path) -> None:
    person = sharing(tmp_path, "human:Anna,human:Ben,human:Cara", "0")
    for line in lines[:-1]:
        person.prompt()
        person.answers(line)
    person.prompt()
    person.types(f"{lines[-1]}\r")
    assert person.leaves() == 1
    assert "the game is not finished" in person.text


def test_a_puzzle_is_played_with_all_cards_open(tmp_path: Path) -> None:
    person = Person("play", "--puzzle", "end-01", XDG_DATA_HOME=str(tmp_path))
    person.prompt()
    assert re.search(r"draw\s+31 51 29 30", person.text)
    # Who sees all cards gets the hint of somebody who does too.
    assert "(from here every card can be laid)" in person.answers("hint")
    person.kill()
    person = Person("play", "--puzzle", "team-05", XDG_DATA_HOME=str(tmp_path))
    person.prompt()
    assert "seat 2 holds" in person.text
    assert "over to you" not in person.text  # one person plays every seat
    person.kill()


@pytest.mark.parametrize("game", ["fifty-fifty", "level-8"])
def test_bare_play_seats_a_person_against_bots(game: str, tmp_path: Path) -> None:
    person = Person("play", game, "--seed", "1", XDG_DATA_HOME=str(tmp_path))
    person.prompt()
    assert re.search(r"\byou\b", person.text)
    person.types("q\r")
    assert person.leaves() == 1
    assert "player 2" not in person.text
