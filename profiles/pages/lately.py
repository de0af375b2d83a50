"""What takes reading mails to say: how a rep's strongest replies differ from their routine ones, and whether they still write so."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from profiles import voice
from profiles.cohort import cohort, learned
from profiles.language import parse_all
from profiles.models import Example, VoiceProfile
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
    tagged = profile.example_set.examples.filter(included=True).exclude(tag="").order_by("pk").values_list("pk", "tag")
    strongest = sum(tag == Example.Tag.STRONGEST for _, tag in tagged)
    answers = words_asked_for.send(VoiceProfile, rep_id=profile.rep_id, since=now - WINDOW)
    texts = [text for _, found in answers for text in found]
    return Lately(by_tag(tuple(tagged)), strongest, len(tagged) - strongest, drifted(profile, texts))


@lru_cache(maxsize=64)
def by_tag(tagged: tuple[tuple[int, str], ...]) -> tuple[voice.Change, ...]:
    """How the strongest of these examples (primary key, tag) differ from the routine ones; their words never change."""
    tags = dict(tagged)
    examples = Example.objects.filter(pk__in=tags).order_by("pk")
    docs = parse_all(voice.prepare(e.reply) for e in examples)
    samples = [voice.Sample(doc, e.kind, tags[e.pk], str(e.pk)) for e, doc in zip(examples, docs, strict=True)]
    return voice.strongest_vs_routine(samples)


def drifted(profile: VoiceProfile, texts: Sequence[str]) -> voice.Drift:
    others = tuple(cohort(profile.rep).values())
    return voice.drift(learned(profile.pk), list(parse_all(voice.prepare(text) for text in texts)), others)
