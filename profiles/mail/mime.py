"""The MIME structure of a mail: its text, its attachments, and what was malformed.

Header fields are parsed by the standard library. Bodies are split here, by searching for boundaries: the library's
parser tests every line against every open boundary and builds every part, which ten thousand parts or a few hundred
levels of nesting turn into seconds and much memory.
"""

import base64
import binascii
import quopri
import re
from dataclasses import dataclass, field
from email.message import Message
from email.parser import HeaderParser
from email.utils import collapse_rfc2231_value

from profiles.mail import headers
from profiles.mail.charset import decode
from profiles.mail.types import Attachment, Defect

MAX_PARTS = 1000
"""Parts that are looked at."""

MAX_NESTING = 20
MAX_HEADER = 256 * 1024
"""Bytes of one header section that are parsed."""

MAX_PARAMETERS = 4_000
"""Characters of a part's type and disposition that are looked at."""

MAX_TEXT_BYTES = 4_000_000
"""Bytes of one text part that are decoded."""

MAX_ATTACHMENTS = 200

_HEADER_END = re.compile(rb"\r?\n[ \t]*\r?\n")
_UUENCODED = re.compile(
    r"^begin [0-7]{3,4} (?P<name>[^\n]{1,200})\n(?P<data>(?:[!-`]{1,62}[ \t]*\n)+)(?:`\n)?end\s*$", re.MULTILINE
)


@dataclass(slots=True)
class Content:
    """What a mail's parts hold. ``header`` has lower-cased names and raw values, the first of each name."""

    header: dict[str, str] = field(default_factory=dict)
    content_type: str = "text/plain"
    plain: list[str] = field(default_factory=list)
    html: list[str] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    calendar: bool = False
    enclosed: list[bytes] = field(default_factory=list)
    defects: dict[str, Defect] = field(default_factory=dict)

    def defect(self, code: str, sentence: str) -> None:
        self.defects.setdefault(code, Defect(code, sentence))


@dataclass(slots=True)
class _Part:
    data: bytes
    nesting: int
    inherited: str
    related: bool


def parse(raw: bytes) -> Content:
    """A whole message taken apart into text and attachments. Never raises."""
    content = Content()
    if not raw.strip():
        content.defect("empty", "The file is empty: nothing could be read.")
        return content
    todo = [_Part(raw, 0, "text/plain", related=False)]
    seen = 0
    while todo:
        part = todo.pop()
        seen += 1
        if seen > MAX_PARTS:
            content.defect("too_many_parts", f"The mail has more than {MAX_PARTS} parts: the first {MAX_PARTS} were read.")
            break
        todo += reversed(_read_part(content, part, top=seen == 1))
    return content


def _read_part(content: Content, part: _Part, *, top: bool) -> list[_Part]:
    """Take in one part and return the parts inside it."""
    header, data, start = _split_header(content, part.data, top=top)
    if top:
        content.header = _first_values(header)
        content.content_type = _type(header, part.inherited)
    kind = _type(header, part.inherited)
    if kind.startswith("multipart/"):
        inside = _children(content, header, data, start, part, kind)
        if inside is not None:
            return inside
        kind = "text/plain"
    name = _filename(header)
    encoding = str(header.get("content-transfer-encoding", "")).strip().lower()
    disposition = str(header.get("content-disposition", "")).split(";")[0].strip().lower()
    if kind == "message/rfc822" or (kind == "message/global"):
        content.attachments.append(Attachment(name or _subject_of(data, start), kind, len(data) - start))
        if len(content.enclosed) < 3:
            content.enclosed.append(data[start:])
        return []
    if kind == "text/calendar":
        content.calendar = True
    wanted = content.plain if kind == "text/plain" else content.html if kind == "text/html" else None
    if (
        wanted is None
        or (disposition == "attachment" and (name or content.plain or content.html))
        or (name and disposition != "inline" and not top and (content.plain or content.html))
    ):
        if kind == "text/rfc822-headers" or kind == "message/delivery-status":
            return []
        if len(content.attachments) < MAX_ATTACHMENTS:
            content.attachments.append(Attachment(name, kind, _decoded_size(data, start, encoding)))
        else:
            content.defect(
                "too_many_attachments",
                f"The mail has more than {MAX_ATTACHMENTS} attachments: the first {MAX_ATTACHMENTS} are listed.",
            )
        return []
    text = _text(content, data, start, encoding, str(header.get_param("charset", "") or ""))
    if kind == "text/plain":
        text = _without_uuencoded(content, text)
        if str(header.get_param("format", "") or "").lower() == "flowed":
            text = unflow(text, delsp=str(header.get_param("delsp", "") or "").lower() == "yes")
    if text.strip() or not wanted:
        wanted.append(text)
    return []


