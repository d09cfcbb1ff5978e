"""High Card, a complete game for cardsolver in one file.

- HC-1. Two to four players get the same number of cards (3 unless said otherwise) from 1 to 24.
- HC-2. In turn each plays one card of the hand. When all have, the highest card takes the trick,
  and its player leads the next one.
- HC-3. When no hand has a card left, the most tricks win; equal numbers share the win.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardsolver.core.cards import Deck
from cardsolver.core.game import BadMove, Game, IllegalMove, Outcome
from cardsolver.core.scoring import Scoring
from cardsolver.core.variant import Option, parse_words, whole_number

if TYPE_CHECKING:
    from cardsolver.core.deal import Deal

DECK = Deck("High Card", tuple(range(1, 25)), "a number from 1 to 24")
OPTIONS = (
    Option("players", "number of players, 2 to 4 (default 2)", value="N"),
    Option("hand", "cards in a hand (default 3)", value="N"),
)


@dataclass(frozen=True, slots=True)
class Rules:
    players: int = 2
    hand: int = 3


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    hands: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...]  # cards that nobody has
    trick: tuple[int, ...]  # the cards played so far, the leader's first
    leader: int
    tricks: tuple[int, ...]  # how many each seat has taken
    gone: tuple[int, ...] = ()  # the cards of earlier tricks


@dataclass(frozen=True, slots=True)
class View:
    rules: Rules
    seat: int
    turn: int | None
    hand: tuple[int, ...]
    trick: tuple[int, ...]
    tricks: tuple[int, ...]
    gone: tuple[int, ...]


def parse_rules(text: str) -> Rules:
    values = parse_words(text, OPTIONS)
    players = whole_number(values, "players", 2, 2, 4)
    return Rules(players, whole_number(values, "hand", 3, 1, len(DECK.cards) // players))


def format_rules(rules: Rules) -> str:
    return f"players={rules.players} hand={rules.hand}"


def start(deal: Deal) -> State:
    rules = parse_rules(deal.rules)
    DECK.check(deal.deck)
    cards = tuple(map(int, deal.deck))
    dealt = rules.players * rules.hand
    hands = tuple(
        tuple(sorted(cards[seat : dealt : rules.players])) for seat in range(rules.players)
    )
    return State(rules, hands, cards[dealt:], (), 0, (0,) * rules.players)


def to_move(state: State) -> int | None:
    seat = (state.leader + len(state.trick)) % state.rules.players
    return seat if state.hands[seat] else None


def apply(state: State, card: int) -> State:
    seat = to_move(state)
    if seat is None:
        raise IllegalMove("HC-3", f"the game is over; '{card}' comes too late")
    hand = state.hands[seat]
    if card not in hand:
        raise IllegalMove("HC-2", f"{card} is not in the hand; it holds {' '.join(map(str, hand))}")
    left = tuple(held for held in hand if held != card)
    hands = (*state.hands[:seat], left, *state.hands[seat + 1 :])
    trick = (*state.trick, card)
    if len(trick) < state.rules.players:
        return replace(state, hands=hands, trick=trick)
    winner = (state.leader + trick.index(max(trick))) % state.rules.players
    tricks = tuple(count + (seat == winner) for seat, count in enumerate(state.tricks))
    gone = (*state.gone, *trick)
    return replace(state, hands=hands, trick=(), leader=winner, tricks=tricks, gone=gone)


def outcome(state: State) -> Outcome | None:
    if to_move(state) is not None:
        return None
    winners = tuple(s for s, count in enumerate(state.tricks) if count == max(state.tricks))
    return Outcome("played-out", state.tricks, winners)


def describe(result: Outcome) -> str:
    return f"tricks {', '.join(map(str, result.scores))}"


def view(state: State, seat: int) -> View:
    turn = to_move(state)
    hand = state.hands[seat]
    return View(state.rules, seat, turn, hand, state.trick, state.tricks, state.gone)


def legal_moves(seen: View) -> tuple[int, ...]:
    return seen.hand if seen.turn == seen.seat else ()


def view_to_json(seen: View) -> dict[str, Any]:
    return {
        "rules": format_rules(seen.rules),
        "seat": seen.seat + 1,
        "turn": None if seen.turn is None else seen.turn + 1,
        "hand": list(seen.hand),
        "trick": list(seen.trick),
        "tricks": list(seen.tricks),
        "gone": list(seen.gone),
    }


def parse_move(text: str) -> int:
    if text.strip() not in map(str, DECK.cards):
        raise BadMove(f"'{text}' is not a move; expected {DECK.examples}")
    return int(text)


GAME = Game(
    name="high-card",
    title="High Card",
    players=(2, 4),
    options=OPTIONS,
    deck=DECK,
    scoring=Scoring(
        is_team=False, score="tricks", more_is_better=True, scores_now=lambda state: state.tricks
    ),
    parse_rules=parse_rules,
    format_rules=format_rules,
    start=start,
    to_move=to_move,
    apply=apply,
    outcome=outcome,
    describe=describe,
    view=view,
    legal_moves=legal_moves,
    view_to_json=view_to_json,
    parse_move=parse_move,
    format_move=str,
    seen_move=str,
    rules_text=lambda: __doc__ or "",
)
