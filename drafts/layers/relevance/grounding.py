"""Grounding: every price, number, date, time, name, link, promise, past event and attachment traces to a source, or is named."""

import re
from collections.abc import Iterator

from spacy.tokens import Doc, Token

from drafts.domain import Brief, Rep, Thread
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.sources import Sources
from drafts.layers.relevance.terms import is_name
from drafts.layers.relevance.values import DATE_WORDS, DAYS_IN, Value, values
from drafts.layers.relevance.view import Stretch, fact_share, same_value
from profiles.judgement import Evidence

HARD = -0.6
"""Weight of something invented: one is enough to hold a draft."""
SOFT = -0.2
"""Weight of what is unusual rather than invented: it takes three to hold a draft."""

_KIND_CODE = {
    "money": "ungrounded_price",
    "percent": "ungrounded_number",
    "count": "ungrounded_number",
    "duration": "ungrounded_number",
}
_KIND_CODE |= {"versioned": "ungrounded_name", "year": "ungrounded_date", "date": "ungrounded_date", "clock": "ungrounded_time"}
_KIND_CODE |= {"url": "ungrounded_link", "always": "ungrounded_time"}
_SAID = {"ungrounded_price": "price", "ungrounded_number": "number", "ungrounded_name": "name", "ungrounded_date": "date"}
_SAID |= {"ungrounded_time": "time", "ungrounded_link": "link"}

SMALL = 12
"""Bare numbers up to this are manner of speech ("two things", "day nine")."""

_ATTACHED = re.compile(
    r"\b(?:(?:i|we)(?: have|'ve)? (?:attach|attached|enclose|enclosed)|(?:is|are|find|see|please find) (?:the )?(?:attached|enclosed)|attached (?:is|are|you)|(?:see|in) the attach(?:ed|ment)|enclosed (?:is|are|please))\b",
    re.I,
)
_COMMITS = re.compile(
    r"\b(?:discount|refund|credit|extend|extension|extended|waive|waived|guarantee|guaranteed|promise|lock(?:ed)? (?:in )?(?:the |that |your )?(?:price|rate)|price lock|hold (?:it|the price|that price|the rate)|free of charge|compensat\w+|money back|off (?:the )?(?:year|first)|\d+ ?% off|custom(?:ise|ize|-build)|build (?:it|that|one) for you)\b",
    re.I,
)
_OWN_PROMISE = re.compile(r"\b(?:i|we)(?:'ll| will| shall| can promise|'re going to| are going to| guarantee| promise)\b", re.I)
_SAFE_DEEDS = frozenset(
    ["send", "call", "show", "bring", "keep", "leave", "move", "add", "put", "set", "forward", "share", "note", "include", "arrange", "confirm", "wait", "stay", "hold", "check", "ask", "tell", "write", "speak", "talk", "see", "hear", "answer", "look", "be", "have", "follow", "start", "get", "make", "help", "give", "go", "come", "take", "let", "do", "find", "mail", "email", "ping", "explain", "walk", "join", "know", "hope", "appreciate", "understand", "expect", "think", "imagine", "believe", "suppose", "wonder", "say", "mean", "like", "love", "want", "prefer", "suggest", "recommend", "guess", "bet", "assume", "gather", "mention", "agree", "promise"]
)
_REPLIED = re.compile(
    r"\bthanks?(?: you)?(?: so much| very much)? for (?:getting back|your (?:reply|answer|response|quick reply)|replying|answering|responding|coming back)\b",
    re.I,
)
_MET_BEFORE = re.compile(
    r"\b(?:(?:thanks?|thank you) for (?:the|your|taking|joining|today's|yesterday's) [^.?!]{0,30}\b(?P<a>call|meeting|demo|chat|conversation)\b|(?:when|since|after|as) we (?:last )?(?P<b>spoke|talked|met|discussed|agreed)|(?:on|during|in) our (?:last |recent )?(?P<c>call|meeting|demo|chat|conversation)|(?:great|good|nice|lovely) (?:speaking|talking|meeting|chatting) (?P<d>with|to))",
    re.I,
)
_OUTCOME = frozenset(
    ["say", "agree", "approve", "sign", "decide", "confirm", "accept", "choose", "select", "finish", "love", "like", "reject", "decline", "promise", "buy", "order", "start"]
)
_IMPERSONAL = frozenset(("it", "that", "this", "which", "who", "they"))
_CONDITIONAL = frozenset(["if", "whether", "unless", "when", "once", "should", "would", "could", "might", "may"])
_NOT_NAMES = frozenset(
    ["hi", "hey", "hello", "dear", "best", "regards", "cheers", "thanks", "thank", "kind", "sincerely", "i", "ok", "okay", "pm", "am", "a.m", "p.m", "ct", "et", "mt", "pt", "est", "cst", "mst", "pst", "edt", "cdt", "mdt", "pdt", "gmt", "utc", "bst", "cet", "fyi", "ps", "asap", "nb", "eod", "faq", "qa", "q&a", "mr", "mrs", "ms", "dr", "yes", "no", "tbd", "tbc", "usa", "us", "uk", "eu", "ceo", "cfo", "coo", "cto", "it", "hr", "pdf"]
)


