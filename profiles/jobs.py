"""What workers do for profiles. Everything may run twice; the row says whether there is anything to do."""

import logging
import traceback
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from profiles import actions, imports, voice
from profiles.cohort import cohort
from profiles.examples.coverage import FEWEST
from profiles.examples.reading import ExampleReader
from profiles.language import parse_all
from profiles.models import LONGEST_EXAMPLE, Example, ExampleSet, MailImport, VoiceProfile
from profiles.queueing import enqueue, waiting
from profiles.refusal import Refused

log = logging.getLogger(__name__)


def build(profile_id: int) -> None:
    """Learn a profile from its set, if it is still waiting to be built."""
    token = actions.claim_build(profile_id)
    if token is None:
        return
    row = VoiceProfile.objects.select_related("example_set").get(pk=profile_id)
    try:
        built = learn(row.example_set)
        actions.finish_build(profile_id, token, **built)
    except Refused as refusal:
        actions.fail_build(profile_id, token, refusal.sentence)
    except Exception as error:  # noqa: BLE001 - the job's edge: the page must say what happened, and no mail text may reach a log
        log.error("profile %s: %s\n%s", profile_id, type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))
        actions.fail_build(profile_id, token, f"Building stumbled ({type(error).__name__}). Ask for it again.")


def learn(example_set: ExampleSet) -> dict:
    """Everything a built profile's row holds. Raises Refused when there are too few examples."""
    examples = list(example_set.examples.filter(included=True).order_by("sent_at", "pk"))
    if len(examples) < FEWEST:
        raise Refused(f"{FEWEST - len(examples)} more examples are needed before a profile can be built.")
    texts = [voice.prepare(e.reply[:LONGEST_EXAMPLE]) for e in examples]
    samples = [voice.Sample(doc, e.kind, e.tag, str(e.pk), e.sent_at) for e, doc in zip(examples, parse_all(texts), strict=True)]
    others = tuple(cohort(example_set.rep).values())
    held_out = voice.held_out(samples, others)
    bar = voice.threshold(held_out)
    _warn(examples, voice.misfits(samples, others))
    return {
        "data": voice.learn(samples, others).to_json(),
        "threshold": bar.value,
        "expected_hold_rate": bar.expected,
        "hold_rate_low": bar.low,
        "hold_rate_high": bar.high,
        "held_out_scores": list(held_out.values),
        "example_count": len(samples),
    }


def _warn(examples: list[Example], misfits) -> None:
    """Name on its row each example that does not sound like the rest."""
    said = {m.id: m.sentence for m in misfits}
    for example in examples:
        others = [w for w in example.warnings if w["code"] != "misfit"]
        mine = [{"code": "misfit", "sentence": said[str(example.pk)]}] if str(example.pk) in said else []
        if others + mine != example.warnings:
            Example.objects.filter(pk=example.pk).update(warnings=others + mine)


def read_examples(import_id: int) -> None:
    """Read an upload into its example set, from where an earlier try stopped."""
    imports.run(import_id, ExampleReader())


def reconcile() -> dict[str, int]:
    """Queue again builds and imports that were committed but never queued, and rebuild profiles of an earlier version."""
    now = timezone.now()
    for example_set in ExampleSet.objects.filter(status=ExampleSet.Status.ACTIVE):
        if outdated(example_set):
            actions.request_build(example_set)
    stale = now - timedelta(seconds=settings.CLAIM_SECONDS)
    builds = list(VoiceProfile.objects.filter(status="queued").values_list("pk", flat=True))
    builds += VoiceProfile.objects.filter(status="building", claimed_at__lt=stale).values_list("pk", flat=True)
    stuck = imports.unfinished(MailImport.Purpose.EXAMPLES, now)
    work = [(actions.BUILD, pk) for pk in builds] + [("profiles.jobs.read_examples", pk) for pk in stuck]
    if work and waiting("profiles") < len(work):
        for function, pk in work:
            enqueue("profiles", function, pk)
    return {"builds": len(builds), "imports": len(stuck)}


def outdated(example_set: ExampleSet) -> bool:
    """True when the newest built profile of a set cannot be read by this version and none is on its way."""
    newest = example_set.profiles.first()
    if newest is None or newest.status != VoiceProfile.Status.BUILT:
        return False
    try:
        voice.VoiceProfile.from_json(newest.data)
    except voice.ProfileOutdated:
        return True
    return False
