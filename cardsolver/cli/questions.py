"""What the solver's commands share: where deals come from, limits, and the batch of verdicts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cardsolver.cli.flags import Variant
from cardsolver.deals import Deal, deal_seed, load_deals
from cardsolver.errors import InputError
from cardsolver.game import Option
from cardsolver.games import the_game
from cardsolver.solver.portfolio import ENGINES, EngineName, Limits
from cardsolver.solver.verdict import Verdict, solve_deal, unanswered
from cardsolver.textfile import place, quote
from cardsolver.workers import WorkerDied, default_jobs, run_tasks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.game import Seat

Source: TypeAlias = Annotated[
    str | None,
    typer.Argument(metavar="[FILE]", help="Deals or positions; - reads standard input."),
]
Seeds: TypeAlias = Annotated[
    str | None,
    typer.Option("--seeds", metavar="A:B", help="The seeds from A up to, but not with, B."),
]
PositionText: TypeAlias = Annotated[
    str | None,
    typer.Option("--position", metavar="TEXT", help="Tops / hands / draw pile, in one line."),
]
Laid: TypeAlias = Annotated[
    int, typer.Option("--laid", min=0, metavar="K", help="Position: cards laid this turn already.")
]
Engine: TypeAlias = Annotated[
    str, typer.Option("--engine", metavar="|".join(ENGINES), help="Who looks for the answer.")
]
TimeLimit: TypeAlias = Annotated[
    float, typer.Option("--time-limit", min=0, metavar="S", help="Seconds a deal; 0: no limit.")
]
Memory: TypeAlias = Annotated[
    str, typer.Option("--memory", metavar="SIZE", help="For the search, a deal: 500M, 2G …")
]
Jobs: TypeAlias = Annotated[
    int | None,
    typer.Option("--jobs", min=1, metavar="N", help="Processes (default: one for each core)."),
]
# The solver knows every card, so the team need not bid for the start.
FIRST = Option("first", "who starts: a seat from 1, or any: the best (default)", value="N|any")
DEFAULT_TIME_S = 60.0
DEFAULT_MEMORY = "2G"
ANY = "any"
_SIZES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True, slots=True)
class Question:
    """One deal for the solver; picklable, so that a worker process can take it."""

    deal: Deal
    first: Seat | None
    engine: EngineName
    limits: Limits
    win_only: bool

    def answer(self) -> Verdict:
        """The solver's verdict."""
        return solve_deal(
            self.deal,
            first=self.first,
            engine=self.engine,
            limits=self.limits,
            win_only=self.win_only,
        )


def read_deals(
    source: str | None,
    seed: str | None,
    seeds: str | None,
    position: str | None,
    laid: int,
    variant: Variant,
) -> tuple[list[Deal], Seat | None]:
    """The deals under the variant of the flags, and the seat that must start (None: any)."""
    given = [each for each in (source, seed, seeds, position) if each is not None]
    if len(given) != 1:
        what = "nothing" if not given else "more than one"
        raise InputError(f"{what} to solve given; expected FILE, --seed, --seeds or --position")
    if laid and position is None:
        raise InputError("--laid goes with --position")
    if source is not None:
        deals = load_deals(source, game=the_game.NAME)
    elif position is not None:
        text = f"{position} / laid {laid}" if laid else position
        deals = [Deal(the_game.NAME, position=text)]
    else:
        chosen = [seed] if seed is not None else _seed_range(seeds or "")
        deals = [deal_seed(the_game.NAME, each) for each in chosen]
    values = dict(variant.values)
    first = _first(str(values.pop("first", ANY)))
    rest = Variant(values)
    where = "" if source is None else place(source)
    return [_under(rest, deal, where, number) for number, deal in enumerate(deals, 1)], first


def _under(variant: Variant, deal: Deal, where: str, number: int) -> Deal:
    deal = replace(deal, rules=variant.words_over(the_game, deal.rules))
    try:
        the_game.start(deal)  # whatever is wrong with it is said before anything is solved
    except InputError as error:
        raise InputError(f"{where}, deal {number}: {error}" if where else str(error)) from None
    return deal


def _seed_range(text: str) -> list[str]:
    match = re.fullmatch(r"(-?[0-9]{1,12}):(-?[0-9]{1,12})", text)
    if match is None or int(match[1]) >= int(match[2]):
        raise InputError(
            f"--seeds {quote(text)}; expected A:B with A below B, as in 0:100 (at most 12 digits)"
        )
    return [str(seed) for seed in range(int(match[1]), int(match[2]))]


def _first(text: str) -> Seat | None:
    if text == ANY:
        return None
    if not re.fullmatch("[1-5]", text):
        raise InputError(f"--first {quote(text)}; expected a seat from 1, or any")
    return int(text) - 1


def make_limits(time_limit: float, memory: str, workers: int) -> Limits:
    """The limits of the flags."""
    match = re.fullmatch(r"([0-9]{1,6})([KMG]?)B?", memory.upper())
    if match is None or int(match[1]) == 0:
        raise InputError(f"--memory {quote(memory)}; expected a size such as 500M or 2G")
    return Limits(time_limit or None, int(match[1]) * _SIZES[match[2]], workers)


def engine_named(name: str) -> EngineName:
    """The engine that a flag names."""
    for engine in ENGINES:
        if engine == name:
            return engine
    raise InputError(f"--engine {quote(name)}; expected {', '.join(ENGINES)}")


def answers(questions: Sequence[Question], jobs: int | None) -> Iterator[tuple[Question, Verdict]]:
    """The verdicts as they are decided. A worker that dies leaves its deal undecided."""
    jobs = min(jobs or default_jobs(), len(questions))
    for question, verdict in run_tasks(Question.answer, questions, jobs=max(1, jobs)):
        if isinstance(verdict, WorkerDied):
            yield question, unanswered(question.deal, question.first, "worker died")
        else:
            yield question, verdict
