"""What workers do. An id comes in; the row says whether there is anything to do; everything may run twice."""

import logging
import traceback
from dataclasses import replace

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from drafts import actions, convert, nudges, pipeline
from drafts.delivery.handing import deliver as hand_on
from drafts.domain import Attempt, Layer, Outcome, Thread, Trigger
from drafts.intake.reading import keep_message
from drafts.materials import current_profile, materials_for
from drafts.models import Delivery, Draft
from drafts.scoring import moment
from drafts.waiting import profile_is_coming
from drafts.writers import Materials
from drafts.writing import writer_for
from profiles import imports
from profiles.models import MailImport, VoiceProfile
from profiles.queueing import enqueue, waiting
from profiles.refusal import Refused

log = logging.getLogger(__name__)


def write(draft_id: int) -> None:
    """Write one draft, if it is still waiting to be written."""
    draft = Draft.objects.select_related("rep").filter(pk=draft_id).first()
    if draft is None or profile_is_coming(draft.rep):
        return
    token = actions.claim(draft_id)
    if token is None:
        return
    draft = Draft.objects.select_related("thread__lead", "rep__team", "current").get(pk=draft_id)
    try:
        outcome, profile, materials = _outcome(draft)
        actions.finish(draft_id, token, outcome, profile, materials.policy.thresholds)
    except Refused as refusal:
        actions.fail(draft_id, token, refusal.sentence)
    except Exception as error:  # noqa: BLE001 - the job's edge: whatever stumbles, the row must say so, and no mail text may reach a log
        log.error("draft %s: %s\n%s", draft_id, type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))
        actions.give_back(draft_id, token, f"Writing stumbled ({type(error).__name__}).")


def _outcome(draft: Draft) -> tuple[Outcome, VoiceProfile, Materials]:
    profile = current_profile(draft.rep)
    thread, trigger = convert.to_thread(draft.thread), Trigger(draft.trigger)
    if draft.current is None or not any(draft.wish.values()):
        materials = materials_for(draft.rep, profile)
        return pipeline.draft(thread, trigger, moment(draft), materials, writer_for(draft.rep.team)), profile, materials
    materials = materials_for(draft.rep, profile, draft.pk)
    return _again(draft, thread, materials), profile, materials


def _again(draft: Draft, thread: Thread, materials: Materials) -> Outcome:
    """What the rep asked for, starting from the text on the desk."""
    composition, wordings = convert.to_composition(draft.current), convert.to_wordings(draft)
    before = pipeline.settled(convert.to_outcome(draft), composition.text, wordings)
    judgements, _ = pipeline.rescore(composition.text, before, thread, materials, wordings)
    before = replace(before, best=Attempt(composition, judgements))
    layer = Layer(draft.wish["layer"]) if draft.wish["layer"] else None
    return pipeline.revise(before, thread, materials, writer_for(draft.rep.team), layer=layer, wish=draft.wish["instruction"])


def deliver(draft_id: int) -> None:
    """Hand one approved text over, if nobody has."""
    hand_on(draft_id)


def read_threads(import_id: int) -> None:
    """Read an upload of incoming mail into threads, from where an earlier try stopped."""
    imports.run(import_id, keep_message)


def reconcile() -> dict[str, int]:
    """Queue again what was committed but never queued, or whose worker is gone. Safe to run at any time, anywhere."""
    now = timezone.now()
    pending = Draft.objects.filter(status=Draft.Status.QUEUED).values_list("pk", flat=True)
    gone = Draft.objects.filter(status=Draft.Status.WRITING, claimed_at__lt=actions.stale_before(now)).values_list(
        "pk", flat=True
    )
    ids = [*pending, *gone]
    counts = {"drafts": _requeue("drafts", actions.WRITE, ids)}
    free = Q(
        status__in=(Delivery.Status.WAITING, Delivery.Status.FAILED), tries__lt=settings.DELIVERY_TRIES, hand_over_after__lte=now
    )
    orphaned = Q(status=Delivery.Status.SENDING, claimed_at__lt=actions.stale_before(now))
    deliveries = Delivery.objects.filter(free | orphaned)
    counts["deliveries"] = _requeue("mail", actions.DELIVER, list(deliveries.values_list("draft_id", flat=True)))
    stuck = imports.unfinished(MailImport.Purpose.THREADS, now)
    counts["imports"] = _requeue("mail", "drafts.jobs.read_threads", stuck)
    return counts


def _requeue(queue: str, function: str, ids: list[int]) -> int:
    """Queue the ids, unless the queue is at least as long as the list: then they are all there already."""
    if not ids or waiting(queue) >= len(ids):
        return 0
    for pk in ids:
        enqueue(queue, function, pk)
    return len(ids)


def nudge() -> int:
    """Ask for a nudge on every thread that has been quiet for the policy's business days."""
    return nudges.queue_due(timezone.now())
