"""Naive oracle for The Game, written from the rules alone by somebody who had not seen the engine.

One lay at a time, plain recursion, no pruning.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

PILES = "ABCD"
BASES = (1, 1, 100, 100)
FIRE = (22, 33, 44, 55, 66, 77)


@dataclass(frozen=True)
class Position:
    """Tuples throughout, so that a whole position can be a memo key. Seats never move."""

    tops: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    draw: tuple[int, ...]
    minimum: int
    mover: int
    laid: int
    on_fire: bool
    due: tuple[bool, ...]
    burnt: bool


def make(
    tops: Sequence[int],
    hands: Sequence[Sequence[int]],
    draw: Sequence[int] = (),
    minimum: int = 2,
    laid: int = 0,
    on_fire: bool = False,
    due: Sequence[bool] = (False, False, False, False),
) -> Position:
    """A position with seat 0 to move (it needs a card unless nobody has one)."""
    if not hands[0] and (any(hands) or draw):
        raise ValueError("the seat to move has no card")
    sorted_hands = tuple(tuple(sorted(hand)) for hand in hands)
    return Position(
        tuple(tops), sorted_hands, tuple(draw), minimum, 0, laid, on_fire, tuple(due), False
    )


def left(position: Position) -> int:
    return sum(len(hand) for hand in position.hands) + len(position.draw)


def fits(pile: int, top: int, card: int) -> bool:
    if pile < 2:
        return card > top or card == top - 10
    return card < top or card == top + 10


def needed(position: Position) -> int:
    # Ruling 2: the draw pile does not change before the turn's end, so looking now is enough.
    return position.minimum if position.draw else 1


def lays(position: Position) -> list[str]:
    result = []
    for pile in range(4):
        for card in position.hands[position.mover]:
            if fits(pile, position.tops[pile], card):
                result.append(f"{PILES[pile]}{card}")
    return result


def finished(position: Position) -> str | None:
    if left(position) == 0:
        return "won"
    if position.burnt:
        return "fire"
    # Ruling 3: not after the whole turn, but as soon as nothing can be laid any more.
    if position.laid < needed(position) and not lays(position):
        return "stuck"
    return None


def legal(position: Position) -> list[str]:
    if finished(position) is not None:
        return []
    moves = lays(position)
    if position.laid >= needed(position):
        moves.append("end")
    return moves


def end_turn(position: Position) -> Position:
    # Ruling 7: every fire card that was due has to be covered by now.
    if any(position.due):
        return replace(position, burnt=True)
    count = position.laid
    hands = [list(hand) for hand in position.hands]
    hands[position.mover] = sorted(hands[position.mover] + list(position.draw[:count]))
    mover = (position.mover + 1) % len(hands)
    while not hands[mover]:
        mover = (mover + 1) % len(hands)
    return replace(
        position,
        hands=tuple(tuple(hand) for hand in hands),
        draw=position.draw[count:],
        mover=mover,
        laid=0,
        due=tuple(position.on_fire and top in FIRE for top in position.tops),
    )


def play(position: Position, move: str) -> Position:
    if move not in legal(position):
        raise ValueError(f"illegal move {move}")
    return step(position, move)


def step(position: Position, move: str) -> Position:
    """`play` for a move that came out of `legal`, without looking it up again."""
    if move == "end":
        return end_turn(position)
    pile = PILES.index(move[0])
    card = int(move[1:])
    tops = list(position.tops)
    tops[pile] = card
    due = list(position.due)
    due[pile] = False
    hands = list(position.hands)
    hands[position.mover] = tuple(held for held in hands[position.mover] if held != card)
    after = replace(
        position, tops=tuple(tops), due=tuple(due), hands=tuple(hands), laid=position.laid + 1
    )
    # Ruling 4: the last card of all wins before any fire duty; an empty hand ends the turn.
    if left(after) > 0 and not after.hands[after.mover]:
        return end_turn(after)
    return after


def perft(position: Position, depth: int) -> tuple[int, int]:
    """(live, finished) ends of all move sequences of exactly this length."""
    over = finished(position) is not None
    if depth == 0:
        return (0, 1) if over else (1, 0)
    live = 0
    done = 0
    for move in legal(position):
        more_live, more_done = perft(step(position, move), depth - 1)
        live += more_live
        done += more_done
    return live, done


def reachable(position: Position) -> set[Position]:
    seen = {position}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        for move in legal(here):
            after = step(here, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


def count_positions(position: Position) -> tuple[int, int]:
    """(live, finished) distinct positions that can be reached, the given one included."""
    everything = reachable(position)
    done = sum(1 for here in everything if finished(here) is not None)
    return len(everything) - done, done


def small_enough(position: Position, limit: int) -> bool:
    """Whether at most `limit` distinct positions can be reached (stops counting beyond)."""
    seen = {position}
    waiting = [position]
    while waiting and len(seen) <= limit:
        here = waiting.pop()
        for move in legal(here):
            after = step(here, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(seen) <= limit


def best_with_memo(position: Position, memo: dict[Position, int]) -> int:
    if position not in memo:
        if finished(position) is not None:
            memo[position] = left(position)
        else:
            memo[position] = min(
                best_with_memo(step(position, move), memo) for move in legal(position)
            )
    return memo[position]


def best(position: Position) -> int:
    return best_with_memo(position, {})


def best_line(position: Position) -> list[str]:
    memo: dict[Position, int] = {}
    line = []
    while finished(position) is None:
        goal = best_with_memo(position, memo)
        for move in legal(position):
            if best_with_memo(step(position, move), memo) == goal:
                line.append(move)
                position = step(position, move)
                break
    return line


# One turn, order between piles forgotten: the cards laid on A, B, C and D.
Turn = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def turns(position: Position) -> dict[Turn, Position]:
    """Every way to complete the turn under way, with the position at its end."""
    result: dict[Turn, Position] = {}

    def collect(here: Position, cards: Turn) -> None:
        for move in legal(here):
            after = step(here, move)
            piles = list(cards)
            if move != "end":
                pile = PILES.index(move[0])
                piles[pile] = piles[pile] + (int(move[1:]),)
            turn = (piles[0], piles[1], piles[2], piles[3])
            if move == "end" or left(after) == 0 or after.burnt or after.laid == 0:
                assert result.setdefault(turn, after) == after
            else:
                collect(after, turn)

    collect(position, ((), (), (), ()))
    return result


def random_position(rng: Random, size: int | None = None) -> Position:
    """A small position; `size` is the number of cards in hands and draw pile together."""
    if size is None:
        size = rng.randint(6, 14)
    on_fire = rng.random() < 0.4
    # A narrow window of numbers makes steps of 10 backwards frequent.
    width = rng.choice((20, 40, 98))
    lowest = rng.randint(2, 100 - width)
    window = list(range(lowest, lowest + width))
    rng.shuffle(window)
    if on_fire:
        window.sort(key=lambda card: 0 if card in FIRE and rng.random() < 0.5 else 1)
    deck = window[:size]
    rng.shuffle(deck)

    # Four tops near the window make tight positions; bases left alone make easy ones.
    tops = list(BASES)
    others = [card for card in range(2, 100) if card not in deck]
    tight = rng.random() < 0.7
    for pile in range(4):
        if tight or rng.random() < 0.6:
            near = [card for card in others if lowest - 10 <= card < lowest + width + 10]
            fires = [card for card in others if card in FIRE]
            pool = near if tight and near else others
            if on_fire and fires and rng.random() < 0.5:
                pool = fires
            tops[pile] = rng.choice(pool)
            others.remove(tops[pile])

    players = rng.randint(1, min(3, size // 2))
    hand = rng.randint(2, min(4, size // players))
    hands = [deck[seat * hand : (seat + 1) * hand] for seat in range(players)]
    draw = deck[players * hand :]
    if rng.random() < 0.2:
        # A late position: nothing left to draw and hands of different sizes, perhaps empty.
        draw = []
        for seat in range(1, players):
            hands[seat] = hands[seat][: rng.randint(0, hand)]

    laid = 0
    touched: list[int] = []
    real = [pile for pile in range(4) if tops[pile] != BASES[pile]]
    if real and rng.random() < 0.3:
        laid = rng.randint(1, min(2, hand - 1))
        hands[0] = hands[0][laid:]
        touched = [rng.choice(real) for _ in range(laid)]
    # A fire card on a pile touched this turn was laid this turn, so it is not due yet.
    due = [on_fire and tops[pile] in FIRE and pile not in touched for pile in range(4)]
    return make(tops, hands, draw, rng.choice((2, 3)), laid, on_fire, due)
