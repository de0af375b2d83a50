"""HTML to lines of text: line breaks, links and lists kept, quotes and signatures known by structure, hidden text set aside.

Nothing is rendered and no style sheet is applied: a mail's own text is styled inline by every client we know of.
"""

import re
from html import unescape
from typing import NamedTuple

from profiles.mail.lines import ATTRIBUTION, MAX_LINES, MAX_TEXT, REST, SIGNATURE, Line, tidy
from profiles.mail.tags import tokens
from profiles.mail.words import listed

MAX_HTML = 4_000_000
"""Characters of HTML that are read."""

MAX_HIDDEN = 20_000
"""Characters of hidden text that are kept."""

MAX_LINK_TEXT = 50
"""Pieces of text inside one link that are compared with its address."""

RULE = "________"
"""What ``<hr>`` becomes."""

_BLOCK = listed(
    "address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr "
    "html li main nav ol p pre section summary table tbody tfoot thead tr ul"
)
_SPACED = listed("p h1 h2 h3 h4 h5 h6 dl pre")
_VOID = listed("area base br col embed hr img input link meta param source track wbr")
_SKIPPED = listed("style script head title template object select textarea noembed xml svg math")
_SPACE = re.compile(r"[ \t\n\r\f]+")
_PADDING = dict.fromkeys(map(ord, "\u034f\u200b\u200c\u200d\u2007\ufeff\u00ad\u200e\u200f"))

_SIGNATURE_NAME = re.compile(
    r"(?:^|[\s_-])(?:x_)*(?:gmail_signature|moz-signature|applemailsignature|ms-outlook-mobile-signature|signature|"
    r"signatureblock|protonmail_signature_block|mail_signature|_rc_sig|sig)(?=$|[\s_-])",
    re.IGNORECASE,
)
_QUOTE_NAME = re.compile(
    r"(?:^|\s)(?:x_)*(?:\w{0,20}yahoo_quoted|protonmail_quote|zmail_extra|moz-forward-container|divrplyfwdmsg|outlookmessageheader|"
    r"olk_src_body_section|appendonsend|stopspelling|zwchr|mail-editor-reference-message-container|reply-intro-original|"
    r"ymail_android_quote|replyforwardmessage)(?=$|\s)",
    re.IGNORECASE,
)
_ATTRIBUTION_NAME = re.compile(r"(?:^|\s)(?:x_)*(?:gmail_attr|moz-cite-prefix)(?=$|\s)", re.IGNORECASE)
_OUTLOOK_HEADER = re.compile(
    r"border-top\s*:\s*solid\s+#(?:e1e1e1|b5c4df)\s+1\.0pt|padding-top:\s*5px;\s*border-top-color:\s*rgb\(229", re.IGNORECASE
)
"""The line Outlook and Windows Mail draw above the header of the mail that is answered."""

_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*(?:0|1px|0?\.\d+)(?![\d.])|"
    r"opacity\s*:\s*0(?![.\d])|max-height\s*:\s*0(?![.\d])|mso-hide\s*:\s*all|text-indent\s*:\s*-\d{3,}|left\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
_WHITE = re.compile(
    r"(?<![-\w])color\s*:\s*(?:#fff(?:fff)?\b|white\b|rgba?\(\s*25[0-5]\s*,\s*25[0-5]\s*,\s*25[0-5]|transparent)", re.IGNORECASE
)
_BACKGROUND = re.compile(
    r"background(?:-color|-image)?\s*:\s*(?!\s*(?:#fff(?:fff)?\b|white\b|none|transparent|inherit|initial))", re.IGNORECASE
)
_INDENT = re.compile(r"border\s*:\s*(?:none|0)|margin\s*:\s*0(?:px)?\s+0(?:px)?\s+0(?:px)?\s+40px", re.IGNORECASE)
_TIGHT = re.compile(r"margin(?:-top|-bottom)?\s*:\s*0", re.IGNORECASE)
_WHITES = ("#fff", "#ffffff", "white")


class Page(NamedTuple):
    """The visible lines of an HTML mail and the text hidden in it; ``cut`` when it was too long to be read to its end."""

    lines: list[Line]
    hidden: str
    cut: bool = False


class _Element(NamedTuple):
    """An open element: what holds for the text inside it. ``link_at`` is how many pieces the line had when it opened."""

    tag: str = ""
    depth: int = 0
    mark: str = ""
    hidden: bool = False
    skipped: bool = False
    pre: bool = False
    dark: bool = False
    link: str = ""
    link_at: int = 0
    spaced: bool = False


