"""A hint for a person at the table: a bot's move, and why, in one sentence of facts."""

from __future__ import annotations

from cardsolver.core.sentences import counted
from cardsolver.games.level_8.bots.greedy import GreedyBot, Progress
from cardsolver.games.level_8.deck import JOKER, SKIP
from cardsolver.games.level_8.rules import (
    Add,
    Discard,
    Keep,
    LayLevel,
    Move,
    PlaySkip,
    Take,
    View,
)


def explain(view: View) -> tuple[Move, str]:
    """A move for the view, and the reason for it."""
    move = GreedyBot().choose(view)
    match move:
        case Take(seat):
            return move, _why_take(view, view.piles[seat][-1])
        case LayLevel():
            return move, "your level is complete"
        case Add(card, _, _):
            return move, f"{card} fits there, and the first without cards goes up 2 levels"
        case Discard(card):
            return move, _why_discard(view, card)
        case PlaySkip(seat):
            return move, f"a Skip fits no combination, and it costs seat {seat + 1} a turn"
        case Keep(cards):
            return move, _why_keep(view, cards)
    return move, _why_draw(view)


def _why_take(view: View, card: str) -> str:
    if card == JOKER:
        return "a Joker stands for any card"
    if view.has_laid_out:
        return f"{card} can be added" if _fits(view, card) else "there is nothing better to take"
    missing = _missing(view, (*view.hand, card))
    if missing < _missing(view, view.hand):
        after = (
            f"only {counted(missing, 'card')} missing then" if missing else "then it is complete"
        )
        return f"{card} brings your level nearer: {after}"
    return "there is nothing better to take"


def _why_draw(view: View) -> str:
    tops = [pile[-1] for pile in view.piles if pile]
    if not tops:
        return "every discard pile is empty"
    if view.has_laid_out:
        useful = [card for card in tops if _fits(view, card)]
    else:
        now = _missing(view, view.hand)
        useful = [card for card in tops if _missing(view, (*view.hand, card)) < now]
    if useful:
        return f"a hidden card may do more for you than {' or '.join(useful)}"
    return "no open card can be added" if view.has_laid_out else "no open card helps your level"


def _why_discard(view: View, card: str) -> str:
    if card == SKIP:
        return "a Skip fits no combination"
    if view.has_laid_out:
        return "a turn ends with a discard" if _fits(view, card) else f"{card} fits nowhere now"
    rest = list(view.hand)
    rest.remove(card)
    if _missing(view, tuple(rest)) == _missing(view, view.hand):
        return f"your level does not need {card}"
    return f"of all your cards your level misses {card} least"


def _why_keep(view: View, cards: tuple[str, ...]) -> str:
    if not cards:
        return "none of these cards brings your level nearer"
    missing = _missing(view, cards)
    is_or_are = "is" if missing == 1 else "are"
    return f"with these kept, {counted(missing, 'card')} of your level {is_or_are} missing"


def _missing(view: View, cards: tuple[str, ...]) -> int:
    """How many cards the level still lacks."""
    return max(0, Progress(view.level, cards).lacking)


def _fits(view: View, card: str) -> bool:
    return card == JOKER or any(laid.takes(card) for combos in view.table for laid in combos)
