"""Guesses of the hidden cards, as a view allows them.

Words count, softly: a speaker's hand is dealt again, a few times at most, until it would say what
was said. The last one stays in any case, so no word ever places a card for certain. The kernel's
guess.c makes the same worlds from the same state; this is the readable reference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.shuffle import shuffle
from cardsolver.games.the_game.bits import bits, cards_of
from cardsolver.games.the_game.bots.signals import speak
from cardsolver.games.the_game.kernel import planner as kernel
from cardsolver.games.the_game.kernel.planner import LARGEST_HAND, Knowledge, World

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.games.the_game.kernel.planner import PackedWorlds
    from cardsolver.games.the_game.rules import Tops, View

TRIES = 4  # hands dealt to a speaker until one would say what was said


def knowledge(view: View) -> Knowledge:
    """What a view says of the cards; words are about the tops before the first lay of a turn."""
    said = view.said if view.said and not view.laid else (None,) * len(view.hand_sizes)
    return Knowledge(view.seat, bits(view.hand), bits(view.unseen), view.hand_sizes, said)


def guesses(
    tops: Tops, known: Knowledge, state: int, count: int
) -> tuple[Sequence[World] | PackedWorlds, int]:
    """So many worlds, and the generator's next state."""
    if kernel.is_built() and max(known.sizes) <= LARGEST_HAND:
        return kernel.guess(tops, known, TRIES, state, count)
    worlds = []
    for _ in range(count):
        world, state = guess(tops, known, state)
        worlds.append(world)
    return worlds, state


def guess(tops: Tops, known: Knowledge, state: int) -> tuple[World, int]:
    """Hands and draw pile as they may be, and the generator's next state."""
    hands = [0] * len(known.sizes)
    hands[known.seat] = known.hand
    unlaid = known.unseen | known.hand
    pool, state = shuffle(cards_of(known.unseen), state)
    for seat, (size, said) in enumerate(zip(known.sizes, known.said, strict=True)):
        if not size or seat == known.seat:
            continue
        hand = bits(pool[:size])
        for _ in range(TRIES - 1):
            if said is None or speak(tops, hand, unlaid & ~hand) == said:
                break
            pool, state = shuffle(pool, state)
            hand = bits(pool[:size])
        hands[seat] = hand
        pool = pool[size:]
    return World(hands, pool), state
