"""The model writer: answers, value line and voice as separate small calls; what comes back is checked before it is used.

Whenever a call fails or its words cannot be used, the fallback writer writes the draft and the draft's remark says why.
"""

import os
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from drafts.domain import Brief, Composition, Layer, Plan, Thread, Usage, ValueChoice
from drafts.model import Answer, Endpoint, ModelUnavailable
from drafts.writers import faults, prompts
from drafts.writers.base import Instruction, Materials, Writer
from drafts.writers.borne import unborne
from drafts.writers.faults import Fault, Sources
from drafts.writers.frame import Said, assembled, taken_apart, without_frame
from drafts.writers.offline import OfflineWriter
from drafts.writers.offline.envelope import Envelope, envelope
from drafts.writers.prompts import Body, Setting
from profiles.language import parse
from profiles.voice.reading import read

TAKEN_OVER = "The offline writer wrote this draft instead."
TOKENS_A_WORD = 4
"""Room for a word in an answer's form: its tokens, the form around it, and some to spare."""
LEAST_TOKENS = 200
GRACE = 1.1
"""A mail may pass the longest of a rep's examples by a tenth: the longest of a handful is not the longest there will be."""


class Door(Protocol):
    """What the writer needs of :class:`drafts.model.Endpoint`."""

    def ask(
        self, messages, schema, *, max_tokens: int, step: str, within: float | None = None, seed: int | None = None
    ) -> Answer: ...


@dataclass(frozen=True, slots=True)
class _Calls:
    """The calls made for one draft, within one clock. ``usage`` grows with each, also with those in vain."""

    door: Door
    until: float
    clock: Callable[[], float]
    usage: list[Usage] = field(default_factory=list)

    def ask[T](self, messages: prompts.Messages, schema: type[T], step: str, words: float, seed: int | None = None) -> T:
        try:
            answer = self.door.ask(
                messages,
                schema,
                max_tokens=max(LEAST_TOKENS, round(words * TOKENS_A_WORD)),
                step=step,
                within=self.until - self.clock(),
                seed=seed,
            )
        except ModelUnavailable as trouble:
            self.usage.extend([trouble.usage] if trouble.usage else [])
            raise
        self.usage.append(answer.usage)
        return answer.parsed

    def checked[T](
        self,
        messages: prompts.Messages,
        schema: type[T],
        step: str,
        words: float,
        check: Callable[[T], Iterable[Fault]],
        seed: int | None = None,
    ) -> T:
        """An answer without a fault; a faulty one is asked for once more, saying what was wrong."""
        answer = self.ask(messages, schema, step, words, seed)
        found = list(check(answer))
        if found:
            answer = self.ask(prompts.again(messages, (f.mend for f in found)), schema, f"{step} again", words, seed)
            found = list(check(answer))
        if found:
            raise ModelUnavailable(found[0].code, found[0].sentence)
        return answer


