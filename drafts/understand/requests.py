"""Rules for requests: does this clause want the reader to do or give something?"""

import re

from spacy.tokens import Token

from drafts.understand.clauses import Clause
from drafts.understand.questions import opening
from drafts.understand.wordlist import either, words

_WANTING = words("want need require request expect")
_ERRANDS = words(
    "talk speak check ask think review run discuss go get finish wait sleep read look decide convince meet sit wrap sort move show bring take leave",
    "make work pass test try push poke start focus buy close switch replace put do apologise apologize say tell hurry head catch",
)
"""What people need to do themselves: "I need to talk to my partner" asks the reader for nothing."""
_NOT_ORDERS = words(
    "let thank hope look forget have see talk speak take excuse enjoy sorry trust thanks wait hang hold got found saw read do don't dont be ca can't",
    "guess suppose think believe wish know sounds seems looks works love like",
)
_ORDER = words("VB VBP")
_TOLD = re.compile(
    r"(?:send|email|mail|forward|share|give|get|quote|show|call|ring|text|tell|remind)\s+(?:me|us|over|through|across)\b", re.I
)
_LET_KNOW = re.compile(r"let\s+(?:me|us)\s+(?:know|have)\b", re.I)
_DEFERS = re.compile(
    r"(?:please\s+)?(?:ask|try|call|ping|contact|catch|check|circle|come|get|reach)\s+(?:\w+\s+){0,3}?(?:back\s+|again\s+)?"
    r"(?:then|later|after|when|once|next|in\s+\w+)\b",
    re.I,
)
"""Put off, not asked for: "ask me then", "try me in February"."""
_WISH = re.compile(
    either(
        r"\b(?:i|we|they|\w+)\s*(?:['’]d|would|should)\s+(?:also\s+|really\s+|very\s+much\s+)?"
        r"(?:like|love|want|need|prefer|appreciate|be\s+grateful|be\s+interested|be\s+keen)\b",
        r"\b(?:i|we)(?:['’]?d|\s+would)\s+(?:much\s+)?rather\s+(?:you|they|if)\b",
        r"\b(?:will|['’]ll|wants?\s+to|would\s+like\s+to)\s+(?:also\s+|be\s+)?(?:join(?:ing)?|sit(?:ting)?\s+in|dial(?:ling|ing)?\s+in|tag(?:ging)?\s+along)\b",
        r"\b(?:looking|hoping|asking|shopping)\s+for\b|\binterested\s+in\b|\b(?:i['’]m|we['’]re|i\s+am|we\s+are)\s+after\b",
        r"\bin\s+(?:the\s+)?(?:need|market)\s+(?:of|for)\b|\bgrateful\s+(?:for|if)\b|\bappreciate\s+(?:it\s+if|a|an|any|some|the|your)\b",
        r"\b(?<!you )would\s+(?:also\s+|really\s+|certainly\s+)?"
        r"(?:be\s+(?:good|great|helpful|useful|nice|lovely|appreciated|perfect|handy|ideal|welcome)|help)\b",
    ),
    re.I,
)
_NEGATED = re.compile(r"\b(?:not|n['’]t|no\s+longer|never)\b", re.I)
_IF_SO = re.compile(
    r"[,\s]if\s+(?:you\s+(?:have|do|can|offer)\b(?:\s+(?:it|one|any|some|that|them))?|possible|available|there\s+(?:is|are)\s+(?:one|any)|"
    r"(?:that|it|this)(?:['’]?s|\s+(?:is|would\s+be|does(?:n['’]t|\s+not)|won['’]t))\s+[\w\s]{2,30})\s*[.!]*$",
    re.I,
)
"""Asked for on a condition the reader knows: "recycled paper if you have it", "I'd bring our clerk if that's ok"."""
_PLEASE = re.compile(r"\b(?:please|pls|plz|kindly)\b(?!\s+(?:excuse|forgive|bear|note|accept|find|be)\b)", re.I)


