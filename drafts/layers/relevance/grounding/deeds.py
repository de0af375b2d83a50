"""Promises, past events and attachments that no source carries."""

import re
from collections.abc import Iterator

from spacy.tokens import Token

from drafts.layers.relevance.grounding.text import HARD, SOFT, Text
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.values import values
from drafts.layers.relevance.view import Stretch, same_value
from profiles.judgement import Evidence

_ATTACHED = re.compile(
    r"""\b(?: (?:i|we)(?:\ have|'ve)?\ (?:attach|attached|enclose|enclosed)
          | (?:is|are|find|see)\ (?:the\ )?(?:attached|enclosed)
          | (?:attached|enclosed)\ (?:is|are|you|please)
          | (?:see|in)\ the\ attach(?:ed|ment) )\b""",
    re.I | re.X,
)
_COMMITS = re.compile(
    r"""\b(?: discount(?:ed)? | refund(?:ed)? | reimburse\w* | compensat\w+ | money\ back
          | extend(?:ed)? | extension | waive[sd]? | guarantee[sd]?
          | lock(?:ed)?\ (?:in\ )?(?:the\ |that\ |your\ )?(?:price|rate) | price\ lock
          | hold\ (?:the\ price|that\ price|the\ rate|it\ for\ you)
          | \d+\ ?%\ off | half\ price
          | build\ (?:it|that|one)\ for\ you )\b""",
    re.I | re.X,
)
_NEGATED = re.compile(r"\b(?:not|no|never|cannot|without|won't|can't|don't|isn't|nor)\b|n't\b", re.I)
_PLAIN_DEEDS = frozenset(
    """send call show bring keep leave move add put set forward share note include arrange confirm wait stay hold check ask tell write
    speak talk see hear answer look be have follow start get make help give go come take let do find mail email ping explain walk join
    know hope appreciate understand expect think imagine believe suppose wonder say mean like love want prefer suggest recommend guess
    bet assume gather mention agree close dial ring return reply meet plan prepare book""".split()
)
"""What anyone at a desk does, and what anyone thinks: saying so promises and claims nothing."""
_REPLIED = re.compile(
    r"\bthank(?:s|\ you)(?:\ so\ much|\ very\ much)?\ for\ "
    r"(?:getting\ back|coming\ back|replying|answering|responding|your\ (?:quick\ |prompt\ )?(?:reply|answer|response))\b",
    re.I | re.X,
)
_MET = re.compile(
    r"""\b(?: (?:thanks|thank\ you)\ for\ (?:the|your|taking|joining|today's|yesterday's)\ [^.?!]{0,30}\b(?P<a>call|meeting|demo|chat)\b
          | (?:when|since|after|as)\ we\ (?:last\ )?(?P<b>spoke|talked|met|discussed|agreed)\b
          | (?:on|during|in)\ our\ (?:last\ |recent\ )?(?P<c>call|meeting|demo|chat|conversation)\b
          | (?:great|good|nice|lovely)\ (?:speaking|talking|meeting|chatting)\ (?P<d>with|to)\b )""",
    re.I | re.X,
)
_MEETING_WORDS = frozenset("call meeting demo chat conversation talk talked spoke met saw discussed spoken".split())
_OUTCOMES = frozenset(
    "say agree approve sign decide confirm accept choose select finish love like reject decline promise buy order start".split()
)
_IMPERSONAL = frozenset("it that this which who they what".split())
_CONDITIONAL = frozenset("if whether unless when once should would could might may".split())


def issues(text: Text) -> Iterator[Evidence]:
    """Promises, finished deeds and attachments without a source."""
    yield from _commitments(text)
    yield from _unusual_promises(text)
    yield from _meetings(text)
    yield from _claims(text)
    for found in _ATTACHED.finditer(text.doc.text):
        yield Evidence(
            "ungrounded_attachment", f"Speaks of an attachment, and there is none: “{found.group()}”.", HARD, (found.span(),)
        )


