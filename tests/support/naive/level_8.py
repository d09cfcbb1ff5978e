"""Naive oracle for Level 8, written from the rules alone by somebody who had not seen the engine.

A lay-out checker, a lay-out enumerator and an engine for one round.

Cards: `4r` (number and colour), `J` (Joker), `S` (Skip). A Joker on the table is `J=6` or `J=r`.
Seats count from 0 inside and from 1 in moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypedDict

COLOURS = "roygbp"
JOKER = "J"
SKIP = "S"

Need = tuple[str, int]  # ("run" | "set" | "colour", size)
Meaning = int | str | None
Laid = tuple[str, ...]  # the cards of one combination on the table, Jokers as `J=6`
Layout = tuple[tuple[str, Laid], ...]

# Ruling 1.
ONE_STAR: tuple[tuple[Need, ...], ...] = (
    (("run", 3), ("run", 3)),
    (("set", 2), ("set", 2), ("set", 2), ("set", 2)),
    (("run", 3), ("colour", 4)),
    (("run", 6), ("set", 2)),
    (("run", 7),),
    (("set", 2), ("set", 3), ("set", 3)),
    (("set", 3), ("colour", 5)),
    (("set", 2), ("set", 3), ("set", 4)),
)


# ---------------------------------------------------------------- (a) the checker


def number_of(card: str) -> int:
    return int(card[:-1])


def colour_of(card: str) -> str:
    return card[-1]


def is_combination(need: Need, combo: Sequence[tuple[str, Meaning]]) -> bool:
    kind, size = need
    if len(combo) != size:
        return False
    values: list[Meaning] = []
    for card, meaning in combo:
        if card == SKIP:
            return False
        if card == JOKER:
            values.append(meaning)
        elif meaning is not None:
            return False  # only a Joker is declared
        else:
            values.append(colour_of(card) if kind == "colour" else number_of(card))
    if kind == "colour":
        return all(value == values[0] for value in values) and values[0] in tuple(COLOURS)
    if not all(isinstance(value, int) and 1 <= value <= 15 for value in values):
        return False
    numbers = sorted(value for value in values if isinstance(value, int))
    if kind == "set":
        return all(number == numbers[0] for number in numbers)
    return numbers == list(range(numbers[0], numbers[0] + size))


def check(level: Sequence[Need], combos: Sequence[Sequence[tuple[str, Meaning]]]) -> bool:
    """Whether the combinations are exactly the level, in the order in which the level names them.

    The cards inside a combination may come in any order.
    """
    if len(level) != len(combos):
        return False
    return all(is_combination(need, combo) for need, combo in zip(level, combos, strict=True))


# ---------------------------------------------------------------- (b) the enumerator


def card_key(card: str) -> tuple[int, int, str]:
    """Numbers by value and colour, then Jokers by meaning, then Skips."""
    if card == SKIP:
        return (2, 0, card)
    if card == JOKER or card.startswith("J="):
        meaning = card[2:]
        return (1, int(meaning) if meaning.isdigit() else 0, card)
    return (0, number_of(card), card)


def declarations(need: Need, cards: Sequence[str]) -> list[Laid]:
    """Every way in which exactly these cards form the combination."""
    kind, size = need
    jokers = [card for card in cards if card == JOKER]
    plain = [card for card in cards if card != JOKER]
    result = []
    if len(cards) != size or SKIP in cards:
        return []
    if kind == "colour":
        for colour in COLOURS:
            if all(colour_of(card) == colour for card in plain):
                result.append(plain + [f"J={colour}" for _ in jokers])
    elif kind == "set":
        for number in range(1, 16):
            if all(number_of(card) == number for card in plain):
                result.append(plain + [f"J={number}" for _ in jokers])
    else:
        for lowest in range(1, 16 - size + 1):
            missing = list(range(lowest, lowest + size))
            for card in plain:
                if number_of(card) in missing:
                    missing.remove(number_of(card))
            if len(missing) == len(jokers):
                result.append(plain + [f"J={number}" for number in missing])
    return [tuple(sorted(cards, key=card_key)) for cards in result]


def without(hand: Sequence[str], cards: Sequence[str]) -> list[str]:
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest


def layouts(level: Sequence[Need], hand: Sequence[str]) -> set[Layout]:
    """All lay-outs of exactly the required sizes, as sorted (kind, cards) pairs."""
    if not level:
        return {()}
    need = level[0]
    result = set()
    usable = sorted((card for card in hand if card != SKIP), key=card_key)
    for cards in set(combinations(usable, need[1])):
        laid_ways = declarations(need, cards)
        if not laid_ways:
            continue
        rest = layouts(level[1:], without(usable, cards))
        for laid in laid_ways:
            for others in rest:
                result.add(tuple(sorted(((need[0], laid), *others))))
    return result


# ---------------------------------------------------------------- (c) one round

Shuffle = Callable[[list[str]], list[str]]


def in_order(cards: list[str]) -> list[str]:
    """The default stand-in for a shuffle: it does not depend on how the cards were gathered."""
    return sorted(cards, key=card_key)


class Result(TypedDict):
    end: str  # "round" or "game"
    out: int | None  # seat without cards
    winner: int | None
    levels: list[int]


@dataclass(frozen=True)
class Position:
    hands: tuple[tuple[str, ...], ...]
    draw: tuple[str, ...]  # face-down cards, top first
    face_up: int  # Skips lying face up under the draw pile
    discards: tuple[tuple[str, ...], ...]  # top last
    levels: tuple[int, ...]
    laid: tuple[tuple[tuple[str, Laid], ...], ...]  # per seat; () means not laid out
    skipped: tuple[bool, ...]  # a Skip lies in front of this seat
    turn: int
    drawn: bool  # the seat has drawn and may lay, add and discard
    level_list: tuple[tuple[Need, ...], ...]
    last_card_discarded: bool
    out: int | None
    winner: int | None


def make(
    hands: Sequence[Sequence[str]],
    draw: Sequence[str] = (),
    discards: Sequence[Sequence[str]] | None = None,
    levels: Sequence[int] | None = None,
    laid: Sequence[Sequence[tuple[str, Sequence[str]]]] | None = None,
    skipped: Sequence[bool] | None = None,
    face_up: int = 0,
    turn: int = 0,
    drawn: bool = False,
    level_list: Sequence[Sequence[Need]] = ONE_STAR,
    last_card_discarded: bool = False,
    shuffle: Shuffle = in_order,
) -> Position:
    position = Position(
        hands=tuple(tuple(sorted(hand, key=card_key)) for hand in hands),
        draw=tuple(draw),
        face_up=face_up,
        discards=tuple(tuple(pile) for pile in (discards or [[] for _ in hands])),
        levels=tuple(levels or [1 for _ in hands]),
        laid=tuple(
            tuple((kind, tuple(cards)) for kind, cards in combos)
            for combos in (laid or [[] for _ in hands])
        ),
        skipped=tuple(skipped or [False for _ in hands]),
        turn=turn,
        drawn=drawn,
        level_list=tuple(tuple(level) for level in level_list),
        last_card_discarded=last_card_discarded,
        out=None,
        winner=None,
    )
    if drawn:
        return reshuffled(position, shuffle)
    return begin_turn(position, turn, shuffle)


def reshuffled(position: Position, shuffle: Shuffle) -> Position:
    """A new draw pile as soon as no face-down card is left, if there is anything to shuffle."""
    if position.draw:
        return position
    cards = [SKIP] * position.face_up
    for pile in position.discards:
        cards += pile[:-1]
    if not cards:
        return position
    return replace(
        position,
        draw=tuple(shuffle(cards)),
        face_up=0,
        discards=tuple(pile[-1:] for pile in position.discards),
    )


def begin_turn(position: Position, seat: int, shuffle: Shuffle) -> Position:
    seat %= len(position.hands)
    position = reshuffled(position, shuffle)
    while position.skipped[seat]:
        # Putting the Skip away is the whole turn and leaves no choice, so it is no move.
        skipped = list(position.skipped)
        skipped[seat] = False
        position = replace(position, skipped=tuple(skipped), face_up=position.face_up + 1)
        position = reshuffled(position, shuffle)
        seat = (seat + 1) % len(position.hands)
    # Ruling 8: no card anywhere, so the draw is passed over.
    nothing = not position.draw and not any(position.discards)
    return replace(position, turn=seat, drawn=nothing)


def values_that_fit(kind: str, laid: Laid) -> list[int | str]:
    """Numbers or colours that may be added to a combination on the table."""
    values = [table_value(kind, card) for card in laid]
    if kind != "run":
        return values[:1]
    numbers = [int(value) for value in values]
    return [number for number in (min(numbers) - 1, max(numbers) + 1) if 1 <= number <= 15]


def table_value(kind: str, card: str) -> int | str:
    if card.startswith("J="):
        return card[2:] if kind == "colour" else int(card[2:])
    return colour_of(card) if kind == "colour" else number_of(card)


def additions(position: Position) -> list[str]:
    result = []
    hand = position.hands[position.turn]
    for seat, combos in enumerate(position.laid):
        for index, (kind, laid) in enumerate(combos):
            for value in values_that_fit(kind, laid):
                for card in sorted(set(hand), key=card_key):
                    if card == JOKER:
                        result.append(f"add J={value} to {seat + 1}.{index + 1}")
                    elif card != SKIP and table_value(kind, card) == value:
                        result.append(f"add {card} to {seat + 1}.{index + 1}")
    return result


def in_level_order(level: Sequence[Need], layout: Layout) -> list[tuple[str, Laid]]:
    rest = list(layout)
    result = []
    for kind, size in level:
        first = next(combo for combo in rest if combo[0] == kind and len(combo[1]) == size)
        rest.remove(first)
        result.append(first)
    return result


def lay_text(level: Sequence[Need], layout: Layout) -> str:
    parts = []
    for kind, laid in in_level_order(level, layout):
        if kind == "run":
            laid = tuple(sorted(laid, key=lambda card: table_value("run", card)))
        parts.append(" ".join(laid))
    return "lay " + " | ".join(parts)


def parse_lay(level: Sequence[Need], move: str) -> Layout:
    """The canonical form of a `lay` move whose combinations come in the level's order."""
    parts = move.removeprefix("lay ").split(" | ")
    return tuple(
        sorted(
            (need[0], tuple(sorted(part.split(), key=card_key)))
            for need, part in zip(level, parts, strict=True)
        )
    )


