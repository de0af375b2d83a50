"""Greeting and sign-off, built by code from the rep's habits, and a finished mail put together around a body."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from drafts.domain import Kind, Rep, Sentence, Thread
from drafts.writers.base import Materials
from profiles.language import parse
from profiles.mail.greeting import is_closing, is_greeting
from profiles.voice import EVERY, Form
from profiles.voice.reading import read

_ITEM = re.compile(r"(?:\d{1,2}|[a-z])[.)]\s|[-*•]\s")
_ACTION = re.compile(
    r"""\bi(?:['’]ve|\ have|['’]m|\ am|['’]ll|\ will)\ (?:\w+\ )?
        (?:sen[dt]|sending|attach\w*|enclos\w*|book\w*|schedul\w*|put|forward\w*|cop\w+|add\w*|block\w*)\b
      | \b(?:invit\w+|calendar\ hold)\b[^.!?]{0,30}\b(?:on\ (?:its|the)\ way|sent|follows?|coming)\b
      | \b(?:is|are)\ (?:attached|enclosed)\b | \byou(?:['’]re|\ are)\ booked\b""",
    re.I | re.X,
)


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around a body. ``inline``: the first sentence runs on in the greeting's line."""

    greeting: str
    closing: str
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence and the ask it answers (counting into the plan's answers, -1 for none)."""

    text: str
    ask: int = -1


def frame_for(materials: Materials, kind: Kind, thread: Thread) -> Frame:
    """The greeting and closing the rep uses most in this kind of mail; a greeting used earlier in the thread stays."""
    habits = materials.profile.kinds.get(str(kind)) or materials.profile.kinds[EVERY]
    closing = habits.closings[0].text if habits.closings else ""
    earlier = next((g for m in reversed(thread.messages) if m.from_rep and (g := _greeting(m.text))), None)
    if earlier:
        return Frame(earlier[0], closing, earlier[1])
    form = next(
        (f for f in habits.greetings if "{last}" not in f.text), habits.greetings[0] if habits.greetings else Form("", 0, "")
    )
    first = thread.lead.name.split()[0] if thread.lead.name.split() else ""
    named = re.sub(r"(?:\b(?:Mr|Ms|Mrs|Mx|Dr)\.?\s*)?\{(?:first|last)\}", first, form.text)
    return Frame(named if first else re.sub(r"\s+(?=\W|$)", "", named), closing, form.inline)


def _greeting(text: str) -> tuple[str, bool] | None:
    reading = read(parse(text))
    if reading.greeting is None:
        return None
    words = reading.text(reading.greeting)
    return (words, not text[text.find(words) + len(words) :].startswith("\n")) if is_greeting(words) else None


def without_frame(paragraphs: Sequence[Sequence[Said]], rep: Rep) -> list[list[Said]]:
    """The paragraphs without empty sentences, and without a greeting, sign-off or signature that was written along with them."""
    kept = [[said for said in paragraph if said.text] for paragraph in paragraphs]
    kept = [paragraph for paragraph in kept if paragraph]
    if kept:
        start = _ungreeted(kept[0][0].text)
        kept[0] = [Said(start, kept[0][0].ask), *kept[0][1:]] if start else kept[0][1:]
        kept = [paragraph for paragraph in kept if paragraph]
    while kept and _signs_off(kept[-1][-1].text, rep):
        kept[-1] = kept[-1][:-1]
        kept = [paragraph for paragraph in kept if paragraph]
    return kept


def _ungreeted(text: str) -> str:
    if is_greeting(text):
        return ""
    reading = read(parse(text))
    if reading.greeting is None or not is_greeting(reading.text(reading.greeting)):
        return text
    rest = text[reading.span(*reading.greeting)[1] :].strip(" \n,;:–—-")
    return rest[:1].upper() + rest[1:]


def _signs_off(text: str, rep: Rep) -> bool:
    own = {
        line.strip(" ,.-–—").casefold()
        for line in (rep.name, rep.name.split()[0] if rep.name else "", *rep.signature.splitlines())
    }
    lines = [line.strip(" ,.-–—") for line in re.split(r"\n|(?<=,) ", text)]
    return all(line.casefold() in own or is_closing(line) for line in lines if line)


def assembled(frame: Frame, paragraphs: Sequence[Sequence[Said]], source: str) -> tuple[str, tuple[Sentence, ...]]:
    """The whole mail and where each sentence stands in it; greeting and closing are the rep's ``own`` forms."""
    parts, sentences, at = [], [], 0

    def put(text: str, joint: str, source: str, ask: int = -1) -> None:
        nonlocal at
        joint = joint if parts else ""
        start = at + len(joint)
        parts.append(joint + text)
        at = start + len(text)
        sentences.append(Sentence((start, at), source, ask=ask, claims_action=source != "own" and bool(_ACTION.search(text))))

    if frame.greeting:
        put(frame.greeting, "", "own")
    for n, paragraph in enumerate(paragraphs):
        for k, said in enumerate(paragraph):
            joint = "\n" if k and _ITEM.match(said.text) else " " if k else "\n\n"
            runs_on = frame.inline and frame.greeting and n == 0 and k == 0
            put(_running_on(said.text) if runs_on else said.text, " " if runs_on else joint, source, said.ask)
    if frame.closing:
        put(frame.closing, "\n\n", "own")
    return "".join(parts), tuple(sentences)


def _running_on(text: str) -> str:
    """A sentence's start in the middle of a line: small, unless it is a name, "I" or an abbreviation."""
    first = parse(text)[0]
    return (
        text
        if first.pos_ == "PROPN" or first.text == "I" or first.text.startswith("I'") or first.text.isupper()
        else text[0].lower() + text[1:]
    )
