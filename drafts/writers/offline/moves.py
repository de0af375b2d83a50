"""The rep's stock moves: sentences of their own replies that can be said again to somebody else, with their slots."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import pairwise

import numpy as np
from spacy.tokens import Span

from drafts.domain import Kind
from drafts.understand.objections import CONCERNS
from drafts.writers.offline.align import Aligner, content
from drafts.writers.offline.letters import Letter, Line
from drafts.writers.offline.portable import Setting, dangles, ties
from drafts.writers.offline.when import TIME_WORDS
from drafts.writers.offline.words import PEOPLE
from profiles.embedding import embed

ACTION = re.compile(
    r"\b(?:i've|i have|we've|we have|i just) (?:\w+ )?(?:sent|booked|moved|added|noted|corrected|amended|passed|asked|put|set|updated|made)\b|"
    r"\b(?:invite|invitation)(?:'s| is| will|,)|\byou(?:'re| are) (?:\w+ )?(?:booked|on it|set)\b|\b(?:all )?moved\b|\bnow says\b|\bdone\b|"
    r"\bi enclose\b|\battached\b|\bi'll (?:\w+ )?(?:move|send|add|put|write|call|check)\b|\bi (?:will|shall) (?:\w+ )?(?:send|amend|put|have|write)\b",
    re.I,
)
"""Words that are true only if the rep, or the app on their behalf, does something."""

LONGEST_RUN = 4
LONGEST_FRAME = 22
LONGEST_LEAD, LONGEST_TAIL, LONGEST_CONFIRMATION = 4, 14, 12
"""Words a confirmation may have before and after the time, and a clause of one in all: more of them speak of the old thread."""
SHORT_ANSWER = 7
"""A first sentence of fewer words that neither asks nor thanks is an answer."""
SITUATIONAL = 0.03
"""How much nearer in meaning a move may be to the mail it answered than to the rep's other mails."""
SAYS_FACT = 0.6
"""From this alignment on a sentence says something approved and belongs to the phrase memory."""

_CUT = re.compile(
    r",? — |; |, (?=(?:which|since|because|although|though|and for|and in particular|particularly|so that|as you|when|while|where)\b)"
)
_AND_FOR = re.compile(r", and (?:for|in particular|particularly)\b")
"""Thanks for a second thing speak of what the prospect did; the first alone can be said to anybody."""
_ANSWER = re.compile(r"(?:^|[.:—] ?)(?:yes|no)\b(?! (?:more|pressure|rush|hurry|worries|need|hard))|^no \w+\.|\w+: ", re.I)
_STEP = re.compile(
    r"\?|\b(?:i'll|i will|i shall|i would|i should|i could|i can|i'd|we can|happy to|glad to|let me|let's|you need only|shout|say so|tell me|call me|text me|"
    r"see you|talk|speak|write|look forward|send|bring|pick|reply|invit\w+)\b",
    re.I,
)
_BARE_TIME = re.compile(r"^(?:today|tomorrow|this|next)\b[\w\s]{0,20}\?$|^(?:which|what) (?:day|time)\b", re.I)
"""A time asked for without the thing it is for, which stood in the sentence before."""
_CONDITIONAL = re.compile(r"^(?:if|should|were|on (?:yours|that)|as|since|and|but|so)\b|^\(", re.I)


@dataclass(frozen=True, slots=True)
class Move:
    """A stock move. ``role`` says where it stands: ``open`` the mail, ``ask`` after an open loop, confirm ``when``, ``frame`` a
    benefit, ``aside`` in brackets behind a first question, ``remark`` in between, ``close`` the mail. ``text`` may hold ``<person>``, ``<people>`` and ``<when>``; ``concerns`` are
    the objections it answered; ``needs`` the approved texts of which one must be said before it. ``id`` stays the same while role, kind and words do."""

    id: str
    role: str
    kind: Kind
    text: str
    example: str
    sent_on: date
    concerns: frozenset[str] = frozenset()
    claims_action: bool = False
    needs: frozenset[str] = frozenset()


