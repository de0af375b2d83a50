"""An ask made ready for matching: what it asks about, without what only surrounds it."""

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from spacy.tokens import Doc, Span, Token

from drafts.domain import Ask, Thread
from drafts.layers.relevance.facts import FactIndex
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.needs import IMPLIED, Need, is_closed, needs_of
from drafts.layers.relevance.people import headcount, is_crew, is_people
from drafts.layers.relevance.terms import WEIGHTS, Term, terms
from drafts.layers.relevance.values import DATE_WORDS, Value, values
from profiles.embedding import embed
from profiles.language import parsed

CONTEXT_WEIGHT = 0.15
"""Weight left to words of the lead's own trade, company and situation, and to people counted."""
LEAST_SHARE_WEIGHT = 0.35
"""Weight left to words that stand in many facts."""
TOO_LITTLE = 0.5
"""Weight below which an ask is all light words, and they must count after all ("how many companies use it")."""

ZONE_WORDS = frozenset("central eastern pacific mountain ct et pt mt cst est pst mst".split(" "))
_INSTEAD = re.compile(r"\b(?:instead of|rather than)\s+(?:[\w'-]+\s?){1,3}", re.I)
_FRAME = re.compile(
    r"\b(?:at|from|on|for|in)\s+(?:our|my|your|some|this|the|that|any)\s+(?:own\s+)?"
    r"(?:(?<=our )(?:size|scale)|side|end|stage|point|moment|part|view|record|case|opinion|time\s+being)\b(?!\s+of\b)"
    r"|\b(?:accepted\s+|available\s+|possible\s+)?(?:methods?|means|ways?|forms?)(?=\s+of\b)"
    r"|\bin\s+(?:what|which)\s+(?:manner|way|fashion|form)\b|\bcounts?\s+as\b"
    r"|(?<=which )(?:country|countries|region|city|state)\b|(?<=what )(?:country|countries|region|city|state)\b",
    re.I,
)
"""From where something is seen, when in general, that there are ways of it, or that a place is asked for: no part of what is asked."""
_PLAN_PRICE = re.compile(r"[$€£]\s?(?P<price>\d+(?:\.\d+)?)\s+(?P<plan>plan|tier|package|edition|version|option)\b", re.I)
_PART_OF_DAY = re.compile(r"(?<=day )(?:morning|afternoon|evening)s?\b", re.I)
_BILLED = re.compile(
    r"\W*(?:and |or )?(?:is|are|will|would) (?:that|it|this|those|they) (?:be )?(?:separately |also )?(?:billed|charged|invoiced|chargeable|billable)\b\W*(?:for|extra|separately)?\W*$",
    re.I,
)
_MYSELF = frozenset("i me myself".split())
_SPANS = frozenset("week month quarter year".split())
_PACE = frozenset("long quick fast soon often frequently quickly".split())
_LEADS = re.compile(
    r"""^.*?\b(?: (?:need|want|like|love|have|curious|keen|interested|grateful|itching|good|useful|helpful)\ to
                \ (?:know|understand|hear|see|learn|be\ (?:sure|certain|clear))
            | (?:could|can|would|will)\ you\ (?:please\ |kindly\ )?(?:tell|let|confirm|advise|clarify|explain|say|state|set\ out|outline)
                (?:\ (?:me|us))?(?:\ know)?
            | (?:give|get)\ (?:me|us)\ (?:a|an|some)\ (?:rough\ )?(?:feel|feeling|idea|sense|impression|flavou?r|steer)\ (?:for|of|on|about|as\ to)?
            | (?:a\ line|a\ word|a\ note|a\ quick\ note)\ (?:confirming|on|about|saying)
            | (?:do\ |please\ |can\ you\ |could\ you\ )?remind\ (?:me|us)(?:\ again)? | let\ (?:me|us)\ know | wonder(?:ing|ed)?
            | (?:other|second|last|next|main|only|first|real)\ (?:thing|question|point|one)\ is
            | (?:please|kindly)\ (?:also\ )?(?:just\ )?(?:tell|advise|confirm|state|clarify|say|explain|set\ out|outline|list)(?:\ (?:me|us))? )\b
        (?:\ now)?:?\s*(?:is\s+(?=wh|how))?(?:if|whether|about|that)?\s*""",
    re.I | re.X,
)
"""Everything up to "I need to know", "could you tell me": how one asks, not what."""
_WHETHER = re.compile(r"\b(?:whether|if)\W*$", re.I)
_OR_ELSE = re.compile(
    r"\s*,?\s+or\s+(?:not|no|only|just|merely|do|does|did|is|are|was|were|can|could|will|would|should|must|have|has|if|whether|don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|won['’]?t)\b.*$",
    re.I | re.S,
)
"""The other answer a question offers ("… or do we have to call them"): whatever answers the first half answers it."""
_OR_LESS = re.compile(r"\W*or\s+(?:only|just|merely)\b", re.I)
_FOR_WHOM = re.compile(r"\s+for\s+(?:the|those|my|our|all)\s+(?:\w+\s+){0,2}who\b.*$", re.I | re.S)
_BESIDE = re.compile(r"\s*\((?!\w+\))[^()]*\)")
"""What stands in brackets, unless it is one word that completes a pronoun."""
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_ASKS = re.compile(
    r"\W*(?:and\s+|also\s+)?(?:what|which|how|who|where|when|why|do|does|is|are|can|could|will|would|if|whether)\b", re.I
)
_PURPOSE = re.compile(
    r"\s+(?:so\s+(?:that\s+)?(?:i|we)\s+can|in\s+order\s+to|to\s+(?:drop|put|plug|feed|slot|paste|enter)\s+(?:it\s+|them\s+|that\s+)?(?:in|into))\b.*$",
    re.I | re.S,
)
"""What the answer is wanted for."""
_CLOSING = re.compile(r"\n\W*(?:\w+\s+){0,3}(?:regards|wishes|thanks|cheers|sincerely)\b.*$", re.I | re.S)
_DESCRIBES = re.compile(
    r"^\W*(?:hi\W+|hello\W+)?(?:we|i)(?:'re|'m| are| am| do| run| operate| manage| maintain| look after| have got)\b", re.I
)
_COMPLETED = re.compile(r"\b(they|them|those|these)\s+\([^()]{1,60}\)", re.I)
_ONE_OF = re.compile(r"\b(?:that|this) one\b", re.I)
_THEM = re.compile(r"\b(?:they|them|those|these)\b", re.I)


