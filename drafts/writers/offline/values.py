"""The one line of benefit, tied to what the prospect said where they said it; for a meeting, what it will be about."""

import re
from collections.abc import Iterator
from dataclasses import replace

from drafts.domain import Kind
from drafts.writers.offline import answers
from drafts.writers.offline.align import content, content_of
from drafts.writers.offline.asides import HABIT
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.bridges import Register
from drafts.writers.offline.context import Context
from drafts.writers.offline.echo import ECHO, pain
from drafts.writers.offline.moves import Move
from drafts.writers.offline.said import addressed, sayings
from drafts.writers.offline.transforms import lower_first, upper_first
from drafts.writers.offline.units import Unit
from profiles.embedding import similarities
from profiles.language import parsed


def slots(context: Context) -> list[Slot]:
    """The benefit, alone or behind the rep's frame or the prospect's own words; none where none is expected."""
    point = context.value.point
    if point is None or not context.value.expected:
        return []
    told = _told(context)
    units = [replace(u, worth=u.worth - AGAIN) if told else u for u in _units(context)]
    return [Slot(tuple(units), optional=told, covers=frozenset({point.id}))]


def _told(context: Context) -> bool:
    """True when an answer already says what the point says, so that saying it again may be left out."""
    answered = [s for a in context.plan.answers if a.source == "fact" for s in a.statements]
    return bool(answered) and float(similarities(answered, [context.value.point.text]).max()) >= SAME


SAME, AGAIN = 0.56, 1.0
"""Nearness from which an answer and a benefit say the same, and what saying it again costs."""
ECHOED, FRAMED, FRAMED_OWN = 0.5, 0.25, 0.1
"""What the prospect's words before a benefit, or a frame, add to its worth."""


def _units(context: Context) -> Iterator[Unit]:
    point = context.value.point
    echo = pain(context)
    for unit in (*sayings(context, "value", point.id, point.text), *_cut(context)):
        if _ANSWERS.search(unit.text):
            continue
        unit = replace(unit, worth=unit.worth - STRANGER * _strangers(unit.text, context) * (unit.source != "own"))
        yield unit.at("value")
        bracketed = _LINKED.sub(r" (\1).", unit.text) if context.model.asides >= HABIT and "(" not in unit.text else unit.text
        if bracketed != unit.text:
            yield replace(unit.at("value"), text=bracketed, worth=unit.worth + FRAMED_OWN + FRAMED, clause="")
        for before in context.bank("echo", "value", said=echo) if echo and context.occasion.kind is Kind.NUDGE else ():
            said = unit.says | {ECHO}
            yield replace(unit.at("value"), text=f"{before.text} {unit.text}", says=said, worth=unit.worth + ECHOED, clause="")
        gain = FRAMED_OWN if unit.source == "own" else FRAMED
        for frame in _frames(context) if not _introduced(unit.text, context) else ():
            text = framed(frame.text, unit, context.model.names)
            if text and frame.example != unit.ref:
                yield replace(unit.at("value"), text=text, worth=unit.worth + gain, clause="")
        if unit.clause:
            yield from (
                replace(unit.at("value"), text=t, worth=unit.worth + g, clause="") for t, g in _tied(context, unit.clause)
            )


def _cut(context: Context) -> Iterator[Unit]:
    """The point without what nobody mentioned; but for a rep of long sentences, the one claim of two that meets the concern."""
    point = context.value.point
    whole = _without_strangers(point.text.rstrip("."), context)
    wrote = content_of(" ".join(m.text for m in context.occasion.thread.prospect))
    parts = [whole] if context.register is Register.FORMAL else re.split(r", (?:so|because)\s+", whole)
    claims = [c for c in parts if _stands(c) and _things(whole) & wrote <= _things(c)]
    if not claims or (len(claims) == 1 and f"{claims[0]}." == point.text):
        return
    about = [point.concern, context.occasion.newest] if context.occasion.trying else [point.concern]
    near = similarities(claims, about).max(axis=1)
    claim = max(claims, key=lambda c: near[claims.index(c)] - STRANGER * _strangers(c, context))
    for unit in sayings(context, "value", point.id, f"{upper_first(claim)}."):
        if unit.source != "own":
            yield unit
            for u in context.bank("hold_on", "value", claim=unit.clause) if context.occasion.trying and unit.clause else ():
                yield replace(unit, text=u.text, worth=unit.worth + 2 * ECHOED, clause="")


def _strangers(text: str, context: Context) -> int:
    """How many things a benefit speaks of that neither the thread nor an answer does."""
    told = [f.text for a in context.plan.answers for f in a.facts] + [context.value.point.concern]
    known = content_of(" ".join([*(m.text for m in context.occasion.thread.messages), *told]))
    return len(_things(text) - known)


STRANGER = 0.15
"""What each thing nobody mentioned costs a benefit."""


def _things(text: str) -> frozenset[str]:
    return content(t for t in parsed(text) if t.pos_ in ("NOUN", "PROPN"))


def _stands(claim: str) -> bool:
    doc = parsed(claim)
    return any(t.tag_ in ("VBZ", "VBP", "MD") for t in doc) and doc[0].lower_ not in ("it", "they", "this", "that")


def _without_strangers(text: str, context: Context) -> str:
    """Without a last "for your security team" that the prospect never spoke of."""
    found = re.search(r" for (?:your|the) ((?:\w+ )?\w+)$", text)
    wrote = " ".join(m.text.lower() for m in context.occasion.thread.prospect)
    return text[: found.start()] if found and found[1].split()[-1].lower() not in wrote else text


