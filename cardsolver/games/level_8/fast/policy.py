"""The quick policy: what `greedy` plays, and in the lookahead's samples everybody else.

With other weights it is the patient one, which plays the own seat there (see waiting.py). Both
look at the hand of the seat to move and at what lies in the open, never at other hands or the draw
pile; a test permutes those. What they weigh is fitted (see weights.py).
"""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING

from cardsolver.games.level_8 import kernel
from cardsolver.games.level_8.fast.codes import (
    COLOUR_BIT,
    JOKER_CODE,
    NUMBER_BIT,
    NUMBER_OF,
    NUMBERS,
    RUN,
    SET,
    SKIP_CODE,
    value_of_code,
)
from cardsolver.games.level_8.fast.laying import fewest_left
from cardsolver.games.level_8.fast.reach import Reach
from cardsolver.games.level_8.fast.round import DRAW
from cardsolver.games.level_8.fast.waiting import (
    discard_waiting,
    is_worth_waiting,
    may_wait,
    take_waiting,
)
from cardsolver.games.level_8.fast.weights import WEIGHTS, patient_weights
from cardsolver.games.level_8.state import MOST_KEPT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.level_8.fast.round import AddMove, FastMove, Round
    from cardsolver.games.level_8.fast.weights import Weights
    from cardsolver.games.level_8.kernel import CompiledPolicy
    from cardsolver.games.level_8.levels import Level
    from cardsolver.games.level_8.variant import Rules


class _Compiled(threading.local):
    """Policies in C, for each thread: they remember distances, and ctypes lets others run."""

    def __init__(self) -> None:
        self.by_rules: dict[Rules, CompiledPolicy | None] = {}


