"""Break everything on purpose, many times, and write the figures into docs/reliability.md.

    scripts/torture PART… [--count N] [--seed N] [--no-page]

Parts: damage, kills, bots, load, long-study, fuzz, records, portability, pythons, slices. All of
them are bounded and clean up after themselves.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from scripts.reliability import bots, damage, honesty, kills, load, portability, suites
from scripts.reliability.rows import Row, keep_row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


# How many of a thousand inputs each reader gets: quick ones most, slow ones enough to matter.
FUZZED = {
    "moves": 120, "typed": 60, "messages": 150, "positions": 120, "variants": 120, "seeds": 40,
    "flags": 80, "levels": 40, "settings": 40, "plans": 60, "deals": 30, "games": 30, "codes": 25,
    "records": 30, "studies": 25, "verdicts": 15, "kernel": 15,
}  # fmt: skip
READ = {
    "moves": "moves of all games",
    "typed": "what people type at the table",
    "messages": "protocol lines of bots",
    "positions": "positions",
    "variants": "variants of all games",
    "seeds": "seeds",
    "flags": "sizes, days, times and commands",
    "levels": "level lists (TOML, JSON)",
    "settings": "configurations of tournaments (TOML)",
    "plans": "plans of studies (TOML)",
    "deals": "deals of all games (JSON, text)",
    "games": "records of games",
    "codes": "share codes, and what is inside them",
    "records": "records of tournaments (also compressed)",
    "studies": "records of studies (also compressed)",
    "verdicts": "files of `--resume`",
    "kernel": "the kernel's binding",
}
SLICES_S = 60
JUDGED = ("games", "codes", "records", "studies", "verdicts")  # what they call sound is judged


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _failures(wrong: list[str]) -> int:
    for line in wrong:
        _say(f"  WRONG: {line}")
    return len(wrong)


def run_damage(count: int, _seed: int) -> Iterator[Row]:
    """Every kind of damage to every kind of journal."""
    subjects: list[damage.Subject] = [
        damage.TournamentSubject(count),
        damage.StudySubject(count),
        damage.VerdictSubject(count),
        damage.PlaySubject(count),
    ]
    for subject in subjects:
        tried: Counter[str] = Counter()
        wrong: list[str] = []
        for check, options in (
            (damage.check_damages, {}),
            (damage.check_full_disk, {}),
            (damage.check_fsync, {"fails": 20}),
            (damage.check_lock, {"times": 5}),
        ):
            with tempfile.TemporaryDirectory() as folder:
                found, bad = check(subject, Path(folder), **options)
            tried += found
            wrong += bad
        how = ", ".join(f"{number} × {kind}" for kind, number in tried.items())
        yield Row(
            f"damage {subject.name}",
            "Crashes",
            f"`{subject.name}`: whatever is left of its file, the next run goes on, loses no"
            " finished line, does nothing twice, and reports the same, byte for byte; a second"
            " run is refused until the first ends, also by `kill -9`",
            f"{count} lines; {how}",
            f"{tried.total():,}",
            _failures(wrong),
            f"scripts/torture damage --count {count}",
        )


def run_kills(count: int, seed: int) -> Iterator[Row]:
    """`count` kills of tournaments and studies, here and on a cluster; a quarter more: --resume."""
    share = -(-count // 4)
    each = max(1, share // 4)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind, work, scheduler in (
            ("local workers", kills.TOURNAMENT, False),
            ("a Dask cluster", kills.TOURNAMENT, True),
            ("local workers", kills.RESUME, False),
            ("local workers", kills.STUDY, False),
            ("a Dask cluster", kills.STUDY, True),
        ):
            wrong: list[str] = []
            done = runs = 0
            while done < share and runs < share:
                number = min(each, share - done)
                runs += 1
                with kills.cluster(folder) if scheduler else nullcontext() as address:
                    killed, bad = kills.kill_again_and_again(
                        work,
                        folder,
                        kills=number,
                        seed=seed + runs + 1000 * bool(scheduler),
                        more=("--scheduler", address) if address else (),
                    )
                done += killed
                wrong += bad
                _say(f"  {work.name}, {kind}: {done} kills, {len(wrong)} wrong")
            time.sleep(3)
            wrong += [f"still running: {line}" for line in kills.bots_left_over(kills.BOT)]
            if done < share:
                wrong.append(f"{done} kills; expected {share}")
            yield Row(
                f"kills {work.name}, {kind}",
                "Crashes",
                f"`{work.name}` with {kind}: killed at any moment, the same command ends with"
                " the report of a run that was left alone; no bot outlives its run",
                f"`kill -9` of the whole group or of the parent alone, {each} times per run",
                f"{done} kills",
                _failures(wrong),
                f"scripts/torture kills --count {count}",
            )


def run_bots(count: int, _seed: int) -> list[Row]:
    """Every misbehaviour, again and again."""
    wrong: list[str] = []
    for number in range(count):
        for case in bots.CASES:
            bad = bots.try_case(case, number)
            wrong += bad
            _failures(bad)
        _say(f"  {number + 1} of {count} rounds, {len(wrong)} wrong")
    kinds = ", ".join(case.what for case in bots.CASES)
    deals = max(1, count // 4)
    harmed = bots.try_all_at_once(deals, jobs=2)
    return [
        Row(
            "bots",
            "Bots that misbehave",
            "a bot that misbehaves is named, costs its own game only, and is gone after it: no"
            " process, no zombie, no file",
            f"{len(bots.CASES)} bots: {kinds}",
            f"{count * len(bots.CASES):,} games",
            len(wrong),
            f"scripts/torture bots --count {count}",
        ),
        Row(
            "bots at once",
            "Bots that misbehave",
            "games of others are unharmed",
            f"a tournament of all {len(bots.CASES)} and a team that behaves, two workers: its games"
            " are those that it plays alone",
            f"{deals * (len(bots.CASES) + 1):,} games",
            _failures(harmed),
            f"scripts/torture bots --count {count}",
        ),
    ]


def run_load(count: int, _seed: int) -> list[Row]:
    """A long tournament, and a long game with a program."""
    with tempfile.TemporaryDirectory() as folder:
        found = load.run_tournament(Path(folder), count)
    sent = load.history_bytes(10_000)
    return [
        Row(
            "load tournament",
            "Load",
            "memory does not grow with the length of a tournament; a report is a matter of seconds",
            f"greedy alone, two workers: {found.processor_s:.0f} s of processor time, record of"
            f" {found.record:.0f} MiB; {found.memory}; `report` in"
            f" {found.report_s:.1f} s of processor time and {found.report_memory:.0f} MiB",
            f"{found.lines:,} games",
            int(found.lines < count),
            f"scripts/torture load --count {count}",
        ),
        Row(
            "load history",
            "Load",
            "a program that keeps the history itself is not sent all of it again and again",
            "one game of Level 8: "
            + ", ".join(f"{size / 1e6:,.0f} MB with history {wish}" for wish, size in sent.items()),
            "10,000 requests",
            int(sent["new"] * 20 > sent["all"]),
            f"scripts/torture load --count {count}",
        ),
    ]


def run_long_study(count: int, _seed: int) -> list[Row]:
    """Many deals that are all decided at once."""
    with tempfile.TemporaryDirectory() as folder:
        found = load.run_study(Path(folder), count)
    return [
        Row(
            "load study",
            "Load",
            "a deal costs no more late in a long study than early, neither time nor memory",
            f"solo, standard rules, two workers: {found.processor_s:.0f} s of processor time,"
            f" {found.first_pace:.0f} deals per second of it in the second fifth and"
            f" {found.last_pace:.0f} in the last; record of {found.record:.0f} MiB; {found.memory};"
            f" `report` in {found.report_s:.1f} s of processor time and"
            f" {found.report_memory:.0f} MiB",
            f"{found.lines:,} deals",
            int(found.lines < count),
            f"scripts/torture long-study --count {count}",
        )
    ]


def run_fuzz(count: int, seed: int) -> Iterator[Row]:
    """All readers, each in a process of its own."""
    for name, share in FUZZED.items():
        yield run_reader(name, count * share // sum(FUZZED.values()), seed)


def run_reader(name: str, inputs: int, seed: int) -> Row:
    """One reader."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [
                sys.executable, str(ROOT / "scripts/reliability/fuzz.py"), name,
                "--inputs", str(inputs), "--seed", str(seed), "--findings", folder,
            ],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        died = {
            "inputs": 0, "accepted": 0, "guided": False,
            "findings": {f"the fuzzer died with {done.returncode}: {done.stderr[-300:]}": 1},
        }  # fmt: skip
        figures = json.loads(lines[-1]) if lines else died
        for text in sorted(Path(folder).glob("*.txt")):
            _say(f"  {text.read_text()[:300]} {text.with_suffix('').read_bytes()[:2000]!r}")
    row = fuzz_row(name, figures, seed)
    _say(f"  {name}: {row.count}, {row.failures} findings")
    return row


