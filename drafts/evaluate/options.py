"""What the command line says, as plain data."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Options:
    """``refit_folds`` 0 answers with the shipped numbers; k > 1 refits on k-1 folds and answers the held-out one."""

    input: Path
    output: Path
    reps: Path | None = None
    knowledge: Path | None = None
    scenarios: Path | None = None
    truth: Path | None = None
    refit_folds: int = 0
    mask_content: bool = False
    writer: str = "offline"
    seed: int = 0
