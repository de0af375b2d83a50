"""Every verb of a draft's life: one function, one transaction, one audit row. Who cannot, is told why."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from difflib import SequenceMatcher
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from drafts import attention, convert, hold, scoring
from drafts.domain import Attempt, Layer, Note, Outcome
from drafts.models import Delivery, Draft, Fact, HoldNote, HoldReason, LayerScore, Message, Review, Revision, Thread
from profiles.models import Mailbox, Rep, User, VoiceProfile, record
from profiles.queueing import enqueue
from profiles.refusal import Refused
from profiles.unseen import is_blank, unturned

MOST_TRIES = 3
"""How often a draft is taken up again after a crash before it is shown as failed."""

Thresholds = Mapping[Layer, float]

WRITE = "drafts.jobs.write"
DELIVER = "drafts.jobs.deliver"


class Moved(Refused):
    """The text on the screen is no longer the newest."""


class NotShownWhole(Refused):
    """Approval before the draft was on the screen, whole."""


class TooLate(Refused):
    """An approval that stands by now."""


class AskFirst(Refused):
    """A streak of approvals that were too quick to have been read: the desk asks, and takes the rep's word."""

    def __init__(self, streak: int):
        super().__init__(
            f"You approved your last {streak} drafts as they were, each in less time than reading it takes. Is this one right?"
        )


class NotOnDesk(Refused):
    """The draft has left the desk: decided, superseded or still being written."""


# --- asking for a draft -------------------------------------------------------------------------------------------


@transaction.atomic
def queue_draft(thread: Thread, message: Message, trigger: str, actor: User | None = None) -> Draft:
    """Ask for a draft after ``message``; whatever was unsent on the thread is superseded."""
    Thread.objects.select_for_update().get(pk=thread.pk)
    supersede_unsent(thread, "A newer draft was asked for." if trigger == "nudge_due" else "A new message came in.", actor)
    draft = Draft(thread=thread, rep=thread.rep, answers=message, trigger=trigger)
    draft.words = words_of(draft)
    draft.save()
    record("draft queued", draft, actor, trigger=trigger, message=message.pk)
    enqueue("drafts", WRITE, draft.pk)
    return draft


LONGEST_FOUND = 4_000
"""Characters of a mail, and of a reply, by which a draft is found."""


def words_of(draft: Draft) -> str:
    """What a search for this draft looks in, in one column, so that one index answers it."""
    lead, reply = draft.thread.lead, draft.current.text if draft.current else ""
    parts = (lead.name, lead.company, lead.email, draft.thread.subject, draft.answers.text[:LONGEST_FOUND], reply[:LONGEST_FOUND])
    return "\n".join(parts)


@transaction.atomic
def retry(draft: Draft, user: User) -> Draft:
    """Write a draft that failed once more, the same draft, unless its thread has gone on without it."""
    thread = Thread.objects.select_for_update().get(pk=draft.thread_id)
    draft = Draft.objects.select_for_update().get(pk=draft.pk)
    if draft.status != Draft.Status.FAILED:
        raise Refused("Only a draft that could not be written is tried again.")
    if because := moved_on(draft, thread) or newer_draft(draft):
        raise Refused(f"{because} This draft does not fit any more.")
    draft.status, draft.tries, draft.ended_because = Draft.Status.QUEUED, 0, ""
    draft.save(update_fields=["status", "tries", "ended_because"])
    record("draft tried again", draft, user)
    enqueue("drafts", WRITE, draft.pk)
    return draft


@transaction.atomic
def supersede_unsent(thread: Thread, because: str, actor: User | None = None) -> int:
    """End every unsent draft of a thread; returns how many there were (at most one, the database sees to it)."""
    unsent = list(Draft.objects.select_for_update().filter(thread=thread).unsent())
    for draft in unsent:
        draft.status, draft.ended_because = Draft.Status.SUPERSEDED, because
        draft.claim = draft.claimed_at = None
        draft.save(update_fields=["status", "ended_because", "claim", "claimed_at"])
        record("draft superseded", draft, actor, because=because)
    return len(unsent)


# --- the worker's verbs -------------------------------------------------------------------------------------------


def stale_before(now: datetime) -> datetime:
    """Claims older than this belong to a worker that is gone."""
    return now - timedelta(seconds=settings.CLAIM_SECONDS)


