"""A game of Level 8 from round to round, and the rules that every move must pass."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from cardsolver.core.game import IllegalMove, Outcome
from cardsolver.core.shuffle import shuffle
from cardsolver.core.text import quote
from cardsolver.games.level_8.combos import (
    Laid,
    check_card,
    in_order,
    lay_combo,
    plain,
)
from cardsolver.games.level_8.deck import DECK, SKIP
from cardsolver.games.level_8.levels import LEVELS, Level
from cardsolver.games.level_8.moves import (
    Add,
    Discard,
    Draw,
    Keep,
    LayLevel,
    Move,
    PlaySkip,
    Take,
    format_move,
)
from cardsolver.games.level_8.variant import Rules, parse_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cardsolver.core.deal import Deal
    from cardsolver.core.seats import Seat

HAND = 10  # L8-5
MOST_KEPT = 4  # L8-27
MEDAL = LEVELS + 1  # where the winner's level indicator ends
LAID_OUT = "laid-out"  # L8-25
WENT_OUT = "went-out"  # L8-26
END_RULES = {LAID_OUT: "L8-25", WENT_OUT: "L8-26"}

Cards: TypeAlias = tuple[str, ...]
T = TypeVar("T")


class Phase(StrEnum):
    """What the seat to move is asked for."""

    DRAW = "draw"  # a card from the draw pile or a discard pile
    PLAY = "play"  # lay out, add, and finally discard or skip
    KEEP = "keep"  # between rounds: cards to keep


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game.

    Between rounds every card that nobody keeps lies in `draw`, in printed order.
    """

    rules: Rules
    generator: int  # what the next shuffle starts from (L8-28)
    round: int
    dealer: Seat
    mover: Seat
    phase: Phase
    levels: tuple[int, ...]  # each seat's, from 1; the winner's is MEDAL
    hands: tuple[Cards, ...]  # each in printed order
    draw: Cards  # face down, top first
    skips_under: int  # face-up Skips under the draw pile
    piles: tuple[Cards, ...]  # discard piles, top last
    skipped: frozenset[Seat]  # seats with a Skip in front of them
    table: tuple[tuple[Laid, ...], ...]  # () : not laid out in this round
    asked_to_keep: tuple[Seat, ...] = ()  # who still decides, in this order
    end: str | None = None


def start(deal: Deal) -> State:
    """Deal the first round."""
    rules = parse_rules(deal.rules)
    DECK.check(deal.deck)
    nobody: tuple[Cards, ...] = ((),) * rules.players
    between = State(
        rules=rules,
        generator=deal.shuffle_state(),
        round=0,
        dealer=(rules.first - 1) % rules.players,
        mover=rules.first,
        phase=Phase.DRAW,
        levels=(1,) * rules.players,
        hands=nobody,
        draw=tuple(map(str, deal.deck)),
        skips_under=0,
        piles=nobody,
        skipped=frozenset(),
        table=((),) * rules.players,
    )
    return _deal(between)


def to_move(state: State) -> Seat | None:
    """The seat that must decide."""
    return None if state.end is not None else state.mover


def level_of(state: State, seat: Seat) -> Level:
    """What a seat must lay out."""
    return state.rules.levels[state.levels[seat] - 1]


def outcome(state: State) -> Outcome | None:
    """How the game ended; a seat's score is its level, the winner's is one beyond the last."""
    if state.end is None:
        return None
    return Outcome(state.end, state.levels, (state.levels.index(MEDAL),))


def describe(outcome: Outcome) -> str:
    """The outcome in a sentence."""
    winner = outcome.winners[0]
    how = {LAID_OUT: f"laid out level {LEVELS}", WENT_OUT: f"went out on level {LEVELS - 1}"}
    others = ", ".join(
        f"seat {seat + 1} on level {level}"
        for seat, level in enumerate(outcome.scores)
        if seat != winner
    )
    return f"seat {winner + 1} {how[outcome.end]} and won; {others}"


def all_cards(state: State) -> list[str]:
    """Every card of the game, wherever it is (L8-1)."""
    return [
        *(card for hand in state.hands for card in hand),
        *state.draw,
        *(card for pile in state.piles for card in pile),
        *(plain(card) for laid in state.table for combo in laid for card in combo.cards),
        *[SKIP] * (state.skips_under + len(state.skipped)),
    ]


# Moves ---------------------------------------------------------------------------------------


