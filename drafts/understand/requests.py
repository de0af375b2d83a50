"""Rules for requests: does this clause want the reader to do or give something?"""

import re

from spacy.tokens import Token

from drafts.understand.clauses import Clause
from drafts.understand.questions import opening

_WANTING = frozenset("want need require request expect".split())
_OWN_ERRANDS = frozenset(
    "talk speak check ask think review run discuss go get finish wait sleep read look decide convince meet sit wrap sort move show bring "
    "take leave make work pass test try push poke go start focus buy close switch replace put do put".split()
)
_NOT_FOR_THE_READER = frozenset(
    "let thank hope look forget have see talk speak take excuse enjoy sorry trust thanks wait hang hold".split()
)
_WISH = re.compile(
    r"\b(?:i|we|they|\w+)\s*(?:['’]d|would|should)\s+(?:also\s+|really\s+|very\s+much\s+)?(?:like|love|want|need|prefer|appreciate|be\s+grateful|be\s+interested|be\s+keen)\b"
    r"|\b(?:looking|hoping|after|asking|shopping)\s+for\b|\binterested\s+in\b|\b(?:i['’]m|we['’]re|i\s+am|we\s+are)\s+after\b"
    r"|\bin\s+(?:the\s+)?(?:need|market)\s+(?:of|for)\b|\bgrateful\s+(?:for|if)\b|\bappreciate\s+(?:it\s+if|a|an|any|some|the|your)\b",
    re.I,
)
_DEFERS = re.compile(
    r"(?:please\s+)?(?:ask|try|call|ping|contact|catch|check|circle|come|get|reach)\s+(?:\w+\s+){0,3}?(?:back\s+|again\s+)?(?:then|later|after|when|once|next|in\s+\w+)\b",
    re.I,
)
"""Put off, not asked for: "ask me then", "try me in February"."""
_PLEASE = re.compile(r"\b(?:please|pls|plz|kindly)\b", re.I)
_SEND = re.compile(
    r"\b(?:send|email|mail|forward|share|give|get|quote|show|call|ring|text|point|tell|remind)\s+(?:me|us|over|through|across)\b",
    re.I,
)


def is_request(clause: Clause) -> bool:
    """True when the clause tells or begs the reader to do something, or says what the writer wants of them."""
    tokens = opening(list(clause.tokens))
    if not tokens:
        return False
    return (
        _imperative(tokens, clause.text) or _wants_something(tokens) or _wish(clause.text, tokens) or _begs(clause.text, tokens)
    )


def _imperative(tokens: list[Token], text: str) -> bool:
    first = tokens[0]
    if first.lower_ in {"let", "let's", "lets"}:
        return bool(re.match(r"let\s+(?:me|us)\s+know\b", text.lstrip(" ,"), re.I))
    if _DEFERS.match(" ".join(t.text for t in tokens)):
        return False
    if first.lower_ in _NOT_FOR_THE_READER or first.lower_ in {"do", "don't", "dont", "be", "ca", "can't"}:
        return False
    if _SEND.match(" ".join(t.text for t in tokens[:2])):
        return True
    return (
        first.tag_ in {"VB", "VBP"}
        and first.pos_ == "VERB"
        and not any(t.dep_ in {"nsubj", "nsubjpass", "expl"} for t in first.lefts)
        and first.dep_ in {"ROOT", "conj", "ccomp"}
    )


def _wants_something(tokens: list[Token]) -> bool:
    """ "We need X", "I want a refund"; not "I need to ask my boss", which is the writer's own errand."""
    for i, token in enumerate(tokens):
        if token.lemma_.lower() not in _WANTING or token.tag_ not in {"VBP", "VB", "VBZ"}:
            continue
        subjects = [t for t in token.lefts if t.dep_ == "nsubj"]
        if i and not any(t.lower_ in {"i", "we", "they"} or t.pos_ in {"NOUN", "PROPN"} for t in subjects):
            continue
        if any(t.dep_ == "neg" for t in token.lefts):
            return False
        after = [t for t in tokens[i + 1 : i + 5]]
        if after and after[0].lower_ == "to" and len(after) > 1:
            return after[1].lemma_.lower() not in _OWN_ERRANDS
        return bool(after)
    return False


def _wish(text: str, tokens: list[Token]) -> bool:
    found = _WISH.search(text)
    if not found or re.search(r"\b(?:not|n['’]t|no longer|never)\b", text[: found.end()], re.I):
        return False
    rest = text[found.end() :].split()
    if rest[:1] == ["to"] and len(rest) > 1:
        return rest[1].lower() not in _OWN_ERRANDS
    return bool(rest)


def _begs(text: str, tokens: list[Token]) -> bool:
    return (
        bool(_PLEASE.search(text))
        and len(tokens) > 1
        and not re.search(r"\bplease\s+(?:excuse|forgive|bear|note|accept|find|be)\b", text, re.I)
    )
