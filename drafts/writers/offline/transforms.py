"""Saying an approved text in another shape without changing what it says.

A text is cut into segments (main clauses, second predicates, tails after a comma) and put together again as plain sentences, as
bursts, with dashes and brackets, or as one clause to be joined to others. :mod:`drafts.writers.offline.safe` refuses every
result that lost a number, a negation, a modal, a quantifier or a noun.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from spacy.tokens import Doc, Span, Token

from drafts.writers.offline.align import stem
from drafts.writers.offline.safe import safe
from drafts.writers.offline.words import plain
from profiles.language import parse_all, parsed

_LINK = re.compile(r"\s*(?:and|but|so|because)\s+")

LONGEST_JOINED = 40
"""Words two joined sentences may have."""

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")


class Shape(StrEnum):
    """How an approved text may be put."""

    PLAIN = "plain"
    BURST = "burst"
    LABEL = "label"
    DASH = "dash"
    CLAUSE = "clause"


class Role(StrEnum):
    MAIN = "main"
    PREDICATE = "predicate"
    TAIL = "tail"


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a text: a clause with its own subject, a further predicate of the last one, or a tail after a comma.

    ``sentence`` counts the sentences of the text; ``link`` is the word that tied the piece to the one before ("and", "so", ";").
    """

    role: Role
    text: str
    sentence: int
    subject: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to say a text. ``text`` is one or more whole sentences; ``clause`` the same without capital and full stop where it is
    one clause that can be joined to another, else empty."""

    shape: Shape
    text: str
    clause: str = ""


@lru_cache(maxsize=4096)
def wordings(text: str, company: str = "", names: frozenset[str] = frozenset()) -> tuple[Wording, ...]:
    """Every safe way to put an approved text, the plain one first; sentences of a text that says several things stay in order.

    ``names`` are words that keep their capital (see :func:`names_in`).
    """
    source = in_our_name(text, company)
    parts = segments(parsed(source))
    found = [Wording(Shape.PLAIN, source, _clause(source, parts, names))]
    for shape, made in ((Shape.BURST, _bursts(parts)), (Shape.LABEL, _labelled(parts)), (Shape.DASH, _dashed(parts, names))):
        if made and made != source and _kept(source, made, shape) and all(made != w.text for w in found):
            found.append(Wording(shape, made, single(made, names) if safe(source, made) else ""))
    return tuple(found)


def _kept(source: str, made: str, shape: Shape) -> bool:
    """Safe, but for a "you can" that a burst may leave out."""
    return safe(source, made) or (shape is Shape.BURST and safe(re.sub(r"\b[Yy]ou can (?=[a-z]{3,} )", "", source), made))


def names_in(texts: Iterable[str]) -> frozenset[str]:
    """Words that keep their capital: written with one inside a sentence somewhere, or only ever seen with one, tagged a name and no
    everyday word."""
    inner, first, small = set(), set(), set()
    for doc in parse_all(texts):
        for sentence in doc.sents:
            words = [t for t in sentence if t.is_alpha or "-" in t.text]
            first.update(t.text for t in words[:1] if t.pos_ == "PROPN")
            inner.update(t.text for t in words[1:] if t.text[0].isupper())
            small.update(stem(t.lower_) for t in words[1:] if t.text[0].islower())
    everyday = {stem(w) for w in plain()} | small
    return frozenset(
        inner | {w for w in first if stem(w.lower()) not in everyday and stem(w.lower().rstrip("s")) not in everyday}
    )


def in_our_name(text: str, company: str) -> str:
    """The company's own name as the subject turned into "we": a rep writes for the house."""
    if not company:
        return text
    for third, first in _FIRST_PERSON:
        text = re.sub(rf"(?:^|(?<=[.;] )){re.escape(company)} {third}\b", f"We {first}", text)
    if text.startswith("We "):
        text = re.sub(r",( and)? (is|has|was)\b", lambda m: f",{m[1] or ''} {dict(_FIRST_PERSON)[m[2]]}", text)
    return re.sub(rf"\buse {re.escape(company)}\b", "use us", text)


