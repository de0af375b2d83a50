"""How a nudge begins: with what was left open, in the rep's way of asking after it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from drafts.writers.offline.asides import with_asides
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.context import OWN_MOVE, Context
from drafts.writers.offline.occasion import Occasion, Person, turned
from drafts.writers.offline.parties import Deed, Waited, waited_for
from drafts.writers.offline.transforms import lower_first
from drafts.writers.offline.units import Unit
from drafts.writers.offline.words import MONTHS
from profiles.language import parsed

_PROMISE = re.compile(
    r"(?:(?P<plan>\b(?:i|we)(?:'ll| will|'m going to| am going to| are going to|'re going to)|\blet (?:me|us)|(?:^|[.!?,]\s*)(?:will|going to|gonna))"
    r"|(?P<wish>\b(?:i|we)(?: have to| need to|'d need to| would need to|'d like to| would like to| want to| still need to| still have to| plan to| hope to| intend to)))"
    r"\s+(?P<do>[^.!?;()\n]+)",
    re.I,
)
_STATE = frozenset("be know have see need want get like hope guess keep love".split())
"""Verbs of a promise that nobody can be asked about having done."""
_RETURN = re.compile(
    r"(?:^|[.!?,;]\s*|\b(?:please|you|and|or|then|just|do)\s+)(?:follow up|ping|call|check|try|ask|reach|contact|email|write|circle back|get back|come back|touch base)\b[^.!?]{0,30}\b(?:after|then|in|next|once|when|later|again)\b",
    re.I,
)
TOPICS = {
    "event": "trial pilot demo demonstration test review visit walkthrough",
    "paper": "proposal quote report agreement contract summary recording sample one-pager estimate document numbers figures link",
}
"""Things that are sent or tried on the way to a sale, by what one asks about them."""


_TOPIC_WORDS = frozenset(" ".join(TOPICS.values()).split())


def slots(context: Context) -> list[Slot]:
    """The open loop: after the person whose word is waited for, the promise, or the thing that was tried or sent."""
    occasion = context.occasion
    waited = waited_for(occasion, _strangers(context))
    event = None if waited else event_of(occasion)
    person = waited.person if waited else None if event else occasion.awaited
    promise, topic = promised(occasion), topic_of(occasion)
    clause = depends(occasion)
    shown = _SHOWN.match(promise.do) if promise else None
    units: list[Unit] = []
    if shown and person is not None and shown["who"].lower() == person.words.lower():
        units += context.bank(
            "ask_shown", "ask", person=person.words, thing=shown["thing"], has="have" if person.plural else "has"
        )
    elif person is not None:
        act = "ask_people" if person.plural else "ask_person"
        units += _after_deed(context, waited) if waited else ()
        units += [u for u in context.moves("ask", person) if person.words in u.text]
        units += context.bank(act, "ask", person=person.words, has="have" if person.plural else "has")
    elif clause:
        units += context.bank("ask_depends", "ask", clause=clause)
    elif _RETURN.search(occasion.newest):
        units += context.bank("ask_return", "ask", question=_question(context, topic))
    elif occasion.trying and (better := improved(occasion.newest)):
        noun, adjective, are = better
        act = "ask_better_after" if topic and topic[0] == "event" else "ask_better"
        units += context.bank(act, "ask", noun=noun, better=adjective, are=are, topic=topic[1] if topic else "")
    elif awaited := awaits(occasion.newest):
        units += context.bank("ask_over", "ask", question=awaited.question, clause=awaited.clause)
    elif event:
        act = "ask_event" if event.split()[-1].lower() in _MEETINGS else "ask_news"
        units += context.bank(act, "ask", topic=event.split(maxsplit=1)[1], thing=event)
    elif topic is not None:
        units += context.bank(f"ask_{topic[0]}", "ask", topic=topic[1])
    if promise and not person and not clause and not event and not (occasion.trying and units):
        act = "ask_promise_about" if topic else "ask_thought" if _THINKS.match(promise.do) else "ask_promise"
        question = _question(context, topic)
        then = lower_first(question, context.model.names)
        units += context.bank(act, "ask", promise=promise.do, meant=promise.meant, question=question, then=then)
    if not units:
        units = [*context.moves("ask"), *context.bank("ask_still", "ask")]
    return [Slot(tuple(with_asides(context, _not_asked(occasion, units, person))), ends=True)]


_ACTS = {Deed.MEET: "ask_met", Deed.TRY: "ask_tried", Deed.TALK: "ask_talked", Deed.REACH: "ask_reached"}


def _after_deed(context: Context, waited: Waited) -> Iterator[Unit]:
    """Questions after the very thing a party was to do; one that names what it was to get to is worth more than a rep's stock question."""
    act = _ACTS.get(waited.deed)
    if act is None or (waited.deed is Deed.REACH and not waited.thing):
        return
    has = "have" if waited.person.plural else "has"
    for unit in context.bank(act, "ask", person=waited.person.words, thing=waited.thing, has=has):
        yield replace(unit, worth=unit.worth + (OWN_MOVE if waited.thing else DEED))


