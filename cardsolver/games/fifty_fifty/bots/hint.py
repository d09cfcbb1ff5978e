"""A hint for a person at the table: the lookahead's move, and why: a fact, and the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.sentences import counted
from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty.bots.lookahead import LookaheadBot
from cardsolver.games.fifty_fifty.bots.weights import fit_for
from cardsolver.games.fifty_fifty.rules import (
    PASS,
    TAKE,
    Jump,
    Move,
    PlayNumber,
    View,
    format_move,
    gift_goes_to,
    landing,
    legal_moves,
)

if TYPE_CHECKING:
    from cardsolver.core.racing import Finish

# A move within a second on one core, whatever the number of players.
SAMPLES = 32_768
SAMPLES_OF_REFERENCE = 64  # where there is no kernel
_WORTH_A_WORD = 0.05  # penalty cards; less would be printed as nothing


def explain(view: View, *, samples: int | None = None) -> tuple[Move, str]:
    """A move for the view, and the reason for it."""
    if samples is None:
        samples = SAMPLES if kernel.is_built() else SAMPLES_OF_REFERENCE
    finish = LookaheadBot("hint", samples=samples).compare(view)
    if finish is None:
        move = legal_moves(view)[0]
        return move, _fact(view, move)
    move = finish.winner
    return move, f"{_fact(view, move)}; {_figures(view, finish)}"


def _figures(view: View, finish: Finish[Move]) -> str:
    """How much better the move is than the next best one, in penalty cards."""
    other = finish.losers[0]
    # A chance to win is worth as many penalty cards as would change it by that much.
    cards = other.behind / fit_for(len(view.hand_sizes)).outlook.card_worth(view.draw_size)
    name = format_move(other.candidate)
    if cards < _WORTH_A_WORD:
        return f"no worse than {name} over {counted(other.samples, 'sample')}"
    noun = "card" if f"{cards:.1f}" == "1.0" else "cards"
    return (
        f"about {cards:.1f} penalty {noun} better than {name}"
        f" over {counted(other.samples, 'sample')}"
    )


def _fact(view: View, move: Move) -> str:
    """What the move does, whatever else may happen."""
    match move:
        case PlayNumber(card, keep):
            return _why_number(view, card, keep=keep)
        case Jump():
            return _why_jump(view)
    if move is PASS:
        return _why_pass(view)
    return _why_take(view) if move is TAKE else _why_decline(view)


def cost_now(view: View, card: int) -> int:
    """The penalty cards that a number brings its player at once (FF-10, FF-11, FF-13, FF-16)."""
    landed = landing(view.row, view.passes, card)
    if landed.replaced is not None:
        return int(landed.replaced in view.rules.violet or view.layer == view.seat)
    return landed.taken


def _why_number(view: View, card: int, *, keep: bool) -> str:
    landed = landing(view.row, view.passes, card)
    cost = cost_now(view, card)
    if cost:
        least = min(cost_now(view, each) for each in view.hand.numbers)
        taken = f"{card} costs {counted(cost, 'penalty card')}"
        if cost > least:
            return f"{taken}, and leaves a better hand for the next turns"
        is_alone = len(view.hand.numbers) == 1
        return f"{taken}, your only number" if is_alone else f"{taken}; no number costs less"
    if landed.replaced is not None:
        return _why_swap(view, card, landed.replaced, keep=keep)
    if not view.row and not view.passes:
        return f"{card} starts the row and costs nothing"
    return f"{card} goes on at the end and costs nothing"


def _why_swap(view: View, card: int, replaced: int, *, keep: bool) -> str:
    gift = gift_goes_to(view.rules, replaced, view.layer, view.seat, view.penalties)
    text = f"{card} replaces {replaced}: a penalty for whoever laid it"
    return f"{text}, and one of yours as a gift" if gift is not None and not keep else text


def _why_pass(view: View) -> str:
    if view.jump is not None:
        return f"a Pass keeps {counted(_stake(view), 'card')} away from you for now"
    if not view.hand.numbers:
        return "there is nothing but Passes in your hand"
    least = min(cost_now(view, card) for card in view.hand.numbers)
    if least:
        return f"a Pass costs nothing; every number costs {counted(least, 'penalty card')} or more"
    return "a Pass costs nothing, and whoever plays a number on it takes it"


def _why_jump(view: View) -> str:
    stake = len(view.row) + view.passes + 1
    return f"whoever laid {view.row[-1]} must spend a Pass or take {counted(stake, 'card')}"


def _why_decline(view: View) -> str:
    stake = len(view.row) + view.passes + 1
    passes = counted(view.hand.passes, "Pass", "Passes") if view.hand.passes else "no Pass"
    return f"a jump puts {counted(stake, 'card')} at stake, and you have {passes} to answer with"


def _why_take(view: View) -> str:
    if not view.hand.passes:
        return "there is no Pass in your hand"
    stake = counted(_stake(view), "card")
    return f"{stake} now; with every Pass it would be one more, and the Pass is gone"


def _stake(view: View) -> int:
    """What lies there to be taken after a jump (FF-23)."""
    return len(view.row) + view.passes + 1
