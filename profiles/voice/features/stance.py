"""Stance: hedging or stating, directness, politeness, who the sentences are about."""

from profiles.voice import units
from profiles.voice.features.base import Count, Feature, hits, words_in
from profiles.voice.lexicon import (
    BOOSTERS,
    CONTRAST,
    HEDGES,
    NEGATIONS,
    OBLIGATION,
    POLITE,
    POSSIBILITY,
    READER,
    REASONING,
    SELF,
    THINKING,
    US,
    WISHES,
)
from profiles.voice.reading import Reading

FAMILY = "stance"


def instructions(text: Reading) -> Count:
    """Sentences whose head is a bare verb without a subject ("Try it first")."""
    found = []
    for s in text.body:
        if text.tag[s.root] == "VB" and not any(
            text.head[i] == s.root and text.dep[i] in ("nsubj", "nsubjpass", "aux", "expl") and text.lower[i] not in ("do", "n't")
            for i in s.words
        ):
            found.append((s.start, s.end))
    return hits(found, len(text.body))


def questions(text: Reading) -> Count:
    """Sentences that end in a question mark."""
    return hits([(s.start, s.end) for s in text.body if _ends_with(text, s, "?")], len(text.body))


def exclamations(text: Reading) -> Count:
    """Sentences that end in an exclamation mark."""
    return hits([(s.start, s.end) for s in text.body if _ends_with(text, s, "!")], len(text.body))


def _ends_with(text: Reading, sentence, mark: str) -> bool:
    return any(mark in text.lower[i] for i in range(sentence.words[-1], sentence.end))


def conditionals(text: Reading) -> Count:
    """ "If" and "unless", a sentence."""
    return hits([(i, i + 1) for i in text.words if text.lower[i] in ("if", "unless")], len(text.body))


def own_thinking(text: Reading) -> Count:
    """ "I think", "I suspect" and the like, a sentence."""
    found = []
    for i in text.words:
        if text.lower[i] in THINKING and any(text.lower[j] in ("i", "we") for j in range(max(0, i - 3), i)):
            found.append((max(0, i - 1), i + 1))
    return hits(found, len(text.body))


def adverbs(text: Reading) -> Count:
    """Adverbs, a word."""
    return hits([(i, i + 1) for i in text.words if text.tag[i].startswith("RB")], len(text.words))


def adjectives(text: Reading) -> Count:
    """Adjectives, a word."""
    return hits([(i, i + 1) for i in text.words if text.tag[i].startswith("JJ")], len(text.words))


FEATURES = (
    Feature("hedges", FAMILY, "hedges (“might”, “perhaps”, “I think”)", words_in(HEDGES), units.PER_WORD),
    Feature("boosters", FAMILY, "boosters (“really”, “always”, “just”)", words_in(BOOSTERS), units.PER_WORD),
    Feature("polite", FAMILY, "words of courtesy (“please”, “thanks”, “glad”)", words_in(POLITE), units.PER_WORD),
    Feature("obligation", FAMILY, "words of obligation (“should”, “must”, “need”)", words_in(OBLIGATION), units.PER_WORD),
    Feature("possibility", FAMILY, "words of possibility (“can”, “could”, “able”)", words_in(POSSIBILITY), units.PER_WORD),
    Feature("wishes", FAMILY, "words of wishing (“would”, “like”, “hope”)", words_in(WISHES), units.PER_WORD),
    Feature("contrast", FAMILY, "words of contrast (“but”, “however”, “although”)", words_in(CONTRAST), units.PER_WORD),
    Feature("reasoning", FAMILY, "words of reasoning (“because”, “since”, “so”)", words_in(REASONING), units.PER_WORD),
    Feature("self", FAMILY, "“I”, “me”, “my”", words_in(SELF), units.PER_WORD),
    Feature("us", FAMILY, "“we”, “us”, “our”", words_in(US), units.PER_WORD),
    Feature("reader", FAMILY, "“you” and “your”", words_in(READER), units.PER_WORD),
    Feature("negations", FAMILY, "negations", words_in(NEGATIONS), units.PER_WORD),
    Feature("own_thinking", FAMILY, "“I think”, “I suspect” and the like", own_thinking, units.PER_SENTENCE),
    Feature("conditionals", FAMILY, "conditions (“if”, “unless”)", conditionals, units.PER_SENTENCE),
    Feature("instructions", FAMILY, "sentences that instruct (“Try it first”)", instructions),
    Feature("questions", FAMILY, "questions", questions),
    Feature("exclamations", FAMILY, "exclamations", exclamations),
    Feature("adverbs", FAMILY, "adverbs", adverbs, units.PER_WORD),
    Feature("adjectives", FAMILY, "adjectives", adjectives, units.PER_WORD),
)
