"""A person's words in Level 8: what can be typed, and what it means."""

from __future__ import annotations

import re
from itertools import islice, permutations

from cardsolver.core.game import BadMove, IllegalMove
from cardsolver.core.sentences import listed
from cardsolver.core.text import quote
from cardsolver.games.level_8.combos import COLOUR, JOKER_AS, NUMBER, NUMBERS, lay_combo, plain
from cardsolver.games.level_8.deck import DECK, JOKER, SKIP
from cardsolver.games.level_8.layouts import lay_outs
from cardsolver.games.level_8.moves import FORMS
from cardsolver.games.level_8.rules import (
    Add,
    Combo,
    Kind,
    LayLevel,
    Move,
    Phase,
    View,
    format_move,
    parse_move,
)
from cardsolver.games.level_8.state import MOST_KEPT
from cardsolver.games.level_8.view import adds

_HELP = {
    Phase.DRAW: """\
draw   or  d            take the top card of the draw pile
take 3  or  3           take the top card of the discard pile of seat 3""",
    Phase.PLAY: """\
lay 4r 5b J=6 | 9g 9y   lay out your level, the combinations separated by |
                        (just lay: what you could lay out)
add 7r to 2.1           add a card to seat 2's first combination (just add 7r, if only one fits)
discard 12p  or  12p    end your turn with a card on your pile
skip 3                  end your turn with a Skip in front of seat 3""",
    Phase.KEEP: """\
keep 4r 5r              keep up to 4 cards for the next round (just keep: none)""",
}
_TITLES = {
    Phase.DRAW: "First:",
    Phase.PLAY: "Then:",
    Phase.KEEP: "Between rounds:",
}
_LEGEND = """\
A card is a number and a colour: r red, o orange, y yellow, g green, b blue, p purple.
J is a Joker; it says what it stands for, J=6 or J=r, unless it is clear. S is a Skip.
2.1 is the first combination that seat 2 has laid out."""
_RULES = {
    Phase.DRAW: ("L8-6", "L8-7", "L8-19", "L8-20"),
    Phase.KEEP: ("L8-27",),
}
_LISTED = 3  # lay-outs shown to a player who asks
_CARDS = {str(card).lower() for card in DECK.cards}
_SHORT = {
    Phase.DRAW: {"d": "draw", "t": "take"},
    Phase.PLAY: {"l": "lay", "a": "add", "d": "discard", "s": "skip"},
    Phase.KEEP: {"k": "keep"},
}
_VERBS = {Phase.DRAW: ("draw", "take"), Phase.PLAY: ("lay", "add", "discard", "skip")}


def help_text(view: View) -> str:
    """The moves as people type them, those of this phase first."""
    phases = [Phase.DRAW, Phase.PLAY]
    if any(level.keeps for level in view.rules.levels):
        phases.append(Phase.KEEP)
    order = [view.phase, *(phase for phase in phases if phase is not view.phase)]
    return "\n".join([*(f"{_TITLES[phase]}\n{_HELP[phase]}" for phase in order), _LEGEND])


def expected(view: View) -> str:
    """What can be entered now."""
    match view.phase:
        case Phase.DRAW:
            seats = [str(seat + 1) for seat, pile in enumerate(view.piles) if pile]
            takes = [f"take {' or '.join(seats)}"] if seats else []
            return " or ".join([*(["draw"] if view.draw_size else []), *takes])
        case Phase.KEEP:
            return f"keep and up to {MOST_KEPT} cards (just keep: none)"
    first = "add 7r to 2.1" if view.has_laid_out else "lay"
    skip = ", skip and a seat" if SKIP in view.hand else ""
    return f"{first}{skip}, or discard and a card"


def rules_now(view: View) -> tuple[str, ...]:
    """The rules of this phase."""
    if view.phase in _RULES:
        return _RULES[view.phase]
    laying = ("L8-14",) if view.has_laid_out else ("L8-8", *_kinds(view))
    jokers = ("L8-12",) if JOKER in view.hand else ()
    skips = ("L8-16", "L8-17") if SKIP in view.hand else ()
    return (*laying, *jokers, "L8-15", *skips, "L8-21", "L8-22")


def _kinds(view: View) -> list[str]:
    rules = {Kind.RUN: "L8-9", Kind.SET: "L8-10", Kind.COLOUR: "L8-11"}
    return list(dict.fromkeys(rules[combo.kind] for combo in view.level.combos))


