"""What each move costs, as a weighted sum of a few features: quick enough to play out guesses.

The policy sees what its seat may see: its own hand, the open cards, and how many cards the others
hold. Hidden cards are taken to be equally likely anywhere.
"""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING, NamedTuple, Protocol

from cardsolver.games.fifty_fifty.bots.fast import (
    BIT,
    DECLINE_JUMP,
    JUMP_NOW,
    NOBODY,
    PARTNER_BIT,
    PLAY_PASS,
    PLAY_TAKE,
    FastGame,
    code_of,
    view_of,
)
from cardsolver.games.fifty_fifty.bots.greedy import GreedyBot
from cardsolver.games.fifty_fifty.rules import HIGHEST, PASSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.fifty_fifty.rules import Rules

ALL = (2 << HIGHEST) - 2
DECIDED = 1_000.0  # penalty cards: more than any other move can cost or gain
SHARED = 0.0
TO_THE_END = 10_000  # turns: more than any game has
ABOVE = [ALL & ~((2 << card) - 1) for card in range(HIGHEST + 1)]


class CardWeights(NamedTuple):
    """What a card costs, in penalty cards of our own against the mean of the others'."""

    now: float  # a penalty card that we get at once
    harm: float  # a penalty card that another player gets at once
    jump: float  # a card in the row, times the chance of a jump, if we have no Pass left
    jump_safe: float  # the same if we have one
    stuck: float  # the chance that the next player has nothing that fits
    stuck_row: float  # the same, times the cards in the row
    replaced: float  # the chance that the next player replaces our orange card
    height: float  # a high number gone, from 0 to 1
    trapped: float  # nothing left in hand that fits on the card, and no Pass
    trapped_row: float  # the same, times the cards that our highest number would take
    choice: float  # numbers left in hand that fit on the card, at most three
    row: float  # cards in the row
    passed: float  # a Pass gone
    pass_fits: float  # a Pass gone although a number in hand fits
    pass_stuck: float  # the chance that the next player has no Pass, times the Passes laid
    pass_trapped: float  # no second Pass, times the Passes laid
    stranded: float  # a Pass in hand that cannot be played before the one-card check
    low: float  # the lowest number that we would show at the check, from 1 (lowest) to 0


class JumpWeights(NamedTuple):
    """What a jump costs against none; what a Pass on a jump costs against taking everything."""

    jump: float
    jump_pot: float  # a card to take
    jump_safe: float  # we have a Pass
    jump_safe_pot: float
    jump_layer: float  # the chance that the first to answer has a Pass
    jump_layer_pot: float
    jump_height: float
    answer: float
    answer_pot: float
    answer_held: float  # the chance that the next to answer has a Pass
    answer_held_pot: float
    answer_more: float  # we have another Pass


class Weights(NamedTuple):
    """All of them: while cards can be drawn, and after that."""

    early: CardWeights
    late: CardWeights
    early_jump: JumpWeights
    late_jump: JumpWeights


class Mind(Protocol):
    """How a seat decides in a game that is played on; it looks at what its seat may see."""

    def move(self, game: FastGame) -> int:
        """The move of whoever has to decide."""


class GreedyMind:
    """Plays like the bot `greedy`: people know it, and it is what the bots are measured against."""

    def __init__(self, rules: Rules) -> None:
        """The rules are for the views that it is shown."""
        self._rules = rules
        self._bot = GreedyBot()

    def move(self, game: FastGame) -> int:
        """The bot's move."""
        return code_of(self._bot.choose(view_of(game, self._rules)))


