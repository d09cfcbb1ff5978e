"""The Game on a terminal: four piles, the hand, and what fits where."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cardsolver.core.game import BadMove
from cardsolver.games.the_game.position import PILES
from cardsolver.games.the_game.rules import SILENT, Lay, Move, Say, View, fits, is_trick, parse_move

if TYPE_CHECKING:
    from rich.console import RenderableType

HELP = """\
37 a   or  a37     lay 37 on pile A (just 37, if it fits on only one pile)
end                end your turn and draw
bid 7  or  7       when asked: how much you would like to start, 0 to 10
c keep d gentle    when asked: keep off C, no big jump on D (Enter: say nothing)"""

_ARROWS = "▲▲▼▼"
_SAYINGS = {1: "no big jump on", 2: "please keep off"}
_LEVEL_FIRST = re.compile(r"\b(free|gentle|keep)\s+(?:off\s+)?([a-d])\b")
_PILE_FIRST = re.compile(r"\b([a-d])\s*[: ]\s*(free|gentle|keep)\b")


def show(view: View) -> RenderableType:
    """The piles, what was said, and the hand with the piles each card fits on."""
    return Group(Text(), _piles(view), *_sayings(view), _hand(view), _counts(view))


def question(view: View) -> str:
    """What the seat is asked now."""
    who = f"seat {view.seat + 1}, " if view.rules.players > 1 else ""
    if view.is_bidding:
        return f"{who}would you like to start? bid 0 to 10: "
    if view.seat != view.mover:
        return f"{who}anything to tell seat {view.mover + 1}? (Enter: nothing): "
    missing = view.minimum - view.laid
    return f"{who}lay {missing} more: " if missing > 0 else f"{who}lay, or end: "


def read(text: str, view: View) -> Move:
    """The move that a person means; a bare number is a bid, or a card that fits only one pile."""
    words = " ".join(text.lower().split())
    if view.is_bidding:
        return parse_move(f"bid {words}" if words.isdecimal() else words)
    if view.seat != view.mover:
        return _read_saying(words)
    if words.isdecimal() and len(words) <= 2:
        return _read_card(int(words), view)
    return parse_move("end" if words in ("e", "done") else words)


def tell(name: str, move: str) -> str | None:
    """What another seat did."""
    parsed = parse_move(move)
    if isinstance(parsed, Lay):
        return f"{name} lays {parsed.card} on {PILES[parsed.pile]}"
    if isinstance(parsed, Say):
        return None if parsed.signals == SILENT else f"{name}: {_quote(parsed)}"
    return f"{name} ends the turn" if move == "end" else f"{name}: {move}"


def _read_saying(words: str) -> Say:
    if not words:
        return Say(SILENT)
    found = [f"{pile}:{level}" for level, pile in _LEVEL_FIRST.findall(words)] or [
        f"{pile}:{level}" for pile, level in _PILE_FIRST.findall(words)
    ]
    move = parse_move(" ".join(["say", *found]) if found else words)
    if not isinstance(move, Say):
        raise BadMove("it is not your turn; say keep c, gentle d, or press Enter to say nothing")
    return move


def _read_card(card: int, view: View) -> Move:
    piles = [PILES[pile] for pile, top in enumerate(view.tops) if fits(pile, top, card)]
    if card in view.hand and len(piles) > 1:
        raise BadMove(f"{card} fits on {' and '.join(piles)}; say which, as in {card} {piles[0]}")
    return parse_move(f"{piles[0] if piles else 'A'}{card}")


def _piles(view: View) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 3, 0, 1))
    cells = []
    for pile, top in enumerate(view.tops):
        style = "bold green" if pile < 2 else "bold cyan"
        cell = Text.assemble((f"{PILES[pile]} {_ARROWS[pile]} ", style), (f"{top}", "bold"))
        if pile in view.due:
            cell.append(" fire!", "bold red")
        cells.append(cell)
    table.add_row(*cells)
    return table


def _sayings(view: View) -> list[Text]:
    return [
        Text(f" seat {seat + 1}: {_quote(Say(signals))}", "yellow")
        for seat, signals in enumerate(view.said)
        if signals is not None and signals != SILENT
    ]


def _quote(say: Say) -> str:
    wishes = [f"{_SAYINGS[level]} {PILES[pile]}" for pile, level in enumerate(say.signals) if level]
    return f"“{', '.join(wishes)}”"


def _hand(view: View) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 1))
    places = [_places(view, card) for card in view.hand]
    table.add_row(
        Text("hand", "dim"),
        *(
            Text(f"{card}", "bold" if place else "dim")
            for card, place in zip(view.hand, places, strict=True)
        ),
    )
    table.add_row(Text("fits", "dim"), *(_marked(place) for place in places))
    return table


def _places(view: View, card: int) -> list[str]:
    """The piles a card fits on; the backwards trick is marked with a star."""
    return [
        f"{PILES[pile]}*" if is_trick(pile, top, card) else PILES[pile]
        for pile, top in enumerate(view.tops)
        if fits(pile, top, card)
    ]


def _marked(places: list[str]) -> Text:
    text = Text()
    for place in places or ["-"]:
        text.append(place, "bold magenta" if "*" in place else "dim")
    return text


def _counts(view: View) -> Text:
    others = [
        f"seat {seat + 1} {size}" for seat, size in enumerate(view.hand_sizes) if seat != view.seat
    ]
    left = sum(view.hand_sizes) + view.draw_size
    counts = f" {left} cards left, {view.draw_size} to draw, laid {view.laid} of {view.minimum}"
    if others:
        counts += f"; in hand: {', '.join(others)}"
    return Text(counts + "   (* goes back by 10)", "dim")
