"""One sentence, several asks: where a sentence splits into the clauses that can each be a question of its own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile

from spacy.tokens import Span as Tokens
from spacy.tokens import Token

from drafts.understand.reading import Unit
from drafts.understand.wordlist import words as wordset
from profiles.judgement import Span

AUXILIARIES = wordset(
    "do does did don't doesn't didn't is are was were am isn't aren't can could can't couldn't will would won't wouldn't should shouldn't ",
    "shall may might must have has had hasn't haven't",
)
PRONOUNS = wordset(
    "i you we it they he she there this that these those anyone anybody someone everyone u ya one your our my their any the each",
)
WH = wordset(
    "what which who whom whose where when why how whats what's hows how's wheres where's",
)
_SKIPPED = wordset(
    "and but so also plus or ok okay well then btw oh & + now first second secondly firstly finally lastly next just again",
)

_MODALS = wordset("do does did can could will would should shall may")
_SUBJECTS = wordset("i you we they he she there u ya anyone it")
_TELLING = wordset("set state outline confirm list tell give send advise specify explain quote provide")
_ANYBODY = wordset("guy guys man person people somebody someone thing things way one ones")
_ASKING_IF = wordset("know tell say confirm check see wonder wondering ask sure advise clarify")
_OTHERWISE = wordset("still all only just else otherwise instead")
_DETERMINERS = wordset("the your our any a an its their")
_INVERTING = wordset("so nor neither than as never rarely")
"""After these an auxiliary stands before its subject without asking: "so do we"."""
_INDIRECT = wordset("whether how what who where when why")
_JUST_HOW = wordset("exactly actually precisely roughly else")
_CONDITIONS = wordset("if when since because as once unless while although though should given for")

_INLINE = re.compile(r"(?:(?<=\s)|(?<=^)|(?<=[,;:]))\(?(?:\d{1,2}|[a-h]|i{1,3}|iv)[.)](?!\d)\s*(?=\S)")
_LEAD_IN = re.compile(r"^(?P<lead>[^:?!]{2,120}):\s+(?P<list>[^:]+)$", re.S)
_LIST_COMMA = re.compile(r"\s*[,;]\s*(?:and\s+|or\s+|&\s+)?|\s+(?:and|&)\s+(?=\S+(?:\s+\S+){0,5}\s*$)")


LONGEST = 200
"""Tokens of a sentence that are looked at for clauses."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a unit that can ask one thing. ``last`` is False when more clauses of the sentence follow; ``listed`` when
    the sentence enumerates it after a lead-in or number."""

    text: str
    span: Span
    tokens: Tokens
    unit: Unit
    last: bool = True
    listed: bool = False


def split(unit: Unit) -> tuple[Clause, ...]:
    """The clauses of a sentence or list item, in order; at least one."""
    pieces = _enumerated(unit) or _lead_in_list(unit)
    if pieces:
        return tuple(_clauses(unit, pieces, listed=True))
    return tuple(_clauses(unit, _coordinated(unit), listed=unit.item))


def _clauses(unit: Unit, pieces: list[Span], listed: bool) -> Iterator[Clause]:
    """Offsets inside the unit become clauses with their tokens."""
    for start, end in pieces:
        last = end == pieces[-1][1]
        raw = unit.text[start:end]
        text = raw.strip(" \t,;+&-–—")
        if not any(c.isalnum() for c in text):
            continue
        begin = unit.span[0] + start + raw.index(text)
        tokens = unit.tokens.doc.char_span(begin, begin + len(text), alignment_mode="expand")
        if tokens is not None:
            yield Clause(text, (begin, begin + len(text)), tokens, unit, last, listed)


def _enumerated(unit: Unit) -> list[Span]:
    """ "(1) an audit, (2) encryption" and the like: at least two numbers or letters in a row."""
    marks = list(_INLINE.finditer(unit.text))[:LONGEST]
    if len(marks) < 2:
        return []
    ends = [m.start() for m in marks[1:]] + [len(unit.text)]
    return [(m.end(), end) for m, end in zip(marks, ends, strict=True)]


def _lead_in_list(unit: Unit) -> list[Span]:
    """ "For a comparison please state: payment terms, contract length, notice period": the parts after the colon."""
    found = _LEAD_IN.match(unit.text)
    if not found or len(found["lead"].split()) > 16 or re.search(r"\d$", found["lead"]):
        return []
    offset, text = found.start("list"), found["list"]
    cuts = [m.span() for m in _LIST_COMMA.finditer(text[: 20 * LONGEST]) if not _inside_clause(text, m)]
    if not any(text[a:b].strip().startswith((",", ";")) for a, b in cuts):
        return []
    starts, ends = [0, *(b for _, b in cuts)], [*(a for a, _ in cuts), len(text)]
    return [(offset + a, offset + b) for a, b in zip(starts, ends, strict=True)]


def _inside_clause(text: str, mark: re.Match) -> bool:
    """ "whether webhooks are signed with HMAC and with retry": an "and" that joins words, not list parts."""
    if mark.group().strip().startswith((",", ";")):
        return False
    return "," not in text[: mark.start()] or text[mark.end() :].split()[0].lower() in {
        "with",
        "for",
        "in",
        "on",
        "at",
        "to",
        "by",
        "of",
    }


def _coordinated(unit: Unit) -> list[Span]:
    """Cuts before an interrogative opener that follows "and", "or", a comma or a dash."""
    tokens, base = list(unit.tokens)[:LONGEST], unit.span[0]
    questions = unit.text.rstrip().endswith("?")
    cuts = [0]
    for i in range(1, len(tokens)):
        joint = tokens[i - 1]
        skip = i
        if not _joins(joint):
            continue
        while skip < len(tokens) - 1 and tokens[skip].lower_ in _SKIPPED:
            skip += 1
        if _subordinate_before(tokens[: i - 1]):
            continue
        comma = joint.text in {",", "–", "—", "-", ";", "..."} and skip == i
        if (
            joint.lower_ == "or"
            and asks_yes_or_no([t for t in tokens[: i - 1] if t.idx - base >= cuts[-1]])
            and _is_the_other_answer(tokens[i:])
        ):
            continue
        opens = opens_question(tokens[skip:], strict=not questions and not _asked(tokens[: i - 1]), after_comma=comma)
        conditional = tokens[skip].lower_ in _CONDITIONS and not comma and inverts(tokens[skip + 1 :])
        if opens or conditional or _told_too(tokens, i - 1, skip) or _continues_list(tokens, i, skip) or _wants(tokens[skip:]):
            if joint.idx - base == cuts[-1]:
                cuts.pop()
            cuts.append(tokens[i].idx - base)
    cuts = sorted(set(cuts))
    return list(zip(cuts, [*cuts[1:], len(unit.text)], strict=True))


def _continues_list(tokens: list[Token], joint: int, start: int) -> bool:
    """ "… whether you scan, how they travel, and what it costs": once something was asked indirectly, more may follow."""
    more = tokens[start].lower_
    asked = any(t.lower_ in _INDIRECT for t in tokens[: joint - 1]) and more in _INDIRECT
    listed = more == "that" and tokens[joint - 1].lower_ == "and" and any(t.lower_ == "that" for t in tokens[: joint - 1])
    return (asked or listed) and len(tokens) - start > 1


def _told_too(tokens: list[Token], joint: int, start: int) -> bool:
    """ "Kindly set out your minimum term, the notice we must give, …": a further thing that an order wants told."""
    if tokens[joint].text != "," or tokens[start].lower_ not in _DETERMINERS:
        return False
    more = any(t.lower_ in _INDIRECT and _joins(t.nbor(-1)) for t in tokens[start + 1 :])
    return more and any(t.lower_ in _TELLING for t in tokens[: min(joint, 6)])


def _subordinate_before(tokens: list[Token]) -> bool:
    """ "If a box has been opened, can it go back": the condition belongs to the question that follows it."""
    start = next((n for n, t in enumerate(tokens) if t.lower_ not in _SKIPPED and not t.is_punct), len(tokens))
    said = tokens[start:]
    return bool(said) and said[0].lower_ in _CONDITIONS and not any(t.text in {",", ";"} for t in said)


def _asked(tokens: list[Token]) -> bool:
    """Whether the words so far already ask something outright."""
    first = next((i for i, t in enumerate(tokens) if t.lower_ not in _SKIPPED and not t.is_punct), None)
    return first is not None and (opens_question(tokens[first:]) or inverts(tokens))


def asks_yes_or_no(tokens: list[Token]) -> bool:
    """True for "does it …", "if X, does it …", "whether …": an "or" after it gives the other answer, not another ask."""
    words = [t for t in tokens if t.lower_ not in _SKIPPED and not t.is_punct]
    if any(t.lower_ == "whether" for t in words) or _wonders(words):
        return True
    after_comma = any(t.text in {",", ";"} and tokens[n + 1].lower_ in AUXILIARIES for n, t in enumerate(tokens[:-2]))
    return bool(words) and words[0].lower_ not in WH and (after_comma or inverts(words))


def _wonders(tokens: list[Token]) -> bool:
    """ "Tell me if …", "I'd like to know if …"."""
    return any(t.lower_ == "if" and any(w.lower_ in _ASKING_IF for w in tokens[max(n - 3, 0) : n]) for n, t in enumerate(tokens))


def _is_the_other_answer(tokens: list[Token]) -> bool:
    """ "… or do we have to call them", "… or does Pam still need her planner": what holds if the answer is no."""
    return not _names(tokens) or any(t.lower_ in _OTHERWISE for t in tokens[:6])


def _names(tokens: list[Token]) -> bool:
    """Whether the words name a thing of their own: "or do you have a part-time rate" asks for more than "or don't you"."""
    return any(t.pos_ in {"NOUN", "PROPN"} and t.lower_ not in _ANYBODY for t in tokens)


def inverts(tokens: list[Token]) -> bool:
    """True when a finite auxiliary stands before its subject, wherever in the clause: "if I like it can I try it"."""
    for before, auxiliary, after in zip([None, *tokens], tokens, tokens[1:], strict=False):
        if auxiliary.lower_ not in AUXILIARIES or auxiliary.tag_ in {"VB", "VBN", "VBG"} or after.lower_ in {"n't", "not"}:
            continue
        if before is not None and (before.lower_ in _INVERTING or before.dep_ in {"nsubj", "nsubjpass"}):
            continue
        if after.lower_ in _SUBJECTS or (
            after.pos_ in {"DET", "PRON"} and after.lower_ in PRONOUNS and _subject_of(auxiliary, after)
        ):
            return True
    return False


def _subject_of(auxiliary: Token, first: Token) -> bool:
    """Whether the noun that ``first`` begins is the subject of the auxiliary's verb."""
    verb = auxiliary.head if auxiliary.dep_ in {"aux", "auxpass"} else auxiliary
    subjects = [t for t in verb.children if t.dep_ in {"nsubj", "nsubjpass", "expl"}]
    return any(auxiliary.i < t.i and t.left_edge.i <= first.i <= t.i for t in subjects)


