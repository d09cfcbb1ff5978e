"""Bots for Level 8 that see only their View."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, islice, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardsolver.cards import COLOURS, JOKER, SKIP
from cardsolver.games.level_8 import (
    DRAW,
    Add,
    Discard,
    Keep,
    Kind,
    Laid,
    Lay,
    Level,
    Move,
    Phase,
    PlaySkip,
    Take,
    View,
)
from cardsolver.games.level_8.combos import COLOUR, NUMBER, NUMBERS
from cardsolver.games.level_8.layouts import LayOut, lay_outs
from cardsolver.games.level_8.levels import LEVELS
from cardsolver.games.level_8.state import MOST_KEPT
from cardsolver.games.level_8.view import adds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolver.game import Seat

MOST_COMPARED = 100  # lay-outs looked at before one is chosen
FARTHER = 0.2  # what a plan counts, for each card that it lacks more than the nearest plan


# How near a hand is to its level ---------------------------------------------------------------


class _Frame(NamedTuple):
    """Places for the runs and the colour group of a level; its sets go where most cards are."""

    numbers: tuple[tuple[int, int], ...]  # so many cards of each number
    colour: str | None
    coloured: int  # so many cards of the colour


class Progress(NamedTuple):
    """How near a hand is to a level."""

    lacking: int  # cards still to come; 0 or less: it can be laid out
    worth: dict[str, float]  # what the near plans would lose with each card


Counts: TypeAlias = list[int]  # by number
NONE_GONE = (0,) * 16


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
    # Several colour groups are taken for one large group: a rough measure for a rare level.
    coloured = sum(combo.size for combo in level.combos if combo.kind is Kind.COLOUR)
    frames = tuple(
        _Frame(tuple((number, run.count(number)) for number in sorted(set(run))), colour, coloured)
        for run in runs
        for colour in (COLOURS if coloured else (None,))
    )
    sets = sorted((c.size for c in level.combos if c.kind is Kind.SET), reverse=True)
    return frames, tuple(sets)


class _Plan(NamedTuple):
    """A frame with its sets: how well a hand's cards meet it."""

    met: int
    critical: frozenset[int]  # numbers of which every card outside the colour is needed
    colour: str | None
    coloured: frozenset[int] | None  # numbers needed in the colour; None: all of them


def _plan(
    frame: _Frame, sets: tuple[int, ...], counts: Counts, own: Counts, gone: Sequence[int]
) -> _Plan:
    """`own` counts the cards of the frame's colour: they may serve a number or the colour."""
    others = [count - mine for count, mine in zip(counts, own, strict=True)]
    wanted = dict(frame.numbers)
    left = others[:]
    for number, count in frame.numbers:
        left[number] = max(0, left[number] - count)
    for size in sets:
        best = max(
            NUMBERS, key=lambda number: (min(left[number], size), own[number], -gone[number])
        )
        left[best] = max(0, left[best] - size)
        wanted[best] = wanted.get(best, 0) + size
    met = sum(min(count, others[number]) for number, count in wanted.items())
    critical = frozenset(number for number, count in wanted.items() if others[number] <= count)
    if frame.colour is None:
        return _Plan(met, critical, None, frozenset())
    helping = frozenset(
        number for number, count in wanted.items() if own[number] and others[number] < count
    )
    held = sum(own)
    room = frame.coloured + len(helping)
    return _Plan(met + min(held, room), critical, frame.colour, helping if held > room else None)


_NO_OWN = [0] * 16