def apply(state: State, move: Move) -> State:
    """The state after a move of the seat to move."""
    if state.end is not None:
        rule = END_RULES[state.end]
        raise IllegalMove(rule, f"the game is over; {quote(format_move(move))} comes too late")
    match state.phase, move:
        case Phase.DRAW, Draw():
            return _settle(_draw(state))
        case Phase.DRAW, Take(seat):
            return _settle(_take(state, seat))
        case Phase.PLAY, LayLevel(combos):
            return _settle(_lay(state, combos))
        case Phase.PLAY, Add(card, seat, combo):
            return _settle(_add(state, card, seat, combo))
        case Phase.PLAY, Discard(card):
            return _settle(_discard(state, card))
        case Phase.PLAY, PlaySkip(seat):
            return _settle(_play_skip(state, seat))
        case Phase.KEEP, Keep(cards):
            return _settle(_keep(state, cards))
    rule, expected = {
        Phase.DRAW: ("L8-7", "draw, or take and a seat, first"),
        Phase.PLAY: ("L8-6", "lay, add, discard or skip"),
        Phase.KEEP: ("L8-27", f"keep and up to {MOST_KEPT} cards (none, to keep nothing)"),
    }[state.phase]
    if isinstance(move, Keep):
        rule = "L8-27"
    raise IllegalMove(rule, f"{quote(format_move(move))} now; expected {expected}")


def _draw(state: State) -> State:
    if not state.draw:
        raise IllegalMove("L8-20", "the draw pile is empty; expected take and a seat")
    return replace(
        state,
        phase=Phase.PLAY,
        hands=_with(state.hands, state.mover, _put(state.hands[state.mover], state.draw[0])),
        draw=state.draw[1:],
    )


def _take(state: State, seat: Seat) -> State:
    _check_seat(state, seat)
    pile = state.piles[seat]
    if not pile:
        raise IllegalMove("L8-7", f"the discard pile of seat {seat + 1} is empty")
    return replace(
        state,
        phase=Phase.PLAY,
        hands=_with(state.hands, state.mover, _put(state.hands[state.mover], pile[-1])),
        piles=_with(state.piles, seat, pile[:-1]),
    )


def _lay(state: State, combos: tuple[Cards, ...]) -> State:
    seat = state.mover
    if state.table[seat]:
        raise IllegalMove("L8-8", "the level is already laid out; expected add, discard or skip")
    level = level_of(state, seat)
    if len(combos) != len(level.combos):
        raise IllegalMove(
            "L8-8",
            f"{len(combos)} combination{'s' if len(combos) != 1 else ''};"
            f" expected the whole level {state.levels[seat]}: {level}",
        )
    hand = state.hands[seat]
    for number, cards in enumerate(combos, 1):
        hand = _remove(hand, cards, f"combination {number}: ")
    laid = tuple(
        lay_combo(combo, cards, f"combination {number}")
        for number, (combo, cards) in enumerate(zip(level.combos, combos, strict=True), 1)
    )
    _check_last_card(state, hand, "laid out")
    state = replace(
        state, hands=_with(state.hands, seat, hand), table=_with(state.table, seat, laid)
    )
    if state.levels[seat] == LEVELS:
        # L8-25: won at once; nobody else moves up.
        return replace(state, levels=_with(state.levels, seat, MEDAL), end=LAID_OUT)
    return state


def _add(state: State, card: str, seat: Seat, combo: int) -> State:
    mover = state.mover
    if not state.table[mover]:
        raise IllegalMove(
            "L8-14", f"{quote(card)} is added before seat {mover + 1} has laid out its own level"
        )
    _check_seat(state, seat)
    laid = state.table[seat]
    where = f"{seat + 1}.{combo + 1}"
    if not 0 <= combo < len(laid):
        has = f"{len(laid)} combinations" if laid else "laid out nothing"
        raise IllegalMove("L8-14", f"no combination {where}: seat {seat + 1} has {has}")
    hand = _remove(state.hands[mover], (card,), "")
    target = laid[combo]
    check_card(target.kind, card, where)
    if not target.takes(card):
        wanted = " or ".join(target.wanted) or "nothing, it is complete"
        raise IllegalMove("L8-14", f"{card} does not fit {where} ({target}); expected {wanted}")
    _check_last_card(state, hand, "added")
    return replace(
        state,
        hands=_with(state.hands, mover, hand),
        table=_with(state.table, seat, _with(laid, combo, target.added(card))),
    )


def _discard(state: State, card: str) -> State:
    mover = state.mover
    hand = _remove(state.hands[mover], (card,), "")
    state = replace(
        state,
        hands=_with(state.hands, mover, hand),
        piles=_with(state.piles, mover, (*state.piles[mover], card)),
    )
    return _next_turn(state)


def _play_skip(state: State, seat: Seat) -> State:
    _check_seat(state, seat)
    mover = state.mover
    hand = _remove(state.hands[mover], (SKIP,), "")
    if seat == mover:
        raise IllegalMove("L8-16", f"seat {seat + 1} would skip itself; expected another seat")
    if seat in state.skipped:
        raise IllegalMove("L8-16", f"seat {seat + 1} already has a Skip in front of it")
    state = replace(state, hands=_with(state.hands, mover, hand), skipped=state.skipped | {seat})
    return _next_turn(state)


def _keep(state: State, cards: Cards) -> State:
    if len(cards) > MOST_KEPT:
        raise IllegalMove("L8-27", f"{len(cards)} cards to keep; expected up to {MOST_KEPT}")
    seat = state.mover
    given_back = _remove(state.hands[seat], cards, "", rule="L8-27")
    left = state.asked_to_keep[1:]
    return replace(
        state,
        hands=_with(state.hands, seat, in_order(cards)),
        draw=in_order((*state.draw, *given_back)),
        asked_to_keep=left,
        mover=left[0] if left else seat,
    )


