"""What a text is about: its content words, weighed, with the groups they belong to."""

from dataclasses import dataclass

from spacy.tokens import Doc, Span, Token

from drafts.layers.relevance.lexicon import LIGHT, concepts_of, phrase_concepts, stem

IDLE = "idle"
"""The group of turns of phrase that say nothing of what is asked ("at your end", "up front")."""
WEIGHTS = {"PROPN": 1.2, "NOUN": 1.0, "ADJ": 0.6, "VERB": 0.5, "ADV": 0.25, "X": 1.0, "NUM": 0.0}
LIGHT_WEIGHT = 0.1
LIGHT_AS_VERBS = frozenset(
    "support feature line power sit live end become decide insist turn prefer expect hope begin stay remain attract bring".split()
)
"""Words that name a thing as nouns and say little as verbs ("do you support SAML")."""


@dataclass(frozen=True, slots=True)
class Term:
    """One content word: ``lemma`` and ``stem`` in lower case, ``weight`` from 0 to 1.2, its ``concepts``.

    ``name`` is True for proper nouns and acronyms, which only match themselves; ``full`` is the weight were the word not light.
    """

    text: str
    lemma: str
    stem: str
    weight: float
    name: bool = False
    concepts: frozenset[str] = frozenset()
    index: int = -1
    full: float = 0.0


def terms(tokens: Doc | Span, whole_phrases: bool = False) -> tuple[Term, ...]:
    """Content words in order. Function words, punctuation and numbers are left out; light words keep a small weight.

    With ``whole_phrases`` a turn of phrase ("month by month") is one term that its words alone do not cover.
    """
    tokens = list(tokens)
    words = [token.lower_ for token in tokens]
    lemmas = [_lemma(token) for token in tokens]
    groups = {i: set(concepts_of(words[i]) | concepts_of(lemmas[i])) for i in range(len(tokens))}
    phrased: set[int] = set()
    phrase_at: dict[int, str] = {}
    inside: set[int] = set()
    for sequence in (words, lemmas):
        for start, end, named in phrase_concepts(sequence):
            carriers = [i for i in range(start, end) if not (tokens[i].is_stop or tokens[i].is_punct or tokens[i].like_num)]
            carriers = carriers or [end - 1]
            for i in carriers:
                groups[i] = set(named) | (groups[i] if i in phrased else set())
                phrased.add(i)
            if whole_phrases:
                phrase_at[carriers[0]] = " ".join(words[start:end])
                inside.update(i for i in range(start, end) if i != carriers[0])
    found = []
    for i, token in enumerate(tokens):
        if token.is_space or token.is_punct or token.like_num or len(token.text) < 2 or not any(c.isalnum() for c in token.text):
            continue
        name = is_name(token)
        weight = full = WEIGHTS.get("PROPN" if name else token.pos_, 0.0)
        if not name and (token.lower_ in LIGHT or (token.lemma_.lower() in LIGHT and not concepts_of(token.lower_))):
            weight = min(weight, LIGHT_WEIGHT)
        if not weight and groups[i] and not token.is_stop:
            weight = 0.6
        if i in phrased or " " in lemmas[i] and groups[i]:
            weight = max(weight, 0.6)
        if token.pos_ == "VERB" and token.lemma_.lower() in LIGHT_AS_VERBS:
            weight = LIGHT_WEIGHT
        elif token.pos_ == "VERB" and groups[i] and weight > LIGHT_WEIGHT:
            weight = max(weight, 0.6)
        if i in inside:
            continue
        if IDLE in groups[i]:
            weight, groups[i] = min(weight, LIGHT_WEIGHT), groups[i] - {IDLE}
        if weight and i in phrase_at:
            found.append(Term(phrase_at[i], phrase_at[i], phrase_at[i], weight, False, frozenset(groups[i]), token.i, full))
        elif weight:
            found.append(
                Term(token.lower_, lemmas[i], stem(lemmas[i].split()[0]), weight, name, frozenset(groups[i]), token.i, full)
            )
    return tuple(found)


def _lemma(token: Token) -> str:
    """The lemma, with what a verb is split from: "set it up" is "set up", "take them with us" is "take with us", "put those in
    myself" is "put in oneself"."""
    lemma = token.lemma_.lower()
    for child in token.children:
        after = [word.lower_ for word in child.rights]
        if child.dep_ == "prt" or (child.lower_ in {"across", "over"} and child.dep_ in {"advmod", "prep"} and not after):
            return f"{lemma} {child.lower_}"
        if child.dep_ in {"advmod", "prep"} and token.pos_ == "VERB" and after:
            if child.lower_ == "with" and after[0] in {"us", "me"}:
                return f"{lemma} with us"
            if child.lower_ == "in" and after[0] in {"myself", "ourselves"}:
                return f"{lemma} in oneself"
    return lemma


def is_name(token: Token) -> bool:
    """A proper noun or an acronym, judged by form: the tagger is unsure of sentence starts and shouted words."""
    text = token.text
    if text.islower():
        return False
    letters = [c for c in text if c.isalpha()]
    if len(letters) >= 2 and all(c.isupper() for c in letters):
        return not token.is_stop
    if any(c.isupper() for c in text[1:]):
        return True
    return token.pos_ == "PROPN" and text[:1].isupper() and not token.is_sent_start
