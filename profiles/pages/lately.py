"""What takes reading mails to say: how a rep's strongest replies differ from their routine ones, and whether they still write so."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from profiles import voice
from profiles.cohort import cohort, learned
from profiles.language import parse_all
from profiles.models import VoiceProfile
from profiles.signals import words_asked_for

WINDOW = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Lately:
    """``changes`` lead from routine to strongest; ``counts`` is how many of each there are. ``scores`` are the recent replies'."""

    changes: tuple[voice.Change, ...]
    strongest: int
    routine: int
    drift: voice.Drift


def lately(profile: VoiceProfile, now: datetime) -> Lately:
    """Everything the two sections show. Raises ProfileOutdated."""
    changes, strongest, routine = by_tag(profile.pk)
    answers = words_asked_for.send(VoiceProfile, rep_id=profile.rep_id, since=now - WINDOW)
    texts = [text for _, found in answers for text in found]
    return Lately(changes, strongest, routine, drifted(profile, texts))


@lru_cache(maxsize=64)
def by_tag(profile_id: int) -> tuple[tuple[voice.Change, ...], int, int]:
    """How the strongest differ from the routine among the examples behind a profile, and how many there are of each."""
    profile = VoiceProfile.objects.select_related("example_set").get(pk=profile_id)
    examples = [e for e in profile.example_set.examples.filter(included=True) if e.tag]
    docs = parse_all(voice.prepare(e.reply) for e in examples)
    samples = [voice.Sample(doc, e.kind, e.tag, str(e.pk)) for e, doc in zip(examples, docs, strict=True)]
    strongest = sum(s.tag == "strongest" for s in samples)
    return voice.strongest_vs_routine(samples), strongest, len(samples) - strongest


def drifted(profile: VoiceProfile, texts: Sequence[str]) -> voice.Drift:
    others = tuple(cohort(profile.rep).values())
    return voice.drift(learned(profile.pk), list(parse_all(voice.prepare(text) for text in texts)), others)
