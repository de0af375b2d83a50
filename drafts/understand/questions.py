"""Rules that own questions: does this clause ask to be told something?"""

import re
from itertools import pairwise

from spacy.tokens import Token

from drafts.understand.clauses import AUXILIARIES, WH, Clause, inverts, opens_question
from drafts.understand.wordlist import words as wordset

_OPENERS = wordset(
    "and but so also plus or ok okay well then btw oh & + now first second secondly firstly finally lastly next again hi hello hey ",
    "yes yeah yep no sure please honestly actually basically quick question",
)
_KNOWING = wordset(
    "know understand wonder see learn hear confirm clarify tell say advise explain ask check find specify state indicate figure ",
    "discuss describe outline share detail quote list remind inform",
)
_TOLD_BY_OTHERS = wordset("ask say tell explain describe discuss")
"""What people the mail tells of may be doing, too: "calls from people asking where he is"."""
WISHED_WITHIN = 6
"""Words between a wish and what is wished to be known."""
_CONDITIONS = wordset("if when once after before as because since assuming suppose supposing say")
_ASKED_BEHIND = wordset("how what whether")
_ANNOUNCING = wordset("ask question query wonder")
_CALLED_QUESTIONS = wordset("thing question questions point asked ask issue concern worry query unknown")
_BRIEF_ASIDE = re.compile(r"\(\W*(?:[\w'’]+\s*){1,3}\?\)\W*$")
"""An aside of a word or three at the end: "the storms (who hasn't?)"."""
_READERS = wordset("you your yours u ya it that this")
_CAN = wordset("can could will do does handle handles offer offers support supports")
_NEEDING = wordset("need needs have has must want wants like got")
_UNSURE = wordset(
    "curious unsure sure clear interested keen wondering certain",
)
_WISHES = wordset(
    "like love want need wanted curious keen help please me us trying good great useful interested have wish happy hoping glad pleased grateful delighted eager itching dying desperate anxious",
)


def is_question(clause: Clause) -> bool:
    """True when the clause asks for information, with or without a question mark."""
    marked = clause.last and clause.text.rstrip(" )\"'”").endswith("?") and not _BRIEF_ASIDE.search(clause.text)
    tokens = opening(list(clause.tokens))
    if not tokens:
        return False
    if marked:
        return True
    if clause.listed and tokens[0].lower_ in {"whether", "if", *WH}:
        return True
    unmistakable = clause.span[0] != clause.unit.span[0] and not clause.unit.text.rstrip(" )\"'”").endswith("?")
    if opens_question(tokens, strict=unmistakable) and not _subordinate(tokens):
        return True
    if (tokens[0].lower_ in _CONDITIONS and inverts(tokens[1:])) or _asks_after_comma(tokens):
        return True
    return asks_indirectly(tokens) or _is_the_question(tokens) or _would_decide(tokens)


def opening(tokens: list[Token]) -> list[Token]:
    """The tokens without what is said before the point: "and", "also", "quick question:", a name and a comma."""
    start = 0
    while start < len(tokens):
        token = tokens[start]
        name = (
            token.text[:1].isupper() and start + 1 < len(tokens) and tokens[start + 1].text in {",", "-", "—", "–"} and start <= 1
        )
        if token.is_punct or token.is_space or token.lower_ in _OPENERS or (name and token.lower_ not in AUXILIARIES | WH):
            start += 1
        else:
            break
    return tokens[start:]


def _subordinate(tokens: list[Token]) -> bool:
    """ "When I called, nobody answered": a question word that only opens a clause of a statement."""
    first = tokens[0].lower_
    if first in AUXILIARIES or first in {"whether", "if"}:
        return first == "if"
    following = next((t for t in tokens[1:] if t.pos_ in {"AUX", "VERB", "PRON", "NOUN", "PROPN"}), None)
    told = (
        first in {"what", "how", "where", "when", "why"}
        and following is not None
        and following.lower_ in {"i", "we", "he", "she", "they", "my", "our"}
    )
    return told and not any(t.lower_ in AUXILIARIES for t in tokens[1:2])


