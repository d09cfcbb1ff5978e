"""A person's words in Fifty Fifty: what can be typed, and what it means."""

from __future__ import annotations

import re

from cardsolver.core.game import BadMove
from cardsolver.core.text import quote
from cardsolver.games.fifty_fifty.rules import (
    DECLINE,
    JUMPS,
    TAKE,
    Jump,
    Move,
    View,
    format_move,
    legal_moves,
    parse_move,
    partner,
)

_CARD = """\
73                 play the number 73
73 keep            replace an orange card with it, and give no penalty card away
pass   or  p       play a Pass"""
_JUMP = """\
jump   or  j       jump with the number 50 away (or that number)
decline  or  no    do not jump"""
_ANSWER = """\
pass   or  p       answer a jump with a Pass
take   or  t       take everything"""
_LEGEND = """\
Under each card of your hand:
on                 it costs nothing
takes 3            you take 3 cards as penalties
swap -1            it replaces a violet card: a penalty for you
swap               it replaces an orange card: a penalty for whoever laid it
swap +gift         and that player also gets one of your penalty cards"""
_SHORT = {"p": "pass", "t": "take"}
_YES = ("j", "jump", "y", "yes")
_NO = ("n", "no", "d", "decline")


def help_text(view: View) -> str:
    """The moves as people type them, those of this phase first."""
    parts = {"card": _CARD, "jump": _JUMP, "answer": _ANSWER}
    first = "jump" if view.offer is not None else "answer" if view.jump is not None else "card"
    titles = {
        "card": "On your turn:",
        "jump": "When you may jump:",
        "answer": "After a jump:",
    }
    order = [first, *(name for name in parts if name != first)]
    return "\n".join([*(f"{titles[name]}\n{parts[name]}" for name in order), _LEGEND])


def expected(view: View) -> str:
    """What can be entered now."""
    if view.offer is not None:
        return "jump or decline"
    if view.jump is not None:
        return "pass or take" if view.hand.passes else "take (there is no Pass in your hand)"
    numbers = " ".join(map(str, view.hand.numbers))
    if not numbers:
        return "pass"
    return f"one of {numbers}, or pass" if view.hand.passes else f"one of {numbers}"


def rules_now(view: View) -> tuple[str, ...]:
    """The rules of this phase."""
    if view.offer is not None:
        return ("FF-18", "FF-19", "FF-20", "FF-21", "FF-22")
    if view.jump is not None:
        return ("FF-21", "FF-22", "FF-23")
    ending = ("FF-26", "FF-27", "FF-28", "FF-29") if not view.draw_size else ()
    laying = ("FF-7", "FF-9", "FF-10", "FF-11", "FF-12", "FF-13") if view.row else ("FF-7",)
    return (*laying, "FF-15", *(("FF-16",) if view.passes else ()), *ending)


def entry(move: Move) -> str:
    """What a person enters for a move."""
    return format_move(move)


def offers(view: View) -> list[str]:
    """What Tab completes."""
    return [format_move(move) for move in legal_moves(view)]


def split(text: str, view: View) -> list[str]:  # noqa: ARG001 - as all screens
    """A turn is one card."""
    return [text]


def read(text: str, view: View) -> Move:
    """The move that a person means; short words will do, and a jump needs no number."""
    words = " ".join(text.lower().split())
    if view.offer is not None:
        return _read_answer(text, words, view)
    words = _SHORT.get(words, words)
    marked = re.match(r"([0-9]{1,3})v\b", words)  # as the screen marks violet numbers
    if marked and int(marked[1]) in view.rules.violet:
        words = marked[1] + words[marked.end() :]
    if words.endswith(" k"):
        words += "eep"
    try:
        move = parse_move(words)
    except BadMove:
        raise BadMove(f"{quote(text)}; expected {expected(view)}") from None
    if isinstance(move, Jump) or move is DECLINE:
        raise BadMove(f"there is no jump open to you; expected {expected(view)}")
    if move is TAKE and view.jump is None:
        raise BadMove(f"there is no jump to answer; expected {expected(view)}")
    return move


def open_answer(text: str, view: View) -> Move | None:
    """What an answer to the whole table's question means for this seat (FF-19)."""
    words = " ".join(text.lower().split())
    wanted = partner(view.row[-1])
    if not words or words in _NO:
        return None if view.offer is None else DECLINE
    if words not in _YES and not _names(wanted, words):
        raise BadMove(f"{quote(text)}; expected {wanted} to jump with it, Enter, or quit")
    if view.offer is None:
        raise BadMove(f"{wanted}: nobody at this screen holds it, or its jump was declined before")
    return JUMPS[wanted]


def _read_answer(text: str, words: str, view: View) -> Move:
    offer = view.offer or 0
    if words in _YES or _names(offer, words):
        return JUMPS[offer]
    if words in _NO:
        return DECLINE
    raise BadMove(f"{quote(text)}; you are asked about a jump, expected jump or decline")


def _names(card: int, words: str) -> bool:
    """Is a jump with this number meant, perhaps with the mark of a violet one?"""
    return re.fullmatch(rf"(?:jump )?{card}v?", words) is not None
