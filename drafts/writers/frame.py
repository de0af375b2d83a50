"""A finished mail put together by code: a model's sentences inside the rep's own greeting and sign-off."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from drafts.domain import Rep, Sentence
from drafts.writers.offline.envelope import Envelope
from drafts.writers.offline.moves import ACTION
from profiles.language import parse
from profiles.mail.greeting import is_closing, is_greeting
from profiles.voice import prepare
from profiles.voice.reading import read

MOST_GREETING_WORDS = 4
"""A line without a stop that greets and has more words says something besides."""

_ITEM = re.compile(r"(?:\d{1,2}|[a-z])[.)]\s|[-*•]\s")


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence and the ask it answers (counting into the plan's answers, -1 for none)."""

    text: str
    ask: int = -1


def taken_apart(text: str) -> tuple[Envelope, str]:
    """A mail's greeting and closing as they stand in it, and its body."""
    reading = read(parse(prepare(text)))
    doc = reading.doc
    start = reading.greeting[1] if reading.greeting else 0
    end = reading.closing[0] if reading.closing else len(doc)
    greeting, closing = reading.text(reading.greeting), reading.text(reading.closing)
    body = doc[start:end].text if start < end else ""
    inline = bool(greeting) and not body.startswith("\n") and "\n" not in doc[start - 1].text
    return Envelope(greeting, closing, inline), body.strip()


def without_frame(paragraphs: Sequence[Sequence[Said]], rep: Rep) -> list[list[Said]]:
    """The paragraphs without empty sentences, and without a greeting, sign-off or signature that was written along with them."""
    kept = _solid([[said for said in paragraph if said.text] for paragraph in paragraphs])
    if kept:
        start = _ungreeted(kept[0][0].text)
        kept[0] = [Said(start, kept[0][0].ask), *kept[0][1:]] if start else kept[0][1:]
        kept = _solid(kept)
    while kept and _signs_off(kept[-1][-1].text, rep):
        kept[-1] = kept[-1][:-1]
        kept = _solid(kept)
    return kept


def _solid(paragraphs: list[list[Said]]) -> list[list[Said]]:
    return [paragraph for paragraph in paragraphs if paragraph]


def _ungreeted(text: str) -> str:
    reading = read(parse(text))
    if reading.greeting is None:
        return "" if is_greeting(text) and len(text.split()) <= MOST_GREETING_WORDS else text
    if not is_greeting(reading.text(reading.greeting)):
        return text
    rest = text[reading.span(*reading.greeting)[1] :].strip(" \n,;:–—-")
    return rest[:1].upper() + rest[1:]


def _signs_off(text: str, rep: Rep) -> bool:
    """True for a valediction, the rep's name or a line of their signature, or several of them in a row."""
    own = {_bare(line) for line in (rep.name, rep.name.partition(" ")[0], *rep.signature.splitlines())}
    lines = [line for line in re.split(r"\n|(?<=,) ", text) if _bare(line)]
    return all(_bare(line) in own or is_closing(line) for line in lines)


def _bare(line: str) -> str:
    return line.strip(" ,.-–—").casefold()


def assembled(envelope: Envelope, paragraphs: Sequence[Sequence[Said]], source: str) -> tuple[str, tuple[Sentence, ...]]:
    """The whole mail and where each sentence stands in it; greeting and closing are the rep's ``own`` forms."""
    text, sentences = "", []
    runs_on = bool(envelope.inline and envelope.greeting)
    for n, paragraph in enumerate(paragraphs):
        for k, said in enumerate(paragraph):
            joint = ("\n" if _ITEM.match(said.text) else " ") if k else "\n\n" if n else ""
            words = _running_on(said.text) if runs_on and not text else said.text
            start = len(text) + len(joint)
            text += joint + words
            sentences.append(Sentence((start, len(text)), source, ask=said.ask, claims_action=bool(ACTION.search(words))))
    whole, offset = envelope.seal(text)
    placed = [
        Sentence((a + offset, b + offset), s.source, ask=s.ask, claims_action=s.claims_action)
        for s in sentences
        for a, b in [s.span]
    ]
    if envelope.greeting:
        placed.insert(0, Sentence((0, len(envelope.greeting)), "own"))
    if envelope.closing:
        placed.append(Sentence((len(whole) - len(envelope.closing), len(whole)), "own"))
    return whole, tuple(placed)


def _running_on(text: str) -> str:
    """A sentence's start in the middle of a line: small, unless it is a name, "I" or an abbreviation."""
    first = parse(text)[0]
    keeps = first.pos_ == "PROPN" or first.text in ("I", "I'm", "I'll", "I'd", "I've") or first.text.isupper()
    return text if keeps else text[0].lower() + text[1:]