def issues(
    doc: Doc, parts: tuple[Stretch, ...], sources: Sources, brief: Brief, thread: Thread, rep: Rep | None
) -> tuple[Evidence, ...]:
    """Everything in the text that no source carries, each with its span."""
    found = [
        *_values(doc, parts, sources, brief, thread),
        *_names(doc, sources),
        *_promises(doc, parts, sources),
        *_past(doc, parts, sources, thread),
        *_attachments(doc, thread),
        *_expired(parts, sources),
        *_plans(doc, parts, sources),
        *_rivals(doc, parts, thread, sources),
    ]
    return tuple(dict.fromkeys(found))


def _values(doc, parts, sources, brief, thread) -> Iterator[Evidence]:
    for value in values(doc.text):
        where = next((part for part in parts if part.span[0] <= value.span[0] < part.span[1]), None)
        if where is None or _known(value, where, sources, brief, thread):
            continue
        code = _KIND_CODE[value.kind]
        if any(same_value(value, barred) for barred in sources.barred):
            yield Evidence(
                "expired_fact",
                f"“{value.words}” comes from a fact that has expired or is meant for other customers.",
                HARD,
                (value.span,),
            )
        else:
            yield Evidence(
                code, f"The {_SAID[code]} “{value.words}” is in no approved fact and not in the thread.", HARD, (value.span,)
            )


def _known(value: Value, where: Stretch, sources: Sources, brief: Brief, thread: Thread) -> bool:
    if any(same_value(value, source) for source in sources.values):
        return True
    if any(same_value(value, barred) for barred in sources.barred):
        return False
    if value.kind == "count":
        return (
            value.number <= SMALL
            or _as_time(value, brief)
            or any(same_value(value, habit) and value.number <= 60 for habit in sources.habits)
        )
    if value.kind == "duration":
        short = value.number <= 1.5 / 24
        return short or where.asks or _elapsed(value, brief, thread) or any(same_value(value, habit) for habit in sources.habits)
    if value.kind == "clock":
        return where.asks or _as_time(value, brief) or not brief.times
    if value.kind == "date":
        return _near_day(value, brief)
    if value.kind == "year":
        return value.number in (brief.now.year, brief.now.year + 1)
    return False


def _as_time(value: Value, brief: Brief) -> bool:
    """Whether a clock time may stand for one of the proposed times in some zone; which zone is checked elsewhere."""
    minutes = value.number if value.kind == "clock" else value.number * 60
    return any((minutes - time.start.hour * 60 - time.start.minute) % 30 == 0 for time in brief.times)


def _elapsed(value: Value, brief: Brief, thread: Thread) -> bool:
    """Whether a duration is the time since some message of the thread, give or take a fifth."""
    return any(
        abs((brief.now - m.sent_at).total_seconds() / 86400 - value.number) <= max(1.0, 0.2 * value.number)
        for m in thread.messages
    )


def _near_day(value: Value, brief: Brief) -> bool:
    """Whether a date is today, or the day of a time that was proposed."""
    days = [brief.now.date(), *(time.start.date() for time in brief.times)]
    days += [time.start.astimezone(brief.now.tzinfo).date() for time in brief.times]
    return any(value.number in (day.month * 100 + day.day, float(day.day)) for day in days)


