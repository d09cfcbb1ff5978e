"""`cardsolver puzzles new`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardsolver.cli.completion import one_of
from cardsolver.cli.console import say, say_error, say_json, status_line
from cardsolver.cli.flags import JsonLines, Seed, VariantFlags, file_name, variant_flags
from cardsolver.cli.numbers import whole
from cardsolver.cli.puzzles import ONE_LINE, cards_in_words, has_one_line, rules_in_words
from cardsolver.core.deal import deal_to_json
from cardsolver.core.errors import InputError
from cardsolver.core.seeds import new_seed, seed_text
from cardsolver.core.text import quote
from cardsolver.games.the_game import GAME
from cardsolver.games.the_game.puzzles import puzzle_text
from cardsolver.puzzling.make import NEW_KINDS, TRIES, NewKind, Wish, make_new
from cardsolver.puzzling.rating import DIFFICULTIES

if TYPE_CHECKING:
    from cardsolver.core.deal import Deal


@variant_flags(GAME)
def new_puzzles(
    *,
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="|".join(NEW_KINDS),
            help="One turn, an end game, a lost position, or a full deal.",
            autocompletion=one_of(NEW_KINDS),
        ),
    ] = "end",
    difficulty: Annotated[
        str | None,
        typer.Option(
            "--difficulty",
            metavar="|".join(DIFFICULTIES),
            help="Difficulty (default: any).",
            autocompletion=one_of(DIFFICULTIES),
        ),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", parser=whole(1, 1_000), metavar="N", help="Number of puzzles.")
    ] = 1,
    seed: Seed = None,
    folder: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            parser=file_name,
            metavar="FOLDER",
            help="Also write each puzzle to a file in this folder.",
        ),
    ] = None,
    as_json: JsonLines = False,
    variant: VariantFlags,
) -> None:
    """Make new puzzles of The Game: one winning line, or a proven answer, and how hard it is.

    turn and end have exactly one winning line; lost looks winnable but is not; deal may be winnable
    or not. The same seed gives the same puzzles. Answers are in the files and in --json.

    Examples:
        cardsolver puzzles new
        cardsolver puzzles new --kind end --difficulty hard --count 3 -o my-puzzles
        cardsolver puzzles new --kind lost --players 2 --seed monday --json

    Exit code 0: all were made. 3: fewer were found in the seeds tried.

    """
    wish = Wish(_kind(kind), variant.words(GAME), _difficulty(difficulty))
    wish.check()
    if folder is not None and folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: not a folder; expected one for the puzzles' files")
    chosen = new_seed() if seed is None else seed_text(seed)
    made = 0
    with status_line(f"looking for a puzzle of kind {kind}") as note:

        def tell(tried: int) -> None:
            note(f"{made} of {count}, {tried:,} seeds tried")

        tries = TRIES[wish.kind] * count
        for puzzle in make_new(wish, chosen, tries=tries, on_try=tell):
            made += 1
            path = None if folder is None else folder / f"{wish.kind}-{made:02d}.json"
            _show(puzzle, path, as_json=as_json)
            if made == count:
                return
    say_error(f"{made} of {count} found among {tries:,} seeds; another --seed may give more")
    raise typer.Exit(3)


def _kind(text: str) -> NewKind:
    if text not in NEW_KINDS:
        raise InputError(f"--kind {quote(text)}; expected {', '.join(NEW_KINDS)}")
    return text


def _difficulty(text: str | None) -> int | None:
    if text is None:
        return None
    if text not in DIFFICULTIES:
        raise InputError(f"--difficulty {quote(text)}; expected {', '.join(DIFFICULTIES)}")
    return DIFFICULTIES.index(text) + 1


def _show(puzzle: Deal, path: Path | None, *, as_json: bool) -> None:
    """Print a puzzle, and keep it."""
    if path is not None:
        _write(path, puzzle_text(puzzle))
    if as_json:
        say_json(deal_to_json(puzzle))
        return
    say(f"{puzzle.name}: {rules_in_words(puzzle)}")
    say(cards_in_words(puzzle))
    if has_one_line(puzzle):
        say(ONE_LINE)
    say("" if path is None else f"solve it: cardsolver solve {path}\n")


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise InputError(f"{path} exists already; expected a folder without it") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written ({error.strerror})") from None
