"""Orders to whatever drafts the reply, however they are dressed: in other letters, in code, as a game, as a word to the reviewer.

Four looks at a sentence, none of which needs to know what is ordered:

- the sentence as a reader would take it, with look-alike letters, invisible characters, spaced letters and digits for letters
  undone (Unicode TR 39 calls the first of these confusables);
- a stretch that only a machine can read: base64, hex, or a request to decode, turn round or shift letters;
- wordings that speak to the writer, its rules, its role or its reviewer instead of to the rep;
- a sentence in another language or script inside an English mail.
"""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator

from drafts.understand.language import foreign_language
from drafts.understand.patterns import PATTERNS
from drafts.understand.reading import Unit

_LOOK_ALIKE = str.maketrans(
    {
        **dict.fromkeys("аᴀα", "a"), **dict.fromkeys("еє", "e"), **dict.fromkeys("оοօ", "o"), **dict.fromkeys("рρ", "p"),
        **dict.fromkeys("сϲ", "c"), **dict.fromkeys("хχ", "x"), **dict.fromkeys("уү", "y"), **dict.fromkeys("іїı", "i"),
        **dict(zip("јӏԁһѕѡԛԝ", "jldhswqw", strict=True)),
        **dict(zip("АВСЕНІЈКМОРЅТХУ", "ABCEHIJKMOPSTXY", strict=True)), **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX", strict=True)),
    }
)  # fmt: skip
_DIGITS = str.maketrans("013457@$", "oieastas")
_SPACED = re.compile(r"\b(?:\w[ .\-_]){4,}\w\b")
_MIXED = re.compile(r"\b(?=\w*\d)(?=\w*[^\W\d_]{2})[\w@$]{4,}\b")
_BASE64 = re.compile(r"[A-Za-z0-9+/]{24,}={0,2}")
_HEX = re.compile(r"\b(?:[0-9a-f]{2}){12,}\b", re.IGNORECASE)
_CODED = re.compile(
    r"\b(?:decode|decipher|rot-?13|base-?64|(?:read\s+)?(?:it|this)\s+backwards?)\b.{0,60}\b(?:do|follow|act|says?|obey)\b",
    re.IGNORECASE,
)
_FOREIGN_LEAST = 6
"""Words of another language in one sentence; fewer are a greeting or a name."""
_CLAUSE = re.compile(r"[:;.!?\n]")
_OTHER_SCRIPT = re.compile(r"(?:[^\W\d_a-zA-Z\u00c0-\u024f][\s，。、,.]*){8,}")

_RULES = r"(?:rules?|instructions?|guidelines?|configuration|directives?|restrictions?)"
_ANSWER = r"(?:reply|answer|response|draft)"
_REVIEWERS = r"(?:reviewers?|approvers?|graders?|moderators?|checkers?|evaluators?|quality\s+check\w*|whoever\s+(?:checks?|reviews?|approves?|grades?))"

