"""Fifty Fifty as a person sees it: the screen, the words, and a whole game through a terminal."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pexpect
import pytest
from rich.console import Console

from cardsolver.core.deal import deal_seed
from cardsolver.core.game import BadMove
from cardsolver.core.referee import play_match
from cardsolver.core.transcript import parse_transcript, replay
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty import screen
from cardsolver.games.fifty_fifty.rules import Hand
from cardsolver.seats.spec import make_bot
from tests.support.terminal import terminal

if TYPE_CHECKING:
    from pathlib import Path

    from cardsolver.core.transcript import Transcript

SEATS = ["human", "greedy", "greedy"]


def a_state() -> ff.State:
    state = ff.start(deal_seed(ff.NAME, "screen", rules="players=3"))
    return replace(
        state,
        hands=(Hand((23, 40, 71, 90), 1), *state.hands[1:]),
        row=(12, 70, 73),
        layer=2,
        penalties=(2, 1, 0),
        played=1 << 12 | 1 << 70 | 1 << 73,
    )


def drawn(state: ff.State, seat: int = 0, *, width: int = 80) -> str:
    """The screen as plain text, without any colour."""
    console = Console(width=width, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(screen.show(ff.view(state, seat)))
    return capture.get()


def line_of(text: str, start: str) -> str:
    return next(line for line in text.splitlines() if line.split()[:1] == [start])


def test_the_screen_reads_without_colour() -> None:
    text = drawn(a_state())
    assert line_of(text, "row").split() == ["row", "12v", "70", "73"]
    assert line_of(text, "hand").split() == ["hand", "23", "40", "71", "90v", "PASS"]
    assert re.findall(r"swap \+gift|takes \d|on", line_of(text, "does")) == [
        "takes 2",
        "takes 2",
        "swap +gift",
        "on",
        "on",
    ]
    assert re.search(r">\s+seat 1 \(you\)\s+2 penalties\s+5 in hand", text)
    assert re.search(r"seat 2\s+1 penalty ", text)
    assert re.search(r"seat 3\s+0 penalties\s+5 in hand\s+laid the last number", text)
    assert "85 to draw" in text
    assert "v: violet" in text


def test_violet_is_also_a_colour() -> None:
    console = Console(width=80, color_system="standard", force_terminal=True)
    with console.capture() as capture:
        console.print(screen.show(ff.view(a_state(), 0)))
    assert "\x1b[1;35m12v" in capture.get()


@pytest.mark.parametrize("width", [80, 60])
def test_a_long_row_fits_the_width(width: int) -> None:
    state = replace(a_state(), row=tuple(range(10, 60)), passes=9)
    lines = drawn(state, width=width).splitlines()
    assert max(map(len, lines)) <= width
    shown = " ".join(lines)
    assert all(re.search(rf"\b{card}v?\b", shown) for card in range(10, 60))
    assert shown.count("PASS") == 9 + 1


def test_a_jump_is_offered_to_one_seat_only() -> None:
    state = replace(a_state(), asked=0, turn=1)
    assert screen.question(ff.view(state, 0)) == (
        "seat 1, seat 3 laid 73 and you hold 23: jump or decline? "
    )
    assert screen.question(ff.view(state, 1)) == "seat 2, play a card: "
    assert drawn(state, 1) == drawn(replace(state, asked=None), 1)


def test_a_jump_lies_beside_the_row() -> None:
    state = ff.apply(replace(a_state(), asked=0, turn=1), ff.JUMPS[23])
    assert line_of(drawn(state), "jump").split()[:2] == ["jump", "23"]
    assert "does" not in drawn(state)
    without = replace(state, hands=(state.hands[0], Hand((5,)), Hand((6, 7), 1)))
    assert screen.question(ff.view(without, 1)) == "seat 2, no Pass, you must take: "
    assert screen.question(ff.view(without, 2)) == "seat 3, pass or take: "


@pytest.mark.parametrize(
    ("words", "move"),
    [("71", "71"), (" 71  KEEP", "71 keep"), ("71 k", "71 keep"), ("p", "pass"), ("t", "take")],
)
def test_words_of_a_turn(words: str, move: str) -> None:
    assert ff.format_move(screen.read(words, ff.view(a_state(), 0))) == move


@pytest.mark.parametrize("words", ["j", "jump", "Yes", "y", "jump 23"])
def test_words_for_a_jump(words: str) -> None:
    view = ff.view(replace(a_state(), asked=0, turn=1), 0)
    assert screen.read(words, view) == ff.JUMPS[23]


@pytest.mark.parametrize("words", ["n", "no", "decline", "d"])
def test_words_for_no_jump(words: str) -> None:
    view = ff.view(replace(a_state(), asked=0, turn=1), 0)
    assert screen.read(words, view) == ff.DECLINE


def test_words_that_mean_nothing_here() -> None:
    view = ff.view(a_state(), 0)
    for words in ("", "jump 23", "decline", "fox"):
        with pytest.raises(BadMove):
            screen.read(words, view)
    with pytest.raises(BadMove, match=r"answer jump \(with 23\) or decline"):
        screen.read("40", ff.view(replace(a_state(), asked=0, turn=1), 0))


def test_what_others_did_is_told() -> None:
    assert screen.tell("seat 2", "73") == "seat 2 plays 73"
    assert screen.tell("seat 2", "73 keep") == "seat 2 plays 73 and gives nothing away"
    assert screen.tell("seat 2", "pass") == "seat 2 plays a Pass"
    assert screen.tell("seat 2", "jump 23") == "seat 2 jumps with 23!"
    assert screen.tell("seat 2", "take") == "seat 2 takes everything"


@pytest.mark.parametrize(
    ("row", "passes", "why"), [((95,), 0, "row was taken"), ((10,), 0, "a Pass in hand loses")]
)
def test_the_end_shows_all_hands(row: tuple[int, ...], passes: int, why: str) -> None:
    state = replace(
        a_state(),
        hands=(Hand((23, 90)), Hand((44,)), Hand((7,), 1)),
        draw=(),
        row=row,
        passes=passes,
    )
    text = drawn(ff.apply(state, ff.LAYS[90]))
    assert why in text
    assert re.search(r"seat 1 \(you\)\s+\d+ penalties\s+shows 23\s+took the row", text)
    assert re.search(r"seat 3\s+0 penalties\s+shows 7\s+PASS", text)


# A whole game ----------------------------------------------------------------------------------


def greedy_game(seed: str) -> Transcript:
    deal = deal_seed(ff.NAME, seed, rules="players=3")
    bots = [make_bot("greedy", ff.NAME, seed=f"{seed}/{seat}") for seat in range(3)]
    return play_match(deal, bots, names=SEATS).transcript


def own_moves(transcript: Transcript) -> list[str]:
    """The moves of seat 1."""
    states = replay(transcript).states
    return [
        move
        for state, move in zip(states, transcript.moves, strict=False)
        if ff.to_move(state) == 0
    ]


def seed_with_a_question() -> str:
    """A game in which seat 1, playing like greedy, may jump and must answer a jump."""
    for seed in map(str, range(1000)):
        moves = own_moves(greedy_game(seed))
        if {"take", "pass"} <= set(moves) and any(move.startswith("jump") for move in moves):
            return seed
    pytest.fail("no seed asks seat 1 for a jump")


def test_a_full_game_against_greedy_bots_in_a_terminal(tmp_path: Path) -> None:
    seed = seed_with_a_question()
    record = tmp_path / "game.jsonl"
    options = ["--seats", ",".join(SEATS), "--seed", seed, "--record", str(record)]
    child = terminal("play", "fifty-fifty", *options, kind="xterm", size=(50, 80))
    child.expect("play a card: ")
    child.sendline("101")
    child.expect("expected a number from 1 to 100")
    child.sendline("take")
    child.expect(r"FF-22")
    questions = []
    seen = ""
    asks = ["jump or decline\\? ", "pass or take: ", "you must take: ", "play a card: "]
    while (index := child.expect([*asks, pexpect.EOF])) < len(asks):
        seen += child.before or ""
        questions.append(index)
        child.sendline("hint")
        child.expect(r"hint: ([a-z0-9 ]+)\r\n")
        assert isinstance(child.match, re.Match)
        move = child.match.group(1)
        child.expect(asks[index])
        child.sendline(move)
    seen += child.before or ""
    child.close()
    assert child.exitstatus == 0
    assert "the game is over" in seen
    assert re.search(r"(wins|share the win); penalty cards \d+, \d+, \d+", seen)
    assert not re.search(r"\x1b\[[0-9;]*\b[34][0-9]\b", seen), "colour in spite of NO_COLOR"
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", seen)
    assert max(map(len, plain.split("\n"))) <= 80
    (line,) = record.read_text().splitlines()
    transcript = parse_transcript(line)
    assert replay(transcript).is_sound
    assert json.loads(line)["seats"] == SEATS
    # Every move of the person was asked for once, and a jump exactly when one was open.
    mine = own_moves(transcript)
    assert len(questions) == len(mine)
    assert [index == 0 for index in questions] == [
        move.startswith("jump") or move == "decline" for move in mine
    ]
    assert 0 in questions
