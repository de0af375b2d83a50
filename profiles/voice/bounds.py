"""Numbers kept within bounds smoothly, so that they stay in order."""

import numpy as np

BEND = 4
"""How late the bend comes: at half the limit a number is still 98 % of itself."""


def bent(x, limit: float):
    """A number, or an array, drawn in so that it never reaches ``limit`` on either side; small ones stay what they are."""
    return x / (1 + np.abs(x / limit) ** BEND) ** (1 / BEND)


def unbent(x: float, limit: float) -> float:
    """What :func:`bent` made ``x`` of; at the limit a very large number."""
    nearest = limit * (1 - 1e-12)
    x = min(max(x, -nearest), nearest)
    return x / (1 - abs(x / limit) ** BEND) ** (1 / BEND)
