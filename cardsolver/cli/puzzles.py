"""`cardsolver puzzles`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from cardsolver.cli.completion import complete_puzzle
from cardsolver.cli.console import say, say_json, status_line
from cardsolver.cli.flags import JsonLines
from cardsolver.cli.solve import moves_table
from cardsolver.cli.tables import Column, draw, terminal_width
from cardsolver.core.deal import Deal, deal_to_json
from cardsolver.games.the_game import rules as the_game
from cardsolver.games.the_game.position import PILES
from cardsolver.games.the_game.puzzles import (
    KINDS,
    load_puzzle,
    prefix_of,
    puzzle_file,
    puzzle_files,
)
from cardsolver.runner.workers import default_jobs
from cardsolver.solver.result import SolveLimits, Verdict
from cardsolver.solver.solve import solve_deal

ONE_LINE = "There is exactly one winning line."


def puzzles(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="The puzzle to show; the start of its name will do.",
            autocompletion=complete_puzzle,
        ),
    ] = None,
    *,
    answers: Annotated[
        bool, typer.Option("--answers", help="Also show the proven answers.")
    ] = False,
    as_json: JsonLines = False,
) -> None:
    """List the puzzles of The Game, or show one with every card. Answers are shown only with
    --answers.

    Examples:
        cardsolver puzzles
        cardsolver puzzles end-07 --answers
        cardsolver play --puzzle end-07
        cardsolver solve --puzzle end-07

    """
    paths = puzzle_files() if name is None else [puzzle_file(name)]
    if as_json:
        for path in paths:
            # The list has the answers that the files hold; a line has to be found again.
            line = _solved(load_puzzle(path)).moves if answers and name is not None else None
            more = {} if line is None else {"line": list(line)}
            say_json({**_json(path, answers=answers), **more})
    elif name is None:
        _list(paths, answers=answers)
    else:
        _show(paths[0], answers=answers)


def _json(path: Path, *, answers: bool) -> dict[str, Any]:
    deal = load_puzzle(path)
    stars = len(stars_of(deal))
    if not answers:
        deal = replace(deal, expected=None, source=None)
    state = the_game.start(deal)
    return {
        "puzzle": path.stem,
        "kind": KINDS[prefix_of(path)],
        "cards": the_game.left(state),
        "players": state.rules.players,
        "difficulty": stars,
        **deal_to_json(deal),
    }


def _list(paths: list[Path], *, answers: bool) -> None:
    """All puzzles, kind by kind."""
    columns = [Column("puzzle", left=True), Column("name", left=True, spare=1)]
    columns += [Column(head) for head in ("cards", "players", "hand", "min")]
    columns += [Column("stars", left=True), *([Column("answer", left=True)] if answers else [])]
    rows = [_row(path, answers=answers) for path in paths]
    head, *lines = draw(columns, rows, width=terminal_width() or 80).lines
    say(head)
    kind = ""
    for path, line in zip(paths, lines, strict=True):
        if kind != prefix_of(path):
            kind = prefix_of(path)
            say(f"\n{KINDS[kind]}")
        say(line)


def _row(path: Path, *, answers: bool) -> list[str]:
    deal = load_puzzle(path)
    state = the_game.start(deal)
    numbers = (the_game.left(state), state.rules.players, state.rules.hand, state.rules.minimum)
    answer = [_answer(deal)] if answers else []
    return [path.stem, deal.name or "", *map(str, numbers), stars_of(deal), *answer]


def stars_of(deal: Deal) -> str:
    """How hard a puzzle is, from one star to five."""
    return "*" * int((deal.expected or {}).get("difficulty", 0))


def _answer(deal: Deal) -> str:
    expected = deal.expected or {}
    answer = str(expected.get("verdict"))
    if expected.get("left"):
        answer += f", {expected['left']} left"
    if has_one_line(deal):
        answer += ", one line"
    return answer


def _show(path: Path, *, answers: bool) -> None:
    """One puzzle with all that a solver may know, ready to be laid out on a table."""
    deal = load_puzzle(path)
    say(f"{deal.name} ({path.stem}): {KINDS[prefix_of(path)]}, {rules_in_words(deal)}")
    say(cards_in_words(deal))
    if has_one_line(deal) and not answers:
        say(ONE_LINE)
    if answers:
        say(f"answer {_answer(deal)}")
        say(f"source {deal.source}")  # it gives away what was searched for
        verdict = _solved(deal)
        say("the winning line:" if verdict.left == 0 else "the best there is:")
        say(moves_table(verdict))


def rules_in_words(deal: Deal) -> str:
    """What a player of a puzzle must know of its rules."""
    rules = the_game.start(deal).rules
    fire = ", On Fire" if rules.on_fire else ""
    return f"hand {rules.hand}, minimum {rules.minimum}{fire}"


def cards_in_words(deal: Deal) -> str:
    """All cards of a puzzle, ready to be laid out on a table."""
    state = the_game.start(deal)
    lines = ["tops   " + "  ".join(f"{PILES[pile]} {top}" for pile, top in enumerate(state.tops))]
    for seat, hand in enumerate(state.hands, 1):
        label = "hand   " if len(state.hands) == 1 else f"seat {seat} "
        lines.append(label + " ".join(map(str, hand)))
    lines.append(f"draw   {' '.join(map(str, state.draw)) or 'nothing'}")
    if state.laid:
        lines.append(f"laid   {state.laid} this turn")
    return "\n".join(lines)


def has_one_line(deal: Deal) -> bool:
    """Is there exactly one winning line?"""
    return (deal.expected or {}).get("lines") == 1


def _solved(deal: Deal) -> Verdict:
    """The answer's line, found and proven again: a file holds only the answer itself."""
    with status_line(f"{deal.label}: searching"):
        return solve_deal(deal, limits=SolveLimits(workers=default_jobs()))