_FIRST_PERSON = (("has", "have"), ("is", "are"), ("was", "were"), ("offers", "offer"), ("does", "do"), ("provides", "provide"))


# --- cutting ------------------------------------------------------------------------------------------------------


def segments(doc: Doc) -> tuple[Segment, ...]:
    """The pieces of a text in order; put together with commas they give the text back."""
    found: list[Segment] = []
    for number, sentence in enumerate(doc.sents):
        found += _pieces(sentence, number)
    return tuple(found)


def _pieces(sentence: Span, number: int) -> Iterator[Segment]:
    cuts = [(sentence.start, Role.MAIN), *_cuts(sentence)]
    ends = [start for start, _ in cuts[1:]] + [sentence.end]
    for (start, role), end in zip(cuts, ends, strict=True):
        piece = sentence.doc[start:end]
        text = _bare(piece.text)
        if text:
            link = _LINK.match(piece.text)
            between = (
                link.group().strip() if link else ";" if start > sentence.start and sentence.doc[start - 1].text == ";" else ""
            )
            yield Segment(role, text, number, _subject(piece) if role is Role.MAIN else "", between)


def _cuts(sentence: Span) -> Iterator[tuple[int, Role]]:
    root_seen = False
    for token in sentence:
        root_seen |= token.pos_ in ("VERB", "AUX")
        if not root_seen or token.i + 1 >= sentence.end:
            continue
        after = token.nbor()
        if token.text == ";" or (
            token.text == ","
            and after.lower_ in ("and", "but", "so", "because")
            and _own_clause(sentence.doc[after.i + 1 : sentence.end])
        ):
            yield token.i + 1, Role.MAIN
        elif token.text == "," and after.lower_ in ("and", "but") and _bare_predicate(after, sentence):
            yield token.i + 1, Role.PREDICATE
        elif (
            token.lower_ == "and"
            and token.i > sentence.start
            and sentence.doc[token.i - 1].text != ","
            and _bare_predicate(token, sentence)
        ):
            yield token.i, Role.PREDICATE
        elif token.lower_ == "and" and sentence.doc[token.i - 1].text != "," and _full_clause(token, sentence):
            yield token.i, Role.MAIN
        elif token.text == "," and _starts_tail(after, sentence):
            yield token.i + 1, Role.TAIL


def _own_clause(rest: Span) -> bool:
    """The words up to the next break hold a subject and a finite verb of their own."""
    stretch = _until_break(rest)
    subject = next((t for t in stretch if t.dep_ in SUBJECTS), None)
    return subject is not None and any(_finite(t) for t in stretch if t.i > subject.i)


def _until_break(rest: Span) -> list[Token]:
    taken = []
    for token in rest:
        if token.text in ";" or (token.text == "," and taken and any(_finite(t) for t in taken)):
            break
        taken.append(token)
    return taken


def _bare_predicate(conjunction: Token, sentence: Span) -> bool:
    """ "and are kept for 35 days": a finite verb follows at once, its subject is the one before."""
    following = list(sentence.doc[conjunction.i + 1 : min(conjunction.i + 4, sentence.end)])
    return bool(following) and following[0].pos_ in ("AUX", "VERB") and (_finite(following[0]) or following[0].tag_ == "MD")


def _full_clause(conjunction: Token, sentence: Span) -> bool:
    """ "and no card is needed": a noun phrase and then a finite verb, without a comma before."""
    rest = sentence.doc[conjunction.i + 1 : sentence.end]
    subject = next((t for t in rest if t.dep_ in ("nsubj", "nsubjpass") and t.head.i > t.i and _finite_group(t.head)), None)
    return subject is not None and subject.left_edge.i == conjunction.i + 1 and subject.head.dep_ in ("conj", "ROOT")


def _starts_tail(token: Token, sentence: Span) -> bool:
    if token.text.lower() in ("which", "at", "with", "on", "under", "for", "in", "by", "from", "without", "including", "subject"):
        return True
    if token.tag_ in ("VBN", "VBG"):
        return True
    if token.tag_ == "RB" and token.lower_.endswith("ly"):
        return not sentence.doc[token.i - 2].lower_.endswith("ly")
    return sentence.doc[token.i : sentence.end].text.lower().rstrip(".").endswith("at a time") and token.like_num


