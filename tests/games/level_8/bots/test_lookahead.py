"""The lookahead of Level 8: what it knows, what it guesses, and that it cannot see more."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.games.level_8 import rules as l8
from cardsolver.games.level_8.bots.greedy import GreedyBot
from cardsolver.games.level_8.bots.lookahead import LookaheadBot
from cardsolver.games.level_8.fast.codes import CODE, WHOLE_DECK
from cardsolver.games.level_8.fast.policy import POLICY
from cardsolver.games.level_8.fast.watch import Watch
from cardsolver.games.level_8.fast.worlds import Worlds, quick_shuffle
from cardsolver.seats.spec import make_bot
from tests.contract.adapters import ADAPTERS
from tests.support.level_8_states import moment

DRAW, PLAY, KEEP = l8.Phase


def watched_game(seed: str, players: int, moves: int) -> tuple[l8.State, list[Watch]]:
    """A greedy game after some moves, with what each seat has seen of it."""
    state = l8.start(deal_seed(l8.NAME, seed, rules=f"players={players}"))
    watches = [Watch() for _ in range(players)]
    bot = GreedyBot()
    for _ in range(moves):
        seat = state.mover
        view = l8.view(state, seat)
        watches[seat].look(view)
        move = bot.choose(view)
        after = l8.apply(state, move)
        if l8.to_move(after) is None:
            break
        state = after
        for watch in watches:
            watch.saw(seat, l8.seen_move(move) or "")
    return state, watches


@pytest.mark.parametrize("players", [2, 3, 6])
def test_what_is_known_is_true(players: int) -> None:
    """Cards that a seat is known to hold are in its hand, through takes, lays and new rounds."""
    known = 0
    for moves in range(5, 140, 9):
        state, watches = watched_game("known", players, moves)
        view = l8.view(state, state.mover)
        watch = watches[state.mover]
        watch.look(view)
        for seat in range(players):
            if seat != state.mover:
                held = Counter(CODE[card] for card in state.hands[seat])
                assert not Counter(watch.known(seat)) - held
                known += len(watch.known(seat))
    assert known > 0


@pytest.mark.parametrize("players", [2, 4])
def test_guesses_agree_with_the_view_and_with_what_was_seen(players: int) -> None:
    for moves in range(2, 90, 11):
        state, watches = watched_game("guesses", players, moves)
        view = l8.view(state, state.mover)
        watch = watches[state.mover]
        watch.look(view)
        worlds = Worlds(view, watch, POLICY)
        generator = moves
        for _ in range(3):
            world, generator = worlds.guess(generator)
            assert tuple(map(len, world.hands)) == view.hand_sizes
            assert sorted(world.hands[view.seat]) == sorted(CODE[card] for card in view.hand)
            assert len(world.draw) == view.draw_size
            on_table = [
                CODE["J" if card.startswith("J") else card]
                for combos in view.table
                for laid in combos
                for card in laid.cards
            ]
            cards = [*on_table, *world.draw, *(c for hand in world.hands for c in hand)]
            cards += [c for pile in world.piles for c in pile]
            cards += [CODE["S"]] * (view.skips_under + len(view.skipped))
            assert sorted(cards) == sorted(WHOLE_DECK)
            for seat in range(players):
                if seat != view.seat:
                    assert not Counter(watch.known(seat)) - Counter(world.hands[seat])


def test_a_seat_that_did_not_lay_out_is_not_given_a_complete_level() -> None:
    state = moment("4r 5b 6g 9g 10y 1p", "1r 2b 3g 5g 12y 9p", piles=["13b", "11g"], phase=DRAW)
    view = l8.view(state, 0)
    watch = Watch()
    watch.look(view)
    worlds = Worlds(view, watch, POLICY)
    reach = POLICY.reach(view.rules.levels[0])
    generator = 1
    for _ in range(60):
        world, generator = worlds.guess(generator)
        assert reach.lacking(reach.key(world.hands[1])) > 0


def test_guesses_without_beliefs_favour_no_card() -> None:
    """A tiny deck: three cards are hidden, one of them in the other hand."""
    hidden = ["7r", "8b", "J"]
    state = moment("4r 5b", "7r", draw="8b J", piles=["", ""])
    rest = Counter(map(str, l8.all_cards(moment("4r 5b", "7r")))) - Counter(l8.all_cards(state))
    state = moment("4r 5b", "7r", draw="8b J", piles=[" ".join(rest.elements()), ""])
    view = l8.view(state, 0)
    watch = Watch()
    watch.look(view)
    worlds = Worlds(view, watch, POLICY, believes=False)
    found: Counter[tuple[int, ...]] = Counter()
    generator = 5
    for _ in range(3000):
        world, generator = worlds.guess(generator)
        found[(*world.hands[1], *world.draw)] += 1
    assert len(found) == 6  # every order of the three
    # 500 each, give or take five standard deviations.
    assert all(abs(count - 500) < 105 for count in found.values())
    assert {code for order in found for code in order} == {CODE[card] for card in hidden}


def test_the_quick_shuffle_favours_no_place() -> None:
    found: Counter[int] = Counter()
    generator = 3
    for _ in range(4000):
        cards = list(range(20))
        generator = quick_shuffle(cards, generator)
        found[cards.index(0)] += 1
    assert len(found) == 20
    assert all(abs(count - 200) < 75 for count in found.values())


def test_hidden_cards_do_not_change_its_moves() -> None:
    rng = Random(4)
    differs = 0
    for moves in (3, 10, 17, 30):
        state, _ = watched_game("hidden", 3, moves)
        other = ADAPTERS[l8.NAME].rehide(state, state.mover, rng)
        differs += other != state
        choices = [
            LookaheadBot("same", samples=6).choose(l8.view(each, state.mover))
            for each in (state, other)
        ]
        assert choices[0] == choices[1]
    assert differs


def test_the_same_seed_and_view_give_the_same_move() -> None:
    state, _ = watched_game("again", 2, 8)
    view = l8.view(state, state.mover)
    bots = [make_bot("lookahead:samples=9", l8.NAME, seed="7") for _ in range(2)]
    assert bots[0].choose(view) == bots[1].choose(view)


def test_it_goes_out_and_wins_without_a_question() -> None:
    bot = LookaheadBot("x", samples=1)
    won = moment("1r 1b 2r 2b 2g 3r 3b 3g 3o 15p", "2g", levels=(8, 1))
    assert isinstance(bot.choose(l8.view(won, 0)), l8.LayLevel)
    out = moment("15p", "2g 3g", table={0: ["set 9r 9b"]})
    assert bot.choose(l8.view(out, 0)) == l8.Discard("15p")


@pytest.mark.parametrize("rules", ["levels=two-star", "players=3 last-card-discarded"])
def test_it_plays_on_from_round_to_round(rules: str) -> None:
    state = l8.start(deal_seed(l8.NAME, "whole", rules=rules))
    others = GreedyBot()
    bot = LookaheadBot("whole", samples=2)
    for _ in range(400):
        seat = l8.to_move(state)
        if seat is None or state.round > 2:
            break
        view = l8.view(state, seat)
        move = (others if seat else bot).choose(view)
        state = l8.apply(state, move)
        bot.saw(seat, l8.format_move(move) if seat == 0 else l8.seen_move(move) or "")
    assert state.round > 2 or l8.outcome(state) is not None


def test_a_list_of_levels_whose_rounds_may_not_end_can_be_played() -> None:
    """What is guessed then counts as a round that nobody ended."""
    levels = "set2" + "/run3+run3" * 7
    state = l8.start(deal_seed(l8.NAME, "2", rules=f"players=2 levels={levels}"))
    bot = LookaheadBot("endless", samples=8)
    for _ in range(6):
        view = l8.view(state, state.mover)
        move = bot.choose(view)
        assert move in l8.legal_moves(view)
        state = l8.apply(state, move)
