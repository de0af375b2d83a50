"""What is said for politeness: greetings, closings, and sentences shaped like questions or requests that ask for nothing."""

import re

_SALUTATION = r"(?:hi|hiya|hello|hey|heya|howdy|dear|greetings|good\s+(?:morning|afternoon|evening|day)|morning|afternoon|to\s+whom\s+it\s+may\s+concern)"
_NO_NAME = r"(?:can|could|do|does|did|is|are|was|what|how|when|where|which|who|why|we|i|you|it|would|will|please|kindly|thanks?|just|need|want|any|saw|not|yes|no|call|send|tell|re)"
_GREETING = re.compile(
    rf"\s*{_SALUTATION}\b(?:[\s,]+(?:(?:mr|mrs|ms|dr|prof)\.?\s+)?(?!{_NO_NAME}\b)[^\W\d_][\w'’-]*){{0,4}}\s*[,.!:—–-]*\s*$", re.I
)
_GREETED_BY_NAME = re.compile(r"\s*[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)?\s*[,:—–-]+\s*$")
_GREETING_PREFIX = re.compile(
    r"(?:(?:hi|hiya|hello|hey|heya|howdy|dear|greetings|good\s+(?:morning|afternoon|evening|day))\b(?:\s+[^\W\d_][\w'’.-]*){0,3}?\s*[,.!:—–-]+|"
    r"(?:hi|hello|hey|dear)\s+(?:there|all|team|[A-Z][\w'’-]+))\s*",
    re.I,
)
_CLOSING = re.compile(
    r"\s*(?:with\s+(?:\w+\s+){0,2}(?:apologies|thanks|gratitude|compliments|greetings|appreciation)|apologies|greetings(?:\s+from\s+\w+)?|(?:many\s+|with\s+)?(?:best|kind(?:est)?|warm(?:est)?)?\s*(?:regards|wishes)|best|all the best|cheers|thanks(?:\s+(?:again|so much|a lot|a million|in advance))?"
    r"|many thanks|thank you(?:\s+(?:so much|very much|again|in advance|kindly))?|thx|ta|sincerely|yours(?:\s+\w+)?|respectfully|warmly|cordially|take care"
    r"|have a (?:good|great|nice|lovely)\b.{0,25}|talk soon|speak soon|br|rgds|k?r|xx?|ciao|(?:thanks|thank you)[\s,]+(?:and|&)\s+(?:best|kind)?\s*regards)"
    r"[\s,.!–—-]*(?:[A-Z][\w.'’-]*[\s,.!]*){0,3}$",
    re.I,
)
_NAME = re.compile(
    r"\s*[-–—~]?\s*(?:[A-Z][\w'’.-]*|[a-z]{2,12})(?:\s+[A-Z][\w'’.-]*){0,3}\s*(?:\([A-Z]\w{0,6}\.?\))?\s*x{0,2}\s*$"
)
_INITIALED = re.compile(
    r"\s*(?:[A-Z]\.[ \t]*){1,3}(?:(?:van|von|de|der|den|del|di|da|la|le)[ \t]+)*[A-Z][\w'’-]+(?:[ \t]+[A-Z][\w'’-]+)?(?:,[ \t]*[^.?!,]{2,40})?\s*$"
)
"""A name behind initials, perhaps with its title: "C. Dunmore, Controller"."""
_DISCLAIMER = re.compile(
    r"\b(?:e-?mail|message|communication)\b.{0,80}\b(?:privileged|confidential|intended (?:only )?for)\b", re.I
)
_LETTERED = re.compile(r"\s*(?:[A-Z][\w'’-]+[ \t]+){0,2}[A-Z][\w'’-]+,[ \t]*[A-Z][A-Z.]{1,5}\s*$")
"""A name with the letters behind it: "Odell, CPA"."""
_ROLE_LINE = re.compile(
    r"\s*(?:[A-Z][\w'’&.-]*|of|and|the|for|&|\||,|-|/|@)(?:[ \t]+(?:[A-Z][\w'’&.|/@-]*|of|and|the|for|&|\||,|-|/|@|est\.|\d{4}))*\s*$"
)
_POST = re.compile(
    r"\s*[A-Z][\w'’&./]*(?:[ \t]+(?:&|and|of|the|[A-Z][\w'’&./]*)){0,3},[ \t]+(?:(?:the|of|and|&)[ \t]+)?[A-Z][\w'’&.]*(?:[ \t]+(?:&|and|of|the|[A-Za-z][\w'’&.]*)){0,4}\s*$"
)
"""A post and where it is held: "Practice Manager, Skerrin Island Surgery"."""
_CONTACT = re.compile(r"@\w|\bhttps?://|\bwww\.|\+?\(?\d{2,4}\)?[\s.-]\d{3}|\b(?:tel|phone|mobile|cell|fax|ext)\b\W*\d", re.I)
_DEVICE = re.compile(r"\s*(?:sent from|get (?:outlook|mail) for|sent via|von meinem|envoyé de)\b", re.I)