def _finite(token: Token) -> bool:
    return token.tag_ in ("VBZ", "VBP", "VBD", "MD")


def _finite_group(verb: Token) -> bool:
    return _finite(verb) or any(_finite(t) for t in verb.lefts)


def _subject(piece: Span) -> str:
    subject = next((t for t in piece if t.dep_ in SUBJECTS), None)
    if subject is None:
        return ""
    return piece.doc[max(subject.left_edge.i, piece.start) : min(subject.right_edge.i + 1, piece.end)].text


def _bare(text: str) -> str:
    text = text.strip().strip(",;").strip().rstrip(".").strip()
    link = _LINK.match(text)
    return text[link.end() :] if link else text


# --- putting together ---------------------------------------------------------------------------------------------


def _clause(source: str, parts: tuple[Segment, ...], names: frozenset[str]) -> str:
    """The text as one clause that can be joined to others: one sentence, or two joined with "and"."""
    sentences = re.split(r"(?<=[.])\s+(?=[A-Z0-9$])", source)
    if len(sentences) == 1:
        return single(source, names)
    if len(sentences) == 2 and len(source.split()) <= LONGEST_JOINED and not any(p.link for p in parts if p.role is Role.MAIN):
        return ", and ".join(single(s, names) for s in sentences)
    return ""


def single(text: str, names: frozenset[str]) -> str:
    """One sentence without its full stop and, unless it begins with a name, its capital; empty when it is more than one."""
    if not text.endswith(".") or re.search(r"[.?!]\s+[A-Z0-9$]", text):
        return ""
    return lower_first(text[:-1], names)


def lower_first(text: str, names: frozenset[str] = frozenset()) -> str:
    """The first letter in lower case, unless the first word is a name, an acronym or "I"."""
    words = re.findall(r"[\w'’-]+", text[:80])
    return text if not words or keeps_capital(words, names) else text[0].lower() + text[1:]


def keeps_capital(words: list[str], names: frozenset[str]) -> bool:
    """True for "I", acronyms, known names, and a word that another capital follows ("Google Calendar"), unless it is a small word."""
    first = words[0]
    if first in ("I", "OK") or first.startswith(("I'", "I’")) or not first[:1].isupper():
        return True
    if first.lower() in SMALL:
        return False
    if len(first) > 1 and any(c.isupper() or c.isdigit() for c in first[1:]):
        return True
    return first in names or (len(words) > 1 and words[1][:1].isupper() and words[1] != "I")


SMALL = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "each",
        "every",
        "all",
        "any",
        "no",
        "some",
        "our",
        "your",
        "my",
        "their",
        "its",
        "his",
        "her",
        "we",
        "you",
        "they",
        "it",
        "there",
        "in",
        "on",
        "at",
        "for",
        "with",
        "by",
        "from",
        "to",
        "of",
        "as",
        "if",
        "when",
        "while",
        "after",
        "before",
        "since",
        "once",
        "and",
        "but",
        "or",
        "so",
        "only",
        "about",
        "who",
        "what",
        "how",
        "where",
        "which",
        "would",
        "could",
        "can",
        "may",
        "might",
        "shall",
        "should",
        "will",
        "do",
        "does",
        "did",
        "is",
        "are",
        "was",
        "were",
        "have",
        "has",
        "had",
        "not",
        "yes",
        "here",
        "thank",
        "thanks",
    ]
)


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _bursts(parts: tuple[Segment, ...]) -> str:
    """Every piece a sentence of its own: "Backups run every 6 hours. Kept for 35 days." """
    out = []
    for part in parts:
        if part.role is Role.MAIN:
            out.append(_without_you_can(_without_there(part.text)))
        elif part.role is Role.PREDICATE:
            out.append(_without_be(part.text))
        else:
            out.append(_tail_alone(part.text))
    if any(not text for text in out):
        return ""
    return " ".join(f"{upper_first(text)}." for text in out)


