"""One round of Level 8 that changes in place, for playing on from a position many times.

It believes its caller: moves are not checked. Hands are lists of codes in no order, piles have
their top last, and the draw pile has its top last too. A combination on the table is
`[kind, low, high]`: a run's ends, or a set's number or a group's colour twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from cardsolver.core.shuffle import shuffle
from cardsolver.games.level_8.combos import plain
from cardsolver.games.level_8.fast.codes import (
    CODE,
    COLOUR_BIT,
    COLOUR_GROUP,
    JOKER_CODE,
    KIND_CODE,
    NUMBER_BIT,
    NUMBER_OF,
    NUMBERS,
    RUN,
    SET,
    SKIP_CODE,
    WHOLE_DECK,
    value_of,
)
from cardsolver.games.level_8.levels import LEVELS
from cardsolver.games.level_8.state import HAND, MEDAL, Phase, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.level_8.variant import Rules
    from cardsolver.games.level_8.view import View

Combo: TypeAlias = list[int]  # kind, low, high
Place: TypeAlias = tuple[int, int, int]  # the same, as a part of a move

DrawMove: TypeAlias = tuple[Literal["draw"]]
TakeMove: TypeAlias = tuple[Literal["take"], int]
LayMove: TypeAlias = tuple[Literal["lay"], tuple[int, ...], tuple[Place, ...]]
AddMove: TypeAlias = tuple[Literal["add"], int, int, int, int]  # code, value, seat, combination
DiscardMove: TypeAlias = tuple[Literal["discard"], int]
SkipMove: TypeAlias = tuple[Literal["skip"], int]
FastMove: TypeAlias = DrawMove | TakeMove | LayMove | AddMove | DiscardMove | SkipMove

DRAW: DrawMove = ("draw",)


class Round:
    """A round under way; `out` and `winner` say how it ended."""

    __slots__ = (
        "draw",
        "fit_colours",
        "fit_numbers",
        "generator",
        "gone",
        "hands",
        "is_drawing",
        "levels",
        "mover",
        "out",
        "piles",
        "players",
        "rules",
        "shares",
        "skipped",
        "skips_under",
        "table",
        "winner",
    )

    def __init__(
        self,
        rules: Rules,
        levels: Sequence[int],
        hands: list[list[int]],
        draw: list[int],
        piles: list[list[int]],
        *,
        mover: Seat,
        generator: int,
        table: list[list[Combo]] | None = None,
        gone: list[int] | None = None,
        is_drawing: bool = True,
        skipped: int = 0,
        skips_under: int = 0,
    ) -> None:
        """`skipped` has a bit for each seat with a Skip in front of it."""
        self.rules = rules
        self.players = len(hands)
        self.levels = levels
        self.hands = hands
        self.draw = draw
        self.piles = piles
        self.mover = mover
        self.generator = generator
        self.table: list[list[Combo]] = [[] for _ in hands] if table is None else table
        # How many cards of each number lie in the open; Jokers and Skips count in the last place.
        self.gone: list[int] = [0] * (NUMBERS + 1) if gone is None else gone
        if gone is None:
            for pile in piles:
                for code in pile:
                    self.gone[NUMBER_OF[code]] += 1
        self.is_drawing = is_drawing
        self.skipped = skipped
        self.skips_under = skips_under
        self.out = -1  # the seat without cards
        self.winner = -1  # of the whole game
        self.shares: list[list[int]] = []  # of the draw pile, by seat; none: see `share_out`
        self.fit_numbers = 0  # bits of the numbers and colours that fit somewhere on the table
        self.fit_colours = 0
        self.refit()

    def copy(self) -> Round:
        """Another round at the same moment."""
        new = Round.__new__(Round)
        new.rules = self.rules
        new.players = self.players
        new.levels = self.levels
        new.hands = [hand.copy() for hand in self.hands]
        new.draw = self.draw.copy()
        new.piles = [pile.copy() for pile in self.piles]
        new.mover = self.mover
        new.generator = self.generator
        new.table = [[combo.copy() for combo in combos] for combos in self.table]
        new.gone = self.gone.copy()
        new.is_drawing = self.is_drawing
        new.skipped = self.skipped
        new.skips_under = self.skips_under
        new.out = self.out
        new.winner = self.winner
        new.shares = [share.copy() for share in self.shares]
        new.fit_numbers = self.fit_numbers
        new.fit_colours = self.fit_colours
        return new

    @property
    def is_over(self) -> bool:
        """Has somebody no cards left, or won?"""
        return self.out >= 0 or self.winner >= 0

    def play(self, move: FastMove) -> None:
        """Make a move of the seat to move, and go on to the next decision."""
        match move:
            case ("draw",):
                self.hands[self.mover].append(self._next_card())
                self.is_drawing = False
            case ("take", seat):
                code = self.piles[seat].pop()
                self.hands[self.mover].append(code)
                self.gone[NUMBER_OF[code]] -= 1
                self.is_drawing = False
            case ("discard", code):
                self.hands[self.mover].remove(code)
                self.piles[self.mover].append(code)
                self.gone[NUMBER_OF[code]] += 1
                self._end_turn()
            case ("skip", seat):
                self.hands[self.mover].remove(SKIP_CODE)
                self.skipped |= 1 << seat
                self._end_turn()
            case ("add", code, value, seat, combo):
                self._add(code, value, self.table[seat][combo])
            case ("lay", codes, places):
                self._lay(codes, places)
        if not self.draw and not self.is_over:
            self._reshuffle()
            if self.is_drawing:
                self._skip_whom_it_concerns()

    def share_out(self) -> None:
        """From now on every seat draws from a share of its own, whoever else draws in between.

        In a guess the order of the draw pile is random anyway. With shares, moves that are tried
        on the same guess give everybody the same cards, and differ by less luck.
        """
        self.shares = [self.draw[seat :: self.players] for seat in range(self.players)]

    def _next_card(self) -> int:
        if not self.shares:
            return self.draw.pop()
        share = self.shares[self.mover] or max(self.shares, key=len)
        card = share.pop()
        self.draw.remove(card)
        return card

    def _lay(self, codes: tuple[int, ...], places: tuple[Place, ...]) -> None:
        seat = self.mover
        hand = self.hands[seat]
        for code in codes:
            hand.remove(code)
            self.gone[NUMBER_OF[code]] += 1
        self.table[seat] = [list(place) for place in places]
        self.refit()
        if self.levels[seat] == LEVELS:
            self.winner = seat  # L8-25
        elif not hand:
            self._go_out(seat)

    def _add(self, code: int, value: int, combo: Combo) -> None:
        hand = self.hands[self.mover]
        hand.remove(code)
        self.gone[NUMBER_OF[code]] += 1
        if combo[0] == RUN:
            extend(combo, value)
            self.refit()
        if not hand:
            self._go_out(self.mover)

    def _end_turn(self) -> None:
        seat = self.mover
        if not self.hands[seat]:
            self._go_out(seat)
            return
        self.mover = (seat + 1) % self.players
        self.is_drawing = True
        if self.skipped and self.draw:
            self._skip_whom_it_concerns()

    def _skip_whom_it_concerns(self) -> None:
        """L8-17; and L8-20, if there is nothing to take."""
        while self.skipped >> self.mover & 1:
            self.skipped ^= 1 << self.mover
            self.skips_under += 1
            self.mover = (self.mover + 1) % self.players
            if not self.draw:
                self._reshuffle()
        if not self.draw and not any(self.piles):
            self.is_drawing = False

    def _reshuffle(self) -> None:
        """L8-19."""
        cards = [code for pile in self.piles for code in pile[:-1]]
        cards += [SKIP_CODE] * self.skips_under
        if not cards:
            return
        for code in cards:
            self.gone[NUMBER_OF[code]] -= 1
        draw, self.generator = shuffle(sorted(cards), self.generator)
        self.draw = list(draw[::-1])
        self.skips_under = 0
        if self.shares:
            self.share_out()
        self.piles = [pile[-1:] for pile in self.piles]

    def _go_out(self, seat: Seat) -> None:
        self.out = seat
        if self.levels[seat] == LEVELS - 1 and self.table[seat]:
            self.winner = seat  # L8-26

    def refit(self) -> None:
        """Work out again which numbers and colours fit on the table."""
        self.fit_numbers, self.fit_colours = fits_of(self.table)

    def fits(self, code: int) -> bool:
        """Could somebody who has laid out add this card? A Joker always fits."""
        return (
            code == JOKER_CODE
            or NUMBER_BIT[code] & self.fit_numbers != 0
            or COLOUR_BIT[code] & self.fit_colours != 0
        )

    def levels_after(self) -> list[int]:
        """Everybody's level when the round is over (L8-22, L8-25, L8-26)."""
        if self.out < 0:
            levels = list(self.levels)
        else:
            levels = [
                min(level + (2 if seat == self.out else 1 if self.table[seat] else 0), LEVELS)
                for seat, level in enumerate(self.levels)
            ]
        if self.winner >= 0:
            levels[self.winner] = MEDAL
        return levels


