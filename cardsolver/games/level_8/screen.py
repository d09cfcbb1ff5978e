"""Level 8 on a terminal: the players with their levels and lay-outs, and one's own hand twice."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice, permutations
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cardsolver.core.game import BadMove, IllegalMove
from cardsolver.games.level_8.combos import COLOUR, JOKER_AS, NUMBER, NUMBERS, lay_combo
from cardsolver.games.level_8.deck import COLOURS, JOKER, SKIP
from cardsolver.games.level_8.layouts import lay_outs
from cardsolver.games.level_8.levels import LEVELS
from cardsolver.games.level_8.rules import (
    Add,
    Combo,
    Kind,
    LayLevel,
    Move,
    Phase,
    PlaySkip,
    Take,
    View,
    format_move,
    parse_move,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

HELP = """\
draw   or  d            take the top card of the draw pile
take 3  or  3           take the top card of seat 3's discard pile
lay 4r 5b J=6 | 9g 9y   lay out your level, the combinations separated by |
                        (just lay: what you could lay out)
add 7r to 2.1           add a card to seat 2's first combination
discard 12p             end your turn with a card on your pile
skip 3                  end your turn with a Skip in front of seat 3
keep 4r 5r              when asked: keep up to 4 cards (just keep: none)
A Joker says what it stands for, J=6 or J=r, unless it is clear."""

_STYLES = {
    "r": "red",
    "o": "color(208)",
    "y": "yellow",
    "g": "green",
    "b": "blue",
    "p": "magenta",
}
_LISTED = 3  # lay-outs shown to a player who asks
_SHORT = {
    Phase.DRAW: {"d": "draw", "t": "take"},
    Phase.PLAY: {"l": "lay", "a": "add", "d": "discard", "s": "skip"},
    Phase.KEEP: {"k": "keep"},
}
_VERBS = {
    "draw": "draws",
    "take": "takes the top card of the pile of seat",
    "lay": "lays out",
    "add": "adds",
    "discard": "discards",
    "skip": "plays a Skip on seat",
    "keep": "keeps",
}


# The picture ---------------------------------------------------------------------------------


def show(view: View) -> RenderableType:
    """The round, a line per seat, all laid combinations, and the hand by number and by colour."""
    return Group(Text(), _round(view), _seats(view), *_combos(view), *_hand(view))


def _round(view: View) -> Text:
    under = view.skips_under
    skips = f", {under} Skip{'s' if under > 1 else ''} face up under it" if under else ""
    text = f" round {view.round}, dealer seat {view.dealer + 1},"
    return Text(f"{text} {view.draw_size} cards in the draw pile{skips}", "dim")


def _seats(view: View) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for title in ("seat", "level", "", "hand", "top of pile", ""):
        table.add_column(title)
    for seat in range(view.rules.players):
        pile = view.piles[seat]
        number = view.levels[seat]
        won = number > LEVELS
        wanted = "won" if won else str(view.rules.levels[number - 1])
        marks = ["laid out"] if view.table[seat] else []
        marks += ["skipped"] if seat in view.skipped else []
        top = _card(pile[-1]).append(f" of {len(pile)}", "dim") if pile else Text("-", "dim")
        table.add_row(
            Text(f"{seat + 1} you" if seat == view.seat else f"{seat + 1}", "bold"),
            "★" if won else f"{number}",
            wanted,
            f"{view.hand_sizes[seat]}",
            top,
            Text(", ".join(marks), "bold"),
        )
    return table


def _combos(view: View) -> list[Text]:
    lines = []
    for seat, combos in enumerate(view.table):
        for place, laid in enumerate(combos, 1):
            line = Text(f" {seat + 1}.{place} ", "bold").append(f"{laid.kind:<7}", "dim")
            lines.append(line.append_text(_cards(laid.cards)))
    return lines


def _hand(view: View) -> list[Text]:
    """The hand twice: equal numbers together, equal colours together."""
    others = [card for card in view.hand if card in (JOKER, SKIP)]
    by_number: dict[int, list[str]] = defaultdict(list)
    by_colour: dict[str, list[str]] = defaultdict(list)
    for card in view.hand:
        if card in NUMBER:
            by_number[NUMBER[card]].append(card)
            by_colour[COLOUR[card]].append(card)
    numbers = Text("   ").join(_cards(by_number[number]) for number in sorted(by_number))
    colours = Text("   ").join(
        _cards(by_colour[colour]) for colour in COLOURS if colour in by_colour
    )
    lines = [("by number", numbers), ("by colour", colours), ("others", _cards(others))]
    return [Text(f" {title:<11}", "dim").append_text(cards) for title, cards in lines if cards]


def _cards(cards: Iterable[str]) -> Text:
    return Text(" ").join(map(_card, cards))


def _card(card: str) -> Text:
    """A card in its colour, with the letter that says the same."""
    return Text(card, f"bold {_STYLES.get(COLOUR.get(card, ''), '')}".strip())


def question(view: View) -> str:
    """What the seat is asked now."""
    who = f"seat {view.seat + 1}, "
    match view.phase:
        case Phase.DRAW:
            return f"{who}draw, or take from a pile: "
        case Phase.KEEP:
            return f"{who}keep up to 4 cards for the next round: "
    first = "add" if view.has_laid_out else "lay"
    skip = ", skip" if SKIP in view.hand else ""
    return f"{who}{first}{skip} or discard: "


def tell(name: str, move: str) -> str:
    """What another seat did."""
    verb, _, rest = move.partition(" ")
    return f"{name} {_VERBS[verb]} {rest}".rstrip()


# A person's words ----------------------------------------------------------------------------


def read(text: str, view: View) -> Move:
    """The move that a person means: short verbs, clear Jokers and any order of combinations."""
    words = re.sub(r"\s*[|/;]\s*", " | ", " ".join(text.split()))
    verb, _, rest = words.partition(" ")
    verb = _SHORT[view.phase].get(verb.lower(), verb.lower())
    if view.phase is Phase.DRAW and verb.isdecimal() and not rest:
        verb, rest = "take", verb
    if verb == "lay" and not rest:
        raise BadMove(_possible(view))
    if verb == "add" and " to " not in rest:
        rest = _place(rest, view)
    move = parse_move(f"{verb} {rest}".rstrip())
    match move:
        case LayLevel(combos):
            return _arranged(combos, view)
        case Add(card, seat, combo) if card == JOKER:
            return _declared(move, seat, combo, view)
        case Take(seat) | PlaySkip(seat) if seat >= view.rules.players:
            raise BadMove(f"there is no seat {seat + 1}; expected 1 to {view.rules.players}")
    return move


def _possible(view: View) -> str:
    if view.has_laid_out:
        return "you have laid out your level"
    found = [LayLevel(option) for option in islice(lay_outs(view.level, view.hand), _LISTED)]
    if not found:
        return f"you cannot lay out your level yet: {view.level}"
    return "you could " + ", or ".join(map(format_move, found))


def _place(rest: str, view: View) -> str:
    """`7r 2.1`; or just `7r`, if it fits in only one place."""
    card, _, where = rest.partition(" ")
    if where:
        return f"{card} to {where}"
    places = [
        f"{seat + 1}.{place}"
        for seat, combos in enumerate(view.table)
        for place, laid in enumerate(combos, 1)
        if laid.takes(card.lower())
    ]
    if len(places) == 1:
        return f"{card} to {places[0]}"
    fits = f"{card} fits {' and '.join(places)}; " if places else ""
    raise BadMove(f"{fits}say where, as in add {card or '7r'} to 2.1")


def _declared(move: Add, seat: int, combo: int, view: View) -> Add:
    """A Joker that can only stand for one thing there."""
    if seat < len(view.table) and combo < len(view.table[seat]):
        wanted = view.table[seat][combo].wanted
        if len(wanted) == 1:
            return Add(JOKER_AS[wanted[0]], seat, combo)
    return move


def _arranged(combos: tuple[tuple[str, ...], ...], view: View) -> LayLevel:
    """The lay-out in the level's order if the cards allow it, or else as it was typed."""
    wanted = view.level.combos
    if len(combos) != len(wanted):
        return LayLevel(combos)
    for order in permutations(combos):
        filled = tuple(_filled(combo, cards) for combo, cards in zip(wanted, order, strict=True))
        try:
            for combo, cards in zip(wanted, filled, strict=True):
                lay_combo(combo, cards, "combination")
        except IllegalMove:
            continue
        return LayLevel(filled)
    return LayLevel(
        tuple(_filled(combo, cards) for combo, cards in zip(wanted, combos, strict=True))
    )


def _filled(combo: Combo, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Jokers that were not declared, where the cards beside them leave no doubt."""
    values = COLOUR if combo.kind is Kind.COLOUR else NUMBER
    known = [(place, values[card]) for place, card in enumerate(cards) if card in values]
    if not known:
        return cards
    place, value = known[0]
    if isinstance(value, str) or combo.kind is Kind.SET:
        return tuple(JOKER_AS[str(value)] if card == JOKER else card for card in cards)
    numbers = range(value - place, value - place + len(cards))
    return tuple(
        JOKER_AS[str(number)] if card == JOKER and number in NUMBERS else card
        for number, card in zip(numbers, cards, strict=True)
    )
