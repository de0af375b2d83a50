"""Short texts parsed once a process: facts, phrases and messages come back again and again."""

from functools import lru_cache

from spacy.tokens import Doc

from profiles.language import parse


@lru_cache(maxsize=4096)
def parsed(text: str) -> Doc:
    """The parse of a text, remembered."""
    return parse(text)
