"""Statistics of results: intervals and comparisons, each tested against known values."""

from __future__ import annotations

import math

Z_95 = 1.959963984540054  # the normal distribution's two-sided 95 % point


def wilson(successes: int, total: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval of a share; (0, 1) when nothing is known yet."""
    if total == 0:
        return 0.0, 1.0
    share = successes / total
    spread = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    centre = share + z * z / (2 * total)
    scale = 1 + z * z / total
    # The ends are exact where the share is; rounding must not push them past it.
    low = 0.0 if successes == 0 else (centre - spread) / scale
    high = 1.0 if successes == total else (centre + spread) / scale
    return low, high
