"""Names of products, places, languages, certificates and people that no source carries."""

from collections.abc import Iterator

from spacy.tokens import Token

from drafts.layers.relevance.grounding.text import HARD, Text
from drafts.layers.relevance.lexicon import stem
from drafts.layers.relevance.terms import is_name
from drafts.layers.relevance.values import DATE_WORDS, DAYS_IN
from profiles.judgement import Evidence

COMMON = frozenset(
    """hi hey hello dear best regards cheers thanks thank kind sincerely i ok okay pm am et ct mt pt est cst mst pst edt cdt mdt pdt gmt
    utc bst cet eastern central mountain pacific london fyi ps asap nb eod faq qa mr mrs ms dr yes no tbd tbc usa us uk eu ceo cfo coo
    cto it hr pdf sdr united states european union kingdom english christmas easter thanksgiving""".split()
)
"""Capitalised words that claim nothing: greetings, zones (checked as times), titles, and countries' everyday names."""


def issues(text: Text) -> Iterator[Evidence]:
    """Every name that is in no fact, no message and not the rep's or the lead's own."""
    lower = {token.lower_ for token in text.doc if token.is_lower}
    for token in text.doc:
        word = token.lower_.removesuffix("'s").removesuffix("’s").strip(".")
        if not is_name(token) or _starts_line(token) and not _is_rare(token, word):
            continue
        if len(word) < 2 or not word[0].isalpha() or word in COMMON or word in DATE_WORDS or word in DAYS_IN:
            continue
        if word in text.sources.words or stem(word) in text.sources.stems or word in lower:
            continue
        said = f"“{token.text}” is named in no approved fact and not in the thread."
        yield Evidence("ungrounded_name", said, HARD, ((token.idx, token.idx + len(token.text)),))


def _starts_line(token: Token) -> bool:
    """Whether a capital is only the beginning of a sentence, a line, a list item or a quotation."""
    if token.i == 0 or token.is_sent_start:
        return True
    before = token.nbor(-1)
    return before.is_space or before.text in ("-", "–", "—", ":", '"', "“", "‘", "'", "(", "*", "•", ".", "!", "?", "…")


def _is_rare(token: Token, word: str) -> bool:
    """An acronym or camel case is a name wherever it stands."""
    return any(c.isupper() for c in token.text[1:])
