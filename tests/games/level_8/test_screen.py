"""Level 8 as a person sees it: the screen, the words and the story."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

import pexpect
import pytest
from rich.console import Console

from cardsolver.core.deal import deal_seed
from cardsolver.core.game import BadMove, Outcome
from cardsolver.core.screen import Event, Scene
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8 import screen
from cardsolver.games.level_8.bots.hint import explain
from cardsolver.games.level_8.layouts import lay_outs
from tests.support.level_8_states import moment
from tests.support.terminal import terminal

DRAW, PLAY, KEEP = l8.Phase
TABLE = {1: ["run 4r 5b J=6", "colour 3p 5p J=p 9p"]}


def shown(state: l8.State, seat: int = 0, *, width: int = 80, scene: Scene | None = None) -> str:
    console = Console(file=StringIO(), width=width, color_system=None)
    with console.capture() as capture:
        console.print(screen.show(l8.view(state, seat), scene or Scene()))
    return capture.get()


def read(text: str, state: l8.State) -> str:
    return l8.format_move(screen.read(text, l8.view(state, state.mover)))


# The screen


def test_a_narrow_screen_keeps_each_name_on_one_line() -> None:
    state = moment("7r 7b 12p J S 1r", "1g", piles=["", "4g 12y"], levels=(1, 8), table=TABLE)
    text = shown(state, width=60, scene=Scene(("you", "patient 2")))
    assert all(len(line) <= 60 for line in text.splitlines())
    assert any(line.startswith(" 2 patient 2 ") for line in text.splitlines())


def test_a_narrow_screen_shows_what_can_be_taken_and_cuts_only_names() -> None:
    names = ("Zoë", "Bartholomew-th-Great", "greedy", "lookahead")
    state = moment(
        *["1g"] * 4, piles=["", "4g 12y", "S", "3r"], levels=(2, 4, 6, 8), table=TABLE, skipped=[2]
    )
    lines = shown(state, width=60, scene=Scene(names)).splitlines()
    assert all(len(line) <= 60 for line in lines)
    seats = [" ".join(line.split()) for line in lines if line[1:2].isdigit() and line[2] == " "]
    assert [(row.split()[0], row.split()[-1]) for row in seats] == [
        ("1", "empty"), ("2", "out"), ("3", "skipped"), ("4", "3r")
    ]  # fmt: skip
    assert seats[0].startswith("1 Zoë (you) 2 pair + ")
    assert "1 12y laid out" in seats[1]
    assert "card" not in "".join(seats)
    assert next(line for line in lines if "seat" in line).split() == [
        *("seat", "level", "to", "lay", "out", "hand", "pile")
    ]


def test_the_screen_shows_all_there_is_to_know() -> None:
    state = moment(
        "7r 7b 12p J S 1r",
        "1g",
        "2g 3g",
        piles=["", "4g 12y", "S"],
        levels=(1, 3, 8),
        table=TABLE,
        skipped=[2],
        skips_under=1,
    )
    text = shown(state)
    lines = {line.strip(): line for line in text.splitlines()}
    assert any(line.startswith("by number  1r   7r 7b   12p") for line in lines)
    assert any(line.startswith("by colour  1r 7r   7b   12p") for line in lines)
    assert any(line.startswith("others     J S") for line in lines)
    assert any(line.startswith("2.1 run    4r 5b J=6") for line in lines)
    assert any(line.startswith("2.2 colour 3p 5p J=p 9p") for line in lines)
    (second,) = [line for line in lines if line.startswith("2 ") and "3 " in line]
    assert "12y (2 cards)" in second
    assert "laid out" in second
    assert "run of 3 + 4 of one colour" in second
    (third,) = [line for line in lines if line.startswith("3 ")]
    assert "skipped" in third
    assert "1 Skip face up under it" in text


@pytest.mark.parametrize("levels", ["one-star", "two-star"])
def test_the_widest_screen_fits_80_columns(levels: str) -> None:
    hand = "10r 11o 12y 13g 14b 15p 10o 11y 12g 13b 14p"
    for level in range(1, 9):
        state = moment(
            hand, *["1g"] * 5, levels=(level,) * 6, rules=f"levels={levels}", skipped=[1]
        )
        text = shown(state)
        assert max(len(line.rstrip()) for line in text.splitlines()) <= 80
        assert text.count("\n") == 12  # nothing was wrapped


def test_the_screen_of_a_won_game() -> None:
    state = moment("9r", "6p", levels=(7, 1), table={0: ["set 4r 4b 4g"]})
    assert "★" in shown(l8.apply(state, l8.parse_move("discard 9r")))


def test_questions_and_reports() -> None:
    state = moment("S 1r", "2g", phase=DRAW)
    assert screen.question(l8.view(state, 0)) == "seat 1, draw, or take from a pile"
    playing = moment("S 1r", "2g")
    assert screen.question(l8.view(playing, 0)) == "seat 1, lay, skip or discard"
    adding = moment("1r", "2g", table={0: ["set 9r 9b"]})
    assert screen.question(l8.view(adding, 0)) == "seat 1, add or discard"
    keeping = moment("1r", "2g", phase=KEEP)
    assert "keep up to 4" in screen.question(l8.view(keeping, 0))


SCENE = Scene(("you", "Bo", "Cy"))


def told(state: l8.State, *moves: str) -> list[str]:
    """What seat 1 is told about some moves."""
    events = []
    for text in moves:
        seat = l8.to_move(state)
        assert seat is not None
        move = l8.parse_move(text)
        after = l8.apply(state, move)
        seen = text if seat == 0 else l8.seen_move(move)
        events.append(Event(seat, seen, l8.view(state, 0), l8.view(after, 0)))
        state = after
    return screen.tell(events, SCENE)


def test_a_turn_of_another_seat_is_one_sentence() -> None:
    state = moment(
        "9r 9g", "1g 2g 3g 4g 5g 6g 7y", "8g 8y", piles=["12y", "", ""], mover=1, phase=DRAW
    )
    assert told(state, "take 1", "lay 1g 2g 3g | 4g 5g 6g", "discard 12y") == [
        "Bo takes 12y from your pile, lays out level 1 (1g 2g 3g | 4g 5g 6g) and discards 12y."
    ]


def test_skipped_turns_are_told() -> None:
    state = moment("9r 9g", "S 7y 8y", "8g 8p", mover=1)
    assert told(state, "skip 3") == ["Bo plays a Skip in front of Cy.", "Cy is skipped."]
    mine = moment("9r 9g", "1r 7y", "S 8p", mover=2)
    assert told(mine, "skip 1") == ["Cy plays a Skip in front of you.", "you are skipped."]


def test_a_new_draw_pile_is_told() -> None:
    state = moment("9r 9g", "7y 8y", "8g 8p", piles=["", "1r 2r 3r 4r", ""], mover=1, phase=DRAW)
    state = replace(state, draw=("5r",))
    assert told(state, "draw", "discard 5r") == [
        "Bo draws and discards 5r.",
        "The draw pile was used up: the discard piles were shuffled into a new one.",
    ]


def test_the_end_of_a_round_says_who_went_up_how_far_and_why() -> None:
    state = moment(
        "9r 9g",
        "7y",
        "8g 8p",
        mover=1,
        levels=(1, 2, 3),
        table={1: ["run 4r 5b J=6"], 2: ["set 3r 3b 3g"]},
    )
    assert told(state, "discard 7y") == [
        "Bo discards 7y.",
        (
            "Round 1 is over. Bo has no cards left: up 2 to level 4;"
            " you did not lay out: still level 1; Cy laid out: up 1 to level 4."
        ),
        "Round 2 begins; you deal.",
    ]


KEEPING = "levels=run9:keep/" + "/".join(["run7:keep"] * 7)


def test_between_rounds_nothing_is_told_but_what_was_kept_and_who_deals_next() -> None:
    state = moment("9r 9g", "7y", "8g 8p 1r 2r 3r", mover=1, rules=KEEPING)
    state = l8.apply(state, l8.parse_move("discard 7y"))
    assert state.phase is KEEP
    assert "after round 1; Cy deals" not in shown(state, scene=SCENE)
    assert " after round 1; you deal next" in shown(state, scene=SCENE).splitlines()
    assert "in the draw pile" not in shown(state, scene=SCENE)
    assert told(state, "keep 8g") == ["Cy keeps 1 card."]
    assert told(state, "keep 8g", "keep 9r") == [
        "Cy keeps 1 card.",
        "Round 2 begins; you deal.",
    ]


def test_the_end_in_a_sentence() -> None:
    assert screen.ending(Outcome("laid-out", (5, 9, 3), (1,)), SCENE) == (
        "Bo laid out level 8 and won; you are on level 5 and Cy is on level 3"
    )


def test_a_drawn_card_is_marked_and_a_new_hand_is_not() -> None:
    state = moment("9r 9g", "7y", phase=DRAW)
    after = l8.apply(state, l8.parse_move("draw"))
    event = Event(0, "draw", l8.view(state, 0), l8.view(after, 0))
    (card,) = screen.drawn(event) or ()
    console = Console(file=StringIO(), width=80, color_system=None)
    with console.capture() as capture:
        console.print(screen.show(l8.view(after, 0), Scene(new=(card,))))
    assert f"{card}+" in capture.get()
    assert "+ just drawn" in capture.get()


@pytest.mark.parametrize("seed", range(2))
def test_a_hint_is_legal_and_its_reason_fits_the_position(seed: int) -> None:
    state = l8.start(deal_seed("level-8", str(seed), rules="players=3 levels=two-star"))
    for _ in range(150):
        seat = l8.to_move(state)
        if seat is None:
            break
        view = l8.view(state, seat)
        move, reason = explain(view)
        assert "\n" not in reason
        assert ("complete" in reason) <= isinstance(move, l8.LayLevel | l8.Take | l8.Discard)
        if isinstance(move, l8.Discard) and "complete" in reason:
            rest = list(view.hand)
            rest.remove(move.card)
            assert next(iter(lay_outs(view.level, rest)), None) is not None
        if isinstance(move, l8.Discard) and "fits nowhere" in reason:
            assert not any(laid.takes(move.card) for combos in view.table for laid in combos)
        state = l8.apply(state, move)


# A person's words


def test_short_words() -> None:
    drawing = moment("4r", "2g", piles=["", "5r"], phase=DRAW)
    assert read("d", drawing) == "draw"
    assert read("2", drawing) == "take 2"
    assert read("t 2", drawing) == "take 2"
    playing = moment("4r S", "2g")
    assert read("d 4R", playing) == "discard 4r"
    assert read("s 2", playing) == "skip 2"
    assert read("k 4r", moment("4r", "2g", phase=KEEP)) == "keep 4r"


def test_a_joker_that_is_clear_need_not_be_declared() -> None:
    state = moment("4r J 6g J 9g 10y 1r 2r J", "2g", levels=(1, 1))
    assert read("lay 4r J 6g | J 9g 10y", state) == "lay 4r J=5 6g | J=8 9g 10y"
    colours = moment("4r J 6g 1r 2r J 9r", "2g", levels=(3, 1))
    assert read("lay 4r J 6g | 1r 2r J 9r", colours) == "lay 4r J=5 6g | 1r 2r J=r 9r"
    # It would have to be a 16: the referee will ask for it.
    top = moment("14r 15r J 1r 2r 3r", "2g")
    assert read("lay 14r 15r J | 1r 2r 3r", top) == "lay 14r 15r J | 1r 2r 3r"
    assert read("lay J J J | 1r 2r 3r", top) == "lay J J J | 1r 2r 3r"
    added = moment("J 1r", "2g", table={0: ["set 9r 9b", "run 4r 5r"]})
    assert read("add J to 1.1", added) == "add J=9 to 1.1"
    assert read("add J to 1.2", added) == "add J to 1.2"


def test_combinations_may_be_typed_in_any_order() -> None:
    state = moment("4r 5r 6r 7r 8r 9r 1g 1b", "2g", levels=(4, 1))
    assert read("lay 1g 1b / 4r 5r 6r 7r 8r 9r", state) == "lay 4r 5r 6r 7r 8r 9r | 1g 1b"
    assert read("lay 1g 4r|5r 6r", state) == "lay 1g 4r | 5r 6r"
    assert read("lay 1g 1b", state) == "lay 1g 1b"


def test_a_card_that_fits_one_place_needs_no_place() -> None:
    state = moment("7r 3r", "2g", table={0: ["run 4r 5r 6r"], 1: ["set 3b 3g"]})
    assert read("add 7r", state) == "add 7r to 1.1"
    assert read("add 3r 2.1", state) == "add 3r to 2.1"
    with pytest.raises(BadMove, match=r"fits 1.1 and 2.1; say where"):
        read("add 3r", state)
    with pytest.raises(BadMove, match="12r is not in the hand; it holds 3r 7r"):
        read("add 12r", state)
    with pytest.raises(BadMove, match="7r fits no combination on the table"):
        read("add 7r", moment("7r 3r", "2g", table={0: ["set 9r 9b"]}))


def test_a_joker_that_fits_one_place_needs_no_place() -> None:
    table = {0: ["set 3b 3g"]}
    assert read("add j", moment("J 7r", "2g", table=table)) == "add J=3 to 1.1"
    with pytest.raises(BadMove, match="J is not in the hand"):
        read("add J", moment("7r", "2g", table=table))
    with pytest.raises(BadMove, match=r"J fits 1.1 and 2.1; say where, as in add J to 1.1"):
        read("add J", moment("J 7r", "2g", table={**table, 1: ["set 9r 9b"]}))


def test_lay_alone_tells_what_could_be_laid_out() -> None:
    with pytest.raises(BadMove, match=r"you could lay 4r 5r 6r \| 9r 10r 11r"):
        read("lay", moment("4r 5r 6r 9r 10r 11r 1g", "2g"))
    with pytest.raises(BadMove, match="cannot lay out your level yet: run of 3"):
        read("lay", moment("4r", "2g"))
    with pytest.raises(BadMove, match="have laid out"):
        read("lay", moment("4r", "2g", table={0: ["set 9r 9b"]}))


def test_a_seat_that_is_not_there() -> None:
    for seat in ("0", "3", "7"):
        with pytest.raises(BadMove, match=f"'{seat}'; expected a seat from 1 to 2"):
            read(f"take {seat}", moment("4r", "2g", phase=DRAW))
        with pytest.raises(BadMove, match=f"'{seat}'; expected a seat from 1 to 2"):
            read(f"skip {seat}", moment("4r S", "2g"))


def test_colours_have_their_letters_beside_them() -> None:
    child = terminal("play", "level-8", "--seats", "human,greedy", "--seed", "7", colour=True)
    child.expect("\x1b\\[1;3[0-9]m[0-9]+[roygbp]")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