def _commitments(text: Text) -> Iterator[Evidence]:
    """Words that bind the seller, where no fact, message or response point uses them and no figure of theirs is known."""
    for part in text.parts:
        for found in _COMMITS.finditer(part.text):
            if part.asks or _NEGATED.search(part.text[: found.start()]) or _figures_known(found.group(), part, text):
                continue
            key = stem(re.findall(r"[a-z]+", found.group().lower())[0])
            if key in text.sources.approved_stems and not re.search(r"\b(?:i|we)(?:'ll| will|'ve| have| can)\b", part.text, re.I):
                continue
            span = (part.span[0] + found.start(), part.span[0] + found.end())
            yield Evidence("ungrounded_promise", f"Promises something nobody approved: “{found.group()}”.", HARD, (span,))


def _figures_known(words: str, part: Stretch, text: Text) -> bool:
    figures = values(words)
    return bool(figures) and all(any(same_value(value, source) for source in text.sources.fact_values) for value in figures)


def _unusual_promises(text: Text) -> Iterator[Evidence]:
    for subject, verb in _own_verbs(text):
        future = any(child.lower_ in ("will", "'ll", "’ll", "shall") for child in verb.children)
        lemma = verb.lemma_.lower()
        if future and lemma not in _PLAIN_DEEDS and lemma not in text.sources.deeds:
            said = f"Promises a thing this rep is not known to do: “{subject.text} will {lemma}”."
            yield Evidence("ungrounded_promise", said, SOFT, (_between(subject, verb),))


def _meetings(text: Text) -> Iterator[Evidence]:
    if text.thread.newest.from_rep and (found := _REPLIED.search(text.doc.text)):
        yield Evidence("ungrounded_past_event", f"Thanks for a reply that never came: “{found.group()}”.", HARD, (found.span(),))
    for found in _MET.finditer(text.doc.text):
        if not _MEETING_WORDS & text.sources.thread_words:
            said = f"The thread knows of no such meeting: “{found.group()}”."
            yield Evidence("ungrounded_past_event", said, HARD, (found.span(),))


def _claims(text: Text) -> Iterator[Evidence]:
    """Finished deeds of the rep's, and outcomes on the prospect's side, that the thread does not tell of."""
    known = text.sources.thread_stems
    for subject, verb in _own_verbs(text):
        done = verb.tag_ == "VBD" or any(child.dep_ == "aux" and child.lemma_ == "have" for child in verb.children)
        lemma = verb.lemma_.lower()
        if done and _asserted(verb) and lemma not in _PLAIN_DEEDS | text.sources.deeds and stem(lemma) not in known:
            said = f"Claims a deed the thread does not show: “{subject.text} {verb.text}”."
            yield Evidence("ungrounded_past_event", said, HARD, (_between(subject, verb),))
    for verb in text.doc:
        if verb.tag_ != "VBD" or verb.lemma_.lower() not in _OUTCOMES or stem(verb.lemma_) in known or not _asserted(verb):
            continue
        subject = next((child for child in verb.children if child.dep_ == "nsubj"), None)
        if subject is not None and _is_their_side(subject, text):
            said = f"The thread does not say that “{subject.text} {verb.text}”."
            yield Evidence("ungrounded_past_event", said, HARD, (_between(subject, verb),))


def _own_verbs(text: Text) -> Iterator[tuple[Token, Token]]:
    """Every verb whose subject is I or we, with that subject."""
    for token in text.doc:
        if token.dep_ == "nsubj" and token.lower_ in ("i", "we") and token.head.pos_ == "VERB":
            yield token, token.head


def _asserted(verb: Token) -> bool:
    """False in questions, conditions and relative clauses."""
    if verb.dep_ in ("relcl", "acl", "advcl") or verb.sent.text.rstrip(')"” ').endswith("?"):
        return False
    return not any(word.lower_ in _CONDITIONAL for word in verb.lefts)


def _is_their_side(subject: Token, text: Text) -> bool:
    """People of the prospect's, as against things of the seller's ("the trial finished")."""
    if subject.lower_ in _IMPERSONAL or subject.lower_ in ("i", "we") or subject.pos_ not in ("NOUN", "PROPN", "PRON"):
        return False
    return stem(subject.lemma_.lower()) not in text.sources.fact_stems


def _between(one: Token, other: Token) -> tuple[int, int]:
    first, last = sorted((one, other), key=lambda token: token.i)
    return first.idx, last.idx + len(last.text)
