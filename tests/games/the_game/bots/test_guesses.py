"""Guesses put every hidden card where the view allows it."""

from __future__ import annotations

from collections import Counter

import pytest

from cardsolver.core.shuffle import generator_state
from cardsolver.games.the_game import rules as game
from cardsolver.games.the_game.bits import bits
from cardsolver.games.the_game.bots.guesses import guess, guesses, knowledge
from cardsolver.games.the_game.bots.signals import speak
from cardsolver.games.the_game.kernel import planner as kernel
from cardsolver.games.the_game.kernel.planner import Knowledge, PackedWorlds
from tests.support.the_game_states import played

TOPS = (1, 1, 100, 100)
RULES = ["players=1", "players=2 no-talk", "players=3", "players=5", "players=2 expert"]

needs_kernel = pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not built")


def _views(rules: str) -> list[game.View]:
    states = [played(rules, f"guess {number}", "talker", 7 + 23 * number) for number in range(5)]
    return [game.view(state, state.mover) for state in states]


@needs_kernel
@pytest.mark.parametrize("rules", RULES)
def test_the_kernel_guesses_as_the_reference_does(rules: str) -> None:
    for view in _views(rules):
        known = knowledge(view)
        state = generator_state("guess")
        packed, after = guesses(view.tops, known, state, 20)
        assert isinstance(packed, PackedWorlds)
        for world in packed.unpacked():
            expected, state = guess(view.tops, known, state)
            assert list(world.hands) == expected.hands
            assert world.draw == expected.draw
        assert after == state


@pytest.mark.parametrize("rules", RULES)
def test_guesses_fit_the_view(rules: str) -> None:
    for view in _views(rules):
        state = generator_state("fit")
        for _ in range(10):
            world, state = guess(view.tops, knowledge(view), state)
            assert world.hands[view.seat] == bits(view.hand)
            assert tuple(hand.bit_count() for hand in world.hands) == view.hand_sizes
            assert len(world.draw) == view.draw_size
            hidden = bits(tuple(world.draw))
            for seat, hand in enumerate(world.hands):
                if seat != view.seat:
                    assert not hidden & hand
                    hidden |= hand
            assert hidden == bits(view.unseen)


def test_without_words_every_card_is_anywhere_equally_often() -> None:
    unseen = bits((10, 20, 30, 40, 50))
    known = Knowledge(0, bits((2, 3)), unseen, (2, 2, 1), (None, None, None))
    state = generator_state("even")
    places: Counter[tuple[int, str]] = Counter()
    for _ in range(4_000):
        world, state = guess(TOPS, known, state)
        for card in (10, 20, 30, 40, 50):
            at = "second" if world.hands[1] >> card & 1 else "third"
            places[card, "draw" if card in world.draw else at] += 1
    for card in (10, 20, 30, 40, 50):
        # 1,600, 800 and 1,600 of 4,000, within five standard deviations.
        assert abs(places[card, "second"] - 1_600) < 160
        assert abs(places[card, "third"] - 800) < 130


def test_words_count_but_prove_nothing() -> None:
    view = next(
        view
        for number in range(40)
        for view in [_mover_view("players=2", f"words {number}")]
        if not view.laid and any(level for said in view.said if said for level in said)
    )
    known = knowledge(view)
    other = 1 - view.seat
    silent = known._replace(said=(None, None))
    unlaid = known.hand | known.unseen

    def agreeing(told: Knowledge) -> int:
        state, count = generator_state("words"), 0
        for _ in range(300):
            world, state = guess(view.tops, told, state)
            hand = world.hands[other]
            count += speak(view.tops, hand, unlaid & ~hand) == view.said[other]
        return count

    assert agreeing(silent) < agreeing(known) < 300


def _mover_view(rules: str, seed: str) -> game.View:
    state = played(rules, seed, "talker", 60)
    return game.view(state, state.mover)


@needs_kernel
@pytest.mark.parametrize(
    "known",
    [
        Knowledge(0, 0b1100, 0b100, (2,), (None,)),  # a card twice
        Knowledge(0, 0b1100, 0b110000, (2, 3), (None, None)),  # more cards in hands than unseen
        Knowledge(2, 0b1100, 0b110000, (2, 2), (None, None)),  # a seat that is not there
        Knowledge(0, 0b1, 0b110000, (1, 2), (None, None)),  # no card
        Knowledge(0, 1 << 101, 0b110000, (1, 2), (None, None)),
    ],
)
def test_knowledge_that_makes_no_sense_is_refused(known: Knowledge) -> None:
    with pytest.raises(ValueError, match="expected"):
        kernel.guess(TOPS, known, 4, 1, 1)