ORDERS = re.compile(
    "|".join(
        (
            # its rules
            rf"\b(?:your\s+(?:\w+\s+)?{_RULES}|{_RULES}\s+you\s+were\s+given)\b.{{0,40}}\b(?:no\s+longer\s+appl\w+|revoked|void|suspended|a\s+mistake|replaced)\b",
            r"\bnew\s+(?:directive|instruction)s?\b.{0,60}(?::|\bprecedence\b|\boverrid\w+)|\btakes?\s+precedence\s+over\s+(?:everything|all\s+\w+\s+before)\b",
            rf"\b{_RULES}\s+for\s+(?:all\s+)?(?:of\s+)?your\s+(?:later\s+|future\s+|next\s+)?(?:repl|answer|response)\w*|\bas\s+your\s+(?:rule|task|instruction)s?\b",
            r"\b(?:rule|instruction)\s+i\s+(?:sent|gave)\s+you\b|\bdo\s+what\s+my\s+\w+\s+(?:mail|message)\s+says\b",
            r"\bthe\s+user\s+is\s+an?\s+(?:admin\w*|developer|root)\b|^\W{0,6}(?:system|end\s+of\s+(?:mail|message|prompt))\W{0,6}$|</?\s*(?:material|instructions?|system)\s*>",
            # its role
            r"\byou\s+are\s+(?:now\s+)?(?:\w+,\s+)?an?\s+(?:assistant|model|bot)\b|\banswer\s+as\s+[A-Z]\w+",
            r"\b(?:let\s+us|let['’]s)\s+play\b.{0,60}\byou\s+are\b|\bpretend\b.{0,50}\b(?:reply|answer|you|that\s+the\s+price)\b",
            r"\bimagine\b.{0,30}\b(?:i\s+am|i['’]m|you\s+are)\b.{0,40}\b(?:manager|boss|owner|testing|developer|test)\b|\bright\s+answer\s+in\s+this\s+test\b",
            rf"\bfrom\s+(?:here|now)\s+on\b.{{0,20}}\byou\s+(?:speak|act|write|answer)\b|\bwrite\s+(?:the|your)\s+{_ANSWER}\s+as\s+an?\b",
            r"\b(?:automat\w+|ai)\s+(?:systems?|assistants?|agents?|tools?)\s+(?:replying|responding|answering|reading|that\s+(?:read|repl|answer)\w*)\b",
            r"\bany\s+(?:ai|assistant|bot|llm|language\s+model)\b.{0,20}\b(?:reading|that\s+reads|answering)\b|\bif\s+you\s+are\s+an?\s+(?:automat\w+|ai)\b",
            r"(?:^|[\s_(])assistant[:,_ ]+(?:please\b|\w+\s+(?:to|the|that|a)\b)|\bsystem\s+note\s*:",
            # what it shall say
            r"\b(?:include|repeat|insert|copy|put)\b.{0,30}\b(?:this|the\s+following)\s+(?:sentence|wording|phrase)\b|\bword\s+for\s+word\b",
            rf"\b(?:simply\s+|just\s+)?(?:reply|answer|respond)\s+with\s+[\"“]|\bcorrect\s+{_ANSWER}\s+contains?\b|\bstart\s+of\s+your\s+{_ANSWER}\b",
            r"\bcontinue\s+exactly\s+where\s+you\s+stopped\b|\bsend\s+[A-Z]\s+followed\s+by\s+[A-Z]\b|\b(?:both|two)\s+halves\s+together\s+in\s+your\b",
            # its reviewer
            rf"(?:^|\b(?:to|dear|note\s+to|attention)\s+(?:the\s+)?){_REVIEWERS}\b\s*(?:[:,]|this|treat|please|it\b)|\b(?:skip\s+this\s+thread|exempt\s+from\s+review)\b",
            r"\bset\s+(?:the\s+|your\s+)?confidence\b|\ball\s+three\s+scores\b|\bas\s+an?\s+approved\s+fact\b|\bapproved\s+by\s+sales\s+ops\b",
            r"\b(?:already|has)\s+(?:been\s+)?(?:read|reviewed|approved)\s+(?:this|the)\s+(?:reply|answer|response)\b|\bno\s+need\s+to\s+show\s+(?:it|this)\s+to\s+any",
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)


def orders(text: str, units: tuple[Unit, ...]) -> Iterator[str]:
    """Sentences of a mail that give orders to the drafting system, openly or in disguise, as they stand there."""
    for found in ORDERS.finditer(text):
        yield next((u.text for u in units if u.span[0] <= found.start() < u.span[1]), found.group().strip())
    read = undressed(text)
    if read != text and (found := ORDERS.search(read) or PATTERNS["injection"].search(read)):
        yield found.group().strip()
    yield from (line.strip() for line in text.splitlines() if unreadable(line))


def foreign(text: str, units: tuple[Unit, ...]) -> Iterator[str]:
    """The language of each clause in another one than English, long enough to say something."""
    if _OTHER_SCRIPT.search(text.translate(_LOOK_ALIKE)):
        yield "a language other than English"
    for unit in units:
        for clause in _CLAUSE.split(unit.text):
            if len(clause.split()) >= _FOREIGN_LEAST and (language := foreign_language(clause)):
                yield language


def undressed(text: str) -> str:
    """The text as a reader takes it: compatibility forms, look-alikes and invisible characters undone, spaced letters joined."""
    plain = text
    if not plain.isascii():
        plain = unicodedata.normalize("NFKC", plain)
        plain = "".join(c for c in plain if unicodedata.category(c) != "Cf").translate(_LOOK_ALIKE)
    plain = _SPACED.sub(lambda m: re.sub(r"[ .\-_]", "", m.group()), plain)
    return _MIXED.sub(lambda m: m.group().translate(_DIGITS), plain)


def unreadable(text: str) -> bool:
    """Whether words stand in it that only a machine can read."""
    if _CODED.search(text):
        return True
    return any(_says_something(_from_base64(m.group())) for m in _BASE64.finditer(text)) or any(
        _says_something(bytes.fromhex(m.group())) for m in _HEX.finditer(text)
    )


def _from_base64(token: str) -> bytes:
    try:
        return base64.b64decode(token + "=" * (-len(token) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _says_something(found: bytes) -> bool:
    """Words with spaces between, not the bytes of a key or an id."""
    text = found.decode("utf-8", "replace")
    return len(text.split()) >= 3 and sum(c.isalpha() or c.isspace() for c in text) >= 0.8 * len(text)
