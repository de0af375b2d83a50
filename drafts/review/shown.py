"""What the pages show of a draft, made from its rows: badges, notes, asks, and where each sentence comes from."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.utils.text import get_text_list

from drafts.hold import REMARKS, reason_only
from drafts.models import LAYERS, Draft, Fact, ValuePoint
from drafts.review.marks import Mark, marks_of
from profiles.models import Example

LABELS = dict(LAYERS)

CLOSE = 0.05
"""A score less than this above its threshold is shown as close: a word or two may turn it."""

MOST_REASONS = 10
"""Pieces of evidence shown a layer: voice alone weighs over a hundred habits."""

MOST_MARKED, MOST_PLACES = 3, 3
"""Pieces of evidence marked in the text for a held layer, and places one of them may point at to be marked."""

WORDS = {"fine": "fine", "unsure": "close", "held": "held"}
WITHOUT_NUMBER = "can’t tell"


@dataclass(frozen=True, slots=True)
class Badge:
    """One layer's face: ``state`` is ``fine``, ``unsure`` or ``held``; ``score`` None means not enough text to tell."""

    layer: str
    score: float | None
    threshold: float
    state: str
    note: str = ""

    @property
    def label(self) -> str:
        return LABELS[self.layer]

    @property
    def digits(self) -> int:
        """Two, or up to four where a score under its threshold would look equal to it."""
        if self.score is None or self.score >= self.threshold:
            return 2
        return next((n for n in (2, 3, 4) if f"{self.score:.{n}f}" != f"{self.threshold:.{n}f}"), 2)

    @property
    def number(self) -> str:
        return "–" if self.score is None else f"{self.score:.{self.digits}f}"

    @property
    def needs(self) -> str:
        return f"{self.threshold:.{self.digits}f}"

    @property
    def word(self) -> str:
        return WITHOUT_NUMBER if self.score is None else WORDS[self.state]

    @property
    def bar(self) -> str:
        """The bar's length out of 100, for SVG."""
        return f"{100 * (self.score or 0):.1f}"

    @property
    def at(self) -> str:
        """Where the threshold stands out of 100; a hair less at the end, so that it stays in the picture."""
        return f"{min(98.5, 100 * self.threshold):.1f}"


def badge(score, held_layers: Collection[str] = ()) -> Badge:
    """From a LayerScore or ScoreView; a layer that holds the draft for another reason than its score is held too."""
    if not score.passed or score.layer in held_layers:
        state = "held"
    else:
        state = "unsure" if score.score - score.threshold < CLOSE else "fine"
    return Badge(score.layer, score.score, score.threshold, state, score.note)


def badges(scores: Iterable, held_layers: Collection[str] = ()) -> list[Badge]:
    """Always in the same order: voice, relevance, value."""
    by_layer = {s.layer: s for s in scores}
    return [badge(by_layer[layer], held_layers) for layer in LABELS if layer in by_layer]