DEED = 0.1
"""What asking after the deed itself is worth over asking what somebody said."""


def _strangers(context: Context) -> frozenset[str]:
    """Names nobody waits for: the rep's and those of the knowledge."""
    return frozenset(word.lower() for word in (*context.materials.rep.name.split(), *context.model.names))


def _not_asked(occasion: Occasion, units: Sequence[Unit], person: Person | None) -> Sequence[Unit]:
    """The questions that ask something else than an unanswered nudge did, whoever they ask it of: after "Has Gil had a look?" no
    "Did Gil look at it?". All of them when none does."""
    last = max((i for i, m in enumerate(occasion.thread.messages) if not m.from_rep), default=-1)
    whom = _asks(person.words) if person else frozenset()
    asked = frozenset().union(*(_asks(m.text) for m in occasion.thread.messages[last + 1 :] if "?" in m.text)) - whom
    return [u for u in units if not _asks(u.text) & asked] or units


_LIGHT = frozenset("be have do get make go come hear ask wonder think may might would thank wish know take word".split())


def _asks(text: str) -> frozenset[str]:
    """The beginnings of the verbs and nouns a text asks with, "meet" for "met" and "meeting"; "get on" counts, a mere "get" does not."""
    doc = parsed(text)
    full = {t.lemma_.lower()[:4] for t in doc if t.pos_ in ("VERB", "NOUN") and t.lemma_.lower() not in _LIGHT}
    return frozenset(full | {f"{a.lemma_} on" for a, b in pairwise(doc) if a.lemma_ in _LIGHT and b.lower_ == "on"})


_EVENT = re.compile(
    r"\b(?P<wait>wait(?:ing)? (?:for|on) )?(?P<what>(?:the|our|my) (?:[\w-]+ ){0,3}?[\w-]+)"
    r"(?(wait)(?=\s*(?:[.,;!?\n]|$|to\b|that\b|which\b|and\b))| (?:is )?(?:on|at|in|by) (?:the (?:end|start|beginning|first|last|\d)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d))",
    re.I,
)
_MEETINGS = frozenset(
    "meeting call review vote party sit-down retreat conference audit inspection agm quarterly one-on-one session training".split()
)


def event_of(occasion: Occasion) -> str:
    """What they wait for or have a day for, facing them: "waiting for the new budget" -> "the new budget"; empty when nothing is
    named in what is open, or only what one asks after anyway (a trial, a proposal)."""
    for ask in occasion.brief.asks:
        found = _EVENT.search(occasion.raw(ask).replace("’", "'")) if ask.form == "open" else None
        if found and 2 <= len(found["what"]) <= 40:
            doc = parsed(found["what"])
            noun, plain = doc[-1], all(t.is_alpha or t.text == "-" for t in doc)
            if (
                plain
                and len(doc) > 1
                and noun.pos_ in ("NOUN", "PROPN")
                and noun.lower_ not in _TOPIC_WORDS - {"review"} | _SPANS
            ):
                return turned(found["what"])
    return ""


