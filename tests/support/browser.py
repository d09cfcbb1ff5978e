"""A real browser without a window: the system's Chromium, driven by selenium."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from selenium.webdriver import Chrome

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Nothing but what a page itself asks for may go out.
FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
WIDE, PHONE = (1100, 900), (390, 800)


@contextmanager
def browser(folder: Path) -> Iterator[Chrome]:
    """A browser with a profile of its own in an empty folder, or a skipped test that says why."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        missing = "Chromium" if program is None else "chromedriver"
        pytest.skip(
            f"no {missing} here: the page is not tried in a browser (Debian: chromium-driver)"
        )
    from selenium.webdriver import Chrome, ChromeOptions  # noqa: PLC0415 - slow to load
    from selenium.webdriver.chrome.service import Service  # noqa: PLC0415 - slow to load

    options = ChromeOptions()
    options.binary_location = program
    for flag in (*FLAGS, f"--user-data-dir={folder}"):
        options.add_argument(flag)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium's own condition for root
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = Chrome(options=options, service=Service(driver))
    try:
        yield chrome
    finally:
        chrome.quit()


def resize(chrome: Chrome, size: tuple[int, int]) -> None:
    """The window's inner size; a small one is a phone's."""
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == PHONE}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def complaints(chrome: Chrome) -> list[Any]:
    """What scripts and the browser complained about since the last call."""
    return _log(chrome, "browser")


def _log(chrome: Chrome, kind: str) -> list[Any]:
    entries: list[Any] = chrome.get_log(kind)  # type: ignore[no-untyped-call] # selenium's
    return entries


def requests(chrome: Chrome) -> list[str]:
    """The addresses that were asked for since the last call."""
    events = [json.loads(entry["message"])["message"] for entry in _log(chrome, "performance")]
    return [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    ]
