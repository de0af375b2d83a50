"""The demo's past weeks into the database: drafts of the real pipeline (``make_history``), with what the reps did with them.

They are kept as they were written then, so that a first start need not write them. The threads are closed: nobody is nudged, and
no writer avoids what was said there.
"""

import gzip
import json
from datetime import date, datetime, time, timedelta
from difflib import SequenceMatcher
from pathlib import Path
from uuid import NAMESPACE_DNS, uuid5
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction

from drafts import attention
from drafts.actions import kept_sources, normalised, words_of
from drafts.demo.load import data, load_message
from drafts.models import Delivery, Draft, Fact, HoldNote, HoldReason, LayerScore, Lead, Message, Review, Revision, Thread
from profiles.models import Rep, record

FILE = Path(__file__).parent / "history.json.gz"
WRITTEN_IN = timedelta(seconds=20)
OVER = "The conversation went on elsewhere."


@transaction.atomic
def load(now: datetime) -> int:
    """Give the demo's reps the weeks before that of ``now``; returns how many drafts they hold. Fails when they are there already."""
    emails = {row["id"]: row["email"] for row in data("reps")}
    reps = {rep.email: rep for rep in Rep.objects.filter(email__in=emails.values()).select_related("team", "user")}
    rows = json.loads(gzip.decompress(FILE.read_bytes()))
    for number, row in enumerate(rows):
        load_row(number, row, reps[emails[row["rep"]]], now)
    return len(rows)


def load_row(number: int, row: dict, rep: Rep, now: datetime) -> None:
    """One mail, the draft made of it, and its review."""
    came = moment(row, rep, now)
    thread, newest = load_thread(number, row, rep, came)
    draft = Draft(thread=thread, rep=rep, answers=newest, created_at=came, as_of=came, finished_at=came + WRITTEN_IN, version=1)
    for name in ("kind", "decision", "held_by", "brief", "plan"):
        setattr(draft, name, row[name])
    draft.status = row["decision"]
    draft.shown_at = came + timedelta(minutes=row["review"]["minutes"])
    decided = draft.shown_whole_at = draft.shown_at + timedelta(seconds=row["review"]["seconds"])
    draft.save()
    draft.decided_on = draft.current = store(draft, Revision.Author.OFFLINE, row, came)
    HoldReason.objects.bulk_create(
        HoldReason(draft=draft, layer=layer, code=code)
        for layer, code in sorted({(note["layer"], note["code"]) for note in row["notes"]})
    )
    edited = row.get("edited")
    if edited:
        draft.current = store(
            draft, Revision.Author.REP, {"sentences": kept_sources(draft, edited["text"]), "remark": "", **edited}, decided
        )
    HoldNote.objects.bulk_create(
        HoldNote(draft=draft, position=position, **{**note, "sentence": note["sentence"][:500], "quote": note["quote"][:500]})
        for position, note in enumerate((edited or row)["notes"])
    )
    draft.facts.set(Fact.objects.filter(code__in=row["facts"]))
    draft.status, draft.words = row["review"]["verdict"], words_of(draft)
    draft.save()
    if review(draft, row["review"], decided).text:
        handed_over(number, draft, decided)
    record("demo draft loaded", draft)


def moment(row: dict, rep: Rep, now: datetime) -> datetime:
    """When the mail came: so many weeks before the one of ``now``, on that weekday and at that time of the rep's clock."""
    zone = ZoneInfo(rep.timezone)
    today: date = now.astimezone(zone).date()
    day = today - timedelta(days=today.weekday(), weeks=row["week"]) + timedelta(days=row["day"])
    return datetime.combine(day, time.fromisoformat(row["time"]), zone)


def load_thread(number: int, row: dict, rep: Rep, came: datetime) -> tuple[Thread, Message]:
    """The closed thread and its newest mail."""
    lead = Lead.objects.create(team=rep.team, **row["lead"])
    thread = Thread.objects.create(rep=rep, lead=lead, subject=row["subject"], created_at=came)
    said = [("rep", row["said"], came - timedelta(days=1))] if row["said"] else []
    mails = [*said, ("prospect", row["body"], came)]
    for place, (sender, body, at) in enumerate(mails):
        mail = {"from": sender, "sent_at": at.isoformat(), "subject": row["subject"], "body": body}
        newest = load_message(f"past-{number}", place, mail, thread)
    Message.objects.filter(thread=thread).update(received_at=came)
    thread.last_message_at, thread.status, thread.closed_because = came, Thread.Status.CLOSED, OVER
    thread.save(update_fields=["last_message_at", "status", "closed_because"])
    return thread, newest


def store(draft: Draft, author: str, row: dict, at: datetime) -> Revision:
    """One wording with its three scores."""
    number, text = draft.revisions.count() + 1, normalised(row["text"])
    parts = {"sentences": row["sentences"], "remark": row["remark"]}
    revision = Revision.objects.create(draft=draft, number=number, author=author, text=text, created_at=at, **parts)
    LayerScore.objects.bulk_create(
        LayerScore(
            revision=revision,
            passed=score["score"] is not None and score["score"] >= score["threshold"],
            **{**score, "note": score["note"][:500]},
        )
        for score in row["scores"]
    )
    return revision


def review(draft: Draft, row: dict, at: datetime) -> Review:
    """What the rep decided, with the same measures a review at the desk has."""
    rejected = row["verdict"] == Review.Verdict.REJECTED
    text = draft.current.text
    changed = 1 - SequenceMatcher(None, draft.decided_on.text, text, autojunk=False).ratio()
    return Review.objects.create(
        draft=draft,
        reviewer=draft.rep.user,
        at=at,
        verdict=row["verdict"],
        reason=row.get("reason", ""),
        text="" if rejected else text,
        edit_distance=0 if rejected else round(changed, 4),
        seconds_on_screen=0 if rejected else row["seconds"],
        hurried=not rejected and attention.hurried(text, changed, row["seconds"]),
    )


def handed_over(number: int, draft: Draft, approved: datetime) -> Delivery:
    """Long ago, and by nobody here: a delivery that is done sets nothing going."""
    due = approved + timedelta(seconds=settings.UNDO_SECONDS)
    mark, domain = uuid5(NAMESPACE_DNS, f"past-{number}").hex, draft.rep.email.rpartition("@")[2]
    return Delivery.objects.create(
        draft=draft,
        method="smtp",
        status=Delivery.Status.DELIVERED,
        message_id=f"vd-{draft.pk}-{mark}@{domain}",
        hand_over_after=due,
        delivered_at=due + timedelta(seconds=3),
        tries=1,
    )