def _without_there(text: str) -> str:
    return re.sub(r"^(?:There is|There are|We have)\s+(?:an?\s+)?(?=\w)", "", text)


_YOU_CAN = re.compile(r"^[Yy]ou can (?=[a-z]{3,} )")


def _without_you_can(text: str) -> str:
    """ "You can build your own forms" -> "build your own forms": what may be done, told as what to do."""
    return _YOU_CAN.sub("", text)


def _without_be(text: str) -> str:
    """ "are kept for 35 days" -> "kept for 35 days"; a predicate with a modal or a plain verb cannot stand alone."""
    found = re.match(r"(?:is|are)\s+(?=\w+(?:ed|en|pt|ld|nt)\b|based\b|free\b|available\b|included\b)", text)
    return text[found.end() :] if found else ""


def _tail_alone(text: str) -> str:
    relative = re.match(r"which we (\w+) (.*)$", text)
    if relative:
        return f"we {relative[1]} it {relative[2]}"
    if text.startswith("which"):
        return ""
    return re.sub(r"^(?:with|at)\s+(?=no\b)", "", re.sub(r"^on (?=every\b)", "", text))


def _labelled(parts: tuple[Segment, ...]) -> str:
    """ "The minimum on any plan is 5 technician seats." -> "Minimum on any plan: 5 technician seats." """
    first = parts[0]
    if not first.subject or not first.text.startswith(first.subject) or len(first.subject.split()) > LONGEST_LABEL:
        return ""
    if _NO_LABEL.search(first.subject):
        return ""
    rest = first.text[len(first.subject) :].strip()
    found = re.match(r"(?:is|are)\s+(?!not\b)", rest)
    if not found or re.search(r":|\b(?:is|are|can|has|have)\b", rest[found.end() :]):
        return ""
    label = re.sub(r"^(?:the|a|an)\s+", "", first.subject, flags=re.I)
    others = _bursts(parts[1:]) if parts[1:] else ""
    if parts[1:] and not others:
        return ""
    return f"{upper_first(label)}: {rest[found.end() :]}. {others}".strip()


LONGEST_LABEL = 5
_NO_LABEL = re.compile(r"\b(?:no|not|only|never|can|may|there|it|they|we|you|this|that)\b", re.I)


_SET_OFF = re.compile(r"(?<=\w) (?=(?:because|instead of|rather than|unless|so that)\b)")


def _set_off(text: str) -> str:
    """A reason or contrast set off with a dash: "Crews take to it — because it runs in Spanish." """
    found = _SET_OFF.search(text)
    if not found or len(text[: found.start()].split()) < 3 or "," in text[: found.start()]:
        return ""
    return f"{upper_first(text[: found.start()])} — {text[found.end() :]}."


def _dashed(parts: tuple[Segment, ...], names: frozenset[str]) -> str:
    """Tails in brackets, further clauses after a dash; one of each a sentence."""
    if len(parts) == 1:
        return _set_off(parts[0].text)
    out: list[str] = []
    for number, part in enumerate(parts):
        if part.role is Role.MAIN and (number == 0 or part.sentence != parts[number - 1].sentence):
            out.append(upper_first(part.text))
            continue
        so_far = out[-1]
        if part.role is Role.TAIL and not part.text.startswith("which") and "(" not in so_far and "—" not in so_far:
            out[-1] = f"{so_far} ({part.text})"
        elif part.role is Role.TAIL:
            out[-1] = f"{so_far}, {part.text}" if "—" in so_far else f"{so_far} — {part.text}"
        elif part.role is Role.MAIN:
            mark = "," if "—" in so_far else " —"
            out[-1] = (
                f"{so_far}{mark} {part.link if part.link in ('so', 'but', 'because') else 'and'} {lower_first(part.text, names)}"
            )
        else:
            out[-1] = f"{so_far} {part.link or 'and'} {part.text}"
    made = f"{'. '.join(out)}."
    return made if "—" in made or "(" in made else _set_off(made[:-1]) or made
