"""What machines put under a mail: phone footers, list footers, disclaimers, virus scanners."""

import re

from profiles.mail.headerblock import is_rule
from profiles.mail.words import ADVERTISEMENT, DEVICE, LEGAL, LIST_FOOTER, NOTICE

MAX_DEVICE = 110
"""Characters of a line a phone adds; a longer one is prose."""

MAX_PARAGRAPH = 60
"""Lines of a footer's paragraph."""


_SCRUBBED = re.compile(r"-{5,40} next part -{5,40}\s*$")
"""What Mailman writes above the attachments it took off."""


def is_device(line: str) -> bool:
    """Whether a phone or mail program added this line."""
    text = line.strip()
    return 0 < len(text) <= MAX_DEVICE and DEVICE.match(text.lower()) is not None


def is_legal(paragraph: str) -> bool:
    """Whether a paragraph is a disclaimer or the small print of a company: two different signs, or a heading that says so."""
    text = paragraph[:3000].lower()
    return NOTICE.match(text) is not None or len({found.group()[:8] for found in LEGAL.finditer(text)}) >= 2


def is_list_footer(paragraph: str) -> bool:
    """Whether a paragraph is a mailing list's or notification's footer, or an advertisement of the mail's carrier."""
    head = paragraph[:600].lower()
    return LIST_FOOTER.search(head) is not None or ADVERTISEMENT.search(head) is not None


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
    """A list footer stands under a rule, or is short and holds a link or an address."""
    if is_rule(lines[start - 1]):
        return True
    return end - start <= 5 and ("http" in paragraph or "@" in paragraph or "www." in paragraph)
