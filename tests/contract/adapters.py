"""What the law tests must know about each game: where its cards are, and which ones a seat sees."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardsolver.games.fifty_fifty import rules as fifty_fifty
from cardsolver.games.fifty_fifty.deck import PASS
from cardsolver.games.level_8 import rules as level_8
from cardsolver.games.level_8.combos import in_order
from cardsolver.games.the_game import rules as the_game

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from cardsolver.core.cards import Card
    from cardsolver.core.seats import Seat


@dataclass(frozen=True)
class Adapter:
    """One game's answers."""

    variants: tuple[str, ...]  # rules texts to play under
    cards: Callable[[Any], Counter[Card]]  # every card of a state, wherever it is
    rehide: Callable[[Any, Seat, Random], Any]
    """Another state that this seat cannot tell from the given one; None if chance found none."""
    has_secret: Callable[[Any], bool] = lambda _state: False
    """Is a seat asked what nobody else may notice? For the others it is somebody's turn then."""


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


def _fifty_fifty_cards(state: fifty_fifty.State) -> Counter[Card]:
    cards: Counter[Card] = Counter(card for card in range(1, 101) if state.played >> card & 1)
    cards[PASS] += state.passes_played
    cards.update(
        [*state.draw, *state.aside, *(card for hand in state.hands for card in hand.cards)]
    )
    # Played cards lie in the row, beside it or in a penalty pile.
    in_row = len(state.row) + state.passes + (state.jump is not None)
    assert in_row + sum(state.penalties) == state.played.bit_count() + state.passes_played
    return cards


def _fifty_fifty_rehide(
    state: fifty_fifty.State, seat: Seat, rng: Random
) -> fifty_fifty.State | None:
    over = state.end is not None  # then all hands are shown
    open_hands = [over or other == seat for other in range(len(state.hands))]
    hidden = [*state.draw, *state.aside]
    for hand, is_open in zip(state.hands, open_hands, strict=True):
        hidden += () if is_open else hand.cards
    rng.shuffle(hidden)
    hands = []
    for hand, is_open in zip(state.hands, open_hands, strict=True):
        hands.append(hand if is_open else fifty_fifty.hand_of(hidden[: hand.size]))
        del hidden[: 0 if is_open else hand.size]
    other_state = replace(
        state,
        hands=tuple(hands),
        draw=tuple(hidden[: len(state.draw)]),
        aside=tuple(hidden[len(state.draw) :]),
    )
    if over or state.asked == seat:
        return other_state
    # Whoever can jump now may be asked, or may have declined; this seat cannot tell either.
    asked = None
    if state.row and not state.passes and state.jump is None and rng.random() < 0.7:
        wanted = fifty_fifty.partner(state.row[-1])
        holders = [other for other, hand in enumerate(hands) if wanted in hand.numbers]
        asked = next((other for other in holders if other not in (seat, state.layer)), None)
    other_state = replace(other_state, asked=asked)
    # Whether the one-card check has come is seen by all, so it must not change.
    return other_state if fifty_fifty._settle(other_state) == other_state else None


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


def _high_card_rehide(state: Any, seat: Seat, rng: Random) -> Any:
    hidden = [*state.rest, *(c for o, hand in enumerate(state.hands) if o != seat for c in hand)]
    rng.shuffle(hidden)
    hands = []
    for other, hand in enumerate(state.hands):
        hands.append(hand if other == seat else tuple(sorted(hidden[: len(hand)])))
        del hidden[: 0 if other == seat else len(hand)]
    return replace(state, hands=tuple(hands), rest=tuple(hidden))


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
    "fifty-fifty": Adapter(
        variants=(
            "",
            "players=3 first=2",
            "players=4 violet=none",
            "players=5 first=5 violet=1-50+99",
            "players=2 hand=2 aside=100",
            "players=3 hand=1 aside=90 violet=1-100",
        ),
        cards=_fifty_fifty_cards,
        rehide=_fifty_fifty_rehide,
        has_secret=lambda state: state.asked is not None,
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
    # A game from outside: examples/high_card, when a test has installed it.
    "high-card": Adapter(
        variants=("", "players=3 hand=8", "players=4 hand=1"),
        cards=lambda state: Counter(
            [*state.rest, *state.trick, *state.gone, *(c for hand in state.hands for c in hand)]
        ),
        rehide=_high_card_rehide,
    ),
}
