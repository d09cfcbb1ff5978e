"""The patient policy: when it holds its level back, and that this pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cardsolver.core.shuffle import generator_state
from cardsolver.games.level_8 import kernel
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.bots.greedy import seen_round
from cardsolver.games.level_8.fast.codes import CODE
from cardsolver.games.level_8.fast.policy import POLICY, patient
from tests.support.level_8_states import moment

if TYPE_CHECKING:
    from cardsolver.games.level_8.fast.round import FastMove

DRAW, PLAY, _ = l8.Phase
TWO_RUNS = "4r 5b 6g 9g 10y 11p"  # complete on level 1


def decision(state: l8.State) -> FastMove:
    """The patient policy's move."""
    return patient().decide(seen_round(l8.view(state, state.mover)))


def test_a_level_waits_while_it_leaves_cards_that_fit_nowhere() -> None:
    state = moment(f"{TWO_RUNS} 1r 2y 14b 14g 7y", "2g 3g 8o", phase=PLAY)
    move = decision(state)
    assert move[0] == "discard"
    assert move[1] not in {CODE[card] for card in [*TWO_RUNS.split(), "7y"]}  # 7y can be added
    assert POLICY.decide(seen_round(l8.view(state, 0)))[0] == "lay"


def test_it_is_laid_out_to_go_out() -> None:
    assert decision(moment(f"{TWO_RUNS} 7y 14b", "2g 3g", phase=PLAY))[0] == "lay"


def test_it_is_laid_out_when_somebody_is_nearly_out() -> None:
    hand = f"{TWO_RUNS} 1r 2y 14b 14g 7y"
    assert decision(moment(hand, "2g", table={1: ["set 9r 9b"]}, phase=PLAY))[0] == "lay"


def test_the_last_level_never_waits() -> None:
    won = moment("1r 1b 2r 2b 2g 3r 3b 3g 3o 15p 14p", "2y", levels=(8, 1), phase=PLAY)
    assert decision(won)[0] == "lay"


def test_whoever_waits_takes_what_will_fit() -> None:
    state = moment(f"{TWO_RUNS} 1r 2y 14b 14g", "2g 3g", piles=["13b", "7o"], phase=DRAW)
    assert decision(state) == ("take", 1)


@pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not built")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_one_patient_seat_wins_more_than_its_share(players: int) -> None:
    rules = l8.parse_rules(f"players={players}")
    quick, alone = POLICY.compiled(rules), patient().compiled(rules)
    assert quick is not None
    assert alone is not None
    games = 1200
    won = 0
    for game in range(games):
        seats = [quick] * players
        seats[game % players] = alone
        winner, _ = kernel.play_game(seats, 0, generator_state(f"patient {game // players}"))
        won += winner == game % players
    assert won * players / games > 1.05
