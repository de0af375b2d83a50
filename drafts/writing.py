"""Which writer writes: the offline one, or the model behind the configured endpoint."""

from functools import cache

from drafts.writers import Writer
from drafts.writers.offline import OfflineWriter


@cache
def writer() -> Writer:
    """One writer a process, so that what it learns of a rep is learned once."""
    return OfflineWriter()
