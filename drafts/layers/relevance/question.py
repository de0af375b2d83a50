"""An ask made ready for matching: what it asks about, without what only surrounds it."""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from spacy.tokens import Doc, Span

from drafts.domain import Ask, Thread
from drafts.layers.relevance.facts import FactIndex
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.needs import IMPLIED, Need, needs_of
from drafts.layers.relevance.people import headcount, is_crew, is_people
from drafts.layers.relevance.terms import Term, terms
from drafts.layers.relevance.values import DATE_WORDS, Value, values
from profiles.embedding import embed
from profiles.language import parse

CONTEXT_WEIGHT = 0.15
"""Weight left to words of the lead's own trade, company and situation, and to people counted."""
LEAST_SHARE_WEIGHT = 0.35
"""Weight left to words that stand in many facts."""
TOO_LITTLE = 0.5
"""Weight below which an ask is all light words, and they must count after all ("how many companies use it")."""

ZONE_WORDS = frozenset("central eastern pacific mountain ct et pt mt cst est pst mst".split(" "))
_INSTEAD = re.compile(r"\b(?:instead of|rather than)\s+(?:[\w'-]+\s?){1,3}", re.I)
_LEADS = re.compile(
    r"""^.*?\b(?: (?:need|want|like|love|have|curious|keen)\ to\ (?:know|understand|hear|see)
            | (?:could|can|would|will)\ you\ (?:please\ |kindly\ )?(?:tell|let|confirm|advise|clarify|explain|say|state)(?:\ (?:me|us))?(?:\ know)?
            | let\ (?:me|us)\ know | wonder(?:ing|ed)?
            | (?:please|kindly)\ (?:tell|advise|confirm|state|clarify|say|explain)(?:\ (?:me|us))? )\b:?\s*(?:if|whether|about|that)?\s*""",
    re.I | re.X,
)
"""Everything up to "I need to know", "could you tell me": how one asks, not what."""
_DESCRIBES = re.compile(
    r"^\W*(?:hi\W+|hello\W+)?(?:we|i)(?:'re|'m| are| am| do| run| operate| manage| maintain| look after| have got)\b", re.I
)
_COMPLETED = re.compile(r"\b(they|them|those|these)\s+\([^()]{1,60}\)", re.I)
_THEM = re.compile(r"\b(?:they|them|those|these)\b", re.I)


@dataclass(frozen=True)
class Question:
    """An ask prepared for matching: its terms with their weights, the type of answer it needs, its values, and
    the vectors of its core and of its whole wording, one a row.

    ``light`` is True when it has no content word of its own; ``instead`` holds the words after "instead of".
    """

    text: str
    terms: tuple[Term, ...]
    weights: tuple[float, ...]
    needs: tuple[Need, ...]
    values: tuple[Value, ...]
    people: int | None
    light: bool
    instead: str
    vectors: np.ndarray = field(repr=False)


def question(ask: Ask, thread: Thread, facts: FactIndex, company: str = "") -> Question:
    """Prepare an ask for matching against these facts. The seller's own name (``company``) is not part of what is asked."""
    text = core(ask.text)
    doc = _parsed(text)
    left_out = _excluded(doc)
    names_nothing = (
        DATE_WORDS
        | frozenset(company.lower().split())
        | (ZONE_WORDS if "clock" in {v.kind for v in values(text)} else frozenset())
    )
    found = [term for term in terms(doc) if term.index not in left_out and term.text not in names_nothing]
    found += _antecedent(doc, ask, thread)
    context = _context(thread)
    measures = {token.i for token in doc if token.head.lower_ in ("per", "a", "each") and token.dep_ == "pobj"}
    weights = tuple(_weight(term, facts, context) * (CONTEXT_WEIGHT if term.index in measures else 1.0) for term in found)
    needs, light = needs_of(text), sum(weights) < TOO_LITTLE
    if light and (implied := [IMPLIED[need] for need in needs if need in IMPLIED]):
        found += [Term("", "", "", 1.0, concepts=frozenset((group,))) for group in implied]
        weights += (1.0,) * len(implied)
    elif light:
        weights = tuple(_weight(replace(term, weight=0.6 * term.full), facts, context) for term in found)
    return Question(
        text,
        tuple(found),
        weights,
        needs,
        values(text),
        headcount(text, thread),
        light,
        _instead(text),
        embed(list(dict.fromkeys((text, ask.text)))),
    )


def core(text: str) -> str:
    """What an ask asks, without how it is asked and without the reason that trails it ("…, ours are on paper and get lost").

    Understanding completes an ask as "context: ask"; the half that says something is kept, both when one says nothing.
    """
    text = _COMPLETED.sub(lambda found: _own_noun(text[: found.start()]) and found[1] or found.group(), text)
    _, colon, after = text.partition(": ")
    if colon and not _says_little(after):
        text = after
    asked = _LEADS.sub("", text)
    text = asked if not _says_little(asked) else text
    return _without_aside(text)