def read(source: str) -> Page:
    """Lines and hidden text of an HTML document or fragment. Linear in its length; never raises."""
    reader = _Reader()
    cut = len(source) > MAX_HTML
    for kind, value, attributes in tokens(source[:MAX_HTML]):
        if kind == "text":
            reader.text(value)
        elif kind == "open":
            reader.open(value, attributes)
        elif kind == "close":
            reader.close(value)
        else:
            reader.comment(value)
        if reader.size > MAX_TEXT or len(reader.lines) > MAX_LINES:
            cut = True
            break
    return reader.page()._replace(cut=cut)


class _Reader:
    """Builds the lines as elements open and close."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.size = 0
        self._pieces: list[str] = []
        self._hidden: list[str] = []
        self._hidden_size = 0
        self._element = _Element()
        self._stack: list[_Element] = []
        self._open: dict[str, int] = {}
        self._numbers: list[int] = []
        self._rest_follows = False
        self._blank_wanted = False
        self._space_wanted = False

    def page(self) -> Page:
        while self._stack:
            self.close(self._element.tag)
        self._break()
        return Page(self.lines, "\n".join(self._hidden))

    # --- elements ---

    def open(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _BLOCK:
            self._break()
        spaced = tag in _SPACED and not _is_tight(attributes)
        self._blank_wanted |= spaced
        names = f"{attributes.get('class', '')} {attributes.get('id', '')}" if attributes else ""
        style = attributes.get("style", "") if attributes else ""
        if (len(names) > 1 and _QUOTE_NAME.search(names)) or (style and tag == "div" and _OUTLOOK_HEADER.search(style)):
            self._break()
            self._rest_follows = True
        if tag in _VOID:
            self._void(tag, attributes)
            return
        above = self._element
        if tag == "li":
            self._bullet()
        elif tag in ("ol", "ul"):
            self._numbers.append(1 if tag == "ol" else 0)
        quoted = tag == "blockquote" and (attributes.get("type") == "cite" or "quote" in names or not _INDENT.search(style))
        dark = above.dark or (bool(attributes) and _has_background(attributes, style))
        self._stack.append(above)
        self._open[tag] = self._open.get(tag, 0) + 1
        self._element = _Element(
            tag,
            above.depth + quoted,
            "" if quoted else _mark(names, attributes) or above.mark,
            above.hidden or (bool(attributes) and _hides(tag, attributes, style, dark=dark)),
            above.skipped or tag in _SKIPPED,
            above.pre or tag == "pre",
            dark,
            attributes.get("href", "") if tag == "a" else "",
            len(self._pieces),
            spaced,
        )

    def close(self, tag: str) -> None:
        if not self._open.get(tag):
            if tag == "p":
                self._break()
            return
        while self._stack:
            closing = self._element
            if closing.tag in _BLOCK:
                self._break()
                self._blank_wanted |= closing.spaced
            if closing.tag in ("ol", "ul") and self._numbers:
                self._numbers.pop()
            if closing.link and not closing.hidden:
                self._link(closing)
            self._open[closing.tag] -= 1
            self._element = self._stack.pop()
            if closing.tag == tag:
                break
        self._space_wanted |= tag in ("td", "th")

    def _void(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "input" and attributes.get("type", "").lower() == "hidden":
            self._hide(attributes.get("value", ""))
        if self._element.skipped or self._element.hidden:
            return
        if tag == "br":
            self._break(always=True)
        elif tag == "hr":
            self._pieces = [RULE]
            self._break()

    def _bullet(self) -> None:
        self._blank_wanted = False
        if self._element.hidden or self._element.skipped:
            return
        number = self._numbers[-1] if self._numbers else 0
        self._pieces.append(f"{number}. " if number else "- ")
        if number:
            self._numbers[-1] += 1

    def _link(self, closing: _Element) -> None:
        """Write a link's address behind its text, unless the text is the address or its site.

        A host in other letters than a to z is written the way it is looked up: "bank" with a Cyrillic a is another bank.
        """
        shown = "".join(self._pieces[closing.link_at : closing.link_at + MAX_LINK_TEXT]).strip()
        address = unescape(closing.link).strip()
        if not shown or not address.lower().startswith(("http://", "https://")):
            return
        looked_up = _looked_up(address)
        bare = address.split("://", 1)[1].rstrip("/")
        if looked_up != address:
            self._pieces.append(f" <{looked_up}>")
        elif bare not in shown and shown.rpartition("://")[2].rstrip("/") not in bare.split("/", 1)[0]:
            self._pieces.append(f" <{address}>")

    # --- text ---

    def text(self, raw: str) -> None:
        element = self._element
        if element.skipped:
            return
        if "&" in raw:
            raw = unescape(raw)
        if element.hidden:
            self._hide(raw)
            return
        self.size += len(raw)
        if element.pre:
            first, *others = raw.split("\n")
            self._pieces.append(first)
            for other in others:
                self._break(always=True)
                self._pieces.append(other)
            return
        text = _SPACE.sub(" ", raw)
        if self._space_wanted and self._pieces:
            text = f" {text}"
        self._space_wanted = False
        if text[:1] == " " and (not self._pieces or self._pieces[-1].endswith(" ")):
            text = text.lstrip(" ")
        if text:
            self._pieces.append(text)

    def comment(self, text: str) -> None:
        """Comments are kept as hidden text when they hold words; conditional ones and style sheets are Outlook's."""
        if (
            text[:1] != "["
            and text.lstrip()[:1] not in ("", "@", "{", ".", "/", "#")
            and ";}" not in text
            and text.count(" ") > 2
        ):
            self._hide(text)

    def _hide(self, text: str) -> None:
        text = " ".join(tidy(unescape(text[:MAX_HIDDEN])).translate(_PADDING).split())
        if self._hidden_size < MAX_HIDDEN and any(map(str.isalpha, text)):
            self._hidden.append(text)
            self._hidden_size += len(text)

    def _break(self, *, always: bool = False) -> None:
        """End the line being written; ``always`` writes it even when it is empty (``<br>``)."""
        self._space_wanted = False
        if not self._pieces and not always:
            return
        text = tidy("".join(self._pieces))
        self._pieces = []
        depth, mark, pre = self._element.depth, self._element.mark, self._element.pre
        if self._blank_wanted and self.lines and self.lines[-1].text:
            last = self.lines[-1]
            self.lines.append(Line("", min(last.depth, depth), mark if last.mark == mark else ""))
        self._blank_wanted = False
        if self._rest_follows and text.strip():
            mark, self._rest_follows = REST, False
        for row in text.split("\n"):
            self.lines.append(_marked(row.rstrip() if pre else row.strip(), depth, mark, pre=pre))


