"""The Game (Steffen Benndorf), as docs/rules/the-game.md numbers it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from cardsolver.core.errors import InputError
from cardsolver.core.game import BadMove, IllegalMove, Outcome
from cardsolver.core.sentences import counted
from cardsolver.core.text import quote
from cardsolver.core.variant import Option, merge_words, parse_words, whole_number
from cardsolver.games.the_game.deck import DECK
from cardsolver.games.the_game.position import (
    ASCENDING_BASE,
    DESCENDING_BASE,
    PILES,
    Position,
    format_position,
    parse_position,
)

if TYPE_CHECKING:
    from cardsolver.core.deal import Deal
    from cardsolver.core.seats import Seat

NAME = "the-game"
TITLE = "The Game"
SEATS = (1, 5)
CARDS = 98
FIRE_CARDS = frozenset({22, 33, 44, 55, 66, 77})  # TG-24
TRICK = 10  # TG-8
EXCELLENT = 10  # TG-19: fewer cards left than this
END_RULES = {"stuck": "TG-17", "won": "TG-18", "fire": "TG-25"}
BID = "bid"
HIGHEST_BID = 10
OPTIONS = (
    Option("players", "number of players, 1 to 5 (default 1)", value="N"),
    Option("expert", "at least 3 cards per turn", short_for="minimum"),
    Option("short-hand", "one card fewer in hand", short_for="hand"),
    Option("hand", "cards in a full hand (default 8, 7 or 6, by players)", value="N"),
    Option("minimum", "cards to lay per turn (default 2)", value="N"),
    Option("on-fire", "with the fire cards 22, 33, 44, 55, 66 and 77"),
    Option("first", 'who starts: a seat number, or "bid" (default)', value="N|bid"),
    Option("talk", "players may talk about the piles (default)", negatable=True),
)

Tops: TypeAlias = tuple[int, int, int, int]
NO_PILES: frozenset[int] = frozenset()


# The variant ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rules:
    """The variant. `first` is the seat that starts, or None when the players bid for it."""

    players: int = 1
    hand: int = 8
    minimum: int = 2
    on_fire: bool = False
    first: Seat | None = None
    talk: bool = True

    @property
    def has_bidding(self) -> bool:
        """Solo, there is nothing to bid for (TG-5)."""
        return self.first is None and self.players > 1

    @property
    def has_talk(self) -> bool:
        """Solo, there is nobody to talk to (TG-15)."""
        return self.talk and self.players > 1


def full_hand(players: int) -> int:
    """Cards in hand in the standard game (TG-3)."""
    return {1: 8, 2: 7}.get(players, 6)


def parse_rules(text: str) -> Rules:
    """The variant that a text such as `players=3 expert on-fire` describes."""
    values = parse_words(text, OPTIONS)
    players = whole_number(values, "players", 1, *SEATS)
    for short, long in (("short-hand", "hand"), ("expert", "minimum")):
        if short in values and long in values:
            raise InputError(f"{short} and {long}={values[long]} set the same thing; expected one")
    usual_hand = full_hand(players) - ("short-hand" in values)
    first_word = values.get("first", BID)
    first = None if first_word == BID else _parse_first(str(first_word), players)
    alone = players == 1  # solo there is neither bidding nor talk, whatever the words say
    return Rules(
        players=players,
        hand=whole_number(values, "hand", usual_hand, 1, CARDS // players),
        minimum=whole_number(values, "minimum", 3 if "expert" in values else 2, 1, CARDS),
        on_fire="on-fire" in values,
        first=None if alone else first,
        talk=alone or bool(values.get("talk", True)),
    )


def _parse_first(text: str, players: int) -> Seat:
    if text not in map(str, range(1, players + 1)):
        raise InputError(f"first {quote(text)}; expected a seat from 1 to {players}, or bid")
    return int(text) - 1


def format_rules(rules: Rules) -> str:
    """The variant in full: `players=2 hand=7 minimum=2 first=bid talk`."""
    words = [f"players={rules.players}", f"hand={rules.hand}", f"minimum={rules.minimum}"]
    if rules.on_fire:
        words.append("on-fire")
    if rules.players > 1:
        words.append(f"first={BID if rules.first is None else rules.first + 1}")
        words.append("talk" if rules.talk else "no-talk")
    return " ".join(words)


# Moves ---------------------------------------------------------------------------------------


class PileSignal(IntEnum):
    """What a player says about a pile (TG-15)."""

    FREE = 0
    GENTLE = 1
    KEEP = 2


Signals: TypeAlias = tuple[PileSignal, PileSignal, PileSignal, PileSignal]
SILENT: Signals = (PileSignal.FREE,) * 4


class Lay(NamedTuple):
    """Lay a card on a pile: A to D are 0 to 3."""

    pile: int
    card: int


class End(NamedTuple):
    """End the turn and draw."""


class Bid(NamedTuple):
    """How much this seat would like to start, 0 to 10."""

    eagerness: int


class Say(NamedTuple):
    """What this seat asks of the player to move, pile by pile."""

    signals: Signals


Move: TypeAlias = Lay | End | Bid | Say

# Made once: play over many games compares and formats the same few hundred moves.
LAYS = [[Lay(pile, card) for card in range(DESCENDING_BASE + 1)] for pile in range(4)]
END = End()
_BIDS = tuple(Bid(eagerness) for eagerness in range(HIGHEST_BID + 1))
_SAYINGS = tuple(
    Say((a, b, c, d))
    for a in PileSignal
    for b in PileSignal
    for c in PileSignal
    for d in PileSignal
)
_LAY_FORM = re.compile(r"([A-D])\s*([0-9]{1,3})|([0-9]{1,3})\s*([A-D])", re.IGNORECASE)
_SIGNAL_FORM = re.compile(r"([A-D]):(free|gentle|keep)", re.IGNORECASE)


def parse_move(text: str) -> Move:
    """The move that a text names: `A37`, `end`, `bid 7`, `say C:keep D:gentle`."""
    words = text.split()
    if words and words[0].lower() == "say":
        return _parse_say(words[1:], text)
    if [word.lower() for word in words] == ["end"]:
        return END
    if len(words) == 2 and words[0].lower() == "bid":
        if words[1] in map(str, range(HIGHEST_BID + 1)):
            return _BIDS[int(words[1])]
        raise BadMove(f"{quote(text)} is not a move; expected bid and 0 to {HIGHEST_BID}")
    match = _LAY_FORM.fullmatch(text.strip())
    if match is None:
        raise BadMove(
            f"{quote(text)} is not a move;"
            " expected a pile and a card as in A37, or end, bid 7, say C:keep D:gentle"
        )
    pile = PILES.index((match[1] or match[4]).upper())
    card = int(match[2] or match[3])
    if not 2 <= card <= 99:
        raise BadMove(f"{quote(text)} is not a move; expected a card from 2 to 99")
    return LAYS[pile][card]


def _parse_say(words: list[str], text: str) -> Say:
    levels: dict[int, PileSignal] = {}
    for word in words:
        match = _SIGNAL_FORM.fullmatch(word)
        pile = PILES.index(match[1].upper()) if match else -1
        if match is None or pile in levels:
            raise BadMove(
                f"{quote(text)} is not a move; expected say and, once per pile,"
                " A:free, A:gentle or A:keep (TG-15: never a number)"
            )
        levels[pile] = PileSignal[match[2].upper()]
    a, b, c, d = (levels.get(pile, PileSignal.FREE) for pile in range(4))
    return Say((a, b, c, d))


def format_move(move: Move) -> str:
    """The move's text form."""
    match move:
        case Lay(pile, card):
            return f"{PILES[pile]}{card}"
        case Bid(eagerness):
            return f"bid {eagerness}"
        case Say(signals):
            levels = [
                f"{PILES[pile]}:{level.name.lower()}"
                for pile, level in enumerate(signals)
                if level is not PileSignal.FREE
            ]
            return " ".join(["say", *levels])
    return "end"


