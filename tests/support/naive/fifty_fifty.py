"""Naive oracle for Fifty Fifty: one decision per move, plain recursion, no pruning.

Cards are numbers 1 to 100; a Pass card is 0 inside, `pass` in text. Seats count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PASS = 0
# Ruling 1.
VIOLET = frozenset(range(3, 100, 3))


class Result(TypedDict):
    end: str
    penalties: list[int]
    winners: list[int]


@dataclass(frozen=True)
class Position:
    """`turn` is the seat whose turn it is, also while another seat is asked about a jump."""

    hands: tuple[tuple[int, ...], ...]
    draw: tuple[int, ...]
    row: tuple[tuple[int, int], ...]  # (card, seat that laid it)
    beside: tuple[int, ...]  # jump card
    penalties: tuple[tuple[int, ...], ...]  # most recently taken last
    turn: int
    asked: int | None
    after_jump: bool
    violet: frozenset[int]
    end: str | None  # "row" or "one card"
    out: tuple[int, ...]  # seats that lost by a Pass in the one-card check


def card_of(text: str | int) -> int:
    return PASS if text == "pass" else int(text)


def make(
    hands: Sequence[Sequence[str | int]],
    draw: Sequence[str | int] = (),
    row: Sequence[tuple[str | int, int]] = (),
    *,
    penalties: Sequence[Sequence[str | int]] | None = None,
    turn: int = 0,
    beside: Sequence[str | int] = (),
    asked: int | None = None,
    after_jump: bool = False,
    violet: Iterable[int] = VIOLET,
) -> Position:
    """A position at the start of a turn (or, with `asked` or `after_jump`, inside a jump)."""
    piles = penalties if penalties is not None else [[] for _ in hands]
    position = Position(
        hands=tuple(tuple(sorted(card_of(card) for card in hand)) for hand in hands),
        draw=tuple(card_of(card) for card in draw),
        row=tuple((card_of(card), seat) for card, seat in row),
        beside=tuple(card_of(card) for card in beside),
        penalties=tuple(tuple(card_of(card) for card in pile) for pile in piles),
        turn=turn,
        asked=asked,
        after_jump=after_jump,
        violet=frozenset(violet),
        end=None,
        out=(),
    )
    in_jump = after_jump or asked is not None
    return position if in_jump else begin_turn(position, turn)


def start(
    players: int,
    deck: Sequence[str | int],
    starter: int = 0,
    hand: int = 5,
    aside: int = 20,
    violet: Iterable[int] = VIOLET,
) -> Position:
    """Set cards aside from the top, deal one at a time from seat 0, the rest is the draw pile."""
    cards = list(deck[aside:])
    hands: list[list[str | int]] = [[] for _ in range(players)]
    for _ in range(hand):
        for seat in range(players):
            hands[seat].append(cards.pop(0))
    return make(hands, cards, turn=starter, violet=violet)


def to_move(position: Position) -> int:
    return position.turn if position.asked is None else position.asked


def partner(number: int) -> int:
    return number + 50 if number <= 50 else number - 50


def is_replacing(position: Position, number: int) -> bool:
    if len(position.row) < 2:
        return False  # ruling 4
    before_last = position.row[-2][0]
    last = position.row[-1][0]
    # With a Pass at the end nothing is replaced.
    return last != PASS and before_last < number < last


def may_give(position: Position, number: int) -> bool:
    if not is_replacing(position, number):
        return False
    last, layer = position.row[-1]
    own = position.penalties[position.turn]
    # Ruling 6; nobody gives a card to himself.
    return last not in position.violet and layer != position.turn and len(own) > 0


def legal(position: Position) -> list[str]:
    if position.end is not None:
        return []
    if position.asked is not None:
        return [f"jump {partner(position.row[-1][0])}", "decline"]
    hand = position.hands[position.turn]
    if position.after_jump:
        return ["pass", "take"] if PASS in hand else ["take"]
    moves = []
    for card in hand:
        if card != PASS:
            moves.append(str(card))
            if may_give(position, card):
                moves.append(f"{card} keep")
    if PASS in hand:
        moves.append("pass")
    return moves


def play(position: Position, move: str) -> Position:
    if move not in legal(position):
        raise ValueError(f"illegal move {move}")
    seat = to_move(position)
    if move == "decline":
        return begin_turn(replace(position, asked=None), position.turn + 1)
    if move == "take":
        return take_after_jump(position)
    if move == "pass":
        after = spend(position, seat, PASS)
        after = replace(after, row=(*after.row, (PASS, seat)))
        after = draw_one(after, seat)
        if after.after_jump:
            # Ruling 11: no one-card check and nobody passed over until somebody takes.
            return replace(after, turn=(seat + 1) % len(after.hands))
        return begin_turn(after, seat + 1)
    if move.startswith("jump"):
        card = partner(position.row[-1][0])
        after = draw_one(spend(position, seat, card), seat)
        return replace(after, beside=(card,), asked=None, after_jump=True)
    return play_number(position, int(move.split(maxsplit=1)[0]), give="keep" not in move)


def play_number(position: Position, number: int, give: bool) -> Position:
    seat = position.turn
    row = list(position.row)
    penalties = [list(pile) for pile in position.penalties]
    if is_replacing(position, number):
        last, layer = row.pop()
        if last in position.violet:
            penalties[seat].append(last)
        else:
            if give and may_give(position, number):
                penalties[layer].append(penalties[seat].pop())
            penalties[layer].append(last)
    else:
        while row and (row[-1][0] == PASS or row[-1][0] > number):
            penalties[seat].append(row.pop()[0])
    took_all = len(position.row) > 0 and len(row) == 0
    row.append((number, seat))
    after = replace(
        spend(position, seat, number),
        row=tuple(row),
        penalties=tuple(tuple(pile) for pile in penalties),
    )
    if took_all and not position.draw:
        # Ruling 8: the number just played stays on the table.
        return give_other_hands(replace(after, end="row"), seat)
    after = draw_one(after, seat)
    for other in range(len(after.hands)):
        if other != seat and partner(number) in after.hands[other]:
            return replace(after, asked=other)
    return begin_turn(after, seat + 1)


def take_after_jump(position: Position) -> Position:
    seat = position.turn
    cards = tuple(card for card, _ in reversed(position.row)) + position.beside
    after = replace(
        position,
        row=(),
        beside=(),
        after_jump=False,
        penalties=changed(position.penalties, seat, position.penalties[seat] + cards),
    )
    if not position.draw:
        return give_other_hands(replace(after, end="row"), seat)
    # Ruling 7: the same seat goes on with the first card of the new row.
    return after


def begin_turn(position: Position, seat: int) -> Position:
    """Pass over seats without cards, then make the one-card check (ruling 9)."""
    seat %= len(position.hands)
    if not any(position.hands):
        raise ValueError("nobody has a card")
    while not position.hands[seat]:
        seat = (seat + 1) % len(position.hands)
    after = replace(position, turn=seat)
    if not after.draw and len(after.hands[seat]) == 1:
        return show_hands(after)
    return after


def show_hands(position: Position) -> Position:
    seats = range(len(position.hands))
    out = tuple(seat for seat in seats if PASS in position.hands[seat])
    after = replace(position, end="one card", out=out)
    showing = [seat for seat in seats if seat not in out and position.hands[seat]]
    if not showing:
        return after
    taker = min(showing, key=lambda seat: min(position.hands[seat]))
    cards = tuple(card for card, _ in reversed(position.row))
    after = replace(
        after, row=(), penalties=changed(after.penalties, taker, after.penalties[taker] + cards)
    )
    return give_other_hands(after, taker)


def give_other_hands(position: Position, taker: int) -> Position:
    pile = position.penalties[taker]
    for seat, hand in enumerate(position.hands):
        if seat != taker:
            pile = pile + hand
    own = position.hands[taker]
    hands = tuple(own if seat == taker else () for seat in range(len(position.hands)))
    return replace(position, hands=hands, penalties=changed(position.penalties, taker, pile))


def changed(
    piles: tuple[tuple[int, ...], ...], seat: int, pile: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    result = list(piles)
    result[seat] = pile
    return tuple(result)


def spend(position: Position, seat: int, card: int) -> Position:
    hand = list(position.hands[seat])
    hand.remove(card)
    return replace(position, hands=changed(position.hands, seat, tuple(hand)))


def draw_one(position: Position, seat: int) -> Position:
    if not position.draw:
        return position
    hand = tuple(sorted(position.hands[seat] + position.draw[:1]))
    return replace(position, hands=changed(position.hands, seat, hand), draw=position.draw[1:])


def finished(position: Position) -> Result | None:
    if position.end is None:
        return None
    counts = [len(pile) for pile in position.penalties]
    able = [seat for seat in range(len(counts)) if seat not in position.out]
    if not able:
        able = list(range(len(counts)))
    fewest = min(counts[seat] for seat in able)
    winners = [seat for seat in able if counts[seat] == fewest]
    return {"end": position.end, "penalties": counts, "winners": winners}


def perft(position: Position, depth: int) -> tuple[int, int]:
    """(live, finished) ends of all move sequences of exactly this length."""
    if depth == 0:
        return (1, 0) if position.end is None else (0, 1)
    live = 0
    done = 0
    for move in legal(position):
        more_live, more_done = perft(play(position, move), depth - 1)
        live += more_live
        done += more_done
    return live, done


def count_paths(position: Position, memo: dict[Position, int] | None = None) -> int:
    """The number of different complete games from here."""
    if memo is None:
        memo = {}
    if position not in memo:
        if position.end is not None:
            memo[position] = 1
        else:
            memo[position] = sum(
                count_paths(play(position, move), memo) for move in legal(position)
            )
    return memo[position]
