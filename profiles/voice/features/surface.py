"""Surface: contractions, spelling habits and small words. The outermost layer: it may help, it never carries the score."""

from profiles.voice.features.base import Count, Feature, hits, words_in
from profiles.voice.reading import Reading, lexicon

FAMILY = "surface"

SHORTENED = lexicon("'s 're 'm 'll 've 'd n't ’s ’re ’m ’ll ’ve ’d n’t")
FULL = lexicon("is are am will have has had would not")
CHAT = lexicon("u ur thx pls btw fyi imho imo afaik iirc asap gonna wanna gotta lol yeah yep hey dont doesnt cant wont im")
LATIN = lexicon("e.g. i.e. eg ie etc etc. cf. cf via viz")
BRITISH = ("our", "ours", "ise", "ised", "ising", "isation", "yse", "ogue", "tre", "ence")
AMERICAN = ("or", "ors", "ize", "ized", "izing", "ization", "yze", "og", "ter", "ense")


def contractions(text: Reading) -> Count:
    """Contracted forms out of all that could be contracted."""
    short = [(i, i + 1) for i in text.words if text.lower[i] in SHORTENED and text.tag[i] != "POS"]
    short += [(i, i + 1) for s in text.body for i in range(s.start, s.end) if text.lower[i] in SHORTENED and not text.is_word[i]]
    full = sum(text.lower[i] in FULL for i in text.words)
    return hits(short, len(short) + full)


def ise_spelling(text: Reading) -> Count:
    """ "-ise" out of all "-ise" and "-ize" verbs."""
    ise = [i for i in text.words if len(text.lower[i]) > 5 and text.lower[i].rstrip("ds").endswith(("ise", "isation"))]
    ize = [i for i in text.words if len(text.lower[i]) > 5 and text.lower[i].rstrip("ds").endswith(("ize", "ization"))]
    return hits([(i, i + 1) for i in ise], len(ise) + len(ize))


def that_after_verb(text: Reading) -> Count:
    """Clauses that complete a verb and say "that", out of all such clauses with a tense."""
    clauses = [i for i in text.words if text.dep[i] == "ccomp" and text.tag[i] in ("VBD", "VBP", "VBZ", "VB", "VBN")]
    heads = {text.head[i] for i in text.words if text.dep[i] == "mark" and text.lower[i] == "that"}
    return hits([(i, i + 1) for i in clauses if i in heads], len(clauses))


def which_for_that(text: Reading) -> Count:
    """Relative "which" out of relative "which" and "that"."""
    which = [i for i in text.words if text.tag[i] == "WDT" and text.lower[i] == "which"]
    that = [i for i in text.words if text.tag[i] == "WDT" and text.lower[i] == "that"]
    return hits([(i, i + 1) for i in which], len(which) + len(that))


def capitals(text: Reading) -> Count:
    """Words in capitals of two letters and more."""
    return hits([(i, i + 1) for i in text.words if len(text.lower[i]) > 1 and text.doc[i].is_upper], len(text.words))


def small_i(text: Reading) -> Count:
    """ "i" written small out of every "I"."""
    places = [i for i in text.words if text.lower[i] in ("i", "im", "ive", "ill") and text.pos[i] == "PRON"]
    return hits([(i, i + 1) for i in places if text.doc[i].text[0] == "i"], len(places))


def number_words(text: Reading) -> Count:
    """Numbers spelled out, out of all numbers."""
    numbers = [i for i in text.words if text.pos[i] == "NUM"]
    return hits([(i, i + 1) for i in numbers if text.lower[i].isalpha()], len(numbers))


def nouns(text: Reading) -> Count:
    """Nouns, a word."""
    return hits([(i, i + 1) for i in text.words if text.pos[i] == "NOUN"], len(text.words))


def variety(text: Reading) -> Count:
    """Different words among the first fifty of the body; None for a body under thirty words."""
    first = text.words[:50]
    if len(first) < 30:
        return None
    seen: set[str] = set()
    places = []
    for i in first:
        if text.lower[i] not in seen:
            seen.add(text.lower[i])
            places.append((i, i + 1))
    return hits(places, len(first))


FEATURES = (
    Feature("contractions", FAMILY, "contractions where one is possible", contractions),
    Feature("chat_words", FAMILY, "chat spellings (“btw”, “thx”)", words_in(CHAT)),
    Feature("latin", FAMILY, "“e.g.”, “i.e.”, “etc.”", words_in(LATIN)),
    Feature("ise_spelling", FAMILY, "“-ise” where others write “-ize”", ise_spelling),
    Feature("that_after_verb", FAMILY, "“that” after “think”, “say”, “know”", that_after_verb),
    Feature("which_for_that", FAMILY, "“which” where “that” would do", which_for_that),
    Feature("capitals", FAMILY, "words in capitals", capitals),
    Feature("small_i", FAMILY, "“i” written small", small_i),
    Feature("number_words", FAMILY, "numbers spelled out", number_words),
    Feature("nouns", FAMILY, "nouns", nouns),
    Feature("variety", FAMILY, "different words among the first fifty", variety),
    Feature("articles", FAMILY, "articles", words_in(frozenset({"a", "an", "the"}))),
    Feature("conjunctions", FAMILY, "“and” and “or”", words_in(frozenset({"and", "or"}))),
    Feature(
        "fillers",
        FAMILY,
        "fillers (“well”, “anyway”, “also”, “too”)",
        words_in(frozenset({"well", "anyway", "also", "too", "now", "then", "here", "there", "basically"})),
    ),
)