def mine(letters: Sequence[Letter], aligner: Aligner) -> tuple[Move, ...]:
    """Every portable move of the letters, each once, newest wording first."""
    places = _Meaning(letters)
    found: dict[str, Move] = {}
    for letter in sorted(letters, key=lambda each: each.example.sent_at, reverse=True):
        if letter.kind is Kind.OTHER:
            continue
        for move in (*_stock(letter, aligner), *_frames(letter, aligner), *_asides(letter)):
            if not places.situational(move, letter):
                found.setdefault(move.id, move)
    return tuple(found.values())


class _Meaning:
    """Vectors of the mails the letters answer, to tell a remark on one of them from a stock phrase."""

    def __init__(self, letters: Sequence[Letter]):
        self._letters = letters

    @cached_property
    def _incoming(self) -> np.ndarray:
        return embed([letter.example.incoming or " " for letter in self._letters])

    def situational(self, move: Move, letter: Letter) -> bool:
        near = self._incoming @ embed([move.text])[0]
        own = self._letters.index(letter)
        others = np.sort(np.delete(near, own))[-3:]
        return len(others) > 0 and float(near[own] - others.mean()) > SITUATIONAL and "<" not in move.text


# --- stock sentences ----------------------------------------------------------------------------------------------


def _stock(letter: Letter, aligner: Aligner) -> Iterator[Move]:
    paragraphs = letter.paragraphs
    for number, paragraph in enumerate(paragraphs):
        first, last = number == 0, number == len(paragraphs) - 1
        for run in _runs(paragraph, letter, aligner):
            text = " ".join(" ".join(_with_slots(line.span, letter) for line in run).split())
            role = _role(letter, run, text, first, last)
            if role:
                yield _move(role, letter, text, _leaned_on(text, run, letter, aligner))
        if first and (_AND_FOR.search(paragraph[0].text) or not _runs_from_start(paragraph, letter, aligner)):
            yield from _shortened(paragraph[0], letter, aligner)
        for line in paragraph:
            yield from _confirmation(line, letter)


_LEANS = re.compile(r"\b(?:set|start|send|try|put|have|begin|book)\s+(?:it|one|that|them|this)\b", re.I)


def _leaned_on(text: str, run: Sequence[Line], letter: Letter, aligner: Aligner) -> frozenset[str]:
    """What "it" is in "Want me to set it up?": whatever approved thing was spoken of last."""
    if not _LEANS.search(text):
        return frozenset()
    before = [line for line in reversed(letter.lines) if line.place < run[0].place][:3]
    spoken = (frozenset(m.target.id for m in aligner.matches(line.span, 0.5)[:2] if m.target.kind != "point") for line in before)
    return next((ids for ids in spoken if ids), frozenset())


def _runs(paragraph: Sequence[Line], letter: Letter, aligner: Aligner) -> Iterator[list[Line]]:
    """The longest stretches of sentences that can be said again, none of them hanging on the sentence before the stretch."""
    free = [_free(line.span, letter, aligner) for line in paragraph]
    start = 0
    while start < len(paragraph):
        if not free[start] or dangles(paragraph[start].span):
            start += 1
            continue
        end = start
        while end < len(paragraph) and free[end] and end - start < LONGEST_RUN:
            end += 1
            if letter.kind is Kind.MEETING and end < len(paragraph) and TIME_WORDS.search(paragraph[end].text):
                break
        yield list(paragraph[start:end])
        start = end


def _runs_from_start(paragraph: Sequence[Line], letter: Letter, aligner: Aligner) -> bool:
    return _free(paragraph[0].span, letter, aligner)


def _free(span: Span, letter: Letter, aligner: Aligner) -> bool:
    if ties(span, Setting(letter.incoming, strict=True), _slotted(span, letter)):
        return False
    return not any(m.score >= SAYS_FACT and m.target.kind != "point" for m in aligner.matches(span)[:1])


