"""What this thread offers to a reply: who is waited for, how many people, when, which month, what was said in which words."""

import re
from dataclasses import dataclass
from functools import cached_property

from spacy.tokens import Doc

from drafts.domain import Ask, Brief, Kind, ProposedTime, Thread
from drafts.writers.offline.words import MONTHS, PEOPLE, TRADES
from profiles.language import parsed

_SEATS = re.compile(
    r"\b(\d{1,4})\s+(?:\w+\s+){0,2}?(techs?|technicians?|mechanics?|plumbers?|electricians?|inspectors?|installers?|engineers?|crews?|drivers?|workers?|guys|people|staff|seats?|users?)\b",
    re.I,
)
_TITLE = re.compile(r"^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir)\.?\s+", re.I)


AGREES_WITH_YOU = {"get": "get", "gets": "get", "has": "have", "does": "do"}
"""How a verb said of somebody else goes with "you"; whatever is not here becomes "are"."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the prospect named as having a say: ``words`` as the rep would put it ("your auditor", "Frieda")."""

    words: str
    plural: bool = False


@dataclass(frozen=True)
class Occasion:
    """A thread and its brief, read for what a reply can take up. Nothing here is invented: every part is the thread's."""

    brief: Brief
    thread: Thread

    @property
    def kind(self) -> Kind:
        return self.brief.kind

    @cached_property
    def newest(self) -> str:
        """The prospect's last words; empty when they never wrote."""
        return self.thread.prospect[-1].text if self.thread.prospect else ""

    @cached_property
    def doc(self) -> Doc:
        return parsed(self.newest or " ")

    @cached_property
    def first(self) -> str:
        """The name a familiar greeting uses."""
        name = _TITLE.sub("", self.thread.lead.name.strip())
        return name.split()[0] if name else ""

    @cached_property
    def last(self) -> str:
        name = _TITLE.sub("", self.thread.lead.name.strip())
        return name.split()[-1] if len(name.split()) > 1 else ""

    @cached_property
    def seats(self) -> int | None:
        """How many people the prospect says they have in the field, else what the team noted."""
        for text in (self.newest, self.thread.lead.size):
            found = _SEATS.search(text)
            if found:
                return int(found[1])
        return None

    @cached_property
    def trade(self) -> str:
        """What the prospect calls those people, in the plural ("plumbers"); empty when it is not said."""
        for text in (self.newest, self.thread.lead.size):
            found = _SEATS.search(text)
            if found and found[2].lower().rstrip("s") in TRADES:
                return found[2].lower().rstrip("s") + "s"
        return ""

    @cached_property
    def time(self) -> ProposedTime | None:
        """The time to confirm: the first one proposed that lies ahead."""
        return next((t for t in self.brief.times if not t.past), None)

    @cached_property
    def month(self) -> str:
        """The month the prospect would talk again, written out: one they say to wait for, else the last one they name."""
        named = [m for m in _MONTH.finditer(self.newest) if m[1][0].isupper() or m[1].lower() not in ("may", "march")]
        waited = [m for m in named if _WAITED_FOR.search(self.newest[: m.start()])]
        return next((m[1].capitalize() for m in reversed(waited or named)), "")

    @cached_property
    def person(self) -> Person | None:
        """Whose word is waited for, or who is to come along; None when nobody was named in what is left open, asked or objected."""
        for text in [self.raw(a) for a in self.brief.asks]:
            found = named_in(text)
            if found:
                return found
        return None

    @cached_property
    def awaited(self) -> Person | None:
        """Whose word a quiet thread waits for: somebody of the prospect's last mail, or whom the rep took up from it ("Brother first. Fair.")."""
        return self.person or named_in(self.newest) or self._taken_up

    @cached_property
    def _taken_up(self) -> Person | None:
        last = max((i for i, m in enumerate(self.thread.messages) if not m.from_rep), default=-1)
        said = {word.lower() for m in self.thread.messages[last + 1 :] for word in re.findall(r"\w+", m.text)}
        found = next((f for f in _PERSON.finditer(self.newest) if f["words"].split()[-1].lower() in said), None)
        return _person(found) if found else None

    @cached_property
    def companion(self) -> Person | None:
        """Somebody who will come along, by name ("Doug from maintenance will sit in too") or by what they are."""
        found = _JOINS.search(self.newest)
        if not found:
            return None
        return Person(found["name"]) if found["name"] else Person(f"your {found['who'].lower()}", found["who"].lower() in PLURAL)

    @cached_property
    def line(self) -> str:
        """The telephone the prospect asks to be called on, as one calls it facing them ("your cell"); empty when they do not."""
        found = _CALL.search(self.newest)
        if not found:
            return ""
        return f"your {(found['phone'] or 'number').lower()}"

    @cached_property
    def minutes(self) -> str:
        """How long the prospect has, in minutes; empty when they do not say."""
        found = _MINUTES.search(self.newest)
        return found["half"] and "30" or found["n"] if found else ""

    @cached_property
    def trying(self) -> bool:
        """True when the prospect is trying the product out already."""
        return self.thread.lead.stage.strip().lower() == "trial" or bool(_TRYING.search(self.newest))

    @cached_property
    def rival(self) -> str:
        """The product they say they use ("Slotwhistle"); empty when they name none."""
        found = _RIVAL.search(self.newest)
        return found["name"] if found else ""

    @cached_property
    def reschedules(self) -> bool:
        """True when the prospect moves a time that stood already."""
        return bool(_MOVES.search(self.newest)) and any(m.from_rep for m in self.thread.messages)

    def raw(self, ask: Ask) -> str:
        """An ask in the prospect's own words."""
        if 0 <= ask.message < len(self.thread.messages) and ask.span[1] > ask.span[0]:
            return self.thread.messages[ask.message].text[slice(*ask.span)]
        return ask.text

    @cached_property
    def said_before(self) -> frozenset[str]:
        """Sentences the rep has already written in this thread, in lower case without end marks."""
        return frozenset(
            flat(s) for m in self.thread.messages if m.from_rep for s in re.split(r"(?<=[.!?])\s+|\n+", m.text) if s.strip()
        )


