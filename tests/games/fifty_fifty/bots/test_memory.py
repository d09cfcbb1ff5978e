"""What a seat remembers: the open side of the table before each move."""

from __future__ import annotations

from random import Random

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.seats import tell
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots.fast import (
    DECLINE_JUMP,
    JUMP_NOW,
    NOBODY,
    FastGame,
    code_of,
    fast_game,
)
from cardsolver.games.fifty_fifty.bots.memory import Event, Memory
from tests.games.fifty_fifty.bots.test_fast import VARIANTS

OPEN = ("row", "passes", "penalties", "played", "passes_played", "sizes", "jump")


def check_event(event: Event, seat: int, move: ff.Move, before: FastGame) -> None:
    assert (event.seat, event.move) == (seat, code_of(move))
    for name in OPEN:
        assert getattr(event.before, name) == getattr(before, name), name
    assert len(event.before.draw) == len(before.draw)
    assert not before.row or event.before.layer == before.layer
    assert not any(event.before.hands + event.before.pass_counts + event.before.draw)


@pytest.mark.parametrize("rules", VARIANTS)
def test_it_remembers_the_table_before_each_move(rules: str) -> None:
    state = ff.start(deal_seed(ff.NAME, "memory", rules=rules))
    rng = Random(rules)
    memory = Memory()
    moves: list[tuple[int, ff.Move, FastGame]] = []
    checked = 0
    while (seat := ff.to_move(state)) is not None:
        view = ff.view(state, seat)
        if seat == 0:
            events = [event for event in memory.events(view) if event.seat != NOBODY]
            assert bool(events) == bool(moves)
            for event, seen in zip(reversed(events), reversed(moves), strict=False):
                check_event(event, *seen)
                checked += 1
        move = rng.choice(ff.legal_moves(view))
        tell([(0, memory)], seat, ff.format_move(move), ff.seen_move(move))
        if move is not ff.DECLINE:
            moves.append((seat, move, fast_game(state)))
        state = ff.apply(state, move)
    assert checked


def lay(*numbers: int) -> tuple[Memory, ff.State]:
    """Seats 1, 2, 3 … lay these numbers, whatever they hold."""
    state = ff.start(deal_seed(ff.NAME, "lay", rules="players=3"))
    memory = Memory()
    for place, number in enumerate(numbers):
        memory.saw(place % 3, f"{number}")
    return memory, state


def view_after(state: ff.State, *numbers: int) -> ff.View:
    """What seat 1 sees after numbers were laid, each of them fitting on the one before."""
    hands = (ff.Hand((90, 91, 92, 93, 94)), *state.hands[1:])
    after = ff.State(
        **{name: getattr(state, name) for name in ("rules", "aside", "penalties")},
        hands=hands,
        draw=state.draw[len(numbers) :],
        turn=len(numbers) % 3,
        row=numbers,
        layer=(len(numbers) - 1) % 3,
        played=sum(1 << number for number in numbers),
    )
    return ff.view(after, 0)


def test_that_nobody_jumped_is_remembered_too() -> None:
    memory, state = lay(10, 20, 30)
    events = memory.events(view_after(state, 10, 20, 30))
    assert [(event.seat, event.move) for event in events] == [
        (0, 10),
        (NOBODY, DECLINE_JUMP),
        (1, 20),
        (NOBODY, DECLINE_JUMP),
        (2, 30),
        (NOBODY, DECLINE_JUMP),
    ]
    assert [event.before.row for event in events] == [
        [],
        [10],
        [10],
        [10, 20],
        [10, 20],
        [10, 20, 30],
    ]


def test_a_jump_is_no_jump_that_was_left_out() -> None:
    memory, _ = lay(10)
    memory.saw(1, "jump 60")
    memory.saw(0, "take")
    state = ff.start(deal_seed(ff.NAME, "lay", rules="players=3"))
    view = ff.view(state, 0)
    seen = [
        (event.seat, event.move)
        for event in memory.events(
            ff.View(
                **{
                    **{name: getattr(view, name) for name in view.__slots__},
                    "played": 1 << 10 | 1 << 60,
                    "draw_size": view.draw_size - 2,
                    "penalties": (2, 0, 0),
                }
            )
        )
    ]
    assert seen == [(0, 10), (1, JUMP_NOW), (0, -1)]


def test_its_own_secret_answer_leaves_its_memory_as_it_is() -> None:
    memory, state = lay(10, 20, 30)
    tell([(0, memory)], 0, ff.format_move(ff.DECLINE), ff.seen_move(ff.DECLINE))
    events = memory.events(view_after(state, 10, 20, 30))
    assert [event.move for event in events if event.seat != NOBODY] == [10, 20, 30]


def test_a_seat_that_comes_late_remembers_nothing_before() -> None:
    memory, state = lay(10, 20)
    view = view_after(state, 3, 5, 9)
    assert memory.events(view) == []
    memory.saw(0, "50")
    memory.saw(1, "60")
    events = memory.events(view_after(state, 3, 5, 9, 50, 60))
    assert [event.move for event in events] == [50, DECLINE_JUMP, 60]
