"""Completing what an ask leaves unsaid: "is that extra?", "can they be exported?", "either of those"."""

import re
from collections.abc import Iterable, Sequence

from spacy.tokens import Token

from drafts.understand.clauses import Clause
from drafts.understand.reading import Reading, Unit, read
from drafts.understand.wordlist import words

_EMPTY = words(
    "a an the to of for and or is are do does did you your we our us i me my it its this that these those they them in on at with be can could would",
    "what how when which who where why if any there about please have has long much many more one ones so just also will get need want too yes no",
    "ok okay then extra included free possible either both some same all else but not u ya am was were shall should may might problem issue fine",
    "allowed feasible doable right correct true case different better enough necessary needed required covered part thing",
)
_ONE = words("it this that")
_INTO = words("in into on onto from to")
_USING = words("run be go live start work get")
_MANY = words("they them those these")
_BOTH = re.compile(r"\b(?:either|both|any|each|all)\s+(?:of\s+)?(?:those|these|them|that)\b", re.I)
_FEW = 3
"""Content words a sentence may have and still only point at what was said before."""
_PARTS = re.compile(r",?\s+(?:and|or|but|plus)\s+|[;,]\s+")
_UNCOUNTED = re.compile(r"^\W*how (?:many|much)(?=\s+(?:in|on|with|for|under|at|if|per)\b|\W*$)", re.I)
_COUNTED = re.compile(r"\bhow (?:many|much) ((?!in\b|on\b|with\b|for\b|is\b|are\b|do\b|does\b)[a-z]+)", re.I)
_NO_THING = words(
    "thing things question questions day days week weeks month months year years time times people folks guys thanks techs"
)


def content_words(text: str) -> int:
    """How many words of ``text`` carry meaning of their own."""
    return sum(1 for w in re.findall(r"[^\W\d_][\w'’-]*|\d+", text.lower()) if w not in _EMPTY)


def points_at_several(text: str) -> bool:
    """True for "either of those", "both of them": one ask for each thing said before. "All those customers" names its thing."""
    found = _BOTH.search(text)
    return found is not None and content_words(text) <= _FEW and content_words(text[found.end() :]) < 1


def parts_before(unit: Unit, reading: Reading) -> list[str]:
    """The things "both of those" points at: the coordinated halves of the sentence before, at most four."""
    position = reading.units.index(unit)
    before = reading.units[position - 1].text if position else ""
    return [p.strip() for p in _PARTS.split(before) if len(p.split()) > 1][-4:]


def completed(
    clause: Clause,
    text: str,
    asked: Sequence[str],
    said: str,
    rep_said: str,
    told: bool = False,
    asks: bool = True,
    after_ask: bool = False,
) -> str:
    """``text`` in self-contained wording.

    ``asked``: asks found before it in the mail; ``said``: the clause before it, ``told`` when that is the first half of its own
    sentence and asks nothing, ``after_ask`` when it asks something; ``rep_said``: the rep's mail it answers; ``asks``
    for a question, whose "it" is what was asked about before. A plural pronoun gets the last plural noun before it behind it in
    brackets, from the mail or else from the rep's; "that one" gets what was told just before it in front of it; a clause
    without a word of its own gets what was asked or said before in front of it, and so does the mail's first ask when
    it is about an “it”.
    """
    lead = clause.unit.lead
    if counted := _counted_before(text, asked):
        return counted
    if lead.endswith("?") and content_words(text) <= _FEW and not any(t.pos_ in {"VERB", "AUX"} for t in clause.tokens):
        return f"{lead}: {text}"
    if content_words(text) < 1:
        before = said if told or not asked else asked[-1]
        return f"{before.rstrip('?!. ')}: {text}" if before else text
    if said and not after_ask and any(map(_points_at_the_told, clause.tokens)):
        return f"{said.rstrip('?!. ')}: {text}"
    if said and not asked and any(t.lower_ in _ONE and t.dep_ == "dobj" and not _named_before(t, clause) for t in clause.tokens):
        return f"{said.rstrip('?!. ')}: {text}"
    if asked and asks and any(map(_points_at_the_asked, clause.tokens)) and not _names_a_thing(clause):
        return f"{asked[-1].rstrip('?!. ')}: {text}"
    pronoun = next(
        (t for t in clause.tokens if t.lower_ in _MANY and t.dep_ in {"nsubj", "nsubjpass", "dobj", "pobj", "dative"}), None
    )
    if pronoun is None:
        return text
    named = _last_plural(clause.tokens.doc[: pronoun.i]) or (_last_plural_in(rep_said) if rep_said else "")
    return re.sub(rf"\b{pronoun.text}\b", f"{pronoun.text} ({named})", text, count=1) if named else text


def _counted_before(text: str, asked: Sequence[str]) -> str:
    """ "How many in Growth" after "how many texts are in Team": the same thing is counted; empty when nothing is to be filled in."""
    found = _COUNTED.search(asked[-1]) if asked and _UNCOUNTED.match(text) else None
    return _UNCOUNTED.sub(lambda start: f"{start.group()} {found.group(1)}", text, count=1) if found else ""


def _points_at_the_told(token: Token) -> bool:
    """ "Which plan covers that?", "does it do that one as well?", "can it go in there": what was told just before is meant."""
    if token.lower_ == "there" and token.i > 0 and token.nbor(-1).lower_ in _INTO:
        return True
    that = token.lower_ == "that" and token.tag_ == "DT" and token.dep_ in {"dobj", "pobj"}
    return that or (token.lower_ == "one" and any(t.lower_ in {"that", "this"} for t in token.lefts))


def _points_at_the_asked(token: Token) -> bool:
    """ "And can we switch it off?" after a question about a thing; "running on it" means the product as a whole."""
    product = token.head.lower_ in {"on", "with"} and token.head.head.lemma_.lower() in _USING
    return token.lower_ == "it" and token.dep_ in {"dobj", "pobj"} and not product


def _named_before(pronoun: Token, clause: Clause) -> bool:
    """Whether the clause itself names a thing before the pronoun, which then more likely means that."""
    return any(t.pos_ in {"NOUN", "PROPN"} for t in clause.tokens if t.i < pronoun.i)


def _names_a_thing(clause: Clause) -> bool:
    return any(t.pos_ in {"NOUN", "PROPN"} for t in clause.tokens)


def _last_plural_in(text: str) -> str:
    return next((found for unit in reversed(read(text).units) if (found := _last_plural(unit.tokens))), "")


def _last_plural(tokens: Iterable[Token]) -> str:
    """The last plural noun with the words that belong to it in front, empty when there is none. What stands in brackets is passed over."""
    closed = False
    for token in reversed(list(tokens)):
        if token.text in "()":
            closed = token.text == ")"
        if closed:
            continue
        if token.tag_ == "NNS" and not token.is_upper and token.lower_ not in _NO_THING:
            first = min((t.i for t in token.lefts if t.dep_ in {"compound", "amod"}), default=token.i)
            return token.doc[first : token.i + 1].text
    return ""
