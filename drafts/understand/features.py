"""A sentence as numbers for the two fitted models: word and mask n-grams, wordings hit, and cues of form.

Nothing here judges; what each number is worth is fitted (``fit.py``).
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from spacy.tokens import Token

from drafts.understand.patterns import PATTERNS
from drafts.understand.wordlist import words

FUNCTION_WORDS = words(
    "i you we it they he she me him us them my your his its our their this that these those a an the and or but if so because as of to in for on",
    "with at by from about into is are was were be been am do does did have has had can could will would shall should may might must not n't no",
    "never nobody nothing none without too enough only just already still yet again anymore longer more less than very really quite bit lot",
    "please what which who when where why how there any some all let here also then now",
)
_START, _END = "<s>", "</s>"


def visible(tokens: Iterable[Token]) -> list[Token]:
    """The tokens that are not white space."""
    return [t for t in tokens if not t.is_space]


def word_grams(tokens: Sequence[Token]) -> Counter[str]:
    """Lower-cased words and pairs of words, with the sentence's ends."""
    return _grams([_START, *(t.lower_ for t in tokens), _END], 2)


def mask_grams(tokens: Sequence[Token]) -> Counter[str]:
    """Runs of one to three, function words kept and every other word replaced by its tag: how it is said, not what about."""
    return _grams([_START, *(t.lower_ if t.lower_ in FUNCTION_WORDS else t.tag_ for t in tokens), _END], 3)


def _grams(stream: list[str], longest: int) -> Counter[str]:
    return Counter(" ".join(stream[i : i + n]) for n in range(1, longest + 1) for i in range(len(stream) - n + 1))


def weighted(grams: Counter[str], places: Mapping[str, int], idf: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Places and values of the known n-grams: 1 + log of the count, times inverse document frequency, scaled to length 1."""
    known = [(places[g], 1 + math.log(n)) for g, n in grams.items() if g in places]
    if not known:
        return np.zeros(0, int), np.zeros(0)
    at = np.array([place for place, _ in known])
    values = np.array([value for _, value in known]) * idf[at]
    return at, values / (np.linalg.norm(values) or 1.0)


def pattern_hits(text: str) -> np.ndarray:
    """1.0 for each wording list of ``patterns.PATTERNS`` that matches, in its order."""
    return np.array([float(bool(pattern.search(text))) for pattern in PATTERNS.values()])


# --- cues of form, for the model of asks ---------------------------------------------------------------------------

_ROOT_TAGS = ("VB", "VBP", "VBZ", "VBD", "VBG", "VBN", "NN", "NNP", "MD")
_FIRST_TAGS = ("VB", "MD", "WRB", "WP", "VBP", "VBZ", "NNP", "UH", "PRP", "DT", "IN", "RB")
_SUBJECTS = (words("you"), words("i"), words("we"), words("it this that there"), words("he she they"))
_WORDS = ("please", "?", "!", ":", "you", "your", "me", "us", "let", "if", "whether", "http", "$link")
_PHRASES = tuple(
    re.compile(p)
    for p in (
        r"\blet (?:me|us) know\b",
        r"\blet 's\b",
        r"\b(?:i|we) (?:would|d|'d) (?:like|love|appreciate|prefer)\b",
        r"\b(?:i|we) (?:want|need|require|hope)\b",
        r"\bneed (?:you|to)\b",
        r"\bany (?:questions?|problems?|comments?|suggestions?|ideas?)\b",
        r"\b(?:feel free|do n't hesitate)\b",
        r"\b(?:give|send|call|email|e-mail|contact|forward|fax|tell|show|get) (?:me|us|it|them|him|her)\b",
        r"\b(?:click|visit|register|sign up|download|reply|respond|check out|join)\b",
        r"\b(?:thank|thanks|appreciate)\b",
        r"\b(?:should|must|have to|has to|needs? to)\b",
        r"\bcan (?:you|we|i|someone|anyone)\b",
        r"\b(?:could|would|will) you\b",
        r"\b(?:do|are|have|did) you\b|\bis (?:there|it)\b",
        r"\bwould be (?:great|good|nice|helpful)\b",
        r"\bwonder(?:ing)?\b",
        r"\b(?:make|be) sure\b",
        r"\b(?:how|what) about\b",
        r"\bwhat (?:is|are|do|did|does|s|'s)\b",
        r"\bi (?:think|guess|suggest|recommend|propose)\b",
        r"\bwe should\b",
        r"\blook(?:ing)? forward\b",
        r"\bi (?:will|'ll)\b",
        r"\bwas|were|had\b",
        r"\btomorrow|today|monday|tuesday|wednesday|thursday|friday|next week|asap|soon\b",
        r"\b(?:meet|lunch|dinner|call|talk|discuss)\b",
        r"\bif you (?:have|need|want|would|could|can)\b",
        r"\byou (?:can|will|may|should|need|must|might)\b",
        r"\b(?:attached|enclosed)\b",
    )
)
_LENGTHS = ((0, 3), (3, 6), (6, 12), (12, 20), (20, 30), (30, 10**9))


def form(tokens: Sequence[Token], question: bool, request: bool, courtesy: bool) -> np.ndarray:
    """About a hundred yes-or-no cues of how a sentence is built, the rules' own verdicts among them, as 0.0 and 1.0."""
    tokens = visible(tokens)
    root = next((t for t in tokens if t.dep_ == "ROOT"), tokens[0])
    subject = next((t for t in tokens if t.head.i == root.i and t.dep_ in {"nsubj", "nsubjpass", "expl"}), None)
    auxiliaries = [t for t in tokens if t.head.i == root.i and t.dep_ in {"aux", "auxpass"}]
    verb = next((t for t in tokens if t.pos_ in {"VERB", "AUX"}), None)
    lower = [t.lower_ for t in tokens]
    text, tags = " ".join(lower), {t.tag_ for t in tokens}
    found = [
        *(root.tag_ == tag for tag in _ROOT_TAGS),
        subject is None,
        *(subject is not None and subject.lower_ in known for known in _SUBJECTS),
        subject is not None and subject.pos_ in {"NOUN", "PROPN"},
        subject is not None and any(a.i < subject.i for a in auxiliaries),
        any(a.tag_ == "MD" for a in auxiliaries),
        any(t.tag_ == "MD" and t.lower_ in {"can", "could", "would", "will"} for t in tokens[:3]),
        *(tokens[0].tag_ == tag for tag in _FIRST_TAGS),
        verb is not None and verb.tag_ == "VB" and subject is None,
        *(word in lower for word in _WORDS),
        lower[-1] == "?",
        "?" in lower and lower[-1] != "?",
        *(bool(phrase.search(text)) for phrase in _PHRASES),
        *(low < len(tokens) <= high for low, high in _LENGTHS),
        "VB" in tags,
        "VBD" in tags,
        bool(tags & {"VBP", "VBZ"}),
        question,
        request,
        courtesy,
    ]
    return np.array(found, float)
