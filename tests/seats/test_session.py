"""A person's game without a terminal: taking back, going on from a file, bots included."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.game import IllegalMove, Outcome
from cardsolver.core.shuffle import generator_state
from cardsolver.core.transcript import (
    NO_AIDS,
    Aids,
    format_transcript,
    parse_transcript,
    replay,
)
from cardsolver.runner.locking import lock
from cardsolver.seats.names import names_for
from cardsolver.seats.session import BotFault, Session
from cardsolver.seats.shelf import Shelf, claimed, data_folder, load_save, save
from tests.support.running import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLES = [
    ("the-game", ("human",)),
    ("the-game", ("human", "random")),
    ("the-game", ("talker", "human", "greedy")),
    ("fifty-fifty", ("human", "random", "greedy")),
    ("fifty-fifty", ("lookahead:samples=4", "human", "random")),
    ("level-8", ("human", "random")),
]
MOVES = 60  # far enough for every kind of decision, and quick


def decide(session: Session) -> str:
    """What our person plays: any legal move, but always the same after the same moves."""
    legal = session.table.legal_moves
    return legal[generator_state(" ".join(session.table.moves)) % len(legal)]


def step(session: Session) -> None:
    if session.to_move in session.people:
        session.play(decide(session))
    else:
        session.move_bot()


def straight(game: str, seats: Sequence[str], seed: str) -> tuple[str, ...]:
    """The moves of a game that nobody interrupted."""
    session = Session(deal_seed(game, seed, rules=f"players={len(seats)}"), seats)
    while session.to_move is not None and len(session.table.moves) < MOVES:
        step(session)
    return session.table.moves


@settings(max_examples=25)
@given(
    table=st.sampled_from(TABLES),
    seed=st.integers(0, 50).map(str),
    undos=st.lists(st.integers(1, MOVES), max_size=4),
    stops=st.lists(st.integers(1, MOVES), max_size=2),
)
def test_undo_and_resume_reproduce_the_game_played_straight_through(
    table: tuple[str, tuple[str, ...]], seed: str, undos: list[int], stops: list[int]
) -> None:
    game, seats = table
    session = Session(deal_seed(game, seed, rules=f"players={len(seats)}"), seats)
    (person,) = session.people
    taken_back = 0
    undos, stops = sorted(undos), sorted(stops)
    while session.to_move is not None and len(session.table.moves) < MOVES:
        step(session)
        played = len(session.table.moves)
        if undos and played >= undos[0] and session.can_undo(person):
            undos.pop(0)
            session.undo(person)
            assert session.to_move == person
            taken_back += 1
        if stops and played >= stops[0]:
            stops.pop(0)
            # The program ends here; another goes on with the text that was saved.
            left = parse_transcript(format_transcript(session.transcript))
            session = Session(left.deal, left.seats, moves=left.moves, aids=left.aids)
    assert session.table.moves == straight(game, seats, seed)
    assert session.transcript.aids == Aids(take_backs=taken_back)
    assert replay(session.transcript).fault is None


def test_undo_goes_back_decision_by_decision_to_the_first() -> None:
    session = Session(
        deal_seed("the-game", "1", rules="players=2 first=1 no-talk"), ("human", "greedy")
    )
    for text in ("A9", "A10", "end"):
        if text in session.table.legal_moves or text == "end":
            session.play(text)
        else:
            session.play(session.table.legal_moves[0])
    while session.to_move != 0:
        session.move_bot()
    count = len(session.table.moves)
    assert session.undo(0) == count - 2  # the bot's turn and the own end
    assert len(session.table.moves) == 2
    session.undo(0)
    session.undo(0)
    assert not session.transcript.moves
    with pytest.raises(InputError, match="nothing to take back"):
        session.undo(0)
    assert session.transcript.aids.take_backs == 3


def test_a_program_goes_back_and_on_like_any_bot() -> None:
    program = f"cmd:sh {ROOT}/examples/bots/first.sh"
    session = Session(deal_seed("fifty-fifty", "2"), ("human", program))
    try:
        for _ in range(8):
            step(session)
        moves = session.table.moves
        session.undo(0)
        while len(session.table.moves) < len(moves):
            step(session)
        assert session.table.moves == moves
    finally:
        session.close()


def test_an_illegal_move_changes_nothing() -> None:
    session = Session(deal_seed("the-game", "1"), ("human",))
    with pytest.raises(IllegalMove, match="TG-13"):
        session.play("end")
    assert session.table.moves == ()


def test_a_bot_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_bot.py").write_text(
        "def choose(view):\n    raise RuntimeError('no idea')\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    deal = deal_seed("fifty-fifty", "1", rules="players=2 first=2")
    session = Session(deal, ("human", "broken_bot:choose"))
    with pytest.raises(BotFault, match="no idea") as caught:
        session.move_bot()
    assert (caught.value.fault.seat, caught.value.fault.kind) == (1, "crash")


def test_events_are_what_a_seat_saw_since_its_last_decision() -> None:
    session = Session(
        deal_seed("fifty-fifty", "3", rules="players=3"), ("human", "greedy", "greedy")
    )
    assert session.events(0) == []
    session.play(decide(session))
    while session.to_move != 0:
        session.move_bot()
    own, *others = session.events(0)
    assert own.seat == 0
    assert {event.seat for event in others} <= {1, 2}
    assert others[-1].after == session.view(0)
    assert next(session.own_events(0)) == own


# The shelf


def test_a_saved_game_is_a_transcript_and_can_be_loaded(tmp_path: Path) -> None:
    session = Session(deal_seed("the-game", "1"), ("human",))
    session.play(session.table.legal_moves[0])
    path = tmp_path / "game.json"
    save(path, session.transcript)
    assert load_save(str(path)) == (session.transcript, True)
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]


def test_only_an_unfinished_game_of_a_person_can_be_continued(tmp_path: Path) -> None:
    session = Session(deal_seed("the-game", "1"), ("human",))
    session.play(session.table.legal_moves[0])
    line = format_transcript(session.transcript)
    path = tmp_path / "games.jsonl"
    for change, message in [
        (line.replace('"human"', '"greedy"'), "no unfinished game with a human seat"),
        (line.replace('"moves": ["', '"moves": ["end", "'), "not a legal game"),
        (line.replace('"human"', '"human", "human"'), "not a legal game"),
        ("{}", "expected the field cardsolver"),
        ("", "empty"),
    ]:
        path.write_text(change)
        with pytest.raises(InputError, match=message):
            load_save(str(path))
    path.write_text(f"{line}\n{line.replace('human', 'greedy')}\n")
    assert load_save(str(path)) == (session.transcript, False)


def test_the_shelf_keeps_games_and_finds_the_last_one(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "deep" / "home")
    with pytest.raises(InputError, match="no saved game"):
        shelf.last_save()
    session = Session(deal_seed("the-game", "1"), ("human",))
    first, second = shelf.new_save("the-game"), shelf.new_save("the-game")
    assert first != second
    save(first, session.transcript)
    assert shelf.last_save() == first  # the second is still empty
    shelf.keep(session.transcript)
    assert parse_transcript(shelf.games.read_text()) == session.transcript


def test_the_folder_follows_the_environment() -> None:
    assert data_folder({"XDG_DATA_HOME": "/x/y"}) == Path("/x/y/cardsolver")
    assert data_folder({"XDG_DATA_HOME": "relative"}) == data_folder({})


def test_without_a_home_the_environment_has_to_name_a_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(InputError, match=r"^no home folder; expected XDG_DATA_HOME to name a"):
        data_folder({})


def test_a_finished_game_that_cannot_be_kept_is_said(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    session = Session(deal_seed("the-game", "1"), ("human",))
    save(shelf.new_save("the-game"), replace(session.transcript, result=Outcome("x", (1,), ())))
    shelf.games.write_bytes(b"not one of ours\n")
    with pytest.raises(InputError, match=r"games\.jsonl"):
        shelf.last_save()
    assert len(shelf.saves()) == 1


def test_a_lock_that_was_removed_while_we_waited_for_it_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other window closes between our opening of the lock's file and our locking it."""
    path = tmp_path / "the-game-1.json"
    first = ExitStack()
    first.enter_context(claimed(path))

    def late(*arguments: Any) -> None:
        first.close()
        lock(*arguments)

    monkeypatch.setattr("cardsolver.seats.shelf.lock", late)
    with claimed(path):
        monkeypatch.setattr("cardsolver.seats.shelf.lock", lock)
        with pytest.raises(InputError, match="another window"), claimed(path):
            pass


