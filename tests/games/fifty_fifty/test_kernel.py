"""The kernel plays by the rules and decides like the bots; it refuses what makes no sense."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cardsolver.core.deal import deal_seed
from cardsolver.games.fifty_fifty import kernel
from cardsolver.games.fifty_fifty import rules as ff
from cardsolver.games.fifty_fifty.bots.fast import NOBODY, FastGame, code_of, fast_game
from cardsolver.games.fifty_fifty.bots.greedy import GreedyBot
from cardsolver.games.fifty_fifty.bots.learner import LearnerBot
from cardsolver.games.fifty_fifty.bots.memory import Event
from cardsolver.games.fifty_fifty.bots.net import choices, net_for
from cardsolver.games.fifty_fifty.bots.policy import TO_THE_END, GreedyMind, Mind, play_on
from cardsolver.games.fifty_fifty.bots.reckoner import ReckonerBot
from cardsolver.games.fifty_fifty.bots.sight import sight
from cardsolver.games.fifty_fifty.bots.weights import compiled_fit_for, fit_for
from tests.games.fifty_fifty.bots.test_fast import VARIANTS, check_same
from tests.support.many import numbered

pytestmark = pytest.mark.skipif(not kernel.is_built(), reason="the kernel is not compiled")

RECKONER = 1
# A hand above five, and a draw pile that is soon empty.
MORE_VARIANTS = (*VARIANTS, "players=4 hand=9 aside=0", "players=2 hand=12 aside=70")


def check_game(number: int) -> str:
    """A game by the rules and in the kernel; whenever somebody decides, three bots are asked."""
    rng = Random(number)
    rules = MORE_VARIANTS[number % len(MORE_VARIANTS)]
    state = ff.start(deal_seed(ff.NAME, f"kernel/{number}", rules=rules))
    game = fast_game(state)
    fit = compiled_fit_for(game.players)
    odd = rng.random()
    while (seat := ff.to_move(state)) is not None:
        view = ff.view(state, seat)
        greedy, reckoner = GreedyBot().choose(view), ReckonerBot().choose(view)
        learner = LearnerBot().choose(view)
        moment = kernel.Moment(game)
        assert kernel.choose(moment, kernel.GREEDY, fit) == code_of(greedy)
        assert kernel.choose(moment, RECKONER, fit) == code_of(reckoner)
        assert kernel.choose(moment, kernel.LEARNER, fit) == code_of(learner)
        for code in choices(game):
            assert kernel.sight(moment, code) == sight(game, code)
        sane = rng.choice((greedy, reckoner, learner))
        move = rng.choice(ff.legal_moves(view)) if rng.random() < odd else sane
        state = ff.apply(state, move)
        kernel.make_move(game, code_of(move))
        check_same(state, game)
    return state.end or ""


@pytest.mark.no_cover
@pytest.mark.games(200)
def test_games_agree_with_the_rules_and_the_bots_move_by_move(games: range) -> None:
    ends: Counter[str] = Counter()
    for number in games:
        with numbered(number):
            ends[check_game(number)] += 1
    assert set(ends) == {ff.ROW_TAKEN, ff.ONE_CARD}


@pytest.mark.parametrize("players", range(2, 6))
def test_games_end_as_in_the_reference(players: int) -> None:
    rules = ff.parse_rules(f"players={players}")
    starts = [
        fast_game(ff.start(deal_seed(ff.NAME, f"ends/{number}", rules=f"players={players}")))
        for number in range(6)
    ]
    fit = fit_for(players)
    minds: list[Mind] = [GreedyMind(rules)] * players
    minds[0], minds[1] = net_for(players), fit.policy
    moments = [kernel.Moment(start) for start in starts]
    for turns in (0, 7, TO_THE_END):
        numbers = [[kernel.LEARNER, RECKONER, *[kernel.GREEDY] * (players - 2)]] * len(starts)
        for seat in range(players):
            found = kernel.play(
                *(moments[0], kernel.packed(moments), numbers, seat, [kernel.AS_IT_IS]),
                compiled_fit_for(players),
                turns=turns,
            )
            for start, (chance,) in zip(starts, found, strict=True):
                game = start.copy()
                play_on(game, minds, turns)
                assert game.is_over == (turns == TO_THE_END)
                assert chance == fit.outlook.chance(game, seat)


def new_game() -> FastGame:
    game = fast_game(ff.start(deal_seed(ff.NAME, "refused", rules="players=3")))
    for _ in range(4):
        kernel.make_move(game, kernel.choose(kernel.Moment(game), 0, compiled_fit_for(3)))
    return game


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 3),
        ("turn", -1),
        ("asked", 3),
        ("asked", 0),
        ("layer", -1),
        ("layer", 7),
        ("jump", 101),
        ("jump", 50),
        ("passes", -1),
        ("passes_played", 21),
        ("row", [5, 4]),
        ("row", [0]),
        ("row", [255]),
        ("row", [1] * 101),
        ("penalties", [-1, 0, 0]),
        ("penalties", [1 << 30, 0, 0]),
        ("hands", [0, 0, 0]),
        ("hands", [1, 1, 1]),
        ("hands", [(1 << 128) - 1, 0, 0]),
        ("pass_counts", [21, 0, 0]),
        ("pass_counts", [-1, 0, 0]),
        ("sizes", [-1, 5, 5]),
        ("sizes", [5, 5, 6]),
        ("draw", [7, 7]),
        ("draw", [101]),
        ("draw", [0] * 21),
        ("draw", [0] * 124),
        ("is_over", True),
    ],
)
def test_a_moment_that_makes_no_sense_is_refused(field: str, value: object) -> None:
    game = new_game()
    setattr(game, field, value)
    moment, fit = kernel.Moment(game), compiled_fit_for(3)
    with pytest.raises(ValueError, match="refuses argument"):
        kernel.choose(moment, kernel.GREEDY, fit)
    with pytest.raises(ValueError, match="refuses argument"):
        kernel.play(moment, moment.hidden, [[0, 0, 0]], 0, [kernel.AS_IT_IS], fit, turns=1)
    with pytest.raises(ValueError, match="refuses argument"):
        kernel.make_move(game, 1)


def test_what_else_makes_no_sense_is_refused() -> None:
    game = new_game()
    moment, fit = kernel.Moment(game), compiled_fit_for(3)
    plain = [kernel.AS_IT_IS]
    for minds, seat, moves, turns in (
        ([[0, 0, 2]], 0, plain, 1),  # there is only one set of weights
        ([[0, 0, 0]], 3, plain, 1),
        ([[0, 0, 0]], -1, plain, 1),
        ([[0, 0, 0]], 0, [201], 1),
        ([[0, 0, 0]], 0, [-1], 1),
        ([[0, 0, 0]], 0, [-2], 1),
        ([[0, 0, 0]], 0, plain, -1),
    ):
        with pytest.raises(ValueError, match="refuses argument"):
            kernel.play(moment, moment.hidden, minds, seat, moves, fit, turns=turns)
    with pytest.raises(ValueError, match="as many worlds"):
        kernel.play(moment, moment.hidden, [[0, 0, 0]] * 2, 0, plain, fit, turns=1)
    with pytest.raises(ValueError, match="one for each"):
        kernel.play(moment, moment.hidden, [[0, 0]], 0, plain, fit, turns=1)
    with pytest.raises(ValueError, match="refuses argument"):
        kernel.choose(moment, 2, fit)
    with pytest.raises(ValueError, match="60 numbers"):
        kernel.Fit([[[1.0]]], fit_for(3).outlook.by_draw)
    with pytest.raises(ValueError, match="0 to 120 cards"):
        kernel.Fit([fit_for(3).policy.weights], [])
    with pytest.raises(ValueError, match="a network"):
        kernel.Fit([fit_for(3).policy.weights], fit_for(3).outlook.by_draw, [1])
    without = kernel.Fit([fit_for(3).policy.weights], fit_for(3).outlook.by_draw)
    with pytest.raises(ValueError, match="refuses argument"):
        kernel.choose(moment, kernel.LEARNER, without)
    with pytest.raises(ValueError, match="refuses argument"):
        kernel.play(moment, moment.hidden, [[0, 0, 0]], 0, plain, without, turns=1, by_net=True)
    for turns in (3, -1):
        with pytest.raises(ValueError, match="refuses argument"):
            kernel.practise(
                *(moment, moment.hidden, 0, kernel.GREEDY, without),
                share=1.0,
                trials=1,
                turns=turns,
                seed=1,
                most=9,
            )
    with pytest.raises(ValueError, match="refuses argument"):
        kernel.play(*(moment, moment.hidden, [[0, 0, kernel.LEARNER]], 0, plain, without), turns=1)
    for move in (201, 101, -1, -2):
        with pytest.raises(ValueError, match="refuses argument"):
            kernel.sight(moment, move)


@pytest.mark.parametrize(
    ("seat", "mind", "trials", "most"),
    [(3, 0, 1, 9), (-1, 0, 1, 9), (0, 2, 1, 9), (0, -1, 1, 9), (0, 256, 1, 9), (0, 0, 0, 9)],
)
def test_practice_that_makes_no_sense_is_refused(
    seat: int, mind: int, trials: int, most: int
) -> None:
    moment = kernel.Moment(new_game())
    with pytest.raises(ValueError, match="refuses argument"):
        kernel.practise(
            *(moment, moment.hidden, seat, mind, compiled_fit_for(3)),
            share=1.0,
            trials=trials,
            turns=TO_THE_END,
            seed=1,
            most=most,
        )


@pytest.mark.parametrize("players", range(2, 6))
def test_practice_notes_what_the_seat_sees_at_each_decision(players: int) -> None:
    rules = ff.parse_rules(f"players={players}")
    start = fast_game(ff.start(deal_seed(ff.NAME, "practice", rules=f"players={players}")))
    moment = kernel.Moment(start)
    tried = kernel.practise(
        *(moment, moment.hidden, 1, kernel.LEARNER, compiled_fit_for(players)),
        share=1.0,
        trials=2,
        turns=TO_THE_END,
        seed=1,
        most=1000,
    )
    wanted = []
    minds: list[Mind] = [GreedyMind(rules)] * players
    minds[1] = net_for(players)
    game = start.copy()
    while not game.is_over:
        seat = game.turn if game.asked == NOBODY else game.asked
        if seat == 1:
            seen = [sight(game, move) for move in choices(game)]
            open_moves = [each for each in seen if isinstance(each, list)]
            if len(open_moves) > 1:
                wanted.append(open_moves)
        game.make(minds[seat].move(game))
    assert tried.rows == sum(map(len, wanted))
    numbers = [number for number, moves in enumerate(wanted) for _ in moves]
    assert tried.decisions[: tried.rows] == numbers
    assert all(0 <= each <= 1 for each in tried.won[: tried.rows])
    inputs = [each for moves in wanted for row in moves for each in row]
    assert tried.inputs[: len(inputs)] == inputs
    few = kernel.practise(
        *(moment, moment.hidden, 1, kernel.LEARNER, compiled_fit_for(players)),
        share=1.0,
        trials=2,
        turns=TO_THE_END,
        seed=1,
        most=len(wanted[0]),
    )
    assert few.rows == len(wanted[0])
    assert few.won[: few.rows] == tried.won[: few.rows]


def test_events_that_make_no_sense_are_refused() -> None:
    game = new_game()
    moment = kernel.Moment(game)
    table = game.copy()
    table.hands, table.pass_counts = [0, 0, 0], [0, 0, 0]
    empty = table.copy()
    empty.row = []
    other = (game.turn + 1) % 3
    for event in (
        Event(3, 5, table),
        Event(other, 201, table),
        Event(other, -1, table),  # there was no jump to answer
        Event(other, -2, empty),
        Event(-1, -3, empty),
        Event(-1, 5, table),
    ):
        with pytest.raises(ValueError, match="refuses argument"):
            guess(moment, game.turn, [event])
    with pytest.raises(ValueError, match="refuses argument"):
        guess(moment, game.turn, [Event(-1, -3, table)] * 1000)  # too many to remember
    with pytest.raises(ValueError, match="refuses argument"):
        guess(moment, 3, [])


def guess(moment: kernel.Moment, seat: int, events: list[Event]) -> object:
    packed = [kernel.packed_event(event) for event in events]
    return kernel.guess(moment, seat, packed, doubt=0.1, warm_up=3, seed=1, count=2)


@pytest.mark.games(300)
def test_hostile_numbers_do_no_harm(games: range) -> None:
    """Refused or played: the kernel comes back. scripts/sanitize looks closer."""
    refused = 0
    for number in games:
        rng = Random(number)
        game = new_game()
        for _ in range(rng.randint(1, 3)):
            field = rng.choice(("turn", "asked", "layer", "jump", "passes", "passes_played"))
            setattr(game, field, rng.choice((-1, 0, 1, 2, 3, 50, 100)))
        if rng.random() < 0.5:
            game.row = sorted(rng.sample(range(1, 101), rng.randint(0, 6)))
            game.played |= sum(1 << card for card in game.row)
        if rng.random() < 0.5:
            game.sizes[rng.randrange(3)] = rng.choice((0, 1, 5, 9, 60))
        seat = rng.randrange(3)
        moment, fit = kernel.Moment(game), compiled_fit_for(3)
        event = Event(rng.randint(-1, 2), rng.choice((-3, -2, -1, 0, 5, 150)), game.copy())
        try:
            kernel.play(
                *(moment, moment.hidden, [[0, 1, kernel.LEARNER]], seat, [kernel.AS_IT_IS], fit),
                turns=TO_THE_END,
            )
            kernel.practise(
                *(moment, moment.hidden, seat, kernel.LEARNER, fit),
                share=0.5,
                trials=1,
                turns=rng.choice((0, 3, TO_THE_END)),
                seed=number,
                most=rng.choice((0, 5, 500)),
            )
            guess(moment, seat, [event] * rng.randint(0, 12))
        except ValueError:
            refused += 1
    assert 0 < refused < len(games)
