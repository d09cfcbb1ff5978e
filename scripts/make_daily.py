"""Prove a winnable deal for every day of the table, and write cardsolver/games/the_game/daily.json.

Every day gets the first attempt that the solver wins within the limit. Only days whose first
attempt was not that one are written. Run it again only if the seeds or rules change: the deals of
days that have been played must stay what they are.
"""

from __future__ import annotations

import json
import sys
from datetime import date, timedelta

from cardsolver.games.the_game.daily import DAYS, FIRST_DAY, RULES, TABLE, attempted_deal
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.solve import solve_deal

LIMITS = SolveLimits(2.0, 1 << 30, 1)


def winnable_attempt(day: date, level: str) -> int:
    """The first attempt with a line that lays every card."""
    attempt = 0
    while True:
        deal = attempted_deal(day, level, attempt)
        if solve_deal(deal, limits=LIMITS, win_only=True).left == 0:
            return attempt
        attempt += 1


def main() -> None:
    """Go through all days of both levels."""
    later: dict[str, dict[str, int]] = {}
    for level in RULES:
        later[level] = {}
        for number in range(DAYS):
            day = FIRST_DAY + timedelta(days=number)
            attempt = winnable_attempt(day, level)
            if attempt:
                later[level][day.isoformat()] = attempt
            if number % 500 == 0:
                print(f"{level}: {day}, {len(later[level])} later attempts", file=sys.stderr)
    lines = [f' "{level}": {json.dumps(days)}' for level, days in later.items()]
    TABLE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