@transaction.atomic
def claim(draft_id: int, now: datetime | None = None) -> UUID | None:
    """Take a queued draft, or one whose worker is gone, to write it. None: somebody else has it, or it is done."""
    now = now or timezone.now()
    free = Q(status=Draft.Status.QUEUED) | Q(status=Draft.Status.WRITING, claimed_at__lt=stale_before(now))
    token = uuid4()
    taken = Draft.objects.filter(free, pk=draft_id, tries__lt=MOST_TRIES).update(
        status=Draft.Status.WRITING, claim=token, claimed_at=now, tries=F("tries") + 1
    )
    if taken:
        record("draft claimed", Draft(pk=draft_id))
        return token
    worn_out = Draft.objects.select_for_update().filter(free, pk=draft_id, tries__gte=MOST_TRIES).first()
    if worn_out:
        end_in_failure(worn_out, f"Writing was begun {MOST_TRIES} times and never finished.")
    return None


def end_in_failure(draft: Draft, sentence: str) -> None:
    """No further try: shown as failed, or, where an earlier text exists, back on the desk with that text and a note."""
    draft.claim = draft.claimed_at = None
    if draft.current_id:
        draft.status = Draft.Status.HELD
        HoldNote.objects.create(
            draft=draft,
            position=draft.notes.count(),
            code="not_rewritten",
            sentence=f"{sentence} This is the text from before; it is yours to edit, approve or reject."[:500],
        )
    else:
        draft.status, draft.ended_because = Draft.Status.FAILED, f"{sentence} Ask again, or write this one yourself."[:300]
    draft.save(update_fields=["status", "claim", "claimed_at", "ended_because"])
    record("draft failed", draft, tries=draft.tries)


@transaction.atomic
def give_back(draft_id: int, token: UUID, sentence: str) -> bool:
    """A writer stumbled: the draft waits for another try, or is shown as failed after the last one."""
    draft = Draft.objects.select_for_update().filter(pk=draft_id, claim=token).first()
    if draft is None:
        return False
    if draft.tries >= MOST_TRIES:
        end_in_failure(draft, sentence)
        return True
    draft.claim = draft.claimed_at = None
    draft.status = Draft.Status.QUEUED
    draft.save(update_fields=["status", "claim", "claimed_at"])
    record("draft given back", draft, tries=draft.tries)
    enqueue("drafts", WRITE, draft.pk)
    return True


@transaction.atomic
def fail(draft_id: int, token: UUID, sentence: str) -> bool:
    """Writing is impossible and trying again would not help; the sentence says what would."""
    draft = Draft.objects.select_for_update().filter(pk=draft_id, claim=token).first()
    if draft is None:
        return False
    end_in_failure(draft, sentence)
    return True


@transaction.atomic
def finish(draft_id: int, token: UUID, outcome: Outcome, profile: VoiceProfile, thresholds: Thresholds) -> bool:
    """Store what the pipeline made, if this worker still holds the draft. False: it was taken away meanwhile.

    The thread's row is locked first, as everybody does who adds to a thread: what moved while writing is seen here.
    """
    thread_id = Draft.objects.values_list("thread_id", flat=True).get(pk=draft_id)
    thread = Thread.objects.select_for_update().get(pk=thread_id)
    draft = Draft.objects.select_for_update().filter(pk=draft_id, claim=token, status=Draft.Status.WRITING).first()
    if draft is None:
        return False
    draft.claim = draft.claimed_at = None
    draft.kind, draft.profile, draft.finished_at = outcome.brief.kind, profile, timezone.now()
    for column, row in convert.decided_row(outcome).items():
        setattr(draft, column, row)
    first = not draft.decision
    if moved := moved_on(draft, thread):
        draft.status, draft.ended_because = Draft.Status.SUPERSEDED, moved
    elif outcome.status == "skipped":
        draft.status, draft.ended_because = Draft.Status.SKIPPED, " ".join(n.sentence for n in outcome.notes)[:300]
    else:
        draft.status = outcome.status
        if first:
            draft.decision, draft.held_by = outcome.status, [layer.value for layer in outcome.held_by]
            store_reasons(draft, outcome.notes)
    draft.wish = {}
    draft.current = store_attempts(draft, outcome, thresholds) or draft.current
    if first and draft.decision:
        draft.decided_on = draft.current
    draft.words, draft.version = words_of(draft), F("version") + 1
    draft.save()
    store_notes(draft, outcome.notes)
    draft.facts.set(Fact.objects.filter(code__in={fact.id for answer in outcome.plan.answers for fact in answer.facts}))
    record(f"draft {draft.status}", draft, held_by=draft.held_by)
    return True