def _own_noun(before: str) -> bool:
    """Whether the ask itself names something plural that a "they" after it stands for."""
    return any(token.tag_ in ("NNS", "NNPS") for token in _parsed(before)) if before.strip() else False


def _without_aside(text: str) -> str:
    """The text up to a comma after which a statement stands by itself ("…, basements are a problem", "…, 5 of my guys don't")."""
    doc = _parsed(text)
    for token in doc[1:-1]:
        if (
            token.text not in (",", ";", "-", "–", "—")
            or len(doc[: token.i].text.split()) < 3
            or _says_little(doc[: token.i].text)
        ):
            continue
        if _stands_alone(doc[token.i + 1 :]):
            return doc[: token.i].text
    return text


def _stands_alone(rest: Span) -> bool:
    """True for a clause with a subject before its verb that neither asks nor continues the ask."""
    first = next((token for token in rest if not token.is_space), None)
    if first is None or first.dep_ == "cc" or first.tag_ in ("WDT", "WP", "WP$", "WRB") or first.lower_ in _CONTINUES:
        return first is not None and first.lower_ in _BECAUSE
    subject = next((token for token in rest if token.dep_ in ("nsubj", "nsubjpass", "expl")), None)
    if subject is None or not rest.start <= subject.head.i < rest.end:
        return False
    verbs = [token.i for token in rest if token.pos_ in ("VERB", "AUX") and token.tag_ != "VBN"]
    return bool(verbs) and subject.i < min(verbs)


_CONTINUES = frozenset("if whether and or but that which who where when how what why while until unless".split())
_BECAUSE = frozenset("because since cause cos as so".split())


def is_list(text: str) -> bool:
    """True for topics without a verb ("contract length and renewal terms"): each of them is asked for by itself."""
    return not any(token.pos_ in ("VERB", "AUX") and token.tag_ not in ("VBG", "VBN") for token in _parsed(text))


def _says_little(text: str) -> bool:
    """True when a half has no content word of its own and leans on the other ("is that extra?")."""
    return not any(term.weight >= 0.5 for term in terms(_parsed(text)))


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Doc:
    return parse(text)


def _weight(term: Term, facts: FactIndex, context: frozenset[str]) -> float:
    share = max(LEAST_SHARE_WEIGHT, 1 - 2.5 * facts.share(term))
    own = CONTEXT_WEIGHT if (term.stem in context and not term.name) or is_crew(term.text) else 1.0
    return term.weight * share * own


@lru_cache(maxsize=64)
def _context(thread: Thread) -> frozenset[str]:
    """Stems of words about the lead: they describe who asks, not what is asked."""
    lead = thread.lead
    about = re.findall(r"\w+", f"{lead.company} {lead.industry} {lead.role} {lead.size} {lead.notes}".lower())
    own = [
        sentence for sentence in _parsed(thread.newest.text).sents if _DESCRIBES.match(sentence.text) and "?" not in sentence.text
    ]
    about += [token.lemma_.lower() for sentence in own for token in sentence if token.pos_ == "NOUN"]
    return frozenset(stem(word) for word in about)


def _instead(text: str) -> str:
    found = _INSTEAD.search(text)
    return re.sub(r"^(?:instead of|rather than)\s+", "", found.group(), flags=re.I).strip(" .?!").lower() if found else ""


def _excluded(doc: Doc) -> frozenset[int]:
    """Words that say what is not asked: after "instead of", "rather than"."""
    found = _INSTEAD.search(doc.text)
    return frozenset(token.i for token in doc if found and found.start() <= token.idx < found.end())


def _antecedent(doc: Doc, ask: Ask, thread: Thread) -> list[Term]:
    """What "they" or "those" stand for when the ask itself does not say: the last plural thing named before it in the thread."""
    pronoun = next((token for token in doc if _THEM.fullmatch(token.text) and token.dep_ != "det"), None)
    if pronoun is None or any(token.tag_ in ("NNS", "NNPS") for token in doc[: pronoun.i]):
        return []
    before = thread.messages[ask.message].text[: ask.span[0]] if 0 <= ask.message < len(thread.messages) else ""
    earlier = [message.text for message in thread.messages[:-1]][::-1]
    for text in (before, *earlier[:1]):
        plural = [token for token in _parsed(text) if token.tag_ == "NNS" and not is_people(token.text)]
        if plural:
            index = plural[-1].i
            return [term for term in terms(_parsed(text)) if term.index == index]
    return []
