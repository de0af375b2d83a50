"""The rep's stock moves: sentences of their own replies that can be said again to somebody else, with their slots."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from spacy.tokens import Span

from drafts.domain import Kind, Objection
from drafts.understand.objections import CONCERNS
from drafts.writers.offline.align import Aligner, content
from drafts.writers.offline.letters import Letter, Line
from drafts.writers.offline.portable import ties
from drafts.writers.offline.when import TIME_WORDS
from drafts.writers.offline.words import PEOPLE

ACTION = re.compile(
    r"\b(?:i've|i have|we've|we have|i just) (?:\w+ )?(?:sent|booked|moved|added|noted|corrected|amended|passed|asked|put|set|updated|made)\b|"
    r"\b(?:invite|invitation)(?:'s| is| will|,)|\byou(?:'re| are) (?:\w+ )?(?:booked|on it|set)\b|\b(?:all )?moved\b|\bnow says\b|\bdone\b|\bi enclose\b|\battached\b|"
    r"\bi'll (?:\w+ )?(?:move|send|add|put|write|call|check)\b|\bi (?:will|shall) (?:\w+ )?(?:send|amend|put|have|write)\b",
    re.I,
)
"""Words that are true only if the rep, or the app on their behalf, does something."""

LONGEST_RUN = 3


@dataclass(frozen=True, slots=True)
class Move:
    """A stock move. ``role`` is where it stands: ``open``, ``ask``, ``when``, ``frame``, ``close``; ``text`` may hold ``<person>`` and
    ``<when>``; ``concerns`` are the objections it answered. ``id`` stays the same while the words do."""

    id: str
    role: str
    kind: Kind
    text: str
    example: str
    sent_on: date
    concerns: frozenset[str] = frozenset()
    claims_action: bool = False
    paragraph: bool = False


def mine(letters: Sequence[Letter], aligner: Aligner) -> tuple[Move, ...]:
    """Every portable move of the letters, each once, newest wording first."""
    found: dict[tuple[str, str, Kind], Move] = {}
    for letter in sorted(letters, key=lambda each: each.example.sent_at, reverse=True):
        if letter.kind is not Kind.OTHER:
            for move in _of(letter, aligner):
                found.setdefault((move.role, move.text, move.kind), move)
    return tuple(found.values())


def _of(letter: Letter, aligner: Aligner) -> Iterator[Move]:
    paragraphs = letter.paragraphs
    for number, paragraph in enumerate(paragraphs):
        first, last = number == 0, number == len(paragraphs) - 1
        for run in _runs(paragraph, letter):
            role = _role(letter, run, first, last, aligner)
            if role:
                yield _move(role, letter, run, len(run) == len(paragraph))


def frames(letters: Sequence[Letter], aligner: Aligner) -> tuple[Move, ...]:
    """The words a rep puts before a benefit: a whole short sentence, or the opening of one up to a colon, a dash or "that"."""
    found: dict[str, Move] = {}
    for letter in sorted(letters, key=lambda each: each.example.sent_at, reverse=True):
        for before, line in zip((None, *letter.lines), letter.lines, strict=False):
            for span in _frame_spans(before, line, letter, aligner) if letter.kind is not Kind.MEETING else ():
                move = _framed(span, letter)
                found.setdefault(move.text, move)
    return tuple(found.values())


def _frame_spans(before: Line | None, line: Line, letter: Letter, aligner: Aligner) -> Iterator[Span]:
    if not _benefit(line.span, aligner, 0.4) or _CONDITIONAL.match(line.text):
        return
    if (
        before is not None
        and before.paragraph == line.paragraph
        and len(before.span) <= LONGEST_FRAME
        and not _benefit(before.span, aligner, 0.42)
    ):
        if not ties(before.span, letter.incoming) and "?" not in before.text and not aligner.matches(before.span, 0.5):
            yield before.span
    for token in line.span[2:LONGEST_FRAME]:
        if token.text in (":", "—", "–") or (token.lower_ == "that" and token.dep_ == "mark"):
            prefix, rest = line.span.doc[line.span.start : token.i + 1], line.span.doc[token.i + 1 : line.span.end]
            if len(rest) >= 4 and not ties(prefix, letter.incoming) and _benefit(rest, aligner, 0.42):
                yield prefix
                return


LONGEST_FRAME = 22
_CONDITIONAL = re.compile(r"^(?:\(|if|should|were|on (?:yours|that)|as|since|and|but|so)\b|^\(", re.I)


def _benefit(span: Span, aligner: Aligner, least: float = 0.45) -> bool:
    best = aligner.matches(span, least)
    return bool(best) and any(m.target.kind == "value" for m in best[:2])


def _framed(span: Span, letter: Letter) -> Move:
    text = " ".join(span.text.split())
    text = text[:1].upper() + text[1:]
    digest = hashlib.sha256(f"frame|{text}".encode()).hexdigest()[:12]
    return Move(digest, "frame", letter.kind, text, letter.example.id, letter.example.sent_at.date())


def _runs(paragraph: Sequence[Line], letter: Letter) -> Iterator[list[Line]]:
    """The longest stretches of portable sentences, and every shorter one that starts or ends a paragraph."""
    free = [not ties(line.span, letter.incoming, slots=_slotted(line.span, letter)) for line in paragraph]
    start = 0
    while start < len(paragraph):
        if not free[start]:
            start += 1
            continue
        end = start
        while end < len(paragraph) and free[end] and end - start < LONGEST_RUN:
            end += 1
        yield list(paragraph[start:end])
        start = end


def _role(letter: Letter, run: Sequence[Line], first: bool, last: bool, aligner: Aligner) -> str:
    text = " ".join(line.text for line in run)
    if _approved(run, aligner):
        return ""
    if letter.kind is Kind.MEETING and TIME_WORDS.search(text):
        return "when"
    if first and run[0].place == 0:
        return "ask" if letter.kind is Kind.NUDGE and "?" in text else "open"
    if letter.kind is Kind.NUDGE and "?" in text and not last:
        return "ask"
    if last:
        return "close"
    return "remark" if letter.kind in (Kind.NUDGE, Kind.OBJECTION) else ""


def _approved(run: Sequence[Line], aligner: Aligner) -> bool:
    """A stretch that says a fact or a value point is no move: it belongs to the phrase memory."""
    return any(m.score >= 0.6 and m.target.kind != "point" for line in run for m in aligner.matches(line.span)[:1])


def _move(role: str, letter: Letter, run: Sequence[Line], whole: bool) -> Move:
    text = " ".join(_with_slots(line.span, letter) for line in run)
    text = " ".join(text.split())
    digest = hashlib.sha256(f"{role}|{letter.kind}|{text}".encode()).hexdigest()[:12]
    return Move(
        id=digest,
        role=role,
        kind=letter.kind,
        text=text[:1].upper() + text[1:],
        example=letter.example.id,
        sent_on=letter.example.sent_at.date(),
        concerns=concerns_in(letter.example.incoming) if letter.kind is Kind.OBJECTION else frozenset(),
        claims_action=bool(ACTION.search(text)),
        paragraph=whole,
    )


def concerns_in(text: str) -> frozenset[str]:
    """The standing concerns a mail voices."""
    return frozenset(name for name, pattern in CONCERNS.items() if pattern.search(text))


def concerns_of(objections: Sequence[Objection]) -> frozenset[str]:
    from drafts.understand.objections import concern_of

    return frozenset(c for o in objections for c in concern_of(o.objection))


# --- slots --------------------------------------------------------------------------------------------------------


def _slotted(span: Span, letter: Letter) -> set[int]:
    """Token positions that a slot takes out of a sentence."""
    return {i for start, end, _ in _slots(span, letter) for i in range(start, end)}


def _slots(span: Span, letter: Letter) -> list[tuple[int, int, str]]:
    found = []
    if letter.kind is Kind.MEETING:
        found += [(a, b, "<when>") for a, b in _times(span)]
    taken = {i for a, b, _ in found for i in range(a, b)}
    old = content(letter.incoming)
    for chunk in span.doc.noun_chunks:
        if chunk.start < span.start or chunk.end > span.end or any(t.i in taken for t in chunk):
            continue
        head = chunk.root
        if (
            head.lower_ in PEOPLE
            and chunk[0].lower_ in ("your", "the")
            and (content([head]) & old or len(chunk) > 1)
            and "?" in span.text
        ):
            found.append((chunk.start, chunk.end, "<people>" if head.tag_ == "NNS" else "<person>"))
    return sorted(found)


def _times(span: Span) -> list[tuple[int, int]]:
    found = []
    for match in TIME_WORDS.finditer(span.text):
        piece = span.doc.char_span(span.start_char + match.start(), span.start_char + match.end(), alignment_mode="expand")
        if piece is not None:
            found.append((piece.start, min(piece.end, span.end)))
    return found


def _with_slots(span: Span, letter: Letter) -> str:
    out, at = [], span.start
    for start, end, name in _slots(span, letter):
        out.append(span.doc[at:start].text_with_ws)
        out.append(name + span.doc[end - 1].whitespace_)
        at = end
    out.append(span.doc[at : span.end].text)
    return "".join(out)
