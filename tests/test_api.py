"""The public API: what a Python user may rely on."""

from __future__ import annotations

import doctest
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardsolver as cs
from cardsolver.core.registry import game_names

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["docs/api.md", "README.md"])
def test_the_sessions_on_the_page_are_what_python_answers(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    # The end of a fenced block must not be taken for the output of its last line.
    text = "\n".join("" if line.startswith("```") else line for line in text.split("\n"))
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    output: list[str] = []
    runner.run(test, out=output.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(output)


def test_the_package_docstring_is_true() -> None:
    failed, count = doctest.testmod(cs)
    assert (failed, count > 0) == (0, True)


def test_every_public_name_is_there_and_documented() -> None:
    for name in cs.__all__:
        value = getattr(cs, name)
        assert name == "__version__" or value.__doc__, name
    assert set(cs.__all__) == set(dir(cs))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        cs.nothing  # type: ignore[attr-defined] # noqa: B018 - that is the point


def test_the_import_is_light() -> None:
    """`import cardsolver` loads next to nothing: neither our rooms nor anything heavy."""
    code = (
        "import sys, cardsolver; print([name for name in sys.modules"
        " if name.startswith('cardsolver.') or name in ('numpy', 'ortools', 'typer', 'rich')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['cardsolver._version']"


# A table -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_names())
@settings(max_examples=10)
@given(seed=st.integers(0, 10_000), picks=st.lists(st.integers(0, 10_000), max_size=60))
def test_pop_takes_back_exactly_what_push_did(game: str, seed: int, picks: list[int]) -> None:
    table = cs.Table(cs.deal(game, seed=seed))
    seen: list[Any] = [table.state]
    for pick in picks:
        moves = table.legal_moves
        if not moves:
            break
        table.push(moves[pick % len(moves)])
        seen.append(table.state)
    assert cs.replay(table).fault is None
    again = cs.Table(table.deal, moves=table.moves)
    assert (again.state, again.transcript) == (table.state, table.transcript)
    while table.moves:
        assert table.state == seen.pop()
        move = table.pop()
        assert move in table.legal_moves
    assert table.state == seen.pop()


def test_an_illegal_move_names_its_rule_and_changes_nothing() -> None:
    table = cs.Table(cs.deal("the-game", seed=42))
    before = table.state
    with pytest.raises(cs.IllegalMove, match="99 is not in the hand") as caught:
        table.push("A99")
    assert caught.value.rule == "TG-6"
    with pytest.raises(cs.BadMove, match="is not a move"):
        table.push("lay an egg")
    assert (table.state, table.moves) == (before, ())


def test_a_finished_game_has_an_outcome_and_no_moves() -> None:
    table = cs.Table(cs.deal("the-game", position="1 1 100 100 / 5 / "))
    table.push("A5")
    assert table.outcome == cs.Outcome("won", (0,), (0,))
    assert (table.to_move, table.legal_moves) == (None, ())


@pytest.mark.parametrize("seat", [-1, 3, "0", 1.0, True])
def test_a_seat_is_one_of_those_at_the_table(seat: Any) -> None:
    table = cs.Table(cs.deal("the-game", seed=42, players=3))
    with pytest.raises(cs.InputError, match=r"seat .*; expected a whole number from 0 to 2"):
        table.view(seat)
    assert [table.view(each).seat for each in range(3)] == [0, 1, 2]


@pytest.mark.parametrize("moves", [-1, 2])
def test_there_is_a_state_after_every_move_and_no_other(moves: int) -> None:
    table = cs.Table(cs.deal("the-game", seed=42), moves=["C93"])
    assert table.state_after(1) == table.state
    with pytest.raises(
        cs.InputError, match=f"moves '{moves}'; expected a whole number from 0 to 1"
    ):
        table.state_after(moves)


# Deals and the solver ------------------------------------------------------------------------


def test_integers_and_texts_are_the_same_seed() -> None:
    assert cs.deal("the-game", seed=42) == cs.deal("the-game", seed="42")


@pytest.mark.parametrize(
    ("game", "flag"),
    [
        ("the-game", "expert"),
        ("the-game", "on_fire"),
        ("the-game", "short_hand"),
        ("level-8", "last_card_discarded"),
    ],
)
def test_a_flag_that_is_false_is_not_set(game: str, flag: str) -> None:
    options: dict[str, Any] = {flag: False}
    plain = cs.deal(game, seed=1)
    assert cs.deal(game, seed=1, **options) == plain
    words = flag.replace("_", "-")
    assert cs.deal(game, seed=1, rules=words) != plain
    assert cs.deal(game, seed=1, rules=words, **options) == plain  # a keyword wins


def test_a_default_that_is_false_is_taken_back() -> None:
    silent = cs.deal("the-game", seed=1, players=2, talk=False)
    assert silent.rules == "players=2 hand=7 minimum=2 first=bid no-talk"
    assert cs.deal("the-game", seed=1, rules="players=2 talk", talk=False) == silent


@pytest.mark.parametrize(
    ("game", "option", "message"),
    [
        ("level-8", {"levels": ["run3"] * 8}, "levels of type list; expected a text without"),
        ("fifty-fifty", {"violet": [1, 2]}, "violet of type list; expected a text without"),
        ("the-game", {"players": 2.0}, "players of type float; expected a text without"),
        ("the-game", {"players": "2 on-fire"}, "players '2 on-fire'; expected a text without"),
        ("the-game", {"hand": "7,on-fire"}, "hand '7,on-fire'; expected a text without"),
        ("the-game", {"on_fire": ""}, "on_fire ''; expected a text without"),
    ],
)
def test_an_option_has_one_plain_value(game: str, option: dict[str, Any], message: str) -> None:
    with pytest.raises(cs.InputError, match=message):
        cs.deal(game, seed=1, **option)
    with pytest.raises(cs.InputError, match=message):
        cs.tournament(game, ["greedy", "random"], seeds="0:2", **option)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": 1, "position": "1 1 100 100 / 5 / "}, "only one of seed, deck and position"),
        ({"seed": 1, "colour": "red"}, "no rule 'colour'"),
        ({"deck": [1, 2]}, "2 cards; expected the 98 of The Game"),
        ({"seed": "a\nb"}, "printable text"),
        ({"seed": ""}, "printable text"),
        ({"deck": 5}, "deck of type int; expected the cards in order"),
        ({"position": 5}, "position of type int; expected a text"),
        ({"rules": None}, "rules of type NoneType; expected a text such as"),
        ({"seed": 3.0}, "seed of type float; expected an integer or printable text"),
        ({"seed": True}, "seed of type bool; expected an integer or printable text"),
        ({"seed": b"x"}, "seed of type bytes; expected an integer or printable text"),
        ({"seed": [1]}, "seed of type list; expected an integer or printable text"),
    ],
)
def test_a_bad_deal_is_refused_in_a_line(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(cs.InputError, match=message):
        cs.deal("the-game", **arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"engine": "stockfish"}, "engine 'stockfish'; expected auto, search, cpsat"),
        ({"time_limit": math.nan}, "time_limit 'nan'; expected a number above 0"),
        ({"time_limit": -1}, "time_limit '-1'; expected a number above 0"),
        ({"memory": 0}, "memory '0'; expected a whole number above 0"),
        ({"memory": "2G"}, "memory of type str; expected a whole number above 0"),
        ({"memory": 2e9}, "memory of type float; expected a whole number above 0"),
        ({"time_limit": "5"}, "time_limit of type str; expected a number above 0"),
        ({"threads": True}, "threads of type bool; expected a whole number above 0"),
        ({"win_only": "no"}, "win_only of type str; expected True or False"),
        ({"check": 1}, "check of type int; expected True or False"),
        ({"threads": None}, "threads of type NoneType; expected a whole number above 0"),
        ({"first": 2}, "first '2'; expected a whole number from 0 to 1"),
        ({"first": -1}, "first '-1'; expected a whole number from 0 to 1"),
        ({"first": "1"}, "first of type str; expected a whole number from 0 to 1"),
    ],
)
def test_limits_and_engines_that_make_no_sense(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(cs.InputError, match=message):
        cs.solve(cs.deal("the-game", seed=1, players=2), **arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"jobs": 0}, "jobs 0; expected at least 1"),
        ({"jobs": "2"}, "jobs of type str; expected a whole number, at least 1"),
        ({"memory": "2G"}, "memory of type str"),
        ({"deals": cs.deal("the-game", seed=1)}, "deals of type Deal; expected a list of Deals"),
        ({"deals": ["seed 1"]}, "deal of type str; expected a Deal or a Table"),
    ],
)
def test_solving_many_is_refused_by_the_call_itself(
    arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(cs.InputError, match=message):
        cs.solve_many(**{"deals": [cs.deal("the-game", seed=1)], **arguments})


def test_what_is_no_deal_is_said_to_be_none() -> None:
    transcript: Any = cs.Table(cs.deal("the-game", seed=1)).transcript
    for use in (cs.solve, cs.Table, lambda deal: cs.play(deal, "greedy")):
        with pytest.raises(cs.InputError, match="deal of type Transcript; expected a Deal"):
            use(transcript)


def test_a_match_is_taken_for_its_transcript() -> None:
    match = cs.play(cs.deal("the-game", position="66 21 50 22 / 39 57 59 65 / 72 45"), "greedy")
    assert cs.replay(match) == cs.replay(match.transcript)
    assert cs.page(match) == cs.page(match.transcript)
    assert cs.analyse(match).turns


def test_what_is_no_record_is_said_to_be_none(tmp_path: Path) -> None:
    nothing: Any = tmp_path
    for use in (cs.replay, cs.page, cs.analyse):
        with pytest.raises(cs.InputError, match=r"game of type .*Path; expected a Transcript, its"):
            use(nothing)
    for write in (cs.format_transcript, cs.format_code):
        with pytest.raises(
            cs.InputError, match=r"transcript of type .*Path; expected a Transcript"
        ):
            write(nothing)
    with pytest.raises(cs.InputError, match=r"transcript of type .*Path; expected a text"):
        cs.parse_transcript(nothing)


def test_a_file_is_named_by_a_text_or_a_path(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("60 70 40 30 / 45 52 / ")
    assert cs.load_deals(path, game="the-game") == cs.load_deals(str(path), game="the-game")


def test_only_the_game_is_solved() -> None:
    for what in (cs.deal("level-8", seed=1), cs.Table(cs.deal("fifty-fifty", seed=1))):
        with pytest.raises(cs.InputError, match="only the-game can be solved"):
            cs.solve(what)


def test_a_table_is_solved_from_its_moment() -> None:
    table = cs.Table(cs.deal("the-game", position="66 21 50 22 / 39 57 59 65 / 72 45"))
    assert cs.solve(table).is_winnable is True
    for move in ("C39", "B57", "end"):
        table.push(move)
    verdict = cs.solve(table)
    assert (verdict.verdict, verdict.left) == ("unwinnable", 1)
    assert cs.replay(verdict.transcript).is_sound


def test_solve_many_resumes_and_replays_what_it_finds(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    deals = [cs.deal("the-game", seed=seed) for seed in range(3)]
    first = list(cs.solve_many(deals[:2], win_only=True, resume=file))
    lines = file.read_text().splitlines()
    again = list(cs.solve_many(deals, win_only=True, resume=file))
    for old, new in zip(again[:2], first, strict=True):
        assert old == replace(new, seconds=old.seconds)
    assert file.read_text().splitlines()[:2] == lines
    assert len(file.read_text().splitlines()) == 3


def test_a_verdict_that_was_edited_is_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    deal = cs.deal("the-game", position="60 70 40 30 / 45 52 / ")
    list(cs.solve_many([deal], resume=file))
    file.write_text(file.read_text().replace('"left":2', '"left":1'))
    with pytest.raises(cs.InputError, match="the line does not leave 1"):
        list(cs.solve_many([deal], resume=file))


# Play and tournaments ------------------------------------------------------------------------


class Faithful:
    """Remembers what it was told, and answers in text."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, str]] = []

    def choose(self, view: Any) -> str:
        game = cs.game_named("the-game")
        return game.format_move(game.legal_moves(view)[0])

    def saw(self, seat: int, move: str) -> None:
        self.heard.append((seat, move))


def test_an_object_plays_watches_and_may_answer_in_text() -> None:
    bot = Faithful()
    match = cs.play(cs.deal("the-game", seed=3, players=2, talk=False), ["greedy", bot])
    assert tuple(move for _, move in bot.heard) == match.transcript.moves
    assert match.transcript.seats == ("greedy", "Faithful")
    assert cs.replay(match.transcript).is_sound


@pytest.mark.parametrize("most_moves", [1.5, 0, True])
def test_a_game_is_stopped_after_a_whole_number_of_moves(most_moves: Any) -> None:
    with pytest.raises(cs.InputError, match=r"most_moves .*; expected a whole number above 0"):
        cs.play(cs.deal("the-game", seed=3), "greedy", most_moves=most_moves)


def test_one_player_takes_all_seats() -> None:
    deal = cs.deal("the-game", seed=3, players=2, talk=False)
    for one in ("greedy", ["greedy"]):
        assert cs.play(deal, one).transcript.seats == ("greedy", "greedy")
    assert cs.play(deal, Faithful()).transcript.seats == ("Faithful", "Faithful")


class Seeded(Faithful):
    """Keeps what it was made with."""

    made: ClassVar[list[Seeded]] = []

    def __init__(self, game: Any, seed: str) -> None:
        super().__init__()
        self.given = (game.name, seed)
        self.made.append(self)


def test_every_seat_gets_its_own_bot_of_a_class() -> None:
    deal = cs.deal("the-game", seed=3, players=2, talk=False)
    match = cs.play(deal, Faithful)
    assert match.transcript == cs.play(deal, Faithful()).transcript
    Seeded.made.clear()
    assert cs.play(deal, ["greedy", Seeded]).transcript.seats == ("greedy", "Seeded")
    cs.play(deal, Seeded)
    assert [bot.given[1] for bot in Seeded.made] == ["seed 3/1", "seed 3/0", "seed 3/1"]
    assert {bot.given[0] for bot in Seeded.made} == {"the-game"}


def test_what_is_no_move_is_said_to_be_none() -> None:
    table = cs.Table(cs.deal("the-game", seed=3))
    for nothing in (None, 3, "A"):
        with pytest.raises(cs.BadMove, match="is not a move"):
            table.push(nothing)
    fault = cs.play(table.deal, lambda _view: None).fault
    assert fault is not None
    assert (fault.kind, fault.move) == ("bad-message", 1)
    assert fault.message == "'None' of type NoneType is not a move; expected one, or its text"


def test_what_a_bot_of_yours_raises_is_raised() -> None:
    def broken(_view: Any) -> Any:
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        cs.play(cs.deal("the-game", seed=3), [broken])


def test_a_bot_that_breaks_a_rule_is_named() -> None:
    match = cs.play(cs.deal("the-game", seed=3), [lambda _view: "end"])
    assert match.transcript.result is None
    assert match.fault is not None
    assert (match.fault.rule, match.fault.seat, match.fault.move) == ("TG-13", 0, 1)


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (["greedy", "greedy", "greedy"], "3 players at a table for 2; expected 2, or one for all"),
        (["nobody"], "no bot 'nobody'"),
        ([42], "cannot take a seat"),
        (int, "cannot take a seat"),
    ],
)
def test_bad_seats_are_refused(seats: list[Any], message: str) -> None:
    with pytest.raises(cs.InputError, match=message):
        cs.play(cs.deal("the-game", seed=1, players=2), seats)


def test_names_are_one_for_each_seat() -> None:
    deal = cs.deal("the-game", seed=1, players=2)
    with pytest.raises(cs.InputError, match="1 name for 2 seats; expected 2"):
        cs.play(deal, ["greedy"], names=["ann"])
    with pytest.raises(cs.InputError, match="3 names for 2 seats; expected 2"):
        cs.Table(deal, seats=["ann", "bob", "cem"])
    number: Any = 2
    with pytest.raises(cs.InputError, match="names of type int; expected a list of texts"):
        cs.Table(deal, seats=number)
    with pytest.raises(cs.InputError, match="1 name for 2 seats; expected 2"):
        cs.play(deal, ["greedy"], names="ab")  # not one letter for each
    with pytest.raises(cs.InputError, match="moves of type int; expected a list of moves"):
        cs.Table(deal, moves=number)
    with pytest.raises(cs.InputError, match="2 names for 1 seat; expected 1"):
        cs.Table(cs.deal("the-game", seed=1), seats=["ann", "bob"])


def test_there_is_no_move_to_take_back_at_the_start() -> None:
    with pytest.raises(cs.InputError, match="no move to take back"):
        cs.Table(cs.deal("the-game", seed=1)).pop()


@pytest.mark.parametrize("jobs", [0, -3])
def test_a_tournament_needs_somebody_to_play_it(jobs: int) -> None:
    with pytest.raises(cs.InputError, match=f"jobs {jobs}; expected at least 1"):
        cs.tournament("the-game", ["random"], seeds="0:2", jobs=jobs)


def test_a_tournament_gives_rows_and_goes_on_with_its_record(tmp_path: Path) -> None:
    record = tmp_path / "run.jsonl"
    first = cs.tournament("the-game", ["greedy", "random"], seeds=range(2), output=record)
    again = cs.tournament("the-game", ["greedy", "random"], seeds="0:2", output=record)
    assert first.games == again.games
    assert [(row["game"], row["seed"], row["bot"]) for row in first.games] == [
        (0, "0", "greedy"),
        (1, "0", "random"),
        (2, "1", "greedy"),
        (3, "1", "random"),
    ]
    assert {row["bot"] for row in first.standings} == {"greedy", "random"}


def first_move(view: Any) -> Any:
    """The bot that a function is."""
    return cs.game_named("the-game").legal_moves(view)[0]


def test_one_bot_needs_no_list() -> None:
    for bot, name in (("greedy", "greedy"), (first_move, f"{__name__}:first_move")):
        result = cs.tournament("the-game", bot, seeds=[1])
        assert [row["bot"] for row in result.standings] == [name]
        assert result.faults == []


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (
            {"mine": Faithful()},
            "bot of type Faithful; expected a bot's name, a class or a function",
        ),
        (Faithful(), "bot of type Faithful; expected a bot's name, a class or a function"),
        (Faithful().choose, "bot of type method; expected a bot's name, a class or a function"),
        ([lambda _view: 1], "bot '<lambda>' cannot be imported; expected .* as in module:Name"),
        ({7: "greedy"}, "a bot's name of type int; expected a text"),
        ([], "no bots"),
    ],
)
def test_bots_that_cannot_take_part(bots: Any, message: str) -> None:
    with pytest.raises(cs.InputError, match=message):
        cs.tournament("the-game", bots, seeds=[1])


def test_a_number_is_no_list_of_seeds() -> None:
    seeds: Any = 5
    with pytest.raises(cs.InputError, match="seeds of type int; expected a text such as 0:100, a"):
        cs.tournament("the-game", "greedy", seeds=seeds)


def test_seeds_in_a_list_may_be_texts(tmp_path: Path) -> None:
    record = tmp_path / "run.jsonl"
    result = cs.tournament("the-game", "greedy", seeds=["spring", 3], output=record)
    assert [row["seed"] for row in result.games] == ["spring", "3"]
    with pytest.raises(cs.InputError, match="for text seeds: --seed, or a list in Python"):
        cs.tournament("the-game", "greedy", seeds="spring")
    for seed in (3.0, True, None):
        with pytest.raises(cs.InputError, match="seed of type"):
            cs.tournament("the-game", "greedy", seeds=[seed])  # type: ignore[list-item] # so the test


@pytest.mark.parametrize("argument", [{"sprt": "elo0=0,elo1=20"}, {"move_limit": 5.0}])
def test_an_argument_that_a_tournament_does_not_have(argument: dict[str, Any]) -> None:
    with pytest.raises(cs.InputError, match=r"no rule '.*'; .* or an argument of cs.tournament$"):
        cs.tournament("the-game", "greedy", seeds=[1], **argument)


def test_a_gauntlet_is_one_or_is_none() -> None:
    gauntlet: Any = "no"
    with pytest.raises(cs.InputError, match="gauntlet of type str; expected True or False"):
        cs.tournament("fifty-fifty", ["greedy", "random"], seeds=[1], gauntlet=gauntlet)


def test_a_class_takes_part_in_a_tournament() -> None:
    result = cs.tournament("the-game", {"mine": Faithful, "other": "random"}, seeds=[5, 7])
    assert {row["bot"] for row in result.games} == {"mine", "other"}
    assert result.faults == []


def test_an_error_names_the_source_as_the_commands_do(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("{}\n")
    with pytest.raises(cs.InputError, match=r"games\.jsonl, line 1: expected"):
        cs.read_transcripts(file)
    with pytest.raises(cs.InputError, match=r"^share code: damaged"):
        cs.read_transcripts("cs1" + "x" * 40)
