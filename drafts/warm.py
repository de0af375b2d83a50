"""What every draft of a rep needs first, learned before a worker forks: forked jobs then find it in memory.

Reading a rep's examples costs seconds, writing a draft a fraction of one. A job that learned in its own process would take
the learning with it when it ends.
"""

from collections.abc import Container
from datetime import UTC, datetime

from drafts import pipeline
from drafts.domain import Lead, Message, Thread, Trigger
from drafts.materials import current_profile, materials_for
from drafts.models import Draft
from drafts.writing import offline

MOMENT = datetime(2026, 1, 5, 15, tzinfo=UTC)
QUESTION = "Hi,\n\nWhat does it cost? Could we talk about it next week?\n\nThanks,\nPat"
ORDINARY = Thread(Lead("Pat", company="Acme"), (Message(from_rep=False, sent_at=MOMENT, text=QUESTION),))
"""A made-up inquiry. What is written to it is thrown away; what was learned to write it stays."""


def for_draft(draft_id: int, known: Container[int] = ()) -> int | None:
    """Learn what the draft's rep needs, and return a number that stays the same while what is to be learned does.

    Nothing is done when that number is among the `known`. None when there is no such draft.
    Raises what drafting raises: a rep without a profile, for one.
    """
    draft = Draft.objects.select_related("rep__team").filter(pk=draft_id).first()
    if draft is None:
        return None
    profile = current_profile(draft.rep)
    materials = materials_for(draft.rep, profile)
    number = hash((profile.pk, materials.rep, materials.knowledge))
    if number not in known:
        pipeline.draft(ORDINARY, Trigger.INBOUND, MOMENT, materials, offline())
    return number
