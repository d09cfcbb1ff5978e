"""One game of a person, from the first question to what is offered when it is over."""

from __future__ import annotations

import shlex
import sys
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from cardsolver.cli.console import rich_console, say, say_error, say_json, unusable
from cardsolver.cli.prompt import is_terminal, prompt_for
from cardsolver.core.errors import InputError
from cardsolver.core.registry import game_named
from cardsolver.core.screen import Scene
from cardsolver.core.sentences import capital, counted
from cardsolver.core.text import STDIN, is_code, printable
from cardsolver.core.transcript import NO_AIDS, Aids, transcript_to_json
from cardsolver.games.the_game.daily import result_line
from cardsolver.runner.journal import check_writable, keep
from cardsolver.seats.names import names_for
from cardsolver.seats.session import BotFault, Session
from cardsolver.seats.shelf import LAST, Shelf, claimed, data_folder, load_save

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from cardsolver.core.deal import Deal
    from cardsolver.core.transcript import Fault, Transcript


@dataclass(frozen=True, slots=True)
class Keeping:
    """Where a person's game goes: a file of the person's choice, and the shelf at home."""

    record: Path | None = None
    shelf: Shelf | None = None

    @classmethod
    def of(cls, record: Path | None, *, at_home: bool) -> Keeping:
        """What the flags ask for; better to learn before the game what cannot be written."""
        if record is not None:
            check_writable(record)
        return cls(record, Shelf(data_folder()) if at_home else None)


@dataclass(frozen=True, slots=True)
class PersonGame:
    """A game about to be played: new, or to go on from where it was left."""

    deal: Deal
    seats: tuple[str, ...]
    moves: tuple[str, ...] = ()
    aids: Aids = NO_AIDS
    saved_in: Path | None = None  # where it came from, if that file is its own

    @property
    def all_open(self) -> bool:
        """Is it a puzzle, whose cards everybody may see?"""
        return self.deal.expected is not None


def resumed(source: str) -> PersonGame:
    """The game that a file holds."""
    if source == STDIN:
        raise InputError("--resume - reads standard input, which a human seat needs")
    if source == LAST:
        source = str(Shelf(data_folder()).last_save())
    transcript, is_alone = load_save(source)
    own = Path(source) if is_alone and not is_code(source) and Path(source).is_file() else None
    return PersonGame(
        transcript.deal, transcript.seats, transcript.moves, transcript.aids, saved_in=own
    )


def play_person(
    game: PersonGame,
    keeping: Keeping,
    *,
    live: bool = False,
    as_json: bool = False,
) -> None:
    """Play it, keep it, and offer what can be done with it. Exits unless it was finished."""
    from cardsolver.cli.host import Ending, Host, HostOptions  # noqa: PLC0415 - loads rich

    console = rich_console(stderr=as_json)
    aids = replace(game.aids, live=True) if live else game.aids
    session = Session(game.deal, game.seats, moves=game.moves, aids=aids)
    save_to, is_shelved = _save_file(game, keeping, console)
    light = None
    if aids.live:
        from cardsolver.cli.live import Light  # noqa: PLC0415 - the solver, only where asked for

        light = Light()
    prompt = prompt_for(console)
    options = HostOptions(save_to, all_open=game.all_open, light=light)
    if game.all_open:
        from cardsolver.cli.open_hint import open_hint  # noqa: PLC0415 - loads the solver

        options = replace(options, open_hint=open_hint)
    host = Host(session, session.game.screen(), console, prompt, options)
    fault: Fault | None = None
    ending = Ending.LEFT
    with claimed(save_to) if is_shelved and save_to is not None else nullcontext():
        title = f"{session.game.title}, {game.deal.label}: {game.deal.rules}"
        console.print(title, markup=False)
        if game.moves:
            seen = session.game.count_seen(game.moves)
            console.print(f"  going on after {counted(seen, 'move')}", markup=False)
        try:
            ending = host.run()
        except BotFault as error:
            fault = error.fault
        finally:
            session.close()
        transcript = session.transcript
        if as_json:
            say_json(transcript_to_json(_without_answer(transcript)))
        elif ending is Ending.OVER:  # before anything that can go wrong while it is kept
            console.print(_result(session), markup=False, soft_wrap=not console.is_terminal)
        # Whoever began, was told that the game is saved, or came back to it may want it again.
        is_wanted = bool(transcript.moves) or host.has_promised or game.saved_in is not None
        where = _keep(
            transcript, keeping, host.saved_in, is_shelved=is_shelved, is_wanted=is_wanted
        )
    if fault is not None:
        raise InputError(blame(fault, transcript))
    if ending is not Ending.OVER:
        say_unfinished(transcript, where)
        raise typer.Exit(130 if ending is Ending.INTERRUPTED else 1)
    if not as_json:
        line = result_line(transcript)
        if line is not None:
            say(line)
        if is_terminal(console):
            from cardsolver.cli.afterwards import offer  # noqa: PLC0415 - loads the solver

            offer(
                transcript,
                console,
                prompt,
                page_folder=None if keeping.shelf is None else keeping.shelf.folder,
            )


