"""What changed between two wordings, word by word."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

WORD = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch that is the ``same`` in both, or only in the ``old`` or the ``new`` one."""

    what: str
    text: str


def changes(old: str, new: str) -> list[Change]:
    """The two texts as one sequence: reading all but ``old`` gives the new text, all but ``new`` the old one."""
    before, after = WORD.findall(old), WORD.findall(new)
    found = []
    for what, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            found.append(Change("same", "".join(after[c:d])))
            continue
        if a < b:
            found.append(Change("old", "".join(before[a:b])))
        if c < d:
            found.append(Change("new", "".join(after[c:d])))
    return found
