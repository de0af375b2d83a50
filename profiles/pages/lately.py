"""What takes reading mails to say: how a rep's strongest replies differ from their routine ones, and whether they still write so."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from profiles import voice
from profiles.drift import drift_of
from profiles.language import parse_all
from profiles.models import Example, VoiceProfile


@dataclass(frozen=True, slots=True)
class Lately:
    """``changes`` lead from routine to strongest, of which there are so many each; ``drift`` is of the last 60 days."""

    changes: tuple[voice.Change, ...]
    strongest: int
    routine: int
    drift: voice.Drift


def lately(profile: VoiceProfile, now: datetime) -> Lately:
    """Everything the two sections show. Raises ProfileOutdated."""
    examples = profile.example_set.examples.filter(included=True).exclude(tag="")
    tagged = tuple(examples.order_by("pk").values_list("reply", "tag"))
    strongest = sum(tag == Example.Tag.STRONGEST for _, tag in tagged)
    return Lately(by_tag(tagged), strongest, len(tagged) - strongest, drift_of(profile, now))


@lru_cache(maxsize=64)
def by_tag(tagged: tuple[tuple[str, str], ...]) -> tuple[voice.Change, ...]:
    """How the strongest of these replies, each with its tag, differ from the routine ones."""
    docs = parse_all(voice.prepare(reply) for reply, _ in tagged)
    return voice.strongest_vs_routine([voice.Sample(doc, tag=tag) for doc, (_, tag) in zip(docs, tagged, strict=True)])
