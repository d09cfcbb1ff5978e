"""`cardsolver play`."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cardsolver.cli.completion import HUMAN, complete_puzzle, complete_seats
from cardsolver.cli.console import rich_console, say, say_error
from cardsolver.cli.flags import Json, Seed, VariantFlags, variant_flags
from cardsolver.cli.game_names import OptionalGameName
from cardsolver.core.deal import Deal, complete_rules, deal_seed, load_deals
from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named, game_names
from cardsolver.core.seeds import new_seed
from cardsolver.core.transcript import format_transcript, transcript_to_json
from cardsolver.core.variant import merge_words
from cardsolver.games.the_game.puzzles import GAME as PUZZLE_GAME
from cardsolver.games.the_game.puzzles import puzzle_named
from cardsolver.runner.journal import check_writable, keep
from cardsolver.seats.script import ScriptBot
from cardsolver.seats.seating import Sitter, play_seats
from cardsolver.seats.spec import check_spec

if TYPE_CHECKING:
    from rich.console import Console

    from cardsolver.core.game import AnyGame
    from cardsolver.core.referee import Match
    from cardsolver.core.screen import Screen
    from cardsolver.core.seats import Seat

SCRIPT = "script:"


@variant_flags()
def play(
    game: OptionalGameName = None,
    *,
    seats: Annotated[
        str,
        typer.Option(
            "--seats",
            metavar="WHO,WHO…",
            help="Who sits where: human, a bot's name, package.module:Name, cmd:PROGRAM, or"
            " script:FILE. One name fills all seats.",
            autocompletion=complete_seats,
        ),
    ] = HUMAN,
    seed: Seed = None,
    deal_file: Annotated[
        str | None, typer.Option("--deal", metavar="FILE", help="Play the first deal of a file.")
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
    laid: Annotated[
        int,
        typer.Option("--laid", min=0, metavar="K", help="Position: cards already laid this turn."),
    ] = 0,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Append the transcript here.")
    ] = None,
    as_json: Json = False,
    variant: VariantFlags,
) -> None:
    """Play a game in the terminal, or let bots and scripts play it.

    Examples:
        cardsolver play the-game
        cardsolver play the-game --seats human,greedy
        cardsolver play the-game --seats greedy --seed 42 --record games.jsonl

    Exit code 0: the game was played to its end. 1: a seat left early. 2: a bot was at fault.

    """
    if game is None and puzzle is None:
        raise InputError(
            f"no game given; expected one of {', '.join(game_names())}, or --puzzle NAME"
        )
    chosen = game_named(game or PUZZLE_GAME)
    if puzzle is not None and chosen.name != PUZZLE_GAME:
        raise InputError(f"--puzzle goes with {PUZZLE_GAME}, not with {chosen.name}")
    names = _names(seats, chosen, variant)
    sources = _Sources(seed, deal_file, position, puzzle)
    start = _deal(chosen, names, sources, laid, variant)
    count = chosen.seats(chosen.start(start))
    names = names * count if len(names) == 1 else names
    if len(names) != count:
        raise InputError(f"--seats names {len(names)} seats; the deal has {count}")
    if record is not None:
        check_writable(record)
    console = rich_console(stderr=as_json)
    screen = chosen.screen()
    table = _Table(chosen, screen, console, names)
    sitters = _sitters(chosen, names, screen, console)
    console.print(f"{chosen.title}, {start.label}: {start.rules}", markup=False)
    match = play_seats(start, sitters, names=names, on_move=table.on_move)
    table.close(match)
    _report(match, record, as_json=as_json)


def _names(seats: str, game: AnyGame, variant: VariantFlags) -> list[str]:
    names = [name.strip() for name in seats.split(",")]
    for name in names:
        if name != HUMAN and not name.startswith(SCRIPT):
            check_spec(name, game)  # reject a wrong name before anything is shown
    players = variant.values.get("players")
    if players is not None and len(names) > 1 and str(len(names)) != players:
        raise InputError(f"--players {players}, but --seats names {len(names)}")
    return names


class _Sources(NamedTuple):
    """Where the deal may come from; at most one is given."""

    seed: str | None
    deal_file: str | None
    position: str | None
    puzzle: str | None


def _deal(
    game: AnyGame, names: list[str], sources: _Sources, laid: int, variant: VariantFlags
) -> Deal:
    """The deal under the flags' variant; several names in --seats set the number of players."""
    if sum(source is not None for source in sources) > 1:
        raise InputError("expected only one of --seed, --deal, --position and --puzzle")
    seed, deal_file, position, puzzle = sources
    if laid and position is None:
        raise InputError("--laid goes with --position")
    if puzzle is not None:
        changed = [f"--{name}" for name in variant.values if name not in ("first", "talk")]
        if changed:
            raise InputError(f"a puzzle has its own rules; expected no {', '.join(changed)}")
        deal = puzzle_named(puzzle)
        return complete_rules(replace(deal, rules=variant.words_over(game, deal.rules)))
    given = variant
    if "players" not in variant.values and len(names) > 1:
        variant = VariantFlags({**variant.values, "players": str(len(names))})
    words = variant.words(game)
    if deal_file is not None:
        if deal_file == "-" and HUMAN in names:
            raise InputError("--deal - reads standard input, which a human seat needs")
        deal = load_deals(deal_file, game=game.name)[0]
        # The seats say how many play only where the file does not.
        words = merge_words(words, deal.rules, game.options)
        return complete_rules(replace(deal, rules=given.words_over(game, words)))
    if position is not None:
        text = f"{position} / laid {laid}" if laid else position
        return complete_rules(replace(Deal(game.name, position=text), rules=words))
    return complete_rules(replace(deal_seed(game.name, seed or new_seed()), rules=words))