_DEPENDS = re.compile(
    r"\b(?:depend(?:s|ing)?(?: on)?|see|find out|figure out|work out|check|confirm|hear|ask a?round)\s+(?P<what>(?:how(?! (?:i|we|things|everything|that|this)\b)|whether|if|which|who|when)\s+[\w '%&-]+)",
    re.I,
)
_UNSAID = re.compile(r"^(?:how \w+|\w+)\s+(?:he|she|it|they|this|that|these|those)\b|^.*\byour?\b", re.I)
"""A clause about something only the sentence before names, or about the rep."""


def depends(occasion: Occasion) -> str:
    """What the prospect has yet to find out, as a clause facing them: "depends how many of the kids come back" -> "how many of the
    kids come back"; empty when they said no such thing in what is open."""
    for ask in occasion.brief.asks:
        found = _DEPENDS.search(occasion.raw(ask).replace("’", "'")) if ask.form == "open" else None
        if found:
            clause = re.split(r"\b(?:and|but|so)\b(?= (?:i|we|then|let|see|gotta|will)\b)", found["what"], flags=re.I)[0].strip()
            if not _UNSAID.match(clause) and 3 <= len(clause.split()) <= LONGEST:
                return re.sub(r"^if\b", "whether", facing(lower_first(clause)), flags=re.I)
    return ""


def _question(context: Context, topic: tuple[str, str] | None) -> str:
    units = context.bank(f"ask_{topic[0]}", "ask", topic=topic[1]) if topic else context.bank("ask_still", "ask")
    return units[0].text


@dataclass(frozen=True, slots=True)
class Promise:
    """What the prospect meant to do, facing them ("think on it"), and how that is said ("were going to", "wanted to")."""

    do: str
    meant: str


def promised(occasion: Occasion) -> Promise | None:
    """ "I'll think on it" -> "think on it"; None when nothing was promised that can be asked after."""
    for ask in occasion.brief.asks:
        found = _PROMISE.search(occasion.raw(ask).replace("’", "'")) if ask.form == "open" else None
        if found:
            clause = re.split(
                r",|\b(?:once|before|when|until|till|unless)\b|\b(?:and|but|so)\b(?= (?:i|we|then|it|that|expect|let|see)\b)",
                found["do"],
            )[0].strip()
            clause = _plain_verb(clause)
            told = not _SOMEBODY.search(clause) and not (_REPLIES.match(clause) and len(clause.split()) <= BARE)
            if told and 2 <= len(clause.split()) <= LONGEST and clause.split()[0].lower() not in _STATE:
                return Promise(facing(clause), "were going to" if found["plan"] else "wanted to")
    return None


_SHOWN = re.compile(
    r"(?:show|give|send|forward|hand) (?P<who>(?:your|the) (?:\w+ ){0,2}?\w+|[A-Z]\w+) (?:the|your) (?P<thing>\w+)\b", re.I
)
"""Something that was to be shown to somebody: "show your brother the graph"."""
_THINKS = re.compile(r"(?:think|sleep on|decide|consider|mull|weigh|chew)\b", re.I)
_REPLIES = re.compile(
    r"(?:get back|come back|let (?:me|you) know|reply|respond|revert|write back|be in touch|circle back|answer)\b", re.I
)
"""Promises of an answer: what it was to be about is asked after, not the answer."""
_SOMEBODY = re.compile(r"\b(?:he|him|his|she|her)\b", re.I)
"""Somebody only the sentence before names: given back, "put it on his list" says nothing."""
BARE = 4
LONGEST = 12
"""Words of a promise that can be given back in one breath."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What had to be over first, as a question ("Is October closed yet?") and as a clause ("October is closed")."""

    question: str
    clause: str


