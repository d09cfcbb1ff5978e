"""The lay rule as bit sets: what fits on a top, for bots and for searches in plain Python.

A set of cards is an integer with bit n for card n. Piles 0 and 1 ascend, 2 and 3 descend. The rules
themselves (`rules.fits`) do not use this module, nor do the engines that check each other: the
kernel is compiled, and CP-SAT has a lay rule of its own.
"""

from __future__ import annotations

from cardsolver.games.the_game.rules import FIRE_CARDS, TRICK

ALL_CARDS = sum(1 << card for card in range(2, 100))
CARD = [1 << number for number in range(111)]
ABOVE = [ALL_CARDS & ~((1 << (top + 1)) - 1) for top in range(101)]
BELOW = [ALL_CARDS & ((1 << top) - 1) for top in range(101)]
FIRE = sum(1 << card for card in FIRE_CARDS)

# By top: the one card that may be laid on it backwards (TG-8), as a set; empty if there is none.
TRICK_UP = [ALL_CARDS & (1 << top - TRICK) if top > TRICK else 0 for top in range(101)]
TRICK_DOWN = [ALL_CARDS & (1 << top + TRICK) for top in range(101)]
# By pile and top: every card that fits (TG-7, TG-8).
_UP = [ABOVE[top] | TRICK_UP[top] for top in range(101)]
_DOWN = [BELOW[top] | TRICK_DOWN[top] for top in range(101)]
FITS = (_UP, _UP, _DOWN, _DOWN)
TRICKS = (TRICK_UP, TRICK_UP, TRICK_DOWN, TRICK_DOWN)


def bits(cards: tuple[int, ...]) -> int:
    """The cards as a set."""
    return sum([CARD[card] for card in cards])


def cards_of(cards: int) -> list[int]:
    """The cards of a set in ascending order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found


def lowest_reach(top: int, other: int, unlaid: int) -> int:
    """Two ascending tops never fall below this, whatever is laid on them.

    Below the lower top only tricks lead: a card ten under a top, or under an unlaid card that may
    become one (docs/solver-search.md, DEAD).
    """
    low = min(top, other)
    tops = CARD[top] | CARD[other]
    while True:
        reached = (tops | unlaid & (-1 << low)) >> TRICK & unlaid & ((1 << low) - 1)
        if not reached:
            return low
        low = (reached & -reached).bit_length() - 1


def highest_reach(top: int, other: int, unlaid: int) -> int:
    """Two descending tops never rise above this, whatever is laid on them."""
    high = max(top, other)
    tops = CARD[top] | CARD[other]
    while True:
        reached = (tops | unlaid & ((2 << high) - 1)) << TRICK & unlaid & (-2 << high)
        if not reached:
            return high
        high = reached.bit_length() - 1


def dead_cards(tops: tuple[int, ...], unlaid: int) -> int:
    """The unlaid cards that no pile can ever take, whoever holds them."""
    a, b, c, d = tops
    low, high = lowest_reach(a, b, unlaid), highest_reach(c, d, unlaid)
    return unlaid & ((1 << low) - 1) & (-2 << high)
