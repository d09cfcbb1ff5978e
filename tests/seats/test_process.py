"""Every misbehaviour has a name, costs its own game only, and leaves nothing behind."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from cardsolver.core.seats import FAULTS, SeatFault
from cardsolver.seats import process
from cardsolver.seats.limits import TimeLimits
from cardsolver.seats.process import LONGEST_LOG, Child
from scripts.reliability import bots
from tests.support.bots import LIMITS, PROGRAM, play_with
from tests.support.running import children

QUICK = TimeLimits(start_s=30, move_s=0.5, game_s=60)
CASES = [
    ("illegal-move", "illegal-move", "TG-", LIMITS),
    ("no-move", "bad-message", "'castle kingside' is not a move", LIMITS),
    ("bad-message", "bad-message", "'A37 of course': not JSON", LIMITS),
    ("wrong-type", "bad-message", "a message of type 'hello'; expected move", LIMITS),
    ("wrong-id", "bad-message", "to request 2; expected the number 1", LIMITS),
    ("not-utf8", "bad-message", "not UTF-8", LIMITS),
    ("unasked", "bad-message", "'just a debug print", LIMITS),
    ("time", "time", "no answer within 0.5 s", QUICK),
    ("crash", "crash", "exited with status 7", LIMITS),
    ("killed", "crash", "was killed by SIGKILL", LIMITS),
    ("closed-output", "crash", "closed its input or output", LIMITS),
    ("grandchild", "crash", "exited with status 7", LIMITS),
    ("no-start", "no-start", "exited with status 3", LIMITS),
    ("wrong-version", "no-start", "speaks protocol 2; expected 1", LIMITS),
    ("silent-start", "no-start", "no answer within 0.5 s", TimeLimits(start_s=0.5)),
    ("too-much-output", "too-much-output", "more than 64 KiB", LIMITS),
]


def test_every_named_fault_is_caused_here_or_by_a_bot_that_is_confined() -> None:
    assert {kind for _, kind, _, _ in CASES} == set(FAULTS) - {"resources"}
    assert "resources" in {case.kind for case in bots.CASES}


@pytest.mark.parametrize(("what", "kind", "message", "limits"), CASES, ids=[c[0] for c in CASES])
def test_a_misbehaviour_is_named_and_forfeits(
    what: str, kind: str, message: str, limits: TimeLimits
) -> None:
    (played,) = play_with(what, limits=limits)
    (fault,) = played.faults
    assert (fault.seat, fault.kind, fault.replaced) == (0, kind, False)
    assert message in fault.message
    assert played.outcome is not None
    # Forfeit in The Game: the whole team has lost, with all the cards of the moment left.
    assert (played.outcome.end, played.outcome.winners) == ("forfeit", ())
    assert played.outcome.scores == (98 - sum(m[0] in "ABCD" for m in played.moves),) * 2


def test_the_last_lines_of_both_outputs_are_kept() -> None:
    (played,) = play_with("bad-message")
    assert played.faults[0].last_lines[-1] == "< A37 of course"
    assert "! about to talk nonsense" in played.faults[0].last_lines
    (played,) = play_with("crash")
    assert played.faults[0].last_lines[-1] == "! Segmentation fault, or so I feel"


def test_standard_error_is_kept_in_a_log_and_cannot_block(tmp_path: Path) -> None:
    """100 kB a move is more than a pipe holds."""
    (played,) = play_with("loud", logs=tmp_path)
    assert not played.faults
    log = (tmp_path / "bad.log").read_text()
    assert log.startswith("[game 0, seat 1] blah blah")
    assert len(log) > 300_000
    assert len(log) < LONGEST_LOG


def test_a_remark_with_half_an_emoji_costs_nothing(tmp_path: Path) -> None:
    (played,) = play_with("half-an-emoji", logs=tmp_path)
    assert not played.faults
    log = (tmp_path / "bad.log").read_text(encoding="utf-8")
    assert log.startswith("[game 0, seat 1] talk: so �\n")


def test_a_program_that_does_not_read_cannot_block_us() -> None:
    """The request is larger than a pipe, and nobody takes it out at the other end."""
    with closing(_Started("deaf")) as deaf:
        started = time.monotonic()
        with pytest.raises(SeatFault, match=r"did not read its input within 0\.5 s") as caught:
            deaf.child.tell({"type": "x", "text": "y" * 1_000_000}, limit_s=0.5)
        assert caught.value.kind == "time"
        assert time.monotonic() - started < 30


class _Started:
    def __init__(self, what: str) -> None:
        self.child = Child([sys.executable, "-S", str(PROGRAM), what])
        self.child.ask({"type": "hello"}, limit_s=30)

    def close(self) -> None:
        self.child.kill()


def test_the_keeper_does_without_what_macos_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before Python 3.13 it has no `waitid`; without it, too, we are told how a bot ended."""
    keeper = tmp_path / "keeper.py"
    first = "from __future__ import annotations\n"
    lack = "import os\ndel os.waitid, os.P_ALL, os.WEXITED, os.WNOWAIT\n"
    text = process._KEEPER.read_text(encoding="utf-8")
    keeper.write_text(text.replace(first, first + lack, 1), encoding="utf-8")
    monkeypatch.setattr(process, "_KEEPER", keeper)
    child = Child([sys.executable, "-S", "-c", "raise SystemExit(3)"])
    with pytest.raises(SeatFault, match="exited with status 3"):
        child.ask({"type": "hello"}, limit_s=30)


def test_no_process_is_left_behind() -> None:
    before = children()
    (played,) = play_with("grandchild")
    (line,) = [line for line in played.faults[0].last_lines if line.startswith("! grandchild")]
    grandchild = int(line.split()[-1])
    deadline = time.monotonic() + 10
    while Path(f"/proc/{grandchild}").exists() and time.monotonic() < deadline:
        # It may be a zombie that waits for whoever inherited it; it does not run any more.
        if "State:\tZ" in Path(f"/proc/{grandchild}/status").read_text():
            break
        time.sleep(0.05)
    else:
        assert not Path(f"/proc/{grandchild}").exists()
    assert children() <= before  # all our own are reaped


def test_quit_ends_a_program_that_stays() -> None:
    with closing(_Started("stays")) as started:
        assert not started.child.quit(grace_s=0.3)
        assert not started.child.alive
    with closing(_Started("good")) as started:
        assert started.child.quit(grace_s=30)


def test_a_program_that_is_not_there_is_no_start() -> None:
    with pytest.raises(SeatFault) as caught:
        Child(["./no-such-bot"])
    assert caught.value.kind == "no-start"
    assert "No such file" in str(caught.value)


@pytest.mark.parametrize("name", ["no-such-bot", "x" * 300])
def test_a_name_alone_must_be_on_the_path(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "no-such-bot").touch()
    with pytest.raises(SeatFault, match=r"cannot be run \(not on the path\)"):
        Child([name])
