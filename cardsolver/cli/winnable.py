"""`cardsolver winnable`."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardsolver.cli.console import append, progress_bar, say, say_error, say_json
from cardsolver.cli.flags import Json, Seed, Variant, variant_flags
from cardsolver.cli.questions import (
    DEFAULT_MEMORY,
    DEFAULT_TIME_S,
    FIRST,
    Engine,
    Jobs,
    Laid,
    Memory,
    PositionText,
    Question,
    Seeds,
    Source,
    TimeLimit,
    answers,
    engine_named,
    make_limits,
    read_deals,
)
from cardsolver.errors import InputError
from cardsolver.games import the_game
from cardsolver.stats import wilson
from cardsolver.textfile import parse_json, place, read_text

if TYPE_CHECKING:
    from cardsolver.deals import Deal
    from cardsolver.solver.verdict import Verdict

RULINGS = ("winnable", "unwinnable", "undecided")


@variant_flags((the_game,), instead=(FIRST,))
def winnable(
    source: Source = None,
    *,
    seed: Seed = None,
    seeds: Seeds = None,
    position: PositionText = None,
    laid: Laid = 0,
    engine: Engine = "auto",
    time_limit: TimeLimit = DEFAULT_TIME_S,
    memory: Memory = DEFAULT_MEMORY,
    jobs: Jobs = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume",
            metavar="FILE",
            help="Keep a JSON line a deal in this file, and skip the deals it has decided.",
        ),
    ] = None,
    as_json: Json = False,
    variant: Variant,
) -> None:
    """Say whether The Game can be won for a known shuffle: winnable, unwinnable or undecided.

    Examples: **cardsolver winnable --seeds 0:100 --players 3 --expert**,
    **cardsolver winnable deals.jsonl --resume verdicts.jsonl**

    Exit code 0: all winnable. 1: at least one proven unwinnable, none undecided. 3: any undecided.
    """
    deals, first = read_deals(source, seed, seeds, position, laid, variant)
    chosen = engine_named(engine)
    limits = make_limits(time_limit, memory, 1)
    questions = [Question(deal, first, chosen, limits, win_only=True) for deal in deals]
    done = _already_decided(resume, questions) if resume is not None else {}
    counts = Counter(done[_key(question)] for question in questions if _key(question) in done)
    questions = [question for question in questions if _key(question) not in done]
    interrupted = False
    try:
        with progress_bar("deciding", len(deals), done=counts.total()) as advance:
            for question, verdict in answers(questions, jobs):
                interrupted = verdict.reason == "interrupted"
                counts[verdict.verdict] += 1
                _tell(verdict, as_json=as_json)
                if interrupted:
                    break
                if resume is not None:
                    line = {"key": _key(question), **verdict.to_json()}
                    append(resume, json.dumps(line) + "\n")
                advance(_running(counts))
    except KeyboardInterrupt:
        interrupted = True
    if interrupted:
        kept = f"; --resume {resume} goes on" if resume is not None else ""
        say_error(f"stopped after {counts.total()} of {len(deals)} deals{kept}")
        raise typer.Exit(130)
    if len(deals) > 1 and not as_json:
        say(f"{_counted(counts)}: {_running(counts)}")
    if counts["undecided"]:
        raise typer.Exit(3)
    if counts["unwinnable"]:
        raise typer.Exit(1)


def _tell(verdict: Verdict, *, as_json: bool) -> None:
    if as_json:
        say_json(verdict.to_json())
        return
    reason = f" ({verdict.reason})" if verdict.verdict == "undecided" else ""
    say(f"{verdict.deal}: {verdict.verdict}{reason}")


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{counts[ruling]} {ruling}" for ruling in RULINGS if counts[ruling])


def _running(counts: Counter[str]) -> str:
    """The share of winnable deals; the undecided count once as lost and once as won."""
    total = counts.total()
    if not total:
        return ""
    fewest, most = counts["winnable"], counts["winnable"] + counts["undecided"]
    low, high = wilson(fewest, total)[0], wilson(most, total)[1]
    share = f"{fewest / total:.1%}"
    if most > fewest:
        share += f" to {most / total:.1%}"
    return f"{share} winnable (95 % interval {low:.1%} to {high:.1%})"


def _key(question: Question) -> str:
    """What a resumed run knows a deal by: its cards and its variant, not its name."""
    deal: Deal = question.deal
    first = "any" if question.first is None else question.first + 1
    rules = the_game.format_rules(the_game.start(deal).rules)
    return f"{deal.position or ' '.join(map(str, deal.deck))} | {rules} | first {first}"


def _already_decided(path: Path, questions: list[Question]) -> dict[str, str]:
    """The verdicts of an earlier run; what was undecided is asked again."""
    append(path, "")
    decided: dict[str, str] = {}
    text = read_text(str(path))
    whole, _, torn = text.rpartition("\n")
    if torn:  # no line end: the run was killed while it wrote
        say_error(f"{path}: its last line is torn; that deal is asked again")
        os.truncate(path, len(text.encode()) - len(torn.encode()))
    for number, line in enumerate(whole.split("\n"), 1):
        if not line.strip():
            continue
        data = parse_json(line, place(str(path), number))
        if not isinstance(data, dict) or data.get("verdict") not in RULINGS or "key" not in data:
            raise InputError(f"{place(str(path), number)}: no verdict of an earlier run")
        if data["verdict"] != "undecided":
            decided[str(data["key"])] = data["verdict"]
    if questions and decided and not any(_key(question) in decided for question in questions):
        say_error(f"{path}: has verdicts of other deals only; going on after them")
    return decided
