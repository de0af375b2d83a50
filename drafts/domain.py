"""The words of the product as plain data: what goes into a draft and what comes out. No Django, no database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum

from profiles.judgement import Judgement, Span


class Kind(StrEnum):
    """What kind of reply a message calls for."""

    INBOUND_FIRST = "inbound_first"
    NUDGE = "nudge"
    MEETING = "meeting"
    OBJECTION = "objection"
    OTHER = "other"


class Layer(StrEnum):
    """The three independent layers, in the order they are always shown."""

    VOICE = "voice"
    RELEVANCE = "relevance"
    VALUE = "value"


class Trigger(StrEnum):
    """Why a draft is written: a new message came in, or a thread went quiet."""

    INBOUND = "inbound"
    NUDGE_DUE = "nudge_due"


# --- what goes in -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a thread, read: ``text`` holds its author's own new words only.

    ``flags`` are those of :class:`profiles.mail.types.Mail`; ``hidden`` is text no human reader would see;
    ``quoted`` is earlier mail quoted in it, ``left_out`` its signature and footers; ``attachments`` are file names.
    """

    from_rep: bool
    sent_at: datetime
    text: str
    subject: str = ""
    sender: str = ""
    hidden: str = ""
    quoted: str = ""
    left_out: str = ""
    attachments: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Lead:
    """The prospect, as far as the team knows them. Unknown fields are empty."""

    name: str
    email: str = ""
    company: str = ""
    role: str = ""
    industry: str = ""
    size: str = ""
    stage: str = ""
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Thread:
    """Messages oldest first, never empty, with the lead they are exchanged with."""

    lead: Lead
    messages: tuple[Message, ...]

    @property
    def newest(self) -> Message:
        return self.messages[-1]

    @property
    def prospect(self) -> tuple[Message, ...]:
        return tuple(m for m in self.messages if not m.from_rep)


@dataclass(frozen=True, slots=True)
class Fact:
    """An approved fact. ``valid_until`` is the last day it may be used, None for no end."""

    id: str
    topic: str
    text: str
    valid_until: date | None = None
    keywords: tuple[str, ...] = ()

    def in_force(self, day: date) -> bool:
        return self.valid_until is None or day <= self.valid_until


@dataclass(frozen=True, slots=True)
class ValuePoint:
    """What a kind of lead cares about and the one line that speaks to it. Empty ``industries`` means any."""

    id: str
    roles: tuple[str, ...]
    industries: tuple[str, ...]
    concern: str
    text: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Objection:
    """A standard objection and the points the team has approved as a response."""

    id: str
    objection: str
    response_points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything approved that a team may say."""

    company: str
    facts: tuple[Fact, ...] = ()
    value_points: tuple[ValuePoint, ...] = ()
    objections: tuple[Objection, ...] = ()

    def facts_in_force(self, day: date) -> tuple[Fact, ...]:
        return tuple(f for f in self.facts if f.in_force(day))


@dataclass(frozen=True, slots=True)
class Example:
    """One real reply of the rep with the mail it answers; ``reply`` holds own words, greeting and closing included."""

    id: str
    kind: Kind
    tag: str
    sent_at: datetime
    incoming: str
    reply: str
    lead_type: str = ""
    stage: str = ""


@dataclass(frozen=True, slots=True)
class Rep:
    """The person whose voice a draft has. ``timezone`` is an IANA name."""

    id: str
    name: str
    email: str
    timezone: str
    signature: str = ""
    title: str = ""
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Policy:
    """Thresholds a layer's score must reach, and how long a thread may be quiet before a nudge is due."""

    thresholds: Mapping[Layer, float] = field(default_factory=lambda: {Layer.VOICE: 0.5, Layer.RELEVANCE: 0.5, Layer.VALUE: 0.5})
    nudge_after_business_days: int = 3


# --- what understanding finds -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing the prospect wants: a question, request, proposal of a time or objection.

    ``span`` points into the text of the message it stands in (``message`` counts from the oldest, 0). ``text`` is a
    self-contained wording: pronouns that point into the thread are completed.
    ``form`` is one of ``question``, ``request``, ``proposal``, ``objection``, ``open`` (left open earlier, for nudges), and two
    that are never answered, only shown with the hazard they come from: ``unclear`` (an answer that fits several questions)
    and ``instruction`` (words aimed at the drafting system).
    """

    text: str
    form: str
    span: Span = (0, 0)
    message: int = -1


@dataclass(frozen=True, slots=True)
class ProposedTime:
    """An instant the prospect proposed: aware, in the zone the prospect meant. ``past`` when before the draft's now."""

    start: datetime
    words: str
    zone_words: str = ""
    past: bool = False