class Policy:
    """Plays the move that costs the least."""

    def __init__(self, weights: Weights) -> None:
        """The weights are for one number of players."""
        self.weights = weights

    def move(self, game: FastGame) -> int:
        """The cheapest move of whoever has to decide."""
        if game.asked != NOBODY:
            return JUMP_NOW if self.jumps(game) else DECLINE_JUMP
        return self.choose(game)

    def choose(self, game: FastGame) -> int:
        """The cheapest move of the seat whose turn it is."""
        if game.jump:
            can_pass = game.pass_counts[game.turn] > 0
            return PLAY_PASS if can_pass and self.cost_of_answer(game) < 0 else PLAY_TAKE
        best = None
        chosen = PLAY_PASS
        for cost, move in self.costs(game):
            if best is None or cost < best:
                best, chosen = cost, move
        return chosen

    def costs(  # noqa: C901, PLR0912, PLR0915 - in one piece for speed: playouts live in here
        self, game: FastGame
    ) -> list[tuple[float, int]]:
        """The cost of each card in hand."""
        (
            w_now,
            w_harm,
            w_jump,
            w_jump_safe,
            w_stuck,
            w_stuck_row,
            w_replaced,
            w_height,
            w_trapped,
            w_trapped_row,
            w_choice,
            w_row,
            w_passed,
            w_pass_fits,
            w_pass_stuck,
            w_pass_trapped,
            w_stranded,
            w_low,
        ) = self.weights.early if game.draw else self.weights.late
        seat = game.turn
        hand = game.hands[seat]
        own = game.pass_counts[seat]
        row = game.row
        length = len(row)
        passes = game.passes
        sizes = game.sizes
        unseen = ALL & ~(game.played | hand)
        hidden_passes = PASSES - game.passes_played - own
        hidden = unseen.bit_count() + hidden_passes or 1
        held = sum(sizes) - sizes[seat]
        follower = sizes[seat + 1 if seat + 1 < game.players else 0]
        chance = held / hidden
        penalties = game.penalties
        violet = game.violet
        if own:
            w_jump, w_trapped, w_trapped_row = w_jump_safe, 0.0, 0.0
        late = not game.draw
        plays = 0
        if late:
            plays = _plays_before_check(game, seat)
        found = []
        last = row[-1] if row else 0
        before = row[-2] if length > 1 else 0
        rest = hand
        while rest:
            bit = rest & -rest
            rest ^= bit
            card = bit.bit_length() - 1
            if card > last:
                after, base, cost = length, last, 0.0
                if passes:
                    cost = w_now * passes
                    if late and not length:
                        found.append((_cost_of_end(game, seat, passes), card))
                        continue
            elif card > before and length > 1 and not passes:
                after, base = length - 1, before
                if violet & BIT[last]:
                    cost = w_now
                else:
                    cost = -w_harm
                    if penalties[seat] and game.layer != seat:
                        cost -= w_now + w_harm
            else:
                after = bisect(row, card)
                if late and not after:
                    found.append((_cost_of_end(game, seat, length + passes), card))
                    continue
                base = row[after - 1] if after else 0
                cost = w_now * (length - after + passes)
            after += 1
            above = ABOVE[card]
            free = (unseen & above).bit_count() + hidden_passes
            if after > 1 and not violet & bit:
                between = (unseen & ABOVE[base] & (bit - 1)).bit_count()
                free += between
                cost += w_replaced * (1 - (1 - between / hidden) ** follower)
            if unseen & PARTNER_BIT[card]:
                cost += w_jump * chance * after
            stuck = (1 - free / hidden) ** follower
            cost += stuck * (w_stuck + w_stuck_row * after) + w_height * card * 0.01 + w_row * after
            left = hand ^ bit
            fits = left & above
            if fits:
                cost += w_choice * min(3, fits.bit_count())
            elif left:
                cost += w_trapped + w_trapped_row * (
                    1 if left > BIT[base] else after - bisect(row, left.bit_length() - 1)
                )
            if late:
                cost += self._late(left, own, plays, w_stranded, w_low)
            found.append((cost, card))
        if own:
            alone = (1 - hidden_passes / hidden) ** follower
            cost = w_passed + w_pass_stuck * alone * (passes + 1)
            if hand & ABOVE[last] and not passes:
                cost += w_pass_fits
            if own == 1:
                cost += w_pass_trapped * (passes + 1)
            if late:
                cost += self._late(hand, own - 1, plays, w_stranded, w_low)
            found.append((cost, PLAY_PASS))
        return found

    def _late(self, left: int, own: int, plays: int, w_stranded: float, w_low: float) -> float:
        """What the one-card check may cost with this hand."""
        cost = 0.0
        if own > plays:
            cost = w_stranded
        # Of the numbers, the lowest go first: those shown are the highest.
        spare = plays - own
        while spare > 0 and left & (left - 1):
            left &= left - 1
            spare -= 1
        if left:
            cost += w_low * (1 - (left & -left).bit_length() * 0.01)
        return cost

    # Jumps ---------------------------------------------------------------------------------------

    def jumps(self, game: FastGame) -> bool:
        """Does the seat that is asked jump?"""
        return self.cost_of_jump(game) < 0

    def cost_of_jump(self, game: FastGame) -> float:
        """What a jump costs the seat that is asked, against none."""
        w = self.weights.early_jump if game.draw else self.weights.late_jump
        seat = game.asked
        pot = len(game.row) + 1
        first = self._chance_of_pass(game, seat, game.layer)
        card = game.row[-1]
        cost = w.jump + w.jump_pot * pot + first * (w.jump_layer + w.jump_layer_pot * pot)
        cost += w.jump_height * (card + 50 if card <= 50 else card - 50) * 0.01
        if game.pass_counts[seat]:
            cost += w.jump_safe + w.jump_safe_pot * pot
        return cost

    def cost_of_answer(self, game: FastGame) -> float:
        """What a Pass on a jump costs, against taking everything."""
        w = self.weights.early_jump if game.draw else self.weights.late_jump
        seat = game.turn
        pot = len(game.row) + game.passes + 1
        if not game.draw and (cost := _cost_of_end(game, seat, pot)) != SHARED:
            return -cost  # taking ends the game, and what comes of that is known
        following = self._chance_of_pass(game, seat, (seat + 1) % game.players)
        cost = w.answer + w.answer_pot * pot
        cost += following * (w.answer_held + w.answer_held_pot * pot)
        if game.pass_counts[seat] > 1:
            cost += w.answer_more
        return cost

    def _chance_of_pass(self, game: FastGame, seat: int, other: int) -> float:
        """That another seat holds a Pass, as far as this one can tell."""
        own = game.pass_counts[seat]
        hidden_passes = PASSES - game.passes_played - own
        unseen = ALL & ~(game.played | game.hands[seat])
        hidden = unseen.bit_count() + hidden_passes or 1
        return 1 - (1 - hidden_passes / hidden) ** game.sizes[other]


