"""What makes a message unsafe to draft: marks of the mail itself, wordings, and what the fitted model makes of its sentences."""

import re
from collections.abc import Iterator

from drafts.domain import Hazard, Message
from drafts.understand import disguise
from drafts.understand.bounds import CUT
from drafts.understand.cues import UNSAFE, Act
from drafts.understand.language import foreign_language
from drafts.understand.patterns import PATTERNS, SURE
from drafts.understand.reading import Reading
from drafts.understand.wordlist import either

NOTES = {
    "autoreply": "This is an automatic reply, nobody has read your mail yet.",
    "bounce": "Your last mail could not be delivered.",
    "unsubscribe": "They ask not to be written to any more.",
    "injection": "The mail holds instructions aimed at the drafting system; they were not followed.",
    "legal": "This touches legal matters.",
    "angry": "They are upset and need a person, not a draft.",
    "wrong_person": "This may be the wrong person to write to.",
    "non_english": "The mail is written in {}.",
    "out_of_scope": "This is not a sales conversation a routine reply can serve.",
    "too_long": "The mail is very long: only its beginning was read.",
    "ambiguous": "It is not clear what they mean.",
    "too_early": "You wrote last and it is too early for a nudge.",
    "not_wanted": "They said no, or the mail did not reach them: no nudge is due.",
}
"""One sentence a code, for the rep."""

_AUTOREPLY_SUBJECT = re.compile(
    r"^\W*(?:re:\s*)?(?:auto(?:matic|mated)?[\s-]*(?:reply|response|antwort)|out\s+of\s+(?:the\s+)?office|ooo\b|abwesenheit|"
    r"r[ée]ponse\s+automatique|respuesta\s+autom|away\s+from|on\s+(?:leave|vacation|holiday))",
    re.I,
)
_BOUNCE_SUBJECT = re.compile(
    r"^\W*(?:undeliver|delivery\s+(?:status|failure|has\s+failed)|mail\s+delivery|returned\s+mail|failure\s+notice|"
    r"message\s+(?:not\s+delivered|blocked))",
    re.I,
)
_BOUNCE_SENDER = re.compile(r"mailer-daemon|postmaster@|mail\s+delivery\s+(?:sub)?system", re.I)
_BOUNCE_TEXT = re.compile(
    either(
        r"\b(?:address\s+not\s+found|user\s+unknown|mailbox\s+(?:full|unavailable|not\s+found)|no\s+such\s+user|undeliverable)\b",
        r"\b(?:recipient\s+(?:address\s+)?rejected|could\s?n[o'’]t\s+be\s+delivered|delivery\s+(?:has\s+)?failed|550\s+5\.\d)",
    ),
    re.I,
)
_HARMLESS = re.compile(r"view\s+(?:this|in)|browser|unsubscribe|tracking|pixel|preheader|mso|endif|style|@media|outlook", re.I)
_DIRECTIVE = re.compile(
    r"\b(?:assistant|ai|bot|model|system|instructions?|prompts?|drafts?|scores?|admin|verified|approved?|include|state|say|confirm|offer|set|mark|"
    r"reply|respond|write|send|forward|ignore|reveal|add|tell|guarantee|discount|you\s+(?:must|should|are|will))\b",
    re.I,
)
_SHOUTED = re.compile(
    r"(?=(?:[A-Z']+[ \t]+)*(?:THE|THIS|IS|MY|YOU|YOUR|NOT|AND|TO|NOW|STOP|WHY|WHAT|NO|NEVER|AGAIN|IN|OF|ON|WE)\b)"
    r"(?<![A-Z'] )\b[A-Z']{2,}(?:[ \t]+[A-Z']{2,}){2,}\b"
)
"""Three words and more in capitals, a plain one among them: a string of acronyms is no shouting."""


def hazard(code: str, words: str, detail: str = "") -> Hazard:
    """A hazard with its standing note, and ``detail`` behind it."""
    note = NOTES[code].format(detail or words)
    return Hazard(code, words, note if code == "non_english" or not detail else f"{note} {detail}")


def visible_hazards(message: Message, reading: Reading, act: Act) -> tuple[Hazard, ...]:
    """Hazards one message shows by itself, each code once, in the order of :data:`NOTES`."""
    found: dict[str, str] = {}
    for code, words in (*_marks(message, reading), *_out_of_sight(message), *_said(reading, act)):
        found.setdefault(code, words)
    return tuple(hazard(code, found[code]) for code in NOTES if code in found)


def _marks(message: Message, reading: Reading) -> Iterator[tuple[str, str]]:
    """What headers, subject and sender say before a word is read."""
    for flag in ("autoreply", "bounce"):
        if flag in message.flags:
            yield flag, message.subject or reading.text[:80]
    if CUT in message.flags:
        yield "too_long", reading.text[-80:].strip()
    if found := _AUTOREPLY_SUBJECT.search(message.subject):
        yield "autoreply", found.group().strip()
    if (found := _BOUNCE_SUBJECT.search(message.subject)) or (found := _BOUNCE_SENDER.search(message.sender)):
        yield "bounce", found.group().strip()
    if found := _BOUNCE_TEXT.search(reading.text):
        yield "bounce", found.group().strip()


def _said(reading: Reading, act: Act) -> Iterator[tuple[str, str]]:
    for unit in reading.units:
        yield from ((code, found.group().strip()) for code in SURE if (found := PATTERNS[code].search(unit.text)))
    if act.unsafe:
        code = act.among(UNSAFE)
        yield code, act.shown_by(code).unit.text
    yield from (("injection", words) for words in disguise.orders(reading.text, reading.units))
    yield from (("non_english", language) for language in disguise.foreign(reading.text, reading.units))
    if found := _SHOUTED.search("\n".join(u.text for u in reading.units)):
        yield "angry", found.group()
    if language := foreign_language("\n".join(u.text for u in reading.units)):
        yield "non_english", language


def _out_of_sight(message: Message) -> Iterator[tuple[str, str]]:
    """Instructions where no human reader would look: hidden text, quoted mail, signature, attachment names, the subject."""
    hidden = message.hidden.strip()
    if len(hidden.split()) >= 3 and _DIRECTIVE.search(hidden) and not (_HARMLESS.search(hidden) and len(hidden.split()) < 12):
        yield "injection", hidden[:200]
    names = " ".join(message.attachments).replace("_", " ").replace("-", " ")
    for text in (message.quoted, message.left_out, names, message.subject, message.sender):
        if found := PATTERNS["injection"].search(text) or disguise.ORDERS.search(text):
            yield "injection", found.group().strip()