class ModelWriter(Writer):
    """Writes through a language model, with another writer to fall back on.

    ``budget`` bounds the seconds of one writing or correction, all its calls together; a draft is written once and corrected
    at most twice. ``variants`` mails are offered to choose from. ``mark`` draws the marks around other people's words.
    """

    name = "model"

    def __init__(
        self,
        door: Door,
        fallback: Writer,
        *,
        budget: float = 50.0,
        variants: int = 1,
        seed: int = 0,
        mark: Callable[[], str] = lambda: secrets.token_hex(8),
        clock: Callable[[], float] = time.monotonic,
    ):
        self._door, self._fallback, self._budget = door, fallback, budget
        self._variants, self._seed, self._mark, self._clock = variants, seed, mark, clock

    def compose(
        self,
        brief: Brief,
        plan: Plan,
        value: ValueChoice,
        thread: Thread,
        materials: Materials,
        instruction: Instruction | None = None,
        previous: Composition | None = None,
    ) -> Composition:
        return self.candidates(brief, plan, value, thread, materials, instruction, previous)[0]

    def candidates(
        self,
        brief: Brief,
        plan: Plan,
        value: ValueChoice,
        thread: Thread,
        materials: Materials,
        instruction: Instruction | None = None,
        previous: Composition | None = None,
    ) -> Sequence[Composition]:
        given = (brief, plan, value, thread, materials, instruction, previous)
        if instruction and previous and previous.writer == self._fallback.name:
            # What the fallback began it also mends: it knows where its sentences come from, and a model that was down
            # when the draft was written shall not be waited for again at each correction.
            return tuple(replace(c, remark=previous.remark) for c in self._fallback.candidates(*given))
        calls = _Calls(self._door, self._clock() + self._budget, self._clock)
        setting = Setting(brief, plan, value, thread, materials, self._mark())
        try:
            if instruction and previous:
                return (replace(self._mended(setting, calls, instruction, previous), usage=tuple(calls.usage)),)
            return tuple(
                replace(c, usage=tuple(calls.usage) if n == 0 else ()) for n, c in enumerate(self._written(setting, calls))
            )
        except ModelUnavailable as trouble:
            remark, usage = f"{trouble.sentence} {TAKEN_OVER}", tuple(calls.usage)
        offered = self._fallback.candidates(*given)
        return tuple(replace(c, remark=remark, usage=usage if n == 0 else ()) for n, c in enumerate(offered))

    def _written(self, setting: Setting, calls: _Calls) -> list[Composition]:
        """The three steps; the last one once for each variant. Raises the last trouble when no variant is of use."""
        answers, line = _answers(setting, calls), _value_line(setting, calls)
        messages, sources = prompts.for_voice(setting, answers, line), _sources(setting)
        around = envelope(setting.materials.rep, setting.materials.profile, setting.thread, setting.brief.kind)
        found, trouble = [], None
        for n in range(self._variants):
            try:
                found.append(_mail(around, _body(setting, calls, messages, "voice", sources, self._seed + n)))
            except ModelUnavailable as error:
                trouble = error
        if trouble and not found:
            raise trouble
        return found

    def _mended(self, setting: Setting, calls: _Calls, instruction: Instruction, previous: Composition) -> Composition:
        """The previous body with only what the instruction is about changed, between the greeting and closing it has."""
        around, body = taken_apart(previous.text)
        messages = prompts.for_fix(setting, body, instruction)
        step = f"fix {instruction.layer}" if instruction.layer else "fix as wished"
        sources = _sources(setting)
        sources = replace(sources, texts=(*sources.texts, *_typed(previous)))
        # A wish may leave an answer out on purpose, and a text that failed on relevance may lack one: its score will tell.
        every = instruction.layer in (Layer.VOICE, Layer.VALUE)
        return _mail(around, _body(setting, calls, messages, step, sources, self._seed, every_answer=every))


# --- the steps ----------------------------------------------------------------------------------------------------


def _answers(setting: Setting, calls: _Calls) -> dict[int, str]:
    """What is said to each ask that has an answer, by its number in the plan; no call when there is none."""
    given = setting.given
    if not given:
        return {}
    sources = _sources(setting)

    def check(answers: prompts.Answers) -> Iterable[Fault]:
        if sorted(a.ask for a in answers.answers) != list(range(1, len(given) + 1)):
            yield faults.MISSING
        for answer in answers.answers:
            yield from faults.of_words(answer.sentences, sources, setting.mark)

    words = 2 * sum(len(s.split()) for _, a in given for s in setting.statements(a))
    found = calls.checked(prompts.for_answers(setting), prompts.Answers, "answers", words, check)
    return {given[a.ask - 1][0]: a.sentences.strip() for a in found.answers}


def _value_line(setting: Setting, calls: _Calls) -> str:
    if setting.value.point is None:
        return ""
    sources = _sources(setting)
    found = calls.checked(
        prompts.for_value(setting),
        prompts.ValueLine,
        "value",
        2 * len(setting.value.point.text.split()),
        lambda answer: faults.of_words(answer.line, sources, setting.mark),
    )
    return found.line.strip()


