"""Fifty Fifty (Steffen and Florian Benndorf), as docs/rules/fifty-fifty.md numbers it."""

from __future__ import annotations

import re
from bisect import bisect
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from cardsolver.core.errors import InputError
from cardsolver.core.game import BadMove, IllegalMove, Outcome
from cardsolver.core.text import quote
from cardsolver.core.variant import Option, parse_words, whole_number
from cardsolver.games.fifty_fifty.deck import DECK
from cardsolver.games.fifty_fifty.deck import PASS as PASS_CARD

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolver.core.cards import Card
    from cardsolver.core.deal import Deal
    from cardsolver.core.seats import Seat

T = TypeVar("T")

NAME = "fifty-fifty"
TITLE = "Fifty Fifty"
SEATS = (2, 5)
CARDS = 120
HIGHEST = 100
PASSES = CARDS - HIGHEST
FULL_HAND = 5  # FF-4
SET_ASIDE = 20  # FF-4
LEAP = 50  # FF-18
EVERY_THIRD = frozenset(range(3, HIGHEST + 1, 3))  # FF-2
ROW_TAKEN = "row-taken"  # FF-26
ONE_CARD = "one-card"  # FF-27
END_RULES = {ROW_TAKEN: "FF-26", ONE_CARD: "FF-27"}
OPTIONS = (
    Option("players", "number of players, 2 to 5 (default 2)", value="N"),
    Option("hand", "cards in a full hand (default 5)", value="N"),
    Option("aside", "cards set aside unseen (default 20)", value="N"),
    Option("violet", "the violet numbers (default 3-99/3, every third)", value="A-B/STEP+C"),
    Option("first", "the seat that starts (default 1)", value="N"),
)


# The variant ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rules:
    """The variant. Which numbers are violet is data (FF-2): every other number is orange."""

    players: int = 2
    hand: int = FULL_HAND
    aside: int = SET_ASIDE
    violet: frozenset[int] = EVERY_THIRD
    first: Seat = 0


