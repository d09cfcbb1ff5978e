"""The rules once more, for speed: one mutable game without records, views or refusals.

Bots play thousands of guessed games through this. It trusts its caller to make legal moves only.
A test plays the same random games here and by the rules, and compares every moment.
"""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING

from cardsolver.games.fifty_fifty.rules import (
    CARDS,
    HIGHEST,
    KEEPS,
    LAYS,
    ONE_CARD,
    PASS,
    TAKE,
    Hand,
    Jump,
    PlayNumber,
    View,
    partner,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardsolver.core.cards import Card
    from cardsolver.core.seats import Seat
    from cardsolver.games.fifty_fifty.rules import Move, Rules, State

BIT = [1 << card for card in range(HIGHEST + 1)]
PARTNER = [0] + [partner(card) for card in range(1, HIGHEST + 1)]
PARTNER_BIT = [0] + [BIT[partner(card)] for card in range(1, HIGHEST + 1)]

# A move as a number: 1 to 100 plays that number, 101 to 200 plays it and keeps the gift.
PLAY_PASS = 0
PLAY_TAKE = -1
JUMP_NOW = -2  # of the seat that is asked
DECLINE_JUMP = -3
KEEP = HIGHEST
NOBODY = -1


class FastGame:
    """One moment of a game. Hands are bits of numbers and counts of Passes.

    The draw pile's top is its last place; a Pass there is 0.
    """

    __slots__ = (
        "asked",
        "draw",
        "hands",
        "is_over",
        "jump",
        "layer",
        "pass_counts",
        "passes",
        "passes_played",
        "penalties",
        "played",
        "players",
        "row",
        "shown",
        "sizes",
        "taker",
        "turn",
        "violet",
    )

    def __init__(
        self, *, violet: int, hands: list[int], pass_counts: list[int], draw: list[int]
    ) -> None:
        """The lists become the game's own; `violet` are the violet numbers as bits."""
        self.players = len(hands)
        self.violet = violet
        self.hands = hands
        self.pass_counts = pass_counts
        self.sizes = [
            hand.bit_count() + passes for hand, passes in zip(hands, pass_counts, strict=True)
        ]
        self.draw = draw
        self.penalties = [0] * self.players
        self.row: list[int] = []
        self.passes = 0
        self.layer = NOBODY
        self.turn = 0
        self.asked = NOBODY
        self.jump = 0
        self.played = 0
        self.passes_played = 0
        self.is_over = False
        self.taker = NOBODY
        self.shown = False  # did the game end by the one-card check?

    def copy(self) -> FastGame:
        """Another game at the same moment."""
        new = FastGame.__new__(FastGame)
        new.players = self.players
        new.violet = self.violet
        new.hands = self.hands[:]
        new.pass_counts = self.pass_counts[:]
        new.sizes = self.sizes[:]
        new.draw = self.draw[:]
        new.penalties = self.penalties[:]
        new.row = self.row[:]
        new.passes = self.passes
        new.layer = self.layer
        new.turn = self.turn
        new.asked = self.asked
        new.jump = self.jump
        new.played = self.played
        new.passes_played = self.passes_played
        new.is_over = self.is_over
        new.taker = self.taker
        new.shown = self.shown
        return new

    # Moves ---------------------------------------------------------------------------------------

    def make(self, move: int) -> None:
        """The move of whoever has to decide."""
        if self.asked != NOBODY:
            self.answer(jumps=move == JUMP_NOW)
        else:
            self.play(move)

    def play(self, move: int) -> None:
        """The move of the seat whose turn it is; nobody is asked about a jump."""
        if move > 0:
            if move > KEEP:
                self.lay(move - KEEP, keep=True)
            else:
                self.lay(move)
        elif move == PLAY_PASS:
            self.play_pass()
        else:
            self.take()

    def lay(self, card: int, *, keep: bool = False) -> None:  # noqa: PLR0912 - in one piece for speed
        """Play a number (FF-6 to FF-16)."""
        mover = self.turn
        hands = self.hands
        row = self.row
        draw = self.draw
        hands[mover] ^= BIT[card]
        if self.passes or (row and card < row[-1]):
            stay = bisect(row, card)
            penalties = self.penalties
            if stay == len(row) - 1 and stay and not self.passes:  # FF-9
                if self.violet & BIT[row[-1]]:
                    penalties[mover] += 1  # FF-10
                else:
                    layer = self.layer
                    if layer != mover and penalties[mover] and not keep:
                        penalties[mover] -= 1  # FF-12
                        penalties[layer] += 1
                    penalties[layer] += 1  # FF-11
                row[-1] = card
            else:
                taken = len(row) - stay + self.passes
                penalties[mover] += taken
                del row[stay:]
                row.append(card)
                self.passes = 0
                if not stay and not draw:  # FF-26
                    self.sizes[mover] -= 1
                    self.played |= BIT[card]
                    self.layer = mover
                    self._finish(mover)
                    return
        else:
            row.append(card)
        self.layer = mover
        self.played |= BIT[card]
        if draw:
            drawn = draw.pop()
            if drawn:
                hands[mover] |= BIT[drawn]
            else:
                self.pass_counts[mover] += 1
        else:
            self.sizes[mover] -= 1
        self.turn = turn = mover + 1 if mover + 1 < self.players else 0
        wanted = PARTNER_BIT[card]
        if not self.played & wanted:
            for seat, hand in enumerate(hands):
                if hand & wanted and seat != mover:
                    self.asked = seat
                    break
        if not draw or not self.sizes[turn]:
            self._settle()

    def play_pass(self) -> None:
        """Play a Pass, in a turn or on a jump (FF-15, FF-22)."""
        mover = self.turn
        self.passes += 1
        self.passes_played += 1
        self._spend_pass(mover)
        self.turn = mover + 1 if mover + 1 < self.players else 0
        if not self.jump and (not self.draw or not self.sizes[self.turn]):
            self._settle()

    def _spend_pass(self, mover: Seat) -> None:
        if self.draw:
            drawn = self.draw.pop()
            if drawn:
                self.pass_counts[mover] -= 1
                self.hands[mover] |= BIT[drawn]
        else:
            self.pass_counts[mover] -= 1
            self.sizes[mover] -= 1

    def take(self) -> None:
        """Take everything after a jump (FF-23)."""
        mover = self.turn
        self.penalties[mover] += len(self.row) + self.passes + 1
        self.row.clear()
        self.passes = 0
        self.jump = 0
        if not self.draw:
            self._finish(mover)  # FF-26

    def answer(self, *, jumps: bool) -> None:
        """The answer to the secret question (FF-19)."""
        seat = self.asked
        self.asked = NOBODY
        if not jumps:
            self._settle()
            return
        card = PARTNER[self.row[-1]]
        self.hands[seat] ^= BIT[card]
        self.played |= BIT[card]
        self.jump = card
        self.turn = self.layer  # FF-21
        if self.draw:
            drawn = self.draw.pop()
            if drawn:
                self.hands[seat] |= BIT[drawn]
            else:
                self.pass_counts[seat] += 1
        else:
            self.sizes[seat] -= 1

    # The end -------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Continue to the next decision, or to the end of the game."""
        sizes = self.sizes
        while not sizes[self.turn] and any(sizes):  # FF-30
            self.turn = (self.turn + 1) % self.players
        if self.asked == NOBODY and not self.draw and sizes[self.turn] == 1:
            self._check_one_card()

    def _check_one_card(self) -> None:
        """All show; without a Pass in hand the lowest number takes the row (FF-27 to FF-29)."""
        self.shown = True
        lowest, taker = 1 << (HIGHEST + 1), NOBODY
        for seat, hand in enumerate(self.hands):
            if hand and not self.pass_counts[seat] and hand & -hand < lowest:
                lowest, taker = hand & -hand, seat
        if taker == NOBODY:
            self.is_over = True  # the row stays
            return
        self.penalties[taker] += len(self.row) + self.passes
        self.row.clear()
        self.passes = 0
        self._finish(taker)

    def _finish(self, taker: Seat) -> None:
        """The taker gets the hands of all others (FF-29)."""
        self.is_over = True
        self.taker = taker
        self.penalties[taker] += sum(self.sizes) - self.sizes[taker]

    @property
    def winners(self) -> list[Seat]:
        """Who has won, once the game is over (FF-28, FF-31)."""
        seats = range(self.players)
        contenders = [seat for seat in seats if not (self.shown and self.pass_counts[seat])]
        contenders = contenders or list(seats)
        fewest = min(self.penalties[seat] for seat in contenders)
        return [seat for seat in contenders if self.penalties[seat] == fewest]

    def share(self, seat: Seat) -> float:
        """A seat's share of the win, once the game is over."""
        winners = self.winners
        return 1 / len(winners) if seat in winners else 0.0


def bits(numbers: Iterable[int]) -> int:
    """Numbers as a set of bits."""
    return sum(BIT[number] for number in numbers)


def pile(cards: Iterable[Card]) -> list[int]:
    """A draw pile, given with its top first."""
    return [card if isinstance(card, int) else 0 for card in cards][::-1]


def numbers_of(hand: int) -> list[int]:
    """The numbers of a set of bits, ascending."""
    numbers = []
    while hand:
        bit = hand & -hand
        hand ^= bit
        numbers.append(bit.bit_length() - 1)
    return numbers


def fast_game(state: State) -> FastGame:
    """A moment of the rules, with everything known."""
    hands: list[Hand] = list(state.shown or state.hands)
    game = FastGame(
        violet=bits(state.rules.violet),
        hands=[bits(hand.numbers) for hand in hands],
        pass_counts=[hand.passes for hand in hands],
        draw=pile(state.draw),
    )
    game.penalties = list(state.penalties)
    game.row = list(state.row)
    game.passes = state.passes
    game.layer = state.layer if state.row else NOBODY
    game.turn = state.turn
    game.asked = NOBODY if state.asked is None else state.asked
    game.jump = state.jump or 0
    game.played = state.played
    game.passes_played = state.passes_played
    game.is_over = state.end is not None
    game.taker = NOBODY if state.taker is None else state.taker
    game.shown = state.end == ONE_CARD
    return game


def move_of(code: int) -> Move:
    """A move of the rules from its number here."""
    if code > KEEP:
        return KEEPS[code - KEEP]
    if code > 0:
        return LAYS[code]
    return PASS if code == PLAY_PASS else TAKE


def code_of(move: Move) -> int:
    """The number of a move of the rules."""
    match move:
        case PlayNumber(card, keep):
            return card + KEEP if keep else card
        case Jump():
            return JUMP_NOW
    if move is PASS:
        return PLAY_PASS
    return PLAY_TAKE if move is TAKE else DECLINE_JUMP


def apply_move(game: FastGame, move: Move) -> None:
    """Make a move of the rules here."""
    game.make(code_of(move))


def view_of(game: FastGame, rules: Rules) -> View:
    """What whoever has to decide sees of a game that is not over."""
    seat = game.turn if game.asked == NOBODY else game.asked
    return View(
        rules=rules,
        seat=seat,
        turn=game.turn,
        offer=None if game.asked == NOBODY else PARTNER[game.row[-1]],
        row=tuple(game.row),
        passes=game.passes,
        layer=game.layer if game.row else None,
        jump=game.jump or None,
        hand=Hand(tuple(numbers_of(game.hands[seat])), game.pass_counts[seat]),
        hand_sizes=tuple(game.sizes),
        draw_size=len(game.draw),
        penalties=tuple(game.penalties),
        played=game.played,
        passes_played=game.passes_played,
        shown=(),
        taker=None,
        end=None,
    )


def seen_game(view: View) -> FastGame:
    """A moment as one seat sees it: other hands and the draw pile have their sizes only."""
    players = len(view.hand_sizes)
    hands = [0] * players
    pass_counts = [0] * players
    hands[view.seat] = bits(view.hand.numbers)
    pass_counts[view.seat] = view.hand.passes
    game = FastGame(
        violet=bits(view.rules.violet),
        hands=hands,
        pass_counts=pass_counts,
        draw=[0] * view.draw_size,
    )
    game.sizes = list(view.hand_sizes)
    game.penalties = list(view.penalties)
    game.row = list(view.row)
    game.passes = view.passes
    game.layer = NOBODY if view.layer is None else view.layer
    game.turn = 0 if view.turn is None else view.turn
    game.asked = NOBODY if view.offer is None else view.seat
    game.jump = view.jump or 0
    game.played = view.played
    game.passes_played = view.passes_played
    return game


def opening(rules: Rules) -> FastGame:
    """The first moment of a game as everybody sees it: hands have their sizes only."""
    players = rules.players
    game = FastGame(
        violet=bits(rules.violet),
        hands=[0] * players,
        pass_counts=[0] * players,
        draw=[0] * (CARDS - rules.aside - players * rules.hand),
    )
    game.sizes = [rules.hand] * players
    game.turn = rules.first
    return game
