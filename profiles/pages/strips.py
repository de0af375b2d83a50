"""A habit as a picture: the population behind, the writer in front, on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 240
EDGE = 4

FARTHEST = 2.5
"""Standard deviations from the usual at either end of a :func:`scale`."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Places along the strip in its own units, 0 to ``WIDTH``.

    ``wide`` and ``box`` are the population's middle 80 and 50 percent, ``own_wide`` and ``own_box`` the writer's; each is
    (start, length). ``value`` is where the writer's mean stands, ``usual`` the population's median.
    """

    wide: tuple[float, float]
    box: tuple[float, float]
    own_wide: tuple[float, float]
    own_box: tuple[float, float]
    value: float
    usual: float


def strip(value: float, own: Sequence[float], population: Sequence[float]) -> Strip:
    """From two rows of quantiles (10, 25, 50, 75 and 90 percent) in the same unit; a missing row takes no room."""
    own, population = tuple(own) or (value,) * 5, tuple(population) or (value,) * 5
    low, high = min(value, *own, *population), max(value, *own, *population)
    room = (high - low) or 1.0

    def place(x: float) -> float:
        return round(EDGE + (x - low) / room * (WIDTH - 2 * EDGE), 1)

    def stretch(start: float, end: float) -> tuple[float, float]:
        return place(start), round(max(1.5, place(end) - place(start)), 1)

    return Strip(
        stretch(population[0], population[4]),
        stretch(population[1], population[3]),
        stretch(own[0], own[4]),
        stretch(own[1], own[3]),
        place(value),
        place(population[2]),
    )


def bars(share: float, usual: float) -> Strip:
    """Of a habit a mail either has or has not: two bars along 0 to 100 percent, the writer's share and the population's."""
    own, others = (round(max(1.5, of / 100 * (WIDTH - 2 * EDGE)), 1) for of in (share, usual))
    return Strip((EDGE, others), (EDGE, others), (EDGE, own), (EDGE, own), EDGE + own, EDGE + others)


def scale(distinct: float) -> float:
    """Where a habit stands on the scale all writers share: the usual in the middle, ``FARTHEST`` deviations to either side."""
    share = (min(max(distinct, -FARTHEST), FARTHEST) + FARTHEST) / (2 * FARTHEST)
    return round(EDGE + share * (WIDTH - 2 * EDGE), 1)


def along(score: float) -> float:
    """Where a score from 0 to 1 stands."""
    return round(EDGE + score * (WIDTH - 2 * EDGE), 1)
