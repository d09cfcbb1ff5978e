"""Rounds and whole games by policies, for samples, fitting and measuring: no records, no views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardsolver.core.shuffle import generator_state
from cardsolver.games.level_8.fast.round import deal_round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardsolver.core.seats import Seat
    from cardsolver.games.level_8.fast.policy import Policy
    from cardsolver.games.level_8.fast.round import Round
    from cardsolver.games.level_8.variant import Rules


_PATIENCE = 600  # moves; rounds have some hundred
_GIVE_UP = 1200  # moves; with some lists of levels not even the quick policy ends a round


def play_out(table: Round, policies: Sequence[Policy], later: Policy | None = None) -> None:
    """Play to the end of the round, each seat by its own policy.

    Whoever holds a level back may wait for cards that lie on the table, and so for ever. In a
    round that goes on and on everybody plays by `later`, and if that does not end it either, it
    is left as it is.
    """
    moves = 0
    while not table.is_over and (later is None or moves < _GIVE_UP):
        policy = later if later is not None and moves >= _PATIENCE else policies[table.mover]
        table.play(policy.decide(table))
        moves += 1


def play_fast(
    rules: Rules, policies: Sequence[Policy], seed: str
) -> tuple[Seat, list[tuple[int, ...]]]:
    """One game: the winner, and everybody's levels at the start of each round.

    It deals by its own seed; `start` of the rules deals the first round from a given deck.
    """
    players = rules.players
    levels = [1] * players
    history = []
    dealer = (rules.first - 1) % players
    generator = generator_state(seed)
    kept: list[list[int]] = [[] for _ in range(players)]
    while True:
        history.append(tuple(levels))
        table = deal_round(rules, levels, dealer, generator, kept)
        play_out(table, policies)
        if table.winner >= 0:
            return table.winner, history
        levels = table.levels_after()
        generator = table.generator
        for seat, policy in enumerate(policies):
            level = rules.levels[levels[seat] - 1]
            may_keep = level.keeps and seat != table.out and not table.table[seat]
            kept[seat] = policy.keep(level, table.hands[seat]) if may_keep else []
        dealer = (dealer + 1) % players
