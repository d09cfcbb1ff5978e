"""Whole games of Fifty Fifty by bots, and the judgement of the greedy one in plain cases."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.rules import Hand
from cardsolver.seats.spec import make_bot

if TYPE_CHECKING:
    from cardsolver.core.game import Outcome

EVERY_NUMBER = (2 << 100) - 2


def seen(
    hand: Hand,
    row: tuple[int, ...] = (),
    passes: int = 0,
    *,
    sizes: tuple[int, ...] = (5, 5),
    draw_size: int = 40,
    penalties: tuple[int, ...] = (0, 0),
) -> ff.View:
    """The view of seat 1 in its turn; the last number was laid by the seat before."""
    state = ff.start(deal_seed(ff.NAME, "bot", rules=f"players={len(sizes)}"))
    return replace(
        ff.view(state, 0),
        hand=hand,
        hand_sizes=(hand.size, *sizes[1:]),
        row=row,
        passes=passes,
        layer=len(sizes) - 1 if row else None,
        draw_size=draw_size,
        penalties=penalties,
        played=sum(1 << card for card in row),
    )


def choice(view: ff.View) -> str:
    return ff.format_move(make_bot("greedy", ff.NAME, seed="").choose(view))


def test_it_goes_higher_rather_than_take_cards() -> None:
    assert choice(seen(Hand((5, 20, 41, 62)), (10, 30, 58, 60))) == "62"


def test_it_takes_few_cards_rather_than_many() -> None:
    assert choice(seen(Hand((2, 88)), (10, 20, 30, 40, 50, 60, 90, 95))) == "88"


def test_it_replaces_orange_cards_and_gives_a_penalty_card_away() -> None:
    assert choice(seen(Hand((2, 71, 90)), (30, 70, 77), penalties=(5, 0))) == "71"


def test_it_does_not_replace_violet_cards_without_need() -> None:
    assert choice(seen(Hand((2, 71, 79, 95)), (30, 70, 78), penalties=(5, 0))) == "79"


def test_it_passes_rather_than_take_a_long_row() -> None:
    long_row = tuple(range(50, 100, 4))
    assert choice(seen(Hand((2, 3, 4, 5), 1), long_row)) == "pass"


def test_it_jumps_when_nobody_can_have_a_pass() -> None:
    view = replace(seen(Hand((23, 40)), (20, 30, 73)), offer=23, turn=0, passes_played=20)
    assert choice(view) == "jump 23"


def test_it_does_not_jump_when_everybody_has_a_pass_but_itself() -> None:
    own = Hand((23, 40))
    hidden_are_passes = EVERY_NUMBER & ~(1 << 23) & ~(1 << 40)
    view = replace(seen(own, (5, 9, 20, 30, 73)), offer=23, turn=0, played=hidden_are_passes)
    assert choice(view) == "decline"


@pytest.mark.parametrize(("passes_played", "answer"), [(19, "pass"), (0, "pass")])
def test_it_answers_a_jump_on_a_long_row_with_its_pass(passes_played: int, answer: str) -> None:
    view = seen(Hand((40,), 1), (20, 30, 35, 38, 73))
    assert choice(replace(view, jump=23, passes_played=passes_played)) == answer


def test_it_is_rid_of_its_pass_before_the_one_card_check() -> None:
    """The other seat has two cards: it plays one, we play one, and then all show."""
    view = seen(Hand((95,), 1), (20, 90), sizes=(2, 2), draw_size=0)
    assert choice(view) == "pass"


def test_it_ends_a_game_that_it_wins() -> None:
    view = seen(Hand((5, 40, 60)), (50,), sizes=(3, 3), draw_size=0, penalties=(2, 30))
    assert choice(view) in ("5", "40")


def test_it_does_not_end_a_game_that_it_loses() -> None:
    view = seen(Hand((5, 40, 60)), (50,), sizes=(3, 3), draw_size=0, penalties=(30, 2))
    assert choice(view) == "60"


def test_it_plays_every_kind_of_variant_to_the_end() -> None:
    for rules in ("players=2 hand=1 aside=117", "players=5 violet=none", "players=3 hand=30"):
        state = ff.start(deal_seed(ff.NAME, "variant", rules=rules))
        bot = make_bot("greedy", ff.NAME, seed="")
        while (seat := ff.to_move(state)) is not None:
            state = ff.apply(state, bot.choose(ff.view(state, seat)))
        assert ff.outcome(state) is not None


def greedy_against_random(seed: str, *, greedy: int) -> Outcome:
    """A game of two, with greedy in the seat given."""
    state = ff.start(deal_seed(ff.NAME, seed, rules="players=2"))
    names = ["random", "random"]
    names[greedy] = "greedy"
    bots = [make_bot(name, ff.NAME, seed=f"{seed}/{seat}") for seat, name in enumerate(names)]
    while (seat := ff.to_move(state)) is not None:
        state = ff.apply(state, bots[seat].choose(ff.view(state, seat)))
    outcome = ff.outcome(state)
    assert outcome is not None
    return outcome


@pytest.mark.no_cover
def test_it_beats_random_clearly() -> None:
    """Each deal once in either seat; a shared win counts as a half."""
    wins = 0.0
    penalties = [0, 0]
    for deal in range(25):
        for seat in range(2):
            outcome = greedy_against_random(f"paired/{deal}", greedy=seat)
            wins += (seat in outcome.winners) / len(outcome.winners)
            penalties[0] += outcome.scores[seat]
            penalties[1] += outcome.scores[1 - seat]
    assert wins >= 0.9 * 50
    assert penalties[0] < penalties[1] / 2