def lay_moves(position: Position) -> list[str]:
    seat = position.turn
    level = position.level_list[position.levels[seat] - 1]
    hand = position.hands[seat]
    if position.last_card_discarded and sum(size for _, size in level) == len(hand):
        return []  # ruling 3
    return sorted(lay_text(level, layout) for layout in layouts(level, hand))


def legal(position: Position) -> list[str]:
    if finished(position) is not None:
        return []
    seat = position.turn
    hand = position.hands[seat]
    moves = []
    if not position.drawn:
        if position.draw:
            moves.append("draw")
        for owner, pile in enumerate(position.discards):
            if pile:
                moves.append(f"take {owner + 1}")
        return moves
    if not position.laid[seat]:
        moves += lay_moves(position)
    elif not (position.last_card_discarded and len(hand) == 1):
        moves += additions(position)
    for card in sorted(set(hand), key=card_key):
        moves.append(f"discard {card}")
    if SKIP in hand:
        for other in range(len(position.hands)):
            if other != seat and not position.skipped[other]:
                moves.append(f"skip {other + 1}")
    return moves


def play(position: Position, move: str, shuffle: Shuffle = in_order) -> Position:
    seat = position.turn
    level = position.level_list[position.levels[seat] - 1]
    if move.startswith("lay "):
        layout = parse_lay(level, move)
        if layout not in layouts(level, position.hands[seat]):
            raise ValueError(f"illegal move {move}")
        move = lay_text(level, layout)
    if move not in legal(position):
        raise ValueError(f"illegal move {move}")
    word, _, rest = move.partition(" ")
    hand = list(position.hands[seat])
    discards = [list(pile) for pile in position.discards]
    laid = [[(kind, list(cards)) for kind, cards in combos] for combos in position.laid]
    skipped = list(position.skipped)
    draw = list(position.draw)
    winner = None
    if word == "draw":
        hand.append(draw.pop(0))
    elif word == "take":
        hand.append(discards[int(rest) - 1].pop())
    elif word == "lay":
        for need, part in zip(level, rest.split(" | "), strict=True):
            cards = part.split()
            laid[seat].append((need[0], cards))
            for card in cards:
                hand.remove(card.split("=")[0])
        if position.levels[seat] == 8:
            winner = seat
    elif word == "add":
        card, _, place = rest.partition(" to ")
        owner, _, index = place.partition(".")
        laid[int(owner) - 1][int(index) - 1][1].append(card)
        hand.remove(card.split("=")[0])
    elif word == "discard":
        discards[seat].append(rest)
        hand.remove(rest)
    else:
        hand.remove(SKIP)
        if hand:  # ruling 5: no effect as the last card
            skipped[int(rest) - 1] = True
    hands = list(position.hands)
    hands[seat] = tuple(sorted(hand, key=card_key))
    after = replace(
        position,
        hands=tuple(hands),
        draw=tuple(draw),
        discards=tuple(tuple(pile) for pile in discards),
        laid=tuple(tuple((kind, tuple(cards)) for kind, cards in combos) for combos in laid),
        skipped=tuple(skipped),
        drawn=True,
        winner=winner,
    )
    if winner is not None:
        return after
    if not hand:
        # Going out wins from level 7, if that level is on the table.
        won = position.levels[seat] == 7 and len(after.laid[seat]) > 0
        return replace(after, out=seat, winner=seat if won else None)
    if word in ("discard", "skip"):
        return begin_turn(after, seat + 1, shuffle)
    if word == "draw":
        return reshuffled(after, shuffle)
    return after


def finished(position: Position) -> Result | None:
    if position.out is None and position.winner is None:
        return None
    levels = list(position.levels)
    if position.out is not None:
        for seat in range(len(levels)):
            if seat == position.out:
                levels[seat] = min(8, levels[seat] + 2)
            elif position.laid[seat]:
                levels[seat] = min(8, levels[seat] + 1)
    end = "round" if position.winner is None else "game"
    return {"end": end, "out": position.out, "winner": position.winner, "levels": levels}


def perft(position: Position, depth: int, shuffle: Shuffle = in_order) -> tuple[int, int]:
    """(live, finished) ends of all move sequences of exactly this length."""
    if depth == 0:
        return (1, 0) if finished(position) is None else (0, 1)
    live = 0
    done = 0
    for move in legal(position):
        more_live, more_done = perft(play(position, move, shuffle), depth - 1, shuffle)
        live += more_live
        done += more_done
    return live, done
