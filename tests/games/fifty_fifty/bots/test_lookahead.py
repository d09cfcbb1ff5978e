"""The reckoner, the learner, the lookahead and hints: what they see, and that they repeat it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots import learner, reckoner
from cardsolver.games.fifty_fifty.bots.fast import bits, numbers_of
from cardsolver.games.fifty_fifty.bots.guesses import Guesses
from cardsolver.games.fifty_fifty.bots.hint import explain
from cardsolver.games.fifty_fifty.bots.lookahead import LookaheadBot
from cardsolver.games.fifty_fifty.bots.worlds import BLOCK
from cardsolver.games.fifty_fifty.rules import Hand
from cardsolver.seats.spec import make_bot
from tests.contract.adapters import ADAPTERS

FEW = "lookahead:samples=64"
RULES = ("players=2", "players=3", "players=5 violet=none", "players=3 hand=1 aside=90")


def game_of(rules: str, seed: str) -> list[ff.State]:
    """The states of a game in which the reckoner plays, and now and then chance."""
    state = ff.start(deal_seed(ff.NAME, seed, rules=rules))
    rng = Random(seed)
    states = [state]
    while (seat := ff.to_move(state)) is not None:
        view = ff.view(state, seat)
        moves = ff.legal_moves(view)
        state = ff.apply(
            state, rng.choice(moves) if rng.random() < 0.2 else reckoner.ReckonerBot().choose(view)
        )
        states.append(state)
    return states[:-1]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("bot", ["reckoner", "learner", FEW])
def test_a_decision_does_not_change_with_what_is_hidden(bot: str, rules: str) -> None:
    rng = Random(1)
    moved = 0
    for state in rng.sample(game_of(rules, "hidden"), 8 if "players=3 hand" not in rules else 3):
        seat = ff.to_move(state)
        assert seat is not None
        chosen = make_bot(bot, ff.NAME, seed="1").choose(ff.view(state, seat))
        for _ in range(3):
            other = ADAPTERS[ff.NAME].rehide(state, seat, rng)
            if other is not None:
                moved += other != state
                assert make_bot(bot, ff.NAME, seed="1").choose(ff.view(other, seat)) == chosen
    assert moved


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("bot", ["reckoner", "learner", "lookahead:samples=64:rounds=1"])
def test_whole_games_are_legal_and_repeatable(bot: str, rules: str) -> None:
    deal = deal_seed(ff.NAME, "whole", rules=rules)
    players = ff.parse_rules(rules).players

    def play() -> tuple[str, ...]:
        bots = [make_bot(bot, ff.NAME, seed=f"{seat}") for seat in range(players)]
        match = play_match(deal, bots, names=[bot] * players)
        assert match.fault is None
        assert match.transcript.result is not None
        return match.transcript.moves

    assert play() == play()


@pytest.mark.parametrize("rules", RULES)
def test_all_moves_but_keeping_a_gift_are_considered(rules: str) -> None:
    for state in game_of(rules, "ranked"):
        seat = ff.to_move(state)
        assert seat is not None
        view = ff.view(state, seat)
        wanted = {m for m in ff.legal_moves(view) if not isinstance(m, ff.PlayNumber) or not m.keep}
        for moves in (reckoner.ranked(view), learner.ranked(view)):
            assert set(moves) == wanted
            assert len(moves) == len(wanted)


def test_it_thinks_by_the_clock_if_asked_to() -> None:
    view = ff.view(ff.start(deal_seed(ff.NAME, "clock")), 0)
    finish = LookaheadBot("1", ms=1).compare(view)
    assert finish is not None
    assert finish.samples >= 1
    assert LookaheadBot("1", ms=1).choose(view) in ff.legal_moves(view)


def test_samples_are_moves_tried_on_guesses() -> None:
    view = ff.view(ff.start(deal_seed(ff.NAME, "samples")), 0)
    tried = []
    for samples in (1, 500):
        finish = LookaheadBot("1", samples=samples, rounds=1).compare(view)
        assert finish is not None
        tried.append(finish.samples + sum(loser.samples for loser in finish.losers))
        assert tried[-1] < samples + BLOCK * (1 + len(finish.losers))
    assert tried[0] < tried[1]


def test_what_others_did_changes_its_guesses() -> None:
    """A number that nobody jumped with is hardly ever dealt to whoever could have jumped."""
    bot = LookaheadBot("1", samples=1)
    view = ff.view(ff.start(deal_seed(ff.NAME, "watch")), 0)
    own = {*view.hand.numbers}
    bot.choose(view)
    card, partner = next(
        (each, ff.partner(each)) for each in range(10, 50) if not {each, ff.partner(each)} & own
    )
    bot.saw(0, f"{card}")
    bot.saw(1, f"{card + 1}")
    row = (card, card + 1)
    hand = Hand(tuple(sorted({*view.hand.numbers[1:], 100 if 100 not in own else 99})))
    later = replace(
        view, hand=hand, row=row, layer=1, played=bits(row), draw_size=view.draw_size - 2
    )
    guesses = Guesses(later, bot._memory.events(later), 1)
    hands = [guesses.next().hands[1] for _ in range(300)]
    counts = Counter(number for hand in hands for number in numbers_of(hand))
    assert counts[partner] < 0.5 * sum(counts.values()) / len(counts)


def test_a_hint_gives_figures() -> None:
    figures = re.compile(
        r".+; (about \d+\.\d penalty cards? better|no worse) than [a-z0-9 ]+ over \d+ samples"
    )
    seen = set()
    for number, state in enumerate(game_of("players=3", "hint")):
        if number % 9 and state.asked is None and state.jump is None:
            continue
        seat = ff.to_move(state)
        assert seat is not None
        view = ff.view(state, seat)
        move, reason = explain(view, samples=30)
        assert move in ff.legal_moves(view)
        if len(ff.legal_moves(view)) == 1:
            assert "samples" not in reason
        else:
            assert figures.fullmatch(reason), reason
        seen.add((view.offer is not None, view.jump is not None))
    assert (False, False) in seen


@pytest.mark.no_cover
@pytest.mark.parametrize("bot", ["reckoner", "learner", FEW])
def test_it_beats_random_clearly(bot: str) -> None:
    wins = 0.0
    for number in range(10):
        seat = number % 2
        deal = deal_seed(ff.NAME, f"beats/{number}", rules="players=2")
        names = ["random", "random"]
        names[seat] = bot
        bots = [make_bot(name, ff.NAME, seed=f"{number}/{at}") for at, name in enumerate(names)]
        result = play_match(deal, bots, names=names).transcript.result
        assert result is not None
        wins += (seat in result.winners) / len(result.winners)
    assert wins >= 8
