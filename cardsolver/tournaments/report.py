"""What a tournament showed, as tables from its records.

A report is a pure function of the games, taken in the order of the schedule; only the columns
named `seconds…` hold measured times.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed
from cardsolver.core.errors import InputError
from cardsolver.core.report import Column, Report, ReportTable
from cardsolver.core.seeds import merge_seeds
from cardsolver.core.sentences import counted
from cardsolver.core.text import quote
from cardsolver.core.transcript import Transcript
from cardsolver.tournaments.played import FirstGames
from cardsolver.tournaments.record import read_record
from cardsolver.tournaments.schedule import schedule_of
from cardsolver.tournaments.scoring import FORFEIT, TOO_LONG, scoring_of
from cardsolver.tournaments.standings import excellent_key, fault_rows, pair_rows, standings
from cardsolver.tournaments.stopping import StoppingRule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cardsolver.core.report import Row
    from cardsolver.core.scoring import Scoring
    from cardsolver.tournaments.config import Config
    from cardsolver.tournaments.played import Played


@dataclass(frozen=True, slots=True)
class Results:
    """The games of one or more records, in order, and how many there should be."""

    config: Config
    labels: tuple[str, ...]
    games: Sequence[Played]
    expected: int
    sprt: Row | None
    notes: tuple[str, ...] = ()


def results_of(config: Config, games: Mapping[int, Played]) -> Results:
    """The games of a run. What was played after a sequential test was decided does not count."""
    stopping = StoppingRule(config)
    decision = stopping.update(games)
    counted = FirstGames(games, stopping.last_game)
    sprt = None
    if decision is not None and config.sprt is not None:
        answer = {True: "yes", False: "no", None: "open"}[decision.answer]
        sprt = {
            "question": f"is {config.entries[0].label} better by {config.sprt.elo1:g} Elo"
            f" rather than {config.sprt.elo0:g}?",
            "answer": answer,
            "deals": decision.deals,
            "llr": round(decision.llr, 4),
            "llr_low": round(decision.low, 4),
            "llr_high": round(decision.high, 4),
        }
    labels = tuple(entry.label for entry in config.entries)
    return Results(config, labels, counted, stopping.last_game, sprt)


def load_results(sources: Sequence[str], *, moves: bool = False) -> Results:
    """The games of several records of one card game; a game found in two counts once."""
    parts: list[Results] = []
    notes: list[str] = []
    for source in sources:
        contents = read_record(source, moves=moves)
        if contents.torn:
            notes.append(f"{source}: the last line is torn and was left out")
        parts.append(results_of(contents.config, contents.games))
    first = parts[0]
    if len(parts) == 1:
        return Results(
            first.config, first.labels, first.games, first.expected, first.sprt, tuple(notes)
        )
    specs: dict[str, tuple[str, ...]] = {}
    games: dict[tuple[str, tuple[str, ...], str | None], Played] = {}
    planned: set[tuple[str, tuple[str, ...], str | None]] = set()
    for source, part in zip(sources, parts, strict=True):
        terms = _terms(part.config)
        for name, ours in _terms(first.config).items():
            if terms[name] != ours:
                raise InputError(f"{source}: {name} {quote(terms[name])}; expected {quote(ours)}")
        for entry in part.config.entries:
            made = tuple(member.spec for member in entry.members)
            if specs.setdefault(entry.label, made) != made:
                raise InputError(f"{source}: {quote(entry.label)} is another bot in another file")
        schedule = schedule_of(part.config)
        for pairing in map(schedule.__getitem__, range(part.expected)):
            seats = tuple(member.label for member in pairing.seats)
            planned.add((pairing.seed, seats, pairing.team))
        for played in part.games:
            games.setdefault((played.seed, played.seats, played.team), played)
    twice = sum(len(part.games) for part in parts) - len(games)
    if twice:
        notes.append(f"{twice} games are in more than one file and count once")
    config = replace(first.config, seeds=merge_seeds(part.config.seeds for part in parts))
    return Results(config, tuple(specs), tuple(games.values()), len(planned), None, tuple(notes))


def _terms(config: Config) -> dict[str, object]:
    """What must be the same for results to add up: a forfeit and a stand-in do not, for example."""
    limits = config.limits
    return {
        "game": config.game,
        "rules": config.rules,
        "on-fault": config.on_fault,
        "max-moves": config.most_moves,
        "start-limit": limits.start_s,
        "move-limit": limits.move_s,
        "game-limit": limits.game_s,
    }


def make_report(results: Results) -> Report:
    """All tables. Without the measured times the same games make the same report."""
    config = results.config
    scoring = scoring_of(config.game)
    is_team = scoring.is_team
    summary = {
        "game": config.game,
        "rules": config.rules,
        "mode": "teams" if is_team else config.mode,
        "seeds": config.seeds,
        "deals": len({played.seed for played in results.games}),
        "games": len(results.games),
        "games_expected": results.expected,
        "sprt": results.sprt,
    }
    rows = standings(config.game, results.labels, results.games)
    columns = _team_columns(scoring) if is_team else _competitive_columns(scoring)
    names = [row["bot"] for row in rows]
    counts, incidents = fault_rows(names, results.games)
    tables = [
        ReportTable("bots", "Standings", columns, tuple(rows)),
        ReportTable(
            "pairs",
            "Paired on the same deals",
            _team_pair_columns(scoring) if is_team else _PAIR_COLUMNS,
            tuple(pair_rows(config.game, names, results.games)),
        ),
        ReportTable("faults", "Faults", _FAULT_COLUMNS, tuple(counts)),
        ReportTable("fault-games", "Games with faults", _INCIDENT_COLUMNS, tuple(incidents)),
    ]
    return Report(_headline(summary), summary, tuple(tables))


def _team_columns(scoring: Scoring) -> tuple[Column, ...]:
    excellent = scoring.excellent
    return (
        Column("bot", "team"),
        Column("games", "games", "count", spare=5),
        Column("wins", "won", "count", spare=6),
        Column("win_share", "won %", "share", interval=True),
        Column(scoring.key, scoring.score, "number", interval=True),
        *(
            ()
            if excellent is None
            else (
                Column(
                    f"{excellent_key(excellent)}_share",
                    f"under {excellent} %",
                    "share",
                    interval=True,
                    spare=1,
                ),
            )
        ),
        Column("faults", "faults", "count", spare=2),
        Column("seconds_per_move", "seconds/move", "seconds", spare=7),
    )


def _team_pair_columns(scoring: Scoring) -> tuple[Column, ...]:
    return (
        Column("bot", "team"),
        Column("other", "against"),
        Column("deals", "deals", "count", spare=4),
        Column(
            f"{scoring.key}_difference", f"{scoring.score}, difference", "signed", interval=True
        ),
        Column("better", "better", "count", spare=2),
        Column("equal", "equal", "count", spare=3),
        Column("worse", "worse", "count", spare=2),
    )


_PAIR_COLUMNS = (
    Column("bot", "bot"),
    Column("other", "against"),
    Column("games", "games", "count", spare=5),
    Column("share", "ahead %", "share", interval=True),
    Column("better", "ahead", "count", spare=2),
    Column("equal", "equal", "count", spare=3),
    Column("worse", "behind", "count", spare=2),
)
_FAULT_COLUMNS = (
    Column("bot", "bot"),
    Column("fault", "fault"),
    Column("count", "times", "count"),
    Column("replaced", "of them replaced", "count", spare=1),
)
_INCIDENT_COLUMNS = (
    Column("game", "game", "count"),
    Column("seed", "seed"),
    Column("seat", "seat", "count", spare=1),
    Column("bot", "bot"),
    Column("fault", "fault"),
    Column("move", "move", "count", spare=2),
    Column("message", "what happened"),
)


def _competitive_columns(scoring: Scoring) -> tuple[Column, ...]:
    return (
        Column("bot", "bot"),
        Column("games", "games", "count", spare=5),
        Column("points", "points %", "share", interval=True),
        Column("wins", "won", "count", spare=6),
        Column("win_share", "won %", "share", interval=True),
        Column("rank", "rank", "number", spare=4),
        Column("score", scoring.score, "number", spare=3),
        Column("rating", "rating", "number", interval=True, spare=1),
        Column("faults", "faults", "count", spare=2),
        Column("seconds_per_move", "seconds/move", "seconds", spare=7),
    )


def transcripts(results: Results) -> Iterator[Transcript]:
    """Every game as a transcript, so that the rules can replay it. Read the records with moves."""
    for played in results.games:
        outcome = played.outcome
        deal = deal_seed(results.config.game, played.seed, rules=results.config.rules)
        broken_off = outcome is None or outcome.end in (FORFEIT, TOO_LONG)
        yield Transcript(deal, played.seats, played.moves, None if broken_off else outcome)


# Text forms -------------------------------------------------------------------------------------


def games_so_far(summary: Row) -> str:
    """How many games a report is about, and of how many."""
    played, expected = summary["games"], summary["games_expected"]
    games = counted(expected, "game")
    if played != expected:
        games = f"{played} of {games} so far"
    return f"{games} on {counted(summary['deals'], 'deal')}"


def _headline(summary: Row) -> str:
    """The report in a line."""
    text = f"{summary['game']} ({summary['rules']}): {games_so_far(summary)}"
    sprt = summary["sprt"]
    if sprt is None:
        return text
    return (
        f"{text}; {sprt['question']} {sprt['answer']} after {counted(sprt['deals'], 'deal')}"
        f" (LLR {sprt['llr']:.2f} of {sprt['llr_low']:.2f} to {sprt['llr_high']:.2f})"
    )