def _joins(token: Token) -> bool:
    return token.lower_ in {"and", "or", "but", "plus", "also", "so", "&", "+", "n", ",", ";", "–", "—", "-", "...", ")"}


def _wants(tokens: list[Token]) -> bool:
    words = [t.lower_ for t in tokens[:4]]
    return (
        len(words) > 2
        and words[0] in {"i", "we"}
        and words[1] in {"want", "need", "'d", "would", "also"}
        and bool({"want", "need", "like"} & set(words[1:]))
    )


def opens_question(tokens: list[Token], strict: bool = True, after_comma: bool = False) -> bool:
    """True when the words begin like a question: an auxiliary before its subject, a question word, "whether", "any …".

    ``strict`` asks for an unmistakable subject after "is" or "has" (a coordinated predicate looks the same);
    ``after_comma`` refuses what usually opens a relative or adverbial clause there.
    """
    if len(tokens) < 2:
        return False
    first, words = tokens[0].lower_, [t.lower_ for t in tokens[:6]]
    if first == "whether" or words[:2] in (["if", "there"], ["if", "you"], ["if", "your"]):
        return not (first == "if" and after_comma)
    if first in AUXILIARIES:
        return _inverted(tokens, strict)
    if words[:3] == ["what", "have", "you"] and (len(tokens) == 3 or tokens[3].is_punct):
        return False
    if first in WH:
        return _wh_opens(tokens, strict, after_comma)
    return False


