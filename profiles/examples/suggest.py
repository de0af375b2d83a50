"""A first guess at what kind of reply an example is; ops correct it in the table."""

import re
from datetime import datetime, timedelta

from profiles.mail.types import Mail


def _words(*forms: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(forms)})", re.IGNORECASE)


TIME = _words(
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri)(?:day)?\b",
    r"tomorrow\b",
    r"\d{1,2}(?::\d\d)? ?(?:am|pm)\b",
    r"\d{1,2}:\d\d\b",
    r"(?:at|after|before) \d{1,2}\b",
)
"""A day or an hour."""

MEETING = _words(
    r"meet\b", r"meeting\b", r"call\b", r"demo\b", r"calendar\b", r"invite\b", r"slot\b", r"resched\w+", r"works for\b"
)
"""What a time is named for."""

OBJECTION = _words(
    r"(?:too|so) (?:expensive|much|pricey|high)\b",
    r"(?:higher|more) than (?:what )?(?:we|i|our)\b",
    r"budget",
    r"not (?:now|yet|interested|until|till|the right time)\b",
    r"timing is\b",
    r"already (?:use|have|with)\b",
    r"(?:would|will|could|can)(?: not|n['’]t) (?:switch|change|move|sign)\b",
    r"switching\b",
    r"competitor",
    r"next (?:year|quarter)\b",
    r"(?:no|don['’]t (?:really )?see the) need\b",
    r"happy with\b",
    r"(?:worried|concern\w*|afraid|burned)\b",
)
"""In the mail that is answered."""

GRANTED = _words(r"I hear you\b", r"fair (?:enough|point)\b", r"(?:I|we) (?:quite )?understand (?:the|your|that)\b")
"""How a reply takes up an objection."""

NUDGE = _words(
    r"follow(?:ing)? up\b",
    r"(?:just|quick(?:ly)?) check",
    r"check(?:ing)? (?:in|back)\b",
    r"circl(?:e|ing) back\b",
    r"nudge\b",
    r"bump(?:ing)?\b",
    r"any (?:news|thoughts)\b",
    r"still (?:interested|thinking)\b",
    r"(?:have not|haven['’]t) heard\b",
)

PROMISE = _words(
    r"(?:I|we|he|she|they)(?: will|['’]ll| am going to|['’]m going to)\b",
    r"let me\b",
    r"give (?:me|us|it|them) a\b",
    r"(?:ping|try|ask|catch) me\b",
)
"""How a prospect puts it off: the next mail is the rep's again."""

QUIET = timedelta(days=5)
"""After so long, what answers a mail that asked nothing is a nudge."""


def suggest_kind(mail: Mail, incoming: str, asked_at: datetime | None = None, to_own: bool = False) -> str:
    """One of the reply kinds: from who wrote last, how long that was ago, and what was said.

    ``incoming`` is the mail it answers and ``asked_at`` when that was written, where they are known; ``to_own`` is True when the
    reply goes to a mail of the rep's own, so that nobody has answered in between.
    """
    asks = "?" in incoming
    if to_own or (not asks and (NUDGE.search(mail.body.own) or _was_quiet(mail, asked_at))):
        return "nudge"
    if OBJECTION.search(incoming) or GRANTED.search(mail.body.own):
        return "objection"
    if TIME.search(incoming) and (TIME.search(mail.body.own) or MEETING.search(incoming)):
        return "meeting"
    if not asks and PROMISE.search(incoming):
        return "nudge"
    if not mail.subject.lower().startswith(("re:", "aw:")) or len(mail.references) <= 1:
        return "inbound_first"
    return "other"


def _was_quiet(mail: Mail, asked_at: datetime | None) -> bool:
    return asked_at is not None and mail.sent_at is not None and mail.sent_at - asked_at >= QUIET
