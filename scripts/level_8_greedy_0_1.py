"""Bots for Level 8 that see only their View."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, islice, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardsolver.games.level_8.combos import COLOUR, NUMBER, NUMBERS
from cardsolver.games.level_8.deck import COLOURS, JOKER, SKIP
from cardsolver.games.level_8.layouts import LayOut, lay_outs
from cardsolver.games.level_8.levels import LEVELS
from cardsolver.games.level_8.rules import (
    DRAW,
    Add,
    Discard,
    Keep,
    Kind,
    Laid,
    LayLevel,
    Level,
    Move,
    Phase,
    PlaySkip,
    Take,
    View,
)
from cardsolver.games.level_8.state import MOST_KEPT
from cardsolver.games.level_8.view import adds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat

MOST_COMPARED = 100  # lay-outs looked at before one is chosen
GIFT = 0.5  # what it costs to discard a card that fits on the table
FARTHER = 0.2  # what a plan counts, per card that it lacks beyond the nearest plan


# How near a hand is to its level ---------------------------------------------------------------


Wanted: TypeAlias = tuple[tuple[int, int], ...]  # how many cards of each number
NO_CARDS = (0,) * 16


class _Frame(NamedTuple):
    """Places for the runs and the colour group of a level; its sets go where most cards are."""

    numbers: Wanted
    colour: str | None
    coloured: int  # how many cards of the colour


@cache
def _frames(level: Level) -> tuple[tuple[_Frame, ...], tuple[int, ...]]:
    """The frames of a level, and the sizes of its sets, the largest first."""
    sizes = [combo.size for combo in level.combos if combo.kind is Kind.RUN]
    ways = [
        combinations_with_replacement(range(1, len(NUMBERS) - size + 2), sizes.count(size))
        for size in dict.fromkeys(sizes)
    ]
    runs = [
        [
            number
            for size, lows in zip(dict.fromkeys(sizes), chosen, strict=True)
            for low in lows
            for number in range(low, low + size)
        ]
        for chosen in product(*ways)
    ]
    # Several colour groups count as one large group: a rough measure, but rarely played.
    coloured = sum(combo.size for combo in level.combos if combo.kind is Kind.COLOUR)
    frames = tuple(
        _Frame(tuple((number, run.count(number)) for number in sorted(set(run))), colour, coloured)
        for run in runs
        for colour in (COLOURS if coloured else (None,))
    )
    sets = sorted((c.size for c in level.combos if c.kind is Kind.SET), reverse=True)
    return frames, tuple(sets)


class Progress:
    """How near a hand is to a level.

    A plan is a frame with places for the sets. It meets its demand with cards of the wanted
    numbers; cards of the frame's colour may serve a number or the colour.
    """

    def __init__(self, level: Level, hand: Sequence[str], gone: Sequence[int] = NO_CARDS) -> None:
        """`gone` counts the cards of each number that are out of reach."""
        self._cards = [card for card in hand if card in NUMBER]
        self._gone = gone
        self._counts = [0] * 16
        for card in self._cards:
            self._counts[NUMBER[card]] += 1
        self._in_colour: dict[str | None, tuple[Sequence[int], Sequence[int], int]] = {
            None: (NO_CARDS, self._counts, 0)
        }
        frames, self._sets = _frames(level)
        met = [self._met(frame)[0] for frame in frames]
        self._most = max(met)
        self._near = [
            (frame, self._most - count)
            for frame, count in zip(frames, met, strict=True)
            if count >= self._most - 1
        ]
        self._is_rough = sum(combo.kind is Kind.COLOUR for combo in level.combos) > 1
        # Cards still to come; at 0 or less the level can be laid out.
        self.lacking = level.size - self._most - hand.count(JOKER)

    @property
    def can_lay_out(self) -> bool:
        """May there be a lay-out? Certain for levels with one colour group or none."""
        return self.lacking <= 0 or self._is_rough

    def _split(self, colour: str | None) -> tuple[Sequence[int], Sequence[int], int]:
        """By number: the cards of a colour, and the others; and how many have the colour."""
        if colour not in self._in_colour:
            own = [0] * 16
            for card in self._cards:
                if COLOUR[card] == colour:
                    own[NUMBER[card]] = 1
            others = [count - mine for count, mine in zip(self._counts, own, strict=True)]
            self._in_colour[colour] = (own, others, sum(own))
        return self._in_colour[colour]

    def _met(self, frame: _Frame) -> tuple[int, Wanted]:
        """How many cards a frame's best plan already has, and what numbers it wants."""
        own, others, held = self._split(frame.colour)
        wanted = self._with_sets(frame, own, others) if self._sets else frame.numbers
        met = helping = 0
        for number, count in wanted:
            if others[number] < count:
                met += others[number]
                helping += own[number]
            else:
                met += count
        return met + min(held, frame.coloured + helping), wanted

    def _with_sets(self, frame: _Frame, own: Sequence[int], others: Sequence[int]) -> Wanted:
        """Put each set, the largest first, where most cards are left and most may come."""
        left = list(others)
        for number, count in frame.numbers:
            left[number] = max(0, left[number] - count)
        wanted = dict(frame.numbers)
        for size in self._sets:
            best, rank = 0, (-1, 0, 0)
            for number in NUMBERS:
                held = left[number]
                this = (min(held, size), own[number], -self._gone[number])
                if this > rank:
                    best, rank = number, this
            left[best] = max(0, left[best] - size)
            wanted[best] = wanted.get(best, 0) + size
        return tuple(wanted.items())

    def worth(self) -> dict[str, float]:
        """What the near plans would lose with each number card."""
        worth = dict.fromkeys(self._cards, 0.0)
        for frame, farther in self._near:
            own, others, held = self._split(frame.colour)
            _, wanted = self._met(frame)
            weight = FARTHER**farther
            critical = {number for number, count in wanted if others[number] <= count}
            helping = {number for number, count in wanted if own[number] and others[number] < count}
            all_coloured = held <= frame.coloured + len(helping)
            for card in worth:
                number = NUMBER[card]
                if COLOUR[card] == frame.colour:
                    worth[card] += weight * (all_coloured or number in helping)
                else:
                    worth[card] += weight * (number in critical)
        return worth


