"""Ctrl-C, where it must wait for a moment."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Ctrl-C is heard at the end of the block, not within it."""
    if threading.current_thread() is not threading.main_thread():
        yield  # it is heard in the main thread only
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        signal.raise_signal(signal.SIGINT)  # for whoever hears it, or nobody
