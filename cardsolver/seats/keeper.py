"""The keeper of one bot: a small program that starts it, watches it, and leaves nothing behind.

It stands between cardsolver and the bot's process. It is the parent of all that the bot starts,
also of what has cut itself loose (Linux: a subreaper), ends all of it when the bot ends, uses too
much, or cardsolver is gone for whatever reason, and removes the bot's folder. It takes no part in
the talk: the bot has the pipes. Run as a program, `python -I -S keeper.py SPEC`; it must start
quickly and so imports nothing of the package.
"""

from __future__ import annotations

import json
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

LOOK_S = 0.1  # how often memory and processes are looked at
PROC = "/proc"
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of <sys/prctl.h>
ROUNDS = 200  # attempts to catch processes that multiply while they are being caught
MIB = 1024 * 1024


def _adopt_orphans() -> None:
    """Whatever a descendant leaves behind becomes our child instead of init's (Linux)."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - the only way to prctl; this program is no part of the package

        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def descendants() -> list[int]:
    """All processes below this one."""
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        pid = waiting.pop()
        with suppress(OSError):
            for task in Path(f"{PROC}/{pid}/task").iterdir():
                text = (task / "children").read_text(encoding="ascii")
                children = [int(child) for child in text.split()]
                found += children
                waiting += children
    return found


def memory_of(pids: list[int]) -> int:
    """The bytes that processes have in memory."""
    pages = 0
    for pid in pids:
        with suppress(OSError, IndexError, ValueError):
            pages += int(Path(f"{PROC}/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


class Keeper:
    """One bot from its start to its end."""

    def __init__(self, spec: dict[str, Any]) -> None:
        self.spec = spec
        self.bot = 0
        self.status: int | None = None  # as waitpid gives it
        self.folder = tempfile.mkdtemp(prefix="cardsolver-bot-")

    def tell(self, text: str) -> None:
        """Say something to cardsolver, if it is still there."""
        with suppress(OSError):
            os.write(self.spec["status"], f"{text}\n".encode(errors="replace"))

    def start(self) -> None:
        self.tell(f"folder {self.folder}")
        self.bot = os.fork()
        if self.bot == 0:
            self._become_the_bot()
        self.tell(f"bot {self.bot}")
        nothing = os.open(os.devnull, os.O_RDWR)
        for pipe in (0, 1, 2):  # the bot's now
            os.dup2(nothing, pipe)

    def _become_the_bot(self) -> None:
        spec = self.spec
        try:
            os.setsid()  # it may signal its own group, which is not ours
            for number in range(1, signal.NSIG):
                with suppress(OSError, ValueError):
                    signal.signal(number, signal.SIG_DFL)
            for what, value in (
                (resource.RLIMIT_CORE, 0),
                (resource.RLIMIT_NOFILE, spec["files"]),
                (resource.RLIMIT_FSIZE, spec["file_size"]),
                (resource.RLIMIT_CPU, spec["cpu_s"]),
            ):
                with suppress(OSError, ValueError):  # a stricter limit is in force already
                    resource.setrlimit(what, (value, value + (what == resource.RLIMIT_CPU)))
            os.chdir(self.folder)
            environment = {**os.environ, "HOME": self.folder, "TMPDIR": self.folder}
            os.execvpe(spec["command"][0], spec["command"], environment)  # noqa: S606 - it is meant
        except BaseException as error:  # noqa: BLE001 - there is nobody to raise it to
            # The status pipe is closed on exec and so is still ours.
            reason = getattr(error, "strerror", None) or str(error)
            self.tell(f"over cannot be run ({reason})")
        os._exit(127)

    def watch(self, woken: int) -> None:
        """Until the bot ends, uses too much, or cardsolver lets go."""
        lifeline = self.spec["lifeline"]
        is_linux = Path(f"{PROC}/self/task").is_dir()
        looked = 0.0
        while True:
            ready, _, _ = select.select([lifeline, woken], [], [], LOOK_S if is_linux else None)
            if woken in ready:
                os.read(woken, 4096)
            self.reap()
            if self.status is not None or lifeline in ready:
                return
            if is_linux and time.monotonic() - looked >= LOOK_S:
                looked = time.monotonic()
                if self.uses_too_much():
                    return

    def uses_too_much(self) -> bool:
        pids = descendants()
        if len(pids) > self.spec["processes"]:
            self.tell(f"resources started more than {self.spec['processes']} processes")
        elif memory_of(pids) > self.spec["memory"]:
            self.tell(f"resources used more than {self.spec['memory'] // MIB} MiB of memory")
        else:
            return False
        return True

    def reap(self) -> bool:
        """Take note of what has ended; False if nothing is left."""
        try:
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return True
                if pid == self.bot:
                    self.status = status
        except ChildProcessError:
            return False

    def end_all(self) -> None:
        """Freeze everything below us, so that nothing multiplies any more; then kill it."""
        with suppress(OSError):
            os.killpg(self.bot, signal.SIGKILL)
        caught: set[int] = set()
        for _ in range(ROUNDS):
            new = set(descendants()) - caught
            if not new:
                break
            for pid in new:
                with suppress(OSError):
                    os.kill(pid, signal.SIGSTOP)
            caught |= new
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            for pid in descendants():
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            if not self.reap():
                return
            time.sleep(0.002)

    def leave(self) -> None:
        """End as the bot ended."""
        shutil.rmtree(self.folder, ignore_errors=True)
        status = self.status
        if status is not None and os.WIFSIGNALED(status):
            number = os.WTERMSIG(status)
            if number == signal.SIGXCPU:
                self.tell(f"resources used more than {self.spec['cpu_s']} s of processor time")
            self.tell(f"signal {number}")
        os._exit(os.WEXITSTATUS(status) if status is not None and os.WIFEXITED(status) else 0)


def main() -> None:
    """Keep one bot."""
    spec = json.loads(sys.argv[1])
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)  # the bot shall not end its keeper
    _adopt_orphans()
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    for pipe in (spec["status"], spec["lifeline"]):
        os.set_inheritable(pipe, False)  # noqa: FBT003 - it takes no keyword
    keeper = Keeper(spec)
    keeper.start()
    keeper.watch(woken)
    keeper.end_all()
    keeper.leave()


if __name__ == "__main__":
    main()
