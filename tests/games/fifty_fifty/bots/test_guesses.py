"""Guesses of the hidden cards: consistent with what was seen, and as likely as they should be."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsolver.core.deal import deal_seed
from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots import guesses as module
from cardsolver.games.fifty_fifty.bots.fast import (
    DECLINE_JUMP,
    NOBODY,
    FastGame,
    bits,
    numbers_of,
    opening,
    seen_game,
)
from cardsolver.games.fifty_fifty.bots.greedy import GreedyBot
from cardsolver.games.fifty_fifty.bots.guesses import Guesses
from cardsolver.games.fifty_fifty.bots.memory import Event, Memory
from cardsolver.games.fifty_fifty.bots.policy import GreedyMind
from cardsolver.games.fifty_fifty.rules import Hand

needs_kernel = pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not compiled")
VARIANTS = ("players=2", "players=5", "players=3 hand=1 aside=90", "players=4 hand=9 aside=0")


def decisions(rules: str, seed: int) -> list[tuple[ff.View, list[Event]]]:
    """What seats saw when they had to decide, in a game between `greedy` and chance."""
    state = ff.start(deal_seed(ff.NAME, str(seed), rules=rules))
    rng = Random(seed)
    memories = [Memory() for _ in state.hands]
    found = []
    while (seat := ff.to_move(state)) is not None:
        view = ff.view(state, seat)
        found.append((view, [*memories[seat].events(view)]))
        sane = rng.random() < 0.8
        move = GreedyBot().choose(view) if sane else rng.choice(ff.legal_moves(view))
        text = ff.seen_move(move)
        if text is not None:
            for memory in memories:
                memory.saw(seat, text)
        state = ff.apply(state, move)
    return found


def compiled(
    view: ff.View,
    events: list[Event],
    seed: int,
    count: int,
    *,
    doubt: float = module.DOUBT,
    warm_up: int = module.WARM_UP,
) -> list[FastGame]:
    """Guesses of the kernel."""
    game = seen_game(view)
    worlds = kernel.guess(
        kernel.Moment(game),
        view.seat,
        [kernel.packed_event(event) for event in events],
        doubt=doubt,
        warm_up=warm_up,
        seed=seed,
        count=count,
    )
    return kernel.unpacked(worlds, game)


def check_guess(view: ff.View, game: FastGame) -> None:
    """It agrees with all that the seat sees."""
    assert game.hands[view.seat] == bits(view.hand.numbers)
    assert game.pass_counts[view.seat] == view.hand.passes
    sizes = [
        hand.bit_count() + passes for hand, passes in zip(game.hands, game.pass_counts, strict=True)
    ]
    assert tuple(sizes) == tuple(game.sizes) == view.hand_sizes
    assert len(game.draw) == view.draw_size
    assert tuple(game.row) == view.row
    # Every number is in one place, and no open card comes up again.
    held = [number for hand in game.hands for number in numbers_of(hand)]
    cards = held + [card for card in game.draw if card]
    assert len(set(cards)) == len(cards)
    assert not bits(cards) & view.played
    passes = sum(game.pass_counts) + game.draw.count(0)
    assert passes <= ff.PASSES - view.passes_played


@pytest.mark.parametrize("rules", VARIANTS)
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_a_guess_agrees_with_all_that_the_seat_sees(rules: str, seed: int) -> None:
    rng = Random(seed)
    for view, events in rng.sample(decisions(rules, seed), 2):
        guesses = Guesses(view, events, rng.getrandbits(64), warm_up=10)
        for _ in range(2):
            check_guess(view, guesses.next())


@needs_kernel
@pytest.mark.parametrize("rules", VARIANTS)
@settings(max_examples=4)
@given(seed=st.integers(0, 2**32))
def test_a_compiled_guess_agrees_with_all_that_the_seat_sees(rules: str, seed: int) -> None:
    for view, events in decisions(rules, seed):
        for game in compiled(view, events, seed, 2):
            check_guess(view, game)


@needs_kernel
@pytest.mark.parametrize("rules", VARIANTS)
def test_the_kernel_makes_the_same_guesses(rules: str) -> None:
    for number, (view, events) in enumerate(Random(1).sample(decisions(rules, 5), 3)):
        guesses = Guesses(view, events, number, warm_up=30)
        for game in compiled(view, events, number, 3, warm_up=30):
            again = guesses.next()
            assert (game.hands, game.pass_counts) == (again.hands, again.pass_counts)
            assert game.draw == again.draw


def few_hidden(numbers: tuple[int, ...], size: int, row: tuple[int, ...] = ()) -> ff.View:
    """Seat 2 has some cards, seat 3 one, one is to draw and one aside: few cards are hidden."""
    state = ff.start(deal_seed(ff.NAME, "few", rules="players=3 hand=1 aside=1"))
    return replace(
        ff.view(state, 0),
        hand=Hand((50,)),
        hand_sizes=(1, size, 1),
        draw_size=1,
        row=row,
        layer=1 if row else None,
        played=((2 << ff.HIGHEST) - 2) & ~bits((*numbers, 50)),
        passes_played=ff.PASSES - 1,
    )


def shares(deals: Counter[tuple[int, ...]] | dict[tuple[int, ...], float]) -> dict[str, float]:
    """The share of each pair of hands."""
    whole = sum(deals.values())
    return {str(deal): count / whole for deal, count in deals.items()}


def check_shares(found: list[FastGame], exact: dict[str, float], slack: float) -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    for game in found:
        hands = [numbers_of(hand) for hand in game.hands[1:]]
        seen[*hands[0], *[0] * game.pass_counts[1], -1, *hands[1]] += 1
    count = len(found)
    observed = shares(seen)
    assert set(observed) <= set(exact)
    for deal, share in exact.items():
        spread = sqrt(share * (1 - share) / count)
        assert abs(observed.get(deal, 0.0) - share) < 4 * spread + slack, deal


def test_without_events_all_deals_are_equally_likely() -> None:
    view = few_hidden((10, 20, 30), 1)
    weights: Counter[tuple[int, ...]] = Counter()
    for first, second, *_ in permutations((10, 20, 30, 0)):
        weights[(first, -1, second) if second else (first, -1)] += 1
    exact = shares(weights)
    guesses = Guesses(view, [], 7)
    check_shares([guesses.next() for _ in range(1500)], exact, 0.0)
    if kernel.is_built():
        check_shares(compiled(view, [], 7, 20_000), exact, 0.0)


NUMBERS = (5, 44, 62, 71, 97)


def two_moves() -> tuple[ff.View, list[Event]]:
    """Seat 2 laid 40 on 30, later 60 on 55, and drew each time; nobody jumped on 30 and 55."""
    view = few_hidden(NUMBERS, 2, row=(30, 40, 55, 60))
    table = opening(view.rules)
    table.sizes = [1, 2, 1]
    table.layer = 0
    events = []
    for move, row in ((40, [30]), (60, [30, 40, 55])):
        before = table.copy()
        before.row = row
        before.draw = [0] * 4
        before.played = view.played & ~bits((40, 60) if move == 40 else (60,))
        before.passes_played = view.passes_played
        events += [Event(NOBODY, DECLINE_JUMP, before), Event(1, move, before)]
    return view, events


def exact_with_moves(view: ff.View, events: list[Event], doubt: float) -> dict[str, float]:
    """Every deal and every time at which the cards may have been drawn, one by one."""
    mind = GreedyMind(view.rules)
    weights: dict[tuple[int, ...], float] = {}
    for first, second, third, *_ in permutations((*NUMBERS, 0)):
        # The two cards of seat 2, then those that it played. Of the two draws, the first came
        # after 40 was played, the second after 60.
        cards = (first, second, 40, 60)
        for drawn in permutations(range(4), 2):
            if 2 in drawn or drawn[1] == 3:
                continue  # played before it was drawn
            misfits = 0
            for number, event in enumerate(events):
                turn = number // 2  # draws, and plays, before it
                hand = [
                    card
                    for place, card in enumerate(cards)
                    if place not in drawn[turn:] and not (turn and place == 2)
                ]
                for seat, held in ((1, hand), (2, [third])):
                    if event.seat not in (NOBODY, seat):
                        continue
                    game = event.before.copy()
                    game.hands[seat] = bits(card for card in held if card)
                    game.pass_counts[seat] = held.count(0)
                    if event.seat == NOBODY:
                        if not game.hands[seat] >> ff.partner(game.row[-1]) & 1:
                            continue
                        game.asked = seat
                    else:
                        game.turn = seat
                    misfits += mind.move(game) != event.move
            key = (*sorted(c for c in cards[:2] if c), *[0] * cards[:2].count(0), -1)
            key = (*key, third) if third else key
            weights[key] = weights.get(key, 0.0) + doubt**misfits
    return shares(weights)


@pytest.mark.parametrize("doubt", [0.5, 0.1])
def test_deals_come_up_as_often_as_what_was_seen_suggests(doubt: float) -> None:
    view, events = two_moves()
    exact = exact_with_moves(view, events, doubt)
    assert max(exact.values()) > 2 * min(exact.values())  # the moves say something
    guesses = Guesses(view, events, 3, doubt=doubt)
    # One after the other, guesses are alike: that is what the slack is for.
    check_shares([guesses.next() for _ in range(800)], exact, 0.04)
    if kernel.is_built():
        check_shares(compiled(view, events, 3, 100_000, doubt=doubt), exact, 0.005)
