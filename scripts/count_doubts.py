"""Count how much a move in Fifty Fifty says about the hand it was played from.

    python scripts/count_doubts.py [--bot greedy] [--players 2] [--games 250]

For each kind of move and the cards that speak against it, it prints how often such a card is in the
hand, against how often it would be by chance, as a ratio to the same figure for all other cards.
These are the factors of `Doubts` in cardsolver/games/fifty_fifty/bots/beliefs.py.
"""

from __future__ import annotations

import argparse
from collections import defaultdict

from cardsolver.core.deal import deal_seed
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots.beliefs import MANY
from cardsolver.games.fifty_fifty.bots.fast import BIT, PARTNER, bits
from cardsolver.games.fifty_fifty.bots.policy import ABOVE, ALL
from cardsolver.games.fifty_fifty.rules import Hand
from cardsolver.seats.spec import make_bot


class Counts:
    """Cards held and cards expected, for the cards that are doubted and for all others."""

    def __init__(self) -> None:
        """Nothing has been counted."""
        self._held: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self._expected: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def add(self, kind: str, hand: Hand, unseen: int, passes: int, *, doubted: int | None) -> None:
        """One hand; `doubted` are numbers as bits, or None for Passes."""
        hidden = unseen.bit_count() + passes
        if doubted is None:
            held, there = hand.passes, passes
        else:
            held = (bits(hand.numbers) & doubted).bit_count()
            there = (unseen & doubted).bit_count()
        for place, (mine, of_all) in enumerate(((held, there), (hand.size - held, hidden - there))):
            self._held[kind][place] += mine
            self._expected[kind][place] += hand.size * of_all / hidden

    def show(self) -> None:
        """Print the factors."""
        for kind in sorted(self._held):
            (held, rest), (expected, expected_rest) = self._held[kind], self._expected[kind]
            factor = held / expected / (rest / expected_rest)
            print(f"{kind:<10} {factor:.2f}   ({held:.0f} held, {expected:.0f} by chance)")


def count_move(counts: Counts, state: ff.State, move: ff.Move) -> None:
    """What a move says, before it is made."""
    unseen, passes = ALL & ~state.played, ff.PASSES - state.passes_played
    hand = state.hands[state.turn]
    if state.row and not state.passes and state.jump is None:
        wanted = BIT[PARTNER[state.row[-1]]] & unseen
        for seat, other in enumerate(state.hands):
            if wanted and seat != state.layer:
                counts.add("no_jump", other, unseen, passes, doubted=wanted)
    fits = ABOVE[state.row[-1]] if state.row else 0
    match move:
        case ff.PlayNumber(card):
            rest, unseen = hand.minus(card), unseen & ~BIT[card]
            landed = ff.landing(state.row, state.passes, card)
            if state.row and landed.taken > state.passes:
                counts.add("took", rest, unseen, passes, doubted=fits)
            elif state.row and not state.passes and landed.replaced is None:
                counts.add("skipped", rest, unseen, passes, doubted=fits & ~ABOVE[card])
            if landed.taken >= MANY:
                counts.add("took_pass", rest, unseen, passes, doubted=None)
        case ff.Call.PASS if state.jump is None and state.row and not state.passes:
            rest = Hand(hand.numbers, hand.passes - 1)
            counts.add("passed", rest, unseen, passes - 1, doubted=fits)
        case ff.Call.TAKE:
            counts.add("gave_in", hand, unseen, passes, doubted=None)


def main() -> None:
    """Play and count."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--players", type=int, default=2, choices=range(2, 6))
    parser.add_argument("--games", type=int, default=250)
    options = parser.parse_args()
    counts = Counts()
    for number in range(options.games):
        bot = make_bot(options.bot, ff.NAME, seed=str(number))
        deal = deal_seed(ff.NAME, f"fit/doubts/{number}", rules=f"players={options.players}")
        state = ff.start(deal)
        while (seat := ff.to_move(state)) is not None:
            move = bot.choose(ff.view(state, seat))
            if state.asked is None:
                count_move(counts, state, move)
            state = ff.apply(state, move)
    counts.show()


if __name__ == "__main__":
    main()
