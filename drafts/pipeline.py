"""The product on one screen: from a thread to a draft that is ready, held with a reason, or not written at all.

Understand the message, plan the answers, choose the value point, write; score three layers, mend only the one that failed,
keep the best, decide. Every attempt is kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, lru_cache

from spacy.tokens import Doc

from drafts import hold
from drafts.domain import Attempt, Brief, Composition, Layer, Note, Outcome, Plan, Sentence, Thread, Trigger, ValueChoice
from drafts.layers.relevance import correct as relevance_correct
from drafts.layers.relevance import own_words
from drafts.layers.relevance import score as relevance_score
from drafts.layers.relevance import step as relevance_step
from drafts.layers.relevance.own_words import Wordings
from drafts.layers.value import correct as value_correct
from drafts.layers.value import score as value_score
from drafts.layers.value import step as value_step
from drafts.layers.voice import correct as voice_correct
from drafts.layers.voice import score as voice_score
from drafts.understand import understand
from drafts.understand.bounds import bounded
from drafts.writers import wishes
from drafts.writers.base import Instruction, Materials, Writer
from profiles.judgement import Judgement
from profiles.language import parse

__all__ = ["Materials", "draft", "rescore", "revise"]

ROUNDS = 2
"""Corrections tried before a draft is held as it is."""
EASILY = 0.8
"""How far from the voice's threshold towards 1 a first text must be for no other to be tried: about where a rep's own less typical replies are."""


@dataclass(frozen=True, slots=True)
class Case:
    """One thread with everything that was decided before writing."""

    brief: Brief
    plan: Plan
    value: ValueChoice
    thread: Thread
    materials: Materials


def draft(thread: Thread, trigger: Trigger, now: datetime, materials: Materials, writer: Writer) -> Outcome:
    """The whole way from a thread to a decision; deterministic with a deterministic writer."""
    case = prepared(thread, trigger, now, materials)
    if hold.nothing_to_write(case.brief):
        return Outcome(hold.SKIPPED, case.brief, case.plan, case.value, (), None, hold.skipped(case.brief))
    return _decided(case, _mended(case, writer, [_first(case, writer)]))


def prepared(thread: Thread, trigger: Trigger, now: datetime, materials: Materials) -> Case:
    """Everything that is decided before a word is written."""
    thread = bounded(thread)
    brief = understand(thread, now, trigger, materials.rep, materials.knowledge, materials.policy.nudge_after_business_days)
    plan = relevance_step.plan(brief, thread, materials.knowledge)
    value = value_step.choose(brief, thread, plan, materials.knowledge.value_points)
    return Case(brief, plan, value, thread, materials)


def rescore(
    text: str, outcome: Outcome, thread: Thread, materials: Materials, wordings: Wordings = ()
) -> tuple[Mapping[Layer, Judgement], tuple[Note, ...]]:
    """Scores and notes of a text as it stands on the desk, by the same rules as a written one.

    With the ``wordings`` before it, an ask the rep answered in their own words counts as answered.
    """
    outcome = settled(outcome, text, wordings)
    case = Case(outcome.brief, outcome.plan, outcome.value, bounded(thread), materials)
    judgements = judged(case, text, wordings)
    _, notes = hold.decide(case.brief, case.plan, case.value, judgements, materials.policy)
    return judgements, notes


def settled(outcome: Outcome, text: str, wordings: Wordings) -> Outcome:
    """The outcome, with the gaps of its plan that the rep filled in ``text``."""
    brief, plan = own_words.settle(outcome.brief, outcome.plan, _read(text), wordings)
    return outcome if plan is outcome.plan else replace(outcome, brief=brief, plan=plan)


def revise(
    outcome: Outcome,
    thread: Thread,
    materials: Materials,
    writer: Writer,
    text: str = "",
    layer: Layer | None = None,
    wish: str = "",
) -> Outcome:
    """Again, for one layer only or by a short wish of the rep's ("shorter", "don't mention price").

    ``text`` is what is on the desk where it differs from the outcome's best. The new text is taken only when it does what
    was asked for and breaks no layer that was whole; otherwise the old one stays and a note says why.
    """
    case = Case(outcome.brief, outcome.plan, outcome.value, bounded(thread), materials)
    old = outcome.best if outcome.best and not text else _attempt(case, _typed(text))
    if wish:
        return _wished(case, writer, [*outcome.attempts], old, wish)
    instruction = _instruction(case, old, layer) if layer else None
    if instruction is None:
        return _decided(case, [*outcome.attempts], old, (_not_mended(layer),) if layer else ())
    new = _rewritten(case, writer, old, instruction)
    if _better(new, old, layer, case):
        return _decided(case, [*outcome.attempts, new], new)
    return _decided(case, [*outcome.attempts, new], old, (_not_mended(layer),))


# --- writing and mending ------------------------------------------------------------------------------------------


def _first(case: Case, writer: Writer) -> Attempt:
    """Of what the writer offers, in its own order, the first that passes everywhere and easily sounds like the rep; else of those that
    pass what sounds most like them, else what fails least. The voice is judged first: what does not easily sound like them need not be judged on more.
    """
    least = case.materials.policy.thresholds[Layer.VOICE]
    voices: dict[Composition, Judgement] = {}
    attempt = cache(lambda c: _attempt(case, c, voice=voices[c]))
    for composition in writer.candidates(case.brief, case.plan, case.value, case.thread, case.materials):
        voices[composition] = voice = voice_score.judge(_read(composition.text), case.materials)
        if voice.passes(least + EASILY * (1 - least)) and _whole(case, attempt(composition)):
            return attempt(composition)
    alike = sorted((c for c in voices if voices[c].passes(least)), key=lambda c: -(voices[c].score or 0.0))
    whole = next((c for c in alike if _whole(case, attempt(c))), None)
    return attempt(whole) if whole else max(map(attempt, voices), key=lambda a: _rank(a, case))


def _mended(case: Case, writer: Writer, attempts: list[Attempt]) -> list[Attempt]:
    """At most two corrections of the layer that fails worst; a correction that breaks another layer is not built on."""
    best, tried = attempts[0], set()
    for _ in range(ROUNDS):
        instruction = next((i for i in _instructions(case, best) if i.layer not in tried), None)
        if instruction is None:
            break
        tried.add(instruction.layer)
        new = _rewritten(case, writer, best, instruction)
        attempts.append(new)
        if _better(new, best, instruction.layer, case):
            best, tried = new, set()
    return attempts


def _rewritten(case: Case, writer: Writer, old: Attempt, instruction: Instruction) -> Attempt:
    offered = writer.candidates(case.brief, case.plan, case.value, case.thread, case.materials, instruction, old.composition)
    scored = (_attempt(case, c, instruction) for c in offered)
    return max(scored, key=lambda a: (_better(a, old, instruction.layer, case), *_rank(a, case)))


def _instructions(case: Case, attempt: Attempt) -> list[Instruction]:
    failed = sorted((layer for layer in Layer if not _passes(case, attempt, layer)), key=lambda layer: _score(attempt, layer))
    return [i for i in (_instruction(case, attempt, layer) for layer in failed) if i]


def _instruction(case: Case, attempt: Attempt, layer: Layer) -> Instruction | None:
    judgement = attempt.judgements[layer]
    if layer is Layer.VALUE:
        return value_correct.instruct(judgement, case.value)
    if layer is Layer.RELEVANCE:
        return relevance_correct.instruct(judgement, case.plan)
    return voice_correct.instruct(judgement)


def _wished(case: Case, writer: Writer, attempts: list[Attempt], old: Attempt, wish: str) -> Outcome:
    instruction = wishes.understand(wish)
    if instruction is None:
        return _decided(case, attempts, old, (wishes.not_understood(wish),))
    new = _rewritten(case, writer, old, instruction)
    note = wishes.verify(instruction, old.composition.text, new.composition.text)
    whole = all(_passes(case, new, layer) for layer in Layer if _passes(case, old, layer))
    if note is None and whole:
        return _decided(case, [*attempts, new], new)
    return _decided(case, [*attempts, new], old, (note or wishes.broke(wish),))


# --- scoring and choosing -----------------------------------------------------------------------------------------


def _attempt(
    case: Case, composition: Composition, instruction: Instruction | None = None, voice: Judgement | None = None
) -> Attempt:
    said, layer = (instruction.sentence, instruction.layer) if instruction else ("", None)
    return Attempt(composition, judged(case, composition.text, voice=voice), said, layer)


def judged(case: Case, text: str, wordings: Wordings = (), voice: Judgement | None = None) -> dict[Layer, Judgement]:
    """The three layers' verdicts on a finished text; ``voice`` where that one is known already."""
    doc, m = _read(text), case.materials
    return {
        Layer.VOICE: voice or voice_score.judge(doc, m),
        Layer.RELEVANCE: relevance_score.judge(doc, case.brief, case.plan, case.thread, m.knowledge, m.rep, wordings),
        Layer.VALUE: value_score.judge(doc, case.value, m.knowledge, case.brief, case.plan, case.thread),
    }