def _role(letter: Letter, run: Sequence[Line], text: str, first: bool, last: bool) -> str:
    opening = first and run[0].place == 0
    if letter.kind is Kind.MEETING and "<when>" in text:
        before, _, after = text.partition("<when>")
        return "when" if len(before.split()) <= LONGEST_LEAD and len(after.split()) <= LONGEST_TAIL else ""
    if letter.kind is Kind.NUDGE and "?" in text and (opening or not last):
        return "ask" if len(text.split()) >= 3 else ""
    if opening and _AND_FOR.search(text):
        return ""
    if opening:
        return "" if _ANSWER.search(text) and letter.kind is not Kind.OBJECTION else "open"
    if last and run[0].place > 0 and not _starts_paragraph(letter, run[0]) and "?" not in run[0].text:
        return ""
    if last:
        return "close" if _STEP.search(text) and len(text.split()) >= 3 and not _BARE_TIME.match(text) else ""
    return "remark" if run[0] is not None and _STEP.search(text) else ""


def _starts_paragraph(letter: Letter, line: Line) -> bool:
    return letter.paragraphs[line.paragraph][0] is line


def _shortened(line: Line, letter: Letter, aligner: Aligner) -> Iterator[Move]:
    """The first sentence cut before the clause that ties it: "Thank you for describing it so exactly, as the double keying ..." """
    if letter.kind not in (Kind.INBOUND_FIRST, Kind.MEETING, Kind.OBJECTION):
        return
    for cut in _CUT.finditer(line.span.text):
        piece = line.span.doc.char_span(line.span.start_char, line.span.start_char + cut.start(), alignment_mode="contract")
        if piece is None or len(piece) < 4 or not _stands(piece) or not _free(piece, letter, aligner):
            continue
        text = " ".join(_with_slots(piece, letter).split())
        if "?" not in line.text:
            yield _move("open", letter, f"{text.rstrip(',;')}.")
        return


def _stands(piece: Span) -> bool:
    """A cut sentence needs its main verb, and "Thank you for" what it is for."""
    if re.match(r"thank(?:s| you)\b", piece.text, re.I):
        return len(piece) >= 4 and piece[-1].pos_ in ("NOUN", "ADV", "PROPN", "ADJ", "VERB", "PRON") and piece[-1].lower_ != "for"
    return any(t.dep_ == "ROOT" and t.pos_ in ("VERB", "AUX") for t in piece) and any(
        t.dep_ in ("nsubj", "nsubjpass") for t in piece
    )


def _confirmation(line: Line, letter: Letter) -> Iterator[Move]:
    """The clause that confirms a time, cut from the rest of its sentence, with a short second half where it has one."""
    if letter.kind is not Kind.MEETING or not TIME_WORDS.search(line.text):
        return
    head, found, tail = " ".join(_with_slots(line.span, letter).split()).partition("<when>")
    head = re.split(r"^.*(?:, of which |; | — |\. )", head)[-1]
    free = _free_words(line, letter)
    halves = re.split(r"(;|, and\b| — (?=and\b)|, for\b|, which\b|, but\b|\()", tail)
    for after in dict.fromkeys(
        (halves[0], "".join(halves[:3]) if len(halves) > 2 and halves[1] in (", and", " — ") else halves[0])
    ):
        clause = f"{head}{found}{after}".strip().rstrip(",—- ")
        words = clause.replace("<when>", "").split()
        extra = len(after.split()) - len(halves[0].split())
        if (
            words
            and len(words) <= LONGEST_CONFIRMATION
            and extra <= LONGEST_LEAD + 1
            and all(_bare(w) in free or not _bare(w) for w in words)
        ):
            yield _move("when", letter, clause if clause[-1] in ".!?" else f"{clause}.")


def _free_words(line: Line, letter: Letter) -> set[str]:
    """The words of a sentence that nothing ties to its thread."""
    setting = Setting(letter.incoming, strict=True)
    return {_bare(t.text) for t in line.span if not ties(line.span.doc[t.i : t.i + 1], setting)} | {
        _bare(w) for w in line.text.split() if "'" in w or "’" in w
    }


def _bare(word: str) -> str:
    return word.strip(".,!—–-").lower()


# --- asides -------------------------------------------------------------------------------------------------------

_ELLIPTIC = re.compile(
    r"\b(?:does|do|did|is|are|was|has|have|will|would|can)\.?\)$|^\((?:that|this|those|and|or|but|not|don't|sorry)\b", re.I
)
"""An aside that only the question before it explains."""