def entry(move: Move) -> str:
    """What a person enters for a move."""
    return format_move(move)


def offers(view: View) -> list[str]:
    """What Tab completes: with lay-outs, only the first few."""
    match view.phase:
        case Phase.DRAW:
            takes = [f"take {seat + 1}" for seat, pile in enumerate(view.piles) if pile]
            return ["draw", *takes] if view.draw_size else takes
        case Phase.KEEP:
            return ["keep"]
    lays = [] if view.has_laid_out else [format_move(LayLevel(each)) for each in _lay_outs(view)]
    cards = dict.fromkeys(view.hand)
    skips = [
        f"skip {seat + 1}"
        for seat in range(view.rules.players)
        if SKIP in cards and seat != view.seat and seat not in view.skipped
    ]
    return [*lays, *map(format_move, adds(view)), *(f"discard {card}" for card in cards), *skips]


def split(text: str, view: View) -> list[str]:
    """One entry per move: `add 7r, discard 12p`. A comma between cards separates nothing."""
    verbs = {*_VERBS.get(view.phase, ()), *_SHORT[view.phase]}
    entries: list[str] = []
    for part in text.split(","):
        word = part.split()[0].lower() if part.split() else ""
        if entries and word not in verbs:
            entries[-1] += f" {part}"
        else:
            entries.append(part)
    return entries


def read(text: str, view: View) -> Move:
    """The move that a person means: short verbs, clear Jokers and any order of combinations."""
    words = re.sub(r"\s*[|/;]\s*", " | ", " ".join(text.split()))
    verb, _, rest = words.partition(" ")
    verb = _SHORT[view.phase].get(verb.lower(), verb.lower())
    if not rest and view.phase is Phase.DRAW and verb.isdecimal():
        verb, rest = "take", verb
    if not rest and view.phase is Phase.PLAY and verb in _CARDS:
        verb, rest = "discard", verb
    if verb == "lay" and not rest:
        raise BadMove(_possible(view))
    if verb == "add" and rest and " to " not in rest and view.phase is Phase.PLAY:
        rest = _place(rest, view)
    try:
        move = parse_move(f"{verb} {rest}".rstrip(), view.rules.players)
    except BadMove as error:
        # What is wrong with a card or a seat is worth saying; the forms of all moves are not.
        if rest and verb in _VERBS.get(view.phase, ("keep",)) and FORMS not in str(error):
            raise
        raise BadMove(f"{quote(text.strip())}; expected {expected(view)}") from None
    match move:
        case LayLevel(combos):
            return _arranged(combos, view)
        case Add(card, seat, combo) if card == JOKER:
            return _declared(move, seat, combo, view)
    return move


def _lay_outs(view: View) -> list[tuple[tuple[str, ...], ...]]:
    """The first few lay-outs of the hand."""
    return list(islice(lay_outs(view.level, view.hand), _LISTED))


def _possible(view: View) -> str:
    if view.has_laid_out:
        return "you have laid out your level"
    found = [LayLevel(option) for option in _lay_outs(view)]
    if not found:
        return f"you cannot lay out your level yet: {view.level}"
    return "you could " + ", or ".join(map(format_move, found))


def _place(rest: str, view: View) -> str:
    """`7r 2.1`; or just `7r`, if it fits in only one place."""
    card, _, where = rest.partition(" ")
    if where:
        return f"{card} to {where}"
    added = card.lower().replace(JOKER.lower(), JOKER)
    if plain(added) not in (JOKER if each == JOKER else each.lower() for each in view.hand):
        raise BadMove(f"{card} is not in the hand; it holds {' '.join(view.hand)}")
    places = [
        f"{seat + 1}.{place}"
        for seat, combos in enumerate(view.table)
        for place, laid in enumerate(combos, 1)
        if laid.takes(added) or (added == JOKER and laid.wanted)
    ]
    if not view.has_laid_out:
        return f"{card} to 1.1"  # wherever it is: the rules say what comes first
    if not places:
        raise BadMove(f"{card} fits no combination on the table")
    if len(places) > 1:
        raise BadMove(f"{card} fits {listed(places)}; say where, as in add {card} to {places[0]}")
    return f"{card} to {places[0]}"


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