# --- the notes ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reason:
    """One piece of evidence: ``side`` is ``for`` or ``against``."""

    sentence: str
    side: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class LayerNotes:
    """A layer's lines under the draft: what holds it, or how it does; and the evidence behind the number."""

    badge: Badge
    holds: tuple[str, ...]
    reasons: tuple[Reason, ...]
    lighter: int = 0
    yours: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What holds it, or how it does; then the figures the rep vouches for."""
        return (*(self.holds or ((self.badge.note,) if self.badge.note else ())), *self.yours)


@dataclass(frozen=True, slots=True)
class Judged:
    """Everything a page says about one wording of a draft."""

    badges: list[Badge]
    layers: list[LayerNotes]
    whole: list[str]
    remarks: list[str]
    marks: list[Mark] = field(default_factory=list)

    @property
    def held_by(self) -> list[str]:
        return [b.label.lower() for b in self.badges if b.state == "held"]

    @property
    def held_by_in_words(self) -> str:
        return get_text_list(self.held_by, "and")

    @property
    def weakest(self) -> str:
        """The held layer furthest under its bar, to be mended first; empty when none is held."""
        held = [b for b in self.badges if b.state == "held"]
        return min(held, key=lambda b: (b.score or 0) - b.threshold).layer if held else ""


def judged(scores: Iterable, notes: Iterable, decided: bool = False) -> Judged:
    """``scores`` are LayerScores or ScoreViews, ``notes`` HoldNotes or the pipeline's notes.

    Of a ``decided`` draft the reasons are told, and no more what to do about them.
    """
    said = reason_only if decided else str
    scores, notes = list(scores), list(notes)
    by_layer: dict[str, list] = {}
    for note in notes:
        by_layer.setdefault(str(note.layer or ""), []).append(note)
    shown = [replace(b, note=said(b.note)) for b in badges(scores, by_layer)]
    evidence = {s.layer: s.evidence or [] for s in scores}
    layers = [_layer_notes(b, [said(n.sentence) for n in by_layer.get(b.layer, [])], evidence[b.layer]) for b in shown]
    remarks = [] if decided else [n.sentence for n in notes if n.code in REMARKS]
    lost = [said(n.sentence) for n in notes if str(n.layer or "") not in evidence and n.code not in REMARKS]
    return Judged(shown, layers, lost, remarks, off_marks(evidence, notes))


def _layer_notes(found: Badge, holds: list[str], evidence: list[Mapping]) -> LayerNotes:
    """The heaviest reasons, heaviest first; what weighs nothing is left out, what weighs little is only counted."""
    weighing = sorted((e for e in evidence if e.get("weight")), key=lambda e: -abs(e["weight"]))
    reasons = tuple(
        Reason(e["sentence"], "for" if e["weight"] > 0 else "against", e.get("quote", "")) for e in weighing[:MOST_REASONS]
    )
    yours = tuple(dict.fromkeys(e["sentence"] for e in evidence if e.get("code") == "own_figure"))
    return LayerNotes(found, tuple(holds), reasons, len(weighing) - len(reasons), yours)


def off_marks(evidence: Mapping[str, list[Mapping]], notes: Iterable) -> list[Mark]:
    """The words that speak against the text: those of the hold notes, and of the heaviest evidence in a held layer.

    Evidence that points at many places is about the text as a whole; marking all of them would point at nothing.
    """
    found = [m for n in notes if pointed(n.spans) for m in marks_of(n.spans, "off", title=n.sentence)]
    told = {(m.start, m.end) for m in found}
    for layer in {str(n.layer or "") for n in notes} & evidence.keys():
        against = sorted((e for e in evidence[layer] if e["weight"] < 0 and pointed(e["spans"])), key=lambda e: e["weight"])
        for row in against[:MOST_MARKED]:
            found += [m for m in marks_of(row["spans"], "off", title=row["sentence"]) if (m.start, m.end) not in told]
    return found


def pointed(spans) -> bool:
    return 0 < len(spans or ()) <= MOST_PLACES


# --- what they ask ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing the prospect wants, with what answers it in words; ``by`` is the answer's source."""

    number: int
    text: str
    answer: str
    answered: bool
    by: str = ""


def asks(draft: Draft, scores: Iterable = ()) -> list[Ask]:
    """Every ask in the order asked, with its answer in the plan, or in the rep's own words where ``scores`` found it there."""
    answers = draft.plan.get("answers", [])
    listed = draft.brief.get("asks", [])
    own = {e["quote"] for s in scores for e in s.evidence or () if e["code"] == "own_words"}
    return [
        Ask(
            number, ask["text"], *(_answer(answers[number - 1], ask["text"] in own) if number <= len(answers) else ("", True, ""))
        )
        for number, ask in enumerate(listed, 1)
    ]


ANSWERED_BY = {
    "thread": "From this thread",
    "time": "A proposed time",
    "objection": "The approved response",
}


def _answer(answer: Mapping, own: bool) -> tuple[str, bool, str]:
    """What the reply says to an ask, in words, whether that answers it, and where it comes from."""
    source = answer["source"]
    if own:
        return "Answered in your own words.", True, "rep"
    if source == "none":
        return answer["note"] or "Nothing approved answers this.", False, source
    if source == "fact":
        return " ".join(fact["text"] for fact in answer["facts"]), True, source
    said = ANSWERED_BY.get(source, source.capitalize())
    return f"{said}: {answer['statements'][0]}" if answer["statements"] else f"{said}.", True, source


def ask_marks(draft: Draft, position: int, length: int) -> list[Mark]:
    """The asks that stand in the message at ``position`` (0 is the thread's oldest)."""
    found = []
    for number, ask in enumerate(draft.brief.get("asks", [])):
        start, end = ask.get("span") or (0, 0)
        if ask.get("message", -1) in (position, position - length):
            found += marks_of([(start, end)], "ask", number, f"Ask {number + 1}")
    return found


