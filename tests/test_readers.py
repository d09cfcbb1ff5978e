"""A slice of `scripts/torture fuzz`, and every input that once found something."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from scripts.reliability import fuzz
from scripts.reliability.changes import change
from scripts.reliability.corpus import corpus
from scripts.reliability.readers import READERS
from tests.support.running import ROOT

if TYPE_CHECKING:
    from pathlib import Path

INPUTS = 250
# Named READER-what-it-was; each was refused with a traceback, too slow, or wrongly accepted.
FOUND = sorted((ROOT / "tests" / "fuzz").iterdir())


@pytest.mark.parametrize("name", READERS)
def test_changed_inputs_are_read_or_refused_in_one_line(name: str, tmp_path: Path) -> None:
    watch = fuzz.Watch(READERS[name], tmp_path)
    good = corpus(name)
    for data in good:
        watch.one(data)
    assert watch.accepted, "nothing good among the good inputs"
    rng = Random(18)
    for _ in range(INPUTS):
        watch.one(change(name, rng.choice(good), rng))
    assert watch.kinds == {}
    assert watch.accepted < watch.inputs


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.name)
def test_what_was_found_stays_mended(path: Path, tmp_path: Path) -> None:
    watch = fuzz.Watch(READERS[path.name.partition("-")[0]], tmp_path)
    watch.one(path.read_bytes())
    assert watch.kinds == {}
