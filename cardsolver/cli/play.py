"""`cardsolver play`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cardsolver.cli.completion import complete_puzzle, complete_seats
from cardsolver.cli.console import rich_console, say, say_error, say_json
from cardsolver.cli.flags import (
    Json,
    Laid,
    NoRecord,
    RecordFile,
    Seed,
    VariantFlags,
    variant_flags,
)
from cardsolver.cli.game_names import OptionalGameName
from cardsolver.cli.numbers import whole
from cardsolver.cli.person import (
    Keeping,
    PersonGame,
    blame,
    play_person,
    resumed,
    say_unfinished,
)
from cardsolver.core.deal import Deal, check_game, complete_rules, deal_seed, load_any_deals
from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named, game_names
from cardsolver.core.seeds import new_seed
from cardsolver.core.text import check_printable
from cardsolver.core.transcript import transcript_to_json
from cardsolver.core.variant import merge_words
from cardsolver.games.the_game.puzzles import GAME as PUZZLE_GAME
from cardsolver.games.the_game.puzzles import puzzle_named
from cardsolver.runner.journal import check_writable, keep
from cardsolver.seats.names import HUMAN, SCRIPT, check_person, is_person
from cardsolver.seats.script import ScriptBot
from cardsolver.seats.seating import Sitter, play_seats
from cardsolver.seats.spec import check_spec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from cardsolver.core.game import AnyGame
    from cardsolver.core.referee import Match
    from cardsolver.core.seats import Seat


@variant_flags()
def play(
    game: OptionalGameName = None,
    *,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="WHO,WHO…",
            help="Who sits where: human, human:NAME, a bot's name, package.module:Name,"
            " cmd:PROGRAM, or script:FILE. One name fills all seats (default: you, and bots).",
            autocompletion=complete_seats,
        ),
    ] = None,
    seed: Seed = None,
    deal_file: Annotated[
        str | None, typer.Option("--deal", metavar="FILE", help="Play a deal from a file.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(
            "--number", parser=whole(1), metavar="K", help="Number of the deal in the file [1]."
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="TEXT", help="Start from a position (The Game)."),
    ] = None,
    puzzle: Annotated[
        str | None,
        typer.Option(
            "--puzzle",
            metavar="NAME",
            help="Play a puzzle; see cardsolver puzzles.",
            autocompletion=complete_puzzle,
        ),
    ] = None,
    laid: Laid = 0,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help='Continue a saved game: its file, or "last" for the most recent one.',
        ),
    ] = None,
    live: Annotated[
        bool,
        typer.Option(
            "--live", help="After every turn, show whether the game can still be won (The Game)."
        ),
    ] = False,
    record: RecordFile = None,
    no_record: NoRecord = False,
    as_json: Json = False,
    variant: VariantFlags,
) -> None:
    """Play a game in the terminal, or let bots and scripts play it.

    Examples:
        cardsolver play the-game
        cardsolver play level-8
        cardsolver play fifty-fifty --seats human:Anna,human:Ben,greedy
        cardsolver play --resume last
        cardsolver play the-game --seats greedy --seed 42 --record games.jsonl

    Exit code 0: the game was played to its end. 1: a seat left early. 2: a bot was at fault.

    """
    if resume is not None:
        given = (game, seats, seed, deal_file, position, puzzle, number, *variant.values)
        if laid or any(value is not None for value in given):
            raise InputError("--resume goes on with a game as it is; expected no other deal")
        left = resumed(resume)
        _check_seats(left.seats, game_named(left.deal.game))
        _check_live(live=live, game=left.deal.game)
        keeping = Keeping.of(record, at_home=not no_record)
        play_person(left, keeping, live=live, as_json=as_json)
        return
    if game is None and puzzle is None:
        raise InputError(
            f"no game given; expected one of {', '.join(game_names())},"
            " or --puzzle NAME, or --resume FILE"
        )
    chosen = game_named(game or PUZZLE_GAME)
    if puzzle is not None and chosen.name != PUZZLE_GAME:
        raise InputError(f"--puzzle goes with {PUZZLE_GAME}, not with {chosen.name}")
    _check_live(live=live, game=chosen.name)
    names = _names(seats, chosen, variant)
    sources = _Sources(seed, deal_file, position, puzzle)
    start = _deal(chosen, names or [], sources, _Place(number, laid), variant)
    names = _filled(names, chosen, start)
    if any(map(is_person, names)):
        keeping = Keeping.of(record, at_home=not no_record)
        play_person(PersonGame(start, tuple(names)), keeping, live=live, as_json=as_json)
        return
    if live:
        raise InputError("--live is for a person at the table; expected a human seat")
    if record is not None:
        check_writable(record)
    console = rich_console(stderr=as_json)
    log = _Log(chosen, console, names, start)
    console.print(f"{chosen.title}, {start.label}: {start.rules}", markup=False)
    match = play_seats(start, _sitters(chosen, names), names=names, on_move=log.on_move)
    log.flush()
    _report(match, record, as_json=as_json)


def _names(seats: str | None, game: AnyGame, variant: VariantFlags) -> list[str] | None:
    """Who was asked to sit where; None if nobody was."""
    if seats is None:
        return None
    check_printable(seats, "--seats")
    names = [name.strip() for name in seats.split(",")]
    _check_seats(names, game)
    players = variant.values.get("players")
    if players is not None and len(names) > 1 and str(len(names)) != players:
        raise InputError(f"--players {players}, but --seats names {len(names)}")
    return names


def _check_seats(names: Sequence[str], game: AnyGame) -> None:
    """Reject a wrong name before anything is shown."""
    for name in names:
        if is_person(name):
            check_person(name)
        elif not name.startswith(SCRIPT):
            check_spec(name, game)


def _check_live(*, live: bool, game: str) -> None:
    if live and game != PUZZLE_GAME:
        raise InputError(f"--live goes with {PUZZLE_GAME}, not with {game}")


def _filled(names: list[str] | None, game: AnyGame, deal: Deal) -> list[str]:
    """One name for every seat. You sit first; bots join you, unless all cards lie open."""
    count = game.seats(game.start(deal))
    if names is None:
        # The bot itself, not its level: a record must say who played.
        partner = game.levels().get("medium", "random")
        is_puzzle = deal.expected is not None
        return [HUMAN] * count if is_puzzle else [HUMAN, *[partner] * (count - 1)]
    names = names * count if len(names) == 1 else names
    if len(names) != count:
        raise InputError(f"--seats names {len(names)} seats; the deal has {count}")
    return names


class _Sources(NamedTuple):
    """Where the deal may come from; at most one is given."""

    seed: str | None
    deal_file: str | None
    position: str | None
    puzzle: str | None


class _Place(NamedTuple):
    """Which of a file's deals, and where in a turn a position stands."""

    number: int | None
    laid: int