def _body(
    setting: Setting,
    calls: _Calls,
    messages: prompts.Messages,
    step: str,
    sources: Sources,
    seed: int,
    every_answer: bool = True,
) -> list[list[Said]]:
    """The body's sentences, checked as a whole: particulars, length, and that no answer is missing."""
    longest = setting.habits.longest_words

    def check(body: Body) -> Iterable[Fault]:
        paragraphs = _paragraphs(setting, body)
        text = "\n\n".join(" ".join(s.text for s in p) for p in paragraphs)
        yield from faults.of_words(text, sources, setting.mark)
        if any(unborne(text, _said_before(setting))):
            yield faults.UNBORNE
        if len(read(parse(text)).words) > GRACE * longest:
            yield faults.LONG
        if every_answer and {n for n, _ in setting.said} - {s.ask for p in paragraphs for s in p}:
            yield faults.MISSING

    return _paragraphs(setting, calls.checked(messages, Body, step, 2 * longest, check, seed))


def _mail(around: Envelope, paragraphs: list[list[Said]]) -> Composition:
    text, sentences = assembled(around, paragraphs, source="model")
    return Composition(text, ModelWriter.name, sentences)


def _paragraphs(setting: Setting, body: Body) -> list[list[Said]]:
    """The body's sentences without any greeting or sign-off the model wrote, numbered as the plan numbers its asks."""
    places = [n for n, _ in setting.said]
    paragraphs = [
        [Said(" ".join(line.text.split()), places[line.ask - 1] if 1 <= line.ask <= len(places) else -1) for line in p.lines]
        for p in body.paragraphs
    ]
    return without_frame(paragraphs, setting.materials.rep)


def _sources(setting: Setting) -> Sources:
    """Where a particular in the draft may come from: what is approved, this thread and its dates, and who takes part in it.

    An approved fact beyond the plan is not an invention here; whether it belongs is the relevance layer's to judge.
    """
    lead, rep, known = setting.thread.lead, setting.materials.rep, setting.materials.knowledge
    texts = [s for answer in setting.plan.answers for s in setting.statements(answer)]
    texts += [fact.text for fact in known.facts_in_force(setting.brief.now.date())]
    texts += [setting.value.point.text] if setting.value.point else []
    texts += [part for m in setting.thread.messages for part in (m.text, m.subject, setting.ago(m))]
    texts += [lead.name, lead.company, lead.size, lead.notes, rep.name, rep.email, known.company]
    return Sources(tuple(texts), tuple(e.reply for e in rep.examples))


def _said_before(setting: Setting) -> list[str]:
    """What a statement may be made of: what is approved, the rep's own mails, and names. The prospect's words are not among it."""
    known, rep, lead = setting.materials.knowledge, setting.materials.rep, setting.thread.lead
    said = [s for answer in setting.plan.answers for s in setting.statements(answer)]
    said += [fact.text for fact in known.facts_in_force(setting.brief.now.date())]
    said += [point.text for point in known.value_points]
    said += [point for objection in known.objections for point in objection.response_points]
    said += [example.reply for example in rep.examples] + [m.text for m in setting.thread.messages if m.from_rep]
    return [*said, known.company, rep.name, lead.name, lead.company, lead.role, lead.industry, lead.size]


def _typed(previous: Composition) -> tuple[str, ...]:
    """What the rep typed themselves counts as said; what a model wrote earlier does not vouch for itself."""
    return tuple(re.sub(r"\s+", " ", previous.text[slice(*s.span)]) for s in previous.sentences if s.source == "rep")


# --- from the environment -----------------------------------------------------------------------------------------


class _NoDoor:
    """Stands where an endpoint would be when none is named: the fallback writes, and says why."""

    def ask(self, *_, **__) -> Answer:
        raise ModelUnavailable("not_configured")


def configured(environment: Mapping[str, str] = os.environ) -> ModelWriter:
    """The model writer of the endpoint that ``OPENAI_BASE_URL``, ``_API_KEY``, ``_MODEL`` and ``_TIMEOUT`` name, with the offline
    writer to fall back on. For commands that run without the app's settings; raises ValueError as Endpoint does.
    """
    timeout = float(environment.get("OPENAI_TIMEOUT") or 40)
    url, key, model = (environment.get(f"OPENAI_{name}", "") for name in ("BASE_URL", "API_KEY", "MODEL"))
    door = Endpoint(url, key, model, timeout, budget=3 * timeout) if url else _NoDoor()
    return ModelWriter(door, OfflineWriter(), budget=3 * timeout)
