"""Fifty Fifty in a replay: the row, the hands and the penalties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.stage import Chart, ShownCard, ShownSeat, Stage, Tableau, Zone
from cardsolver.games.fifty_fifty.deck import PASS as PASS_CARD
from cardsolver.games.fifty_fifty.rules import DECLINE, PASS, TAKE, Jump, PlayNumber, Rules, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolver.core.cards import Card
    from cardsolver.core.seats import Seat
    from cardsolver.games.fifty_fifty.rules import Move


def tableau(state: State) -> Tableau:
    """All cards of a state."""
    rules = state.rules
    row: tuple[Card, ...] = (*state.row, *[PASS_CARD] * state.passes)
    table = [Zone("row", _cards(rules, row), "" if row else "empty")]
    if state.jump is not None:
        table.append(Zone("jump", _cards(rules, (state.jump,)), "only Passes, or take everything"))
    table.append(Zone("draw pile", _cards(rules, state.draw), is_secret=True, is_long=True))
    table.append(Zone("set aside", _cards(rules, state.aside), is_secret=True, is_long=True))
    seats = (_seat(state, seat) for seat in range(rules.players))
    return Tableau(tuple(table), tuple(seats), state.penalties)


def _seat(state: State, seat: Seat) -> ShownSeat:
    facts = [_penalties(state.penalties[seat])]
    if state.row and seat == state.layer and not state.passes:
        facts.append("laid the last number")
    if seat == state.taker:
        facts.append("took the row")
    hands = state.shown or state.hands  # FF-28: at the end all show
    cards = _cards(state.rules, hands[seat].cards)
    return ShownSeat(tuple(facts), (Zone("hand", cards, owner=seat, is_secret=not state.shown),))


def _cards(rules: Rules, cards: Iterable[Card]) -> tuple[ShownCard, ...]:
    """Cards with their colour; a violet one carries a v, so that it reads without colour too."""
    return tuple(
        ShownCard("PASS", "green")
        if isinstance(card, str)
        else ShownCard(f"{card}v", "violet")
        if card in rules.violet
        else ShownCard(f"{card}", "orange")
        for card in cards
    )


def chart(_state: State, names: Sequence[str]) -> Chart:
    """The penalty cards of each seat."""
    return Chart("Penalty cards", tuple(names), low=0)


def tell(before: State, move: Move, after: State) -> str:
    """What a move did, and who got penalty cards by it."""
    mover = before.turn if before.asked is None else before.asked
    match move:
        case PlayNumber(card, keep):
            done = f"plays {card}" + (" and gives nothing away" if keep else "")
        case Jump(card):
            done = f"jumps with {card}"
        case _:
            done = {PASS: "plays a Pass", TAKE: "takes everything"}.get(move, "does not jump")
    more = [now - was for was, now in zip(before.penalties, after.penalties, strict=True)]
    got = [f"gets {_penalties(more[mover])}"] if more[mover] > 0 else []
    got += [
        f"seat {seat + 1} gets {_penalties(count)}"
        for seat, count in enumerate(more)
        if count > 0 and seat != mover
    ]
    gift = ", one of them a gift" if more[mover] < 0 else ""
    return f"{done}: {', '.join(got)}{gift}" if got else done


def _penalties(count: int) -> str:
    return f"{count} penalty card{'s' * (count != 1)}"


def begins_turn(_state: State, move: Move, _last: Seat | None) -> bool:
    """Whatever is laid or taken is a turn; a jump that nobody saw declined is not."""
    return move is not DECLINE


STAGE = Stage(tableau=tableau, chart=chart, tell=tell, begins_turn=begins_turn)
