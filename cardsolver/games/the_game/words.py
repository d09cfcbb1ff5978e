"""A person's words in The Game: what can be typed, and what it means."""

from __future__ import annotations

import re

from cardsolver.core.game import BadMove
from cardsolver.core.sentences import listed
from cardsolver.core.text import quote
from cardsolver.games.the_game.position import PILES
from cardsolver.games.the_game.rules import (
    SILENT,
    Lay,
    Move,
    Say,
    View,
    fits,
    format_move,
    legal_moves,
    parse_move,
)

_LAYS = """\
37 a   or  a37     lay 37 on pile A (just 37, if it fits on only one pile)
84c 82c end        several at once
end    or  e       end your turn and draw"""
_BIDS = "7      or  bid 7   how much you would like to start, 0 to 10"
_TALK = "keep c, gentle d   ask the others to keep off C, or for no big jump on D (Enter: nothing)"
_TABLE = """\
On the table:
fits               the piles that a card of your hand fits on; * it goes back by 10
+                  a card that you have just drawn"""
_FIRE = """\
!                  a fire card: once a turn ends on it, the next turn must cover it
fire!              cover it in this turn, or the game is lost"""
_ENDS = ("e", "end", "done")
_LEVEL_FIRST = re.compile(r"\b(free|gentle|keep)\s+(?:off\s+)?([a-d])\b")
_PILE_FIRST = re.compile(r"\b([a-d])\s*[: ]\s*(free|gentle|keep)\b")
_NUMBER = re.compile(r"[0-9]{1,3}")
_LETTER = re.compile(r"[a-d]")
_ENTRY = re.compile(r"[a-d][0-9]{1,3}|[0-9]{1,3}[a-d]?|e|end|done")


def help_text(view: View) -> str:
    """The moves as people type them; alone there is nobody to bid with or to talk to."""
    parts = [_LAYS]
    if view.rules.has_bidding:
        parts.insert(0 if view.is_bidding else 1, _BIDS)
    if view.rules.has_talk:
        parts.insert(0 if _is_talking(view) else len(parts), _TALK)
    parts.append(_TABLE)
    if view.rules.on_fire:
        parts.append(_FIRE)
    return "\n".join(parts)


def expected(view: View) -> str:
    """What can be entered now."""
    if view.is_bidding:
        return "a number from 0 to 10"
    if _is_talking(view):
        return "keep c, gentle d, or Enter to say nothing"
    lays = "a card and a pile as in 37 a"
    return lays if view.laid < view.minimum else f"{lays}, or end"


def rules_now(view: View) -> tuple[str, ...]:
    """The rules of this phase."""
    if view.is_bidding:
        return ("TG-5",)
    if _is_talking(view):
        return ("TG-15",)
    fire = ("TG-24", "TG-25", "TG-26") if view.rules.on_fire else ()
    return ("TG-6", "TG-7", "TG-8", *_minimum(view), "TG-12", "TG-13", *fire)


def _minimum(view: View) -> tuple[str, ...]:
    """The rules that make the minimum what it is now."""
    if not view.draw_size:
        return ("TG-11",)
    return {2: ("TG-10",), 3: ("TG-10", "TG-20")}.get(view.rules.minimum, ("TG-10", "TG-22"))


def entry(move: Move) -> str:
    """What a person enters for a move; who has nothing to say enters nothing."""
    if not isinstance(move, Say):
        return format_move(move)
    wishes = [
        f"{level.name.lower()} {pile.lower()}"
        for pile, level in zip(PILES, move.signals, strict=True)
        if level
    ]
    return ", ".join(wishes) or "Enter, say nothing"


def offers(view: View) -> list[str]:
    """What Tab completes."""
    if view.is_bidding:
        return []
    if _is_talking(view):
        return [f"{word} {pile.lower()}" for word in ("keep", "gentle") for pile in PILES]
    return [
        f"{move.card}{PILES[move.pile].lower()}" if isinstance(move, Lay) else "end"
        for move in legal_moves(view)
    ]


def split(text: str, view: View) -> list[str]:
    """One entry per lay: `84c 82c end`, `84 c 82 c`, `84, 82`."""
    if view.is_bidding or _is_talking(view):
        return [text]
    entries: list[str] = []
    words = text.lower().replace(",", " ").split()
    while words:
        word = words.pop(0)
        # A number and a letter that stand alone belong together, whichever comes first.
        if words and (
            (_NUMBER.fullmatch(word) and _LETTER.fullmatch(words[0]))
            or (_LETTER.fullmatch(word) and _NUMBER.fullmatch(words[0]))
        ):
            word += words.pop(0)
        if _ENTRY.fullmatch(word) is None:
            return [text]
        entries.append(word)
    return entries or [text]


def read(text: str, view: View) -> Move:
    """The move that a person means; a bare number is a bid, or a card that fits only one pile."""
    words = " ".join(text.lower().split())
    try:
        if view.is_bidding:
            return parse_move(f"bid {words}" if words.isdecimal() else words)
        if _is_talking(view):
            return _read_saying(words)
        if _NUMBER.fullmatch(words):
            return _read_card(int(words), view)
        move = parse_move("end" if words in _ENDS else words)
    except _AmbiguousCard:
        raise
    except BadMove:
        raise BadMove(f"{quote(text)}; expected {expected(view)}") from None
    if view.rules.players == 1 and not isinstance(move, Lay) and words not in _ENDS:
        raise BadMove(f"{quote(text)}; expected {expected(view)}")  # nobody to bid with, or talk to
    return move


class _AmbiguousCard(BadMove):
    """A card without its pile that fits on several."""


def _is_talking(view: View) -> bool:
    return not view.is_bidding and view.seat != view.mover


def _read_saying(words: str) -> Say:
    if not words:
        return Say(SILENT)
    found = [f"{pile}:{level}" for level, pile in _LEVEL_FIRST.findall(words)] or [
        f"{pile}:{level}" for pile, level in _PILE_FIRST.findall(words)
    ]
    move = parse_move(" ".join(["say", *found]) if found else words)
    if not isinstance(move, Say):
        raise BadMove("not a saying")
    return move


def _read_card(card: int, view: View) -> Move:
    piles = [PILES[pile] for pile, top in enumerate(view.tops) if fits(pile, top, card)]
    if card in view.hand and len(piles) > 1:
        raise _AmbiguousCard(
            f"{card} fits on {listed(piles)}; say which, as in {card} {piles[0].lower()}"
        )
    return parse_move(f"{piles[0] if piles else 'A'}{card}")
