"""What every draft of a rep needs first, learned before anybody waits for it: by a worker before it forks, by a web server for its desks.

Reading a rep's examples costs seconds, writing a draft a fraction of one. A job that learned in its own process would take
the learning with it when it ends.
"""

from collections.abc import Container
from contextlib import suppress
from datetime import UTC, datetime

from drafts import pipeline, scoring
from drafts.domain import Lead, Message, Thread, Trigger
from drafts.materials import current_profile, materials_for
from drafts.models import Draft
from drafts.writing import offline
from profiles.refusal import Refused

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


MOST_DESKS = 16
"""Desks kept in mind at once: about what the memories hold that keep what was learned."""


def desks(known: Container[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Judge the newest draft of every desk not among the ``known``, so that the first word typed there need not wait.

    Returns the desks looked at, as (rep, profile). Nothing is stored. A draft that cannot be judged is passed over.
    """
    newest = Draft.objects.on_desk().filter(profile__isnull=False).order_by("rep_id", "-pk").distinct("rep_id")
    found = sorted(newest.values_list("pk", "rep_id", "profile_id"), reverse=True)[:MOST_DESKS]
    for pk, *desk in found:
        if tuple(desk) not in known:
            draft = Draft.objects.select_related("rep__team", "profile", "current", "thread__lead").get(pk=pk)
            with suppress(Refused):
                scoring.rescore(draft, draft.current.text)
    return [(rep, profile) for _, rep, profile in found]