_BARGAIN = re.compile(
    r"\W*(?:get|come|go|drop|bring|knock|take|match|meet|beat|do|make|give|throw|waive|cut)\b[^.?!]*\b(?:and|then|else|otherwise|or)\b\W*(?:you|we|i|it|the)\b",
    re.I,
)


_YOURS_TO_DO = re.compile(
    r"\b(?:i|we)(?:['’]?d|\s+would|\s+do|\s+must)?\s+(?:much\s+|really\s+)?(?:rather|want|need|like|prefer|ask)\s+(?:that\s+)?(?:you|your\s+\w+)\s+(?!are\b|is\b|for\b|and\b)\w+"
    r"|\b(?:looking|asking|shopping)\s+for\s+(?:an?\s+|some\s+|your\s+)?(?:\w+\s+)?(?:quote|price|pricing|offer|proposal|estimate|demo|trial|brochure)s?\b",
    re.I,
)
"""What the reader is to do or to send."""


def is_certain(clause: Clause) -> bool:
    """ "Get to 33 and you have us", "I'd rather you called": a demand with what it would bring, or of what the reader shall do, also
    in a sentence that objects."""
    bargain = clause.span[0] == clause.unit.span[0] and _BARGAIN.match(clause.unit.text)
    return bool(bargain or _YOURS_TO_DO.search(clause.text))


def is_request(clause: Clause) -> bool:
    """True when the clause tells or begs the reader to do something, or says what the writer wants of them."""
    tokens = opening(list(clause.tokens))
    if not tokens or _DEFERS.match(" ".join(t.text for t in tokens)):
        return False
    begged = len(tokens) > 1 and bool(_PLEASE.search(clause.text) or _IF_SO.search(clause.text))
    return begged or _orders(tokens) or _wants(tokens) or _wishes(clause.text)


def _orders(tokens: list[Token]) -> bool:
    """An imperative: a bare verb without a subject at the start, also of a bargain ("match it and we sign")."""
    first, text = tokens[0], " ".join(t.text for t in tokens[:3])
    if _LET_KNOW.match(text) or _TOLD.match(text):
        return True
    if first.lower_ in _NOT_ORDERS or first.tag_ not in _ORDER or first.pos_ != "VERB":
        return False
    subject = any(t.dep_ in {"nsubj", "nsubjpass", "expl"} for t in first.lefts)
    return not subject and (first.dep_ in {"ROOT", "conj", "ccomp"} or (first.dep_ == "advcl" and first.tag_ == "VB"))


def _wants(tokens: list[Token]) -> bool:
    """ "We need X", "I want a refund"; not "I need to ask my boss"."""
    for i, token in enumerate(tokens):
        if token.lemma_.lower() not in _WANTING or token.tag_ not in {"VBP", "VB", "VBZ"}:
            continue
        subjects = [t for t in token.lefts if t.dep_ == "nsubj"]
        if i and not any(t.lower_ in {"i", "we", "they"} or t.pos_ in {"NOUN", "PROPN"} for t in subjects):
            continue
        if any(t.dep_ == "neg" for t in token.lefts):
            return False
        after = tokens[i + 1 : i + 3]
        if len(after) > 1 and after[0].lower_ == "to":
            seen = after[1].lower_ == "see" and any(
                t.lower_ in {"it", "that", "this", "them", "you"} for t in tokens[i + 3 : i + 4]
            )
            return after[1].lemma_.lower() not in _ERRANDS and not seen
        return bool(after)
    return False


def _wishes(text: str) -> bool:
    found = _WISH.search(text)
    if not found or _NEGATED.search(text[: found.end()]):
        return False
    rest = text[found.end() :].split()
    if rest[:1] == ["to"] and len(rest) > 1:
        return rest[1].lower().strip(".,!") not in _ERRANDS
    return bool(rest) or found.start() > 0
