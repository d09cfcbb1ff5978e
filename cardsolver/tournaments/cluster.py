"""The same work on a Dask cluster (the extra `cluster`)."""

from __future__ import annotations

import queue
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cardsolver.core.errors import InputError
from cardsolver.core.text import quote
from cardsolver.tournaments.worker import close_pools, play_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cardsolver.tournaments.config import Config
    from cardsolver.tournaments.record import Played

CONNECT_S = 5
LOOK_S = 1.0
PATIENCE_S = 60  # how long we wait for a worker to appear
IN_FLIGHT = 4  # games queued per worker thread: enough to keep it busy


def play_on_cluster(
    address: str, config: Config, numbers: Sequence[int], folder: str | None
) -> Iterator[Played]:
    """Each game as it ends. The scheduler gives the games of a dead worker to another."""
    try:
        from distributed import Client  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        raise InputError(
            "--scheduler needs the extra cluster: pip install 'cardsolver[cluster]'"
        ) from None
    if "://" not in address:
        raise InputError(f"--scheduler {quote(address)}; expected one such as tcp://host:8786")
    try:
        connect: Any = Client  # untyped
        client = connect(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        reason = str(error).split("\n", maxsplit=1)[0]
        raise InputError(f"--scheduler {quote(address)}: no scheduler answers ({reason})") from None
    try:
        yield from _play(client, config, numbers, folder)
    finally:
        # Bots' programs on the workers end with the run; a cluster that is gone has none.
        with suppress(Exception):
            client.run(close_pools)
        client.close(timeout=2)


def _play(
    client: Any, config: Config, numbers: Sequence[int], folder: str | None
) -> Iterator[Played]:
    done: queue.SimpleQueue[Any] = queue.SimpleQueue()
    crew = _Crew(client)
    waiting = iter(numbers)
    flying: dict[str, tuple[Any, int]] = {}
    while True:
        free = crew.threads() * IN_FLIGHT - len(flying)
        for _, number in zip(range(free), waiting, strict=False):
            # pure=False: a game is played when it is asked for, not looked up by its arguments.
            future = client.submit(play_number, config, folder, number, pure=False)
            flying[future.key] = (future, number)
            future.add_done_callback(done.put)
        if not flying:
            return
        try:
            future, number = flying.pop(done.get(timeout=LOOK_S).key)
        except queue.Empty:
            crew.check()
            continue
        played = _result(future, number)
        future.release()
        yield played


class _Crew:
    """The cluster's workers, who may come and go."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._threads = 0
        self._looked = -LOOK_S
        self._alone_since: float | None = None

    def threads(self) -> int:
        """How many games can be played at a time; the scheduler is asked now and then."""
        now = time.monotonic()
        if now - self._looked >= LOOK_S:
            self._looked = now
            self._threads = sum(self._client.nthreads().values())
        return max(1, self._threads)

    def check(self) -> None:
        """Give up when there has been no worker for too long."""
        if self.threads() and self._threads:
            self._alone_since = None
            return
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        if now - self._alone_since > PATIENCE_S:
            raise InputError(
                f"--scheduler: no worker for {PATIENCE_S} s; the games so far are kept,"
                " and the same command resumes"
            )


def _result(future: Any, number: int) -> Played:
    try:
        played: Played = future.result()
    except InputError:
        raise
    except Exception as error:
        raise InputError(
            f"--scheduler: game {number} failed ({type(error).__name__}: {error});"
            " the games so far are kept, and the same command resumes"
        ) from error
    return played