_POLITE = re.compile(
    r"""^\W*(?:(?:and|but|so|also|anyway|ok|well|oh)\W+)*(?:
      (?:please\s+)?(?:do\s+)?(?:let\s+(?:me|us)\s+know|feel\s+free|don['’]?t\s+hesitate|do\s+not\s+hesitate|reach\s+out|get\s+in\s+touch|just\s+(?:ask|shout|holler))\b(?!.*\b(?:whether|how|what|which|when\s+you|who|where)\b)
          .{0,60}?\b(?:any|further|more|other|else|need|help|questions?|hesitate|anything|works?|think)\b.{0,70}
    | (?:if|should)\s+(?:you|there|anyone)\b.{0,30}\b(?:any|further|more|other)\b.{0,30}\b(?:questions?|concerns?|queries|information|details?|assistance|clarification)\b.*
    | how\s+(?:are|is|have|was|'s|goes|’s)\b.{0,12}\b(?:you|things|it|everything|life|week(?:end)?|going|day|all|family|holidays?)\b(?:.{0,30})
    | how['’]?s\s+(?:it|everything|things|life|tricks|business|your\s+(?:week|day|summer|weekend|year)).{0,25}
    | (?:(?:hey|hi|hello|yo)\s+)?what['’]?s\s+(?:up|new|happening|good).{0,12}
    | (?:please\s+)?(?:pick|choose|take)\s+(?:whichever|whatever|any|either|the\s+one)\b[^?]{0,40}
    | (?:i\s+|we\s+)?(?:hope|trust)\b.{0,90}\b(?:well|good|great|weekend|week|day|safe|warm|finds|healthy|year|summer|holidays?)\b.*
    | (?:can|could|would|do|did|will)\s+(?:you|anyone|anybody)\s+(?:even\s+)?(?:believe|imagine|blame\s+(?:me|us|them)).*
    | (?:who\s+(?:knew|knows|cares)|what\s+can\s+(?:i|you|we)\s+(?:say|do)|what\s+a\s+.{1,40}|(?:isn|aren|wasn|don|doesn)['’]?t\s+(?:it|we\s+all|that)\b.{0,25}|right|ok(?:ay)?|you\s+know|know\s+what\s+i\s+mean|get\s+it|see\s+what\s+i\s+mean|make\s+sense|fair\s+enough|why\s+not|really|seriously|eh|huh|no)\s*[?!.]+
    | (?:many\s+|big\s+)?(?:thanks|thank\s+you|thx|cheers|much\s+appreciated|appreciate)\b(?!.*\?)(?!.*\b(?:but|can|could|would|send|please)\b).*
    | (?:have|enjoy)\s+(?:a|an|your|the)\s+(?:\w+\s+){0,2}(?:one|week|weekend|day|holidays?|trip|evening|rest|time|thanksgiving|christmas|year)\b.*
    | how\s+(?:are|is|have)\s+(?:you|y['’]?all|things|everyone|everybody|everything)\b.{0,12}\b(?:doing|holding\s+up|keeping|getting\s+on|been|going)\b(?!.*\b(?:with\s+(?:the|our|my|your)\s+(?!cold|heat|weather|rain|snow|storm)\w+)).{0,80}
    | (?:(?:and|but)\s+)?who\s+(?:hasn|doesn|wouldn|isn|didn|won|can)['’]?t\b.*
    | (?:that['’]?s\s+(?:all|it)|(?:nothing|no)\s+(?:more|else|further|other\s+\w+))\b.{0,8}\b(?:for\s+now|today|from\s+(?:me|us)|at\s+(?:this|the)\s+(?:stage|moment|point)).{0,20}
    | (?:i|we)\s+(?:do\s+|really\s+)?hope\s+(?:(?:this|my)\s+(?:\w+\s+)?(?:reaches|finds|gets|arrives|is\s+the\s+right)|you\s+do\s?n['’o]t\s+mind)\b.*
    | (?:please|kindly)\s+(?:just\s+)?(?:answer|reply|respond)\s+(?:to\s+me\s+)?(?:here|below|under|underneath|inline|by\s+(?:e-?)?mail|in\s+writing)\b[^?]{0,40}
    | (?:i|we)\s+(?:only\s+|just\s+)?(?:need|want)\s+(?:only|just|nothing\s+but)\s+(?:this|that|these|those)\b[^?]*
    | (?:(?:a|half\s+an|one|\d{1,2}|ten|fifteen|twenty|thirty|forty)\s+)?(?:quarter\s+of\s+an\s+)?(?:hours?|minutes?|mins?)(?:\s+or\s+so)?\s+(?:please|max|tops|will\s+do|should\s+do|is\s+(?:plenty|enough|fine)|would\s+do)
    | (?:you\s+)?(?:take|have)\s+(?:your|the)\s+(?:pick|choice)\b[^?]{0,30}
    | guess\s+(?:who|what|which|where|how)\b.*
    | (?:i\s+)?(?:look(?:ing)?\s+forward|can['’]?t\s+wait)\b.*
    | (?:talk|speak|see\s+you|chat|catch\s+you|be\s+in\s+touch|bye|take\s+care|good\s+luck|all\s+the\s+best|happy\s+\w+|merry\s+\w+|congrat\w*|welcome\s+back|no\s+(?:rush|hurry|worries|problem|pressure)|sorry)\b[^?]{0,40}
    | (?:please\s+)?(?:excuse|pardon|forgive|bear\s+with|ignore)\s+(?:the|my|any|me|us|typos|brevity).*
    | (?:i\s+(?:just\s+)?(?:have|had|got)|just|here\s+(?:are|is)|a|couple|two|three|four|five|\d+|some|few)?\s*(?:a\s+)?(?:couple|few|quick|two|three|four|five|\d+|some|more|other|of|simple|short|small|brief|little)*\s*(?:questions?|qs?|q['’]s|things?|points?|asks?)\s*(?:for\s+you|please|from\s+me|before\s+.{0,30}|if\s+.{0,30}|to\s+(?:start|begin))?
    )\W*$""",
    re.I | re.X,
)