def _marked(row: str, depth: int, mark: str, *, pre: bool) -> Line:
    """A line; ``>`` at its beginning counts as in plain text, outside ``<pre>``."""
    if row[:1] == ">" and not pre:
        stripped = row.lstrip("> ")
        if stripped and stripped[0] != "=":
            return Line(stripped, depth + row[: len(row) - len(stripped)].count(">"), mark)
    return Line(row, depth, mark)


def _mark(names: str, attributes: dict[str, str]) -> str:
    if len(names) > 1:
        if _SIGNATURE_NAME.search(names):
            return SIGNATURE
        if _ATTRIBUTION_NAME.search(names):
            return ATTRIBUTION
    return SIGNATURE if "data-signatureblock" in attributes else ""


def _has_background(attributes: dict[str, str], style: str) -> bool:
    return bool(style and _BACKGROUND.search(style)) or attributes.get("bgcolor", "white").lower() not in _WHITES


def _hides(tag: str, attributes: dict[str, str], style: str, *, dark: bool) -> bool:
    """Whether a reader would not see the element's text: hidden, without size, or white on white."""
    if "hidden" in attributes or (style and (_HIDING.search(style) or (not dark and _WHITE.search(style)))):
        return True
    return tag == "font" and not dark and attributes.get("color", "").lower() in _WHITES


def _is_tight(attributes: dict[str, str]) -> bool:
    """Word and Outlook write paragraphs without space between them as ``<p class=MsoNormal>``."""
    if not attributes:
        return False
    return "mso" in attributes.get("class", "").lower() or _TIGHT.search(attributes.get("style", "")) is not None


def _looked_up(address: str) -> str:
    """The address with its host as the net knows it: ``xn--`` where it has letters beyond ASCII."""
    scheme, _, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    if host.isascii():
        return address
    try:
        return f"{scheme}://{host.encode('idna').decode('ascii')}{slash}{path}"
    except UnicodeError:
        return f"{scheme}://{host.encode('ascii', 'backslashreplace').decode()}{slash}{path}"