def seen_move(move: Move) -> str | None:
    """Everything done at this table is seen by all."""
    return format_move(move)


# The state -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game. `mover` is the seat whose turn it is, even while others speak."""

    rules: Rules
    tops: Tops
    hands: tuple[tuple[int, ...], ...]  # each in ascending order
    draw: tuple[int, ...]  # top first
    laid_cards: int  # bit n is set when card n lies on a pile
    mover: Seat
    laid: int = 0  # cards laid in this turn
    due: frozenset[int] = NO_PILES  # piles whose fire card must be covered this turn (TG-25)
    bids: tuple[int, ...] = ()  # of seats 1, 2 …, as far as they have bid
    said: tuple[Signals | None, ...] = ()  # per seat; None: not yet before this turn
    end: str | None = None  # the end's name once the game is over


def start(deal: Deal) -> State:
    """Deal the cards round the table (TG-4), or set up a position."""
    if deal.position is not None:
        return _start_position(deal.position, deal.rules)
    rules = parse_rules(deal.rules)
    DECK.check(deal.deck)
    cards = tuple(map(int, deal.deck))
    dealt = rules.players * rules.hand
    return _settle(
        State(
            rules=rules,
            tops=(ASCENDING_BASE, ASCENDING_BASE, DESCENDING_BASE, DESCENDING_BASE),
            hands=tuple(
                tuple(sorted(cards[seat : dealt : rules.players])) for seat in range(rules.players)
            ),
            draw=cards[dealt:],
            laid_cards=0,
            mover=rules.first or 0,
            said=(None,) * rules.players,
        )
    )


