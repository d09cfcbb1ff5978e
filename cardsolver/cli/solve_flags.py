"""What the solver's commands share: where deals come from, and the limits."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cardsolver.cli.completion import complete_puzzle, one_of
from cardsolver.cli.console import say_error
from cardsolver.cli.flags import VariantFlags
from cardsolver.cli.numbers import seconds, whole
from cardsolver.core.deal import Deal, deal_seed, load_deals
from cardsolver.core.errors import InputError
from cardsolver.core.seeds import parse_seeds
from cardsolver.core.sentences import listed
from cardsolver.core.text import parse_size, place, quote
from cardsolver.core.variant import Option
from cardsolver.games.the_game import GAME, kernel
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.puzzles import puzzle_named
from cardsolver.solver.result import ENGINES, EngineName, SolveLimits

if TYPE_CHECKING:
    from cardsolver.core.seats import Seat

Source: TypeAlias = Annotated[
    str | None,
    typer.Argument(metavar="FILE", help="Deals or positions; - reads standard input."),
]
PositionText: TypeAlias = Annotated[
    str | None,
    typer.Option("--position", metavar="TEXT", help="Tops / hands / draw pile, in one line."),
]
PuzzleName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--puzzle",
        metavar="NAME",
        help="A puzzle; cardsolver puzzles lists them.",
        autocompletion=complete_puzzle,
    ),
]
Engine: TypeAlias = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="|".join(ENGINES),
        help="Solver to use.",
        autocompletion=one_of(ENGINES),
    ),
]
TimeLimit: TypeAlias = Annotated[
    float,
    typer.Option(
        "--time-limit", parser=seconds(), metavar="S", help="Seconds per deal; 0: no limit."
    ),
]
Memory: TypeAlias = Annotated[
    str,
    typer.Option("--memory", metavar="SIZE", help="Memory for the search, per deal: 500M, 2G …"),
]
Jobs: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--jobs", parser=whole(1), metavar="N", help="Processes (default: one for each core)."
    ),
]
Threads: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--threads",
        parser=whole(1, 64),
        metavar="N",
        help="Threads per deal (default: all cores for one deal, one for many).",
    ),
]
Rounds: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--rounds",
        metavar="T,T…",
        help="Time per deal, round by round: 1s,10s,5m. What stays open is asked again.",
    ),
]
# The solver knows every card, so the team need not bid for the start.
FIRST = Option(
    "first", 'who starts: a seat number, or "any" for the best choice (default)', value="N|any"
)
DEFAULT_SIZE = "2G"  # of memory, as people write it
ANY = "any"


def read_deals(
    source: str | None,
    seed: str | None,
    seeds: str | None,
    position: str | None,
    laid: int,
    variant: VariantFlags,
    *,
    puzzle: str | None = None,
    has_puzzles: bool = False,
) -> tuple[list[Deal], Seat | None]:
    """The deals under the variant of the flags, and the seat that must start (None: any)."""
    given = [each for each in (source, seed, seeds, position, puzzle) if each is not None]
    if len(given) != 1:
        what = "nothing" if not given else "more than one"
        ways = ["FILE", "--seed", "--seeds", "--position", *(["--puzzle"] if has_puzzles else [])]
        raise InputError(f"{what} to solve given; expected {listed(ways, 'or')}")
    if laid and position is None:
        raise InputError("--laid goes with --position")
    if source is not None:
        deals = load_deals(source, game=the_game.NAME)
    elif puzzle is not None:
        variant.check_none_for_a_puzzle()
        deals = [puzzle_named(puzzle)]
    elif position is not None:
        text = f"{position} / laid {laid}" if laid else position
        deals = [Deal(the_game.NAME, position=text)]
    else:
        chosen = [seed] if seed is not None else parse_seeds(seeds or "")
        deals = [deal_seed(the_game.NAME, each) for each in chosen]
    values = dict(variant.values)
    first = _first(str(values.pop("first", ANY)))
    rest = VariantFlags(values)
    where = "" if source is None else place(source)
    return [_under(rest, deal, where, number) for number, deal in enumerate(deals, 1)], first


def _under(variant: VariantFlags, deal: Deal, where: str, number: int) -> Deal:
    deal = replace(deal, rules=variant.words_over(GAME, deal.rules))
    try:
        the_game.start(deal)  # whatever is wrong with it is said before anything is solved
    except InputError as error:
        raise InputError(f"{where}, deal {number}: {error}" if where else str(error)) from None
    return deal


def _first(text: str) -> Seat | None:
    if text == ANY:
        return None
    if not re.fullmatch("[1-5]", text):
        raise InputError(f"--first {quote(text)}; expected a seat from 1, or any")
    return int(text) - 1


def make_limits(time_limit: float, memory: str, workers: int) -> SolveLimits:
    """The limits of the flags."""
    return SolveLimits(time_limit or None, parse_size(memory, "--memory"), workers)


def engine_named(name: str) -> EngineName:
    """The engine that a flag names."""
    for engine in ENGINES:
        if engine == name:
            if engine == "auto" and not kernel.is_built():
                say_error("the kernel is not built (no C compiler at set-up): CP-SAT solves alone")
            return engine
    raise InputError(f"--engine {quote(name)}; expected {', '.join(ENGINES)}")