def awaits(text: str) -> Awaited | None:
    """What the prospect said they would wait for: "until our audit is over" -> "Is your audit over yet?", "get month end out of the
    way" -> "Is month end out of the way yet?"."""
    cleared = _CLEARED.search(text.replace("’", "'"))
    if cleared:
        what, over = turned((cleared["what"] or cleared["past"]).strip()), "behind you" if cleared["past"] else cleared["over"]
        be = "are" if what.endswith("s") and not what.endswith("ss") else "is"
        what = what.title() if what in _DATES else what
        return Awaited(f"{be.capitalize()} {what} {over} yet?", f"{what} {be} {over}")
    for found in _WAITS.finditer(text.replace("’", "'")):
        clause = _named(_with_be(_FOLLOWS.split(found["what"])[0].strip()), text[: found.start()])
        doc = parsed(f"{clause[0].upper()}{clause[1:]}.")
        verb = next((t for t in doc if t.lower_ in ("is", "are") and 0 < t.i <= LONGEST_SUBJECT), None)
        subject = turned(doc[: verb.i].text) if verb else ""
        if (
            verb is None
            or doc[0].lower_ in _UNNAMED
            or verb.i + 1 >= len(doc) - 1
            or any(t.pos_ == "VERB" for t in doc[: verb.i])
        ):
            continue
        rest = turned(doc[verb.i + 1 : -1].text)
        be = "are" if subject.lower() == "you" else verb.lower_
        first = subject if doc[0].pos_ == "PROPN" else f"{subject[0].lower()}{subject[1:]}"
        return Awaited(f"{be.capitalize()} {first} {rest} yet?", f"{first} {be} {rest}")
    return _past(text)


def _past(text: str) -> Awaited | None:
    """What had to pass, named without a verb: "after the stock count" -> "Is the stock count behind you?"."""
    for found in _AFTER.finditer(text.replace("’", "'")):
        doc = parsed(f"{found['lead']}{found['what']}")
        if (
            doc[-1].pos_ in ("NOUN", "PROPN")
            and doc[-1].lower_ not in _SPANS
            and not any(t.pos_ in ("VERB", "PRON", "NUM") for t in doc[1:])
        ):
            what = turned(found["what"])
            what = what.title() if what in _DATES else what
            be = "are" if doc[-1].tag_ in ("NNS", "NNPS") else "is"
            return Awaited(f"{be.capitalize()} {what} behind you?", f"{what} {be} behind you")
    return None


def _named(clause: str, before: str) -> str:
    """A clause about "it" or "they" with the last subject of the same number before it: "they are in" -> "the other two quotes are
    in"; unchanged when there is none, and for what one asks after otherwise (a trial, a proposal)."""
    found = re.match(r"(it|they)(?= (?:is|are)\b)", clause, re.I)
    if not found:
        return clause
    plural = found[1].lower() == "they"
    doc = parsed(before)
    rest = re.findall(r"\bthe (?:other|remaining) (?:two|three|four|five)\b(?! \w+s\b)", before) if plural else []
    counted = [t.text for t in doc if t.tag_ == "NNS" and t.i and doc[t.i - 1].tag_ == "CD"]
    if rest and counted:
        return f"{rest[-1]} {counted[-1]}{clause[found.end() :]}"
    things = [c for c in doc.noun_chunks if c[0].lower_ in ("my", "our", "the") and len(c) <= LONGEST_SUBJECT]
    fitting = [c for c in things if c.root.tag_ == ("NNS" if plural else "NN") and c.root.dep_.startswith("nsubj")]
    if not fitting or fitting[-1].root.lower_ in _TOPIC_WORDS:
        return clause
    return f"{fitting[-1].text}{clause[found.end() :]}"


