"""The rows of a report: sums and intervals over finished games."""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from cardsolver.core.stats import mean, ratings, wilson
from cardsolver.tournaments.scoring import points, ranks, scoring_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from cardsolver.core.report import Row
    from cardsolver.core.scoring import Scoring
    from cardsolver.core.stats import Mean
    from cardsolver.tournaments.played import Played

_SAME = 1e-9  # between means of deals: thirds of a point do not add up exactly


def standings(game: str, labels: Sequence[str], games: Sequence[Played]) -> list[Row]:
    """A row per bot or team, the best first."""
    scoring = scoring_of(game)
    if scoring.is_team:
        rows = [
            _team_row(scoring, label, _Some(games, partial(_is_of_team, label))) for label in labels
        ]
        sign = -1 if scoring.more_is_better else 1
        return sorted(
            rows,
            key=lambda row: (
                -(row["win_share"] or 0),
                math.inf if row[scoring.key] is None else sign * row[scoring.key],
                row["bot"],
            ),
        )
    rated = ratings(
        (each.seats, ranks(game, each.outcome, each.at_fault))
        for each in games
        if each.outcome is not None
    )
    rows = []
    for label in labels:
        row = _bot_row(game, label, _Some(games, partial(_is_with_bot, label)))
        rating = rated.get(label)
        values = (None, None, None) if rating is None else (rating.value, rating.low, rating.high)
        row |= dict(
            zip(("rating", "rating_low", "rating_high"), map(_rounded, values), strict=True)
        )
        # The measured times come last.
        row["seconds_per_move"] = row.pop("seconds_per_move")
        rows.append(row)
    return sorted(rows, key=lambda row: (-(row["points"] or 0), row["bot"]))


class _Some:
    """Some of the games. They are looked up again each time: kept, they would fill the memory."""

    def __init__(self, games: Iterable[Played], test: Callable[[Played], bool]) -> None:
        self._games = games
        self._test = test

    def __iter__(self) -> Iterator[Played]:
        return filter(self._test, self._games)


def _is_of_team(label: str, played: Played) -> bool:
    return played.team == label


def _is_with_bot(label: str, played: Played) -> bool:
    return label in played.seats


def _team_row(scoring: Scoring, label: str, games: Iterable[Played]) -> Row:
    outcomes = [each.outcome for each in games if each.outcome is not None]
    wins = sum(bool(outcome.winners) for outcome in outcomes)
    scores = [outcome.scores[0] for outcome in outcomes]
    row = {
        "bot": label,
        "games": len(outcomes),
        "wins": wins,
        **_share("win_share", wins, len(outcomes)),
        **_mean(scoring.key, mean(scores), least=0, most=_most(scoring)),
    }
    if scoring.excellent is not None:
        key = excellent_key(scoring.excellent)
        row[key] = sum(
            outcome.scores[0] < scoring.excellent and outcome.end in scoring.excellent_ends
            for outcome in outcomes
        )
        row |= _share(f"{key}_share", row[key], len(outcomes))
    return {**row, **_effort(games, None)}


def excellent_key(score: int) -> str:
    """The column that counts the excellent games of a team: those with a score below this."""
    return f"under_{score}"


def _bot_row(game: str, label: str, games: Iterable[Played]) -> Row:
    by_deal: defaultdict[str, list[float]] = defaultdict(list)
    won: defaultdict[str, list[bool]] = defaultdict(list)
    all_ranks: list[int] = []
    scores: list[int] = []
    for each in games:
        if each.outcome is None:
            continue
        seat_ranks = ranks(game, each.outcome, each.at_fault)
        seat_points = points(seat_ranks)
        for seat, name in enumerate(each.seats):
            if name == label:
                by_deal[each.seed].append(seat_points[seat])
                all_ranks.append(seat_ranks[seat])
                scores.append(each.outcome.scores[seat])
                won[each.seed].append(seat in each.outcome.winners)
    count = len(all_ranks)
    return {
        "bot": label,
        "games": count,
        **_deal_mean("points", by_deal),
        "wins": sum(map(sum, won.values())),
        **_deal_mean("win_share", won),
        "rank": _rounded(sum(all_ranks) / count if count else None),
        "score": _rounded(sum(scores) / count if count else None),
        **_effort(games, label),
    }


def _effort(games: Iterable[Played], label: str | None) -> Row:
    """Faults, moves and time of a bot's seats; a team has them all."""
    faults = moves = 0
    seconds = array("d")
    for each in games:
        mine = [seat for seat, name in enumerate(each.seats) if label in (None, name)]
        for seat in mine:
            faults += sum(fault.seat == seat for fault in each.faults)
            moves += each.turns[seat]
            seconds.append(each.seconds[seat])
    per_move = math.fsum(seconds) / moves if moves else None
    return {"faults": faults, "moves": moves, "seconds_per_move": _rounded(per_move)}


