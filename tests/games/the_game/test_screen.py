"""The Game as a person sees it: the screen, the words and the story."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

from cardsolver.core.deal import Deal
from cardsolver.core.game import BadMove
from cardsolver.core.screen import Event, Scene
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game import screen

SOLO = "40 1 70 100 / 30 45 84 82 / 50 51 52"
DUO = "40 1 70 100 / 30 45 ; 60 80 7 / 50 51 52"
SCENE = Scene(("you", "Bo"))


def state_of(position: str, rules: str = "") -> game.State:
    return game.start(Deal("the-game", rules, position=position))


def drawn(state: game.State, scene: Scene = SCENE, *, seat: int = 0, width: int = 80) -> str:
    """The screen as plain text, without any colour."""
    console = Console(width=width, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(screen.show(game.view(state, seat), scene))
    return capture.get()


def told(state: game.State, *moves: str) -> list[str]:
    """What seat 1 is told about some moves."""
    events = []
    for text in moves:
        seat = game.to_move(state)
        assert seat is not None
        after = game.apply(state, game.parse_move(text))
        events.append(Event(seat, text, game.view(state, 0), game.view(after, 0)))
        state = after
    return screen.tell(events, SCENE)


# The picture


def test_the_screen_reads_without_colour() -> None:
    text = drawn(state_of(SOLO))
    assert "A ▲ 40" in text
    assert "D ▼ 100" in text
    assert re.search(r"^ hand  30 +45 +82 +84$", text, re.MULTILINE)
    assert re.search(r"^ fits  A\*BCD +ABCD +ABD +ABD$", text, re.MULTILINE)
    assert "7 cards left, 3 to draw, laid 0 of at least 2" in text
    assert "* goes back by 10" in text
    assert "1 card left, 0 to draw" in drawn(state_of("40 1 70 100 / 45 / "))


def test_others_have_names_and_new_cards_a_plus() -> None:
    text = drawn(state_of(DUO, "no-talk"), Scene(("you", "Bo"), new=(45,)))
    assert "Bo holds 3" in text
    assert re.search(r"hand  30 +45\+", text)
    assert "+ just drawn" in text
    assert "just drawn" not in drawn(state_of(DUO, "no-talk"))


def test_open_cards_are_shown_in_the_order_they_will_come() -> None:
    state = state_of(DUO, "no-talk")
    text = drawn(state, Scene(("seat 1", "seat 2"), state=state))
    assert "seat 2 holds 7 60 80" in text
    assert re.search(r"draw +50 51 52", text)
    assert "50" not in drawn(state)


@pytest.mark.parametrize("width", [80, 60, 40])
def test_a_hand_fits_any_width_and_no_card_is_broken(width: int) -> None:
    state = game.start(Deal("the-game", deck=tuple(range(2, 100))))
    lines = drawn(state, Scene(), width=width).splitlines()
    assert max(map(len, lines)) <= width
    shown = " ".join(lines)
    assert all(re.search(rf"\b{card}\b", shown) for card in range(2, 10))
    assert shown.count("ABCD") == 8


def test_a_fire_card_is_marked_and_explained() -> None:
    text = drawn(state_of("22 1 100 100 / 12 5 / ", "on-fire"))
    assert "A ▲ 22 fire!" in text
    assert "fire!: cover it this turn" in text


def test_fire_cards_are_marked_in_the_hand_and_on_the_piles() -> None:
    state = state_of("20 1 100 100 / 22 33 41 60 / ", "on-fire minimum=1")
    text = drawn(state, Scene(new=(33,)))
    assert re.search(r"^ hand  22! +33!\+ +41 +60$", text, re.MULTILINE)
    assert "! fire card" in text
    after = game.apply(state, game.parse_move("A22"))
    assert "A ▲ 22!" in drawn(after)
    assert "fire!" not in drawn(after)  # it need not be covered before the next turn
    assert "a fire card: " in screen.help_text(game.view(state, 0))
    plain = state_of("20 1 100 100 / 22 33 41 60 / ")
    assert "!" not in drawn(plain)
    assert "fire" not in screen.help_text(game.view(plain, 0))


def test_who_may_end_on_a_fire_is_told_that_it_loses() -> None:
    def question(position: str) -> str:
        return screen.question(game.view(state_of(position, "on-fire minimum=1"), 0))

    assert question("22! 1 100 100 / 12 50 60 /  / laid 1") == (
        "lay, or end (the fire on A then loses the game)"
    )
    assert question("22! 33! 100 100 / 12 50 60 /  / laid 1") == (
        "lay, or end (the fires on A and B then lose the game)"
    )
    assert question("22 1 100 100 / 12 50 60 /  / laid 1") == "lay, or end"


# Words


@pytest.mark.parametrize(
    ("line", "entries"),
    [
        ("84c 82c end", ["84c", "82c", "end"]),
        ("84 c 82 c", ["84c", "82c"]),
        ("c84 c 82", ["c84", "c82"]),
        ("84 c82", ["84", "c82"]),
        ("84, 82, e", ["84", "82", "e"]),
        ("A37", ["a37"]),
        ("84c fly", ["84c fly"]),
        ("", [""]),
    ],
)
def test_several_lays_on_a_line(line: str, entries: list[str]) -> None:
    assert screen.split(line, game.view(state_of(SOLO), 0)) == entries


def test_alone_there_are_no_bids_and_no_talk() -> None:
    alone = game.view(state_of(SOLO), 0)
    assert "bid" not in screen.help_text(alone)
    assert "keep" not in screen.help_text(alone)
    for words in ("bid 7", "say", "keep c", "say C:keep"):
        with pytest.raises(BadMove, match=r"expected a card and a pile as in 37 a$"):
            screen.read(words, alone)
    two = game.view(game.start(Deal("the-game", "players=2", deck=tuple(range(2, 100)))), 0)
    assert screen.help_text(two).startswith("7      or  bid 7")
    assert "gentle" in screen.help_text(two)


def test_help_keeps_the_words_on_the_table_apart_from_what_can_be_typed() -> None:
    typed, _, table = screen.help_text(game.view(state_of(SOLO), 0)).partition("On the table:\n")
    assert "37 a" in typed
    assert "fits" not in typed.replace("if it fits", "")
    assert table.startswith("fits ")


def test_what_is_expected_depends_on_the_phase() -> None:
    assert screen.expected(game.view(state_of(SOLO), 0)) == "a card and a pile as in 37 a"
    done = state_of(f"{SOLO} / laid 2")
    assert screen.expected(game.view(done, 0)) == "a card and a pile as in 37 a, or end"
    talk = state_of(DUO)
    assert "Enter to say nothing" in screen.expected(game.view(talk, 1))


def test_the_rules_of_a_phase() -> None:
    assert "TG-8" in screen.rules_now(game.view(state_of(SOLO), 0))
    assert screen.rules_now(game.view(state_of(DUO), 1)) == ("TG-15",)
    for minimum, rules in (("2", []), ("3", ["TG-20"]), ("4", ["TG-22"])):
        told = screen.rules_now(game.view(state_of(SOLO, f"minimum={minimum} on-fire"), 0))
        assert [rule for rule in told if rule in ("TG-20", "TG-22")] == rules
        assert {"TG-10", "TG-24", "TG-25", "TG-26"} < set(told)
    assert "TG-11" in screen.rules_now(game.view(state_of("40 1 70 100 / 45 / "), 0))


def test_a_hint_says_what_to_enter() -> None:
    view = game.view(state_of(DUO), 1)
    assert screen.entry(screen.read("", view)) == "Enter, say nothing"
    move = game.parse_move("say C:keep D:gentle")
    assert screen.entry(move) == "keep c, gentle d"
    assert screen.read("keep c, gentle d", view) == move
    assert screen.entry(game.parse_move("D84")) == "D84"


def test_every_offer_is_a_legal_move() -> None:
    for view in (game.view(state_of(SOLO), 0), game.view(state_of(f"{SOLO} / laid 2"), 0)):
        moves = [screen.read(offer, view) for offer in screen.offers(view)]
        assert sorted(map(game.format_move, moves)) == sorted(
            map(game.format_move, game.legal_moves(view))
        )


# The story


def test_a_turn_is_one_sentence_with_what_it_did() -> None:
    state = state_of("40 1 70 100 / 60 80 30 ; 45 / 50 51 52", "no-talk")
    lays = ("A30", "B60", "end")
    other = [
        Event(0, text, *views)
        for text, views in zip(lays, _views(state, lays, seat=1), strict=True)
    ]
    assert screen.tell(other, Scene(("Bo", "you"))) == [
        "Bo lays 30 on A (back by 10) and 60 on B and draws 2."
    ]


def _views(
    state: game.State, moves: tuple[str, ...], *, seat: int
) -> list[tuple[game.View, game.View]]:
    found = []
    for text in moves:
        after = game.apply(state, game.parse_move(text))
        found.append((game.view(state, seat), game.view(after, seat)))
        state = after
    return found


def test_bids_and_who_starts_are_told() -> None:
    state = game.start(Deal("the-game", "players=2", deck=tuple(range(2, 100))))
    assert told(state, "bid 3", "bid 7") == ["Bo bids 7.", "Bo starts."]


def test_own_turns_are_not_told_but_new_cards_are_known() -> None:
    state = state_of(SOLO)
    assert told(state, "D84", "D82", "end") == []
    for text in ("D84", "D82"):
        state = game.apply(state, game.parse_move(text))
    after = game.apply(state, game.END)
    assert screen.drawn(Event(0, "end", game.view(state, 0), game.view(after, 0))) == (50, 51)
    lay = game.apply(after, game.parse_move("A50"))
    assert screen.drawn(Event(0, "A50", game.view(after, 0), game.view(lay, 0))) is None