def _inverted(tokens: list[Token], strict: bool) -> bool:
    rest = [
        t for t in tokens[1:5] if t.lower_ not in {"n't", "not", "also", "still", "even", "ever", "really", "actually", "just"}
    ]
    if not rest:
        return False
    subject = rest[0]
    if tokens[1].lower_ in {"not", "n't", "n’t"} and subject.pos_ not in {"PRON", "DET", "PROPN"}:
        return False
    if subject.lower_ in _SUBJECTS or (tokens[0].lower_ in {"is", "are", "was"} and subject.lower_ in {"that", "this", "these"}):
        return True
    if tokens[0].lower_ in _MODALS:
        noun = subject.dep_ == "nsubj" or (
            subject.pos_ in {"DET", "NOUN", "PROPN", "PRON", "ADJ", "NUM"} and subject.tag_ != "VB"
        )
        return noun and (len(rest) > 1 or subject.pos_ != "NOUN")
    return not strict and subject.tag_ not in {"VB", "VBN"}


def _wh_opens(tokens: list[Token], strict: bool, after_comma: bool) -> bool:
    tokens = [tokens[0], *dropwhile(lambda t: t.lower_ in _JUST_HOW, tokens[1:])]
    if len(tokens) < 2:
        return False
    words = [t.lower_ for t in tokens[:9]]
    if words[0] == "how" and words[1] in {
        "much",
        "many",
        "long",
        "often",
        "soon",
        "far",
        "quickly",
        "fast",
        "big",
        "about",
        "come",
    }:
        return True
    if words[0] == "what" and words[1] in {"about", "if", "else", "kind", "sort", "type", "plan", "happens"}:
        return True
    if after_comma and words[0] in {"which", "who", "where", "when", "whose", "whom"}:
        inverted = len(tokens) > 3 and tokens[2].lower_ in AUXILIARIES and tokens[3].lower_ in PRONOUNS
        return not strict and (tokens[1].pos_ in {"AUX", "VERB"} or (words[0] == "which" and inverted))
    if words[0] in {"whats", "what's", "hows", "how's", "wheres", "where's", "why"}:
        return True
    if words[0] in {"when", "where"}:
        return words[1] in AUXILIARIES or words[1] in {"'s", "’s"}
    return any(w in AUXILIARIES or w in {"'s", "’s"} for w in words[1:]) or tokens[1].pos_ in {"NOUN", "VERB", "ADP", "PART"}
