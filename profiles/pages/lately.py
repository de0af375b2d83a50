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
    examples = profile.example_set.examples.filter(included=True).exclude(tag="")
    tagged = tuple(examples.order_by("pk").values_list("reply", "tag"))
    strongest = sum(tag == Example.Tag.STRONGEST for _, tag in tagged)
    answers = words_asked_for.send(VoiceProfile, rep_id=profile.rep_id, since=now - WINDOW)
    texts = [text for _, found in answers for text in found]
    return Lately(by_tag(tagged), strongest, len(tagged) - strongest, drifted(profile, texts))


@lru_cache(maxsize=64)
def by_tag(tagged: tuple[tuple[str, str], ...]) -> tuple[voice.Change, ...]:
    """How the strongest of these replies, each with its tag, differ from the routine ones."""
    docs = parse_all(voice.prepare(reply) for reply, _ in tagged)
    return voice.strongest_vs_routine([voice.Sample(doc, tag=tag) for doc, (_, tag) in zip(docs, tagged, strict=True)])


def drifted(profile: VoiceProfile, texts: Sequence[str]) -> voice.Drift:
    others = tuple(cohort(profile.rep).values())
    return voice.drift(learned(profile.pk), list(parse_all(voice.prepare(text) for text in texts)), others)
