"""Stories: frames, turns and what is marked as new, for every game."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.core.registry import all_games, game_named
from cardsolver.core.stage import TONES
from cardsolver.core.transcript import Transcript, parse_transcript
from cardsolver.viewer.board import board, listing, turn_rows
from cardsolver.viewer.story import Story, tell_story
from tests.contract.adapters import ADAPTERS
from tests.support.running import ROOT

if TYPE_CHECKING:
    from cardsolver.core.game import AnyGame
    from cardsolver.core.stage import Tableau, Zone

GOLDEN_FOLDER = ROOT / "tests" / "golden"
GAMES = sorted(all_games())


def golden(game: str, number: int = 0) -> Transcript:
    lines = (GOLDEN_FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return parse_transcript(lines[number])


def zones(tableau: Tableau) -> list[Zone]:
    return [*tableau.table, *(zone for seat in tableau.seats for zone in seat.zones)]


@pytest.mark.parametrize("game", GAMES)
def test_a_frame_for_the_deal_and_for_each_move(game: str) -> None:
    transcript = golden(game)
    story = tell_story(transcript)
    assert [frame.move for frame in story.frames] == ["", *transcript.moves]
    turns = [frame.turn for frame in story.frames]
    assert turns[0] == 0
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(turns))
    assert {frame.step for frame in story.frames if frame.turn == story.last_turn} >= {1}
    assert transcript.result is not None
    assert story.ending == game_named(game).describe(transcript.result)


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_invented_and_every_tone_is_known(game: str) -> None:
    """All that the tableau shows is in the state, at most as often."""
    story = tell_story(golden(game))
    for frame in story.frames:
        there = Counter(str(card) for card in ADAPTERS[game].cards(frame.state).elements())
        there += Counter({"1": 2, "100": 2}) if game == "the-game" else Counter()
        shown = Counter(_printed(card.text) for zone in zones(frame.tableau) for card in zone.cards)
        assert not shown - there
        assert all(c.tone in TONES for zone in zones(frame.tableau) for c in zone.cards)


def _printed(text: str) -> str:
    """The card as the deck has it: no v for violet, no word for what a Joker stands for."""
    return "J" if text.startswith("J=") else "pass" if text == "PASS" else text.rstrip("v")


@pytest.mark.parametrize("game", GAMES)
def test_new_cards_are_marked(game: str) -> None:
    story = tell_story(golden(game))
    before, after = story.frames[:2]
    assert not any(card.is_new for zone in zones(before.tableau) for card in zone.cards)
    assert any(card.is_new for zone in zones(after.tableau) for card in zone.cards)
    (laid,) = {"the-game": ["93"], "fifty-fifty": ["17"], "level-8": ["3g"]}[game]
    at = story.after_turn(1) if game == "level-8" else 1
    places = [zone for zone in zones(story.frames[at].tableau) if not zone.is_secret]
    assert [card.text for zone in places for card in zone.cards if card.is_new] == [laid]


def test_turns_of_the_game_are_those_of_the_analysis() -> None:
    """Alone, with bids and talk, without talk: what is said before a turn belongs to it."""
    for number in range(10):
        story = tell_story(golden("the-game", number))
        for turn in range(1, story.last_turn + 1):
            frames = [frame for frame in story.frames if frame.turn == turn]
            lays = [frame for frame in frames if frame.move[0] in "ABCD"]
            assert len({frame.seat for frame in lays}) == 1
            assert all(frame.move[0] in "ABCDes" for frame in frames)
        assert {f.move[:3] for f in story.frames if f.turn == 0} <= {"", "bid"}


def test_after_turn_is_the_last_frame_of_the_turn() -> None:
    story = tell_story(golden("level-8"))
    assert story.after_turn(0) == 0
    assert story.frames[story.after_turn(1)].move.startswith("discard")
    assert story.after_turn(story.last_turn) == len(story.frames) - 1
    assert story.after_turn(10_000) == len(story.frames) - 1


def test_a_record_with_a_fault_is_told_as_far_as_it_is_legal() -> None:
    transcript = golden("the-game")
    story = tell_story(replace(transcript, moves=(*transcript.moves[:4], "end", "end")))
    assert len(story.frames) == 5
    assert story.ending.startswith("the record is wrong at move 5: end after 1")
    wrong_seats = tell_story(replace(transcript, seats=()))
    assert wrong_seats.ending.startswith("the record is wrong: number of names")


def test_a_deal_without_moves_and_a_position_within_a_turn() -> None:
    nothing = tell_story(Transcript(deal_seed("the-game", "1"), ("ann",), ()))
    assert (len(nothing.frames), nothing.last_turn) == (1, 0)
    assert nothing.ending == "the game is not finished"
    assert list(listing(nothing))[-1] == nothing.ending
    within = Deal("the-game", position="54 13 29 89 / 5 10 61 / 33 34 / laid 1")
    story = tell_story(Transcript(within, ("ann",), ("A61", "end")))
    assert [frame.turn for frame in story.frames] == [0, 0, 0]


def test_what_moves_did_is_told() -> None:
    assert captions("the-game", 4)[:4] == [
        "the deal",
        "seat 1 (greedy) bids 0 to start",
        "seat 2 (greedy) bids 2 to start",
        "seat 1 (greedy) says nothing",
    ]
    told = " / ".join(captions("fifty-fifty", 1))
    assert "plays 28: gets 2 penalty cards" in told or "gets 1 penalty card" in told
    assert "one of them a gift" in told
    told = " / ".join(captions("level-8", 0))
    assert "; the round ends: seat" in told
    assert told.endswith("and wins")


def captions(game: str, number: int) -> list[str]:
    return [frame.caption for frame in tell_story(golden(game, number)).frames]


def test_a_game_without_a_stage_gets_a_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    plain: AnyGame = replace(game_named("fifty-fifty"), stage_at=None)
    monkeypatch.setattr("cardsolver.viewer.story.game_named", lambda _name: plain)
    story = tell_story(golden("fifty-fifty"))
    assert story.frames[1].caption.startswith("seat 1 (greedy) plays ")
    assert text(story, 1, secrets=False).count("penalties") == 2


def text(story: Story, at: int, *, secrets: bool) -> str:
    from rich.console import Console  # noqa: PLC0415 - slow to load

    console = Console(width=200, color_system=None)
    with console.capture() as taken:
        console.print(board(story, at, secrets=secrets))
    return taken.get()


def test_the_board_hides_what_the_seat_to_move_could_not_see() -> None:
    story = tell_story(golden("fifty-fifty"))
    open_board, closed = text(story, 2, secrets=True), text(story, 2, secrets=False)
    assert open_board.count("hand: 5 cards") == 0
    assert closed.count("hand: 5 cards") == 1  # the other seat's
    assert "draw pile: " in closed
    assert "[" in open_board  # the card just laid


def test_the_board_hides_a_move_that_only_its_seat_knows_of() -> None:
    """FF-19: nobody sees that somebody could have jumped."""
    story = tell_story(golden("fifty-fifty", 2))
    at = story.after_turn(94)
    assert "seat 2 (greedy) does not jump" in text(story, at, secrets=True)
    closed = text(story, at, secrets=False)
    assert "a move that the seat to move could not see" in closed
    assert "jump" not in closed
    assert "plays" in text(story, at - 1, secrets=False)


@pytest.mark.parametrize("game", GAMES)
def test_the_listing_has_a_line_for_each_turn(game: str) -> None:
    story = tell_story(golden(game))
    lines = list(listing(story))
    first = 1 + len(story.names)
    assert lines[first].startswith("turn  seat")
    turns = [line.split()[0] for line in lines[first + 1 : -1]]
    assert turns == [str(turn) for turn in range(story.frames[1].turn, story.last_turn + 1)]
    rows = turn_rows(story)
    moves = [move for row in rows for move in row["moves"]]  # type: ignore[attr-defined] # JSON
    assert moves == [frame.move for frame in story.frames[1:]]


@pytest.mark.parametrize(
    ("game", "number", "turn", "seat", "others"),
    [
        ("the-game", 4, 1, 2, {1: "say"}),  # before the turn
        ("fifty-fifty", 2, 94, 3, {2: "decline"}),  # after it, as the keep
        ("level-8", 4, 18, 2, {1: "keep J J 7b 4o"}),
    ],
)
def test_a_turn_is_of_the_seat_whose_turn_it_is(
    game: str, number: int, turn: int, seat: int, others: dict[int, str]
) -> None:
    """Whoever else moves in it."""
    story = tell_story(golden(game, number))
    frames = [frame for frame in story.frames if frame.turn == turn]
    assert {frame.turn_of for frame in frames} == {seat - 1}
    assert {f.seat + 1: f.move for f in frames if f.seat not in (None, seat - 1)} == others
    (line,) = [line.split() for line in listing(story) if line.split()[0] == str(turn)]
    assert line[1] == str(seat)
    (row,) = [row for row in turn_rows(story) if row["turn"] == turn]
    assert row["seat"] == seat


def test_bids_are_nobodys_turn() -> None:
    story = tell_story(golden("the-game", 4))
    row = turn_rows(story)[0]
    assert (row["turn"], row["seat"], row["seats"]) == (0, None, [1, 2])
    (line,) = [line for line in listing(story) if "bid 0, bid 2" in line]
    assert line.split()[:5] == ["0", "1", "1", "100", "100"]
