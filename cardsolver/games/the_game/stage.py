"""The Game in a replay: the piles' tops, the hands, the draw pile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardsolver.core.stage import Chart, PagePart, ShownCard, ShownSeat, Stage, Tableau, Zone
from cardsolver.games.the_game.position import ASCENDING_BASE, DESCENDING_BASE, PILES
from cardsolver.games.the_game.rules import (
    SILENT,
    Bid,
    Lay,
    Say,
    State,
    format_move,
    is_trick,
    minimum_now,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.the_game.rules import Move

PILE_TITLES = tuple(f"{pile} {arrow}" for pile, arrow in zip(PILES, "▲▲▼▼", strict=True))


def tableau(state: State) -> Tableau:
    """All cards of a state."""
    piles = (Zone(title, (_top(state, pile),)) for pile, title in enumerate(PILE_TITLES))
    draw = Zone("draw pile", _cards(state.draw), is_secret=True, is_long=True)
    seats = (_seat(state, seat) for seat in range(state.rules.players))
    return Tableau((*piles, draw), tuple(seats), state.tops)


def _top(state: State, pile: int) -> ShownCard:
    top = state.tops[pile]
    if top in (ASCENDING_BASE, DESCENDING_BASE):
        return ShownCard(str(top), "base")
    return ShownCard(str(top), "up" if pile < 2 else "down", "fire!" if pile in state.due else "")


def _seat(state: State, seat: Seat) -> ShownSeat:
    facts = []
    if _is_bidding(state):
        facts += [f"bids {state.bids[seat]}"] if seat < len(state.bids) else []
    elif state.end is None and seat == state.mover:
        needed = minimum_now(state.rules.minimum, len(state.draw))
        facts.append(f"laid {state.laid} of at least {needed}")
    said = state.said[seat]
    if said is not None and said != SILENT:
        facts.append(f"says {format_move(Say(said)).removeprefix('say ')}")
    hand = Zone("hand", _cards(state.hands[seat]), owner=seat, is_secret=True)
    return ShownSeat(tuple(facts), (hand,))


def _is_bidding(state: State) -> bool:
    return state.rules.has_bidding and len(state.bids) < state.rules.players


def _cards(cards: Iterable[int]) -> tuple[ShownCard, ...]:
    return tuple(ShownCard(str(card)) for card in cards)


def chart(_state: State, _names: Sequence[str]) -> Chart:
    """The tops of the four piles."""
    low, high = ASCENDING_BASE, DESCENDING_BASE
    return Chart("Tops of the piles", PILE_TITLES, low=low, high=high, mark="back by 10")


def marked(state: State, move: Move) -> int | None:
    """The pile on which a card goes back (TG-8)."""
    if isinstance(move, Lay) and is_trick(move.pile, state.tops[move.pile], move.card):
        return move.pile
    return None


def tell(before: State, move: Move, after: State) -> str:
    """What a move did."""
    match move:
        case Lay(pile, card):
            top = before.tops[pile]
            back = ", back by 10" if is_trick(pile, top, card) else ""
            return f"lays {card} on {PILES[pile]} ({top}){back}"
        case Bid(eagerness):
            return f"bids {eagerness} to start"
        case Say(signals):
            wishes = format_move(move).removeprefix("say ")
            return "says nothing" if signals == SILENT else f"says {wishes}"
    drawn = len(before.draw) - len(after.draw)
    return f"ends the turn and draws {drawn}" if drawn else "ends the turn"


def begins_turn(state: State, _move: Move, _last: Seat | None) -> bool:
    """A turn begins with what the others say before it, or with its first card."""
    is_silent = all(said is None for said in state.said)
    return is_silent and not state.laid and not _is_bidding(state)


def turn_of(state: State, _to_move: Seat | None) -> Seat | None:
    """A turn is the mover's, even while the others speak before it."""
    return None if _is_bidding(state) else state.mover


def state_to_json(state: State) -> dict[str, Any] | None:
    """What the page's rules need to continue from here, with every card known; None: not yet."""
    if _is_bidding(state):
        return None
    return {
        "tops": list(state.tops),
        "hands": [list(hand) for hand in state.hands],
        "draw": list(state.draw),
        "mover": state.mover,
        "laid": state.laid,
        "due": sorted(state.due),
        "minimum": state.rules.minimum,
        "onFire": state.rules.on_fire,
        "end": state.end,
    }


STAGE = Stage(
    tableau=tableau,
    chart=chart,
    tell=tell,
    marked=marked,
    begins_turn=begins_turn,
    turn_of=turn_of,
    page=PagePart("cardsolver.games.the_game.page", ("rules.js", "fork.js"), state_to_json),
)