def flat(text: str) -> str:
    """A sentence reduced to its words, for telling whether it was said before."""
    return " ".join(re.findall(r"\w+", text.lower()))


def named_in(text: str) -> Person | None:
    """The first person in a text who is asked, shown, waited for or brought along; None for one merely mentioned."""
    text = text.replace("’", "'")
    for found in _PERSON.finditer(text):
        if found["owner"].lower() == "the" and found["words"].lower().endswith("board"):
            continue
        if not (_HANDED.search(text[: found.start()]) or _ACTS.match(text[found.end() :])):
            continue
        return _person(found)
    found = _DEPARTMENT.search(text) or _NAME.search(text)
    return Person(found["who"]) if found else None


def _person(found: re.Match) -> Person:
    if found["name"]:
        return Person(found["name"])
    words = re.sub(r"^(?:two|three|four|five|both|other) ", "", found["words"].lower())
    plural = words.endswith("s") and not words.endswith("ss")
    return Person(f"{'the' if found['owner'].lower() == 'the' else 'your'} {words}", plural)


_MONTH = re.compile(rf"\b({'|'.join(MONTHS)})\b", re.I)
_WAITED_FOR = re.compile(
    r"\b(?:wait|try|ask|call|ring|ping|write|come back|check|talk|speak|again|start|look|revisit|pick (?:it|this) up)\b[^.!?;,]{0,30}$",
    re.I,
)
"""What stands before the month one is to come back in."""
_DEPARTMENT = re.compile(
    r"\b(?:with|by|past|to|ask|from)\s+(?P<who>finance|legal|procurement|accounting|purchasing|management|corporate|leadership|IT|HR)\b"
)
_NAME = re.compile(
    r"\b(?:with|by|past|ask|get|show|convince|from|need|needs)\s+(?P<who>(?:Mr\.? |Ms\.? |Mrs\.? |Dr\.? )?[A-Z][a-z]+)\b(?=\s+(?:to|comfortable|on board|first|about|on|for|in|at|and|this|next)\b|[.,!?]|$)"
)
_PERSON = re.compile(
    rf"\b(?P<owner>[Mm]y|[Oo]ur|[Tt]he)\s+(?P<words>(?:[a-z-]+\s+){{0,2}}?(?:{'|'.join(sorted(PEOPLE, key=len, reverse=True))})(?:\s+(?:{'|'.join(sorted(PEOPLE, key=len, reverse=True))}))?)\b"
    r"(?!['’]s\b)(?:,?\s+(?P<name>[A-Z][a-z]+)\b)?",
)
_HANDED = re.compile(
    r"\b(?:with|to|by|past|ask|asking|get|tell|show|let|have|need|want|wants|from|convince|in|bring|bringing|add|adding|and|for|can|may|could|its|it's|is|me but)\s+$",
    re.I,
)
_ACTS = re.compile(
    r"\s*,?\s*(?:will|has|have|needs?|wants?|to|is|are|can|could|may|would|should|sit|joins?|decides?|signs?|looks?|likes?)\b",
    re.I,
)
_MOVES = re.compile(
    r"\b(?:push|move|moved|reschedul\w*|postpone|instead|make it|shift|change (?:it|the|our)|can't (?:do|make)|cant (?:do|make)|cannot (?:do|make)|different (?:day|time)|"
    r"wrong (?:day|time)|i meant|something came up|later than|a week later|same slot|fallen through|on top of us)\b",
    re.I,
)


