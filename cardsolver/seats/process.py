"""A bot in a process of its own. Every read and write has a deadline, and no pipe can block us.

One selector loop does all the input and output: while we write a request we also read what the bot
writes, so neither side can wait for the other forever. What goes wrong becomes a SeatFault.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.seats import SeatFault
from cardsolver.core.text import quote
from cardsolver.seats.confinement import Confinement
from cardsolver.seats.protocol import QUIT, encode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import IO

MOST_OUTPUT = 64 * 1024  # bytes a bot may have written that nobody has read yet
LAST_LINES = 10
LONGEST_LINE = 300  # characters of a line that a fault's record keeps
LONGEST_LOG = 10 * 1024 * 1024
GRACE_S = 2.0  # how long a bot may take to exit after `quit`
_CHUNK = 64 * 1024
_GLANCE_S = 0.2  # how often we check whether a silent process is still alive
_EXIT_S = 1.0  # how long a process may take to exit after it closed a pipe
_KEEPER = Path(__file__).with_name("keeper.py")
_KEEPER_S = 10.0  # how long a keeper may take to end all that its bot has started


def split_command(text: str) -> list[str]:
    """The words of a command as a shell would split them; no shell runs it."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InputError(f"command {quote(text)}: {str(error).lower()}") from None
    if not words:
        raise InputError("cmd: names no program; expected one, as in cmd:./mybot --fast")
    return words


class Log:
    """A file that keeps what bots write to standard error; several workers may share it."""

    def __init__(self, path: Path) -> None:
        """The file is created with its first line."""
        self._path = path

    def write(self, who: str, lines: Sequence[bytes]) -> None:
        """Add lines, each marked with who wrote it."""
        text = b"".join(f"[{who}] ".encode() + line + b"\n" for line in lines)
        # The log is for people; a full disk must not cost the game.
        with suppress(OSError):
            file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
            try:
                if os.fstat(file).st_size < LONGEST_LOG:
                    os.write(file, text)
            finally:
                os.close(file)


