"""One pass over a parsed text, shared by every feature: words, sentences, paragraphs, greeting and closing.

A feature reads these lists instead of walking the Doc again, which keeps a hundred features cheaper than the parse.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps

from spacy.tokens import Doc

from profiles.voice.lexicon import GREETING_WORDS, STYLE_WORDS, TITLES, VALEDICTION_WORDS

MAX_GREETING_WORDS = 6
MAX_CLOSING_WORDS = 6

CONTENT = frozenset({"NOUN", "VERB", "ADJ", "ADV", "PROPN", "NUM", "X"})
"""Parts of speech that carry what a text is about."""

Range = tuple[int, int]
"""Token positions [start, end)."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """Token positions [start, end); ``words`` are the positions of its words; ``root`` is the position of its head word."""

    start: int
    end: int
    words: tuple[int, ...]
    root: int
    paragraph: int


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A text laid out for measuring. ``source`` is the Doc's text; the lists run parallel to its tokens.

    ``hidden`` marks content words: those that tell a topic. ``body`` holds the sentences between greeting and closing; ``words`` the positions of all words of the body.
    """

    doc: Doc
    source: str
    lower: tuple[str, ...]
    tag: tuple[str, ...]
    pos: tuple[str, ...]
    dep: tuple[str, ...]
    head: tuple[int, ...]
    is_word: tuple[bool, ...]
    hidden: tuple[bool, ...]
    body: tuple[Sentence, ...]
    words: tuple[int, ...]
    paragraphs: tuple[Range, ...]
    greeting: Range | None
    closing: Range | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Character offsets of tokens [start, end), without the white space at either end."""
        while end > start + 1 and self.pos[end - 1] == "SPACE":
            end -= 1
        while start < end - 1 and self.pos[start] == "SPACE":
            start += 1
        last = self.doc[end - 1]
        return self.doc[start].idx, last.idx + len(last)

    def text(self, place: Range | None) -> str:
        """The words of a token range as written; empty for None."""
        if place is None:
            return ""
        start, end = self.span(*place)
        return self.source[start:end]


def once[T](function: Callable[[Reading], T]) -> Callable[[Reading], T]:
    """Remember a function's answer for the few readings in work, so that features can share what they derive."""
    return wraps(function)(lru_cache(maxsize=8)(function))


def read(doc: Doc) -> Reading:
    """Lay a parsed text out. Works on any English Doc with tags, parse and sentence starts; an empty Doc gives empty lists."""
    lower = tuple(token.lower_ for token in doc)
    pos = tuple(token.pos_ for token in doc)
    lines = _lines(doc, pos)
    greeting = _greeting(doc, lower, pos, lines)
    closing = _closing(doc, lower, pos, lines, greeting)
    start, end = (greeting[1] if greeting else 0), (closing[0] if closing else len(doc))
    is_word = tuple(p not in ("PUNCT", "SPACE") and any(map(str.isalnum, w)) for p, w in zip(pos, lower, strict=True))
    paragraphs = _paragraphs(lower, pos, start, end)
    head = tuple(token.head.i for token in doc)
    body = _sentences(doc, is_word, head, paragraphs)
    return Reading(
        doc=doc,
        source=doc.text,
        lower=lower,
        tag=tuple(token.tag_ for token in doc),
        pos=pos,
        dep=tuple(token.dep_ for token in doc),
        head=head,
        is_word=is_word,
        hidden=tuple(p in CONTENT and w not in STYLE_WORDS for p, w in zip(pos, lower, strict=True)),
        body=body,
        words=tuple(i for sentence in body for i in sentence.words),
        paragraphs=paragraphs,
        greeting=greeting,
        closing=closing,
    )


def _lines(doc: Doc, pos: tuple[str, ...]) -> list[Range]:
    """Token ranges between line ends, white space left out, empty lines left out."""
    found, start = [], 0
    for i, kind in enumerate(pos):
        if kind == "SPACE" and "\n" in doc[i].text:
            if i > start:
                found.append((start, i))
            start = i + 1
    if len(doc) > start:
        found.append((start, len(doc)))
    return found


def _greeting(doc: Doc, lower: tuple[str, ...], pos: tuple[str, ...], lines: list[Range]) -> Range | None:
    """The words that greet: a short first line, or the opening of one that runs on ("Hey Ana -- quick one")."""
    if not lines:
        return None
    start, end = lines[0]
    words = [i for i in range(start, end) if pos[i] not in ("PUNCT", "SPACE")]
    if not words:
        return None
    greets = lower[words[0]] in GREETING_WORDS
    if len(words) <= MAX_GREETING_WORDS and len(lines) > 1 and (greets or (lower[end - 1] == "," and doc[words[0]].is_title)):
        return start, end
    if not greets:
        return None
    for i in range(words[0] + 1, min(end, words[0] + MAX_GREETING_WORDS)):
        if pos[i] == "PUNCT" and not (lower[i] == "." and lower[i - 1].rstrip(".") in TITLES):
            return start, i + 1
    return None


def _closing(doc: Doc, lower: tuple[str, ...], pos: tuple[str, ...], lines: list[Range], greeting: Range | None) -> Range | None:
    """The words that sign off: short last lines that hold a valediction or a name and nothing else."""
    first = None
    for start, end in reversed(lines[1:]):
        words = [i for i in range(start, end) if pos[i] not in ("PUNCT", "SPACE")]
        if len(words) > MAX_CLOSING_WORDS or lower[end - 1] == "?":
            break
        says_goodbye = any(lower[i] in VALEDICTION_WORDS for i in words) and lower[end - 1] not in ".;:"
        is_name = len(words) <= 3 and lower[end - 1] not in ".:;!" and all(doc[i].is_title or pos[i] == "PROPN" for i in words)
        bare = not words or (len(words) == 1 and lower[words[0]] in VALEDICTION_WORDS)
        if not (says_goodbye or is_name or bare):
            break
        first = start
        if says_goodbye:
            break
    if first is None or (greeting and first < greeting[1]):
        return None
    return first, len(doc)


def _paragraphs(lower: tuple[str, ...], pos: tuple[str, ...], start: int, end: int) -> tuple[Range, ...]:
    found, begin = [], start
    for i in range(start, end):
        if pos[i] == "SPACE" and lower[i].count("\n") > 1:
            found.append((begin, i))
            begin = i + 1
    found.append((begin, end))
    return tuple((a, b) for a, b in found if any(pos[i] != "SPACE" for i in range(a, b)))


def _sentences(doc: Doc, is_word: tuple[bool, ...], head: tuple[int, ...], paragraphs: tuple[Range, ...]) -> tuple[Sentence, ...]:
    """The parser's sentences, cut again where a paragraph or a list line ends: the parser does not see layout."""
    found = []
    for number, (begin, stop) in enumerate(paragraphs):
        starts = [i for i in range(begin + 1, stop) if doc[i].is_sent_start or _new_item(doc, i)]
        for start, end in zip([begin, *starts], [*starts, stop], strict=True):
            words = tuple(i for i in range(start, end) if is_word[i])
            if words:
                root = next((i for i in words if head[i] == i or not start <= head[i] < end), words[0])
                found.append(Sentence(start, end, words, root, number))
    return tuple(found)


def _new_item(doc: Doc, i: int) -> bool:
    """True where a line starts with a list mark."""
    return i > 0 and "\n" in doc[i - 1].text and doc[i].text in ("-", "*", "•", "+")