def _asides(letter: Letter) -> Iterator[Move]:
    """What a rep puts in brackets behind the question they begin with: "(It changes what I show.)"."""
    for before, line in pairwise(letter.lines[:2]):
        bracketed = line.text.startswith("(") and line.text.endswith(")")
        if bracketed and "?" in before.text and not _ELLIPTIC.search(line.text):
            answers = {t.i for t in line.span[:3] if t.lower_ == "they"}
            if not ties(line.span, Setting(letter.incoming, strict=True), answers):
                yield _move("aside", letter, line.text)


# --- frames -------------------------------------------------------------------------------------------------------


def _frames(letter: Letter, aligner: Aligner) -> Iterator[Move]:
    """What a rep puts before a benefit: a whole short sentence, or the opening of one up to a colon, a dash or "that"."""
    if letter.kind is Kind.MEETING:
        return
    for before, line in zip((None, *letter.lines), letter.lines, strict=False):
        if not _benefit(line.span, aligner, 0.4) or _CONDITIONAL.match(line.text):
            continue
        if before is not None and before.paragraph == line.paragraph and _introduces(before, letter, aligner):
            yield _move("frame", letter, before.text)
        prefix = _prefix(line, letter, aligner)
        if prefix is not None:
            yield _move("frame", letter, " ".join(prefix.text.split()))


def _introduces(before: Line, letter: Letter, aligner: Aligner) -> bool:
    if len(before.span) > LONGEST_FRAME or "?" in before.text or _CONDITIONAL.match(before.text) or dangles(before.span):
        return False
    return not ties(before.span, Setting(letter.incoming)) and not aligner.matches(before.span, 0.42)


def _prefix(line: Line, letter: Letter, aligner: Aligner) -> Span | None:
    for token in line.span[2:LONGEST_FRAME]:
        if token.text in (":", "—", "–") or (token.lower_ == "that" and token.dep_ == "mark"):
            prefix, rest = line.span.doc[line.span.start : token.i + 1], line.span.doc[token.i + 1 : line.span.end]
            said = aligner.matches(rest, 0.42)[:1]
            if len(rest) >= 4 and said and said[0].target.kind == "value" and not ties(prefix, Setting(letter.incoming)):
                return prefix
    return None


def _benefit(span: Span, aligner: Aligner, least: float) -> bool:
    return any(m.target.kind == "value" for m in aligner.matches(span, least)[:2])


# --- slots --------------------------------------------------------------------------------------------------------


def _move(role: str, letter: Letter, text: str, needs: frozenset[str] = frozenset()) -> Move:
    text = text[:1].upper() + text[1:]
    return Move(
        id=hashlib.sha256(f"{role}|{letter.kind}|{text}".encode()).hexdigest()[:12],
        role=role,
        kind=letter.kind,
        text=text,
        example=letter.example.id,
        sent_on=letter.example.sent_at.date(),
        concerns=concerns_in(letter.example.incoming) if letter.kind is Kind.OBJECTION else frozenset(),
        claims_action=bool(ACTION.search(text.replace("’", "'"))),
        needs=needs,
    )


def concerns_in(text: str) -> frozenset[str]:
    """The standing concerns a mail voices."""
    return frozenset(name for name, pattern in CONCERNS.items() if pattern.search(text))


def _slotted(span: Span, letter: Letter) -> set[int]:
    """Token positions that a slot takes out of a sentence."""
    return {i for start, end, _ in _slots(span, letter) for i in range(start, end)}


def _slots(span: Span, letter: Letter) -> list[tuple[int, int, str]]:
    found = [(a, b, "<when>") for a, b in _times(span)] if letter.kind is Kind.MEETING else []
    taken = {i for a, b, _ in found for i in range(a, b)}
    old = content(letter.incoming)
    for chunk in span.doc.noun_chunks:
        if chunk.start < span.start or chunk.end > span.end or any(t.i in taken for t in chunk):
            continue
        head = chunk.root
        asked = head.lower_ in PEOPLE and chunk[0].lower_ in ("your", "the") and "?" in span.text
        if asked and (content([head]) & old or len(chunk) > 1):
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
        out += [span.doc[at:start].text_with_ws, name, span.doc[end - 1].whitespace_]
        at = end
    return "".join([*out, span.doc[at : span.end].text])