def _signs(line: str) -> bool:
    """A line that can only be somebody's name."""
    return bool(_INITIALED.match(line) or _LETTERED.match(line))


def body_lines(lines: list[str]) -> tuple[list[int], str, str]:
    """Numbers of the lines that carry content, then the greeting and the closing that were set aside."""
    first, last = 0, len(lines)
    if lines and last > 1 and (_GREETING.match(lines[0]) or _GREETED_BY_NAME.match(lines[0])):
        first = 1
    while last > first + 1 and _DEVICE.match(lines[last - 1]):
        last -= 1
    last = _closing_start(lines, first, last)
    return list(range(first, last)), "\n".join(lines[:first]).strip(), "\n".join(lines[last:]).strip()


def _closing_start(lines: list[str], first: int, end: int) -> int:
    """Where the sign-off begins: the last lines that are valedictions, names, roles or contact data."""
    for start in range(max(first + 1, end - 6), end):
        rest = lines[start:end]
        if (_CLOSING.match(rest[0]) or _signs(rest[0])) and all(_sign_off(line) for line in rest[1:]):
            return start
    start = end
    while start > first + 1 and _signature_line(lines[start - 1], last=start == end):
        start -= 1
    return start


def _sign_off(line: str) -> bool:
    return bool(
        _CLOSING.match(line)
        or _NAME.match(line)
        or _signs(line)
        or _ROLE_LINE.match(line)
        or _CONTACT.search(line)
        or _DEVICE.match(line)
        or _DISCLAIMER.search(line)
    )


def _signature_line(line: str, last: bool) -> bool:
    if line.rstrip().endswith("?"):
        return False
    named = _NAME.match(line) and (line.strip()[:1].isupper() or len(line.split()) == 1)
    return bool(
        _CLOSING.match(line)
        or _signs(line)
        or (named and len(line.split()) <= 4)
        or (last and _POST.match(line) and len(line.split()) <= 8)
        or _CONTACT.search(line)
        or ("|" in line and last)
    )


def without_greeting(sentence: str) -> str:
    """The sentence without a greeting in front of it on the same line ("Hi Sam, does it …" becomes "does it …")."""
    found = _GREETING_PREFIX.match(sentence)
    return sentence[found.end() :] if found and found.end() < len(sentence) else sentence


def is_greeting(sentence: str) -> bool:
    """True for a sentence that only greets ("Good morning.")."""
    return bool(_GREETING.match(sentence))


def is_courtesy(sentence: str) -> bool:
    """True for a sentence that is said for politeness: it may look like a question or a request and asks for nothing."""
    bare = without_greeting(sentence).strip()
    return len(bare) < 200 and bool(_POLITE.match(bare) or _CLOSING.match(bare))
