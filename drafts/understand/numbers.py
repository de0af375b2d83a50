"""The fitted numbers that ship with the package: one file, written by ``fit.py``."""

from functools import cache
from pathlib import Path

import numpy as np

FILE = Path(__file__).with_name("numbers.npz")


class NumbersMissing(RuntimeError):
    """The file of fitted numbers is absent or not from this version."""


@cache
def _all() -> dict[str, np.ndarray]:
    try:
        with np.load(FILE, allow_pickle=False) as kept:
            return {name: kept[name] for name in kept.files}
    except (OSError, ValueError) as error:
        raise NumbersMissing(f"{FILE} cannot be read: run drafts/understand/fit.py, or install the package again.") from error


def load(model: str) -> dict[str, np.ndarray]:
    """The arrays of one model by name. Raises :class:`NumbersMissing` when the file does not hold them."""
    found = {name.split(".", 1)[1]: array for name, array in _all().items() if name.startswith(f"{model}.")}
    if not found:
        raise NumbersMissing(f"{FILE} holds no numbers for “{model}”: run drafts/understand/fit.py.")
    return found
