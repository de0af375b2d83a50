"""Message in, :class:`~drafts.domain.Brief` out: what is asked, what kind of reply it calls for, what makes it unsafe."""

from drafts.understand.brief import understand

__all__ = ["understand"]