# Names and aids


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (["human", "greedy"], ("you", "greedy")),
        (["human", "greedy", "greedy"], ("you", "greedy 2", "greedy 3")),
        (["human:Anna", "lookahead:samples=3"], ("Anna", "lookahead")),
        (["human", "human"], ("player 1", "player 2")),
        (["human", "my.bots:Clever", "cmd:python3 bots/simple.py"], ("you", "Clever", "simple.py")),
        (["human", "script:moves.txt"], ("you", "script")),
    ],
)
def test_everybody_has_a_name_of_their_own(seats: list[str], names: tuple[str, ...]) -> None:
    assert names_for(seats, 0) == names


def test_a_record_says_what_help_there_was() -> None:
    session = Session(deal_seed("the-game", "1"), ("human",), aids=Aids(2, 1, live=True))
    text = format_transcript(session.transcript)
    assert '"aids": {"take_backs": 2, "hints": 1, "live": true}' in text
    assert parse_transcript(text).aids == Aids(2, 1, live=True)
    plain = text.replace(', "aids": {"take_backs": 2, "hints": 1, "live": true}', "")
    assert parse_transcript(plain).aids == NO_AIDS
    for wrong in ("[]", '{"take_backs": -1}', '{"live": 1}', '{"hints": true}', '{"x": 1}'):
        with pytest.raises(InputError, match="field aids"):
            parse_transcript(plain[:-1] + f', "aids": {wrong}}}')