@dataclass(frozen=True)
class Question:
    """An ask prepared for matching: its terms with their weights, the type of answer it needs, its values, and
    the vectors of its core and of its whole wording, one a row.

    ``light`` is True when it has no content word of its own; ``instead`` holds the words after "instead of";
    ``unresolved`` is True when a "they" stands for nothing the ask or the thread names;
    ``joined`` are the places of nouns in a list ("pay slips and time sheets"), each of which is asked for;
    ``meant`` is what its "they" stands for; ``verbs`` are the places of its verbs; ``deed`` is the place of the verb that a yes or no would be about ("can it record calls"), -1 for none.
    """

    text: str
    terms: tuple[Term, ...]
    weights: tuple[float, ...]
    needs: tuple[Need, ...]
    values: tuple[Value, ...]
    people: int | None
    light: bool
    instead: str
    unresolved: bool
    deed: int
    joined: frozenset[int]
    meant: tuple[Term, ...]
    verbs: frozenset[int]
    vectors: np.ndarray = field(repr=False)

    @property
    def leans(self) -> bool:
        """Whether it names no thing of its own ("which plan is it on", "how quick roughly"): what it asks about stands elsewhere."""
        measures = {value.unit for value in self.values} | _PLAN_WORDS
        return not any((t.full >= WEIGHTS["NOUN"] or t.name) and t.lemma not in measures for t in self.terms)