def fuzz_row(name: str, figures: dict[str, Any], seed: int) -> Row:
    """The row of one reader, from what its fuzzer has printed."""
    inputs = figures["inputs"]
    opinion = "; what is called sound is legal and true by a second opinion"
    return Row(
        f"fuzz {name}",
        "Fuzzing",
        f"{READ[name]}: whatever it is given, the reader answers with one clear line within a"
        f" second{opinion if name in JUDGED else ''}",
        f"{'guided by coverage (atheris)' if figures['guided'] else 'not guided'};"
        f" {figures['accepted']:,} inputs were accepted",
        f"{inputs:,} inputs",
        _failures([f"{name}: {kind}" for kind in figures["findings"]]),
        f"scripts/torture fuzz --reader {name} --count {inputs} --seed {seed}",
    )


def run_records(count: int, _seed: int) -> list[Row]:
    """Sound games by a second opinion, and the same games with lies."""
    tried, wrong = honesty.check_games(count)
    games = tried.pop("sound games")
    how = ", ".join(f"{number} × {kind}" for kind, number in tried.items())
    return [
        Row(
            "records",
            "Records",
            "a record is believed if and only if all that it claims is true",
            f"{games:,} games of all three kinds, sound by a second opinion (the reader written"
            f" from the notation page, and the naive rules); then with one lie each: {how}",
            f"{games + tried.total():,} records",
            _failures(wrong),
            f"scripts/torture records --count {count}",
        )
    ]