def _start_position(text: str, words: str) -> State:
    position = parse_position(text)
    words = merge_words(f"players={len(position.hands)}", words, OPTIONS)
    rules = parse_rules(words)
    if rules.players != len(position.hands):
        given = counted(len(position.hands), "hand")
        raise InputError(f"position: {given}; expected {rules.players}")
    if rules.first:
        what = "the first hand is that of the seat to move (TG-23)"
        raise InputError(f"position: first={rules.first + 1}; expected no other than 1: {what}")
    not_fire = [pile for pile in position.due if position.tops[pile] not in FIRE_CARDS]
    if not_fire or (position.due and not rules.on_fire):
        raise InputError(
            "position: ! marks a fire card (22, 33, 44, 55, 66, 77) to be covered; play on-fire"
        )
    unlaid = {*position.draw, *(card for hand in position.hands for card in hand)}
    state = State(
        rules=replace(rules, first=0),  # the seat to move comes first
        tops=position.tops,
        hands=position.hands,
        draw=position.draw,
        laid_cards=sum(1 << card for card in range(2, 100) if card not in unlaid),
        mover=0,
        laid=position.laid,
        due=position.due if position.laid else _burning(rules, position.tops),
        said=(None,) * rules.players,
    )
    return _settle(state)


def position_of(state: State) -> Position:
    """The state as a position: the seat to move comes first."""
    order = range(state.mover, state.mover + state.rules.players)
    return Position(
        state.tops,
        tuple(state.hands[seat % state.rules.players] for seat in order),
        state.draw,
        state.laid,
        state.due if state.laid else NO_PILES,
    )


def position_text(state: State) -> str:
    """The state as a position's line."""
    return format_position(position_of(state))


def to_move(state: State) -> Seat | None:
    """The seat that must decide: bidding first, then talk before each turn, then the mover."""
    if state.end is not None:
        return None
    return _asked(state.rules, state.bids, state.mover, state.said)


def _asked(
    rules: Rules, bids: tuple[int, ...], mover: Seat, said: tuple[Signals | None, ...]
) -> Seat:
    if rules.players == 1:
        return mover
    if rules.has_bidding and len(bids) < rules.players:
        return len(bids)
    if rules.has_talk:
        for step in range(1, rules.players):
            seat = (mover + step) % rules.players
            if said[seat] is None:
                return seat
    return mover


def left(state: State) -> int:
    """Cards not laid: in all hands and the draw pile (TG-19)."""
    return sum(map(len, state.hands)) + len(state.draw)


def outcome(state: State) -> Outcome | None:
    """How the game ended; the score is the cards not laid, the same for the whole team."""
    if state.end is None:
        return None
    players = state.rules.players
    winners = tuple(range(players)) if state.end == "won" else ()
    return Outcome(state.end, (left(state),) * players, winners)


def describe(outcome: Outcome) -> str:
    """The outcome in a sentence."""
    count = outcome.scores[0]
    cards = f"{count} card{'s' if count != 1 else ''} left"
    match outcome.end:
        case "won":
            return "won: every card is laid"
        case "fire":  # TG-19: a loss, however few cards are left
            return f"lost to the fire: {cards}"
    return f"stuck: {cards}{', an excellent result' if count < EXCELLENT else ''}"


# The rules -----------------------------------------------------------------------------------


def fits(pile: int, top: int, card: int) -> bool:
    """May this card lie on this top (TG-7, TG-8)?"""
    if pile < 2:
        return card > top or card == top - TRICK
    return card < top or card == top + TRICK