def progress(level: Level, hand: Iterable[str], gone: Sequence[int] = NONE_GONE) -> Progress:
    """How near a hand is to a level; `gone` counts the cards of each number out of reach."""
    counts = [0] * 16
    own = {colour: [0] * 16 for colour in COLOURS}
    worth: dict[str, float] = {}
    jokers = 0
    for card in hand:
        if card in NUMBER:
            counts[NUMBER[card]] += 1
            own[COLOUR[card]][NUMBER[card]] = 1
            worth[card] = 0.0
        elif card == JOKER:
            jokers += 1
    frames, sets = _frames(level)
    plans = [
        _plan(frame, sets, counts, own[frame.colour] if frame.colour else _NO_OWN, gone)
        for frame in frames
    ]
    most = max(plan.met for plan in plans)
    for plan in plans:
        if plan.met < most - 1:
            continue
        weight = FARTHER ** (most - plan.met)
        for card in worth:
            number = NUMBER[card]
            if COLOUR[card] == plan.colour:
                if plan.coloured is None or number in plan.coloured:
                    worth[card] += weight
            elif number in plan.critical:
                worth[card] += weight
    return Progress(level.size - most - jokers, worth)


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
        if not view.has_laid_out:
            lay = _choose_lay(view)
            if lay is not None:
                return lay
        else:
            add = _choose_add(view)
            if add is not None:
                return add
        return _choose_end(view)


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
        now = progress(view.level, view.hand, gone).lacking
        useful = {
            card: now - then
            for card in tops
            if card != SKIP
            and (then := progress(view.level, (*view.hand, card), gone).lacking) < now
        }
    if useful:
        return Take(tops[max(useful, key=lambda card: useful[card])])
    return DRAW if view.draw_size else Take(min(tops.values()))


def _choose_lay(view: View) -> Lay | None:
    """The lay-out that leaves the fewest cards that fit nowhere; on the last level any wins."""
    level = view.level
    if progress(level, view.hand).lacking > 0:
        return None
    if view.rules.last_card_discarded and len(view.hand) == level.size:
        return None
    compared = 1 if view.levels[view.seat] == LEVELS else MOST_COMPARED
    options = islice(lay_outs(level, view.hand), compared)
    best = min(options, key=lambda option: _left_over(view, option), default=None)
    return None if best is None else Lay(best)


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


def _choose_end(view: View) -> Move:
    """A Skip for the leader, or the discard that costs least and helps nobody."""
    if SKIP in view.hand:
        targets = [
            seat
            for seat in range(view.rules.players)
            if seat != view.seat and seat not in view.skipped
        ]
        if targets:
            return PlaySkip(max(targets, key=lambda seat: _threat(view, seat)))
        return Discard(SKIP)
    cards = [card for card in view.hand if card != JOKER]
    if not cards:
        return Discard(JOKER)
    others_add = any(combos for seat, combos in enumerate(view.table) if seat != view.seat)
    if view.has_laid_out:
        return Discard(max(cards, key=lambda card: _distance(view.table, card)))
    worth = progress(view.level, view.hand, _gone(view)).worth
    return Discard(
        min(cards, key=lambda card: worth[card] + 0.5 * (others_add and _fits(view.table, card)))
    )


def _threat(view: View, seat: Seat) -> tuple[int, int]:
    """How far ahead a seat is: the level it plays or has laid out, and how few cards it holds."""
    return view.levels[seat] + bool(view.table[seat]), -view.hand_sizes[seat]


def _choose_keep(view: View) -> Keep:
    """Jokers, and the cards that the near plans need most."""
    jokers = [card for card in view.hand if card == JOKER]
    worth = progress(view.level, view.hand).worth
    needed = sorted((card for card in worth if worth[card] > 0), key=lambda card: -worth[card])
    return Keep(tuple((jokers + needed)[:MOST_KEPT]))


# The table -------------------------------------------------------------------------------------


def _fits(table: Sequence[tuple[Laid, ...]], card: str) -> bool:
    return any(laid.takes(card) for combos in table for laid in combos)


def _distance(table: Sequence[tuple[Laid, ...]], card: str) -> int:
    """How far a card is from the nearest end of a run on the table."""
    number = NUMBER[card]
    ends = [
        NUMBER[end]
        for combos in table
        for laid in combos
        if laid.kind is Kind.RUN
        for end in (laid.cards[0], laid.cards[-1])
    ]
    return min((abs(number - end) for end in ends), default=len(NUMBERS))


def _gone(view: View) -> Counts:
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
