"""How the rep has already said an approved text: their own wording, with the old thread taken out of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise, takewhile

from spacy.tokens import Span

from drafts.domain import Kind
from drafts.writers.offline.align import NUMBER_WORDS, Aligner, Match, acronyms, content, content_of_words
from drafts.writers.offline.letters import Letter, Line
from drafts.writers.offline.portable import Setting, ties
from drafts.writers.offline.words import TRADES

LONGEST_RUN = 4
LEAST_RECALL = 0.2
LEAST_SCORE = 0.5

_OWN_PLAN = re.compile(r"^(?:I'll|I’ll|I will|I shall|I'd|I’d|I thought|I propose|I would suggest|Let's|Let’s)\b")
"""What the rep meant to do in one meeting is no statement about the product."""
_SUBORDINATE = re.compile(
    r"^(?:which|so that|so|if|since|because|although|while|whether|and|but|or|as(?! (?:to|for|regards)\b)|provided|that|who|where|when|rather|not|then)\b",
    re.I,
)
_QUALIFIES = re.compile(r"^(?:provided|unless|if|except|only|though not|as long as|subject to)\b", re.I)
"""How a clause begins without which the one before it would say more than is true."""
_SEATS = (
    r"(?:techs?|technicians?|mechanics?|plumbers?|electricians?|inspectors?|installers?|engineers?|guys|people|seats?|users?)"
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """The rep's own words for one or more approved texts.

    ``says`` maps (kind, id) to how well; ``text`` is whole sentences and may hold ``<seats>`` (a head count), ``<total>`` (seats
    times the price before it), ``<trade>`` and ``<trades>`` (what the prospect calls the people); ``example`` and ``sent_on`` say where
    it comes from.
    """

    text: str
    says: tuple[tuple[str, str, float], ...]
    kind: Kind
    example: str
    sent_on: date

    def score(self, kind: str, identity: str) -> float:
        """How well it says one approved text; 0 when it does not."""
        return next((s for k, i, s in self.says if (k, i) == (kind, identity)), 0.0)


def remember(letters: Sequence[Letter], aligner: Aligner) -> tuple[Phrase, ...]:
    """Every usable phrase of the letters, each wording once, newest first."""
    found: dict[str, Phrase] = {}
    for letter in sorted(letters, key=lambda each: each.example.sent_at, reverse=True):
        for paragraph in letter.paragraphs:
            for phrase in _of(paragraph, letter, aligner):
                found.setdefault(phrase.text, phrase)
    return tuple(found.values())


def _of(paragraph: Sequence[Line], letter: Letter, aligner: Aligner) -> Iterator[Phrase]:
    touched = [aligner.touched(line.span) for line in paragraph]
    for start in range(len(paragraph)):
        for end in range(start + 1, min(start + LONGEST_RUN, len(paragraph)) + 1):
            run = paragraph[start:end]
            if not touched[start] & touched[end - 1]:
                continue
            span = run[0].span.doc[run[0].span.start : run[-1].span.end]
            phrase = _phrase(span, letter, aligner)
            if phrase:
                yield phrase
        for span in _clauses(paragraph[start].span):
            phrase = _phrase(span, letter, aligner)
            if phrase:
                yield phrase


def _clauses(span: Span) -> Iterator[Span]:
    """Runs of whole clauses of one sentence: cut at a semicolon, a dash, a comma before a clause with its own subject, or where something
    is stated behind "that". No run is cut off from what qualifies it."""
    cuts = [span.start]
    for token in span:
        comma = token.text == "," and _opens_clause(token, span)
        if token.text in (";", "—", "–", "--") or comma or _states(token) or _names_topic(token, span):
            cuts.append(token.i + 1)
        elif token.text == "(" and token.i > span.start + 3:
            cuts.append(token.i)
    cuts.append(span.end)
    pieces = list(pairwise(cuts))
    if len(pieces) < 2:
        return
    for i in range(len(pieces)):
        for j in range(i, min(i + 2, len(pieces))):
            qualified = j + 1 < len(pieces) and _QUALIFIES.match(span.doc[slice(*pieces[j + 1])].text)
            if (i, j) != (0, len(pieces) - 1) and not qualified:
                piece = _stripped(span.doc[pieces[i][0] : pieces[j][1]])
                if piece is not None and _whole(piece):
                    yield piece


def _names_topic(token, span: Span) -> bool:
    """The comma after "As to leaving," or the colon after "On yours:", behind which the sentence stands alone."""
    return token.text in ",:" and bool(_TOPIC.fullmatch(span.doc[span.start : token.i + 1].text))


_TOPIC = re.compile(r"(?:As (?:to|for|regards)|On|Regarding) [\w ]{3,30}[,:]")


def _states(token) -> bool:
    """The "that" of "it may help to know that ...": said by the rep, not recalled of the reader, and neither a condition nor a plan."""
    if token.lower_ != "that" or token.dep_ != "mark" or token.head.dep_ != "ccomp" or token.nbor(-1).lower_ in _CONDITIONS:
        return False
    if token.head.head.lemma_ in ("suggest", "propose", "ask", "recommend") or token.nbor().lower_ == "i":
        return False
    return not any(t.dep_ == "nsubj" and t.lower_ in ("you", "he", "she", "they") for t in token.head.head.children)


_CONDITIONS = ("provided", "supposing", "assuming", "so")
_DANGLING = re.compile(r"\bthat\.?$|, and that\b")
"""The rest of a statement that lost its beginning or its end."""


def _opens_clause(comma, span: Span) -> bool:
    if comma.i + 2 >= span.end:
        return False
    after = comma.nbor()
    if after.lower_ in (
        "and",
        "but",
        "although",
        "though",
        "while",
        "since",
        "provided",
        "which",
        "because",
        "so",
        "if",
        "unless",
        "whom",
    ):
        rest = list(takewhile(lambda t: t.text != "(", span.doc[after.i + 1 : min(after.i + 12, span.end)]))
        return any(t.dep_ in ("nsubj", "nsubjpass", "expl") for t in rest) and any(
            t.tag_ in ("VBZ", "VBP", "VBD", "MD") for t in rest
        )
    return False


LINKS = ("and", "but", "since", "because", "although", "though", "while")
"""Words that tie a clause to another and can be taken off it."""


def _stripped(piece: Span) -> Span | None:
    start, end = piece.start, piece.end
    while start < end and (
        (piece.doc[start].is_punct and piece.doc[start].text != "$")
        or piece.doc[start].is_space
        or piece.doc[start].lower_ in LINKS
    ):
        start += 1
    while end > start and (piece.doc[end - 1].text in (",", ";", "—", "–", "--", ".") or piece.doc[end - 1].is_space):
        end -= 1
    return piece.doc[start:end] if end - start >= 3 else None


def _whole(piece: Span) -> bool:
    """A clause that stands on its own: a subject, then a finite verb, no subordinating start."""
    if _SUBORDINATE.match(piece.text):
        return False
    subject = next((t for t in piece if t.dep_ in ("nsubj", "nsubjpass", "expl")), None)
    if subject is None or subject.i - piece.start > 8:
        return False
    return any(t.tag_ in ("VBZ", "VBP", "VBD", "MD") and t.i > subject.i for t in piece)


def _phrase(span: Span, letter: Letter, aligner: Aligner) -> Phrase | None:
    text = " ".join(span.text.split())
    if (
        "?" in text
        or text.startswith("(")
        or _SUBORDINATE.match(text)
        or _OWN_PLAN.match(text)
        or _DANGLING.search(text)
        or text.count("(") != text.count(")")
        or text.count('"') % 2
    ):
        return None
    if _loose(span, letter, aligner):
        return None
    matches = [m for m in aligner.matches(span, LEAST_SCORE) if m.recall >= LEAST_RECALL]
    if not matches:
        return None
    said = [matches[0], *(m for m in matches[1:] if m.recall >= 0.5 or m.score >= matches[0].score - 0.1)]
    allowed = _allowed(said) | expanded(text, frozenset().union(*(acronyms(m.target.text) for m in said)))
    filled, slots = _numbers(span, letter, said)
    if filled is None or ties(span, Setting(letter.incoming, allowed), slots):
        return None
    if not _enough(span, said[0]):
        return None
    words = filled[:1].upper() + filled[1:]
    words = words if words.endswith((".", "!", "…", ".)", '."', ".”")) else f"{words}."
    says = tuple((m.target.kind, m.target.id, round(m.score, 3)) for m in said)
    says += _cited(said, says)
    return Phrase(words, says, letter.kind, letter.example.id, letter.example.sent_at.date())


def _cited(said: Sequence[Match], says: tuple[tuple[str, str, float], ...]) -> tuple[tuple[str, str, float], ...]:
    """The facts that a clearly stated response point cites."""
    known = {(kind, i) for kind, i, _ in says}
    cited = {i: round(m.score, 3) for m in reversed(said) if m.score >= STATED for i in m.target.cites}
    return tuple(("fact", i, score) for i, score in cited.items() if ("fact", i) not in known)


STATED = 0.62
"""Alignment from which a stretch that says a response point says the fact the point rests on."""


def _loose(span: Span, letter: Letter, aligner: Aligner) -> bool:
    """True when something ties the stretch to its thread whatever approved text it says: the cheap test first."""
    given = aligner.vocabulary | frozenset(NUMBER_WORDS) | expanded(span.text, aligner.acronyms)
    return bool(set(ties(span, Setting(letter.incoming, given))) - _counted(span))


def expanded(text: str, short: frozenset[str]) -> frozenset[str]:
    """Stems of the words that spell one of the acronyms out: "non-disclosure agreement" for NDA."""
    words = re.findall(r"[a-z]+", text.lower())
    runs = (words[i : i + len(a)] for a in short for i in range(len(words) - len(a) + 1))
    return content_of_words(w for run in runs if "".join(w[0] for w in run).upper() in short for w in run)


def _counted(span: Span) -> set[str]:
    return {t.text for t in span if t.like_num or _number(t) is not None or t.lower_.rstrip("s") in TRADES}


def _allowed(said: Sequence[Match]) -> frozenset[str]:
    stems: frozenset[str] = frozenset()
    for match in said:
        stems |= content_of_words([match.target.text, *match.target.keywords]) | frozenset(NUMBER_WORDS)
    return stems | content_of_words(["plan plans technician technicians tech techs app office free included"])


def _enough(span: Span, best: Match) -> bool:
    """At least two things of the target are said, or the whole of a short one."""
    shared = content(span) & content_of_words([best.target.text, *best.target.keywords])
    return len(shared) >= 2 or best.recall >= 0.5


def _numbers(span: Span, letter: Letter, said: Sequence[Match]) -> tuple[str | None, set[int]]:
    """The stretch with head counts and totals as slots; None when a number is neither the target's nor a slot."""
    known = {n for m in said for n in _digits(m.target.text)}
    seats = _head_count(letter.incoming.text)
    out, slots, price = [], set(), None
    for token in span:
        text, number = token.text_with_ws, _number(token)
        if token.lower_.rstrip("s") in TRADES and token.lower_.rstrip("s") not in ("tech", "technician"):
            slots.add(token.i)
            text = ("<trades>" if token.tag_ == "NNS" else "<trade>") + token.whitespace_
        elif token.lower_ in ("tech", "techs", "technician", "technicians"):
            text = token.text_with_ws
        elif number is not None and number in known:
            price = float(number) if span.doc[token.i - 1].text == "$" and token.i else price
        elif number is not None and seats and number == str(seats):
            slots.add(token.i)
            text = ("<Seats>" if token.is_title and token.is_alpha else "<seats>") + token.whitespace_
        elif number is not None and seats and price and abs(float(number) - seats * price) < 0.5:
            slots.add(token.i)
            text = "<total>" + token.whitespace_
        elif number is not None and number != "1":
            return None, slots
        out.append(text)
    return " ".join("".join(out).split()), slots


def _number(token) -> str | None:
    low = token.lower_.strip("$%").replace(",", "")
    if low in NUMBER_WORDS:
        return NUMBER_WORDS[low]
    return low if re.fullmatch(r"\d+(?:\.\d+)?", low) else None


def _digits(text: str) -> set[str]:
    found = {n.replace(",", "") for n in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}
    return found | {NUMBER_WORDS[w] for w in re.findall(r"[a-z]+", text.lower()) if w in NUMBER_WORDS}


def _head_count(text: str) -> int | None:
    found = re.search(rf"\b(\d{{1,4}})\s+(?:\w+\s+){{0,2}}?{_SEATS}\b", text, re.I)
    if found:
        return int(found[1])
    words = re.search(rf"\b({'|'.join(NUMBER_WORDS)})\s+{_SEATS}\b", text, re.I)
    return int(NUMBER_WORDS[words[1].lower()]) if words else None