def question(ask: Ask, thread: Thread, facts: FactIndex, company: str = "") -> Question:
    """Prepare an ask for matching against these facts. The seller's own name (``company``) is not part of what is asked."""
    text = _plans_by_price(core(ask.text), facts)
    doc = parsed(text)
    left_out = _excluded(doc)
    names_nothing = (
        DATE_WORDS
        | frozenset(company.lower().split())
        | (ZONE_WORDS if "clock" in {v.kind for v in values(text)} else frozenset())
    )
    found = [term for term in terms(doc, whole_phrases=True) if term.index not in left_out and term.text not in names_nothing]
    stood_for = _antecedent(doc, ask, thread)
    found += stood_for or []
    found += _names_meant(doc, ask, thread, facts)
    found += _names_before(ask.text, text, facts)
    found += _that_one(ask.text, text)
    context = _context(thread)
    measures = {token.i for token in doc if _measures(token)}
    weights = tuple(_weight(term, facts, context) * (CONTEXT_WEIGHT if term.index in measures else 1.0) for term in found)
    needs = needs_of(text, closed=text in ask.text and bool(_WHETHER.search(ask.text.partition(text)[0])))
    if needs == (Need.TOPIC,) and _of_charge_only(found, weights):
        whose = {token.i for token in doc if token.dep_ in ("nsubj", "nsubjpass") and token.pos_ in ("NOUN", "PROPN")}
        weights = tuple(max(w, 0.6 * term.full) if term.index in whose else w for term, w in zip(found, weights, strict=True))
        if is_closed(text) and not whose and all(term.full < 0.8 for term in found):
            stood_for = None
    light = sum(weights) < TOO_LITTLE
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
        stood_for is None,
        _deed(doc),
        frozenset(i for token in doc if token.dep_ == "conj" and token.pos_ in _THINGS for i in (token.i, token.head.i)),
        tuple(stood_for or ()),
        frozenset(token.i for token in doc if token.pos_ == "VERB"),
        embed(list(dict.fromkeys((text, ask.text)))),
    )


def _measures(token: Token) -> bool:
    """ "Per tech", "a month": by what a price is counted, not what it is for."""
    by_time = token.lower_ in _SPANS and any(t.lower_ in ("a", "per", "each", "every") for t in token.lefts)
    return by_time or (token.head.lower_ in ("per", "a", "each") and token.dep_ == "pobj")


def _plans_by_price(text: str, facts: FactIndex) -> str:
    """ "Is it in the $39 plan?": the plan that has this price, by its name."""

    def named(found: re.Match) -> str:
        price = float(found["price"])
        plan = next(
            (t for t, fact in facts.prices.items() if any((v.kind, v.number) == ("money", price) for v in values(fact.text))), ""
        )
        return f"{plan.capitalize()} {found['plan']}" if plan else found.group()

    return _PLAN_PRICE.sub(named, text)


def _deed(doc: Doc) -> int:
    """The verb a closed question turns on, where it takes an object: "can it record calls" is not answered by what is said of calls."""
    if not is_closed(doc.text):
        return -1
    asked = (t for t in doc if t.pos_ == "VERB" and any(c.dep_ == "aux" and c.lower_ in _DOES for c in t.lefts))
    return next((t.i for t in asked if any(c.dep_ in ("dobj", "nsubjpass") for c in t.children)), -1)


_PLAN_WORDS = frozenset("plan tier package edition version level subscription thing something".split())
_THINGS = frozenset(("NOUN", "PROPN"))
_DOES = frozenset("do does did can could will would".split())


def only_price(asked: Question) -> bool:
    """ "And what is the charge?", "is that extra?": it asks the price of what was asked about before."""
    if _BILLED.match(asked.text):
        return True
    said = asked.text.lower()
    heavy = [t for t, weight in zip(asked.terms, asked.weights, strict=True) if (weight >= 0.3 or t.name) and t.text in said]
    nouns = (term for term in asked.terms if term.full >= WEIGHTS["ADJ"])
    extra = bool(heavy) and set(asked.needs) == {Need.TOPIC} and all(term.concepts & _CHARGES for term in nouns)
    return (
        (Need.MONEY in asked.needs or extra)
        and not any(v.number != 1 and not is_people(v.unit) for v in asked.values)
        and all(term.concepts & _CHARGES for term in heavy)
    )


