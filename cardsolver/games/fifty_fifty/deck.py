"""The deck of Fifty Fifty: a hundred numbers and twenty Passes."""

from __future__ import annotations

from cardsolver.core.cards import Deck

PASS = "pass"  # noqa: S105 - a card, not a password
DECK = Deck("Fifty Fifty", (*range(1, 101), *[PASS] * 20), "a number from 1 to 100, or pass")