def improved(text: str) -> tuple[str, str, str] | None:
    """What they say has become better, with its verb: "phones way quieter" -> ("phones", "quieter", "are")."""
    doc = parsed(text)
    for token in doc:
        much = token.i and doc[token.i - 1].lower_ in ("way", "much", "lot", "far")
        if not (token.tag_ == "JJR" or (much and token.lower_.endswith("er"))) or token.lower_ in ("more", "less", "fewer"):
            continue
        before = [
            t for t in token.doc[max(0, token.i - 4) : token.i] if t.tag_ in ("NN", "NNS") and t.lower_ not in ("way", "lot")
        ]
        if before:
            return before[-1].lower_, token.lower_, "are" if before[-1].tag_ == "NNS" else "is"
    return None


_CLEARED = re.compile(
    r"\bget\s+(?:(?P<what>(?:[a-z][\w'-]*\s+){1,4}?)(?P<over>out of the way|over|done|finished)\b|(?:thru|through|past)\s+(?P<past>(?:[\w-]+ ){0,3}?[\w-]+)(?=\s*(?:[.,;!?\n]|$|\b(?:and|first|then|before|so)\b)))",
    re.I,
)
"""Something that had to be over first."""
_DATES = frozenset(month.lower() for month in (*MONTHS, "easter", "christmas", "thanksgiving"))
_WAITS = re.compile(r"\b(?:until|till|once|after|when)\s+(?P<what>[^.,;!?()\n]{5,50})", re.I)
_AFTER = re.compile(
    r"\b(?P<lead>after |until |till? )(?P<what>(?:(?:the|our|my) )?(?:[a-z-]+ ){0,2}[A-Za-z-]{4,20})(?=\s*(?:[.,;!?\n]|$))", re.I
)
_SPANS = frozenset(
    "week weeks month months year years day days while time bit weekend lunch today tomorrow monday tuesday wednesday thursday friday saturday sunday".split()
)
"""Ends of "after ..." that are no event of the prospect's own."""
_FOLLOWS = re.compile(
    r"\s+(?:then\b|(?:i|we|you|they|he|she|it)(?:'ll|'d|'re|\s+(?:will|can|could|would|should|are|have))\b)", re.I
)
"""Where what comes after it begins: "once the harvest is in we'll have time"."""
_UNNAMED = ("they", "he", "she", "it", "that", "this", "these", "those", "there", "you", "then", "now")
LONGEST_SUBJECT = 4


def _with_be(clause: str) -> str:
    clause = re.sub(r"^its\b(?= (?:over|done|in|finished|closed)\b)", "it is", clause, flags=re.I)
    clause = re.sub(r"\b(\w+)'s(?= (?:over|done|back|out|in|through|finished|closed)\b)", r"\1 is", clause)
    return re.sub(r"\b(\w+)'re\b", r"\1 are", clause)


def _plain_verb(clause: str) -> str:
    """ "be comparing three vendors" -> "compare three vendors"."""
    found = re.match(r"be (\w+ing)\b", clause, re.I)
    if not found:
        return clause
    return f"{parsed(f'They are {found[1]}.')[2].lemma_}{clause[found.end() :]}"


def facing(clause: str) -> str:
    """A clause turned to the prospect in which "you" was the rep: "let you know what we think" -> "let me know what you think"."""
    kept = re.sub(r"\byour\b", "\x01", re.sub(r"\byou\b", "\x00", clause))
    return turned(kept).replace("\x00", "me").replace("\x01", "my")


def topic_of(occasion: Occasion) -> tuple[str, str] | None:
    """("event", "trial") or ("paper", "proposal"): what this thread is about, by the latest message or subject that names it,
    the prospect's before the rep's."""
    latest = occasion.thread.messages[::-1]
    for message in (*(m for m in latest if not m.from_rep), *(m for m in latest if m.from_rep)):
        for text in (message.text, message.subject):
            for kind, names in TOPICS.items():
                found = re.search(rf"\b({'|'.join(names.split())})\b", text, re.I)
                if found and _is_noun(text, found[1]):
                    return kind, found[1].lower()
    return None


def _is_noun(text: str, word: str) -> bool:
    return any(t.text == word and t.pos_ in ("NOUN", "PROPN") for t in parsed(text))