def fits_of(table: list[list[Combo]]) -> tuple[int, int]:
    """The numbers and colours that fit somewhere on the table, as bits."""
    numbers = colours = 0
    for combos in table:
        for kind, low, high in combos:
            if kind == RUN:
                numbers |= (1 << low >> 1) | (2 << high)
            elif kind == SET:
                numbers |= 1 << low
            else:
                colours |= 1 << low
    return numbers & ((1 << NUMBERS) - 1), colours


def extend(combo: Combo, value: int) -> None:
    """Add a card that counts as `value`; only a run changes by that."""
    if combo[0] == RUN:
        combo[1 if value < combo[1] else 2] = value


def table_of(seen: State | View) -> list[list[Combo]]:
    """The combinations on the table."""
    table: list[list[Combo]] = []
    for laid in seen.table:
        combos = []
        for combo in laid:
            kind = KIND_CODE[combo.kind]
            low, high = (value_of(combo.cards[place], kind) for place in (0, -1))
            combos.append([kind, low, high if kind == RUN else low])
        table.append(combos)
    return table


def deal_round(
    rules: Rules,
    levels: Sequence[int],
    dealer: Seat,
    generator: int,
    kept: Sequence[Sequence[int]] | None = None,
) -> Round:
    """Shuffle all cards but those kept, and deal (L8-5)."""
    players = rules.players
    hands = [list(cards) for cards in kept or ((),) * players]
    left = list(WHOLE_DECK)
    for hand in hands:
        for code in hand:
            left.remove(code)
    cards, generator = shuffle(left, generator)
    draw = list(cards[::-1])
    first = (dealer + 1) % players
    order = [(first + step) % players for step in range(players)]
    while any(len(hand) < HAND for hand in hands):
        for seat in order:
            if len(hands[seat]) < HAND:
                hands[seat].append(draw.pop())
    piles: list[list[int]] = [[] for _ in hands]
    piles[dealer].append(draw.pop())
    return Round(rules, levels, hands, draw, piles, mover=first, generator=generator)


