"""What scripts/bench works out from what it measures; how fast anything is, no test says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scripts import bench

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_move_takes_the_time_of_the_games_by_their_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few games there was time for."""

    def three_in_six_seconds(play: Callable[[int], object]) -> float:
        for seed in range(3):
            play(seed)
        return 0.5

    monkeypatch.setattr(bench, "rate", three_in_six_seconds)
    assert bench.move_rate(lambda _seed: 10) == pytest.approx(200_000)
