"""The deck of The Game."""

from __future__ import annotations

from cardsolver.core.cards import Deck

DECK = Deck("The Game", tuple(range(2, 100)), "a number from 2 to 99")