def _tied(context: Context, clause: str) -> Iterator[tuple[str, float]]:
    """A benefit tied by plain words to what it belongs to: what is being tried, the answer it follows from, a quiet thread."""
    names = context.model.names
    said = lower_first(clause, names)
    if context.occasion.kind is Kind.NUDGE:
        leads = (u.text for u in context.bank("frame_meanwhile", "value") if not (u.text.endswith(":") and ":" in said))
        yield from ((_led(lead, said), FRAMED_OWN) for lead in leads)
    evidence = [
        (a, f) for a in context.plan.answers if a.source == "fact" for f in a.facts if f.id in context.value.point.evidence
    ]
    if evidence and not _last(context):
        answer, fact = evidence[0]
        asked = answer.ask.text.lower()
        topic = max((k for k in fact.keywords if k.lower() in asked), key=len, default="") or answers.topic(asked, fact)
        if topic and context.occasion.kind is Kind.INBOUND_FIRST:
            yield from ((u.text, ECHOED) for u in context.bank("on_topic", "value", topic=lower_first(topic, names), clause=said))


def _led(frame: str, said: str) -> str:
    return f"{frame} {upper_first(said) if frame[-1] in '.!?' else said}."


def _last(context: Context) -> bool:
    """True when the answer just before the benefit is one it follows from."""
    told = [f.id for a in context.plan.answers if a.source == "fact" for f in a.facts]
    return bool(told) and told[-1] in context.value.point.evidence


def _frames(context: Context) -> list[Move]:
    """Frames that fit: one that leads into a clause draws a conclusion, and needs the answer it is drawn from just before it."""
    fitting = (f for f in context.frames() if _BENEFIT.search(f.text))
    return [f for f in fitting if _last(context) or (f.text[-1] in ".!" and not _CONCLUDES.search(f.text))]


_BENEFIT = re.compile(
    r"\b(?:upside|benefit|gain|matters?|care|get out|means?|mean that|consequence|end state|in practice|bottom line|for you|in your seat)\b",
    re.I,
)
"""What a frame must speak of to lead into a benefit: others led into an answer."""
_CONCLUDES = re.compile(r"\b(?:this|that would|consequence|taken together|in practice|means?|end state|land)\b", re.I)
"""A frame that draws a conclusion from what was said before it."""


_LINKED = re.compile(r"(?:,| [—–-]{1,2}) ((?:so|because) [^—–(.]+)\.$")
"""A reason or consequence at the end, which a rep who writes asides would put in brackets."""
_ANSWERS = re.compile(r"(?::|\s[—–-]{1,2}) (?:also )?(?:yes|no)\b", re.I)
"""A phrase that answers a question is no benefit by itself."""


def _introduced(text: str, context: Context) -> bool:
    """A benefit that brings its own introduction along."""
    return ":" in text[:40] or any(text.lower().startswith(f.text.lower().rstrip(".:—– ")) for f in context.frames())


def framed(frame: str, unit: Unit, names: frozenset[str]) -> str:
    """A benefit under the rep's own way of introducing one; empty when it would need one clause and is several."""
    if frame[-1] in ".!?":
        return f"{frame} {unit.text}"
    return f"{frame} {lower_first(unit.clause, names)}." if unit.clause else ""


def agenda(context: Context) -> list[Slot]:
    """What a meeting will start with, for reps who say so: the point behind "I'll keep it to one thing:". A mail that already answers
    something leaves it at that."""
    point = context.value.point
    if point is None or not context.model.agendas or any(a.source == "fact" and a.answered for a in context.plan.answers):
        return []
    units = list(_shown(context) if context.register is Register.BRIEF else _how(context))
    return [Slot(tuple(units), optional=True)] if units else []


def _shown(context: Context) -> Iterator[Unit]:
    """ "I'll show you one thing." and then the point in the rep's short sentences."""
    point = context.value.point
    about = content_of(f"{point.text} {point.concern}")
    named = ((u, content_of(u.text) - _GENERAL) for u in context.moves("remark") if _SHOWS.search(u.text))
    leads = [u for u, things in named if things <= about] + context.bank("agenda", "agenda", how="")
    for lead in leads:
        for unit in sayings(context, "value", point.id, point.text):
            yield replace(unit, move="agenda", text=f"{lead.text} {unit.text}", worth=lead.worth + 0.4 * unit.worth)


def _how(context: Context) -> Iterator[Unit]:
    """ "I'll start with how ..." with the point's first claim, the rest in brackets for a rep who uses them."""
    point, names = context.value.point, context.model.names
    whole = context.model.spoken(addressed(point.text)).rstrip(".")
    first, link, rest = re.match(r"(.*?)(?:, (so|because|and|but|which)\b(.*))?$", whole).groups()
    aside = f"{first} ({link}{rest})" if link in ("so", "because", "and") and context.model.asides >= HABIT else first
    for worth, text in ((0.1, aside), (0.0, first)):
        if not re.match(r"(?:when|if|what|how)\b", text, re.I) and ". " not in text:
            for unit in context.bank("agenda", "agenda", how=lower_first(text, names)):
                yield replace(
                    unit,
                    text=upper_first(unit.text),
                    source="value",
                    ref=point.id,
                    says=frozenset({point.id}),
                    worth=unit.worth + worth,
                )


_SHOWS = re.compile(r"\b(?:show|start|begin|keep it to|focus|one thing)\b", re.I)
_GENERAL = frozenset(("thing", "show", "start", "begin", "keep", "focus", "first", "1", "minute", "look"))
"""What a lead into any point may speak of; a lead that names more belongs to what it names."""