PLURAL = frozenset(w for w in PEOPLE if w.endswith("s") and w[:-1] in PEOPLE)
_JOINS = re.compile(
    rf"(?:\b(?:[Mm]y|[Oo]ur)\s+(?P<who>(?:[a-z-]+\s+)?(?:{'|'.join(sorted(PEOPLE, key=len, reverse=True))}))|\b(?P<name>[A-Z][a-z]+))"
    r"(?:,? (?:from|in|of|who)\b[^,.;!?]{1,25},?)?\s+(?:will|may|might|'ll|wants to|would like to|is going to|can)\s+(?:also\s+)?"
    r"(?:sit in|join|come along|be (?:on|there|joining)|listen in|dial in)\b"
)
_MINUTES = re.compile(
    r"\b(?:have|has|got|blocked|for|only|under|about|within|keep it (?:to|under))\s+(?:about |only |under )?(?:(?P<n>\d{2})\s*min(?:ute)?s?\b|(?P<half>half an hour))",
    re.I,
)
_RIVAL = re.compile(
    r"\b(?:use|using|used|uses|with|on|have|got|run|running)\s+(?P<name>[A-Z][a-z]+[A-Za-z0-9]*)\b(?=\s+(?:already|since|for|now|today|and|at|right)\b|[.,;!]|$)"
)
_CALL = re.compile(
    r"\b(?:ring|rang|call|called|phone|try|reach)(?: me)?(?: on)? (?:my|the) (?P<phone>cell|mobile|office line|landline|desk line)\b|"
    r"\b(?:ring|call|phone) me (?:at|on) (?=\+?[\d(])",
    re.I,
)
_TRYING = re.compile(
    r"\btrial(?:'s| is| has)? (?:on|up|running|started|set up|under way)\b|\b(?:got|started|began|begun) (?:the|our|a) trial\b",
    re.I,
)


def turned(text: str) -> str:
    """A prospect's words turned to face them: "we burn half the day" -> "you burn half the day"."""
    swaps = {
        "i": "you", "we": "you", "me": "you", "us": "you", "my": "your", "our": "your", "mine": "yours", "ours": "yours", "myself": "yourself",
        "ourselves": "yourselves", "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", "we're": "you're", "we've": "you've",
        "we'd": "you'd", "we'll": "you'll", "im": "you're", "ive": "you've", "am": "are", "you": "we", "your": "our",
    }  # fmt: skip
    words = re.split(r"(\W+(?<!['’]))", text.replace("’", "'"))
    out = [swaps.get(w.lower(), w) for w in re.findall(r"[\w']+|[^\w']+", text.replace("’", "'"))] if words else []
    joined = "".join(out)
    joined = re.sub(r"\byou was\b", "you were", joined)
    return re.sub(
        r"\b(you) (gets?|has|does|is)\b",
        lambda m: f"you {AGREES_WITH_YOU.get(m[2], 'are')}",
        joined,
    )