@dataclass(frozen=True, slots=True)
class Hazard:
    """What makes a message unsafe to draft. ``code`` is one of SPEC's stable codes; ``words`` are the words that show it."""

    code: str
    words: str
    note: str


NO_DRAFT = frozenset({"autoreply", "bounce", "unsubscribe"})
"""Hazards after which nothing is written at all: the thread shows what was done instead."""


@dataclass(frozen=True, slots=True)
class Brief:
    """Everything understood about the newest message of a thread."""

    kind: Kind
    asks: tuple[Ask, ...]
    times: tuple[ProposedTime, ...]
    hazards: tuple[Hazard, ...]
    now: datetime
    concern: str = ""
    nudge_number: int = 0
    objection_ids: tuple[str, ...] = ()

    @property
    def no_draft(self) -> bool:
        return any(h.code in NO_DRAFT for h in self.hazards)


# --- the steps ----------------------------------------------------------------------------------------------------


class Polarity(StrEnum):
    YES = "yes"
    NO = "no"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Answer:
    """How one ask is answered, or why it cannot be. ``source`` is ``fact``, ``thread``, ``time``, ``objection``, ``rep`` (typed on the
    desk) or ``none``.

    ``statements`` are the texts that may be said (fact texts, response points, a line of the thread, arithmetic on facts).
    ``why_not`` is a hazard code when ``source`` is ``none``: ``specific_pricing``, ``specific_technical``, ``ambiguous``,
    ``out_of_scope``.
    """

    ask: Ask
    source: str
    facts: tuple[Fact, ...] = ()
    statements: tuple[str, ...] = ()
    polarity: Polarity = Polarity.NEITHER
    times: tuple[ProposedTime, ...] = ()
    why_not: str = ""
    note: str = ""

    @property
    def answered(self) -> bool:
        return self.source != "none"


@dataclass(frozen=True, slots=True)
class Plan:
    """What the reply will say: one answer for each ask, in the order asked."""

    answers: tuple[Answer, ...]

    @property
    def unanswered(self) -> tuple[Answer, ...]:
        return tuple(a for a in self.answers if not a.answered)


@dataclass(frozen=True, slots=True)
class ValueChoice:
    """The value point to make, or None with the reason. ``expected`` is False where a value line would be out of place."""

    point: ValuePoint | None
    expected: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of a draft with where it comes from.

    ``span`` points into the draft's text. ``source`` is ``own`` (the rep's words; ``ref`` names the example), ``fact``,
    ``value``, ``thread``, ``template``, ``model`` or ``rep`` (typed on the desk). ``ask`` counts into the plan's answers, -1
    for none.
    ``claims_action`` marks words that are true only if the rep does something ("invite's on the way").
    """

    span: Span
    source: str
    ref: str = ""
    ask: int = -1
    claims_action: bool = False


@dataclass(frozen=True, slots=True)
class Usage:
    """What one call to a model took: tokens in and out, seconds, and the writing ``step`` it was for.

    ``estimated`` when the endpoint did not say how many tokens it took (a call that broke off, a server that does not count).
    """

    step: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Composition:
    """A finished text, who wrote it (``offline`` or ``model``) and where each sentence comes from.

    ``remark`` says in a sentence what a person should know of how it came about (the model was down); ``usage`` lists the
    calls to a model that were made for it, those in vain too.
    """

    text: str
    writer: str
    sentences: tuple[Sentence, ...] = ()
    remark: str = ""
    usage: tuple[Usage, ...] = ()


# --- the outcome --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Note:
    """Why a draft is held: ``layer`` (None for the whole draft), stable ``code``, one ``sentence`` and the words it is about."""

    layer: Layer | None
    code: str
    sentence: str
    spans: tuple[Span, ...] = ()
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One round: the text, its three judgements and, after the first, the instruction that led to it."""

    composition: Composition
    judgements: Mapping[Layer, Judgement]
    instruction: str = ""
    layer: Layer | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the pipeline decided: ``status`` is ``ready``, ``held`` or ``skipped`` (nothing was written, ``notes`` say why)."""

    status: str
    brief: Brief
    plan: Plan
    value: ValueChoice
    attempts: tuple[Attempt, ...]
    best: Attempt | None
    notes: tuple[Note, ...]

    @property
    def held_by(self) -> tuple[Layer, ...]:
        return tuple(layer for layer in Layer if any(n.layer is layer for n in self.notes))