def _names(doc: Doc, sources: Sources) -> Iterator[Evidence]:
    for token in doc:
        word = token.lower_.removesuffix("'s").removesuffix("’s").strip(".")
        if (
            not is_name(token)
            or len(word) < 2
            or word in _NOT_NAMES
            or word in DATE_WORDS
            or word in DAYS_IN
            or not word[0].isalpha()
        ):
            continue
        if (
            word in sources.words
            or word.rstrip("s") in sources.words
            or stem(word) in {stem(w) for w in sources.words if w[0] == word[0]}
        ):
            continue
        if token.text.isupper() and token.lower_ in {t.lower_ for t in doc if t.is_lower}:
            continue
        said = f"“{token.text}” is named in no approved fact and not in the thread."
        yield Evidence("ungrounded_name", said, HARD, ((token.idx, token.idx + len(token.text)),))


def _promises(doc: Doc, parts, sources) -> Iterator[Evidence]:
    for part in parts:
        if part.asks:
            continue
        for found in _COMMITS.finditer(part.text):
            words = set(re.findall(r"[a-z]+", found.group().lower())) - set(
                ["the", "a", "it", "for", "you", "your", "of", "in", "off", "first", "year", "that"]
            )
            if words & sources.words and not _OWN_PROMISE.search(part.text):
                continue
            before = part.text[: found.start()].lower()
            if re.search(r"\b(?:not|no|never|n't|can't|cannot|without|won't)\b[^.;]*$", before):
                continue
            if re.search(r"\b(?:rather|than as|as|than)\b(?: as)? a $", before):
                continue
            yield Evidence(
                "ungrounded_promise",
                f"Promises something nobody approved: “{found.group()}”.",
                HARD,
                ((part.span[0] + found.start(), part.span[0] + found.end()),),
            )
    for token in doc:
        if token.dep_ == "nsubj" and token.lower_ in ("i", "we") and token.head.pos_ == "VERB":
            verb = token.head
            future = any(child.lower_ in ("will", "'ll", "’ll", "shall") for child in verb.children)
            if future and verb.lemma_.lower() not in _SAFE_DEEDS and verb.lemma_.lower() not in sources.deeds:
                yield Evidence(
                    "ungrounded_promise",
                    f"Promises a thing this rep is not known to do: “{token.text} will {verb.lemma_}”.",
                    SOFT,
                    ((token.idx, verb.idx + len(verb.text)),),
                )


def _past(doc: Doc, parts, sources: Sources, thread: Thread) -> Iterator[Evidence]:
    if thread.newest.from_rep and (found := _REPLIED.search(doc.text)):
        yield Evidence("ungrounded_past_event", f"Thanks for a reply that never came: “{found.group()}”.", HARD, (found.span(),))
    for found in _MET_BEFORE.finditer(doc.text):
        what = next(v for v in found.groupdict().values() if v).lower()
        known = {"call", "meeting", "demo", "chat", "conversation", "talked", "talk", "spoke", "met", "saw"}
        if not known & sources.thread_words and what not in sources.thread_words:
            yield Evidence(
                "ungrounded_past_event", f"The thread knows of no such meeting: “{found.group()}”.", HARD, (found.span(),)
            )
    for token in doc:
        if token.pos_ in ("VERB", "AUX") and token.tag_ in ("VBD", "VBN") and (evidence := _past_claim(token, sources)):
            yield evidence


def _past_claim(verb: Token, sources: Sources) -> Evidence | None:
    """A finished deed of the rep's or an outcome on the prospect's side that the thread does not tell of."""
    subject = next((child for child in verb.children if child.dep_ == "nsubj"), None)
    if (
        subject is None
        or verb.dep_ in ("relcl", "acl", "advcl")
        or verb.sent.text.rstrip(") ").endswith("?")
        or any(w.lower_ in _CONDITIONAL for w in verb.lefts)
    ):
        return None
    lemma = verb.lemma_.lower()
    perfect = any(child.dep_ == "aux" and child.lemma_ == "have" for child in verb.children)
    known = {stem(word) for word in sources.thread_words}
    if subject.lower_ in ("i", "we"):
        if (
            (verb.tag_ == "VBD" or perfect)
            and lemma not in _SAFE_DEEDS
            and lemma not in sources.deeds
            and stem(lemma) not in known
        ):
            return Evidence(
                "ungrounded_past_event",
                f"Claims a deed the thread does not show: “{subject.text} {verb.text}”.",
                HARD,
                ((subject.idx, verb.idx + len(verb.text)),),
            )
        return None
    if (
        verb.tag_ == "VBD"
        and lemma in _OUTCOME
        and stem(lemma) not in known
        and subject.pos_ in ("NOUN", "PROPN", "PRON")
        and subject.lower_ not in _IMPERSONAL
        and stem(subject.lemma_.lower()) not in sources.fact_stems
    ):
        return Evidence(
            "ungrounded_past_event",
            f"The thread does not say that “{subject.text} {verb.text}”.",
            HARD,
            ((subject.idx, verb.idx + len(verb.text)),),
        )
    return None