# --- where each sentence comes from -------------------------------------------------------------------------------

SOURCES = {
    "own": "Own words",
    "fact": "Approved fact",
    "value": "Value point",
    "thread": "From this thread",
    "template": "A standing phrase",
    "model": "Model writer",
    "rep": "Typed on the desk",
}


@dataclass(frozen=True, slots=True)
class Origin:
    """One stretch of the draft: its words, where they come from, what they answer, and the fact or answer ``behind`` them."""

    number: int
    words: str
    source: str
    label: str
    detail: str = ""
    answers: str = ""
    behind: str = ""
    promise: bool = False


@dataclass(frozen=True, slots=True)
class Sources:
    """What the codes in a draft's sentences stand for."""

    texts: Mapping[str, str]
    examples: Mapping[str, Example]


def sources(draft: Draft) -> Sources:
    """Looked up once: facts and value points by code, examples by id; three queries at most."""
    rows = draft.current.sentences if draft.current else []
    named = {kind: {r for row in rows if row["source"] == kind for r in split(row["ref"])} for kind in SOURCES}
    examples = {int(e) for e in named["own"] if e.isdecimal()}
    texts: dict[str, str] = {}
    for model, kind in ((Fact, "fact"), (ValuePoint, "value")):
        if named[kind]:
            texts |= dict(model.objects.filter(code__in=named[kind]).values_list("code", "text"))
    found = Example.objects.filter(pk__in=examples).only("sent_at", "subject") if examples else ()
    return Sources(texts, {str(e.pk): e for e in found})


def split(ref: str) -> list[str]:
    """A reference may name several, and a place in one: ``F1,F2``, ``F1 F2``, ``17#3``."""
    return ref.replace(",", " ").replace("#", " ").split()


def origins(draft: Draft, found: Sources, asked: list[Ask]) -> tuple[list[Origin], list[Mark]]:
    """Every stretch of the current text in order, none left out, with its mark."""
    if draft.current is None:
        return [], []
    text = draft.current.text
    rest = "rep" if draft.current.author == "rep" else "template"
    listed, marks = [], []
    for start, end, row in _with_gaps(text, draft.current.sentences, rest):
        origin = _origin(len(listed), text[start:end].strip(), row, found, asked)
        listed.append(origin)
        marks.append(Mark(start, end, f"from {origin.source}", origin.number))
    return listed, marks


def _origin(number: int, words: str, row: Mapping, found: Sources, asked: list[Ask]) -> Origin:
    """Own words that say an approved fact are shown as a fact: what can be wrong in them is the fact."""
    source = row["source"]
    ask = asked[row["ask"]] if 0 <= row.get("ask", -1) < len(asked) else None
    states = ask is not None and ask.answered and ask.by in ("fact", "objection")
    return Origin(
        number,
        words,
        "fact" if states else source,
        SOURCES.get(source, source),
        _detail(source, row.get("ref", ""), found),
        ask.text if ask else "",
        ask.answer if states and source != "fact" else "",
        bool(row.get("claims_action")),
    )


def _with_gaps(text: str, rows: list[Mapping], rest: str) -> Iterable[tuple[int, int, Mapping]]:
    at = 0
    for row in sorted(rows, key=lambda r: r["span"][0]):
        start, end = max(at, row["span"][0]), min(len(text), row["span"][1])
        yield from _gap(text, at, start, rest)
        if text[start:end].strip():
            yield start, end, row
        at = max(at, end)
    yield from _gap(text, at, len(text), rest)


def _gap(text: str, start: int, end: int, rest: str) -> Iterable[tuple[int, int, Mapping]]:
    words = text[start:end]
    if any(c.isalnum() for c in words):
        first = start + len(words) - len(words.lstrip())
        yield first, first + len(words.strip()), {"source": rest}


def _detail(source: str, ref: str, found: Sources) -> str:
    if source in ("fact", "value"):
        return "; ".join(found.texts.get(code, code) for code in split(ref))
    if source == "own":
        mails = [found.examples[e] for e in split(ref) if e in found.examples]
        return "; ".join(f"mail of {e.sent_at:%-d %b %Y}" + (f", “{e.subject}”" if e.subject else "") for e in mails)
    return ""
