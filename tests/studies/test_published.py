"""The published studies: the page says what the records hold, and the records are true."""

from __future__ import annotations

import pytest

from cardsolver.core.transcript import replay
from cardsolver.studies.record import read_study
from cardsolver.studies.report import study_report
from cardsolver.studies.verify import study_lines
from tests.support.running import ROOT

RECORDS = sorted((ROOT / "docs" / "studies").glob("*.jsonl.xz"))
PAGE = (ROOT / "docs" / "winnability.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_the_page_says_what_the_record_holds(record: object) -> None:
    report = study_report(read_study(str(record)))
    assert report.headline[1:] in PAGE
    for row in report.table("sets").rows:
        counts = (
            f"| {row['deals']} | {row['winnable']} | {row['unwinnable']} | {row['undecided']} |"
        )
        assert (
            f"| {row['players']} | {row['hand']} | {row['minimum']} | {row['fire']} {counts}"
            in PAGE
        )


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_a_sample_of_the_lines_is_sound(record: object) -> None:
    """All of them: `cardsolver report FILE --verify 0`."""
    sample = list(study_lines([str(record)], step=1500))
    assert sample
    assert all(replay(line).is_sound for line in sample)