def _of_charge_only(found: list[Term], weights: tuple[float, ...]) -> bool:
    """ "Would our planners attract a charge": whose charge it is must be covered too, since half of all facts say what is free."""
    heavy = [term for term, weight in zip(found, weights, strict=True) if weight >= 0.3 or term.concepts]
    return bool(heavy) and all(term.concepts & _CHARGES for term in heavy)


_CHARGES = frozenset(("price", "free", "invoice"))


def core(text: str) -> str:
    """What an ask asks, without how it is asked and without the reason that trails it ("…, ours are on paper and get lost").

    Understanding completes an ask as "context: ask"; the half that says something is kept, both when one says nothing.
    """
    text = _COMPLETED.sub(lambda found: _own_noun(text[: found.start()]) and found[1] or found.group(), text)
    before, colon, after = text.partition(": ")
    if colon and not _leans(after, before):
        text = after
    for surrounding in (_LEADS, _FOR_WHOM, _BESIDE, _PURPOSE):
        asked = surrounding.sub("", text)
        text = asked if not says_little(asked) else text
    return _without_aside(_without_alternative(text))


def _without_alternative(text: str) -> str:
    """The text without the other answer it offers ("… or do we have to call them"), unless that names a thing of its own; "… or only
    distance" may, since it says what holds if the answer is no."""
    found = _OR_ELSE.search(text)
    if (
        not found
        or not _OR_LESS.match(found.group())
        and any(t.weight >= 0.8 and not is_people(t.text) for t in _said(_BRACKETS.sub("", found.group())))
    ):
        return text
    return text[: found.start()] if not says_little(text[: found.start()]) else text


def _leans(after: str, before: str) -> bool:
    """Whether the second half of "context: ask" needs the first: it says little, or is a further ask about the same "it"."""
    if says_little(after):
        return True
    if not _ASKS.match(before):
        return False
    points = re.search(r"\b(?:it|that|this|one)\b", after, re.I)
    return is_list(after) or bool(points) and not any(term.weight >= 0.8 for term in _said(after))


def _own_noun(before: str) -> bool:
    """Whether the ask itself names something plural that a "they" after it stands for."""
    return any(token.tag_ in ("NNS", "NNPS") for token in parsed(before)) if before.strip() else False