def asks_indirectly(tokens: list[Token]) -> bool:
    """ "I'd like to understand how long …", "tell me whether …", "curious if …": a wish to know and what is to be known."""
    for position, token in enumerate(tokens):
        knowing = token.lemma_.lower() in _KNOWING or token.lower_ in _UNSURE
        if not knowing or not _readers_turn(tokens[:position], token):
            continue
        after = tokens[position + 1 : position + 9]
        asked = {"whether", "if", "how", "which"} if token.lower_ in {"sure", "clear", "certain"} else WH | {"whether", "if"}
        if _must_know_that(tokens[:position], tokens[position + 1 : position + 2]):
            return True
        if any(t.lower_ in asked for t in after):
            return True
    return False


def _asks_after_comma(tokens: list[Token]) -> bool:
    """ "If it is a go, how long until …", "One I forgot to ask, is it …": a condition or an announcement, the question behind its comma."""
    announced = any(t.lemma_.lower() in _ANNOUNCING for t in tokens[:7])
    for position, token in enumerate(tokens[:-2]):
        after = tokens[position + 1 :]
        if token.text == "," and (after[0].lower_ in _ASKED_BEHIND or announced) and opens_question(after, strict=not announced):
            return True
    return False


def _must_know_that(before: list[Token], after: list[Token]) -> bool:
    """ "I'd have to be sure that …", "we need to know that …": what has to be so is asked for."""
    words = {t.lower_ for t in before}
    return bool(after) and after[0].lower_ == "that" and "to" in words and bool(words & _NEEDING) and not words & {"not", "n't"}


def _is_the_question(tokens: list[Token]) -> bool:
    """ "The other thing is whether …", "what I shall be asked is in which country …": a question said to be one."""
    named = any(t.lower_ in _CALLED_QUESTIONS for t in tokens[:12])
    for place, (token, after) in enumerate(pairwise(tokens)):
        if token.lemma_ == "be" and token.pos_ == "AUX" or token.lower_ == "is":
            asked = after if after.tag_ != "IN" or place + 2 >= len(tokens) else tokens[place + 2]
            if after.lower_ == "whether" or (named and asked.lower_ in WH):
                return True
    return False


def _would_decide(tokens: list[Token]) -> bool:
    """ "If yours can wait half an hour, I'm listening": what the reader's thing must do, and what follows for the writer."""
    words = [t.lower_ for t in tokens]
    if words[0] != "if" or not set(words[1:3]) & _READERS or "," not in words:
        return False
    condition, then = words[: (last := len(words) - 1 - words[::-1].index(","))], words[last + 1 :]
    return bool(set(condition) & _CAN) and bool(set(then[:2]) & {"i", "we", "i'm", "we're", "i'd", "we'd", "count"})


def _readers_turn(before: list[Token], verb: Token) -> bool:
    """The one who would know is the reader: no "I will let you know", no "he asked", nothing already told."""
    words = [t.lower_ for t in before]
    if verb.tag_ in {"VBD", "VBN"} or (verb.tag_ == "VBZ" and verb.lower_ not in _UNSURE):
        return False
    if verb.tag_ == "VBG" and verb.lemma_.lower() in _TOLD_BY_OTHERS and not {"i", "we", "am", "'m", "’m"} & set(words[-3:]):
        return False
    others = verb.lower_ == "ask" and not {"i", "we"} & set(words)
    if {"will", "'ll", "ll", "’ll"} & set(words) and not others and not {"need", "want"} & set(words):
        return False
    if verb.lower_ in {"know", "see", "understand", "hear", "find", "learn", "figure"}:
        return bool(_WISHES & set(words[-WISHED_WITHIN:])) and not {"n't", "not", "didn't"} & set(words[-3:])
    if verb.lower_ in {"sure", "clear", "certain"}:
        return bool({"not", "n't", "make", "be"} & set(words[-3:]))
    return True
