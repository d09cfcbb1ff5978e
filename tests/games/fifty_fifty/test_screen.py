"""Fifty Fifty as a person sees it: the screen, the words and the story."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from rich.console import Console

from cardsolver.core.deal import deal_seed
from cardsolver.core.game import BadMove, Outcome
from cardsolver.core.screen import Event, Scene
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty import screen
from cardsolver.games.fifty_fifty.bots.hint import _why_jump, _why_swap, explain
from cardsolver.games.fifty_fifty.rules import Hand


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
        "seat 1, seat 3 lays 73 and you hold 23: jump or decline?"
    )
    assert screen.question(ff.view(state, 1)) == "seat 2, play a card"
    assert drawn(state, 1) == drawn(replace(state, asked=None), 1)


@pytest.mark.parametrize("seed", range(20))
def test_ff_19_the_open_question_depends_on_nothing_that_is_secret(seed: int) -> None:
    chance = Random(seed)
    state = ff.start(deal_seed(ff.NAME, str(seed), rules="players=4"))
    names = Scene(("Al", "Bo", "Cy", "Di"))
    asked = 0
    while (seat := ff.to_move(state)) is not None:
        views = [ff.view(state, each) for each in range(4)]
        found = {_open(view, names) for view in views}
        assert len(found) == 1
        (text,) = found
        asked += text is not None
        if state.asked is not None:
            assert text == _open(ff.view(replace(state, asked=None), 0), names)
            assert text is not None
            assert screen.open_answer("", views[seat]) is ff.DECLINE
            assert screen.open_answer(f"{views[seat].offer}", views[seat]) in ff.JUMPS
        elif text is not None:
            assert screen.open_answer("", views[seat]) is None
            with pytest.raises(BadMove, match="nobody at this screen holds it"):
                screen.open_answer("jump", views[seat])
        state = ff.apply(state, chance.choice(ff.legal_moves(ff.view(state, seat))))
    assert asked > 10
    assert _open(ff.view(state, 0), names) is None


def _open(view: ff.View, scene: Scene) -> str | None:
    """The question to the whole table, with all that is shown beside it."""
    asked = screen.open_question(view, scene)
    if asked is None:
        return None
    console = Console(width=80, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(asked.table)
    return capture.get() + asked.question


def test_ff_20_what_could_be_jumped_on_is_asked_about() -> None:
    view = ff.view(a_state(), 0)
    assert ff.can_be_jumped_on(view)
    assert not ff.can_be_jumped_on(replace(view, row=()))
    assert not ff.can_be_jumped_on(replace(view, passes=1))
    assert not ff.can_be_jumped_on(replace(view, jump=23))
    assert not ff.can_be_jumped_on(replace(view, played=view.played | 1 << 23))
    assert not ff.can_be_jumped_on(replace(view, end=ff.ROW_TAKEN))


def test_a_jump_lies_beside_the_row() -> None:
    state = ff.apply(replace(a_state(), asked=0, turn=1), ff.JUMPS[23])
    assert line_of(drawn(state), "jump").split()[:2] == ["jump", "23"]
    assert "does" not in drawn(state)
    without = replace(state, hands=(state.hands[0], Hand((5,)), Hand((6, 7), 1)))
    assert screen.question(ff.view(without, 1)) == "seat 2, no Pass, you must take"
    assert screen.question(ff.view(without, 2)) == "seat 3, pass or take"


@pytest.mark.parametrize(
    ("words", "move"),
    [
        ("71", "71"),
        (" 71  KEEP", "71 keep"),
        ("71 k", "71 keep"),
        ("p", "pass"),
        ("90v", "90"),  # violet numbers as the screen shows them
        ("90V k", "90 keep"),
    ],
)
def test_words_of_a_turn(words: str, move: str) -> None:
    assert ff.format_move(screen.read(words, ff.view(a_state(), 0))) == move


@pytest.mark.parametrize("words", ["j", "jump", "Yes", "y", "jump 23", "23"])
def test_words_for_a_jump(words: str) -> None:
    view = ff.view(replace(a_state(), asked=0, turn=1), 0)
    assert screen.read(words, view) == ff.JUMPS[23]


@pytest.mark.parametrize("words", ["n", "no", "decline", "d"])
def test_words_for_no_jump(words: str) -> None:
    view = ff.view(replace(a_state(), asked=0, turn=1), 0)
    assert screen.read(words, view) == ff.DECLINE


def test_words_that_mean_nothing_here() -> None:
    view = ff.view(a_state(), 0)
    for words in ("", "jump 23", "decline", "fox", "take", "t", "71v"):
        with pytest.raises(BadMove, match="expected one of 23 40 71 90, or pass"):
            screen.read(words, view)
    with pytest.raises(BadMove, match="asked about a jump, expected jump or decline"):
        screen.read("40", ff.view(replace(a_state(), asked=0, turn=1), 0))


SCENE = Scene(("you", "Bo", "Cy"))


def told(state: ff.State, move: str) -> list[str]:
    """What seat 1 is told about a move in a state."""
    seat = ff.to_move(state)
    assert seat is not None
    after = ff.apply(state, ff.parse_move(move))
    return screen.tell([Event(seat, move, ff.view(state, 0), ff.view(after, 0))], SCENE)


@pytest.mark.parametrize(
    ("hand", "passes", "move", "sentence"),
    [
        ((80,), 0, "80", "Bo plays 80."),
        (
            (71,),
            0,
            "71",
            (
                "Bo plays 71 in place of 73: a penalty for Cy,"
                " who also gets one of Bo's penalty cards."
            ),
        ),
        ((71,), 0, "71 keep", "Bo plays 71 in place of 73: a penalty for Cy, but no gift."),
        ((20,), 0, "20", "Bo plays 20 and takes 70 and 73 (2 penalty cards, 3 in all)."),
        (
            (5,),
            0,
            "5",
            "Bo plays 5 and takes the whole row: 12v, 70 and 73 (3 penalty cards, 4 in all).",
        ),
        ((80,), 2, "80", "Bo plays 80 and takes 2 Passes (2 penalty cards, 3 in all)."),
        ((80,), 1, "pass", "Bo spends a Pass."),
    ],
)
def test_what_others_did_is_told_with_its_consequences(
    hand: tuple[int, ...], passes: int, move: str, sentence: str
) -> None:
    state = replace(a_state(), turn=1, passes=passes)
    hands = (state.hands[0], Hand((*hand, 99), 1), state.hands[2])
    assert told(replace(state, hands=hands), move) == [sentence]


def test_a_violet_card_is_the_movers_own_penalty() -> None:
    state = replace(a_state(), turn=1, row=(12, 70, 75))
    hands = (state.hands[0], Hand((71,), 0), state.hands[2])
    assert told(replace(state, hands=hands), "71") == [
        "Bo plays 71 in place of 75v, which is violet: a penalty for Bo."
    ]


def test_own_moves_are_told_only_where_they_cost_something() -> None:
    assert told(a_state(), "90") == []
    assert told(a_state(), "pass") == []
    assert told(a_state(), "40") == ["you play 40 and take 70 and 73 (2 penalty cards, 4 in all)."]


def test_a_jump_and_its_answers_are_told() -> None:
    state = replace(a_state(), asked=1, turn=0)
    state = replace(state, hands=(state.hands[0], Hand((23, 24)), state.hands[2]))
    assert told(state, "jump 23") == [
        "Bo jumps with 23 on Cy's 73: 4 cards at stake, only Passes now."
    ]
    taking = ff.apply(state, ff.JUMPS[23])
    assert told(taking, "take") == [
        "Cy takes everything: 12v, 70, 73 and the jump's 23 (4 penalty cards, 4 in all)."
    ]


def test_nobody_hears_that_somebody_did_not_jump() -> None:
    state = replace(a_state(), asked=1, turn=0)
    state = replace(state, hands=(state.hands[0], Hand((23, 24)), state.hands[2]))
    after = ff.apply(state, ff.DECLINE)
    assert screen.tell([Event(1, None, ff.view(state, 0), ff.view(after, 0))], SCENE) == []


def test_a_new_card_is_marked() -> None:
    state = replace(a_state(), draw=(50, *a_state().draw[1:]))
    after = ff.apply(state, ff.LAYS[90])
    event = Event(0, "90", ff.view(state, 0), ff.view(after, 0))
    assert screen.drawn(event) == (50,)
    state = replace(state, draw=("pass", *state.draw))
    passed = ff.apply(state, ff.PASS)
    assert screen.drawn(Event(0, "pass", ff.view(state, 0), ff.view(passed, 0))) == ("pass",)


def test_the_end_in_a_sentence() -> None:
    assert screen.ending(Outcome(ff.ROW_TAKEN, (1, 5, 1), (0, 2)), SCENE) == (
        "you and Cy share the win with 1 penalty card; Bo has 5 (the complete row was taken)"
    )
    assert screen.ending(Outcome(ff.ONE_CARD, (2, 5, 1), (0,)), SCENE) == (
        "you win with 2 penalty cards; Bo has 5 and Cy has 1; a Pass in hand put Cy out"
        " (all hands were shown)"
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_hint_is_legal_and_its_reason_fits_the_position(seed: int) -> None:
    deal = deal_seed(ff.NAME, str(seed), rules="players=3")
    state = ff.start(deal)
    while (seat := ff.to_move(state)) is not None:
        view = ff.view(state, seat)
        move, reason = explain(view, samples=8)
        assert move in ff.legal_moves(view)
        assert "\n" not in reason
        after = ff.apply(state, move)
        cost = after.penalties[seat] - view.penalties[seat]
        if isinstance(move, ff.PlayNumber) and after.end is None:
            assert ("costs nothing" in reason) <= (cost <= 0), reason
            assert (f"costs {cost} penalty card" in reason) == (cost > 0), reason
            assert ("as a gift" in reason) == (cost < 0), reason
        state = after


def test_hints_call_nobody_by_a_number_that_the_screen_does_not_show() -> None:
    state = replace(a_state(), asked=0, turn=1)
    assert _why_jump(ff.view(state, 0)) == "whoever laid 73 must spend a Pass or take 4 cards"
    assert _why_swap(ff.view(a_state(), 0), 71, 73, keep=True) == (
        "71 replaces 73: a penalty for whoever laid it"
    )


@pytest.mark.parametrize(
    ("row", "passes", "why"), [((95,), 0, "the game is over\n"), ((10,), 0, "a Pass in hand loses")]
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