def pair_rows(game: str, labels: Sequence[str], games: Sequence[Played]) -> list[Row]:
    """Each pair of bots, on the deals (or in the games) that both played."""
    scoring = scoring_of(game)
    if scoring.is_team:
        scores: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for each in games:
            if each.outcome is not None and each.team is not None:
                scores[each.team][each.seed] = each.outcome.scores[0]
        return [
            _team_pair(scoring, (first, second), scores[first], scores[second])
            for first, second in combinations(labels, 2)
        ]
    meetings: defaultdict[tuple[str, str], defaultdict[str, list[float]]]
    meetings = defaultdict(lambda: defaultdict(list))
    for each in games:
        if each.outcome is None:
            continue
        seat_ranks = ranks(game, each.outcome, each.at_fault)
        for a, b in combinations(range(len(each.seats)), 2):
            ahead = (seat_ranks[a] < seat_ranks[b]) + 0.5 * (seat_ranks[a] == seat_ranks[b])
            meetings[each.seats[a], each.seats[b]][each.seed].append(ahead)
            meetings[each.seats[b], each.seats[a]][each.seed].append(1 - ahead)
    return [
        _bot_pair(first, second, meetings[first, second])
        for first, second in combinations(labels, 2)
        if (first, second) in meetings
    ]


def _team_pair(
    scoring: Scoring, names: tuple[str, str], scores: dict[str, int], other: dict[str, int]
) -> Row:
    most = _most(scoring)
    differences = [score - other[seed] for seed, score in scores.items() if seed in other]
    higher = sum(difference > 0 for difference in differences)
    lower = sum(difference < 0 for difference in differences)
    return {
        "bot": names[0],
        "other": names[1],
        "deals": len(differences),
        **_mean(f"{scoring.key}_difference", mean(differences), least=-most, most=most),
        "better": higher if scoring.more_is_better else lower,
        "equal": differences.count(0),
        "worse": lower if scoring.more_is_better else higher,
    }


def _bot_pair(first: str, second: str, by_deal: dict[str, list[float]]) -> Row:
    all_games = [share for deal in by_deal.values() for share in deal]
    return {
        "bot": first,
        "other": second,
        "games": len(all_games),
        **_deal_mean("share", by_deal),
        "better": all_games.count(1.0),
        "equal": all_games.count(0.5),
        "worse": all_games.count(0.0),
    }


def fault_rows(labels: Sequence[str], games: Sequence[Played]) -> tuple[list[Row], list[Row]]:
    """How often each bot was at fault, by kind; and each case."""
    counts: Counter[tuple[str, str]] = Counter()
    replaced: Counter[tuple[str, str]] = Counter()
    incidents = []
    for each in games:
        for fault in each.faults:
            bot = each.seats[fault.seat]
            counts[bot, fault.kind] += 1
            replaced[bot, fault.kind] += fault.replaced
            incidents.append(
                {
                    "game": each.number,
                    "seed": each.seed,
                    "seat": fault.seat + 1,
                    "bot": bot,
                    "fault": fault.kind,
                    "move": fault.move,
                    "replaced": fault.replaced,
                    "message": fault.message,
                }
            )
    order = {label: place for place, label in enumerate(labels)}
    rows = [
        {"bot": bot, "fault": kind, "count": counts[bot, kind], "replaced": replaced[bot, kind]}
        for bot, kind in sorted(counts, key=lambda key: (order.get(key[0], len(order)), key))
    ]
    return rows, incidents


def _most(scoring: Scoring) -> float:
    """The highest score that is possible."""
    return math.inf if scoring.most is None else scoring.most


def _share(key: str, successes: int, total: int) -> Row:
    low, high = wilson(successes, total)
    share = successes / total if total else None
    return {key: _rounded(share), f"{key}_low": _rounded(low), f"{key}_high": _rounded(high)}


def _mean(key: str, value: Mean | None, *, least: float = -math.inf, most: float = math.inf) -> Row:
    """A mean and its interval, cut off at what is possible."""
    if value is None:
        return {key: None, f"{key}_low": None, f"{key}_high": None}
    low = None if value.low is None else max(value.low, least)
    high = None if value.high is None else min(value.high, most)
    return {key: _rounded(value.value), f"{key}_low": _rounded(low), f"{key}_high": _rounded(high)}


def _deal_mean(key: str, by_deal: Mapping[str, Sequence[float]]) -> Row:
    """Games on one deal are not independent, so the deal is what is counted.

    Deals that all gave the same leave no variance to judge by; Wilson's interval, used then, is
    wide enough for a few deals.
    """
    means = [math.fsum(deal) / len(deal) for deal in by_deal.values()]
    value = mean(means)
    if value is not None and max(means) - min(means) < _SAME:
        low, high = wilson(math.fsum(means), len(means))
        value = replace(value, low=low, high=high)
    return _mean(key, value, least=0, most=1)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
