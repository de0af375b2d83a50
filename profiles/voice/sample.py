"""One of a person's own texts, parsed."""

from dataclasses import dataclass
from datetime import datetime

from spacy.tokens import Doc


@dataclass(frozen=True, slots=True)
class Sample:
    """``doc`` is the parse of :func:`profiles.voice.prepare` 's text; ``kind`` and ``tag`` are the example's; ``id`` names it."""

    doc: Doc
    kind: str = "other"
    tag: str = ""
    id: str = ""
    sent_at: datetime | None = None
