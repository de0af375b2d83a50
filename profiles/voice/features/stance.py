"""Stance: hedging or stating, directness, politeness, who the sentences are about."""

from profiles.voice.features.base import Count, Feature, hits, words_in
from profiles.voice.reading import Reading, lexicon

FAMILY = "stance"

HEDGES = lexicon(
    "might may could perhaps maybe possibly probably presumably apparently likely seem seems seemed appear "
    "appears suspect suppose guess think believe somewhat roughly about fairly rather usually generally often "
    "sometimes typically almost sort kind imagine"
)
BOOSTERS = lexicon(
    "really very definitely certainly clearly obviously always never absolutely totally completely indeed "
    "surely exactly truly simply just only actually quite far much most all every"
)
POLITE = lexicon("please thanks thank thx sorry appreciate grateful glad happy welcome kindly pardon apologies apologize")
OBLIGATION = lexicon("must should need needs have ought required shall")
POSSIBILITY = lexicon("can could may might able possible")
WISHES = lexicon("would 'd like want wish hope prefer rather")
CONTRAST = lexicon("but however although though yet nevertheless instead otherwise despite still whereas")
REASONING = lexicon("because since so therefore hence thus as then")
THINKING = lexicon("think believe guess suppose suspect know feel imagine assume expect wonder doubt hope")
SELF = lexicon("i me my mine myself 'm")
US = lexicon("we us our ours ourselves")
READER = lexicon("you your yours yourself u")
NEGATIONS = lexicon("not n't no never none nothing nobody neither nor without cannot")


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
    Feature("hedges", FAMILY, "hedges (“might”, “perhaps”, “I think”)", words_in(HEDGES)),
    Feature("boosters", FAMILY, "boosters (“really”, “always”, “just”)", words_in(BOOSTERS)),
    Feature("polite", FAMILY, "words of courtesy (“please”, “thanks”, “glad”)", words_in(POLITE)),
    Feature("obligation", FAMILY, "words of obligation (“should”, “must”, “need”)", words_in(OBLIGATION)),
    Feature("possibility", FAMILY, "words of possibility (“can”, “could”, “able”)", words_in(POSSIBILITY)),
    Feature("wishes", FAMILY, "words of wishing (“would”, “like”, “hope”)", words_in(WISHES)),
    Feature("contrast", FAMILY, "words of contrast (“but”, “however”, “although”)", words_in(CONTRAST)),
    Feature("reasoning", FAMILY, "words of reasoning (“because”, “since”, “so”)", words_in(REASONING)),
    Feature("self", FAMILY, "“I”, “me”, “my”", words_in(SELF)),
    Feature("us", FAMILY, "“we”, “us”, “our”", words_in(US)),
    Feature("reader", FAMILY, "“you” and “your”", words_in(READER)),
    Feature("negations", FAMILY, "negations", words_in(NEGATIONS)),
    Feature("own_thinking", FAMILY, "“I think”, “I suspect” and the like", own_thinking),
    Feature("conditionals", FAMILY, "conditions (“if”, “unless”)", conditionals),
    Feature("instructions", FAMILY, "sentences that instruct (“Try it first”)", instructions),
    Feature("questions", FAMILY, "questions", questions),
    Feature("exclamations", FAMILY, "exclamations", exclamations),
    Feature("adverbs", FAMILY, "adverbs", adverbs),
    Feature("adjectives", FAMILY, "adjectives", adjectives),
)
