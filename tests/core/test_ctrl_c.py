"""Ctrl-C waits where it must, and is never lost."""

from __future__ import annotations

import signal
import threading

import pytest

from cardsolver.core.ctrl_c import ctrl_c_held_back


def test_ctrl_c_is_heard_at_the_end_of_the_block() -> None:
    done: list[str] = []

    def work() -> None:
        with ctrl_c_held_back():
            signal.raise_signal(signal.SIGINT)
            done.append("the block")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["the block"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_ctrl_c_nothing_happens() -> None:
    with ctrl_c_held_back():
        pass


def test_other_threads_hear_none_anyway() -> None:
    done: list[str] = []

    def work() -> None:
        with ctrl_c_held_back():
            done.append("the block")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["the block"]