class Policy:
    """Collects towards its level, lays out at once, then sheds."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        """`weights` are the fitted ones unless a script tries others."""
        self.weights = weights
        self._reaches: dict[Level, Reach] = {}
        self._compiled = _Compiled()

    def reach(self, level: Level) -> Reach:
        """Distances to a level; they are remembered from game to game."""
        found = self._reaches.get(level)
        if found is None:
            found = Reach(level)
            self._reaches[level] = found
        return found

    def compiled(self, rules: Rules) -> CompiledPolicy | None:
        """The same policy in C; None if there is no kernel, or a level is beyond it."""
        compiled = self._compiled.by_rules
        if rules not in compiled:
            can = kernel.is_built() and kernel.is_within(self, rules)
            compiled[rules] = kernel.CompiledPolicy(self, rules) if can else None
        return compiled[rules]

    def decide(self, table: Round) -> FastMove:
        """The move of the seat to move."""
        seat = table.mover
        if table.table[seat]:
            if table.is_drawing:
                return self._draw_to_shed(table)
            return self.add(table) or self._end_after_laying(table)
        reach = self.reach(table.rules.levels[table.levels[seat] - 1])
        if table.is_drawing:
            return self._take_waiting(table, reach) or self._draw_to_lay(table, reach)
        return self._lay(table, reach) or self._end_before_laying(table, reach)

    def play_out(self, table: Round) -> None:
        """Play to the end of the round."""
        decide, play = self.decide, table.play
        while table.out < 0 and table.winner < 0:
            play(decide(table))

    # Taking a card ---------------------------------------------------------------------------

    def _draw_to_lay(self, table: Round, reach: Reach) -> FastMove:
        """Take a discard if it and the card that goes for it bring the level nearer.

        Every card that is taken makes the hand better, so the same cards cannot go round for ever.
        """
        weights = self.weights
        hand = table.hands[table.mover]
        key = reach.key(hand)
        now = reach.draws(key)
        is_short = reach.lacking(key) > 0
        best = weights.take if table.draw else -99.0
        pile = -1
        for seat, cards in enumerate(table.piles):
            if cards:
                code = cards[-1]
                if code == JOKER_CODE:
                    return ("take", seat)
                if code == SKIP_CODE:
                    gain = weights.take_skip if self._whom_to_skip(table) >= 0 else 0.0
                else:
                    after = key + reach.units[code]
                    gain = now - reach.draws(after)
                    if reach.lacking(after) <= 0 and (is_short or not may_wait(weights)):
                        gain += weights.take_last
                    elif gain + weights.take_nearer > best and table.draw:
                        gone = self._cheapest(table, reach, [*hand, code], after)[0]
                        gain = 0.0
                        if gone >= 0:
                            then = after - reach.units[gone]
                            gain = now - reach.draws(then)
                            if reach.lacking(then) < reach.lacking(key):
                                gain += weights.take_nearer
                if gain > best:
                    best, pile = gain, seat
        return DRAW if pile < 0 else ("take", pile)

    def _draw_to_shed(self, table: Round) -> FastMove:
        """Take what can be added at once."""
        pile = -1
        best = 0.0 if table.draw else -1.0
        for seat, cards in enumerate(table.piles):
            if cards:
                code = cards[-1]
                if code == JOKER_CODE:
                    worth = 3.0
                elif code == SKIP_CODE:
                    worth = self.weights.shed_skip
                else:
                    worth = 2.0 if table.fits(code) else -0.5
                if worth > best:
                    best, pile = worth, seat
        return DRAW if pile < 0 else ("take", pile)

    # Laying out and adding -------------------------------------------------------------------

    def can_lay(self, table: Round) -> bool:
        """Can the seat to move lay out its level?"""
        if table.is_drawing or table.table[table.mover]:
            return False
        return self._is_complete(
            table, self.reach(table.rules.levels[table.levels[table.mover] - 1])
        )

    def _is_complete(self, table: Round, reach: Reach) -> bool:
        hand = table.hands[table.mover]
        if len(hand) < reach.level.size or (
            reach.lacking(reach.key(hand)) > 0 and not reach.is_rough
        ):
            return False
        return not table.rules.last_card_discarded or len(hand) > reach.level.size

    def _take_waiting(self, table: Round, reach: Reach) -> FastMove | None:
        """Whoever holds a level back takes what will fit on it."""
        if not may_wait(self.weights) or reach.is_rough:
            return None
        if reach.lacking(reach.key(table.hands[table.mover])) > 0:
            return None
        pile = take_waiting(table)
        return ("take", pile) if pile >= 0 else None

    def _lay(self, table: Round, reach: Reach) -> FastMove | None:
        if not self._is_complete(table, reach):
            return None
        found = fewest_left(table)
        if found is None:
            return None
        left, move = found  # Jokers fit anywhere
        if not reach.is_rough and is_worth_waiting(self.weights, table, left):
            code = discard_waiting(table, reach, reach.key(table.hands[table.mover]))
            whom = self._whom_to_skip(table) if code == SKIP_CODE else -1
            if whom >= 0:
                return ("skip", whom)
            if code >= 0:
                return ("discard", code)
        return move

    def add(self, table: Round) -> AddMove | None:
        """A card that fits; a Joker only if it opens the way for a card, or to go out."""
        hand = table.hands[table.mover]
        keeps_one = table.rules.last_card_discarded
        if keeps_one and len(hand) == 1:
            return None
        numbers, colours = table.fit_numbers, table.fit_colours
        jokers = 0
        for code in hand:
            if NUMBER_BIT[code] & numbers or COLOUR_BIT[code] & colours:
                return _place(table, code, hand)
            if code == JOKER_CODE:
                jokers += 1
        if jokers:
            return _add_joker(table, hand, jokers)
        return None

    # Ending the turn -------------------------------------------------------------------------

    def _cheapest(self, table: Round, reach: Reach, hand: list[int], key: int) -> tuple[int, float]:
        """The number card that costs least to discard, and its cost; -1: there is none."""
        weights = self.weights
        numbers, colours = table.fit_numbers, table.fit_colours
        dead = weights.dead if reach.has_sets else 0.0
        units = reach.units
        draws = reach.draws
        gone = table.gone
        least = 99.0
        best = -1
        for code in hand:
            if code < JOKER_CODE:
                cost = draws(key - units[code]) - dead * gone[NUMBER_OF[code]]
                if NUMBER_BIT[code] & numbers or COLOUR_BIT[code] & colours:
                    cost += weights.fit
                if cost < least:
                    least, best = cost, code
        return best, least

    def _end_before_laying(self, table: Round, reach: Reach) -> FastMove:
        """The card that costs least, and feeds the others least; or a Skip."""
        weights = self.weights
        hand = table.hands[table.mover]
        key = reach.key(hand)
        best, least = self._cheapest(table, reach, hand, key)
        if SKIP_CODE in hand:
            seat = self._whom_to_skip(table)
            loss = least - reach.draws(key) if best >= 0 else 99.0
            if seat < 0:
                if loss > max(weights.hold_skip, 0.5):
                    return ("discard", SKIP_CODE)
            elif loss + weights.threat * self._danger(table, seat) > weights.hold_skip:
                return ("skip", seat)
        return ("discard", best if best >= 0 else JOKER_CODE)

    def ranked_discards(self, table: Round) -> list[tuple[float, int]]:
        """Number cards to discard, the cheapest first, with what they cost."""
        hand = {code for code in table.hands[table.mover] if code < JOKER_CODE}
        if table.table[table.mover]:
            return sorted((-_misfit(table, code), code) for code in hand)
        reach = self.reach(table.rules.levels[table.levels[table.mover] - 1])
        key = reach.key(table.hands[table.mover])
        return sorted(
            (
                reach.draws(key - reach.units[code])
                + self.weights.fit * table.fits(code)
                - self.weights.dead * reach.has_sets * table.gone[NUMBER_OF[code]],
                code,
            )
            for code in hand
        )

    def _end_after_laying(self, table: Round) -> FastMove:
        hand = table.hands[table.mover]
        if SKIP_CODE in hand:
            seat = self._whom_to_skip(table)
            return ("skip", seat) if seat >= 0 else ("discard", SKIP_CODE)
        # All that fits was added: shed what is farthest from fitting.
        return ("discard", max(hand, key=lambda code: _misfit(table, code)))

    def _whom_to_skip(self, table: Round) -> Seat:
        """The seat that is most ahead and has no Skip in front of it; -1: nobody."""
        best, most = -1, -1e9
        mover = table.mover
        for step in range(1, table.players):
            seat = (mover + step) % table.players
            if not table.skipped >> seat & 1:
                ahead = self._ahead(table, seat)
                if ahead > most:
                    best, most = seat, ahead
        return best

    def _ahead(self, table: Round, seat: Seat) -> float:
        """How dangerous a seat's next turn is."""
        weights = self.weights
        ahead = float(table.levels[seat])
        if table.table[seat]:
            ahead += weights.skip_laid - weights.skip_cards * len(table.hands[seat])
        return ahead

    def _danger(self, table: Round, seat: Seat) -> float:
        """From 0 to 1: may the round be over before a Skip that is held can be played?"""
        return 1.0 / len(table.hands[seat]) if table.table[seat] else 0.0

    # Between rounds --------------------------------------------------------------------------

    def keep(self, level: Level, hand: Sequence[int]) -> list[int]:
        """Up to four cards for the next round (L8-27): those that are missed most."""
        reach = self.reach(level)
        kept = [code for code in hand if code != SKIP_CODE]
        key = reach.key(kept)
        while len(kept) > MOST_KEPT:
            worst = min(kept, key=lambda code: reach.draws(key - reach.units[code]))
            kept.remove(worst)
            key -= reach.units[worst]
        return kept


