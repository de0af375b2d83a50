"""A finished text beside everything it may draw on: what every check is given."""

from dataclasses import dataclass

from spacy.tokens import Doc

from drafts.domain import Brief, Rep, Thread
from drafts.layers.relevance.sources import Sources
from drafts.layers.relevance.view import Stretch

HARD = -0.6
"""Weight of something invented: one is enough to hold a draft."""
SOFT = -0.2
"""Weight of what is unusual rather than invented: it takes four to hold a draft."""


@dataclass(frozen=True)
class Text:
    """The text under judgement: its Doc, its sentences, and the sources for this thread."""

    doc: Doc
    parts: tuple[Stretch, ...]
    sources: Sources
    brief: Brief
    thread: Thread
    rep: Rep | None = None