# The bot ---------------------------------------------------------------------------------------


class GreedyBot:
    """Collects toward its level, lays out at once, then sheds; skips whoever is ahead."""

    def choose(self, view: View) -> Move:
        """The move for a view."""
        match view.phase:
            case Phase.DRAW:
                return _choose_draw(view)
            case Phase.KEEP:
                return _choose_keep(view)
        if view.has_laid_out:
            return _choose_add(view) or _choose_skip(view) or _choose_shed(view)
        progress = Progress(view.level, view.hand, _gone(view))
        return _choose_lay(view, progress) or _choose_skip(view) or _choose_discard(view, progress)


def _choose_draw(view: View) -> Move:
    """Take a discard that is sure to help, or else draw."""
    tops = {pile[-1]: seat for seat, pile in enumerate(view.piles) if pile}
    if not view.draw_size and len(tops) == 1:
        return Take(*tops.values())
    if JOKER in tops:
        return Take(tops[JOKER])
    if view.has_laid_out:
        useful = {card: 1 for card in tops if _fits(view.table, card)}
    else:
        gone = _gone(view)
        now = Progress(view.level, view.hand, gone).lacking
        useful = {
            card: now - then
            for card in tops
            if card != SKIP
            and (then := Progress(view.level, (*view.hand, card), gone).lacking) < now
        }
    if useful:
        return Take(tops[max(useful, key=lambda card: useful[card])])
    return DRAW if view.draw_size else Take(min(tops.values()))