def parse_rules(text: str) -> Rules:
    """The variant that a text such as `players=4 first=2 violet=3-99/3` describes."""
    values = parse_words(text, OPTIONS)
    players = whole_number(values, "players", 2, *SEATS)
    # At least one card must be left to draw: drawing it starts the end of the game (FF-25).
    hand = whole_number(values, "hand", FULL_HAND, 1, (CARDS - 1) // players)
    most_aside = CARDS - 1 - players * hand
    usual_aside = min(SET_ASIDE, most_aside)
    violet = values.get("violet")
    return Rules(
        players=players,
        hand=hand,
        aside=whole_number(values, "aside", usual_aside, 0, most_aside),
        violet=EVERY_THIRD if violet is None else parse_numbers(str(violet)),
        first=whole_number(values, "first", 1, 1, players) - 1,
    )


def format_rules(rules: Rules) -> str:
    """The variant in full: `players=2 hand=5 aside=20 violet=3-99/3 first=1`."""
    return (
        f"players={rules.players} hand={rules.hand} aside={rules.aside}"
        f" violet={format_numbers(rules.violet)} first={rules.first + 1}"
    )


_NUMBERS_FORM = re.compile(r"([1-9][0-9]{0,2})(?:-([1-9][0-9]{0,2})(?:/([1-9][0-9]?))?)?")


def parse_numbers(text: str) -> frozenset[int]:
    """The card numbers that a text such as `3-99/3`, `1-10+77` or `none` stands for."""
    if text == "none":
        return frozenset()
    numbers: set[int] = set()
    for part in text.split("+"):
        match = _NUMBERS_FORM.fullmatch(part)
        low, high, step = (int(each or 0) for each in match.groups()) if match else (0, 0, 0)
        run = range(low, (high or low) + 1, step or 1)
        if match is None or not run or run[-1] > HIGHEST:
            raise InputError(
                f"violet {quote(part)}; expected numbers from 1 to {HIGHEST}, joined by +,"
                " such as 7, 1-33 or 3-99/3 (every third), or none"
            )
        numbers.update(run)
    return frozenset(numbers)


def format_numbers(numbers: Iterable[int]) -> str:
    """A short text of a set of numbers: three or more in even steps become a range."""
    rest = sorted(numbers)
    parts = []
    while rest:
        step = rest[1] - rest[0] if len(rest) > 1 else 1
        length = 1
        while length < len(rest) and rest[length] - rest[length - 1] == step:
            length += 1
        if length < 3:
            length = 1
            parts.append(f"{rest[0]}")
        else:
            every = f"/{step}" if step > 1 else ""
            parts.append(f"{rest[0]}-{rest[length - 1]}{every}")
        rest = rest[length:]
    return "+".join(parts) or "none"


# Moves ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayNumber:
    """Play a number. `keep` gives up the right to hand over a penalty card (FF-12)."""

    card: int
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Jump:
    """Lay the number exactly 50 away beside the row, out of turn (FF-18)."""

    card: int


class Call(Enum):
    """The moves that name no number."""

    PASS = "pass"  # noqa: S105 - a card, not a password
    DECLINE = "decline"
    TAKE = "take"


Move: TypeAlias = PlayNumber | Jump | Call

PASS = Call.PASS
DECLINE = Call.DECLINE
TAKE = Call.TAKE
# Made once: many games compare and format the same few hundred moves.
LAYS = [PlayNumber(card) for card in range(HIGHEST + 1)]
KEEPS = [PlayNumber(card, keep=True) for card in range(HIGHEST + 1)]
JUMPS = [Jump(card) for card in range(HIGHEST + 1)]
_CALLS = {call.value: call for call in Call}
_NUMBER_FORM = re.compile(r"(?:(jump) )?([0-9]{1,3})(?: (keep))?")


def parse_move(text: str) -> Move:
    """The move that a text names: `73`, `73 keep`, `pass`, `jump 23`, `decline`, `take`."""
    words = " ".join(text.lower().split())
    if words in _CALLS:
        return _CALLS[words]
    match = _NUMBER_FORM.fullmatch(words)
    if match is None or (match[1] and match[3]):
        raise BadMove(
            f"{quote(text)} is not a move; expected a number as in 73 or 73 keep,"
            " or pass, jump 23, decline, take"
        )
    card = int(match[2])
    if not 1 <= card <= HIGHEST:
        raise BadMove(f"{quote(text)} is not a move; expected a number from 1 to {HIGHEST}")
    if match[1]:
        return JUMPS[card]
    return KEEPS[card] if match[3] else LAYS[card]


def format_move(move: Move) -> str:
    """The move's text form."""
    match move:
        case PlayNumber(card, keep):
            return f"{card} keep" if keep else f"{card}"
        case Jump(card):
            return f"jump {card}"
    return move.value


def seen_move(move: Move) -> str | None:
    """Everything laid is seen; that someone could have jumped is not (FF-19)."""
    return None if move is DECLINE else format_move(move)


# The state -----------------------------------------------------------------------------------


class Hand(NamedTuple):
    """A hand: its numbers in ascending order, and how many Passes."""

    numbers: tuple[int, ...] = ()
    passes: int = 0

    @property
    def size(self) -> int:
        """How many cards it holds."""
        return len(self.numbers) + self.passes

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards one by one, Passes last."""
        return (*self.numbers, *(PASS_CARD,) * self.passes)

    def plus(self, card: Card) -> Hand:
        """The hand after drawing a card."""
        if isinstance(card, str):
            return Hand(self.numbers, self.passes + 1)
        place = bisect(self.numbers, card)
        return Hand((*self.numbers[:place], card, *self.numbers[place:]), self.passes)

    def minus(self, card: int) -> Hand:
        """The hand after playing a number."""
        place = self.numbers.index(card)
        return Hand(self.numbers[:place] + self.numbers[place + 1 :], self.passes)


def hand_of(cards: Iterable[Card]) -> Hand:
    """The hand of some cards."""
    cards = list(cards)
    numbers = sorted(card for card in cards if isinstance(card, int))
    return Hand(tuple(numbers), len(cards) - len(numbers))


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game.

    Passes always lie behind the last number of the row, because a number takes them away (FF-16);
    so the row is its numbers and a count. What lies in a penalty pile never matters, only how much.
    `turn` is the seat whose turn it is, as everybody sees; `asked` is the seat that is asked in
    secret, before that turn, whether it jumps (FF-19).
    """

    rules: Rules
    hands: tuple[Hand, ...]
    draw: tuple[Card, ...]  # top first
    aside: tuple[Card, ...]
    penalties: tuple[int, ...]
    turn: Seat
    row: tuple[int, ...] = ()
    passes: int = 0  # behind the row's last number
    layer: Seat = 0  # who laid the row's last number, if there is one
    jump: int | None = None  # the number beside the row while a jump is being answered (FF-21)
    asked: Seat | None = None
    played: int = 0  # bit n is set once the number n was seen
    passes_played: int = 0
    shown: tuple[Hand, ...] = ()  # the hands at the end of the game
    taker: Seat | None = None  # who took the row at the end
    end: str | None = None  # the end's name once the game is over


def start(deal: Deal) -> State:
    """Set cards aside, deal the next ones round the table; the rest is the draw pile (FF-4)."""
    rules = parse_rules(deal.rules)
    if deal.position is not None:
        raise InputError(f"a position of {TITLE}; expected a deck, as this game has no positions")
    DECK.check(deal.deck)
    players, aside = rules.players, rules.aside
    dealt = aside + players * rules.hand
    return State(
        rules=rules,
        hands=tuple(hand_of(deal.deck[aside + seat : dealt : players]) for seat in range(players)),
        draw=deal.deck[dealt:],
        aside=deal.deck[:aside],
        penalties=(0,) * players,
        turn=rules.first,
    )


def to_move(state: State) -> Seat | None:
    """The seat that must decide: first whoever can jump (FF-19), then the seat whose turn it is."""
    if state.end is not None:
        return None
    return state.turn if state.asked is None else state.asked


def outcome(state: State) -> Outcome | None:
    """How the game ended; the score is the penalty cards, and the fewest win (FF-31)."""
    if state.end is None:
        return None
    everybody = range(state.rules.players)
    with_pass = state.shown if state.end == ONE_CARD else ()
    out = {seat for seat, hand in enumerate(with_pass) if hand.passes}  # FF-28
    contenders = [seat for seat in everybody if seat not in out] or everybody
    fewest = min(state.penalties[seat] for seat in contenders)
    winners = tuple(seat for seat in contenders if state.penalties[seat] == fewest)
    return Outcome(state.end, state.penalties, winners)


def describe(outcome: Outcome) -> str:
    """The outcome in a sentence."""
    how = "complete row taken" if outcome.end == ROW_TAKEN else "hands shown"
    wins = _seats_text(outcome.winners, "wins", "share the win")
    scores = ", ".join(map(str, outcome.scores))
    # Only a Pass keeps a seat with this few penalty cards from winning (FF-28).
    fewest = outcome.scores[outcome.winners[0]]
    out = [
        seat
        for seat, score in enumerate(outcome.scores)
        if score <= fewest and seat not in outcome.winners
    ]
    lost = f"; {_seats_text(out, 'is out', 'are out')} because of a Pass" if out else ""
    return f"{how}: {wins}; penalty cards {scores}{lost}"


def _seats_text(seats: Sequence[Seat], one: str, more: str) -> str:
    names = [str(seat + 1) for seat in seats]
    if len(names) == 1:
        return f"seat {names[0]} {one}"
    return f"seats {', '.join(names[:-1])} and {names[-1]} {more}"


# The rules -----------------------------------------------------------------------------------


class Landing(NamedTuple):
    """What a number does to the row before it lies there as its last card."""

    stay: int  # how many numbers of the row stay
    taken: int  # how many cards the mover takes from the row, Passes among them (FF-13, FF-16)
    replaced: int | None  # the number that it replaces instead (FF-9)

    @property
    def takes_all(self) -> bool:
        """Is the complete row taken? An empty row cannot be."""
        return self.taken > 0 and self.stay == 0


def landing(row: tuple[int, ...], passes: int, card: int) -> Landing:
    """How a number comes to lie in a row."""
    stay = bisect(row, card)
    last = len(row) - 1
    if stay == last and stay and not passes:  # FF-9; FF-14: a single card is never replaced
        return Landing(stay, 0, row[last])
    return Landing(stay, len(row) - stay + passes, None)  # FF-7, FF-8, FF-13, FF-16


def partner(card: int) -> int:
    """The one number exactly 50 away (FF-18)."""
    return card + LEAP if card <= LEAP else card - LEAP


def gift_goes_to(
    rules: Rules, replaced: int | None, layer: Seat | None, mover: Seat, penalties: tuple[int, ...]
) -> Seat | None:
    """The seat that the mover may hand a penalty card to, if any (FF-12)."""
    if replaced is None or replaced in rules.violet or layer == mover or not penalties[mover]:
        return None
    return layer


def apply(state: State, move: Move) -> State:
    """The state after a move of the seat to move."""
    if state.end is not None:
        rule = END_RULES[state.end]
        raise IllegalMove(rule, f"the game is over; {quote(format_move(move))} comes too late")
    if state.asked is not None:
        return _apply_offer(state, state.asked, move)
    if state.jump is not None:
        return _apply_answer(state, move)
    match move:
        case PlayNumber(card, keep):
            return _apply_number(state, card, keep=keep)
        case Call.PASS:
            return _apply_pass(state)
        case Call.TAKE:
            raise IllegalMove("FF-22", "'take' answers a jump, and there is none; expected a card")
    rule = "FF-19" if move is DECLINE else "FF-18"
    raise IllegalMove(
        rule, f"{quote(format_move(move))}, but no jump is open to this seat; expected a card"
    )


def _apply_offer(state: State, asked: Seat, move: Move) -> State:
    """The secret question of FF-19."""
    card = partner(state.row[-1])
    if move is DECLINE:
        return _settle(replace(state, asked=None))
    if move != JUMPS[card]:
        raise IllegalMove(
            "FF-18" if isinstance(move, Jump) else "FF-19",
            f"{quote(format_move(move))} before the jump was answered;"
            f" expected jump {card} or decline",
        )
    hand = state.hands[asked].minus(card)
    return replace(
        state,
        hands=_with(state.hands, asked, _refilled(hand, state.draw)),
        draw=state.draw[1:],
        turn=state.layer,  # FF-21
        jump=card,
        asked=None,
        played=state.played | 1 << card,
    )


def _apply_answer(state: State, move: Move) -> State:
    """Only Passes are played on a jump, until someone takes everything (FF-22)."""
    if move is PASS:
        return _apply_pass(state)
    if move is not TAKE:
        raise IllegalMove(
            "FF-22", f"{quote(format_move(move))} on a jump; expected pass (with a Pass) or take"
        )
    mover = state.turn
    count = len(state.row) + state.passes + 1  # FF-23: the number beside the row too
    taken = replace(
        state,
        penalties=_with(state.penalties, mover, state.penalties[mover] + count),
        row=(),
        passes=0,
        jump=None,
    )
    if not state.draw:
        return _finish(taken, ROW_TAKEN, mover)  # FF-26
    return taken  # the same seat starts the new row (FF-23)


def _apply_pass(state: State) -> State:
    mover = state.turn
    numbers, passes = state.hands[mover]
    if not passes:
        raise IllegalMove(
            "FF-6" if state.jump is None else "FF-22",
            f"there is no Pass in the hand; it holds {_cards_text(state.hands[mover])}",
        )
    return _settle(
        replace(
            state,
            hands=_with(state.hands, mover, _refilled(Hand(numbers, passes - 1), state.draw)),
            draw=state.draw[1:],
            turn=_next_seat(state),
            passes=state.passes + 1,
            passes_played=state.passes_played + 1,
        )
    )


def _apply_number(state: State, card: int, *, keep: bool) -> State:
    mover = state.turn
    hand = state.hands[mover]
    if card not in hand.numbers:
        raise IllegalMove("FF-6", f"{card} is not in the hand; it holds {_cards_text(hand)}")
    stay, taken, replaced = landed = landing(state.row, state.passes, card)
    other = gift_goes_to(state.rules, replaced, state.layer, mover, state.penalties)
    if keep and other is None:
        raise IllegalMove("FF-12", f"{card} gives no penalty card away; expected just {card}")
    penalties = list(state.penalties)
    penalties[mover] += taken
    if replaced is not None:
        violet = replaced in state.rules.violet
        penalties[mover if violet else state.layer] += 1  # FF-10, FF-11
    if other is not None and not keep:
        penalties[mover] -= 1
        penalties[other] += 1
    ends = landed.takes_all and not state.draw  # FF-26, before the mover would draw
    after = State(
        rules=state.rules,
        hands=_with(state.hands, mover, _refilled(hand.minus(card), state.draw)),
        draw=state.draw[1:],
        aside=state.aside,
        penalties=tuple(penalties),
        turn=_next_seat(state),
        row=(*state.row[:stay], card),
        layer=mover,
        asked=None if ends else _who_can_jump(state, mover, card),
        played=state.played | 1 << card,
        passes_played=state.passes_played,
    )
    return _finish(after, ROW_TAKEN, mover) if ends else _settle(after)


def _who_can_jump(state: State, mover: Seat, card: int) -> Seat | None:
    """The other seat that holds the partner (FF-18): at most one, as there is only one partner."""
    wanted = partner(card)
    if state.played >> wanted & 1:
        return None
    for seat, hand in enumerate(state.hands):
        if wanted in hand.numbers and seat != mover:
            return seat
    return None


def _settle(state: State) -> State:
    """Continue to the next decision, or to the end of the game."""
    if state.jump is not None:
        return state  # FF-22: a Pass or everything, and no one-card check before that
    while not state.hands[state.turn].size and any(hand.size for hand in state.hands):
        state = replace(state, turn=_next_seat(state))  # FF-30
    if state.asked is not None:
        return state  # the turn, and with it the one-card check, waits for the answer (FF-19)
    if not state.draw and state.hands[state.turn].size == 1:
        return _check_one_card(state)
    return state


def _check_one_card(state: State) -> State:
    """All show; without a Pass in hand the lowest number takes the row (FF-27 to FF-29)."""
    lowest = {
        hand.numbers[0]: seat
        for seat, hand in enumerate(state.hands)
        if hand.numbers and not hand.passes
    }
    if not lowest:
        return _finish(state, ONE_CARD, None)  # FF-29: the row stays
    taker = lowest[min(lowest)]
    count = len(state.row) + state.passes
    taken = replace(
        state,
        penalties=_with(state.penalties, taker, state.penalties[taker] + count),
        row=(),
        passes=0,
    )
    return _finish(taken, ONE_CARD, taker)


def _finish(state: State, end: str, taker: Seat | None) -> State:
    """The game is over; the taker gets the hands of all others (FF-29)."""
    shown = state.hands
    if taker is None:
        return replace(state, shown=shown, end=end)
    others = [hand for seat, hand in enumerate(shown) if seat != taker]
    count = sum(hand.size for hand in others)
    return replace(
        state,
        hands=tuple(hand if seat == taker else Hand() for seat, hand in enumerate(shown)),
        penalties=_with(state.penalties, taker, state.penalties[taker] + count),
        turn=taker,
        played=state.played | sum(1 << card for hand in others for card in hand.numbers),
        passes_played=state.passes_played + sum(hand.passes for hand in others),
        shown=shown,
        taker=taker,
        end=end,
    )


def _next_seat(state: State) -> Seat:
    return (state.turn + 1) % state.rules.players


def _refilled(hand: Hand, draw: tuple[Card, ...]) -> Hand:
    """The hand after drawing at once, while there is something to draw (FF-6, FF-25)."""
    return hand.plus(draw[0]) if draw else hand


def _with(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _cards_text(hand: Hand) -> str:
    return " ".join(map(str, hand.cards)) or "nothing"


# What a seat sees ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may know (FF-32): its hand, and what lies or lay in the open.

    `offer` is the number that this seat may jump with now. Nobody else's view shows it: for the
    others it is already the turn of seat `turn`.
    """

    rules: Rules
    seat: Seat
    turn: Seat | None
    offer: int | None
    row: tuple[int, ...]
    passes: int
    layer: Seat | None
    jump: int | None
    hand: Hand
    hand_sizes: tuple[int, ...]
    draw_size: int
    penalties: tuple[int, ...]
    played: int
    passes_played: int
    shown: tuple[Hand, ...]
    taker: Seat | None
    end: str | None

    @property
    def unseen(self) -> tuple[int, ...]:
        """Numbers in other hands, in the draw pile or set aside."""
        return tuple(
            card
            for card in range(1, HIGHEST + 1)
            if not self.played >> card & 1 and card not in self.hand.numbers
        )


def view(state: State, seat: Seat) -> View:
    """What a seat sees of a state."""
    return View(
        rules=state.rules,
        seat=seat,
        turn=state.turn if state.end is None else None,
        offer=partner(state.row[-1]) if state.asked == seat else None,
        row=state.row,
        passes=state.passes,
        layer=state.layer if state.row else None,
        jump=state.jump,
        hand=state.hands[seat],
        hand_sizes=tuple(hand.size for hand in state.hands),
        draw_size=len(state.draw),
        penalties=state.penalties,
        played=state.played,
        passes_played=state.passes_played,
        shown=state.shown,
        taker=state.taker,
        end=state.end,
    )


def can_be_jumped_on(view: View) -> bool:
    """May somebody hold the number that could be laid now, as far as everybody knows (FF-18)?"""
    is_open = bool(view.row) and not view.passes and view.jump is None and view.end is None
    return is_open and not view.played >> partner(view.row[-1]) & 1


def legal_moves(view: View) -> tuple[Move, ...]:
    """The moves of the seat that is asked about a jump, or whose turn it is; () for the others."""
    if view.offer is not None:
        return (JUMPS[view.offer], DECLINE)
    if view.turn != view.seat:
        return ()
    moves: list[Move] = []
    if view.jump is None:
        for card in view.hand.numbers:  # every number can be played: at worst it takes the row
            moves.append(LAYS[card])
            replaced = landing(view.row, view.passes, card).replaced
            if gift_goes_to(view.rules, replaced, view.layer, view.seat, view.penalties) is not (
                None
            ):
                moves.append(KEEPS[card])
    if view.hand.passes:
        moves.append(PASS)
    if view.jump is not None:
        moves.append(TAKE)
    return tuple(moves)


def view_to_json(view: View) -> dict[str, Any]:
    """The view as JSON values; seats count from 1."""
    return {
        "rules": format_rules(view.rules),
        "seat": view.seat + 1,
        "turn": None if view.turn is None else view.turn + 1,
        "offer": view.offer,
        "row": [*view.row, *[PASS_CARD] * view.passes],
        "layer": None if view.layer is None else view.layer + 1,
        "jump": view.jump,
        "hand": list(view.hand.cards),
        "hand_sizes": list(view.hand_sizes),
        "draw_size": view.draw_size,
        "penalties": list(view.penalties),
        "played": [card for card in range(1, HIGHEST + 1) if view.played >> card & 1],
        "passes_played": view.passes_played,
        "shown": [list(hand.cards) for hand in view.shown],
        "taker": None if view.taker is None else view.taker + 1,
        "end": view.end,
    }
