"""A unit is one thing a draft may say, in one wording, with its source. Units are chosen and put together by ``assembly``."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Unit:
    """``move`` is its place in a mail, ``text`` whole sentences, ``clause`` the same as one joinable clause (or empty).

    ``source`` and ``ref`` are those of :class:`drafts.domain.Sentence`; ``ask`` counts into the plan; ``says`` names the approved
    texts it states and ``needs`` those of which one must have been stated before it; ``worth`` is how good a choice it is by itself, about 0 to 2.
    """

    move: str
    text: str
    source: str
    ref: str = ""
    ask: int = -1
    clause: str = ""
    says: frozenset[str] = frozenset()
    worth: float = 0.5
    claims_action: bool = False
    needs: frozenset[str] = frozenset()

    def at(self, move: str) -> "Unit":
        return replace(self, move=move)
