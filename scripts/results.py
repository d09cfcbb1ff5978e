"""Solve the official rule sets and write docs/results.md: `scripts/results.py [--jobs N]`.

Fifteen rule sets (1 to 5 players, standard, expert, expert with short hands), seeds 0 to 999 each.
Every win is a complete game that the referee has replayed. The run can be stopped and resumed:
verdicts are kept as JSON lines in a file (--keep), and a new run tries again what was undecided
(--limit gives it more time).
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).parent.parent))

from cardsolver.core.deal import deal_seed
from cardsolver.games.the_game import rules as the_game
from cardsolver.solver.batch import SolveTask
from cardsolver.solver.result import SolveLimits
from cardsolver.solver.solve import solve_deal
from scripts.page import write_section

ROOT = Path(__file__).parent.parent
RULE_SETS = [
    (players, name, f"players={players} {words}".strip())
    for players in range(1, 6)
    for name, words in (
        ("standard", ""),
        ("expert", "expert"),
        ("expert, short hand", "expert short-hand"),
    )
]

Verdicts: TypeAlias = dict[str, dict[str, dict[str, object]]]  # by rules and deal


def solve_one(task: SolveTask) -> dict[str, object]:
    """A verdict; its seconds are processor time, whatever else the machine does."""
    start = time.process_time()
    verdict = solve_deal(task.deal, engine=task.engine, limits=task.limits, win_only=task.win_only)
    return {**verdict.to_json(), "seconds": round(time.process_time() - start, 4)}


def solve_all(kept: Path, seeds: range, jobs: int, limit_s: float) -> Verdicts:
    """The verdicts of every rule set; those in `kept` are not looked for again."""
    verdicts: Verdicts = {rules: {} for _, _, rules in RULE_SETS}
    if kept.exists():
        for line in kept.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            verdicts[row["rules"]][row["deal"]] = row
    for rules, known in verdicts.items():
        deals = [deal_seed(the_game.NAME, str(seed), rules=rules) for seed in seeds]
        tasks = [
            SolveTask(deal, None, "auto", SolveLimits(seconds=limit_s), win_only=True)
            for deal in deals
            if deal.label not in known or known[deal.label]["verdict"] == "undecided"
        ]
        with ProcessPoolExecutor(jobs) as workers, kept.open("a", encoding="utf-8") as file:
            for found in workers.map(solve_one, tasks):
                row = {"rules": rules, **found}
                known[str(row["deal"])] = row
                file.write(json.dumps(row) + "\n")
                file.flush()
        print(rules, len(known), flush=True)
    return verdicts


def section(verdicts: Verdicts, seeds: range) -> str:
    """The table of the page."""
    lines = [
        (
            "| players | rules | hand | minimum | winnable | unwinnable | undecided"
            " | median s | mean s | 99 % s | most s |"
        ),
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for players, name, rules in RULE_SETS:
        rows = [verdicts[rules][f"seed {seed}"] for seed in seeds]
        parsed = the_game.parse_rules(rules)
        counts = [
            sum(row["verdict"] == ruling for row in rows)
            for ruling in ("winnable", "unwinnable", "undecided")
        ]
        times = sorted(float(str(row["seconds"])) for row in rows)
        near_all = times[max(0, round(0.99 * len(times)) - 1)]
        lines.append(
            f"| {players} | {name} | {parsed.hand} | {parsed.minimum}"
            f" | {counts[0]} | {counts[1]} | {counts[2]}"
            f" | {statistics.median(times):.3f} | {statistics.mean(times):.3f}"
            f" | {near_all:.2f} | {times[-1]:.2f} |"
        )
    deals = len(RULE_SETS) * len(seeds)
    lines += [
        "",
        f"{deals:,} deals; processor seconds of one core, Python {platform.python_version()}.",
    ]
    return "\n".join(lines)


def main() -> None:
    """Solve what is missing and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seeds", type=int, default=1000, metavar="N", help="0 to N - 1")
    parser.add_argument("--limit", type=float, default=600, metavar="S", help="seconds per deal")
    parser.add_argument("--keep", type=Path, default=ROOT / "results.jsonl", metavar="FILE")
    arguments = parser.parse_args()
    seeds = range(arguments.seeds)
    verdicts = solve_all(arguments.keep, seeds, arguments.jobs, arguments.limit)
    write_section("solver", section(verdicts, seeds))


if __name__ == "__main__":
    main()
