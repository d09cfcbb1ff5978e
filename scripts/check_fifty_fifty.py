"""Figures for Fifty Fifty: random games and their speed, and how greedy fares against random.

    python scripts/check_fifty_fifty.py [--games 10000] [--deals 1000]

Every state of every random game is checked: no card may be lost or doubled.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed
from cardsolver.core.registry import game_named
from cardsolver.games.fifty_fifty import rules as game
from cardsolver.games.fifty_fifty.deck import PASS
from cardsolver.seats.spec import make_bot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.cards import Card
    from cardsolver.core.game import Outcome
    from cardsolver.core.seats import AnyBot

WHOLE_DECK = Counter(game_named(game.NAME).deck.cards)


@dataclass(frozen=True, slots=True)
class RandomGames:
    """What became of some random games."""

    games: int
    moves: int
    ends: dict[str, int]
    seconds: float

    @property
    def games_per_second(self) -> float:
        """How fast they were played."""
        return self.games / self.seconds


@dataclass(frozen=True, slots=True)
class Paired:
    """How one bot did against another, on each deal once in every seat."""

    games: int
    wins: float  # a shared win counts as a half
    penalties: tuple[float, float]  # of both bots, on average


def random_games(count: int, *, check_cards: bool = False) -> RandomGames:
    """Play random games for two to five players in turn; raise if one loses a card."""
    ends: Counter[str] = Counter()
    moves = 0
    began = time.perf_counter()
    for index in range(count):
        players = 2 + index % 4
        state = game.start(deal_seed(game.NAME, f"bench/{index}", rules=f"players={players}"))
        bot = make_bot("random", game.NAME, seed=f"bench/{index}")
        while (seat := game.to_move(state)) is not None:
            state = game.apply(state, bot.choose(game.view(state, seat)))
            moves += 1
            if check_cards and cards_of(state) != WHOLE_DECK:
                raise ValueError(f"game {index}: cards lost or doubled after {moves} moves")
        if check_cards and len_of(state) != len(game_named(game.NAME).deck.cards):
            raise ValueError(f"game {index}: the piles do not add up")
        ends[str(state.end)] += 1
    return RandomGames(count, moves, dict(ends), time.perf_counter() - began)


def cards_of(state: game.State) -> Counter[Card]:
    """Every card: hidden ones where they lie, and those that were played."""
    cards: Counter[Card] = Counter(card for card in range(1, 101) if state.played >> card & 1)
    cards[PASS] = state.passes_played
    cards.update(state.draw)
    cards.update(state.aside)
    for hand in state.hands:
        cards.update(hand.cards)
    return cards


def len_of(state: game.State) -> int:
    """The same cards counted by pile: hands, draw pile, aside, row, jump, penalties."""
    hands = sum(hand.size for hand in state.hands)
    row = len(state.row) + state.passes + (state.jump is not None)
    return hands + len(state.draw) + len(state.aside) + row + sum(state.penalties)


def paired(first: str, second: str, deals: int) -> Paired:
    """Two players, each deal twice with the seats swapped."""
    wins = 0.0
    penalties = [0, 0]
    for index in range(deals):
        for swapped in (False, True):
            names = (second, first) if swapped else (first, second)
            outcome = _play(f"paired/{index}", names)
            own = int(swapped)
            wins += (own in outcome.winners) / len(outcome.winners)
            penalties[0] += outcome.scores[own]
            penalties[1] += outcome.scores[1 - own]
    games = 2 * deals
    return Paired(games, wins, (penalties[0] / games, penalties[1] / games))


def _play(seed: str, names: Sequence[str]) -> Outcome:
    state = game.start(deal_seed(game.NAME, seed, rules=f"players={len(names)}"))
    bots: list[AnyBot] = [
        make_bot(name, game.NAME, seed=f"{seed}/{seat}") for seat, name in enumerate(names)
    ]
    while (seat := game.to_move(state)) is not None:
        state = game.apply(state, bots[seat].choose(game.view(state, seat)))
    outcome = game.outcome(state)
    if outcome is None:
        raise ValueError(f"{seed}: nobody is to move, and the game is not over")
    return outcome


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10_000, help="random games to check")
    parser.add_argument("--deals", type=int, default=1_000, help="paired deals, greedy and random")
    options = parser.parse_args()
    if options.games:
        checked = random_games(options.games, check_cards=True)
        timed = random_games(min(options.games, 1_000))
        print(
            f"{checked.games} random games, {checked.moves} moves, all cards kept: {checked.ends}"
        )
        print(f"{timed.games_per_second:.0f} random games a second")
    if options.deals:
        score = paired("greedy", "random", options.deals)
        print(
            f"greedy against random, {options.deals} deals in both seats:"
            f" {score.wins:g} wins of {score.games} ({score.wins / score.games:.1%}),"
            f" {score.penalties[0]:.1f} penalty cards against {score.penalties[1]:.1f}"
        )


if __name__ == "__main__":
    main()
