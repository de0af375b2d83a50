"""What machines put under a mail: phone footers, list footers, disclaimers, virus scanners."""

import re

from profiles.mail.headerblock import is_rule
from profiles.mail.words import (
    ADVERTISEMENT,
    BANNER,
    DEVICE,
    DEVICE_NAME,
    EXCUSE,
    FIRST_PERSON,
    LEGAL,
    LIST_FOOTER,
    NOTICE,
    OF_MINE,
    SENT_WITH,
    SMALL_PRINT,
    THIS_MAIL,
)

MAX_DEVICE = 110
"""Characters of a line a phone adds; a longer one is prose."""

MAX_CLAUSE = 4
"""Words behind a device's name that make it a sentence of the author's."""

MAX_BANNER = 6
"""Lines of a banner."""

MAX_PARAGRAPH = 60
"""Lines of a footer's paragraph."""


_SCRUBBED = re.compile(r"-{5,40} next part -{5,40}\s*$")
"""What Mailman writes above the attachments it took off."""


def is_device(line: str) -> bool:
    """Whether a phone or mail program added this line.

    "Sent from my iPhone" and "Sent with Airmail" are such lines; "Sent by courier yesterday." and "Sent from my desk, it's easier
    there" are not: what is named must be a device or program, and no sentence may go on behind it unless it excuses typos.
    """
    text = line.strip().lower()
    if not 0 < len(text) <= MAX_DEVICE:
        return False
    if DEVICE.match(text):
        return True
    begins = SENT_WITH.match(text)
    if not begins:
        return False
    named = text[begins.end() :]
    clause, _, rest = named.partition(",") if "," in named else named.partition(". ")
    goes_on = rest.count(" ") >= MAX_CLAUSE and not EXCUSE.search(rest)
    if DEVICE_NAME.search(clause):
        return not goes_on
    if OF_MINE.match(clause):
        return clause.count(" ") <= MAX_CLAUSE and not goes_on
    # "Sent from Sparrow": a program nobody has listed, one word long and written as a name.
    words = line.strip()[begins.end() :].strip(" )>").split()
    return len(words) == 1 and words[0][:1].isupper() and words[0][-1] != "."


def is_legal(paragraph: str) -> bool:
    """Whether a paragraph is a disclaimer or a company's small print.

    One that says so in a heading, one with two signs of a disclaimer that speaks of the mail itself, or one with four.
    A question is none.
    """
    text = paragraph[:3000].lower()
    if NOTICE.match(text):
        return True
    if "?" in text:
        return False
    signs = {found.group()[:8] for found in LEGAL.finditer(text)}
    if len(signs) >= 4 or (len(signs) >= 2 and THIS_MAIL.search(text)):
        return True
    return len({found.group()[:6] for found in SMALL_PRINT.finditer(text)}) >= 2


def is_list_footer(paragraph: str) -> bool:
    """Whether a paragraph is a mailing list's or notification's footer, or an advertisement of the mail's carrier."""
    head = paragraph[:600].lower()
    return (LIST_FOOTER.search(head) is not None or ADVERTISEMENT.search(head) is not None) and not FIRST_PERSON.search(head)


def banner_end(lines: list[str]) -> int:
    """How many lines at the beginning are a banner of the mail server ("This message came from outside"), 0 if none."""
    start = next((at for at, line in enumerate(lines[:5]) if line.strip() and not is_rule(line)), None)
    if start is None or not BANNER.match(lines[start].strip().lower()):
        return 0
    end = start
    while end < len(lines) and lines[end].strip() and end - start < MAX_BANNER:
        end += 1
    # A banner that is all there is would be an odd mail: then it is the author's.
    return end if any(line.strip() for line in lines[end:]) else 0


def cut(lines: list[str]) -> int:
    """Index of the first line of the machine-made tail, ``len(lines)`` when there is none.

    Works upwards paragraph by paragraph, so that a footer is only taken from the end.
    """
    end = kept = next((at for at, line in enumerate(lines) if line.startswith("-----") and _SCRUBBED.match(line)), len(lines))
    while end:
        while end and (not lines[end - 1].strip() or is_rule(lines[end - 1])):
            end -= 1
        if not end:
            break
        start = end
        if is_device(lines[end - 1]):
            start = end - 1
        else:
            while start and lines[start - 1].strip() and end - start < MAX_PARAGRAPH:
                start -= 1
            start = _footer_start(lines, start, end)
        if start == end:
            break
        end = kept = start
    while kept < len(lines) and kept and (not lines[kept - 1].strip() or is_rule(lines[kept - 1])):
        kept -= 1
    return kept


def _footer_start(lines: list[str], start: int, end: int) -> int:
    """Where in the paragraph of lines ``start`` to ``end`` a footer begins, ``end`` if nowhere."""
    ruled = next((at for at in range(end - 1, start - 1, -1) if is_rule(lines[at])), None)
    if ruled is not None:
        below = "\n".join(lines[ruled:end])
        if is_list_footer(below) or is_legal(below):
            return ruled
    paragraph = "\n".join(lines[start:end])
    if not start:
        return end
    if is_legal(paragraph) or (is_list_footer(paragraph) and _reads_as_footer(lines, start, end, paragraph)):
        return start
    return end


def _reads_as_footer(lines: list[str], start: int, end: int, paragraph: str) -> bool:
    """A footer stands under a rule, or is short and holds a link or an address, or is an advertisement."""
    if is_rule(lines[start - 1]):
        return True
    linked = "http" in paragraph or "@" in paragraph or "www." in paragraph
    return end - start <= 5 and (linked or ADVERTISEMENT.search(paragraph.lower()) is not None)
