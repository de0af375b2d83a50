"""What binds the seller on the prospect's word alone: their price, their link, a promise or a claim nobody approved.

What a prospect writes is no source for what the seller grants. A mail may name any price, any address and any agreement; a draft
that says them back as the seller's own would hold the seller to them.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from spacy.lang.en.stop_words import STOP_WORDS

from drafts.layers.relevance.grounding.text import HARD, Text
from drafts.layers.relevance.lexicon import LIGHT, stem
from drafts.layers.relevance.values import Value, values
from drafts.layers.relevance.view import same_value
from profiles.judgement import Evidence

_THEIRS = re.compile(
    r"\b(?:you|they)(?:['’](?:ve|re|d)|\s+(?:have|had|are|were))?\s+(?:\w+ly\s+)?"
    r"(?:said|sa(?:y|id)|mention\w*|wr(?:i|o)te\w*|pa(?:y|id|ying)|spen[dt]\w*|quot\w+|ask\w*|budget\w*|nam\w+|gave|propos\w+|offer\w*)\b"
    r"|\byour\s+(?:\w+\s+)?(?:budget|figure|offer|spend|target|current|present|existing|link|page|site|website)\b",
    re.IGNORECASE,
)
"""Said of the prospect: their own figure, handed back as theirs."""
_ADDRESS = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")
_PLACE = re.compile(
    r"(?:\b(?:at|on|via|to|visit|under|see|open|through)\s+|\bhere:?\s+|https?://|\bwww\.)(?P<place>[a-z0-9][\w-]*(?:\.[\w-]+)*\.[a-z]{2,})\b",
    re.IGNORECASE,
)
_BINDS = re.compile(
    r"""\b(?: (?<!\bam\ )(?<!['’]m\ )(?<!\bwe\ are\ )(?<!\byou\ are\ )(?<!\bthey\ are\ )(?<!['’]re\ )(?<!\bbe\ )free(?:\ of\ charge)?
              (?!\s+(?:on|at|to|from|until|before|after|between|mon|tues?|wed|thu|fri|sat|sun|tomorrow|today|this|next|all)) | (?:at|for)\ no\ (?:extra\ )?(?:cost|charge) | for\ (?:life|ever|good) | forever | lifetime | unlimited
          | liab(?:le|ilit\w+) | warrant\w+ | certif\w+ | indemnif\w+ | cancel(?:l?ed|lation) | terminated | without\ notice
          | (?:is|are|be|gets?)\ (?:\w+\ )?(?:deliver|shipp|install|fitt)\w*\ (?:by|on|tomorrow|today|next) | out\ of\ business | bankrupt\w* | insolven\w+ )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_NOT_SAID = re.compile(r"\b(?:not|no|never|cannot|without|nor|if|unless|whether|feel)\b|n['’]t\b", re.IGNORECASE)
_AS_AGREED = re.compile(
    r"\bas\s+(?:we\s+)?(?:agreed|discussed|promised|arranged|settled)\b[^.?!]{0,40}\b(?:phone|call|meeting|person|yesterday|demo)\b",
    re.IGNORECASE,
)
_SPOKEN = frozenset("call called phone phoned meeting met demo spoke talked".split())


def issues(text: Text) -> Iterator[Evidence]:
    """Figures, addresses and binding words that only the prospect, or nobody, has put there."""
    yield from _figures(text)
    yield from _addresses(text)
    yield from _words(text)
    for found in _AS_AGREED.finditer(text.doc.text):
        if not _SPOKEN & text.sources.thread_words or not text.thread.messages[0].from_rep and len(text.thread.messages) == 1:
            said = f"The thread shows no such agreement: “{found.group()}”."
            yield Evidence("ungrounded_past_event", said, HARD, (found.span(),))


def _figures(text: Text) -> Iterator[Evidence]:
    """Prices, percentages and links that stand in the prospect's mails and nowhere else."""
    theirs = _values_of(tuple(f"{m.subject}\n{m.text}\n{m.quoted}" for m in text.thread.prospect))
    ours = text.sources.fact_values + _values_of(_ours(text))
    for part in text.parts:
        if part.asks or _THEIRS.search(part.text):
            continue
        for value in part.values:
            if (
                value.kind in ("money", "percent", "url")
                and _in(value, theirs)
                and not _in(value, ours)
                and not _sum(value, text, theirs)
            ):
                said = f"“{value.words}” is the prospect's own word; no approved fact and no mail of yours says it."
                yield Evidence("ungrounded_offer", said, HARD, (value.span,))


def _ours(text: Text) -> tuple[str, ...]:
    return tuple(m.text for m in text.thread.messages if m.from_rep)


def _sum(value: Value, text: Text, theirs: tuple[Value, ...]) -> bool:
    """Whether it is a sum of approved prices: those are among the sources without being the prospect's or a fact's."""
    counted = sum(same_value(value, source) for source in text.sources.values)
    return value.kind == "money" and counted > sum(same_value(value, other) for other in theirs)


def _in(value: Value, others: tuple[Value, ...]) -> bool:
    return any(same_value(value, other) for other in others)


@lru_cache(maxsize=64)
def _values_of(texts: tuple[str, ...]) -> tuple[Value, ...]:
    return tuple(value for text in texts for value in values(text))


def _addresses(text: Text) -> Iterator[Evidence]:
    """Mail addresses, and sites the reader is sent to, that are neither approved nor the rep's nor the lead's own."""
    rep = text.rep
    own = [rep.email, rep.signature, *(e.reply for e in rep.examples)] if rep else []
    approved = [entry.fact.text for entry in text.sources.facts.entries]
    known = " ".join([*approved, *own, *_ours(text), text.thread.lead.email]).lower()
    found = [(m.group(), m.span()) for m in _ADDRESS.finditer(text.doc.text)]
    found += [
        (m["place"], m.span("place"))
        for m in _PLACE.finditer(text.doc.text)
        if not any(a <= m.start("place") < b for _, (a, b) in found)
    ]
    for words, span in found:
        if words.lower() not in known:
            said = f"The address “{words}” is in no approved fact and in no mail of yours."
            yield Evidence("ungrounded_link", said, HARD, (span,))


def _words(text: Text) -> Iterator[Evidence]:
    """Binding words, unless something approved says them of the same thing."""
    for part in text.parts:
        for found in _BINDS.finditer(part.text):
            if part.asks or _NOT_SAID.search(part.text[: found.start()]):
                continue
            words = _telling(found.group())
            about = _telling(part.text) - words
            if any(words & said and about & said for said in _approved(text)):
                continue
            span = (part.span[0] + found.start(), part.span[0] + found.end())
            yield Evidence(
                "ungrounded_promise", f"Promises or claims something nobody approved: “{found.group()}”.", HARD, (span,)
            )


def _approved(text: Text) -> list[frozenset[str]]:
    """The telling words of each thing the seller may say, and of each of the rep's own sentences."""
    said = [e.fact.text for e in text.sources.facts.entries]
    own = [line for e in (text.rep.examples if text.rep else ()) for line in re.split(r"(?<=[.!?])\s+|\n", e.reply)]
    return [_telling(line) for line in (*said, *text.sources.points, *own, *_ours(text)) if line.strip()]


@lru_cache(maxsize=4096)
def _telling(line: str) -> frozenset[str]:
    """Stems of the words that say what a line is about."""
    words = re.findall(r"[a-z][a-z'’-]*", line.lower())
    return frozenset(stem(word) for word in words if word not in STOP_WORDS and word not in LIGHT)
