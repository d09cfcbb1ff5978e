"""What the law tests must know about each game: where its cards are, and which ones a seat sees."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardsolver.games import level_8, the_game
from cardsolver.games.level_8.combos import in_order

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from cardsolver.cards import Card
    from cardsolver.game import Seat


@dataclass(frozen=True)
class Adapter:
    """One game's answers."""

    variants: tuple[str, ...]  # rules texts to play under
    cards: Callable[[Any], Counter[Card]]  # every card of a state, wherever it is
    rehide: Callable[[Any, Seat, Random], Any]
    """Another state that this seat cannot tell from the given one; None if chance found none."""


def _the_game_cards(state: the_game.State) -> Counter[Card]:
    laid = [card for card in range(2, 100) if state.laid_cards >> card & 1]
    return Counter([*laid, *state.draw, *(card for hand in state.hands for card in hand)])


def _the_game_rehide(state: the_game.State, seat: Seat, rng: Random) -> the_game.State | None:
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    hidden += state.draw
    rng.shuffle(hidden)
    hands = []
    for other, hand in enumerate(state.hands):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(tuple(sorted(hidden[: len(hand)])))
            del hidden[: len(hand)]
    other_state = replace(state, hands=tuple(hands), draw=tuple(hidden))
    # Whether the mover is stuck is seen by all, so it must not change.
    return other_state if the_game._settle(other_state) == other_state else None


def _level_8_rehide(state: level_8.State, seat: Seat, rng: Random) -> level_8.State:
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    hidden += state.draw
    rng.shuffle(hidden)
    hands = []
    for other, hand in enumerate(state.hands):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(in_order(hidden[: len(hand)]))
            del hidden[: len(hand)]
    return replace(state, hands=tuple(hands), draw=tuple(hidden), generator=rng.getrandbits(64))


ADAPTERS: dict[str, Adapter] = {
    "the-game": Adapter(
        variants=(
            "",
            "expert short-hand",
            "on-fire",
            "players=2",
            "players=3 no-talk on-fire",
            "players=4 expert first=3",
            "players=5 first=5 no-talk short-hand",
        ),
        cards=_the_game_cards,
        rehide=_the_game_rehide,
    ),
    "level-8": Adapter(
        variants=(
            "",
            "players=3 levels=two-star first=2",
            "players=6 last-card-discarded",
            # Cards are kept from the first round on.
            f"players=4 levels={'/'.join(['run3+set2:keep', 'colour3+run3:keep'] * 4)}",
        ),
        cards=lambda state: Counter(level_8.all_cards(state)),
        rehide=_level_8_rehide,
    ),
}
