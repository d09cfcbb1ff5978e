"""The learner's network: its file, and what it makes of ends that are known."""

from __future__ import annotations

from random import Random

import pytest

from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty.bots.fast import FastGame, bits
from cardsolver.games.fifty_fifty.bots.net import (
    HIDDEN,
    LARGEST,
    SIZE,
    STEP,
    SURE,
    net_for,
    net_from_text,
    net_of,
    net_to_text,
)
from cardsolver.games.fifty_fifty.bots.sight import INPUTS, STEPS, sight


def test_a_text_keeps_every_weight() -> None:
    rng = Random(1)
    numbers = [rng.randint(-LARGEST, LARGEST) for _ in range(SIZE)]
    net = net_of(numbers)
    assert net.numbers() == numbers
    assert net_from_text(net_to_text(net)) == net


def test_a_network_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match=f"expected {SIZE}"):
        net_of([0])


def test_the_kernel_has_a_network_of_the_same_size() -> None:
    assert (INPUTS, HIDDEN, SIZE) == (kernel.INPUTS, kernel.HIDDEN, kernel.NET)


def test_it_adds_up_units_above_nought() -> None:
    one = round(1 / STEP)
    numbers = [0] * SIZE
    numbers[0], numbers[1] = 2 * one, -2 * one  # of the first input, to two units
    numbers[-1 - HIDDEN : -1 - HIDDEN + 2] = 3 * one, 4 * one
    numbers[-1] = one // 2
    net = net_of(numbers)
    inputs = [0] * INPUTS
    assert net.judge(inputs) == 0.5
    inputs[0] = STEPS
    assert net.judge(inputs) == 6.5
    inputs[0] = -STEPS
    assert net.judge(inputs) == 8.5


def ended(penalties: list[int]) -> FastGame:
    """Nothing is left to draw, and seat 0 may take a row of one card and two hands of two."""
    game = FastGame(
        violet=0,
        hands=[bits((5, 60)), bits((20, 30)), bits((40, 80))],
        pass_counts=[0] * 3,
        draw=[],
    )
    game.row, game.layer, game.played = [50], 2, bits((50,))
    game.penalties = penalties
    return game


@pytest.mark.parametrize(
    ("penalties", "share", "worth"),
    [([0, 6, 9], 1.0, SURE), ([0, 5, 9], 0.5, 0.0), ([0, 4, 9], 0.0, -SURE)],
)
def test_an_end_is_worth_what_it_brings(penalties: list[int], share: float, worth: float) -> None:
    game = ended(penalties)
    assert sight(game, 5) == share
    assert net_for(3).worth(game, 5) == worth


def test_a_won_end_is_taken() -> None:
    assert net_for(3).move(ended([0, 6, 9])) == 5
    assert net_for(3).prospect(ended([0, 6, 9])) == pytest.approx(1)
