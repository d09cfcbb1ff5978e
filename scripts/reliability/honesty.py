"""Records that lie: a sound game is changed in one claim, and the referee must name the fault."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from cardsolver.core.deal import deal_seed
from cardsolver.core.referee import play_match
from cardsolver.core.registry import game_named
from cardsolver.core.transcript import format_transcript, parse_transcript, replay
from cardsolver.seats.spec import make_bot
from scripts.reliability.second_opinion import Wrong, second_opinion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardsolver.core.transcript import Transcript

GAMES = (
    ("the-game", "", "greedy"),
    ("the-game", "players=3", "greedy"),
    ("the-game", "players=2 on-fire expert", "random"),
    ("fifty-fifty", "players=2", "greedy"),
    ("fifty-fifty", "players=4 violet=none", "random"),
    ("level-8", "players=2", "greedy"),
    ("level-8", "players=3 levels=two-star", "greedy"),
)
MOST_MOVES = 2000


def lies(game: Transcript) -> Iterator[tuple[str, Transcript]]:
    """The game with one claim that is not true, each with what kind of lie it is."""
    result = game.result
    if result is None:
        raise ValueError("only a finished game can be lied about")
    yield "another seed", replace(game, deal=replace(game.deal, seed=f"{game.deal.seed}0"))
    yield "no result", replace(game, result=None)
    for change in (-1, 1):
        scores = (result.scores[0] + change, *result.scores[1:])
        yield "another score", replace(game, result=replace(result, scores=scores))
    yield "another end", replace(game, result=replace(result, end=f"{result.end}!"))
    others = tuple(seat for seat in range(len(game.seats)) if seat not in result.winners)
    yield "another winner", replace(game, result=replace(result, winners=others))
    yield "a move too many", replace(game, moves=(*game.moves, game.moves[-1]))
    yield "a move too few", replace(game, moves=game.moves[:-1])
    yield "one name more", replace(game, seats=(*game.seats, "nobody"))
    for number in {0, len(game.moves) // 2, len(game.moves) - 1}:
        text = game.moves[number]
        forms = {f" {text}", f"{text} ", text.swapcase(), re.sub(r"(\d+)", r"0\1", text, count=1)}
        for form in sorted(forms - {text}):
            moves = (*game.moves[:number], form, *game.moves[number + 1 :])
            yield "another form of a move", replace(game, moves=moves)


def check_games(count: int) -> tuple[Counter[str], list[str]]:
    """How many games of each kind were judged and lied about, and what was wrongly believed."""
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    for name, rules, bot in GAMES:
        played = game_named(name)
        for number in range(count):
            deal = deal_seed(name, f"honesty {number}", rules=rules)
            seats = played.seats(played.start(deal))
            bots = [make_bot(bot, name, seed=f"{number}/{seat}") for seat in range(seats)]
            match = play_match(deal, bots, names=[bot] * seats, most_moves=MOST_MOVES)
            game = parse_transcript(format_transcript(match.transcript))
            where = f"{name} ({rules}), game {number}"
            if game.result is None:
                continue  # longer than it may be
            tried["sound games"] += 1
            try:
                if not replay(game).is_sound:
                    wrong.append(f"{where}: a sound game was refused")
                second_opinion(game)
            except Wrong as error:
                wrong.append(f"{where}: {error}")
            if game.result.end == "fire" and "excellent" in played.describe(game.result):
                wrong.append(f"{where}: lost to the fire, and called excellent")
            for kind, lie in lies(game):
                tried[kind] += 1
                if replay(parse_transcript(format_transcript(lie))).fault is None:
                    wrong.append(f"{where}: {kind} was believed")
    return tried, wrong
