"""Which slots a mail of each kind has, in this rep's order, with the units each may hold."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drafts.domain import Answer, Kind, Plan, ValueChoice
from drafts.understand.objections import concern_of
from drafts.writers.base import Materials
from drafts.writers.offline import when
from drafts.writers.offline.assembly import Slot
from drafts.writers.offline.bridges import ACKNOWLEDGE, BANK, Register, register
from drafts.writers.offline.moves import Move
from drafts.writers.offline.occasion import Occasion, Person, turned
from drafts.writers.offline.points import read as read_point
from drafts.writers.offline.repmodel import RepModel
from drafts.writers.offline.said import sayings
from drafts.writers.offline.transforms import lower_first, single, upper_first
from drafts.writers.offline.units import Unit

OWN_MOVE = 0.9
TEMPLATE = 0.35


@dataclass(frozen=True)
class Outline:
    """Builds the slots of one mail."""

    occasion: Occasion
    plan: Plan
    value: ValueChoice
    materials: Materials
    model: RepModel

    @property
    def habits(self):
        return self.model.shape(self.occasion.kind)

    @property
    def register(self) -> Register:
        return register(self.habits)

    def slots(self) -> list[Slot]:
        """The slots in order."""
        brief = self.occasion.brief
        if brief.hazards and not any(a.answered for a in self.plan.answers):
            return self._careful()
        return {
            Kind.INBOUND_FIRST: self._inbound,
            Kind.NUDGE: self._nudge,
            Kind.MEETING: self._meeting,
            Kind.OBJECTION: self._objection,
            Kind.OTHER: self._inbound,
        }[brief.kind]()

    # --- the kinds ------------------------------------------------------------------------------------------------

    def _inbound(self) -> list[Slot]:
        return [*self._opening(), *self._answers(), *self._value(), *self._close("offer_look", optional=True)]

    def _nudge(self) -> list[Slot]:
        return [self._open_loop(), *self._value(), *self._close("no_pressure")]

    def _meeting(self) -> list[Slot]:
        return [*self._when(), *self._answers(skip=("time",)), *self._close("see_you", optional=True)]

    def _objection(self) -> list[Slot]:
        return [self._acknowledge(), *self._answers(), *self._value(), *self._close("offer_talk", optional=True)]

    def _careful(self) -> list[Slot]:
        """A message that is unsafe to answer: one line for the rep to build on, or the one question that settles it."""
        codes = {h.code for h in self.occasion.brief.hazards}
        if "ambiguous" in codes:
            act = "which_day" if any(t.past for t in self.occasion.brief.times) else "which"
            return [Slot(tuple(self._bank(act, "question")))]
        if "angry" in codes:
            return [Slot(tuple(self._bank("sorry", "open"))), Slot(tuple(self._bank("passing_on", "close")))]
        return [Slot(tuple(self._bank("passing_on", "open")))]

    # --- the slots ------------------------------------------------------------------------------------------------

    def _opening(self) -> list[Slot]:
        units = [*self._moves("open"), *self._bank("thanks", "open")]
        return [Slot(tuple(units), optional=True)] if units else []

    def _answers(self, skip: Sequence[str] = ()) -> list[Slot]:
        slots = []
        for number, answer in enumerate(self.plan.answers):
            if answer.source in skip or answer.ask.form in ("instruction", "unclear", "open"):
                continue
            slots += [
                Slot(tuple(units), joins=self.register is Register.FORMAL, paragraph=self._apart(slots))
                for units in self._answer(number, answer)
            ]
        return slots

    def _apart(self, before: Sequence[Slot]) -> bool:
        if self.register is Register.FORMAL:
            return False
        return not before or self.habits.rate("paragraph_sentences") < 3.5

    def _answer(self, number: int, answer: Answer) -> Iterator[list[Unit]]:
        if not answer.answered:
            yield [u for u in self._bank("unknown", "answer", label=_label(answer.ask.text))]
        elif answer.source == "thread":
            yield self._joining(number)
        elif answer.source == "objection":
            yield from self._points(number, answer)
        else:
            total = next((s for s in answer.statements if s.startswith("That is $")), "")
            for fact in answer.facts:
                yield sayings("fact", fact.id, fact.text, self.occasion, self.model, self.materials.knowledge, total, number)

    def _points(self, number: int, answer: Answer) -> Iterator[list[Unit]]:
        told = {f.id for a in self.plan.answers for f in a.facts if a.source == "fact"}
        objections = [o for o in self.materials.knowledge.objections if o.id in self.occasion.brief.objection_ids]
        seen: set[str] = set()
        for objection in objections:
            if concern_of(objection.objection) and objection.objection not in answer.ask.text and len(objections) > 1:
                continue
            for place, raw in enumerate(objection.response_points):
                point = read_point(raw)
                units: list[Unit] = []
                for fact in answer.facts:
                    if fact.id in point.facts and fact.id not in told | seen:
                        seen.add(fact.id)
                        units += sayings(
                            "fact", fact.id, fact.text, self.occasion, self.model, self.materials.knowledge, "", number
                        )
                units += self._act(point.act, point.text, f"{objection.id}.{place}", number) if not point.facts else []
                if units:
                    yield units

    def _act(self, act: str, text: str, identity: str, number: int) -> list[Unit]:
        units = [
            u
            for u in sayings("point", identity, text, self.occasion, self.model, self.materials.knowledge, "", number)
            if u.source == "own"
        ]
        if act == "ask":
            units.append(Unit("answer", _asked(text), "template", identity, number, worth=0.5))
        elif act == "offer" and text.startswith("to put") and self.occasion.month:
            units += self._bank("month", "answer", month=self.occasion.month)
        elif act == "offer" and text.startswith("to put"):
            units += self._bank("later", "answer")
        elif act == "offer":
            units.append(Unit("answer", _offered(text, self.register), "template", identity, number, worth=0.5))
        return units

    def _joining(self, number: int) -> list[Unit]:
        person = self.occasion.person
        if person is None:
            return [u for u in self._bank("welcome_all", "answer")]
        return [u for u in self._bank("welcome", "answer", person=person.words, is_="are" if person.plural else "is")]

    def _value(self) -> list[Slot]:
        point = self.value.point
        if point is None or not self.value.expected:
            return []
        units = []
        for unit in sayings("value", point.id, point.text, self.occasion, self.model, self.materials.knowledge):
            if unit.source == "own":
                units.append(unit.at("value"))
                continue
            for frame in self.model_frames():
                framed = _framed(frame.text, unit, self.model.names)
                if framed:
                    units.append(Unit("value", framed, "value", point.id, -1, "", unit.says, unit.worth + 0.2))
            units.append(unit.at("value"))
        return [Slot(tuple(units), paragraph=self.register is not Register.FORMAL)]

    def model_frames(self) -> list[Move]:
        return [m for m in self.model.moves if m.role == "frame" and m.id not in self.materials.dropped_moves]

    def _open_loop(self) -> Slot:
        person, promise = self.occasion.person, _promise(self.occasion)
        units = [u for u in self._moves("ask", person) if person or "<" not in u.text]
        if person is not None:
            act = "ask_people" if person.plural else "ask_person"
            units += [u for u in self._bank(act, "ask", person=person.words, has="have" if person.plural else "has")]
        elif promise:
            units += self._bank("ask_promise", "ask", promise=promise)
        else:
            units += self._bank("ask_still", "ask")
        return Slot(tuple(units))

    def _when(self) -> list[Slot]:
        time = self.occasion.time
        if time is None:
            return [Slot(tuple(self._bank("which_day", "question")))]
        said = when.say(time, self.model.when, self.occasion.brief.now, self.materials.rep.timezone)
        units = [
            Unit("when", upper_first(u.text.replace("<when>", said)), "own", u.ref, worth=u.worth, claims_action=u.claims_action)
            for u in self._moves("when")
        ]
        units += self._bank("when", "when", when=said)
        return [Slot(tuple(units))]

    def _acknowledge(self) -> Slot:
        concerns = {
            c
            for o in self.materials.knowledge.objections
            if o.id in self.occasion.brief.objection_ids
            for c in concern_of(o.objection)
        }
        units = [u for u in self._moves("open", concerns=frozenset(concerns))]
        person = self.occasion.person.words if self.occasion.person else "anybody"
        for concern in sorted(concerns):
            units += [
                Unit("open", t.format(person=person), "template", worth=TEMPLATE) for t in ACKNOWLEDGE[concern][self.register]
            ]
        return Slot(tuple(units), optional=not units)

    def _close(self, act: str, optional: bool = False) -> list[Slot]:
        units = [*self._moves("close"), *self._bank(act, "close")]
        return [Slot(tuple(units), optional=optional)]

    # --- where units come from ------------------------------------------------------------------------------------

    def _moves(self, role: str, person: Person | None = None, concerns: frozenset[str] | None = None) -> Iterator[Unit]:
        for move in self.model.moves:
            if move.role != role or move.kind is not self.occasion.kind or move.id in self.materials.dropped_moves:
                continue
            if concerns is not None and not move.concerns & concerns:
                continue
            text = _with_person(move.text, person)
            if text:
                yield Unit(role, text, "own", move.example, worth=OWN_MOVE, claims_action=move.claims_action)

    def _bank(self, act: str, move: str, **slots: str) -> list[Unit]:
        words = {k.rstrip("_"): v for k, v in slots.items()}
        return [Unit(move, upper_first(t.format(**words)), "template", act, worth=TEMPLATE) for t in BANK[act][self.register]]


def _with_person(text: str, person: Person | None) -> str:
    """The move with the person filled in; empty when it needs one there is not, or of the other number."""
    wanted = "<people>" if person and person.plural else "<person>"
    if "<person>" in text or "<people>" in text:
        if person is None or wanted not in text:
            return ""
        return upper_first(text.replace(wanted, person.words))
    return text


def _label(text: str) -> str:
    """A short name for an ask nobody can answer yet: its last words, for the rep to see what is meant."""
    words = re.sub(
        r"^(?:.*:\s*)?(?:do|does|is|are|can|could|would|will|what|how|whether|if|and|the|a|an|you|we|i)\b\s*",
        "",
        text.rstrip("?. "),
        flags=re.I,
    )
    return " ".join(words.split()[-6:]) or "that"


def _asked(text: str) -> str:
    """ "what they would change about it" -> "What would you change about it?" """
    found = re.match(r"(what|which|how|where|when|why|who)(.*?)\bthey (would|could|can|will|do)\b(.*)", text.rstrip("."), re.I)
    if found:
        return f"{found[1].capitalize()}{found[2]}{found[3]} you{found[4]}?".replace("  ", " ")
    return f"May I ask {re.sub(r'\bthey\b', 'you', text.rstrip('.'))}?"


def _offered(text: str, kind: Register) -> str:
    """ "a short summary they can forward" -> "Would a short summary you can forward help?" """
    thing = re.sub(r"\btheir\b", "your", re.sub(r"\bthey\b", "you", text.rstrip(".")))
    if thing.startswith("to "):
        return f"I can {thing[3:]}." if kind is not Register.FORMAL else f"I would be glad to {thing[3:]}."
    if kind is Register.BRIEF:
        return f"Want {thing}?"
    return f"Would {thing} help?" if kind is Register.PLAIN else f"Might {thing} be of help?"


def _framed(frame: str, unit: Unit, names: frozenset[str]) -> str:
    """A benefit under the rep's own way of introducing one."""
    if frame[-1] in ".!?":
        return f"{frame} {unit.text}"
    if not unit.clause:
        return ""
    return f"{frame} {lower_first(unit.clause, names)}."


_PROMISE = re.compile(
    r"\b(?:(?:i|we)(?:'ll| will| have to| need to|'m going to|'d like to| want to)|let me|let us|(?:^|[.!?]\s*)(?:will|need to|have to))\s+(?P<do>(?:\w|['’-]|,\s|\s)+)",
    re.I,
)


def _promise(occasion: Occasion) -> str:
    """What the prospect said they would do, facing them: "I'll think on it" -> "think on it"; empty when nothing was promised."""
    for ask in occasion.brief.asks:
        found = _PROMISE.search(occasion.raw(ask).replace("’", "'")) if ask.form == "open" else None
        if found:
            clause = re.split(r",| and (?=i |we )|\bbut\b", found["do"])[0].strip()
            if 2 <= len(clause.split()) <= 14:
                return re.sub(r"\bwe\b", "me", turned(re.sub(r"\byou\b", "\x00", clause))).replace("\x00", "me")
    return ""


def clause_of(text: str, names: frozenset[str]) -> str:
    return single(text, names)
