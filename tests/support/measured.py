"""A plugin for scripts/coverage: coverage must measure a worker of xdist once.

Left alone it measures everything three times: by a variable, which is meant for the children of a
worker and which the worker sets for them; by pytest-cov's measurement of a run without workers; and
by the one for a worker, which is kept.
"""

from __future__ import annotations

import os

import pytest
from coverage import Coverage


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Before the workers start."""
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


def pytest_configure(config: pytest.Config) -> None:
    """In a worker, before pytest-cov begins the measurement that is kept."""
    running = Coverage.current()
    if running is not None and hasattr(config, "workerinput"):
        running.stop()
