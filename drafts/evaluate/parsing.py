"""``evaluate parsing``: the author's own new words of each body or whole mail."""

from collections.abc import Iterator

from drafts.evaluate.files import MalformedRow, Row, read_rows
from drafts.evaluate.options import Options
from profiles.mail import read, read_html, read_text


def answer(options: Options) -> Iterator[Row]:
    """``{id, reply}`` for each row: ``raw`` is a whole mail, else ``input`` is a body in ``format`` text or html."""
    for number, row in enumerate(read_rows(options.input, ("id",)), 1):
        yield {"id": row["id"], "reply": _own(row, f"{options.input}, row {number}")}


def _own(row: Row, where: str) -> str:
    raw = row.get("raw")
    if raw is not None:
        if not isinstance(raw, str):
            raise MalformedRow(f"{where}: raw is not text")
        return read(_bytes(raw)).body.own
    text = row.get("input")
    if not isinstance(text, str):
        raise MalformedRow(f"{where}: neither raw nor input is text")
    if row.get("format", "text") not in ("text", "html"):
        raise MalformedRow(f"{where}: format is neither text nor html")
    return (read_html if row.get("format") == "html" else read_text)(text).own


def _bytes(raw: str) -> bytes:
    """A mail kept as text: bytes that were no UTF-8 come back as they were."""
    try:
        return raw.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return raw.encode("utf-8", "surrogatepass")