def _split_header(content: Content, data: bytes, *, top: bool) -> tuple[Message, bytes, int]:
    """The header, and the bytes with the place where the body begins in them: a body may be large, and is not copied."""
    if data[:1] == b"\n" or data[:2] == b"\r\n":
        return Message(), data, len(data) - len(data.lstrip(b"\r\n")) if top else 1
    end = _HEADER_END.search(data, 0, MAX_HEADER)
    if end:
        head, start = data[: end.start()], end.end()
    elif len(data) > MAX_HEADER:
        content.defect("header_too_long", f"A header section is longer than {MAX_HEADER} bytes: the rest of it was read as text.")
        head, start = data[:MAX_HEADER], MAX_HEADER
    else:
        head, start = data, len(data)
    text = head.decode("utf-8", "surrogateescape").replace("\r\n", "\n").replace("\x00", "")
    if text.startswith("From ") or text.startswith(">From "):
        text = text.partition("\n")[2]
    header = HeaderParser().parsestr(text)
    for name in ("content-type", "content-disposition"):
        if len(str(header.get(name, ""))) > MAX_PARAMETERS:
            header.replace_header(name, str(header[name])[:MAX_PARAMETERS])
    lost = header.get_payload()
    if isinstance(lost, str) and lost.strip():
        content.defect("header_malformed", "A line among the headers is not a header: it and what follows were read as text.")
        data, start = lost.encode("utf-8", "surrogateescape") + b"\n\n" + data[start:], 0
        if top and not header.keys():
            content.defect("header_missing", "The mail has no headers: all of it was read as text.")
    return header, data, start


def _first_values(header: Message) -> dict[str, str]:
    values: dict[str, str] = {}
    for name, value in header.raw_items():
        values.setdefault(name.lower(), str(value))
    return values


def _type(header: Message, inherited: str) -> str:
    if "content-type" not in header:
        return inherited
    kind = header.get_content_type()
    return kind if kind.isascii() and kind.isprintable() and len(kind) < 130 else "application/octet-stream"


def _children(content: Content, header: Message, data: bytes, start: int, part: _Part, kind: str) -> list[_Part] | None:
    """The parts between the boundaries in ``data`` from ``start`` on, or None when the body has to be read as text."""
    boundary = _parameter(header, "boundary")
    if not boundary:
        content.defect("boundary_missing", "A multipart section names no boundary: it was read as text.")
        return None
    if part.nesting >= MAX_NESTING:
        content.defect("nested_too_deep", f"Parts are nested more than {MAX_NESTING} deep: the deeper ones were not read.")
        return []
    mark = b"--" + boundary.encode("utf-8", "surrogateescape")
    found: list[_Part] = []
    at = start if _is_mark(data, start, mark) else _find_mark(data, mark, start)
    if at < 0:
        content.defect("boundary_unused", "A multipart section never uses its boundary: it was read as text.")
        return None
    closed = False
    child_type = "message/rfc822" if kind == "multipart/digest" else "text/plain"
    while at >= 0 and len(found) <= MAX_PARTS:
        line_end = data.find(b"\n", at)
        if data.startswith(b"--", at + len(mark)):
            closed = True
            break
        begin = len(data) if line_end < 0 else line_end + 1
        following = _find_mark(data, mark, max(begin - 1, start))
        end = len(data)
        if following >= 0:
            end = max(begin, following - (2 if data.endswith(b"\r\n", begin, following) else 1))
        found.append(_Part(data[begin:end], part.nesting + 1, child_type, related=kind == "multipart/related"))
        at = following
    if not closed and len(found) <= MAX_PARTS:
        content.defect("boundary_unclosed", "A multipart section is not closed: the mail was cut short; what is there was read.")
    return found


def _find_mark(data: bytes, mark: bytes, at: int) -> int:
    """Start of the next boundary line at or after ``at``, -1 when there is none."""
    line = b"\n" + mark
    at = data.find(line, at)
    while at >= 0 and not _is_mark(data, at + 1, mark):
        at = data.find(line, at + 1)
    return at + 1 if at >= 0 else -1