def _deal(
    game: AnyGame, names: list[str], sources: _Sources, at: _Place, variant: VariantFlags
) -> Deal:
    """The deal under the flags' variant; several names in --seats set the number of players."""
    if sum(source is not None for source in sources) > 1:
        raise InputError("expected only one of --seed, --deal, --position and --puzzle")
    seed, deal_file, position, puzzle = sources
    if at.laid and position is None:
        raise InputError("--laid goes with --position")
    if at.number is not None and deal_file is None:
        raise InputError("--number goes with --deal")
    if puzzle is not None:
        variant.check_none_for_a_puzzle()
        deal = puzzle_named(puzzle)
        # All cards lie open, so there is nothing to say about them, unless it is asked for.
        variant = VariantFlags({"talk": False, **variant.values})
        return complete_rules(replace(deal, rules=variant.words_over(game, deal.rules)))
    given = variant
    if "players" not in variant.values and len(names) > 1:
        variant = VariantFlags({**variant.values, "players": str(len(names))})
    words = variant.words(game)
    if deal_file is not None:
        if deal_file == "-" and (not names or any(map(is_person, names))):
            raise InputError("--deal - reads standard input, which a human seat needs")
        deal = _one_deal(deal_file, game, at.number)
        # The seats say how many play only where the file does not.
        words = merge_words(words, deal.rules, game.options)
        return complete_rules(replace(deal, rules=given.words_over(game, words)))
    if position is not None:
        text = f"{position} / laid {at.laid}" if at.laid else position
        return complete_rules(replace(Deal(game.name, position=text), rules=words))
    seed = new_seed() if seed is None else seed
    return complete_rules(deal_seed(game.name, seed, rules=words))


def _one_deal(file: str, game: AnyGame, number: int | None) -> Deal:
    """The deal of a file that was asked for; says which it is where the file has several."""
    deals = load_any_deals(file, plain=game.name)
    if (number or 1) > len(deals):
        raise InputError(f"{file}: no deal {number}; expected 1 to {len(deals)}")
    if number is None and len(deals) > 1:
        say_error(f"{file}: {len(deals)} deals; this is the first, --number K plays another")
    deal = deals[(number or 1) - 1]
    check_game(deal, game.name, file)
    return deal


def _sitters(game: AnyGame, names: list[str]) -> list[Sitter]:
    """Who sits where; seats that name the same script share it."""
    scripts = {
        name: ScriptBot(game, name.removeprefix(SCRIPT))
        for name in names
        if name.startswith(SCRIPT)
    }
    return [scripts.get(name, name) for name in names]


class _Log:
    """A line for each turn of a game without people."""

    def __init__(self, game: AnyGame, console: Console, names: list[str], deal: Deal) -> None:
        self._game = game
        self._begins_turn = game.stage().begins_turn
        self._console = console
        self._names = names
        self._before = game.start(deal)
        self._seat: Seat | None = None  # the one that moved last
        self._moves: list[str] = []

    def on_move(self, state: Any, seat: Seat, move: Any) -> None:
        if seat != self._seat or self._begins_turn(self._before, move, self._seat):
            self.flush()
        self._before, self._seat = state, seat
        self._moves.append(self._game.format_move(move))

    def flush(self) -> None:
        if self._seat is not None and self._moves:
            who = f"seat {self._seat + 1} ({self._names[self._seat]})"
            # A file or a pipe gets one line for each turn.
            self._console.print(
                f"{who}: {', '.join(self._moves)}",
                markup=False,
                soft_wrap=not self._console.is_terminal,
            )
        self._moves = []


def _report(match: Match, record: Path | None, *, as_json: bool) -> None:
    """Keep the record, say how the game ended, and exit if it did not end well."""
    transcript = match.transcript
    if record is not None:
        keep(record, transcript_to_json(transcript))
    if as_json:
        say_json(transcript_to_json(transcript))
    elif transcript.result is not None:
        say(game_named(transcript.deal.game).describe(transcript.result))
    if match.fault is not None:
        raise InputError(blame(match.fault, transcript))
    if transcript.result is None:
        say_unfinished(transcript, [f"the record is in {record}"] if record is not None else [])
        raise typer.Exit(130 if match.interrupted else 1)