def moved_on(draft: Draft, thread: Thread) -> str:
    """Why this draft no longer fits its thread, or an empty string."""
    if thread.status == Thread.Status.CLOSED:
        return "The thread was closed."
    newest = thread.messages.order_by("-sent_at", "-pk").first()
    if newest.pk == draft.answers_id:
        return ""
    return "The rep wrote themselves." if newest.from_rep else "A new message came in."


def store_attempts(draft: Draft, outcome: Outcome, thresholds: Thresholds) -> Revision | None:
    """Every round as a revision with its scores; returns the one that was kept."""
    kept = None
    first = draft.revisions.count()
    for number, attempt in enumerate(outcome.attempts, first + 1):
        notes = outcome.notes if attempt is outcome.best else ()
        revision = store_attempt(draft, number, attempt, thresholds, notes)
        if attempt is outcome.best:
            kept = revision
    return kept


def store_attempt(draft: Draft, number: int, attempt: Attempt, thresholds: Thresholds, notes: tuple[Note, ...]) -> Revision:
    composition = attempt.composition
    revision = Revision.objects.create(
        draft=draft,
        number=number,
        author=composition.writer,
        text=composition.text,
        sentences=convert.sentence_rows(composition),
        instruction=attempt.instruction[:500],
        layer=attempt.layer.value if attempt.layer else "",
        remark=composition.remark[:300],
        usage=[asdict(call) for call in composition.usage],
    )
    store_scores(revision, [scoring.score_view(la, attempt.judgements[la], thresholds[la], notes) for la in Layer])
    return revision


def store_scores(revision: Revision, views: list[scoring.ScoreView]) -> None:
    revision.scores.all().delete()
    LayerScore.objects.bulk_create(
        LayerScore(
            revision=revision,
            layer=v.layer,
            score=v.score,
            threshold=v.threshold,
            passed=v.passed,
            evidence=v.evidence,
            note=v.note[:500],
        )
        for v in views
    )


def store_notes(draft: Draft, notes: tuple[Note, ...]) -> None:
    draft.notes.all().delete()
    HoldNote.objects.bulk_create(
        HoldNote(
            draft=draft,
            position=position,
            layer=note.layer.value if note.layer else "",
            code=note.code,
            sentence=note.sentence[:500],
            spans=[list(s) for s in note.spans],
            quote=note.quote[:500],
        )
        for position, note in enumerate(notes)
    )


def store_reasons(draft: Draft, notes: tuple[Note, ...]) -> None:
    """The reasons of the first decision, each once."""
    found = {(note.layer.value if note.layer else "", note.code) for note in notes}
    HoldReason.objects.bulk_create(HoldReason(draft=draft, layer=layer, code=code) for layer, code in sorted(found))


# --- the rep's verbs ----------------------------------------------------------------------------------------------


def own_draft(draft_id: int, user: User) -> Draft:
    """The rep's own draft, locked after its thread, as the worker locks them; anybody else's does not exist."""
    draft = Draft.objects.of_rep_user(user).get(pk=draft_id)
    Thread.objects.select_for_update().get(pk=draft.thread_id)
    return (
        Draft.objects.select_for_update(of=("self",))
        .select_related("thread__lead", "rep__team", "current", "profile")
        .get(pk=draft_id)
    )


def on_desk(draft: Draft, version: int | None) -> None:
    """Raises unless the draft is there to be decided and the screen shows its newest text."""
    if draft.status not in (Draft.Status.READY, Draft.Status.HELD):
        raise NotOnDesk(
            f"This draft is not on the desk any more: {draft.get_status_display().lower()}. {draft.ended_because}".strip()
        )
    if version is not None and version != draft.version:
        raise Moved("The draft was changed elsewhere since you opened it. Reload to see it; your text is still in this window.")


@transaction.atomic
def mark_shown(draft: Draft, user: User) -> None:
    """The draft was opened on its rep's screen. Said again, it changes nothing."""
    if Draft.objects.of_rep_user(user).filter(pk=draft.pk, shown_at__isnull=True).on_desk().update(shown_at=timezone.now()):
        record("draft shown", draft, user)


@transaction.atomic
def mark_shown_whole(draft: Draft, user: User, version: int | None = None) -> None:
    """The end of the draft was on its rep's screen; raises Moved when a writer has made another text since.

    What the rep typed themselves since is known to them: it may have been saved while the mark was on its way.
    """
    now = timezone.now()
    if version is not None:
        newest = own_draft(draft.pk, user)
        typed = newest.current is not None and newest.current.author == Revision.Author.REP
        on_desk(newest, None if typed else version)
    mark_shown(draft, user)
    if Draft.objects.of_rep_user(user).filter(pk=draft.pk, shown_whole_at__isnull=True).on_desk().update(shown_whole_at=now):
        record("draft shown whole", draft, user)


