"""The durable file: what is in it stays, what is torn is cut off, no other file is hurt."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from cardsolver.core.errors import InputError
from cardsolver.runner.journal import (
    Header,
    Journal,
    Reader,
    check_writable,
    json_hash,
    keep,
    read_config,
    read_journal,
)
from tests.support.faults import FaultyDisk, on, torn_versions
from tests.support.running import ROOT, unmeasured

if TYPE_CHECKING:
    from pathlib import Path

HEADER = Header("study", 1, {"seeds": "0:3", "rules": "players=1"})


def game(n: int, **more: Any) -> dict[str, Any]:
    """As much of a transcript as tells it from other lines."""
    return {"cardsolver": 1, "moves": [], "n": n, **more}


def written(path: Path, *numbers: int) -> list[int]:
    """Open a study, keep some verdicts, and return those that were there before."""
    before: list[int] = []
    with Journal(path, header=HEADER, take=lambda entry: before.append(entry.data["n"])) as journal:
        for number in numbers:
            journal.append({"n": number})
    return before


def lines_of(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_header_then_a_line_for_each_thing(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    assert written(path, 1, 2) == []
    assert written(path, 3) == [1, 2]
    header, *rest = lines_of(path)
    assert header["type"] == "study"
    assert header["hash"] == json_hash(HEADER.config)
    assert header["config"] == HEADER.config
    assert rest == [{"n": 1}, {"n": 2}, {"n": 3}]


def test_cut_anywhere_the_file_keeps_every_finished_line(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    written(path, 1, 2, 3)
    whole = path.read_bytes()
    for offset, data in torn_versions(path, lines=4):
        path.write_bytes(data)
        ends = [index for index, byte in enumerate(whole) if byte == ord("\n")]
        # A line that lacks only its line end is finished.
        finished = sum(end <= offset for end in ends) - 1
        assert written(path) == list(range(1, max(finished, 0) + 1)), offset
        written(path, *range(max(finished, 0) + 1, 4))
        assert path.read_bytes() == whole, offset


def test_another_configuration_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    written(path, 1)
    before = path.read_bytes()
    other = Header("study", 1, {**HEADER.config, "seeds": "0:9"})
    with pytest.raises(InputError, match="line 1: was made with another configuration"):
        Journal(path, header=other)
    with pytest.raises(InputError, match="line 1: expected the record of a tournament"):
        Journal(path, header=Header("tournament", 1, HEADER.config))
    with pytest.raises(InputError, match="record format '1'; expected 2"):
        Journal(path, header=Header("study", 2, HEADER.config))
    path.write_bytes(before.replace(b"0:3", b"0:4"))
    with pytest.raises(InputError, match="changed by hand"):
        Journal(path, header=HEADER)


@pytest.mark.parametrize(
    "content",
    [
        b"Dear Ann,\nhow are you?\n",
        b"Dear Ann",
        b"[1, 2]\n",
        b"{\n}\n",
        b'{"n": 1}\nDear Ann',
        b"\xff\xfe\n",
    ],
)
@pytest.mark.parametrize("header", [HEADER, None])
def test_a_file_of_something_else_is_refused_and_left_alone(
    tmp_path: Path, content: bytes, header: Header | None
) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"letter\.txt"):
        Journal(path, header=header, take=lambda _entry: None)
    if header is None and b"\n" not in content[:-1]:
        with pytest.raises(InputError, match=r"letter\.txt: its last line is not one of ours"):
            keep(path, {"n": 1})
    assert path.read_bytes() == content


def test_keep_adds_one_line_and_looks_only_at_the_last(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    check_writable(path)
    assert path.read_bytes() == b""
    keep(path, game(1, text="x" * 200_000))
    keep(path, game(2))
    path.write_bytes(path.read_bytes() + json.dumps(game(3)).encode())  # without a line end
    keep(path, game(4))
    path.write_bytes(path.read_bytes() + b'{"n": 5, "te')
    keep(path, game(6))
    path.write_bytes(path.read_bytes() + b'\n\n{"n": 7, "text": "' + b"x" * 200_000)
    keep(path, game(8))
    kept = [line["n"] for line in map(json.loads, filter(None, path.read_text().split("\n")))]
    assert kept == [1, 2, 3, 4, 6, 8]


@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n", b'\n{"type":"to', b'\n{"' + b"x" * 100_000])
@pytest.mark.parametrize(
    "line", [{"type": "game", "n": 1}, {"hello": 1}, {"cardsolver": "0.1", "type": "study"}]
)
def test_no_game_goes_into_the_record_of_something_else(
    tmp_path: Path, line: dict[str, Any], end: bytes
) -> None:
    path = tmp_path / "verdicts.jsonl"
    content = json.dumps(line).encode() + end
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"verdicts\.jsonl: .*; expected a file of games"):
        check_writable(path)
    with pytest.raises(InputError, match=r"verdicts\.jsonl: .*; expected a file of games"):
        keep(path, game(1))
    assert path.read_bytes() == content


def test_reading_names_damage_and_leaves_out_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    written(path, 1, 2)
    path.write_bytes(path.read_bytes() + b'{"n":')
    with read_journal(str(path), "a study") as lines:
        header, *rest = lines
    assert read_config(header, "study", 1) == HEADER.config
    assert [entry.data for entry in rest] == [{"n": 1}, {"n": 2}]
    assert lines.torn == b'{"n":'
    path.write_bytes(path.read_bytes() + b'\n{"n":3}\n')
    with (
        pytest.raises(InputError, match="line 4: damaged, and more lines follow"),
        read_journal(str(path), "a study") as lines,
    ):
        list(lines)
    with pytest.raises(InputError, match="no such"), read_journal(str(tmp_path / "no such"), ""):
        pass


class Growing(io.BytesIO):
    """A file whose last line is finished just after a reader has met its first half."""

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        if line and not line.endswith(b"\n"):
            place = self.tell()
            self.write(b'2}\n{"n":3}\n')
            self.seek(place)
        return line


def test_a_line_that_is_being_written_is_torn_and_no_damage() -> None:
    lines = Reader(Growing(b'{"n":1}\n{"n":'), "study.jsonl")
    assert [entry.data for entry in lines] == [{"n": 1}]
    assert (lines.torn, lines.sound, lines.ended) == (b'{"n":', 8, False)


def test_the_torn_header_of_another_kind_of_record_is_not_ours(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    path.write_bytes(b'{"type":"tournament","format":1')
    with pytest.raises(InputError, match="expected the record of a study"):
        Journal(path, header=HEADER)
    path.write_bytes(b'{"type":"study","format":1,"cardsolver":"0.0.9","ha')  # an older version
    assert written(path, 1) == []


# The disk


def test_a_disk_that_is_full_after_any_byte_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    written(whole, 1, 2, 3)
    for room in range(whole.stat().st_size):
        path = tmp_path / f"{room}.jsonl"
        with on(FaultyDisk(full_after=room)), pytest.raises(InputError) as error:
            written(path, 1, 2, 3)
        assert "cannot be written (No space left on device)" in str(error.value)
        assert path.read_bytes() == b"" or path.read_bytes().endswith(b"\n")
        done = written(path)
        if "so far are kept" in str(error.value):
            assert f"the {len(done)} lines so far are kept" in str(error.value)
        written(path, *range(len(done) + 1, 4))
        assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("failing", range(4))
def test_a_failing_fsync_is_said_and_nothing_more_is_kept(tmp_path: Path, failing: int) -> None:
    path = tmp_path / "study.jsonl"
    disk = FaultyDisk(fsync_fails_at=failing)

    def work() -> None:
        with Journal(path, header=HEADER, take=lambda _entry: None) as journal:
            for number in range(1, 100):
                seen = disk.fsyncs
                journal.append({"n": number})
                while disk.fsyncs == seen:  # as slow as the disk
                    time.sleep(0.001)

    with on(disk), pytest.raises(InputError, match=r"\(Input/output error\)"):
        work()
    done = written(path)
    assert done == list(range(1, len(done) + 1))
    assert len(done) < 6


def test_a_power_cut_between_write_and_fsync_costs_only_what_was_not_flushed(
    tmp_path: Path,
) -> None:
    whole = tmp_path / "whole.jsonl"
    disk = FaultyDisk()
    with on(disk):
        written(whole, 1)
    safe = disk.safe
    with on(disk):
        written(whole, 2, 3)
    data = whole.read_bytes()
    for size in range(safe, len(data) + 1):
        for tail in (b"", b"\0" * (len(data) - size)):  # some file systems keep the length
            path = tmp_path / "cut.jsonl"
            path.write_bytes(data[:size] + tail)
            done = written(path)
            assert done[:1] == [1]
            written(path, *range(len(done) + 1, 4))
            assert path.read_bytes() == data


# The lock

HOLDER = """
import sys
from pathlib import Path
from cardsolver.runner.journal import Journal
journal = Journal(Path(sys.argv[1]), take=lambda entry: None)
journal.append({"n": 1})
print("here", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_refused_and_a_kill_releases_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "study.jsonl"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        cwd=ROOT,
        env=unmeasured(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    with holder.stdin, holder.stdout:
        assert holder.stdout.readline() == b"here\n"
        with pytest.raises(InputError, match="another run is writing to it"):
            Journal(path, take=lambda _entry: None)
        os.kill(holder.pid, signal.SIGKILL)
        assert holder.wait() == -signal.SIGKILL
    with Journal(path, take=lambda _entry: None) as journal:
        journal.append({"n": 2})
    assert lines_of(path) == [{"n": 1}, {"n": 2}]


def test_several_processes_keep_lines_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    script = (
        "import sys; from pathlib import Path; from cardsolver.runner.journal import keep\n"
        "for n in range(20):\n"
        "    keep(Path(sys.argv[1]), {'cardsolver': 1, 'moves': [], 'who': sys.argv[2], 'n': n})"
    )
    crowd = [
        subprocess.Popen([sys.executable, "-c", script, str(path), who], cwd=ROOT, env=unmeasured())
        for who in "ab"
    ]
    assert [each.wait(60) for each in crowd] == [0, 0]
    found = lines_of(path)
    for who in "ab":
        assert [line["n"] for line in found if line["who"] == who] == list(range(20))