def _choose_lay(view: View, progress: Progress) -> LayLevel | None:
    """The lay-out that leaves the fewest cards that fit nowhere; on the last level any wins."""
    level = view.level
    if not progress.can_lay_out:
        return None
    if view.rules.last_card_discarded and len(view.hand) == level.size:
        return None
    compared = 1 if view.levels[view.seat] == LEVELS else MOST_COMPARED
    options = islice(lay_outs(level, view.hand), compared)
    best = min(options, key=lambda option: _left_over(view, option), default=None)
    return None if best is None else LayLevel(best)


def _left_over(view: View, option: LayOut) -> int:
    """Cards that fit nowhere after a lay-out. A Joker fits anywhere: laying it is a waste."""
    laid = tuple(
        Laid(combo.kind, cards) for combo, cards in zip(view.level.combos, option, strict=True)
    )
    used = {card for cards in option for card in cards}
    table = (*view.table, laid)
    return sum(card not in used and card != JOKER and not _fits(table, card) for card in view.hand)


def _choose_add(view: View) -> Add | None:
    """Number cards first, then Jokers where they open the way for another card."""
    options = list(adds(view))
    if not options:
        return None
    plain = [option for option in options if option.card in view.hand]
    if plain:
        return plain[0]
    return max(options, key=lambda option: _opens(view, option))


def _opens(view: View, option: Add) -> int:
    laid = view.table[option.seat][option.combo].added(option.card)
    return sum(card != JOKER and laid.takes(card) for card in view.hand)


def _choose_skip(view: View) -> Move | None:
    """A Skip for the leader; it is of no other use."""
    if SKIP not in view.hand:
        return None
    targets = [
        seat for seat in range(view.rules.players) if seat != view.seat and seat not in view.skipped
    ]
    if not targets:
        return Discard(SKIP)
    return PlaySkip(max(targets, key=lambda seat: _threat(view, seat)))


def _choose_shed(view: View) -> Discard:
    """The card that will be hardest to add; all that fits was added."""
    return Discard(max(view.hand, key=lambda card: _distance(view.table, card)))


def _choose_discard(view: View, progress: Progress) -> Discard:
    """The card that costs least, preferably not one that a player who laid out could add."""
    worth = progress.worth()
    if not worth:
        return Discard(JOKER)
    return Discard(min(worth, key=lambda card: worth[card] + GIFT * _fits(view.table, card)))


def _threat(view: View, seat: Seat) -> tuple[int, int]:
    """How far ahead a seat is: the level it plays or has laid out, and how few cards it holds."""
    return view.levels[seat] + bool(view.table[seat]), -view.hand_sizes[seat]


def _choose_keep(view: View) -> Keep:
    """Jokers, and the cards that the near plans need most."""
    jokers = [card for card in view.hand if card == JOKER]
    worth = Progress(view.level, view.hand).worth()
    needed = sorted((card for card in worth if worth[card] > 0), key=lambda card: -worth[card])
    return Keep(tuple((jokers + needed)[:MOST_KEPT]))


# The table -------------------------------------------------------------------------------------


def _fits(table: Sequence[tuple[Laid, ...]], card: str) -> bool:
    return any(laid.takes(card) for combos in table for laid in combos)


def _distance(table: Sequence[tuple[Laid, ...]], card: str) -> int:
    """How far a card is from the nearest end of a run on the table."""
    if card == JOKER:
        return 0
    number = NUMBER[card]
    ends = [
        NUMBER[end]
        for combos in table
        for laid in combos
        if laid.kind is Kind.RUN
        for end in (laid.cards[0], laid.cards[-1])
    ]
    return min((abs(number - end) for end in ends), default=len(NUMBERS))


def _gone(view: View) -> list[int]:
    """Cards of each number that nobody can take any more, or not soon."""
    gone = [0] * 16
    for pile in view.piles:
        for card in pile[:-1]:
            gone[NUMBER.get(card, 0)] += 1
    for combos in view.table:
        for laid in combos:
            for card in laid.cards:
                if card in COLOUR:
                    gone[NUMBER.get(card, 0)] += 1
    return gone
