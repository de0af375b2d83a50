"""Did a restyled text keep what matters? Same numbers, negations, modals and quantifiers, and every noun of the source."""

import re
from collections import Counter
from functools import lru_cache

from drafts.writers.offline.align import NUMBER_WORDS, stem
from profiles.language import parsed

GUARDED = frozenset(
    [
        "not",
        "no",
        "never",
        "n't",
        "nor",
        "none",
        "neither",
        "without",
        "only",
        "unless",
        "except",
        "until",
        "can",
        "could",
        "may",
        "might",
        "must",
        "should",
        "shall",
        "would",
        "will",
        "cannot",
        "all",
        "each",
        "every",
        "any",
        "both",
        "either",
        "some",
        "most",
        "many",
        "few",
        "several",
        "about",
        "around",
        "approximately",
        "usually",
        "typically",
        "generally",
        "normally",
        "up",
        "least",
        "under",
        "over",
        "above",
        "below",
        "between",
        "within",
        "after",
        "before",
    ]
)
"""Words that change what is promised; none may be lost or added."""

IMPLIED = {"and no": "no", "with no": "no", "at no": "no"}


def safe(source: str, made: str) -> bool:
    """True when nothing that counts was lost or added, and no punctuation was doubled."""
    if re.search(r"[.:;,—–(]\s*[.:;,]|::|\(\s*\)|\s{2,}", made):
        return False
    return numbers(source) == numbers(made) and _guards(source) == _guards(made) and nouns(source) <= nouns(made)


@lru_cache(maxsize=16384)
def numbers(text: str) -> Counter:
    """Every number as digits, words included, times and prices whole."""
    low = text.lower().replace("-", " ")
    found = Counter(n.replace(",", "") for n in re.findall(r"\d[\d,]*(?:\.\d+)?", low))
    found.update(NUMBER_WORDS[w] for w in re.findall(r"[a-z]+", low) if w in NUMBER_WORDS and w != "one")
    return found


@lru_cache(maxsize=16384)
def _guards(text: str) -> Counter:
    return Counter(w for w in re.findall(r"[a-z]+|n't", text.lower().replace("’", "'").replace("n't", " not")) if w in GUARDED)


@lru_cache(maxsize=16384)
def nouns(text: str) -> frozenset[str]:
    """Stems of the nouns, names and adjectives."""
    return frozenset(stem(t.lemma_.lower()) for t in parsed(text) if t.pos_ in ("NOUN", "PROPN", "ADJ") and t.is_alpha)
