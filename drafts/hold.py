"""Ready or held: the hazards of the message, the gaps in the plan and the three scores against the policy."""

from collections.abc import Mapping

from drafts.domain import Answer, Brief, Hazard, Layer, Note, Plan, Policy, ValueChoice
from drafts.layers.voice.correct import habits_first
from profiles.judgement import Judgement

READY, HELD, SKIPPED = "ready", "held", "skipped"

SETTLES = {
    "ambiguous": "Ask which is meant, or edit the draft and approve it if you know.",
    "specific_pricing": "Fill in a figure you may quote, or say when it will come, then approve.",
    "specific_technical": "Fill in what you can confirm, or say who will find out, then approve.",
    "fact_expired": "Get a current figure approved, or leave it out, then approve.",
    "injection": "Read the mail yourself, answer only what a person asked, then approve.",
    "legal": "Take it to your legal team; approve only what they have agreed.",
    "angry": "Answer it yourself: edit this draft until you would sign it, then approve.",
    "wrong_person": "Find out who is meant, then edit the draft or reject it.",
    "non_english": "Answer in their language, or edit the draft and approve it.",
    "too_long": "Read the rest of it yourself, then edit this draft or approve it.",
    "out_of_scope": "Decide whether to answer at all; edit and approve, or reject.",
}
"""What would settle each hazard, and how the rep lets the draft go."""

DONE_INSTEAD = {
    "autoreply": "Nothing was written: this is an automatic reply. The thread waits for a person to answer.",
    "bounce": "Nothing was written: the last mail did not arrive. Check the address before writing again.",
    "unsubscribe": "Nothing was written: they asked not to be mailed. Close the thread and take the address off your lists.",
    "too_early": "Nothing was written: it is too early for a nudge on this thread.",
    "not_wanted": "Nothing was written: they said they are not interested. A nudge would be unwelcome.",
}

RELEASE = {
    Layer.VOICE: "Edit it until it sounds like you and the badge turns, or approve it as it is.",
    Layer.RELEVANCE: "Mend the marked words, or approve it as it is if you know they are right.",
    Layer.VALUE: "Add one line they would care about, or approve it without if none belongs here.",
}

NOTHING_ASKED = Plan(())

SLIGHT = -0.15
"""Evidence no heavier than this is not what pulls a text down that has an ask without an answer."""

REMARKS = frozenset({"wish_not_met", "not_mended"})
"""Notes that answer what the rep asked for. They hold nothing: the text is what it was."""

HAZARD_LAYER = Layer.RELEVANCE
"""A message that is unsafe to answer is a matter of what is answered."""


def decide(
    brief: Brief, plan: Plan, value: ValueChoice, judgements: Mapping[Layer, Judgement], policy: Policy
) -> tuple[str, tuple[Note, ...]]:
    """``ready`` with no notes, ``held`` with a note for each reason, or ``skipped`` where nothing may be written.

    A note's code is a hazard code, or the code of the evidence that weighs most against the failed layer. Each thing is named once:
    an ask that is a hazard by the hazard, an ask without an answer by the plan's note and not by the score it pulls down again.
    """
    if nothing_to_write(brief):
        return SKIPPED, skipped(brief)
    notes = [_of_hazard(h) for h in brief.hazards]
    notes += [_of_gap(a) for a in plan.unanswered if not _is_hazard(a, brief.hazards)]
    notes += scored(value, judgements, policy, plan)
    kept = tuple(dict.fromkeys(notes))
    return (HELD, kept) if kept else (READY, ())


def nothing_to_write(brief: Brief) -> bool:
    """True where no draft may be made at all."""
    return any(h.code in DONE_INSTEAD for h in brief.hazards)


def skipped(brief: Brief) -> tuple[Note, ...]:
    """What was done instead of writing, one note for each reason not to."""
    return tuple(Note(HAZARD_LAYER, h.code, DONE_INSTEAD[h.code], quote=h.words) for h in brief.hazards if h.code in DONE_INSTEAD)


def scored(value: ValueChoice, judgements: Mapping[Layer, Judgement], policy: Policy, plan: Plan = NOTHING_ASKED) -> list[Note]:
    """A note for every layer that does not reach its threshold, unless only the plan's unanswered asks pull it down."""
    failed = [layer for layer in Layer if layer in judgements and not judgements[layer].passes(policy.thresholds[layer])]
    notes = (_of_score(layer, judgements[layer], policy.thresholds[layer], value, plan) for layer in failed)
    return [note for note in notes if note]


def _is_hazard(answer: Answer, hazards: tuple[Hazard, ...]) -> bool:
    """Whether an unanswered ask and a hazard of the mail are one thing: the same code for the same words."""
    return any(h.code == _gap_code(answer) and h.words and h.words in answer.ask.text for h in hazards)


def _gap_code(answer: Answer) -> str:
    return answer.why_not or "out_of_scope"


def _of_hazard(hazard: Hazard) -> Note:
    return Note(HAZARD_LAYER, hazard.code, _joined(hazard.note, SETTLES.get(hazard.code, "")), quote=hazard.words)


def _of_gap(answer: Answer) -> Note:
    code = _gap_code(answer)
    said = answer.note or f"Nothing approved answers “{answer.ask.text}”."
    return Note(Layer.RELEVANCE, code, _joined(said, SETTLES.get(code, "")), quote=answer.ask.text)


def _of_score(layer: Layer, judgement: Judgement, threshold: float, value: ValueChoice, plan: Plan) -> Note | None:
    if layer is Layer.VALUE and value.expected and value.point is None:
        return Note(layer, "no_point_fits", _joined(value.why, RELEASE[layer]))
    if judgement.score is None:
        return Note(layer, "too_short", _joined("There is too little text to judge.", RELEASE[layer]))
    against = [e for e in judgement.against() if e.code != "prior"]
    if layer is Layer.VOICE:
        against = list(habits_first(against))
    if not against:
        said = f"The {layer} score is {judgement.score:.2f}, under the {threshold:.2f} set for you."
        return Note(layer, f"low_{layer}", _joined(said, RELEASE[layer]))
    gaps = {(_gap_code(a), a.ask.text) for a in plan.unanswered}
    others = [e for e in against if (e.code, e.quote) not in gaps]
    if len(others) < len(against):
        others = [e for e in others if e.weight < SLIGHT]
    if not others:
        return None
    worst = others[0]
    return Note(layer, worst.code, _joined(worst.sentence, RELEASE[layer]), worst.spans, worst.quote)


def reason_only(sentence: str) -> str:
    """A note without what would settle it: what is left to say when the rep has decided."""
    for way in (*SETTLES.values(), *RELEASE.values()):
        sentence = sentence.removesuffix(way)
    return sentence.strip()


def _joined(*sentences: str) -> str:
    return " ".join(s if s[-1] in ".!?”" else f"{s}." for s in sentences if s)
