"""The deck of Level 8: six colours from 1 to 15, Jokers and Skips."""

from __future__ import annotations

from cardsolver.core.cards import Deck

JOKER = "J"
SKIP = "S"
COLOURS = {"r": "red", "o": "orange", "y": "yellow", "g": "green", "b": "blue", "p": "purple"}
DECK = Deck(
    "Level 8",
    (
        *(f"{number}{colour}" for colour in COLOURS for number in range(1, 16)),
        *[JOKER] * 7,
        *[SKIP] * 4,
    ),
    "a number from 1 to 15 with a colour letter (r o y g b p), J or S",
)