@transaction.atomic
def save_text(draft: Draft, user: User, *, text: str, version: int) -> Revision:
    """Keep what the rep typed, judged like any other text; held may become ready and back."""
    draft = own_draft(draft.pk, user)
    on_desk(draft, version)
    text = normalised(text)
    if not text:
        raise Refused(EMPTY)
    if draft.current.text == text:
        return draft.current
    revision = draft.current if draft.current.author == Revision.Author.REP else new_revision(draft)
    revision.text, revision.sentences = text, kept_sources(draft, text)
    revision.save(update_fields=["text", "sentences"])
    rescored = scoring.rescore(draft, text)
    store_scores(revision, rescored.scores)
    store_notes(draft, rescored.notes)
    draft.current, draft.status, draft.version = revision, rescored.status, draft.version + 1
    draft.words = words_of(draft)
    draft.save(update_fields=["current", "status", "version", "words"])
    record("draft text saved", draft, user, revision=revision.number, status=draft.status)
    return revision


def new_revision(draft: Draft) -> Revision:
    return Revision.objects.create(
        draft=draft, number=draft.revisions.count() + 1, author=Revision.Author.REP, text=draft.current.text
    )


EMPTY = "The reply is empty. Write something, or reject the draft."


def normalised(text: str) -> str:
    """Line ends as the web sends them become ours, marks that turn text around go, as does the white space around; nothing else.

    A text in which nobody would see anything is empty.
    """
    text = unturned(text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    return "" if is_blank(text) else text


def kept_sources(draft: Draft, text: str) -> list[dict]:
    """Where each sentence of the written text still stands word for word, its source; the rest is the rep's."""
    kept, at = [], 0
    for row in draft.current.sentences:
        words = draft.current.text[slice(*row["span"])]
        found = text.find(words, at) if words else -1
        if found >= 0:
            at = found + len(words)
            kept.append({**row, "span": [found, at]})
    return kept


def approve(
    draft: Draft,
    user: User,
    *,
    text: str,
    version: int,
    seconds_on_screen: int = 0,
    answered: bool = False,
    now: datetime | None = None,
) -> Review:
    """The rep takes responsibility for exactly ``text``. Checked again: still on the desk, seen whole, thread unmoved.

    Raises AskFirst when this would be one more approval than can have been read; ``answered`` is the rep's word that it was.
    """
    if moved := supersede_if_moved(draft, user):
        raise NotOnDesk(f"{moved} This draft does not fit any more and was not approved.")
    return _approve(draft, user, text, version, max(0, seconds_on_screen), answered, now or timezone.now())


@transaction.atomic
def supersede_if_moved(draft: Draft, user: User | None = None) -> str:
    """End a draft whose thread went on without it; returns why, or an empty string. Stands even when the approval is refused."""
    thread = Thread.objects.select_for_update().get(pk=draft.thread_id)
    moved = moved_on(draft, thread)
    return moved if moved and supersede_unsent(thread, moved, user) else ""


@transaction.atomic
def _approve(draft: Draft, user: User, text: str, version: int, seconds_on_screen: int, answered: bool, now: datetime) -> Review:
    draft = own_draft(draft.pk, user)
    on_desk(draft, None)
    if moved := moved_on(draft, draft.thread):
        raise NotOnDesk(f"{moved} This draft does not fit any more and was not approved.")
    if draft.shown_whole_at is None:
        raise NotShownWhole("Read the draft to its end first: approval opens when the whole text has been on your screen.")
    if normalised(text) != draft.current.text:
        save_text(draft, user, text=text, version=version)
        draft = own_draft(draft.pk, user)
    else:
        on_desk(draft, version)
    written = written_text(draft)
    changed = 1 - SequenceMatcher(None, written, draft.current.text, autojunk=False).ratio()
    verdict = Review.Verdict.EDITED if changed > 0 else Review.Verdict.APPROVED
    hurried = attention.hurried(draft.current.text, changed, seconds_on_screen)
    if hurried and not answered and attention.streak(user) >= attention.LONG_STREAK:
        raise AskFirst(attention.LONG_STREAK)
    review = Review.objects.create(
        draft=draft,
        reviewer=user,
        at=now,
        verdict=verdict,
        text=draft.current.text,
        edit_distance=round(changed, 4),
        seconds_on_screen=seconds_on_screen,
        hurried=hurried,
    )
    draft.status = Draft.Status.EDITED if verdict == Review.Verdict.EDITED else Draft.Status.APPROVED
    draft.save(update_fields=["status"])
    record(
        f"draft {draft.status}",
        draft,
        user,
        edit_distance=review.edit_distance,
        seconds=review.seconds_on_screen,
        answered=answered,
    )
    hand_over(draft, review.undo_until)
    return review


def written_text(draft: Draft) -> str:
    """The last text a writer made, before the rep touched it."""
    revision = draft.revisions.exclude(author=Revision.Author.REP).filter(number__lte=draft.current.number).last()
    return revision.text if revision else ""


def way_of(rep: Rep) -> str:
    """How this rep's approved texts go on: ``smtp``, ``imap`` where the rep has a mailbox, or ``none``."""
    if settings.HAND_OVER == "imap" and not Mailbox.objects.filter(rep=rep).exists():
        return "none"
    return settings.HAND_OVER


def hand_over(draft: Draft, after: datetime) -> None:
    """Put an approved text on its way, once, when it can no longer be taken back; with no way to go it stays to copy."""
    method = way_of(draft.rep)
    if method == "none":
        return
    domain = draft.rep.email.rpartition("@")[2]
    Delivery.objects.create(
        draft=draft,
        method=method,
        message_id=f"vd-{draft.pk}-{uuid4().hex}@{domain}",
        hand_over_after=after,
    )
    enqueue("mail", DELIVER, draft.pk, at=after)


@transaction.atomic
def undo_approval(draft: Draft, user: User, now: datetime | None = None) -> Draft:
    """Take an approval back while nothing has left: the draft is on the desk again, or superseded if its thread went on.

    The delivery's row decides between this and the worker: whoever locks it first.
    """
    draft = own_draft(draft.pk, user)
    review = Review.objects.filter(draft=draft).exclude(verdict=Review.Verdict.REJECTED).first()
    if review is None:
        raise Refused("There is no approval here to take back.")
    delivery = Delivery.objects.select_for_update().filter(draft=draft).first()
    if (now or timezone.now()) >= review.undo_until or (delivery and delivery.tries):
        raise TooLate("Too late: the approval stands, and the reply is on its way.")
    if delivery:
        delivery.delete()
    review.delete()
    draft.status = Draft.Status.HELD if draft.notes.exclude(code__in=hold.REMARKS).exists() else Draft.Status.READY
    if moved := moved_on(draft, draft.thread) or newer_draft(draft):
        draft.status, draft.ended_because = Draft.Status.SUPERSEDED, moved
    draft.save(update_fields=["status", "ended_because"])
    record("approval undone", draft, user, status=draft.status)
    return draft


def newer_draft(draft: Draft) -> str:
    """Why a draft cannot come back to a thread that another one is being written for, or an empty string."""
    return "A newer draft was asked for." if Draft.objects.filter(thread=draft.thread_id).unsent().exists() else ""


@transaction.atomic
def reject(draft: Draft, user: User, *, reason: str, remark: str = "", version: int | None = None) -> Review:
    """The rep does not want this draft, and says why in a word."""
    if reason not in Review.Reason.values:
        raise Refused("Choose a reason, so that the next draft can be better.")
    draft = own_draft(draft.pk, user)
    on_desk(draft, version)
    review = Review.objects.create(
        draft=draft, reviewer=user, at=timezone.now(), verdict=Review.Verdict.REJECTED, reason=reason, remark=remark[:500]
    )
    draft.status = Draft.Status.REJECTED
    draft.save(update_fields=["status"])
    record("draft rejected", draft, user, reason=reason)
    return review


@transaction.atomic
def again(draft: Draft, user: User, *, layer: str = "", instruction: str = "", version: int | None = None) -> Draft:
    """Write it again: the whole, only one layer, or by the rep's short instruction. The texts so far are kept."""
    if layer and layer not in Layer:
        raise Refused("Choose voice, relevance or value.")
    draft = own_draft(draft.pk, user)
    on_desk(draft, version)
    draft.status, draft.tries = Draft.Status.QUEUED, 0
    draft.wish = {"layer": layer, "instruction": instruction.strip()[:200]}
    draft.shown_at = draft.shown_whole_at = None
    draft.save(update_fields=["status", "tries", "wish", "shown_at", "shown_whole_at"])
    record("draft asked again", draft, user, layer=layer, instructed=bool(instruction.strip()))
    enqueue("drafts", WRITE, draft.pk)
    return draft