def round_of(seen: State | View, hands: list[list[int]], draw: list[int], generator: int) -> Round:
    """The round of a state or view, with these hands and this draw pile, its top last."""
    skipped = 0
    for seat in seen.skipped:
        skipped |= 1 << seat
    piles = [[CODE[card] for card in pile] for pile in seen.piles]
    gone = [0] * (NUMBERS + 1)
    for laid in seen.table:
        for combo in laid:
            for card in combo.cards:
                gone[NUMBER_OF[CODE[plain(card)]]] += 1
    for pile in piles:
        for code in pile:
            gone[NUMBER_OF[code]] += 1
    return Round(
        seen.rules,
        seen.levels,
        hands,
        draw,
        piles,
        mover=seen.mover if isinstance(seen, State) else seen.seat,
        generator=generator,
        table=table_of(seen),
        gone=gone,
        is_drawing=seen.phase is Phase.DRAW,
        skipped=skipped,
        skips_under=seen.skips_under,
    )


def round_from_state(state: State) -> Round:
    """The round that a state of the game is in."""
    hands = [[CODE[card] for card in hand] for hand in state.hands]
    draw = [CODE[card] for card in reversed(state.draw)]
    return round_of(state, hands, draw, state.generator)


__all__ = [
    "COLOUR_GROUP",
    "DRAW",
    "AddMove",
    "Combo",
    "FastMove",
    "Place",
    "Round",
    "deal_round",
    "extend",
    "fits_of",
    "round_from_state",
    "round_of",
    "table_of",
]
