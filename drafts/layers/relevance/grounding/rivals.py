"""Another product that the prospect named, run down by the draft."""

import re
from collections.abc import Iterator

from drafts.layers.relevance.grounding.text import HARD, Text
from drafts.layers.relevance.values import DATE_WORDS
from profiles.judgement import Evidence

_NAMED = re.compile(r"(?<=[a-z,] )[A-Z][\w-]{2,}")
_RUNS_DOWN = re.compile(
    r"\b(?:can't|cannot|can not|doesn't|does not|won't|lacks?|isn't|falls? short|lags?|behind|outdated|worse|weak|clunky|fails?|struggles?)\b",
    re.I,
)


def issues(text: Text) -> Iterator[Evidence]:
    """One issue for each sentence that criticises a product named by the prospect."""
    own = text.sources.approved_words
    person = f"{text.thread.lead.name} {text.thread.lead.company}".lower()
    said = "\n".join(message.text for message in text.thread.prospect)
    rivals = {name for name in _NAMED.findall(said) if name.lower() not in own | DATE_WORDS and name.lower() not in person}
    for part in text.parts:
        for rival in sorted(rivals):
            found = re.search(rf"\b{re.escape(rival)}\b", part.text)
            if not found:
                continue
            better = re.search(rf"\b(?:better|stronger|faster|easier|more \w+) than {re.escape(rival)}\b", part.text, re.I)
            if better or _RUNS_DOWN.search(part.text[found.end() :]):
                yield Evidence("criticises_rival", f"Runs down {rival}.", HARD, (part.span,))
