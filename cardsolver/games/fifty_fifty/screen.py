"""Fifty Fifty on a terminal: the row, the players, and what each card of the hand would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cardsolver.core.game import BadMove
from cardsolver.games.fifty_fifty.deck import PASS as PASS_CARD
from cardsolver.games.fifty_fifty.rules import (
    DECLINE,
    JUMPS,
    ONE_CARD,
    PASS,
    TAKE,
    Hand,
    Jump,
    Move,
    PlayNumber,
    View,
    gift_goes_to,
    landing,
    parse_move,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from cardsolver.core.cards import Card

HELP = """\
73                 play the number 73
73 keep            replace an orange card with it, and keep your penalty card
pass   or  p       play a Pass
jump   or  j       when asked: jump with the number 50 away
decline  or  no    when asked: do not jump
take   or  t       after a jump: take everything"""

VIOLET = "bold magenta"
ORANGE = "bold dark_orange"
FOX = "bold green"
_YES = ("j", "jump", "y", "yes")
_NO = ("n", "no", "d")


def show(view: View) -> RenderableType:
    """The row, the players with their penalties, and the hand with what each card would do."""
    table = Table(show_header=False, box=None, padding=(0, 1))
    table.add_column(no_wrap=True, style="dim")
    table.add_column(overflow="fold")
    table.add_row("row", _cards(view, (*view.row, *[PASS_CARD] * view.passes)))
    if view.jump is not None:
        beside = _cards(view, (view.jump,))
        table.add_row("jump", beside.append("  only Passes now, or take everything", "default"))
    return Group(Text(), table, _players(view), *_hand(view), _legend(view))


def question(view: View) -> str:
    """What the seat is asked now."""
    who = f"seat {view.seat + 1}, "
    if view.offer is not None and view.layer is not None:
        return (
            f"{who}seat {view.layer + 1} laid {view.row[-1]} and you hold {view.offer}:"
            " jump or decline? "
        )
    if view.jump is not None:
        return f"{who}pass or take: " if view.hand.passes else f"{who}no Pass, you must take: "
    return f"{who}play a card: "


def read(text: str, view: View) -> Move:
    """The move that a person means; short words will do, and a jump needs no number."""
    words = " ".join(text.lower().split())
    if view.offer is not None:
        return _read_answer(words, view.offer)
    if words in ("p", "t"):
        return PASS if words == "p" else TAKE
    if words.endswith(" k"):
        words += "eep"
    move = parse_move(words)
    if isinstance(move, Jump) or move is DECLINE:
        raise BadMove("there is no jump open to you; play a card from your hand")
    return move


def tell(name: str, move: str) -> str | None:
    """What another seat did."""
    parsed = parse_move(move)
    match parsed:
        case PlayNumber(card, keep):
            return f"{name} plays {card}" + (" and gives nothing away" if keep else "")
        case Jump(card):
            return f"{name} jumps with {card}!"
    return f"{name} takes everything" if parsed is TAKE else f"{name} plays a Pass"


def _read_answer(words: str, offer: int) -> Move:
    if words in _YES or words == f"jump {offer}":
        return JUMPS[offer]
    if words in _NO or words == "decline":
        return DECLINE
    raise BadMove(f"you are asked about a jump; answer jump (with {offer}) or decline")


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


def _players(view: View) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 1))
    for seat, (count, size) in enumerate(zip(view.penalties, view.hand_sizes, strict=True)):
        is_turn = seat == view.turn
        name = f"seat {seat + 1}" + (" (you)" if seat == view.seat else "")
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
    return "laid the last number" if seat == view.layer and not view.passes else ""


def _hand(view: View) -> list[Table]:
    """The hand, and under each card what it would do now."""
    if view.shown:
        return []
    table = Table(show_header=False, box=None, padding=(0, 1))
    table.add_row(Text("hand", "dim"), *(_card(view, card) for card in view.hand.cards))
    if view.jump is None:
        table.add_row(Text("does", "dim"), *(_effect(view, card) for card in view.hand.cards))
    return [table]


def _effect(view: View, card: Card) -> Text:
    if isinstance(card, str):
        return Text("on", "dim")
    landed = landing(view.row, view.passes, card)
    if landed.replaced is not None:
        if landed.replaced in view.rules.violet:
            return Text("swap -1", "red")
        gift = gift_goes_to(view.rules, landed.replaced, view.layer, view.seat, view.penalties)
        return Text("swap" if gift is None else "swap +gift", "green")
    return Text(f"takes {landed.taken}", "red") if landed.taken else Text("on", "dim")


def _legend(view: View) -> Text:
    if view.shown:
        why = (
            "someone had one card left: a Pass in hand loses"
            if view.end == ONE_CARD
            else ("the complete row was taken")
        )
        return Text(f" the game is over: {why}", "dim")
    draw = (
        f"{view.draw_size} to draw" if view.draw_size else "nothing left to draw: the end is near"
    )
    return Text(f" {draw}   (v: violet)", "dim")
