"""A hint for a person at the table: the strongest bot's move, and why, in one sentence."""

from __future__ import annotations

from dataclasses import replace

from cardsolver.games.the_game.bits import ABOVE, ALL_CARDS, BELOW, CARD, TRICKS, bits, cards_of
from cardsolver.games.the_game.bots.lookahead import LookaheadBot
from cardsolver.games.the_game.position import PILES
from cardsolver.games.the_game.rules import Bid, Lay, Move, PileSignal, Say, View, fits, is_trick


def explain(view: View) -> tuple[Move, str]:
    """A move for the view, and the reason for it."""
    bot = LookaheadBot("hint")
    move = bot.choose(view)
    match move:
        case Bid(eagerness):
            return move, _why_bid(eagerness)
        case Say(signals):
            return move, _why_say(view, signals)
        case Lay():
            following = bot.choose(_after(view, move)) if len(view.hand) > 1 else None
            return move, _why_lay(view, move, following)
    return move, _why_end(view)


def _why_bid(eagerness: int) -> str:
    if eagerness > 6:
        return "this hand can start without skipping much"
    return "another hand may be able to start with fewer cards skipped"


def _why_say(view: View, signals: tuple[PileSignal, ...]) -> str:
    back: list[str] = []
    needed: list[str] = []
    near: list[str] = []
    for pile, level in enumerate(signals):
        if level is PileSignal.GENTLE:
            near.append(PILES[pile])
        elif level is PileSignal.KEEP:
            trick = bits(view.hand) & TRICKS[pile][view.tops[pile]]
            (back if trick else needed).append(PILES[pile])
    reasons = []
    if back:
        reasons.append(f"a card in hand goes back by ten on {' and '.join(back)}")
    if needed:
        reasons.append(f"this hand needs {' and '.join(needed)} as it is")
    if near:
        reasons.append(f"a big jump on {' and '.join(near)} would cost this hand room")
    return "; ".join(reasons) or "no pile is needed more than another"


def _why_lay(view: View, lay: Lay, following: Move | None) -> str:
    pile, card = lay
    name = PILES[pile]
    top = view.tops[pile]
    if is_trick(pile, top, card):
        regained = len(_between(view, pile, card, top))
        room = f": room again for {_cards(regained)} to come" if regained else ""
        return f"{card} goes back by ten on {name}{room}"
    match following:
        case Lay(same, back) if same == pile and is_trick(pile, card, back):
            return f"{card} prepares {back}, which goes back by ten on {name} at once"
    skipped = _between(view, pile, top, card)
    reason = f"{card} on {name} skips {_cards(len(skipped))} to come"
    for back in cards_of(_to_come(view) & TRICKS[pile][card]):
        reason += f", and {back} could still go back by ten there"
    return reason


def _why_end(view: View) -> str:
    costs = [
        (len(_between(view, pile, top, card)), card, PILES[pile])
        for pile, top in enumerate(view.tops)
        for card in view.hand
        if fits(pile, top, card)
    ]
    if not costs:
        return "no card fits any more"
    cost, card, name = min(costs)
    if not cost:
        return f"the minimum is laid; {card} on {name} would cost nothing, now or later"
    return f"the minimum is laid, and even {card} on {name} would skip {_cards(cost)} to come"


def _to_come(view: View) -> int:
    """The cards in the draw pile and in other hands, as bits."""
    return ALL_CARDS & ~view.laid_cards & ~bits(view.hand)


def _between(view: View, pile: int, first: int, second: int) -> list[int]:
    """Cards to come that a pile passes over between two tops, in its direction."""
    passed = ABOVE[first] & BELOW[second] if pile < 2 else BELOW[first] & ABOVE[second]
    passed &= _to_come(view)
    return cards_of(passed)


def _cards(count: int) -> str:
    return {0: "no card", 1: "1 card"}.get(count, f"{count} cards")


def _after(view: View, lay: Lay) -> View:
    """The view after a lay of its own seat: nothing else changes before the next one."""
    tops = list(view.tops)
    tops[lay.pile] = lay.card
    sizes = list(view.hand_sizes)
    sizes[view.seat] -= 1
    return replace(
        view,
        tops=(tops[0], tops[1], tops[2], tops[3]),
        hand=tuple(card for card in view.hand if card != lay.card),
        hand_sizes=tuple(sizes),
        laid_cards=view.laid_cards | CARD[lay.card],
        laid=view.laid + 1,
        due=view.due - {lay.pile},
    )
