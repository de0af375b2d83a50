"""Whether a mail that says it is from somebody really is.

Anybody can write any address into From. Two things cannot be forged from outside: a mail that never passed through a mail
server is a copy from its author's own outbox (every server on the way adds a ``Received`` field, and no sender can take it
off); and the receiving server's verdict, ``Authentication-Results`` (RFC 8601), counts where it carries that server's own name.
"""

import re
from collections.abc import Collection
from email import policy
from email.message import Message
from email.parser import BytesHeaderParser

HEAD = 256 * 1024
"""Bytes of a mail that are searched for header fields."""

_COMMENT = re.compile(r"\([^()]*\)")
_RESULT = re.compile(r"^(?P<method>dmarc|dkim|spf)\s*(?:/\s*\d+)?\s*=\s*pass\b(?P<properties>.*)$", re.IGNORECASE)
_PROPERTY = re.compile(r"(?P<name>[\w-]+\.[\w-]+)\s*=\s*\"?(?P<value>[^\s;\"]+)", re.IGNORECASE)
_SPEAKS_FOR = {"dmarc": ("header.from",), "dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}
"""Where each method names the domain that passed."""


def proven(raw: bytes, address: str, servers: Collection[str] = ()) -> bool:
    """Whether a mail from ``address`` is shown to be its owner's.

    ``servers`` are the names (authserv-id) under which mail servers of ours report; only the topmost report of one of them
    counts, for what stands below it may have come with the mail.
    """
    head = _head(raw)
    if "received" not in head:
        return True
    known = {name.lower() for name in servers}
    for value in head.get_all("authentication-results", []):
        server, *results = _parts(str(value))
        if server in known:
            return any(_passes(result, address) for result in results)
    return False


def was_delivered(raw: bytes) -> bool:
    """Whether a receiving server reported on it: a copy in the Sent folder carries no such report."""
    return "authentication-results" in _head(raw)


def _head(raw: bytes) -> Message:
    return BytesHeaderParser(policy=policy.compat32).parsebytes(raw[:HEAD])


def _parts(value: str) -> list[str]:
    """The server's name and its results; comments, which may hold anything, are left out."""
    before = None
    while before != value:
        before, value = value, _COMMENT.sub(" ", value)
    server, *results = (" ".join(part.split()) for part in value.split(";"))
    return [(server.split() or [""])[0].lower(), *results]


def _passes(result: str, address: str) -> bool:
    """A passed check that speaks for the very domain of the address."""
    found = _RESULT.match(result)
    if not found:
        return False
    domain = address.rpartition("@")[2].lower()
    named = {p["name"].lower(): p["value"].rpartition("@")[2].lower() for p in _PROPERTY.finditer(found["properties"])}
    return any(named.get(name) == domain for name in _SPEAKS_FOR[found["method"].lower()])