class Child:
    """A running bot program and its keeper. After a SeatFault it is over; start another."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        confinement: Confinement | None = None,
        log: Log | None = None,
        extra: Mapping[str, str] | None = None,
    ) -> None:
        """Start the program under a keeper, in a session of its own, out of reach of Ctrl-C.

        `extra` goes into its environment.
        """
        self.who = "start"  # the game and seat it plays, for the log
        self.history = "all"  # how much of it the program wants in a request
        confinement = confinement or Confinement()
        command = _runnable(confinement.command(command))
        self._log = log
        self._output = bytearray()
        self._errors = bytearray()
        self._last: deque[str] = deque(maxlen=LAST_LINES)
        self._notes: dict[str, str] = {}  # what the keeper has said
        lifeline, self._lifeline = os.pipe()
        self._status, status = os.pipe()
        os.set_blocking(self._status, False)
        spec = {
            "command": command,
            "lifeline": lifeline,
            "status": status,
            "memory": confinement.memory,
            "processes": confinement.processes,
            "files": confinement.files,
            "file_size": confinement.file_size,
            "cpu_s": confinement.cpu_s,
        }
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_KEEPER), json.dumps(spec)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={**confinement.environment(), **(extra or {})},
                pass_fds=(lifeline, status),
            )
        except (OSError, ValueError) as error:
            os.close(self._lifeline)
            os.close(self._status)
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise SeatFault("no-start", f"{quote(command[0])} cannot be run ({reason})") from None
        finally:
            os.close(lifeline)
            os.close(status)
        self._stdin, self._stdout, self._stderr = self._pipes()
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdout, self._stderr):
            self._selector.register(pipe, selectors.EVENT_READ)
        self.alive = True

    def _pipes(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        process = self._process
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise AssertionError("all three were asked for")
        for pipe in (process.stdin, process.stdout, process.stderr):
            os.set_blocking(pipe.fileno(), False)
        return process.stdin, process.stdout, process.stderr

    def ask(self, message: Mapping[str, Any], *, limit_s: float, late: str | None = None) -> bytes:
        """Send a message and wait for the line that answers it.

        `late` is what is said when none comes, where that is more than the limit tells.
        """
        for key, _ in self._selector.select(0):
            self._read(key.fileobj is self._stdout)
        if self._output:
            self._note("<", bytes(self._output))
            raise self.over(
                "bad-message",
                f"wrote {quote(bytes(self._output).decode(errors='replace'))},"
                " which nobody asked for; expected one line per request",
            )
        self._exchange(encode(message), limit_s, wants_line=True, late=late)
        line, _, rest = bytes(self._output).partition(b"\n")
        self._output[:] = rest
        self._note("<", line)
        return line

    def tell(self, message: Mapping[str, Any], *, limit_s: float) -> None:
        """Send a message that has no answer."""
        self._exchange(encode(message), limit_s, wants_line=False)

    def talk(self, remark: str) -> None:
        """Log what the bot said to people along with what it wrote to standard error."""
        if self._log is not None:
            self._log.write(self.who, [f"talk: {remark}".replace("\n", " ").encode()])

    def _exchange(
        self, data: bytes, limit_s: float, *, wants_line: bool, late: str | None = None
    ) -> None:
        deadline = time.monotonic() + limit_s
        unsent = memoryview(data)
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while unsent or (wants_line and b"\n" not in self._output):
                left_s = deadline - time.monotonic()
                if left_s <= 0:
                    what = "did not read its input" if unsent else "no answer"
                    raise self.over("time", late or f"{what} within {limit_s:g} s")
                ready = self._selector.select(min(left_s, _GLANCE_S))
                for key, _ in ready:
                    if key.fileobj is self._stdin:
                        unsent = unsent[self._write(unsent) :]
                        if not unsent:
                            self._selector.unregister(self._stdin)
                    else:
                        self._read(key.fileobj is self._stdout)
                # A program may leave a child behind that keeps the pipes open.
                if not ready and self._process.poll() is not None:
                    raise self._ended()
        finally:
            with suppress(KeyError, ValueError):
                self._selector.unregister(self._stdin)

    def _write(self, data: memoryview) -> int:
        try:
            return os.write(self._stdin.fileno(), data[:_CHUNK])
        except BlockingIOError:
            return 0
        except OSError:
            raise self._ended() from None

    def _read(self, is_output: bool) -> None:  # noqa: FBT001 - one of two pipes
        pipe = self._stdout if is_output else self._stderr
        try:
            data = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._selector.unregister(pipe)
            if is_output:
                raise self._ended()
        elif is_output:
            self._output += data
            if len(self._output) > MOST_OUTPUT:
                self._note("<", bytes(self._output))
                raise self.over(
                    "too-much-output",
                    f"wrote more than {MOST_OUTPUT // 1024} KiB; expected one short line",
                )
        else:
            self._hear(data)

    def _hear(self, data: bytes) -> None:
        """Keep standard error, line by line; a line without an end is cut into pieces."""
        *lines, rest = bytes(self._errors + data).split(b"\n")
        if len(rest) > _CHUNK:
            lines.append(rest)
            rest = b""
        self._errors[:] = rest
        if lines:
            for line in lines[-LAST_LINES:]:
                self._note("!", line)
            if self._log is not None:
                self._log.write(self.who, lines)

    def _note(self, mark: str, line: bytes) -> None:
        text = line[: 4 * LONGEST_LINE].decode(errors="replace")
        self._last.append(f"{mark} {text}"[:LONGEST_LINE])

    def _ended(self) -> SeatFault:
        """How the program ended; one that closed its output but lives on has all but crashed."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_EXIT_S)
        notes = self._heard()
        if "resources" in notes:
            return self.over("resources", notes["resources"])
        if "over" in notes:
            return self.over("crash", notes["over"])
        code = self._process.returncode
        if "signal" in notes:
            code = -int(notes["signal"])
        if code is None:
            return self.over("crash", "closed its input or output; expected it to run until quit")
        if code < 0:
            with suppress(ValueError):
                return self.over("crash", f"was killed by {signal.Signals(-code).name}")
        return self.over("crash", f"exited with status {code}; expected it to run until quit")

    def _heard(self) -> Mapping[str, str]:
        """What the keeper has said so far: a word and the rest of the line."""
        with suppress(OSError):
            while data := os.read(self._status, _CHUNK):
                for line in data.decode(errors="replace").splitlines():
                    word, _, rest = line.partition(" ")
                    self._notes.setdefault(word, rest)
        return self._notes

    @property
    def cpu_used_s(self) -> float:
        """Processor time of the program itself; 0 where the system does not tell."""
        with suppress(OSError, KeyError, IndexError, ValueError):
            stat = Path(f"/proc/{self._heard()['bot']}/stat").read_text(encoding="utf-8")
            user, system = stat.rpartition(")")[2].split()[11:13]
            return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def over(self, kind: str, message: str) -> SeatFault:
        """End the process and make the fault, with the last lines that explain it."""
        self.kill()
        return SeatFault(kind, message, tuple(self._last))

    def last_lines(self) -> tuple[str, ...]:
        """What it wrote last: `<` to standard output, `!` to standard error."""
        return tuple(self._last)

    def quit(self, *, grace_s: float = GRACE_S) -> bool:
        """Ask the program to exit and wait; False if it had to be killed."""
        if not self.alive:
            return True
        self.ask_to_end()
        ended = self.ends_within(grace_s)
        self.kill()
        return ended

    def ask_to_end(self, *, politely: bool = True) -> None:
        """Say quit, and close its input."""
        if self.alive:
            with suppress(SeatFault):
                if politely:
                    self.tell(QUIT, limit_s=_GLANCE_S)
            self._stdin.close()

    def ends_within(self, grace_s: float) -> bool:
        """Wait for a program to exit that was asked to; False if it does not."""
        deadline = time.monotonic() + grace_s
        while self.alive and self._process.poll() is None and time.monotonic() < deadline:
            if not self._drain(0.02):
                time.sleep(0.005)
        return not self.alive or self._process.poll() is not None

    def _drain(self, wait_s: float) -> bool:
        """Discard standard output and keep standard error; False if there was nothing."""
        if not self._selector.get_map():
            return False
        ready = self._selector.select(wait_s)
        for key, _ in ready:
            data = b""
            with suppress(OSError):
                data = os.read(key.fd, _CHUNK)
            if not data:
                self._selector.unregister(key.fileobj)
            elif key.fileobj is self._stderr:
                self._hear(data)
        return bool(ready)

    def kill(self) -> None:
        """End the process and all that it has started, keep its last words, reap it."""
        if not self.alive:
            return
        self.alive = False
        os.close(self._lifeline)  # the keeper lets go of everything
        try:
            self._process.wait(_KEEPER_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.returncode < 0:
            self._clean_up_without_keeper()
        os.close(self._status)
        deadline = time.monotonic() + _GLANCE_S
        with suppress(KeyError, ValueError):
            self._selector.unregister(self._stdin)
        while time.monotonic() < deadline and self._drain(0):
            pass
        if self._errors:
            self._hear(b"\n")
        self._selector.close()
        for pipe in (self._stdin, self._stdout, self._stderr):
            with suppress(OSError):
                pipe.close()

    def _clean_up_without_keeper(self) -> None:
        """A bot that has killed its own keeper: end what can be found of it."""
        notes = self._heard()
        folder = notes.get("folder")
        pids = {int(notes["bot"])} if "bot" in notes else set()
        for file in Path("/proc").glob("[0-9]*/environ") if folder else ():
            with suppress(OSError):
                if f"TMPDIR={folder}".encode() in file.read_bytes().split(b"\0"):
                    pids.add(int(file.parent.name))
        for pid in pids:
            for end in (os.killpg, os.kill):
                with suppress(OSError):
                    end(pid, signal.SIGKILL)
        if folder:
            shutil.rmtree(folder, ignore_errors=True)


def _runnable(command: list[str]) -> list[str]:
    """The command, if there is such a program; the keeper could only say so later."""
    program = command[0]
    if shutil.which(program) is not None:
        return command
    if "/" not in program:
        reason = "not on the path"
    elif os.path.exists(program):  # noqa: PTH110 - Path raises where the text is too long
        reason = "Permission denied"
    else:
        reason = "No such file or directory"
    raise SeatFault("no-start", f"{quote(program)} cannot be run ({reason})")
