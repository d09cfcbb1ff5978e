"""A hint for a person at the table: the lookahead's move, and why, in one sentence with figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.sentences import counted
from cardsolver.games.level_8.bots.greedy import seen_round
from cardsolver.games.level_8.bots.lookahead import LookaheadBot
from cardsolver.games.level_8.deck import JOKER, SKIP
from cardsolver.games.level_8.fast.codes import CODE
from cardsolver.games.level_8.fast.policy import POLICY
from cardsolver.games.level_8.fast.texts import from_fast
from cardsolver.games.level_8.rules import (
    Add,
    Discard,
    Keep,
    LayLevel,
    Move,
    Phase,
    PlaySkip,
    Take,
    View,
    format_move,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.racing import Finish
    from cardsolver.games.level_8.fast.round import FastMove, Round

_SAMPLES = 400  # a move in well under a second on one core, whatever the number of players
_WORTH_SAYING = 0.002  # a fifth of a point


def explain(view: View) -> tuple[Move, str]:
    """A move for the view, and the reason for it."""
    bot = LookaheadBot("hint", samples=_SAMPLES)
    if view.phase is Phase.KEEP:
        move = bot.choose(view)
        return move, _why(view, move)
    table = seen_round(view)
    finish = bot.compare(view)
    move = from_fast(finish.winner, table)
    return move, _why(view, move) + _figures(finish, table)


def _figures(finish: Finish[FastMove], table: Round) -> str:
    """What the samples say: against the policy's own move, or against the best of the others."""
    losers = finish.losers
    if finish.winner != finish.favourite:
        losers = tuple(loser for loser in losers if loser.candidate == finish.favourite)
    if not losers:
        return ""
    other = losers[0]
    if other.behind < _WORTH_SAYING:
        return ""
    name = format_move(from_fast(other.candidate, table))
    return f"; about {100 * other.behind:.1f} % more wins than {name} over {other.samples} samples"


def _why(view: View, move: Move) -> str:
    match move:
        case Take(seat):
            return _why_take(view, view.piles[seat][-1])
        case LayLevel():
            return "your level is complete"
        case Add(card, _, _):
            return f"{card} fits there, and the first without cards goes up 2 levels"
        case Discard(card):
            return _why_discard(view, card)
        case PlaySkip(seat):
            return f"a Skip fits no combination, and it costs seat {seat + 1} a turn"
        case Keep(cards):
            return _why_keep(view, cards)
    return _why_draw(view)


def _why_take(view: View, card: str) -> str:
    if card == JOKER:
        return "a Joker stands for any card"
    if view.has_laid_out:
        return f"{card} can be added" if _fits(view, card) else "there is nothing better to take"
    missing = _missing(view, (*view.hand, card))
    if missing < _missing(view, view.hand):
        if not missing:
            return f"{card} brings your level nearer: then it is complete"
        return f"{card} brings your level nearer: only {_far(view, (*view.hand, card))} then"
    now, then = _draws(view, view.hand), _draws(view, (*view.hand, card))
    if then < now - 0.1:
        return f"{card} gives your hand more chances: about {then:.1f} draws instead of {now:.1f}"
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
    if view.has_laid_out:
        return "no open card can be added"
    return f"no open card helps your level: {_far(view, view.hand)}"


def _why_discard(view: View, card: str) -> str:
    if card == SKIP:
        return "a Skip fits no combination"
    if view.has_laid_out:
        return "a turn ends with a discard" if _fits(view, card) else f"{card} fits nowhere now"
    rest = list(view.hand)
    rest.remove(card)
    if not _missing(view, rest):
        return f"your level is complete without {card}; held back, it gives nobody a place to add"
    if _missing(view, rest) == _missing(view, view.hand):
        return f"your level does not need {card}: {_far(view, rest)}"
    return f"of all your cards your level misses {card} least"


def _why_keep(view: View, cards: tuple[str, ...]) -> str:
    if not cards:
        return "none of these cards brings your level nearer"
    missing = _missing(view, cards)
    is_or_are = "is" if missing == 1 else "are"
    return f"with these kept, {counted(missing, 'card')} of your level {is_or_are} missing"


def _far(view: View, hand: Sequence[str]) -> str:
    """How far a hand is from the level."""
    missing = _missing(view, hand)
    if not missing:
        return "no card missing"
    return f"{counted(missing, 'card')} missing, about {_draws(view, hand):.1f} draws"


def _missing(view: View, hand: Sequence[str]) -> int:
    """How many cards the level still lacks."""
    reach = POLICY.reach(view.level)
    return max(0, reach.lacking(reach.key(CODE[card] for card in hand)))


def _draws(view: View, hand: Sequence[str]) -> float:
    """How many draws it should take until the level can be laid out."""
    reach = POLICY.reach(view.level)
    return max(1.0, reach.draws(reach.key(CODE[card] for card in hand)))


def _fits(view: View, card: str) -> bool:
    return card == JOKER or any(laid.takes(card) for combos in view.table for laid in combos)