def _check_seat(state: State, seat: Seat) -> None:
    if not 0 <= seat < state.rules.players:
        raise IllegalMove(
            "L8-2", f"there is no seat {seat + 1}; expected 1 to {state.rules.players}"
        )


def _check_last_card(state: State, hand: Cards, done: str) -> None:
    if state.rules.last_card_discarded and not hand:
        raise IllegalMove("L8-24", f"the last card is {done}; expected one left to discard")


def _remove(hand: Cards, cards: Iterable[str], where: str, *, rule: str = "L8-6") -> Cards:
    """The hand without the cards; IllegalMove if it does not hold them."""
    rest = list(hand)
    for card in cards:
        try:
            rest.remove(plain(card))
        except ValueError:
            raise IllegalMove(
                rule, f"{where}{card} is not in the hand; it holds {' '.join(rest)}"
            ) from None
    return tuple(rest)


def _put(hand: Cards, card: str) -> Cards:
    return in_order((*hand, card))


def _with(items: Sequence[T], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])


# Turns and rounds ----------------------------------------------------------------------------


def _next_turn(state: State) -> State:
    return replace(state, mover=(state.mover + 1) % state.rules.players, phase=Phase.DRAW)


def _settle(state: State) -> State:
    """Continue to the next decision, or to the end of the game."""
    if state.end is not None:
        return state
    if state.phase is Phase.KEEP:
        return state if state.asked_to_keep else _next_round(state)
    if () in state.hands:
        return _end_round(state, state.hands.index(()))  # L8-21
    while True:
        if not state.draw:
            state = _reshuffle(state)  # L8-19
        if state.phase is not Phase.DRAW or state.mover not in state.skipped:
            break
        # L8-17: there is nothing to decide, so it is done for the skipped player.
        state = replace(
            _next_turn(state),
            skipped=state.skipped - {state.mover},
            skips_under=state.skips_under + 1,
        )
    if state.phase is Phase.DRAW and not state.draw and not any(state.piles):
        return replace(state, phase=Phase.PLAY)  # L8-20
    return state


def _reshuffle(state: State) -> State:
    """A new draw pile from everything under the tops and from the face-up Skips."""
    cards = [card for pile in state.piles for card in pile[:-1]] + [SKIP] * state.skips_under
    if not cards:
        return state  # L8-20
    draw, generator = shuffle(in_order(cards), state.generator)
    return replace(
        state,
        generator=generator,
        draw=draw,
        skips_under=0,
        piles=tuple(pile[-1:] for pile in state.piles),
    )


def _end_round(state: State, out: Seat) -> State:
    """Move the levels up (L8-22), gather the cards, and ask who may keep some (L8-27)."""
    levels = tuple(
        min(level + (2 if seat == out else 1 if state.table[seat] else 0), LEVELS)
        for seat, level in enumerate(state.levels)
    )
    if state.levels[out] == LEVELS - 1 and state.table[out]:
        return replace(state, levels=_with(levels, out, MEDAL), end=WENT_OUT)  # L8-26
    players = state.rules.players
    dealer = (state.dealer + 1) % players  # L8-23
    may_keep = tuple(
        seat
        for seat in _round_from(dealer + 1, players)
        if level_of(state, seat).keeps and seat != out and not state.table[seat]
    )
    hands = tuple(hand if seat in may_keep else () for seat, hand in enumerate(state.hands))
    gathered = Counter(all_cards(state)) - Counter(card for hand in hands for card in hand)
    return _settle(
        replace(
            state,
            dealer=dealer,
            mover=may_keep[0] if may_keep else dealer,
            phase=Phase.KEEP,
            levels=levels,
            hands=hands,
            draw=in_order(gathered.elements()),
            skips_under=0,
            piles=((),) * players,
            skipped=frozenset(),
            table=((),) * players,
            asked_to_keep=may_keep,
        )
    )


def _next_round(state: State) -> State:
    draw, generator = shuffle(state.draw, state.generator)
    return _deal(replace(state, draw=draw, generator=generator))


def _deal(state: State) -> State:
    """Fill the hands one card at a time, from the dealer's left; turn one card up (L8-5)."""
    players = state.rules.players
    first = (state.dealer + 1) % players
    hands = list(map(list, state.hands))
    cards = list(state.draw)
    while any(len(hand) < HAND for hand in hands):
        for seat in _round_from(first, players):
            if len(hands[seat]) < HAND:
                hands[seat].append(cards.pop(0))
    return replace(
        state,
        round=state.round + 1,
        mover=first,
        phase=Phase.DRAW,
        hands=tuple(map(in_order, hands)),
        draw=tuple(cards[1:]),
        piles=_with(state.piles, state.dealer, (cards[0],)),
    )


def _round_from(seat: Seat, players: int) -> list[Seat]:
    return [(seat + step) % players for step in range(players)]
