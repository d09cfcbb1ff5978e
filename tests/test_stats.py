"""Statistics against values that others have published or that a pencil can check."""

from __future__ import annotations

import pytest

from cardsolver.core.stats import wilson


@pytest.mark.parametrize(
    ("successes", "total", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3: the Wilson score interval.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_has_newcombes_values(successes: int, total: int, low: float, high: float) -> None:
    assert wilson(successes, total) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing_and_of_everything() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(20, 20) == pytest.approx((1 - 0.1611, 1.0), abs=5e-5)