@lru_cache(maxsize=16)
def _read(text: str) -> Doc:
    """A text parsed once, although several layers and rounds look at it."""
    return parse(text)


def _whole(case: Case, attempt: Attempt) -> bool:
    return all(_passes(case, attempt, layer) for layer in Layer)


def _passes(case: Case, attempt: Attempt, layer: Layer) -> bool:
    return attempt.judgements[layer].passes(case.materials.policy.thresholds[layer])


def _score(attempt: Attempt, layer: Layer) -> float:
    return attempt.judgements[layer].score or 0.0


def _rank(attempt: Attempt, case: Case) -> tuple[int, float]:
    """Layers that pass, then how far the weakest is from its threshold."""
    thresholds = case.materials.policy.thresholds
    margins = [_score(attempt, layer) - thresholds[layer] for layer in Layer]
    return sum(_passes(case, attempt, layer) for layer in Layer), min(margins)


def _better(new: Attempt, old: Attempt, layer: Layer | None, case: Case) -> bool:
    """True when the layer worked on rose and no layer that was whole is broken."""
    if any(_passes(case, old, other) and not _passes(case, new, other) for other in Layer):
        return False
    return layer is None or _score(new, layer) > _score(old, layer)


def _decided(case: Case, attempts: list[Attempt], best: Attempt | None = None, extra: tuple[Note, ...] = ()) -> Outcome:
    best = best or _best(attempts, case)
    status, notes = hold.decide(case.brief, case.plan, case.value, best.judgements, case.materials.policy)
    return Outcome(status, case.brief, case.plan, case.value, tuple(attempts), best, (*notes, *extra))


def _not_mended(layer: Layer) -> Note:
    return Note(None, "not_mended", f"Nothing better was found for {layer}, so the draft was left as it was. Edit it yourself.")


def _best(attempts: list[Attempt], case: Case) -> Attempt:
    """The first attempt, or the last correction that was an improvement all round."""
    best = attempts[0]
    for new in attempts[1:]:
        best = new if _better(new, best, new.layer, case) else best
    return best


def _typed(text: str) -> Composition:
    return Composition(text, "rep", (Sentence((0, len(text)), "rep"),))