def is_trick(pile: int, top: int, card: int) -> bool:
    """Would this card go back by exactly 10 (TG-8)?"""
    return card == (top - TRICK if pile < 2 else top + TRICK)


def minimum_now(minimum: int, draw_size: int) -> int:
    """Cards to lay this turn (TG-11). Drawing comes after laying, so it holds all turn long."""
    return minimum if draw_size else 1


def apply(state: State, move: Move) -> State:
    """The state after a move of the seat to move."""
    if state.end is not None:
        rule = END_RULES[state.end]
        raise IllegalMove(rule, f"the game is over; {quote(format_move(move))} comes too late")
    if state.rules.has_bidding and len(state.bids) < state.rules.players:
        return _apply_bid(state, move)
    speaker = _asked(state.rules, state.bids, state.mover, state.said)
    if speaker != state.mover:
        return _apply_say(state, speaker, move)
    match move:
        case Lay():
            return _apply_lay(state, move)
        case End():
            return _apply_end(state)
    rule, when = "TG-5", "after the start"
    if isinstance(move, Say):
        rule, when = "TG-15", "within a turn" if state.rules.has_talk else "in a game without talk"
    raise IllegalMove(rule, f"{quote(format_move(move))} {when}; expected a card to lay, or end")


def _apply_bid(state: State, move: Move) -> State:
    if not isinstance(move, Bid):
        raise IllegalMove("TG-5", f"{quote(format_move(move))} before the start; expected a bid")
    bids = (*state.bids, move.eagerness)
    if len(bids) < state.rules.players:
        return replace(state, bids=bids)
    return _settle(replace(state, bids=bids, mover=bids.index(max(bids))))


def _apply_say(state: State, speaker: Seat, move: Move) -> State:
    if not isinstance(move, Say):
        raise IllegalMove(
            "TG-15",
            f"{quote(format_move(move))} from seat {speaker + 1} before the turn of seat"
            f" {state.mover + 1}; expected say (just say, to say nothing)",
        )
    said = (*state.said[:speaker], move.signals, *state.said[speaker + 1 :])
    return replace(state, said=said)


def _apply_lay(state: State, move: Lay) -> State:
    pile, card = move
    hand = state.hands[state.mover]
    if card not in hand:
        raise IllegalMove("TG-6", f"{card} is not in the hand; it holds {' '.join(map(str, hand))}")
    top = state.tops[pile]
    if not fits(pile, top, card):
        higher = "higher" if pile < 2 else "lower"
        trick = top - TRICK if pile < 2 else top + TRICK
        exactly = f", or exactly {trick}" if 2 <= trick <= 99 else ""
        raise IllegalMove(
            "TG-7",
            f"{card} does not fit on pile {PILES[pile]} (top {top});"
            f" expected a {higher} card{exactly}",
        )
    place = hand.index(card)
    mover = state.mover
    tops = list(state.tops)
    tops[pile] = card
    return _settle(
        State(  # by position, as in `view`
            state.rules,
            (tops[0], tops[1], tops[2], tops[3]),
            (*state.hands[:mover], hand[:place] + hand[place + 1 :], *state.hands[mover + 1 :]),
            state.draw,
            state.laid_cards | 1 << card,
            mover,
            state.laid + 1,
            state.due - {pile} if state.due else state.due,  # covered (TG-25)
            state.bids,
            state.said,
        )
    )


def _apply_end(state: State) -> State:
    needed = minimum_now(state.rules.minimum, len(state.draw))
    if state.laid < needed:
        raise IllegalMove(
            "TG-13", f"end after {state.laid} of at least {needed} cards; expected a card to lay"
        )
    return _settle(_finish_turn(state))


def _finish_turn(state: State) -> State:
    """Check the fire, draw (TG-12), and pass the turn to the next player with cards (TG-14)."""
    if state.due:
        return replace(state, end="fire")  # TG-25
    mover = state.mover
    hand = tuple(sorted((*state.hands[mover], *state.draw[: state.laid])))
    hands = (*state.hands[:mover], hand, *state.hands[mover + 1 :])
    players = state.rules.players
    return State(
        rules=state.rules,
        tops=state.tops,
        hands=hands,
        draw=state.draw[state.laid :],
        laid_cards=state.laid_cards,
        mover=(mover + 1) % players,
        due=_burning(state.rules, state.tops),
        bids=state.bids,
        said=(None,) * players,
    )


