"""Mail arriving: uploads, pastes, archives. Idempotent by Message-ID."""

from drafts.intake.paste import paste
from drafts.intake.reading import keep

__all__ = ["keep", "paste"]