def _without_answer(transcript: Transcript) -> Transcript:
    """Who left a puzzle may go on with it; that it is one remains to be seen."""
    deal = transcript.deal
    if transcript.result is not None or deal.expected is None:
        return transcript
    return replace(transcript, deal=replace(deal, source=None, expected={}))


def _save_file(game: PersonGame, keeping: Keeping, console: Console) -> tuple[Path | None, bool]:
    """Where the game is saved after every move, and whether that file is one of the shelf's.

    A home that cannot be written must not keep anybody from playing.
    """
    shelf = keeping.shelf
    if game.saved_in is not None:
        return game.saved_in, game.saved_in.parent == Shelf(data_folder()).saved
    if shelf is None:
        return None, False
    try:
        is_new = not shelf.folder.exists()
        path = shelf.new_save(game.deal.game)
    except (InputError, OSError) as error:
        reason = unusable(error) if isinstance(error, OSError) else error
        say_error(f"this game is not kept: {reason}")
        return None, False
    if is_new:
        console.print(
            f"Your games are kept in {shelf.games}: see cardsolver stats;"
            " --no-record switches this off.",
            markup=False,
            soft_wrap=not console.is_terminal,
        )
    return path, True


def _keep(
    transcript: Transcript,
    keeping: Keeping,
    saved: Path | None,
    *,
    is_shelved: bool,
    is_wanted: bool,
) -> list[str]:
    """Put the game where it belongs; what to say about an unfinished one."""
    where = []
    if keeping.record is not None and transcript.moves:
        keep(keeping.record, transcript_to_json(transcript))
        where.append(f"the record is in {keeping.record}")
    if keeping.shelf is not None and transcript.result is not None:
        keeping.shelf.keep(transcript)
    if saved is not None and is_shelved and (transcript.result is not None or not is_wanted):
        saved.unlink(missing_ok=True)
    elif saved is not None and is_wanted:
        name = LAST if is_shelved else shlex.quote(str(saved))
        where.append(f"go on with cardsolver play --resume {name}")
    return where


def say_unfinished(transcript: Transcript, where: Sequence[str]) -> None:
    """One line about a game that was left, and where it is now."""
    moves = counted(game_named(transcript.deal.game).count_seen(transcript.moves), "move")
    say_error("; ".join([f"the game is not finished: stopped after {moves}", *where]))


def blame(fault: Fault, transcript: Transcript) -> str:
    """What a bot did wrong, in a line, after the last lines it wrote."""
    for line in fault.last_lines:
        sys.stderr.write(f"  {printable(line)}\n")
    seat = fault.seat
    who = "" if seat is None else f", seat {seat + 1} ({transcript.seats[seat]})"
    kind = "" if fault.rule or not fault.kind else f"{fault.kind}: "
    return f"move {fault.move}{who}: {kind}{fault.message}"


def _result(session: Session) -> str:
    """The end in a sentence, with the names that the person knows."""
    outcome = session.table.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    names = names_for(session.table.seats, min(session.people))
    return capital(session.game.screen().ending(outcome, Scene(names)))
