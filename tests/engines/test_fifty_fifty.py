"""The engine of Fifty Fifty against a naive checker that was written from the rules alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.core.registry import game_named
from cardsolver.core.shuffle import generator_state, number_below
from cardsolver.games.fifty_fifty import GAME
from cardsolver.games.fifty_fifty import rules as game
from cardsolver.seats.spec import make_bot
from tests.contract.adapters import ADAPTERS
from tests.support.many import numbered
from tests.support.naive import fifty_fifty as naive
from tests.support.perft import divide, perft

if TYPE_CHECKING:
    from cardsolver.core.cards import Card

# Many games through lines that the rule tests measure already: coverage would only slow them.
pytestmark = pytest.mark.no_cover

DECK = game_named(GAME.name).deck
ENDS = {game.ROW_TAKEN: "row", game.ONE_CARD: "one card"}


def start_both(seed: str, words: str) -> tuple[game.State, naive.Position]:
    """The same deal in both engines."""
    deal = deal_seed(GAME.name, seed, rules=words)
    rules = game.parse_rules(words)
    position = naive.start(
        rules.players, deal.deck, rules.first, rules.hand, rules.aside, rules.violet
    )
    return game.start(deal), position


def ours(state: game.State) -> dict[str, Any]:
    """What the two engines must agree on, from ours."""
    outcome = game.outcome(state)
    return {
        "to_move": game.to_move(state),
        "hands": [sorted(map(_card, hand.cards)) for hand in state.hands],
        "draw": [_card(card) for card in state.draw],
        "row": [*state.row, *[naive.PASS] * state.passes],
        "layer": state.layer if state.row else None,
        "beside": [] if state.jump is None else [state.jump],
        "penalties": list(state.penalties),
        "moves": Counter(_moves(state)),
        "result": None
        if outcome is None
        else {
            "end": ENDS[outcome.end],
            "penalties": list(outcome.scores),
            "winners": list(outcome.winners),
        },
    }


def theirs(position: naive.Position) -> dict[str, Any]:
    """The same, from the naive checker."""
    laid = [seat for card, seat in position.row if card != naive.PASS]
    return {
        "to_move": None if position.end is not None else naive.to_move(position),
        "hands": [sorted(hand) for hand in position.hands],
        "draw": list(position.draw),
        "row": [card for card, _ in position.row],
        "layer": laid[-1] if laid else None,
        "beside": list(position.beside),
        "penalties": [len(pile) for pile in position.penalties],
        "moves": Counter(naive.legal(position)),
        "result": naive.finished(position),
    }


def _card(card: Card) -> int:
    return naive.card_of(card)


def _moves(state: game.State) -> list[str]:
    seat = game.to_move(state)
    if seat is None:
        return []
    return [game.format_move(move) for move in game.legal_moves(game.view(state, seat))]


def random_game(seed: str, words: str) -> Counter[str]:
    """Play one deal at random in lock step; what happened in it, counted."""
    state, position = start_both(seed, words)
    numbers = generator_state(f"{seed}/{words}")
    seen: Counter[str] = Counter()
    while True:
        mine = ours(state)
        assert mine == theirs(position)
        if mine["result"] is not None:
            seen[mine["result"]["end"]] += 1
            return seen
        moves = sorted(mine["moves"])
        index, numbers = number_below(len(moves), numbers)
        move = moves[index]
        seen[move.split()[-1] if move[0].isdigit() else move.split()[0]] += 1
        state = game.apply(state, game.parse_move(move))
        position = naive.play(position, move)


@pytest.mark.games(60)
@pytest.mark.parametrize("players", range(2, 6))
def test_random_games_agree_move_by_move(players: int, games: range) -> None:
    seen: Counter[str] = Counter()
    for number in games:
        with numbered(number):
            seen += random_game(f"{number}", f"players={players} first={number % players + 1}")
    happened = {"row", "one card", "jump", "decline", "take", "pass", "keep"}
    assert happened <= set(seen), f"never seen: {happened - set(seen)}"


@pytest.mark.games(100)
def test_random_games_agree_for_other_hands_and_colours(games: range) -> None:
    seen: Counter[str] = Counter()
    for number in games:
        rules = f"players={2 + number % 3} hand={1 + number % 4} aside={100 - number % 100}"
        with numbered(number):
            seen += random_game(f"tiny {number}", f"{rules} violet=1-40")
    assert {"row", "one card", "jump", "keep"} <= set(seen)


def paths(state: game.State, memo: dict[game.State, int]) -> int:
    """The number of different complete games from here."""
    if state not in memo:
        seat = game.to_move(state)
        memo[state] = (
            1
            if seat is None
            else sum(
                paths(game.apply(state, move), memo)
                for move in game.legal_moves(game.view(state, seat))
            )
        )
    return memo[state]


def tiny(cards: str, words: str) -> tuple[game.State, naive.Position]:
    """A game of a few cards in both engines: every other card is set aside."""
    tail = [DECK.parse(word) for word in cards.split()]
    rest = list(DECK.cards)
    for card in tail:
        rest.remove(card)
    rules = game.parse_rules(f"{words} aside={len(rest)}")
    deck = (*rest, *tail)
    state = game.start(Deal(GAME.name, game.format_rules(rules), deck))
    return state, naive.start(
        rules.players, deck, rules.first, rules.hand, rules.aside, rules.violet
    )


# The cards are dealt from the left, what is left over is the draw pile.
TINY = {
    "two seats, jumps both ways": ("players=2 hand=2", "10 60 70 20 30 80 pass 33"),
    "two seats, Passes": ("players=2 hand=2", "pass 40 pass pass 90 41 91 7"),
    "two seats, all orange": ("players=2 hand=3 violet=none", "50 20 30 40 60 70 80 35"),
    "two seats, all violet": ("players=2 hand=3 violet=1-100", "50 20 30 40 60 70 80 100"),
    "three seats": ("players=3 hand=2 first=2", "23 73 pass 59 62 9 77 27 pass"),
    "one card in hand": ("players=3 hand=1", "5 55 pass 66 16 80 30 pass"),
}


@pytest.mark.parametrize("name", TINY)
def test_perft_of_a_tiny_deck(name: str) -> None:
    words, cards = TINY[name]
    state, position = tiny(cards, words)
    for depth in range(1, 7):
        assert perft(GAME, state, depth) == naive.perft(position, depth), divide(GAME, state, depth)


@pytest.mark.parametrize("name", TINY)
def test_complete_games_of_a_tiny_deck(name: str) -> None:
    words, cards = TINY[name]
    state, position = tiny(cards, words)
    assert paths(state, {}) == naive.count_paths(position)


def test_the_tiny_decks_reach_both_ends_and_every_kind_of_move() -> None:
    seen: Counter[str] = Counter()
    for words, cards in TINY.values():
        seen += _kinds(tiny(cards, words)[0], set())
    ends = {game.ROW_TAKEN, game.ONE_CARD}
    assert {*ends, "PlayNumber", "keep", "Jump", *game.Call.__members__} == set(seen)


def _kinds(state: game.State, visited: set[game.State]) -> Counter[str]:
    """Moves and ends of all games from here, by kind."""
    if state in visited:
        return Counter()
    visited.add(state)
    seat = game.to_move(state)
    if seat is None:
        return Counter([str(state.end)])
    seen: Counter[str] = Counter()
    for move in game.legal_moves(game.view(state, seat)):
        kind = move.name if isinstance(move, game.Call) else type(move).__name__
        seen["keep" if isinstance(move, game.PlayNumber) and move.keep else kind] += 1
        seen += _kinds(game.apply(state, move), visited)
    return seen


# Random bots, without the naive checker


@pytest.mark.games(100)
def test_random_games_end_and_keep_their_cards(games: range) -> None:
    """Every state of every game has every card once."""
    ends: Counter[str] = Counter()
    for number in games:
        with numbered(number):
            ends[play_and_count_cards(f"bench/{number}", 2 + number % 4)] += 1
    assert set(ends) == {game.ROW_TAKEN, game.ONE_CARD}
    assert ends.total() == len(games)


def play_and_count_cards(seed: str, players: int) -> str:
    """Play one game with random bots; how it ended."""
    state = game.start(deal_seed(GAME.name, seed, rules=f"players={players}"))
    bot = make_bot("random", GAME.name, seed=seed)
    whole = Counter(DECK.cards)
    while (seat := game.to_move(state)) is not None:
        state = game.apply(state, bot.choose(game.view(state, seat)))
        assert ADAPTERS[GAME.name].cards(state) == whole
    return str(state.end)
