"""The public API: what `import cardsolver as cs` offers. docs/api.md shows it with examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from numbers import Integral, Real
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias

from cardsolver.core.deal import Deal, complete_rules, deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.referee import Match
from cardsolver.core.registry import game_named
from cardsolver.core.seats import check_names
from cardsolver.core.seeds import new_seed, seed_text
from cardsolver.core.table import Table
from cardsolver.core.text import check_index, check_type, place, quote
from cardsolver.core.transcript import Transcript, parse_transcript, read_lines
from cardsolver.core.transcript import replay as replay_transcript
from cardsolver.core.variant import format_words, forms, merge_words, parse_words, split_words
from cardsolver.solver.result import DEFAULT_MEMORY, DEFAULT_TIME_S, DEFAULT_TURN_S, SolveLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cardsolver.core.cards import Card
    from cardsolver.core.game import AnyGame
    from cardsolver.core.seats import Seat
    from cardsolver.core.transcript import Replay
    from cardsolver.seats.seating import Sitter
    from cardsolver.solver.analysis import Analysis
    from cardsolver.solver.batch import SolveTask
    from cardsolver.solver.result import EngineName, Verdict
    from cardsolver.tournaments.results import TournamentResult

    Contestant: TypeAlias = str | Callable[..., Any]  # a name, a class or a function

_FLAG = "True or False"
_ARGUMENTS = ", or an argument of cs.tournament"
_VALUE = "a text without spaces or commas, a whole number, True or False"


def deal(
    game: str,
    *,
    seed: int | str | None = None,
    deck: Sequence[Card] | None = None,
    position: str | None = None,
    rules: str = "",
    **options: int | str | bool,
) -> Deal:
    """A deal of a game: from a seed (an integer or any text), a deck in order, or a position.

    The variant is given by keywords (`players=2, expert=True, talk=False`), by its text form
    (`rules="players=2 expert no-talk"`), or by both; then the keywords win. Without a source, the
    seed is random.
    """
    chosen = game_named(game)
    words = _variant(chosen, rules, options)
    if sum(source is not None for source in (seed, deck, position)) > 1:
        raise InputError("expected only one of seed, deck and position")
    if position is not None:
        check_type("position", position, str, "a text")
        return complete_rules(Deal(game, words, position=position))
    if deck is not None:
        check_type("deck", deck, Iterable, "the cards in order")
        return complete_rules(Deal(game, words, deck=tuple(deck)))
    return complete_rules(deal_seed(game, new_seed() if seed is None else seed, rules=words))


def _variant(
    game: AnyGame, rules: str, options: Mapping[str, int | str | bool], *, or_else: str = ""
) -> str:
    """A variant's text and keywords as one text: `short_hand=True` is the word `short-hand`.

    `or_else` says what else a keyword that is no rule might have been meant to be.
    """
    check_type("rules", rules, str, "a text such as 'players=2 expert'")
    known = {each.name for each in game.options}
    known |= {f"no-{each.name}" for each in game.options if each.negatable}
    flags = {each.name for each in game.options if each.value is None and not each.negatable}
    under = parse_words(rules, game.options)
    over: dict[str, str | bool] = {}
    for keyword, value in options.items():
        name = keyword.replace("_", "-")
        if name not in known:
            raise InputError(f"no rule {quote(keyword)}; expected {forms(game.options)}{or_else}")
        check_type(keyword, value, (str, Integral, bool), _VALUE)
        if isinstance(value, str) and split_words(value) != [value]:
            raise InputError(f"{keyword} {quote(value)}; expected {_VALUE}")
        if value is False and name in flags:  # there is no word for it, only the lack of one
            under.pop(name, None)
        else:
            over[name] = value if isinstance(value, bool) else str(value)
    return merge_words(format_words(under), format_words(over), game.options)


# The solver ----------------------------------------------------------------------------------


def solve(
    what: Deal | Table,
    *,
    first: Seat | None = None,
    engine: EngineName = "auto",
    time_limit: float | None = DEFAULT_TIME_S,
    memory: int | None = DEFAULT_MEMORY,
    threads: int = 1,
    win_only: bool = False,
    check: bool = False,
    on_progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """The best outcome of a deal of The Game, or of a table as it stands, with every card known.

    The limits are seconds and bytes; None is no limit. `first` is the seat that starts; without it
    the team chooses. `win_only` only asks whether every card can be laid. `check` asks the other
    engine to confirm the answer, under the same limits once more: `checked_by` of the verdict is
    its name if it does. `on_progress` is called with the fewest cards left so far and the proven
    bound.
    """
    from cardsolver.solver.solve import solve_deal  # noqa: PLC0415 - slow to load

    deal = _to_solve(what)
    check_type("win_only", win_only, bool, _FLAG)
    check_type("check", check, bool, _FLAG)
    return solve_deal(
        deal,
        first=_first(deal, first),
        engine=engine,
        limits=_limits(time_limit, memory, threads),
        win_only=win_only,
        check=check,
        on_progress=on_progress,
    )


def solve_many(
    deals: Iterable[Deal | Table],
    *,
    first: Seat | None = None,
    engine: EngineName = "auto",
    time_limit: float | None = DEFAULT_TIME_S,
    memory: int | None = DEFAULT_MEMORY,
    win_only: bool = False,
    jobs: int = 1,
    resume: str | Path | None = None,
) -> Iterator[Verdict]:
    """The verdicts on many deals as they are decided, over `jobs` processes.

    With `resume` every verdict is kept in that file as it is decided; a later call with the same
    file yields the decided ones first, each replayed, and solves only the others. A script that
    asks for more than one job needs the usual `if __name__ == "__main__":`.
    """
    from cardsolver.runner.workers import check_jobs  # noqa: PLC0415 - slow to load
    from cardsolver.solver.batch import SolveTask  # noqa: PLC0415 - slow to load

    check_type("deals", deals, Iterable, "a list of Deals")
    check_jobs(jobs)
    check_type("win_only", win_only, bool, _FLAG)
    limits = _limits(time_limit, memory, 1)
    tasks = [
        SolveTask(deal, _first(deal, first), engine, limits, win_only)
        for deal in map(_to_solve, deals)
    ]
    return _verdicts(tasks, jobs, None if resume is None else Path(resume))


def _verdicts(tasks: list[SolveTask], jobs: int, resume: Path | None) -> Iterator[Verdict]:
    """A generator of its own, so that wrong arguments are refused by the call itself."""
    from cardsolver.solver.batch import VerdictFile  # noqa: PLC0415 - slow to load
    from cardsolver.solver.batch import solve_many as run  # noqa: PLC0415 - slow to load

    with nullcontext() if resume is None else VerdictFile(resume) as file:
        if file is not None:
            yield from (file[task] for task in tasks if task in file)
        for _, verdict in run(tasks, jobs=jobs, file=file):
            yield verdict


def analyse(
    game: Transcript | Table | Match | str,
    *,
    engine: EngineName = "auto",
    time_limit: float | None = DEFAULT_TURN_S,
    memory: int | None = DEFAULT_MEMORY,
    on_turn: Callable[[int, int], None] | None = None,
) -> Analysis:
    """The solver's verdict on every turn of a game of The Game: where was the win lost?

    `game` is a table, a match, a transcript, or a transcript's line. The time limit is per turn.
    """
    from cardsolver.solver.analysis import analyse as run  # noqa: PLC0415 - slow to load

    limits = _limits(time_limit, memory, 1)
    return run(_transcript(game), engine=engine, limits=limits, on_turn=on_turn)


def _to_solve(what: Deal | Table) -> Deal:
    from cardsolver.solver.solve import deal_on  # noqa: PLC0415 - slow to load

    check_type("deal", what, (Deal, Table), "a Deal or a Table")
    return deal_on(what) if isinstance(what, Table) else what


def _first(deal: Deal, first: Seat | None) -> Seat | None:
    if first is None:
        return None
    game = game_named(deal.game)
    return check_index("first", first, game.seats(game.start(deal)))


def _limits(time_limit: float | None, memory: int | None, threads: int) -> SolveLimits:
    if time_limit is not None:
        _check_above_0("time_limit", time_limit, Real, "a number above 0")
    if memory is not None:
        _check_above_0("memory", memory, Integral, "a whole number above 0")
    _check_above_0("threads", threads, Integral, "a whole number above 0")
    return SolveLimits(time_limit, memory, threads)


def _check_above_0(name: str, value: float, kind: type, expected: str) -> None:
    check_type(name, value, kind, expected)
    if not value > 0:  # nan is not above 0 either
        raise InputError(f"{name} {quote(value)}; expected {expected}")


# Play and records ----------------------------------------------------------------------------


def play(
    deal: Deal,
    seats: Sitter | Sequence[Sitter],
    *,
    names: Sequence[str] | None = None,
    most_moves: int | None = None,
    on_move: Callable[[Any, Seat, Any], None] | None = None,
) -> Match:
    """Play a deal: one player per seat, or one for all seats.

    A player is a bot by name (`"planner"`, `"cmd:./mybot"`), an object with `choose(view)`, a class
    of such objects (every seat gets its own), or a function from a view to a move; moves may be
    texts. What your own object raises reaches you. `on_move` is called with each new state, the
    seat that moved and its move. The match has the transcript, and the fault if a bot was at fault.
    """
    from cardsolver.seats.seating import play_seats  # noqa: PLC0415 - slow to load

    check_type("deal", deal, Deal, "a Deal")
    if most_moves is not None:
        _check_above_0("most_moves", most_moves, Integral, "a whole number above 0")
    start = complete_rules(deal)
    count = game_named(deal.game).parse_rules(start.rules).players
    sitters: list[Sitter] = (
        [seats] if isinstance(seats, str) or not isinstance(seats, Sequence) else list(seats)
    )
    if len(sitters) not in (1, count):
        expected = f"expected {count}, or one for all seats"
        raise InputError(f"{len(sitters)} players at a table for {count}; {expected}")
    if len(sitters) == 1:
        sitters *= count
    labels = check_names(map(_label, sitters) if names is None else names, count)
    return play_seats(start, sitters, names=labels, on_move=on_move, most_moves=most_moves)


def _label(sitter: Sitter) -> str:
    if isinstance(sitter, str):
        return sitter
    return str(getattr(sitter, "__name__", type(sitter).__name__))


def replay(game: Transcript | Table | Match | str) -> Replay:
    """What the rules say about a record: its states, its outcome, and the first fault, if any."""
    return replay_transcript(_transcript(game))


def page(game: Transcript | Table | Match | str, *, analysis: Analysis | None = None) -> str:
    """A game as one HTML page to look at, complete in itself; `analysis` adds its remarks."""
    from cardsolver.viewer.html import to_html  # noqa: PLC0415 - only where a page is asked for
    from cardsolver.viewer.story import tell_story  # noqa: PLC0415 - only where a page is asked for

    story = tell_story(_transcript(game))
    if analysis is not None:
        from cardsolver.solver.remarks import with_remarks  # noqa: PLC0415 - slow to load

        story = with_remarks(story, analysis)
    return to_html(story)


def read_transcripts(source: str | Path) -> list[Transcript]:
    """The transcripts of a file, one per line."""
    path = str(source)
    return [parse_transcript(line, place(path, number)) for number, line in read_lines(path)]


def _transcript(game: Transcript | Table | Match | str) -> Transcript:
    kinds = (Transcript, Table, Match, str)
    check_type("game", game, kinds, "a Transcript, its line, a Table or a Match")
    if isinstance(game, str):
        return parse_transcript(game)
    return game if isinstance(game, Transcript) else game.transcript


# Tournaments ---------------------------------------------------------------------------------


def tournament(
    game: str,
    bots: Contestant | Iterable[Contestant] | Mapping[str, Contestant],
    *,
    seeds: str | range | Iterable[int | str],
    rules: str = "",
    jobs: int = 1,
    output: str | Path | None = None,
    gauntlet: bool = False,
    seatings: str = "rotate",
    on_fault: str = "forfeit",
    **options: int | str | bool,
) -> TournamentResult:
    """Let bots play the same deals; the result has its rows as plain dictionaries.

    Bots are named as on the command line, or classes or functions of yours that can be imported; a
    mapping gives them names. `seeds` are `"0:100"`, a range, or a list of integers and texts. With
    `output` every game is kept as it ends, and the same call resumes where it was stopped. Options
    are those of the variant.
    """
    from cardsolver.runner.workers import check_jobs  # noqa: PLC0415 - slow to load
    from cardsolver.tournaments.results import play_tournament  # noqa: PLC0415 - slow to load

    check_jobs(jobs)
    check_type("gauntlet", gauntlet, bool, _FLAG)
    named: Mapping[str, Contestant] = bots if isinstance(bots, Mapping) else {}
    for name in named:
        check_type("a bot's name", name, str, "a text")
    given = [bots] if isinstance(bots, str) or not isinstance(bots, Iterable) else bots
    settings: dict[str, Any] = {
        "game": game,
        "rules": _variant(game_named(game), rules, options, or_else=_ARGUMENTS),
        "bots": list(named) or [_spec(bot) for bot in given],
        "names": {name: _spec(bot) for name, bot in named.items()},
        **_seeds(seeds),
        "gauntlet": gauntlet,
        "seatings": seatings,
        "on-fault": on_fault,
    }
    return play_tournament(settings, jobs=jobs, output=None if output is None else Path(output))


def _spec(bot: Contestant) -> str:
    if isinstance(bot, str):
        return bot
    check_type("bot", bot, (type, FunctionType), "a bot's name, a class or a function")
    if "<" in bot.__qualname__:  # <lambda> or <locals>
        expected = "a class or function that a module has by its name, as in module:Name"
        raise InputError(f"bot {quote(bot.__qualname__)} cannot be imported; expected {expected}")
    return f"{bot.__module__}:{bot.__qualname__}"


def _seeds(seeds: str | range | Iterable[int | str]) -> dict[str, str | list[str]]:
    """The setting that names these seeds; only in a list can they be texts."""
    check_type("seeds", seeds, Iterable, "a text such as 0:100, a range or a list")
    if isinstance(seeds, str):
        return {"seeds": seeds}
    if isinstance(seeds, range) and seeds.step == 1 and seeds:
        return {"seeds": f"{seeds.start}:{seeds.stop}"}
    return {"seed": list(map(seed_text, seeds))}
