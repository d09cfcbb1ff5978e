"""A slice of `scripts/torture damage`: whatever a crash leaves of a file, the run goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scripts.reliability import damage

if TYPE_CHECKING:
    from pathlib import Path

SUBJECTS: list[damage.Subject] = [
    damage.TournamentSubject(24),
    damage.StudySubject(24),
    damage.VerdictSubject(12),
    damage.PlaySubject(12),
]


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda each: each.name)
def test_damaged_files_go_on_to_the_same_report(subject: damage.Subject, tmp_path: Path) -> None:
    tried, wrong = damage.check_damages(subject, tmp_path, every=5)
    assert not wrong
    assert tried["cut"] > 50
    assert tried["power"] > 20
    assert tried["twice"] >= 2
    assert tried["swapped"] >= 2


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda each: each.name)
def test_a_disk_that_is_full_at_any_write(subject: damage.Subject, tmp_path: Path) -> None:
    tried, wrong = damage.check_full_disk(subject, tmp_path, every=4)
    assert not wrong
    assert tried["full disk"] >= 6


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda each: each.name)
def test_a_disk_that_fails_to_flush(subject: damage.Subject, tmp_path: Path) -> None:
    tried, wrong = damage.check_fsync(subject, tmp_path, fails=3)
    assert not wrong
    assert tried["failing fsync"] >= 2


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda each: each.name)
def test_a_second_run_is_refused_until_the_first_is_killed(
    subject: damage.Subject, tmp_path: Path
) -> None:
    tried, wrong = damage.check_lock(subject, tmp_path, times=1)
    assert not wrong
    assert tried.total() == 1
