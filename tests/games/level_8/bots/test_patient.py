"""Patient: waits where greedy lays out, and not for ever."""

from __future__ import annotations

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.bots.greedy import GreedyBot
from cardsolver.games.level_8.bots.patient import PATIENCE, PatientBot
from cardsolver.seats.spec import make_bot
from tests.support.level_8_states import moment

EARLY = "4r 5b 6g 9g 10y 11o 1p 2p 15r"  # level 1 is there, and three cards that fit nowhere


def test_patient_waits_where_greedy_lays_out() -> None:
    view = l8.view(moment(EARLY, "2g 3g"), 0)
    assert l8.format_move(GreedyBot().choose(view)).startswith("lay")
    assert l8.format_move(PatientBot().choose(view)).startswith("discard")


def test_patient_lays_out_once_its_patience_is_at_an_end() -> None:
    view = l8.view(moment(EARLY, "2g 3g"), 0)
    bot = PatientBot()
    moves = [l8.format_move(bot.choose(view)) for _ in range(PATIENCE + 1)]
    assert all(move.startswith("discard") for move in moves[:-1])
    assert moves[-1].startswith("lay")


@pytest.mark.no_cover
@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_table_of_patient_players_comes_to_an_end(players: int) -> None:
    for seed in range(3):
        deal = deal_seed(l8.NAME, f"patient/{seed}", rules=f"players={players}")
        bots = [make_bot("patient", l8.NAME, seed=f"{seat}") for seat in range(players)]
        match = play_match(deal, bots, names=["patient"] * players)
        assert match.transcript.result is not None
        assert match.fault is None