def run_portability(count: int, _seed: int) -> list[Row]:
    """The same commands wherever they may be called."""
    commands = portability.COMMANDS if count > len(portability.QUICK) else portability.QUICK
    wrong: list[str] = []
    names = []
    with tempfile.TemporaryDirectory() as folder:
        for around in portability.all_surroundings():
            wrong += portability.try_all(around, Path(folder), commands)
            names.append(around.name)
        wrong += portability.read_only_install(Path(folder))
        names.append("read-only install")
        wrong += portability.not_posix(Path(folder), commands)
        names.append("without the modules of POSIX")
    return [
        Row(
            "portability",
            "Portability",
            "commands give their answer or one clear line, wherever they are called",
            f"{len(commands)} commands each: {', '.join(names)}",
            f"{len(names) * len(commands)} calls",
            _failures(wrong),
            f"scripts/torture portability --count {count}",
        )
    ]


def run_slices(_count: int, _seed: int) -> list[Row]:
    """What the slices of all this cost in scripts/test."""
    found = suites.run_slices()
    wrong = [] if not found.failed else [found.words]
    if found.processor_s > SLICES_S:
        wrong.append(f"{found.processor_s:.0f} s of processor time")
    return [
        Row(
            "slices",
            "Tests",
            f"slices of all this run with every `scripts/test`, in at most {SLICES_S} s together",
            f"{found.processor_s:.0f} s of processor time, {found.skipped} skipped:"
            f" {', '.join(f'`{name}`' for name in suites.SLICES)}",
            f"{found.passed} tests",
            _failures(wrong),
            "scripts/torture slices",
        )
    ]


def run_pythons(count: int, _seed: int) -> Iterator[Row]:
    """The whole suite under the newest other Pythons, from a fresh checkout."""
    for python in suites.other_pythons()[:count]:
        with tempfile.TemporaryDirectory() as folder:
            version, found = suites.run_whole_suite(python, Path(folder) / "checkout")
        yield Row(
            f"pythons {version}",
            "Portability",
            f"the whole test suite passes under {version}",
            f"a fresh checkout, set up with it; {found.skipped} skipped",
            f"{found.passed:,} tests",
            _failures([found.words] * found.failed),
            f"scripts/torture pythons --count {count}",
        )


PARTS: dict[str, tuple[Callable[[int, int], Iterable[Row]], int]] = {
    "damage": (run_damage, 300),
    "kills": (run_kills, 100),
    "bots": (run_bots, 20),
    "load": (run_load, 100_000),
    "long-study": (run_long_study, 100_000),
    "fuzz": (run_fuzz, 1_000_000),
    "records": (run_records, 60),
    "portability": (run_portability, len(portability.COMMANDS)),
    "pythons": (run_pythons, 2),
    "slices": (run_slices, 1),
}


def main() -> int:
    """Run the parts that were asked for."""
    parser = argparse.ArgumentParser(prog="scripts/torture", description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="+", choices=[*PARTS, "all"], metavar="PART")
    parser.add_argument("--count", type=int, help="how often; each part has its own default")
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--no-page", action="store_true", help="do not write docs/reliability.md")
    parser.add_argument("--reader", choices=FUZZED, help="fuzz: only this one")
    arguments = parser.parse_args()
    if arguments.reader is not None:
        PARTS["fuzz"] = (
            lambda count, seed: [run_reader(arguments.reader, count, seed)],
            PARTS["fuzz"][1] // 10,
        )
    wrong = 0
    for name in list(PARTS) if "all" in arguments.parts else arguments.parts:
        run, default = PARTS[name]
        started = time.monotonic()
        for row in run(arguments.count or default, arguments.seed):
            sys.stdout.write(f"{row.name}: {row.count}, {row.failures} failures\n")
            sys.stdout.flush()
            wrong += row.failures
            if not arguments.no_page:
                keep_row(row)
        _say(f"{name}: {time.monotonic() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
