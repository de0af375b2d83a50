"""What the prospect said of their own day, given back to them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drafts.writers.offline.context import Context
from drafts.writers.offline.occasion import turned
from drafts.writers.offline.shape import sentences_of
from drafts.writers.offline.words import plain
from profiles.embedding import similarities
from profiles.language import parsed

ECHO = "echo"
"""What a unit says that gives their words back: once a mail is enough."""
ECHOES = 0.36
"""Nearness of something the prospect said to the concern of the point, from which the point is tied to it."""
ANSWERED = 0.45
"""Nearness from which it is worth asking about although it is not the concern."""


def pain(context: Context) -> str:
    """What the prospect said about the concern of the value point, facing them: "you burn half the day on the interstate"."""
    point = context.value.point
    return _nearest(context, [point.concern, point.text], ECHOES) if point else ""


def situation(context: Context) -> str:
    """What they said about the concern, or else clearly about what they are answered or anything else the team can help with."""
    points = [text for p in context.materials.knowledge.value_points for text in (p.concern, p.text)]
    return pain(context) or _nearest(context, [*points, *(f.text for a in context.plan.answers for f in a.facts)], ANSWERED)


@dataclass(frozen=True, slots=True)
class Doer:
    """Who does the prospect's work, as one says it to them ("your crew", "you"), and whether verbs go with it in the plural."""

    words: str
    plural: bool


def doer(context: Context) -> Doer | None:
    """The subject of what they said of their day."""
    said = situation(context)
    subject = next((t for t in parsed(said) if t.dep_ in ("nsubj", "nsubjpass")), None) if said else None
    if subject is None:
        return None
    if subject.pos_ == "PRON":
        return Doer("you", True) if subject.lower_ == "you" else None
    own = next((t for t in subject.subtree if t.lower_ == "your"), None)
    return Doer(subject.doc[own.i : subject.i + 1].text, subject.tag_ == "NNS") if own and own.i < subject.i else None


def _nearest(context: Context, texts: Sequence[str], least: float) -> str:
    said = [clause for text in _prospect(context) for clause in plain_clauses(text)]
    if not texts or not said:
        return ""
    near = similarities(said, texts).max(axis=1)
    best = int(near.argmax())
    return _with_capitals(turned(said[best]), context.model.names) if near[best] >= least else ""


def _with_capitals(text: str, names: frozenset[str]) -> str:
    """ "half your crew speaks spanish" with the capital the prospect left out."""
    return re.sub(
        r"\b[a-z]{4,}\b", lambda m: m[0].capitalize() if m[0].capitalize() in names and m[0] not in plain() else m[0], text
    )


def _prospect(context: Context) -> Iterator[str]:
    for message in reversed(context.occasion.thread.prospect):
        yield from sentences_of(message.text)


_PLAIN = re.compile(r"^(?:(?:half|most|some|all|both|each|none) (?:of )?)?(?:i|we|our|my)\b", re.I)
_UNFIT = re.compile(
    r"\b(?:you|your|will|would|could|should|can|let|'ll|want|need|like|think|guess|hope|thanks?|sorry|please|if|not|n't|no|never|already|"
    r"dont|cant|im|ive|theres|thats|didnt|wont|u|ur|cause)\b|[?!():]|\d\D+\d",
    re.I,
)


def plain_clauses(text: str) -> Iterator[str]:
    """Clauses of a message that simply say how things are with the writer, short enough to be given back."""
    for clause in re.split(
        r"[,;.!?\n]|\s[-–—]+\s|\b(?:and|but|so)\b(?=\s(?:i|we|our|my)\b)|\b(?:because|cause|since|while)\b",
        text.replace("’", "'"),
        flags=re.I,
    ):
        clause = clause.strip()
        if 4 <= len(clause.split()) <= 12 and _PLAIN.match(clause) and not _UNFIT.search(clause):
            doc = parsed(clause)
            if any(t.dep_ == "ROOT" and t.pos_ in ("VERB", "AUX") for t in doc) and any(
                t.dep_ in ("nsubj", "nsubjpass") for t in doc
            ):
                yield clause
