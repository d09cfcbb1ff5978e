"""A bot for Fifty Fifty that sees only its View.

Every move is judged by what it costs, in penalty cards: what is taken now, what the next player can
do about it, whether someone may jump on it, and what the rest of the hand is still good for.
Where cards are unknown, each hidden card is taken to be equally likely anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolver.games.fifty_fifty.rules import (
    DECLINE,
    HIGHEST,
    JUMPS,
    PASS,
    PASSES,
    Hand,
    Move,
    PlayNumber,
    View,
    gift_goes_to,
    landing,
    legal_moves,
    partner,
)

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat


@dataclass(frozen=True, slots=True)
class CostWeights:
    """What the bot believes things to be worth, in penalty cards; found by self-play."""

    pass_worth: float = 3.0  # a Pass in hand, while cards can be drawn
    high_worth: float = 0.75  # the number 100 in hand, against the number 1
    pressure: float = 1.0  # a card that the next player must take, shared among all others
    future: float = 0.5  # a card that we may have to take at our next turn
    step: float = 12.0  # how far the row rises with each player until then
    daring: float = 5.0  # a jump may seem to cost this: it also makes others spend their Passes
    fade: float = 10.0  # cards left to draw below which a Pass is worth less and less
    lost: float = 12.0  # an end of the game that others win


class GreedyBot:
    """Plays the move that costs the least."""

    def __init__(self, weights: CostWeights | None = None) -> None:
        """Other weights are for measuring one judgement against another."""
        self._weights = weights or CostWeights()

    def choose(self, view: View) -> Move:
        """The cheapest move; the first of them in the order of the legal moves."""
        table = _Table(view, self._weights)
        if view.offer is not None:
            pays = table.cost_of_jump(view.offer) < self._weights.daring
            return JUMPS[view.offer] if pays else DECLINE
        return min(legal_moves(view), key=table.cost)


class _Table:
    """One view, and what can be computed from it once for all moves."""

    def __init__(self, view: View, weights: CostWeights) -> None:
        self.view = view
        self.weights = weights
        self.players = view.rules.players
        self.share = 1 / (self.players - 1)  # what another player's penalty card is worth to us
        self.unseen = ((2 << HIGHEST) - 2) & ~view.played
        for card in view.hand.numbers:
            self.unseen &= ~(1 << card)
        self.unseen_passes = max(0, PASSES - view.passes_played - view.hand.passes)
        self.hidden = max(1, self.unseen.bit_count() + self.unseen_passes)
        self.held = sum(view.hand_sizes) - view.hand.size  # by all others

    def cost(self, move: Move) -> float:
        """What a move costs in the end, as far as we can tell."""
        if isinstance(move, PlayNumber):
            return self._cost_of_number(move)
        return self._cost_of_pass() if move is PASS else self._cost_of_take()

    # Chances -------------------------------------------------------------------------------------

    def _unseen_below(self, number: int) -> int:
        return (self.unseen & ((1 << number) - 1)).bit_count()

    def _unseen_between(self, low: int, high: int) -> int:
        """How many unseen numbers lie strictly between two numbers."""
        return self._unseen_below(high) - self._unseen_below(low + 1)

    def _chance_of_any(self, cards: int, seat: Seat) -> float:
        """That a seat holds at least one of this many hidden cards."""
        return 1 - (1 - cards / self.hidden) ** self.view.hand_sizes[seat]

    def _next_takes(self, row: tuple[int, ...], passes: int) -> float:
        """How many cards the next player has to take, on average, with the best card in hand.

        That is the sum over k of the chance that every card of the hand takes k or more.
        """
        size = self.view.hand_sizes[(self.view.seat + 1) % self.players]
        average = passes * (self.unseen.bit_count() / self.hidden) ** size
        bounds = list(row)
        if len(row) > 1 and not passes and row[-1] not in self.view.rules.violet:
            bounds[-1] = row[-2]  # between the two, the last is replaced at no cost
        for bound in bounds:
            average += (self._unseen_below(bound) / self.hidden) ** size
        return average

    # A jump --------------------------------------------------------------------------------------

    def _cost_of_answers(self, first: Seat, pot: int, own_passes: int) -> float:
        """What the round of Passes after a jump costs us, from the first seat that must answer."""
        reach = 1.0
        cost = 0.0
        passed: dict[Seat, int] = {}
        for turn in range(3 * self.players):
            seat = (first + turn) % self.players
            before = passed.get(seat, 0)
            if seat == self.view.seat:
                if before >= own_passes:
                    return cost + reach * (pot if self.view.draw_size else self._cost_of_end(pot))
                cost += reach * self._pass_worth()
            else:
                has_pass = self._chance_of_any(self.unseen_passes, seat) ** (1 + before)
                cost -= reach * (1 - has_pass) * pot * self.share
                reach *= has_pass
            passed[seat] = before + 1
            pot += 1
        return cost

    def cost_of_jump(self, card: int) -> float:
        """What the answers to a jump cost us, and the number itself."""
        view = self.view
        layer = view.layer if view.layer is not None else view.seat
        answers = self._cost_of_answers(layer, len(view.row) + 1, view.hand.passes)
        return answers + self._worth(card)

    def _cost_of_take(self) -> float:
        view = self.view
        pot = len(view.row) + view.passes + 1
        return pot if view.draw_size else self._cost_of_end(pot)

    def _cost_of_end(self, taken: int) -> float:
        """What it costs to take the complete row when nothing is left to draw: the game is over."""
        view = self.view
        own = view.penalties[view.seat] + taken + self.held
        others = [each for seat, each in enumerate(view.penalties) if seat != view.seat]
        lost = self.weights.lost
        return taken + self.held + (lost if own > min(others) else -lost)

    def _jump_risk(self, row: tuple[int, ...], card: int, own_passes: int) -> float:
        """The chance that someone jumps on a number we lay, times what it would cost us."""
        if not self.unseen >> partner(card) & 1:
            return 0.0
        chance = self.held / self.hidden
        cost = self._cost_of_answers(self.view.seat, len(row) + 1, own_passes)
        return chance * max(0.0, cost)  # if it costs nothing, nobody sane will jump

    # A card --------------------------------------------------------------------------------------

    def _cost_of_pass(self) -> float:
        view = self.view
        if view.jump is not None:
            pot = len(view.row) + view.passes + 1
            return self._cost_of_answers(view.seat, pot, view.hand.passes)
        hand = Hand(view.hand.numbers, view.hand.passes - 1)
        return (
            self._pass_worth()
            - self.weights.pressure * self.share * self._next_takes(view.row, view.passes + 1)
            + self.weights.future * self._own_future(view.row, view.passes + 1, hand)
            + self._last_check(hand)
        )

    def _cost_of_number(self, move: PlayNumber) -> float:
        view = self.view
        card = move.card
        landed = landing(view.row, view.passes, card)
        row = (*view.row[: landed.stay], card)
        hand = view.hand.minus(card)
        cost = float(landed.taken)
        if landed.takes_all and not view.draw_size:
            return self._cost_of_end(landed.taken)
        if landed.replaced is not None:
            cost += 1 if landed.replaced in view.rules.violet else -self.share
        gift = gift_goes_to(view.rules, landed.replaced, view.layer, view.seat, view.penalties)
        if gift is not None and not move.keep:
            cost -= 1 + self.share
        return (
            cost
            + self._worth(card)
            + self._jump_risk(row, card, hand.passes)
            + self._replace_risk(row)
            - self.weights.pressure * self.share * self._next_takes(row, 0)
            + self.weights.future * self._own_future(row, 0, hand)
            + self._last_check(hand)
        )

    def _replace_risk(self, row: tuple[int, ...]) -> float:
        """The chance that the next player replaces our orange card, times what it costs."""
        if len(row) < 2 or row[-1] in self.view.rules.violet:
            return 0.0
        seat = (self.view.seat + 1) % self.players
        chance = self._chance_of_any(self._unseen_between(row[-2], row[-1]), seat)
        return chance * (1 + (1 + self.share) * (self.view.penalties[seat] > 0))

    def _own_future(self, row: tuple[int, ...], passes: int, hand: Hand) -> float:
        """What we will have to take on our next turn, if the row rises as usual until then."""
        if hand.passes:
            return 0.0
        top = (row[-1] if row else 0) + self.weights.step * (self.players - 1)
        best = hand.numbers[-1] if hand.numbers else 0
        if best > top and not passes:
            return 0.0
        return min((landing(row, passes, card).taken for card in hand.numbers), default=0) + (
            self.players - 1
        )

    # What cards are worth ------------------------------------------------------------------------

    def _worth(self, card: int) -> float:
        """A high number is worth keeping: it still fits when the row is high."""
        return self.weights.high_worth * card / HIGHEST

    def _pass_worth(self) -> float:
        """A Pass is worth less and less towards the one-card check."""
        return self.weights.pass_worth * min(1.0, self.view.draw_size / self.weights.fade)

    def _last_check(self, hand: Hand) -> float:
        """What the one-card check may cost with this hand, once nothing is left to draw."""
        view = self.view
        if view.draw_size:
            return 0.0
        plays = self._plays_before_check() - 1
        cost = 0.0
        if hand.passes > plays:
            cost += self.weights.lost  # a Pass will be left
        keep = max(1, hand.size - plays)
        if len(hand.numbers) >= keep:
            lowest = hand.numbers[-keep]
            above = self._unseen_between(lowest, HIGHEST + 1) / max(1, self.unseen.bit_count())
            others_left = max(1, self.held - plays * (self.players - 1))
            cost += above**others_left * (len(view.row) + others_left)
        return cost

    def _plays_before_check(self) -> int:
        """How many cards we play, this one included, before someone has to show."""
        view = self.view
        rounds, seats_on = min(
            (size - 1, (seat - view.seat) % self.players)
            for seat, size in enumerate(view.hand_sizes)
            if size
        )
        return rounds + (seats_on > 0)  # we are the first to play in every round