def _attachments(doc: Doc, thread: Thread) -> Iterator[Evidence]:
    for found in _ATTACHED.finditer(doc.text):
        yield Evidence(
            "ungrounded_attachment", f"Speaks of an attachment, and there is none: “{found.group()}”.", HARD, (found.span(),)
        )


def _expired(parts, sources: Sources) -> Iterator[Evidence]:
    for entry in sources.expired.entries:
        for part in parts:
            if part.asks or fact_share(part, entry) < 0.6:
                continue
            if max((fact_share(part, other) for other in sources.facts.entries), default=0.0) < fact_share(part, entry):
                fact = entry.fact
                yield Evidence(
                    "expired_fact", f"Says what expired on {fact.valid_until:%d %B %Y}: {fact.text}", HARD, (part.span,)
                )


def _plans(doc: Doc, parts, sources: Sources) -> Iterator[Evidence]:
    """A thing put on a plan that the fact does not put it on."""
    from drafts.layers.relevance.polarity import stands_for

    tiers = sources.facts.tiers
    if len(tiers) < 2:
        return
    for part in parts:
        if part.asks:
            continue
        for start, clause in _clauses(part):
            claimed = _claimed(clause, tiers)
            if not claimed:
                continue
            for entry in sources.facts.entries:
                own = [t for t in entry.said if t.weight >= 0.6 and t.stem not in tiers and sources.facts.share(t) <= 0.05]
                hits = {t.stem for t in own if re.search(rf"\b{re.escape(t.text)}", clause, re.I)}
                if len(hits) < min(2, len({t.stem for t in own})) or not hits:
                    continue
                standing = {t: stands_for(t, entry.fact.text, tiers) for t in tiers}
                if True not in standing.values() and False not in standing.values():
                    continue
                wrong = [t for t in claimed if standing.get(t) is not True]
                if wrong:
                    said = f"Puts it on {wrong[0].title()}, where the fact does not: {entry.fact.text}"
                    yield Evidence("contradicts_fact", said, HARD, ((start, start + len(clause)),))


def _clauses(part: Stretch):
    for found in re.finditer(r"[^;—–(),]+(?:, (?:and|as well)[^;—–(),]+)?", part.text):
        yield part.span[0] + found.start(), found.group()


def _claimed(clause: str, tiers: frozenset[str]) -> set[str]:
    """Plans a clause says something holds on."""
    if re.search(r"\b(?:every|any|all|both|either) (?:of (?:the|our) )?(?:two )?plans?\b", clause, re.I):
        return set(tiers)
    found = set()
    for tier in tiers:
        for hit in re.finditer(rf"\b{re.escape(tier.title())}\b", clause):
            if not re.search(r"\b(?:not|n't|no|never|except|without|than)\b[^,;]*$", clause[: hit.start()], re.I):
                found.add(tier)
    return found


def _rivals(doc: Doc, parts, thread: Thread, sources: Sources) -> Iterator[Evidence]:
    """Another product, named by the prospect, run down by the draft."""
    lead = f"{thread.lead.name} {thread.lead.company}".lower()
    for part in parts:
        for token in doc.char_span(*part.span, alignment_mode="expand") or ():
            if (
                not token.text[:1].isupper()
                or token.pos_ != "PROPN"
                or token.lower_ in lead
                or token.lower_ in _facts_words(sources)
            ):
                continue
            if token.lower_ not in sources.thread_words:
                continue
            after = part.text[max(0, token.idx - part.span[0]) :]
            if re.search(
                r"\b(?:can't|cannot|doesn't|does not|won't|lacks?|isn't|falls? short|behind|outdated|worse|clunky|fails?|struggles?)\b",
                after,
                re.I,
            ) or re.search(rf"\b(?:better|stronger|faster) than {re.escape(token.text)}\b", part.text, re.I):
                yield Evidence("criticises_rival", f"Runs down {token.text}.", HARD, (part.span,))
                break


def _facts_words(sources: Sources) -> frozenset[str]:
    return frozenset(term.text for entry in sources.facts.entries for term in entry.said)
