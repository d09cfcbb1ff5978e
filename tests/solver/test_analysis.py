"""Where a game was lost."""

from __future__ import annotations

import pytest

from cardsolver.core.deal import Deal, deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.game import Outcome
from cardsolver.core.referee import play_match
from cardsolver.core.transcript import Transcript
from cardsolver.games.the_game import kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.seats.spec import make_bot
from cardsolver.solver.analysis import Analysis, TurnReport, analyse
from cardsolver.solver.solve import solve_deal

# 45 goes up on A, but then 35 (drawn next) can go nowhere; 35 must come back on 45.
LOSING = Transcript(
    Deal("the-game", "minimum=1", position="44 60 30 20 / 45 46 / 35"),
    ("me",),
    ("A46", "end"),
    Outcome("stuck", (2,), ()),
)


def test_the_turn_that_lost_the_win_and_what_would_have_kept_it() -> None:
    analysis = analyse(LOSING)
    (turn,) = analysis.turns
    assert turn.verdict == "winnable"
    assert analysis.losing_turn is turn
    assert turn.advice == ("A45", "end")
    state = turn.before
    for move in turn.advice:
        state = the_game.apply(state, the_game.parse_move(move))
    again = Deal("the-game", "minimum=1", position=the_game.position_text(state))
    assert solve_deal(again).verdict == "winnable"


def test_a_won_game_has_no_losing_turn() -> None:
    line = solve_deal(deal_seed("the-game", "1", rules="players=2")).transcript
    analysis = analyse(line)
    assert analysis.left == 0
    assert analysis.losing_turn is None
    assert {turn.verdict for turn in analysis.turns} == {"winnable"}


def test_the_turn_that_lost_to_the_fire() -> None:
    """Cards are left that would still fit."""
    deal = Deal("the-game", "on-fire minimum=1", position="5 6 45 90 / 30 31 44 / 40 41 42 22")
    result = Outcome("fire", (5,), ())
    analysis = analyse(Transcript(deal, ("me",), ("C44", "end", "A31", "end"), result))
    assert [turn.verdict for turn in analysis.turns] == ["winnable", "winnable"]
    assert analysis.losing_turn is analysis.turns[1]


def test_every_turn_agrees_with_the_solver_on_its_own() -> None:
    """Outcomes filled in between two equal ones are what the solver says about them directly."""
    position = "40 35 62 70 / 41 44 52 30 / 45 61 72 55 34 25 60 71"
    deal = Deal("the-game", position=position)
    match = play_match(deal, [make_bot("greedy", "the-game", seed="x")], names=["greedy"])
    analysis = analyse(match.transcript)
    assert len(analysis.turns) >= 4
    for turn in analysis.turns:
        alone = solve_deal(Deal("the-game", position=the_game.position_text(turn.before)))
        assert (turn.left, turn.left_bound) == (alone.left, alone.left_bound)
    lefts = [turn.left for turn in analysis.turns]
    assert lefts == sorted(lefts)


@pytest.mark.parametrize("turns", [1, 2, 6])
def test_every_solve_is_told(turns: int) -> None:
    line = solve_deal(deal_seed("the-game", "1", rules="players=2")).transcript
    ends = [number for number, move in enumerate(line.moves, 1) if move == "end"]
    told: list[tuple[int, int]] = []
    analyse(
        Transcript(line.deal, line.seats, line.moves[: ends[turns - 1]]),
        on_turn=lambda settled, of: told.append((settled, of)),
    )
    assert told[:2] == [(1, turns), (2, turns)][:turns]
    assert told[-1] == (turns, turns)


def test_several_players_with_bids_and_talk() -> None:
    deal = deal_seed("the-game", "2", rules="players=3")
    bots = [make_bot("greedy", "the-game", seed=str(seat)) for seat in range(3)]
    match = play_match(deal, bots, names=["greedy"] * 3)
    moves = match.transcript.moves
    late = Transcript(deal, ("greedy",) * 3, moves[:12])
    analysis = analyse(late)
    assert analysis.turns[0].moves[0][0] in "ABCD"
    assert analysis.turns[0].verdict == "winnable"


def test_what_cannot_be_analysed() -> None:
    with pytest.raises(InputError, match="only the-game"):
        analyse(Transcript(deal_seed("level-8", "1"), (), ()))
    with pytest.raises(InputError, match="not a legal game"):
        analyse(Transcript(LOSING.deal, ("me",), ("A35",)))
    with pytest.raises(InputError, match="broken off before its first turn"):
        analyse(Transcript(LOSING.deal, ("me",), ()))


def test_ctrl_c_ends_an_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_arguments: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(kernel, "beam", interrupt)
    with pytest.raises(KeyboardInterrupt):
        analyse(LOSING, engine="search")


def test_what_is_known_of_where_the_win_was_lost() -> None:
    before = the_game.start(LOSING.deal)

    def turn(number: int, left: int, bound: int) -> TurnReport:
        return TurnReport(number, number, before, ("A45",), left, bound, None)

    won, unknown, lost = (0, 0), (3, 0), (3, 1)
    for numbers, expected in (
        ((won, won, unknown, lost), (2, 3)),
        ((unknown, unknown, lost), (1, 2)),
        ((won, unknown, unknown), (1, 3)),
        ((won, lost), None),  # the turn is known
    ):
        turns = tuple(turn(at, *each) for at, each in enumerate(numbers, 1))
        assert Analysis(turns, 3, is_over=True).open_turns == expected