def _is_mark(data: bytes, at: int, mark: bytes) -> bool:
    """Whether the line at ``at`` is the boundary, not a longer line that begins like it."""
    after = data[at + len(mark) : at + len(mark) + 2]
    return data.startswith(mark, at) and (after[:1] in (b"", b"\r", b"\n", b" ", b"\t") or after == b"--")


def _parameter(header: Message, name: str) -> str:
    try:
        value = header.get_param(name)
        return collapse_rfc2231_value(value).strip() if value else ""
    except (ValueError, LookupError, UnicodeError, TypeError, AttributeError):
        return ""


def _filename(header: Message) -> str:
    try:
        name = header.get_filename("")
    except (ValueError, LookupError, UnicodeError, TypeError, AttributeError):
        return ""
    return headers.text(name)[:200] if name else ""


def _subject_of(data: bytes, start: int) -> str:
    head = _HEADER_END.split(data[start : start + MAX_HEADER].lstrip(), maxsplit=1)[0].decode("utf-8", "surrogateescape")
    return headers.text(_first_values(HeaderParser().parsestr(head)).get("subject", ""))[:200]


def _decoded_size(data: bytes, start: int, encoding: str) -> int:
    if encoding == "base64":
        kept = len(data) - start - sum(data.count(blank, start) for blank in (b"\n", b"\r", b" "))
        return max(0, kept * 3 // 4 - data[max(start, len(data) - 4) :].count(b"="))
    if encoding == "quoted-printable":
        return len(data) - start - 2 * data.count(b"=", start)
    return len(data) - start


def _text(content: Content, data: bytes, start: int, encoding: str, charset: str) -> str:
    if len(data) - start > MAX_TEXT_BYTES:
        content.defect("text_too_long", f"A text part is longer than {MAX_TEXT_BYTES} bytes: its beginning was read.")
    body = data[start : start + MAX_TEXT_BYTES]
    if encoding == "base64":
        body = _base64(content, body)
    elif encoding == "quoted-printable":
        body = quopri.decodestring(body)
    elif encoding in ("x-uuencode", "uuencode", "x-uue", "uue"):
        content.defect("encoding_unknown", "A text part is uuencoded: it was left as it is.")
    elif encoding not in ("", "7bit", "8bit", "binary"):
        content.defect("encoding_unknown", "A part names a transfer encoding that does not exist: it was read as it stands.")
    text, clean = decode(body, charset)
    if not clean:
        content.defect(
            "charset_wrong", "A part's text does not fit the charset it names: characters that could not be read were replaced."
        )
    return text


def _base64(content: Content, body: bytes) -> bytes:
    try:
        return base64.b64decode(body.translate(None, b"\r\n \t"), validate=True)
    except (binascii.Error, ValueError):
        content.defect("base64_damaged", "A base64 part is damaged: what could be decoded was read.")
    kept = re.sub(rb"[^A-Za-z0-9+/]", b"", body)
    return base64.b64decode(kept[: len(kept) // 4 * 4])


def _without_uuencoded(content: Content, text: str) -> str:
    """Files that stand uuencoded in the text become attachments."""
    if "\nend" not in text or "begin " not in text:
        return text
    text = text.replace("\r\n", "\n")

    def listed(found: re.Match[str]) -> str:
        if len(content.attachments) < MAX_ATTACHMENTS:
            content.attachments.append(Attachment(found["name"].strip(), "application/octet-stream", len(found["data"]) * 3 // 4))
        return ""

    return _UUENCODED.sub(listed, text)


def unflow(text: str, *, delsp: bool = False) -> str:
    """Undo the soft line breaks of ``format=flowed`` (RFC 3676), quote depth by quote depth."""
    out: list[list[str]] = []
    open_depth = -1
    for line in text.replace("\r\n", "\n").split("\n"):
        bare = line.lstrip(">")
        depth = len(line) - len(bare)
        if bare.startswith(" "):
            bare = bare[1:]
        soft = bare.endswith(" ") and bare != "-- "
        shown = bare[:-1] if soft and delsp else bare
        if open_depth == depth and bare != "-- ":
            out[-1].append(shown)
        else:
            out.append([">" * depth + (" " if depth and shown else "") + shown])
        open_depth = depth if soft else -1
    return "\n".join(map("".join, out))