def _place(table: Round, code: int, hand: list[int]) -> AddMove:
    """Where a card goes: a run if another card of the hand can follow it there, or else a set."""
    number = NUMBER_OF[code]
    best: AddMove | None = None
    most = -1
    for seat, combos in enumerate(table.table):
        for index, (kind, low, high) in enumerate(combos):
            if kind == RUN:
                if number not in (low - 1, high + 1):
                    continue
                following = number - 1 if number < low else number + 1
                has_next = any(NUMBER_OF[other] == following for other in hand)
                worth = 3 if has_next and following >= 0 else 0
            elif kind == SET:
                if number != low:
                    continue
                worth = 1
            elif value_of_code(code, kind) == low:
                worth = 2
            else:
                continue
            if worth > most:
                most = worth
                best = ("add", code, value_of_code(code, kind), seat, index)
    if best is None:
        raise ValueError("a card that fits nowhere")
    return best


def _add_joker(table: Round, hand: list[int], jokers: int) -> AddMove | None:
    """A Joker that opens the way for a card; any, if all can go and at most one card is left."""
    others = [code for code in hand if code != JOKER_CODE]
    anywhere: AddMove | None = None
    for seat, combos in enumerate(table.table):
        for index, (kind, low, high) in enumerate(combos):
            if kind == RUN:
                for end, beyond in ((low - 1, low - 2), (high + 1, high + 2)):
                    if 0 <= end < NUMBERS:
                        if any(NUMBER_OF[code] == beyond for code in others) and beyond >= 0:
                            return ("add", JOKER_CODE, end, seat, index)
                        anywhere = anywhere or ("add", JOKER_CODE, end, seat, index)
            else:
                anywhere = ("add", JOKER_CODE, low, seat, index)
    if len(others) > 1:
        return None
    # The last card may have to be discarded (L8-24), a Joker if there is nothing else.
    if table.rules.last_card_discarded and not others and jokers == 1:
        return None
    return anywhere


def _misfit(table: Round, code: int) -> float:
    """How far a card is from the nearest end of a run on the table; Jokers fit anywhere."""
    if code >= JOKER_CODE:
        return -1.0
    number = NUMBER_OF[code]
    nearest = float(NUMBERS)
    for combos in table.table:
        for kind, low, high in combos:
            if kind == RUN:
                nearest = min(nearest, abs(number - low), abs(number - high))
    return nearest


POLICY = Policy()  # the fitted one; its memory of distances serves all games of a process


@cache
def patient() -> Policy:
    """The policy of a seat that holds its level back: stronger, and slower, than the quick one."""
    return Policy(patient_weights())