def _sitters(game: AnyGame, names: list[str], screen: Screen, console: Console) -> list[Sitter]:
    """Who sits where; seats that name the same script share it."""
    from cardsolver.seats.human import Human  # noqa: PLC0415 - only where a person plays

    scripts = {
        name: ScriptBot(game, name.removeprefix(SCRIPT)) for name in names if _is_script(name)
    }
    return [
        Human(game, screen, console) if name == HUMAN else scripts.get(name, name) for name in names
    ]


def _is_script(name: str) -> bool:
    return name.startswith(SCRIPT)


class _Table:
    """Tells people at the table what other seats did; without people, prints a line per turn."""

    def __init__(self, game: AnyGame, screen: Screen, console: Console, names: list[str]) -> None:
        self._game = game
        self._screen = screen
        self._console = console
        self._names = names
        self._turn: tuple[Seat, list[str]] | None = None

    def on_move(self, _state: Any, seat: Seat, move: Any) -> None:
        if HUMAN not in self._names:
            self._log(seat, self._game.format_move(move))
        elif self._names[seat] != HUMAN:
            seen = self._game.seen_move(move)
            line = None if seen is None else self._screen.tell(self._name(seat), seen)
            if line is not None:
                self._console.print(f"  {line}", markup=False)

    def close(self, match: Match) -> None:
        self._flush()
        for seat, name in enumerate(self._names):
            if name == HUMAN:
                self._console.print(self._screen.show(self._game.view(match.state, seat)))
                break

    def _name(self, seat: Seat) -> str:
        return f"seat {seat + 1} ({self._names[seat]})"

    def _log(self, seat: Seat, move: str) -> None:
        if self._turn is not None and self._turn[0] != seat:
            self._flush()
        if self._turn is None:
            self._turn = (seat, [])
        self._turn[1].append(move)
        if move == "end":
            self._flush()

    def _flush(self) -> None:
        if self._turn is not None:
            seat, moves = self._turn
            self._console.print(f"{self._name(seat)}: {', '.join(moves)}", markup=False)
        self._turn = None


def _report(match: Match, record: Path | None, *, as_json: bool) -> None:
    """Keep the record, say how the game ended, and exit if it did not end well."""
    transcript = match.transcript
    text = format_transcript(transcript)
    if record is not None:
        keep(record, transcript_to_json(transcript))
    if as_json:
        say(text)
    elif transcript.result is not None:
        say(game_named(transcript.deal.game).describe(transcript.result))
    if match.fault is not None:
        for line in match.fault.last_lines:
            sys.stderr.write(f"  {line}\n")
        seat = match.fault.seat
        who = "" if seat is None else f", seat {seat + 1} ({transcript.seats[seat]})"
        kind = "" if match.fault.rule or not match.fault.kind else f"{match.fault.kind}: "
        raise InputError(f"move {match.fault.move}{who}: {kind}{match.fault.message}")
    if transcript.result is None:
        kept = f"; the record is in {record}" if record is not None else ""
        moves = len(transcript.moves)
        say_error(f"the game is not finished: stopped after {moves} move{'s' * (moves != 1)}{kept}")
        raise typer.Exit(130 if match.interrupted else 1)