def _without_aside(text: str) -> str:
    """The text up to a comma after which a statement stands by itself ("…, basements are a problem", "…, 5 of my guys don't")."""
    doc = parsed(text)
    for token in doc[1:-1]:
        if (
            token.text not in (",", ";", "-", "–", "—")
            or len(doc[: token.i].text.split()) < 3
            or says_little(doc[: token.i].text)
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
    return not any(token.pos_ in ("VERB", "AUX") and token.tag_ not in ("VBG", "VBN") for token in parsed(text))


def says_little(text: str) -> bool:
    """True when a half has no content word of its own and leans on the other ("is that extra?")."""
    return not any(term.weight >= 0.5 for term in _said(text))


@lru_cache(maxsize=1024)
def _said(text: str) -> tuple[Term, ...]:
    """The terms of a text; its halves and ends are looked at many times."""
    return terms(parsed(text))


def _weight(term: Term, facts: FactIndex, context: frozenset[str]) -> float:
    share = max(LEAST_SHARE_WEIGHT, 1 - 2.5 * facts.share(term))
    own = CONTEXT_WEIGHT if (term.stem in context and not term.name) or (is_crew(term.text) and " " not in term.text) else 1.0
    return term.weight * share * own


@lru_cache(maxsize=64)
def _context(thread: Thread) -> frozenset[str]:
    """Stems of words about the lead: they describe who asks, not what is asked."""
    lead = thread.lead
    about = re.findall(r"\w+", f"{lead.company} {lead.industry} {lead.role} {lead.size} {lead.notes}".lower())
    own = [
        sentence for sentence in parsed(thread.newest.text).sents if _DESCRIBES.match(sentence.text) and "?" not in sentence.text
    ]
    about += [token.lemma_.lower() for sentence in own for token in sentence if token.pos_ == "NOUN"]
    return frozenset(stem(word) for word in about)


def _names_before(whole: str, asked: str, facts: FactIndex) -> list[Term]:
    """Names the facts know that stand in what was set aside: "we keep our books in Abakura, so tell me whether …" is about Abakura."""
    said = {term.stem for term in _said(asked)}
    return [term for term in _said(_BRACKETS.sub("", whole)) if term.name and term.stem not in said and facts.share(term) > 0]


def _that_one(whole: str, asked: str) -> list[Term]:
    """What "that one" stands for: the things of the last clause that was set aside before it ("… still on the boxed edition")."""
    before = whole.partition(": ")[0]
    if before == whole or not _ONE_OF.search(asked):
        return []
    known = {term.stem for term in _said(asked)}
    last = re.split(r"[,;]", before)[-1]
    return [term for term in _said(last) if term.stem not in known and (term.name or term.full >= WEIGHTS["NOUN"])]


def _names_meant(doc: Doc, ask: Ask, thread: Thread, facts: FactIndex) -> list[Term]:
    """The name an "it" stands for: "We are on Abakura. Does it sync payments?" is about Abakura. Empty where the ask names
    something itself, or the sentence before it nothing that the facts know."""
    it = next((token.i for token in doc if token.lower_ == "it" and token.dep_ in ("nsubj", "pobj", "dobj")), 0)
    points = it and not any(token.pos_ in ("NOUN", "PROPN") for token in doc[:it])
    if not points or not 0 <= ask.message < len(thread.messages) or any(t.name and facts.share(t) > 0 for t in terms(doc)):
        return []
    before = list(parsed(thread.messages[ask.message].text[: ask.span[0]]).sents)
    last = next((s for s in reversed(before) if any(c.isalpha() for c in s.text)), None)
    if last is None:
        return []
    capital = {token.i for token in last[1:] if token.text[:1].isupper()}
    named = (t for t in terms(last) if (t.name or t.index in capital) and t.text not in facts.tiers and facts.share(t) > 0)
    return [replace(t, name=True) for t in named][-1:]


def _instead(text: str) -> str:
    found = _INSTEAD.search(text)
    return re.sub(r"^(?:instead of|rather than)\s+", "", found.group(), flags=re.I).strip(" .?!").lower() if found else ""


def _excluded(doc: Doc) -> frozenset[int]:
    """Words that say what is not asked, after "instead of"; and words that only frame what is: "at our size", the "quick" of "how
    quick", the "morning" of "Saturday morning", the name of who else does with "me"."""
    spans = [found.span() for pattern in (_INSTEAD, _FRAME, _PART_OF_DAY) for found in pattern.finditer(doc.text)]
    inside = {token.i for token in doc if any(start <= token.idx < end for start, end in spans)}
    paced = {token.i for token in doc[1:] if token.lower_ in _PACE and token.nbor(-1).lower_ == "how"}
    return frozenset(inside | paced | {token.i for token in doc if token.pos_ == "PROPN" and _goes_with_me(token)})


def _goes_with_me(name: Token) -> bool:
    """ "Me and Teri", "Teri and I"."""
    joined = [name.head] if name.dep_ == "conj" else [t for t in name.children if t.dep_ == "conj"]
    return any(t.lower_ in _MYSELF for t in joined)


def _antecedent(doc: Doc, ask: Ask, thread: Thread) -> list[Term] | None:
    """What "they" or "those" stand for when the ask itself does not say: the last plural thing named before it in the thread.
    Empty when there is nothing to find, None when nothing was found."""
    pronoun = next((token for token in doc if _THEM.fullmatch(token.text) and token.dep_ != "det"), None)
    if pronoun is None or _COMPLETED.search(ask.text) or any(token.tag_ in ("NNS", "NNPS") for token in doc[: pronoun.i]):
        return []
    before = thread.messages[ask.message].text[: ask.span[0]] if 0 <= ask.message < len(thread.messages) else ""
    earlier = [message.text for message in thread.messages[:-1]][::-1]
    for text in (before, *earlier[:1]):
        plural = [token for token in parsed(_CLOSING.sub("", text)) if token.tag_ == "NNS" and not is_people(token.text)]
        if plural:
            index = plural[-1].i
            return [term for term in _said(_CLOSING.sub("", text)) if term.index == index]
    return None
