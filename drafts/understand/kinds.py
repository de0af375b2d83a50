"""Which kind of reply a message calls for."""

from drafts.domain import Hazard, Kind, Thread

_UNROUTINE = frozenset(
    {"autoreply", "bounce", "unsubscribe", "injection", "legal", "angry", "wrong_person", "non_english", "out_of_scope"}
)
_NEW = frozenset({"", "new", "inbound", "lead", "mql", "prospect", "none"})
"""Stages of a lead nobody has spoken with yet."""


def kind_of(thread: Thread, hazards: tuple[Hazard, ...], meeting: bool, objecting: bool, bare: bool, asking: bool) -> Kind:
    """The kind of an incoming message, decided in this order: what no routine reply serves, a time to fix, an objection, a
    first inquiry, anything else.

    ``meeting``: times are proposed, accepted or moved. ``bare``: the message only says yes or no to something unclear.
    ``asking``: it also asks something that is not about a time; a first inquiry that does stays one.
    """
    if bare or any(h.code in _UNROUTINE for h in hazards):
        return Kind.OTHER
    first = not any(m.from_rep for m in thread.messages) and thread.lead.stage.lower() in _NEW
    if meeting and not (first and asking):
        return Kind.MEETING
    if objecting and not (first and asking):
        return Kind.OBJECTION
    return Kind.INBOUND_FIRST if first else Kind.OTHER
