"""What a bot says about the piles."""

from __future__ import annotations

from cardsolver.games.the_game.bits import CARD
from cardsolver.games.the_game.bots.signals import speak
from cardsolver.games.the_game.rules import PileSignal


def test_what_is_said_follows_from_the_hand() -> None:
    hand = CARD[30] | CARD[62] | CARD[95]
    unseen = CARD[50] | CARD[51] | CARD[52] | CARD[53] | CARD[80]
    assert speak((40, 45, 70, 96), hand, unseen) == (
        PileSignal.KEEP,  # 30 goes back there
        PileSignal.FREE,  # 62 would skip too much
        PileSignal.GENTLE,  # 62 skips nothing still to come
        PileSignal.GENTLE,  # 95 is next
    )