def _burning(rules: Rules, tops: Tops) -> frozenset[int]:
    """The piles with a fire card on top (TG-24)."""
    if not rules.on_fire:
        return NO_PILES
    return frozenset(pile for pile, top in enumerate(tops) if top in FIRE_CARDS)


def _settle(state: State) -> State:
    """Continue to the next decision, or to the end of the game."""
    while state.end is None:
        if not state.draw and not any(state.hands):
            return replace(state, end="won")  # TG-18
        if state.rules.has_bidding and len(state.bids) < state.rules.players:
            return state
        hand = state.hands[state.mover]
        if hand:
            needed = minimum_now(state.rules.minimum, len(state.draw))
            if state.laid < needed and not _can_lay(state.tops, hand):
                return replace(state, end="stuck")  # TG-17
            return state
        if state.laid:
            state = _finish_turn(state)  # TG-13: an empty hand ends the turn by itself
        else:
            state = replace(state, mover=(state.mover + 1) % state.rules.players)  # TG-14
    return state


def _can_lay(tops: Tops, hand: tuple[int, ...]) -> bool:
    """Is there any legal lay? `hand` is in ascending order."""
    a, b, c, d = tops
    return (
        hand[-1] > min(a, b)
        or hand[0] < max(c, d)
        or a - TRICK in hand
        or b - TRICK in hand
        or c + TRICK in hand
        or d + TRICK in hand
    )


# What a seat sees ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may know (TG-16): its hand and what lies or is said in the open."""

    rules: Rules
    seat: Seat
    asked: Seat | None  # who must decide now: a bidder, a speaker or the mover
    mover: Seat
    tops: Tops
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    draw_size: int
    laid_cards: int
    laid: int
    due: frozenset[int]
    bids: tuple[int, ...]
    said: tuple[Signals | None, ...]

    @property
    def is_bidding(self) -> bool:
        """Are the seats still bidding for the start?"""
        return self.rules.has_bidding and len(self.bids) < self.rules.players

    @property
    def minimum(self) -> int:
        """Cards to lay this turn."""
        return minimum_now(self.rules.minimum, self.draw_size)

    @property
    def unseen(self) -> tuple[int, ...]:
        """Cards that are in other hands or in the draw pile."""
        return tuple(
            card
            for card in range(2, 100)
            if not self.laid_cards >> card & 1 and card not in self.hand
        )


def view(state: State, seat: Seat) -> View:
    """What a seat sees of a state."""
    # By position: this runs for every move of every game, and keywords cost a fifth of it.
    return View(
        state.rules,
        seat,
        to_move(state),
        state.mover,
        state.tops,
        state.hands[seat],
        tuple(map(len, state.hands)),
        len(state.draw),
        state.laid_cards,
        state.laid,
        state.due,
        state.bids,
        state.said,
    )


def legal_moves(view: View) -> tuple[Move, ...]:
    """The moves of the seat that is asked; () for the others."""
    if view.asked != view.seat:
        return ()
    if view.is_bidding:
        return _BIDS
    if view.seat != view.mover:
        return _SAYINGS
    moves: list[Move] = []
    hand = view.hand
    for pile, top in enumerate(view.tops):
        lays = LAYS[pile]
        if pile < 2:
            moves += [lays[card] for card in hand if card > top or card == top - TRICK]
        else:
            moves += [lays[card] for card in hand if card < top or card == top + TRICK]
    if view.laid >= view.minimum:
        moves.append(END)
    return tuple(moves)


def view_to_json(view: View) -> dict[str, Any]:
    """The view as JSON values; seats count from 1, piles have letters."""
    return {
        "rules": format_rules(view.rules),
        "seat": view.seat + 1,
        "asked": None if view.asked is None else view.asked + 1,
        "mover": view.mover + 1,
        "tops": dict(zip(PILES, view.tops, strict=True)),
        "hand": list(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "draw_size": view.draw_size,
        "laid_cards": [card for card in range(2, 100) if view.laid_cards >> card & 1],
        "laid": view.laid,
        "minimum": view.minimum,
        "due": [PILES[pile] for pile in sorted(view.due)],
        "bids": list(view.bids),
        "said": [
            None if signals is None else [level.name.lower() for level in signals]
            for signals in view.said
        ],
    }
