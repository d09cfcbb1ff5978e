"""Fifty Fifty on a terminal: the row, the players, and what each card of the hand would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cardsolver.core.screen import YOU, OpenQuestion, Scene
from cardsolver.core.two_rows import TwoRows
from cardsolver.games.fifty_fifty.deck import PASS as PASS_CARD
from cardsolver.games.fifty_fifty.rules import (
    ONE_CARD,
    Hand,
    View,
    can_be_jumped_on,
    gift_goes_to,
    landing,
)
from cardsolver.games.fifty_fifty.story import drawn, ending, tell
from cardsolver.games.fifty_fifty.words import (
    entry,
    expected,
    help_text,
    offers,
    open_answer,
    read,
    rules_now,
    split,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from cardsolver.core.cards import Card

__all__ = [
    "drawn",
    "ending",
    "entry",
    "expected",
    "help_text",
    "offers",
    "open_answer",
    "open_question",
    "question",
    "read",
    "rules_now",
    "show",
    "split",
    "tell",
]

VIOLET = "bold magenta"
ORANGE = "bold dark_orange"
FOX = "bold green"
_NO_SCENE = Scene()


def show(view: View, scene: Scene = _NO_SCENE) -> RenderableType:
    """The row, the players with their penalties, and the hand with what each card would do."""
    return Group(
        Text(), _row(view), _players(view, scene), *_hand(view, scene), _legend(view, scene)
    )


def _row(view: View) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 1))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    table.add_row("row", _cards(view, (*view.row, *[PASS_CARD] * view.passes)))
    if view.jump is not None:
        beside = _cards(view, (view.jump,))
        table.add_row("jump", beside.append("  only Passes now, or take everything", "default"))
    return table


def question(view: View, scene: Scene = _NO_SCENE) -> str:
    """What the seat is asked now."""
    who = scene.ask(view.seat)
    if view.offer is not None and view.layer is not None:
        return (
            f"{who}{scene.does(view.layer, 'lay')} {view.row[-1]} and you hold {view.offer}:"
            " jump or decline?"
        )
    if view.jump is not None:
        return f"{who}pass or take" if view.hand.passes else f"{who}no Pass, you must take"
    return f"{who}play a card"


def open_question(view: View, scene: Scene = _NO_SCENE) -> OpenQuestion | None:
    """Does anybody jump? Asked of all, as nobody may notice who can (FF-19)."""
    if view.layer is None or not can_be_jumped_on(view):
        return None
    whose = f"{scene.name(view.layer)}'s"
    table = Group(Text(), _row(view), _players(view, scene, is_open=True))
    return OpenQuestion(
        f"Does anybody jump on {whose} {view.row[-1]}? (the number, or Enter)", table
    )


def _cards(view: View, cards: Iterable[Card]) -> Text:
    """Cards side by side; a violet number carries a v, so that it reads without colour too."""
    text = Text()
    for card in cards:
        text.append_text(_card(view, card)).append("  ")
    text.rstrip()
    return text or Text("empty", "dim")


def _card(view: View, card: Card) -> Text:
    if isinstance(card, str):
        return Text("PASS", FOX)
    if card in view.rules.violet:
        return Text(f"{card}v", VIOLET)
    return Text(f"{card}", ORANGE)


def _players(view: View, scene: Scene, *, is_open: bool = False) -> Table:
    """A line per player; where all look at the table together nobody is marked as `you`."""
    table = Table(show_header=False, box=None, padding=(0, 1))
    for seat, (count, size) in enumerate(zip(view.penalties, view.hand_sizes, strict=True)):
        is_turn = seat == view.turn
        name = scene.name(seat)
        if seat == view.seat and name != YOU and not is_open:
            name += " (you)"
        table.add_row(
            Text(">" if is_turn else " ", "bold"),
            Text(name, "bold" if is_turn else ""),
            Text.assemble((f"{count:>3}", "bold red" if count else "bold"), _plural(count)),
            *([_shown(view, view.shown[seat])] if view.shown else [Text(f"{size} in hand")]),
            Text(_role(view, seat)),
        )
    return table


def _plural(count: int) -> str:
    return " penalty" if count == 1 else " penalties"


def _shown(view: View, hand: Hand) -> Text:
    return Text("shows ").append_text(_cards(view, hand.cards) if hand.size else Text("no card"))


def _role(view: View, seat: int) -> str:
    if view.shown:
        return "took the row" if seat == view.taker else ""
    if view.jump is not None and seat == view.turn:
        return "must pass or take"
    return "laid the last number" if seat == view.layer and not view.passes else ""


def _hand(view: View, scene: Scene) -> list[TwoRows]:
    """The hand, and under each card what it would do now."""
    if view.shown:
        return []
    cells = []
    new = list(scene.new)
    for card in reversed(view.hand.cards):  # of several Passes the last is the new one
        upper = _card(view, card)
        if card in new:
            new.remove(card)
            upper.append("+", "bold green")
        cells.append((upper, Text() if view.jump is not None else _effect(view, card)))
    return [TwoRows(("hand", "does"), cells[::-1])]


def _effect(view: View, card: Card) -> Text:
    if isinstance(card, str):
        return Text("on", "dim")
    landed = landing(view.row, view.passes, card)
    if landed.replaced is not None:
        if landed.replaced in view.rules.violet or view.layer == view.seat:  # FF-10, FF-11
            return Text("swap -1", "red")
        gift = gift_goes_to(view.rules, landed.replaced, view.layer, view.seat, view.penalties)
        return Text("swap" if gift is None else "swap +gift", "green")
    return Text(f"takes {landed.taken}", "red") if landed.taken else Text("on", "dim")


def _legend(view: View, scene: Scene) -> Text:
    if view.shown:
        why = ": somebody had one card left, and a Pass in hand loses"
        return Text(f" the game is over{why if view.end == ONE_CARD else ''}", "dim")
    draw = (
        f"{view.draw_size} to draw" if view.draw_size else "nothing left to draw: the end is near"
    )
    parts = [draw, "v: violet, the others orange", "> to play"]
    if scene.new:
        parts.append("+ just drawn")
    return Text(f" {'   '.join(parts)}", "dim")
