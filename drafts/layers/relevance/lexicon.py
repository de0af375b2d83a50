"""Words that mean the same in a sale, and words that mean little, as ``lexicon.toml`` lists them; and a crude stem."""

import re
import tomllib
from functools import cache
from importlib.resources import files

_LISTS = tomllib.loads(files(__package__).joinpath("lexicon.toml").read_text(encoding="utf-8"))

LIGHT = frozenset(_LISTS["light"].split())
"""Words that carry little of what an ask is about."""

CONTRASTS = tuple((left, right) for left, right in _LISTS["contrasts"])
"""Groups that answer different questions."""

_ENDINGS = "ization isation ations ation itions ition ments ment ings ing ions ion ers ies ied ed er es ly s y e".split(" ")
_SHORTEST_STEM = 4


@cache
def _groups() -> dict[str, frozenset[str]]:
    """Groups of meaning of each word and phrase, phrases with spaces and with hyphens."""
    found: dict[str, set[str]] = {}
    for name, words in _LISTS["concepts"].items():
        for word in words.split():
            found.setdefault(word, set()).add(name)
            found.setdefault(word.replace("-", " "), set()).add(name)
            found.setdefault(word.replace("-", " - "), set()).add(name)
    return {phrase: frozenset(names) for phrase, names in found.items()}


@cache
def _begun() -> dict[str, int]:
    """Words that begin a phrase, with the length of the longest it begins."""
    found: dict[str, int] = {}
    for first, *rest in map(str.split, _groups()):
        if rest:
            found[first] = max(found.get(first, 0), 1 + len(rest))
    return found


def concepts_of(word: str) -> frozenset[str]:
    """Groups a single word, in lower case or as lemma, belongs to."""
    return _groups().get(word, frozenset())


def phrase_concepts(words: list[str]) -> list[tuple[int, int, frozenset[str]]]:
    """Groups named by two or more words in a row, as (first word, one past the last, groups)."""
    begun = _begun()
    return [
        (start, end, groups)
        for start, word in enumerate(words)
        if word in begun
        for end in range(start + 2, min(start + begun[word], len(words)) + 1)
        if (groups := concepts_of(" ".join(words[start:end])))
    ]


@cache
def stem(word: str) -> str:
    """A crude common beginning: ``reminders`` and ``remind``, ``encrypted`` and ``encryption`` meet; ``form`` and ``format`` do not."""
    word = re.sub(r"[^\w]+", "", word.lower())
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word[: -len(ending)]
    return word
