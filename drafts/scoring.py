"""Judging a text somebody typed, with the same code and bars as the pipeline's."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from drafts import convert, pipeline
from drafts.domain import Layer, Note
from drafts.materials import current_profile, materials_for
from drafts.models import Draft
from profiles.judgement import Judgement
from profiles.refusal import Refused


@dataclass(frozen=True)
class ScoreView:
    """One layer's judgement as a page shows it; ``evidence`` rows are plain dicts."""

    layer: str
    score: float | None
    threshold: float
    passed: bool
    note: str
    evidence: list[dict]


@dataclass(frozen=True)
class Rescored:
    """What the three layers say of a text, whether it would be ``ready`` or ``held``, and why."""

    scores: list[ScoreView]
    status: str
    notes: tuple[Note, ...]


LONGEST_REPLY = 20_000
"""Characters of a reply that are judged."""


def rescore(draft: Draft, text: str) -> Rescored:
    """Judge ``text`` as this draft's reply; stores nothing. Raises Refused for one that is too long to be a reply."""
    if len(text) > LONGEST_REPLY:
        raise Refused(f"The reply is longer than {LONGEST_REPLY:,} characters. Shorten it.")
    materials = materials_for(draft.rep, draft.profile or current_profile(draft.rep), draft.pk)
    outcome, thread = convert.to_outcome(draft), convert.to_thread(draft.thread)
    judgements, notes = pipeline.rescore(text, outcome, thread, materials, convert.to_wordings(draft))
    return Rescored(
        scores=[score_view(layer, judgements[layer], materials.policy.thresholds[layer], notes) for layer in Layer],
        status=Draft.Status.HELD if notes else Draft.Status.READY,
        notes=notes,
    )


def moment(draft: Draft) -> datetime:
    """The moment a draft is written and judged from: the present, unless it replays an earlier one."""
    return draft.as_of or timezone.now()


def live_scores(draft: Draft, text: str) -> list[ScoreView]:
    """The three judgements of a text being typed."""
    return rescore(draft, text).scores


def score_view(layer: Layer, judgement: Judgement, threshold: float, notes: tuple[Note, ...] = ()) -> ScoreView:
    """A judgement with its bar and the one sentence to show beside it."""
    return ScoreView(
        layer=layer.value,
        score=judgement.score,
        threshold=threshold,
        passed=judgement.passes(threshold),
        note=layer_note(layer, judgement, notes),
        evidence=convert.evidence_rows(judgement.evidence),
    )


BASE_RATE = "prior"
"""The evidence that says nothing of the text: what a voice score starts from."""


def layer_note(layer: Layer, judgement: Judgement, notes: tuple[Note, ...]) -> str:
    """The hold note of the layer if it has one, else what speaks most for the text, else most against it."""
    for note in notes:
        if note.layer is layer:
            return note.sentence[:500]
    reasons = sorted((e for e in judgement.evidence if e.code != BASE_RATE), key=lambda e: -e.weight)
    if reasons:
        return reasons[0].sentence[:500]
    return "Not enough text to tell." if judgement.score is None else ""
