"""A rep's own reply taken apart into paragraphs of sentences, greeting and closing aside."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spacy.tokens import Span as DocSpan

from drafts.domain import Example, Kind
from profiles.language import parse_all
from profiles.voice import prepare
from profiles.voice.reading import Reading, read

_ITEM = re.compile(r"(?:\d{1,2}|[a-z])[.)]")


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One sentence of a reply: its words, the parse, where it stands. ``paragraph`` and ``place`` count from 0."""

    text: str
    span: DocSpan
    paragraph: int
    place: int


@dataclass(frozen=True, slots=True, eq=False)
class Letter:
    """One example: the mail it answers, parsed, and the sentences of its body in order."""

    example: Example
    reading: Reading
    incoming: DocSpan
    lines: tuple[Line, ...]

    @property
    def kind(self) -> Kind:
        return self.example.kind

    @property
    def words(self) -> int:
        return len(self.reading.words)

    @property
    def paragraphs(self) -> tuple[tuple[Line, ...], ...]:
        count = 1 + max((line.paragraph for line in self.lines), default=-1)
        return tuple(tuple(line for line in self.lines if line.paragraph == p) for p in range(count))


def letters(examples: Sequence[Example]) -> tuple[Letter, ...]:
    """Every example that has a body, parsed in bulk."""
    docs = parse_all(text for e in examples for text in (prepare(e.reply), prepare(e.incoming) or " "))
    return tuple(_letters(examples, docs))


def _letters(examples: Sequence[Example], docs: Iterable) -> Iterable[Letter]:
    docs = iter(docs)
    for example in examples:
        reading, incoming = read(next(docs)), next(docs)
        lines = tuple(_lines(reading))
        if lines:
            yield Letter(example, reading, incoming[:], lines)


def _lines(reading: Reading) -> Iterable[Line]:
    """The sentences a reader would count: the parser's, joined again where it cut one without an end mark."""
    start = None
    for n, sentence in enumerate(reading.body):
        start = sentence.start if start is None else start
        text = " ".join(reading.doc[start : sentence.end].text.split())
        following = reading.body[n + 1] if n + 1 < len(reading.body) else None
        if following and following.paragraph == sentence.paragraph and not _ends(reading, text, sentence.end):
            continue
        yield Line(text, reading.doc[start : sentence.end], sentence.paragraph, n)
        start = None


def _ends(reading: Reading, text: str, end: int) -> bool:
    """True when the words so far end a sentence: an end mark, all brackets closed, or a line end."""
    if text.count("(") > text.count(")"):
        return False
    return (
        (text[-1:] in '.!?…)"”' and not _ITEM.fullmatch(text))
        or "\n" in reading.doc[end - 1].text
        or "\n" in reading.doc[min(end, len(reading.doc) - 1)].text
    )
