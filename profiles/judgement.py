"""What a layer says of a text: a score and the evidence for it. Shared by the three layers."""

from dataclasses import dataclass, field

Span = tuple[int, int]
"""Character offsets [start, end) into the text that was judged."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason for a score, as a sentence a colleague would say.

    ``code`` is stable and machine-readable (``ask_unmet``, ``ungrounded_price``, ``sentence_length``);
    ``weight`` is signed: above 0 it speaks for the text, below 0 against it;
    ``spans`` point into the judged text, ``quote`` holds words of the prospect's mail it is about.
    """

    code: str
    sentence: str
    weight: float = 0.0
    spans: tuple[Span, ...] = ()
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One layer's verdict: ``score`` from 0 to 1, or None for "not enough text to tell"."""

    score: float | None
    evidence: tuple[Evidence, ...] = field(default=())

    def passes(self, threshold: float) -> bool:
        """True at or above the threshold; a text that cannot be judged does not pass."""
        return self.score is not None and self.score >= threshold

    def against(self) -> tuple[Evidence, ...]:
        """The evidence that speaks against the text, heaviest first."""
        return tuple(sorted((e for e in self.evidence if e.weight < 0), key=lambda e: e.weight))
