"""Characters that nobody sees: text made of them alone says nothing, and some turn what stands beside them around."""

import re
import unicodedata

_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by their class, empty on the screen."""


def is_blank(text: str) -> bool:
    """Whether a reader would see nothing at all."""
    return not any(unicodedata.category(sign)[0] not in "CMZ" and sign not in _BLANKS for sign in text)


def unturned(text: str) -> str:
    """The same words without the marks that turn their direction; pages show such a mark as a sign of its own."""
    return _TURNING.sub("", text)


def name(text: str) -> str:
    """What is seen of a name; nothing where nothing is."""
    seen = "".join(sign for sign in unturned(text) if sign.isspace() or unicodedata.category(sign) != "Cc")
    return "" if is_blank(seen) else " ".join(seen.split())