def _cost_of_end(game: FastGame, seat: int, taken: int) -> float:
    """The complete row taken with nothing to draw: the game is over, and who has won is known."""
    own = game.penalties[seat] + taken + sum(game.sizes) - game.sizes[seat]
    best = min([each for other, each in enumerate(game.penalties) if other != seat])
    if own == best:
        return SHARED
    return -DECIDED if own < best else DECIDED + taken


def _plays_before_check(game: FastGame, seat: int) -> int:
    """How many more cards this seat plays after the one it plays now, before someone must show."""
    players = game.players
    rounds = None
    for step in range(players):
        size = game.sizes[(seat + step) % players]
        if size and (rounds is None or size - 1 < rounds[0]):
            rounds = (size - 1, step)
    return 0 if rounds is None else max(0, rounds[0] + (rounds[1] > 0) - 1)


def play_on(game: FastGame, minds: Sequence[Mind], turns: int, judge: Seat = NOBODY) -> None:
    """Play so many turns, or to the end; answers to jumps belong to the turn before.

    If a seat shall judge then, play on to its next decision.
    """
    while not game.is_over:
        seat = game.asked
        if seat == NOBODY:
            seat = game.turn
            if not game.jump:
                turns -= 1
                if turns < 0 and judge == NOBODY:
                    return
        if turns < 0 and seat == judge:
            return
        game.make(minds[seat].move(game))
