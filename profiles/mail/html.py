"""HTML to lines of text. Quotes and signatures are known by structure, hidden text is set aside, nothing is rendered.

The scanner is our own because mail is not the web: it must be linear on any bytes, and addresses such as
``<ana@example.com>`` stand unescaped in the text of real mails. The standard library's parser does neither.
"""

import re
from html import unescape
from typing import NamedTuple

from profiles.mail.lines import ATTRIBUTION, MAX_LINES, MAX_TEXT, REST, SIGNATURE, Line, tidy

MAX_HTML = 4_000_000
"""Characters of HTML that are read."""

MAX_HIDDEN = 20_000
"""Characters of hidden text that are kept."""

_BLOCK = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre "
    "section summary table tbody tfoot thead tr ul".split()
)
_SPACED = frozenset("p h1 h2 h3 h4 h5 h6 ul ol dl table pre".split())
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_SKIPPED = frozenset("style script head title template object select textarea noembed xml svg math".split())
_NAME = re.compile(r"/?([a-zA-Z][a-zA-Z0-9:-]*)")
_ATTRIBUTE = re.compile(r"([a-zA-Z_:][\w:.-]*)\s*(?:=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_SPACE = re.compile(r"[ \t\n\r\f]+")
_SPACES = " \t\n\r\f"
_MAX_TAG = 20_000

_SIGNATURE_NAMES = re.compile(
    r"(?:^|[\s_-])(?:x_)?(?:gmail_signature|moz-signature|applemailsignature|ms-outlook-mobile-signature|signature|signatureblock|protonmail_signature_block|mail_signature|_rc_sig|sig)(?=$|[\s_-])",
    re.IGNORECASE,
)
_QUOTE_NAMES = re.compile(
    r"(?:^|\s)(?:x_)*(?:yahoo_quoted|protonmail_quote|zmail_extra|moz-forward-container|divrplyfwdmsg|outlookmessageheader|appendonsend|olk_src_body_section|"
    r"mail-editor-reference-message-container|reply-intro-original|ymail_android_quote|\w*yahoo_quoted|quotedmessage|replyforwardmessage|stopspelling)(?=$|\s)",
    re.IGNORECASE,
)
_ATTRIBUTION_NAMES = re.compile(r"(?:^|\s)(?:x_)*(?:gmail_attr|moz-cite-prefix)(?=$|\s)", re.IGNORECASE)
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*(?:0|1px|0?\.\d+)(?![\d.])|opacity\s*:\s*0(?![.\d])|max-height\s*:\s*0(?![.\d])|"
    r"mso-hide\s*:\s*all|text-indent\s*:\s*-\d{3,}|left\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
_WHITE = re.compile(
    r"(?<![-\w])color\s*:\s*(?:#fff(?:fff)?\b|white\b|rgba?\(\s*25[0-5]\s*,\s*25[0-5]\s*,\s*25[0-5]|transparent)", re.IGNORECASE
)
_BACKGROUND = re.compile(
    r"background(?:-color|-image)?\s*:\s*(?!\s*(?:#fff(?:fff)?\b|white\b|none|transparent|inherit|initial))", re.IGNORECASE
)
_INDENT = re.compile(r"border\s*:\s*(?:none|0)|margin\s*:\s*0(?:px)?\s+0(?:px)?\s+0(?:px)?\s+40px", re.IGNORECASE)


class Page(NamedTuple):
    """The visible lines of an HTML mail and the text hidden in it."""

    lines: list[Line]
    hidden: str


class _Open(NamedTuple):
    tag: str
    depth: int
    mark: str
    hidden: bool
    skipped: bool
    pre: bool
    dark: bool
    link: str
    link_at: int


def read(source: str) -> Page:
    """Lines and hidden text of an HTML document or fragment. Linear in its length; never raises."""
    reader = _Reader()
    reader.feed(source[:MAX_HTML])
    return reader.page()


class _Reader:
    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.words: list[str] = []
        self.hidden: list[str] = []
        self.hidden_size = 0
        self.size = 0
        self.state = _Open("", 0, "", hidden=False, skipped=False, pre=False, dark=False, link="", link_at=0)
        self.stack: list[_Open] = []
        self.open_tags: dict[str, int] = {}
        self.numbers: list[int] = []
        self.rest_next = False
        self.blank_wanted = False
        self.space_wanted = False

    # --- scanning ---

    def feed(self, source: str) -> None:
        at, end = 0, len(source)
        while at < end and self.size < MAX_TEXT and len(self.lines) < MAX_LINES:
            opening = source.find("<", at)
            if opening < 0:
                self.text(source[at:])
                break
            if opening > at:
                self.text(source[at:opening])
            at = self._markup(source, opening)

    def _markup(self, source: str, opening: int) -> int:
        """Handle what starts with ``<`` and say where to go on."""
        following = source[opening + 1 : opening + 2]
        if following == "!":
            if source.startswith("<!--", opening):
                close = source.find("-->", opening + 4)
                close = len(source) if close < 0 else close
                self._comment(source[opening + 4 : close])
                return close + 3
            close = source.find(">", opening)
            return len(source) if close < 0 else close + 1
        if following == "?":
            close = source.find(">", opening)
            return len(source) if close < 0 else close + 1
        name = _NAME.match(source, opening + 1)
        if not name:
            self.text("<")
            return opening + 1
        close = self._tag_end(source, name.end())
        if close < 0:
            self.text("<")
            return opening + 1
        inside = source[name.end() : close]
        if inside[:1] in "@.+=%" and inside[:1] or (following != "/" and inside[:1] not in _SPACES + "/" and inside):
            self.text("<" + source[opening + 1 : close] + ">")
            return close + 1
        tag = name.group(1).lower()
        if following == "/":
            self.close(tag)
        else:
            self.open(tag, dict(_attributes(inside)))
            if tag in ("style", "script"):
                return self._skip_raw(source, close + 1, tag)
        return close + 1

    @staticmethod
    def _tag_end(source: str, at: int) -> int:
        """Where the tag's ``>`` is, quoted ones in attributes passed over; -1 when it is not near."""
        limit = min(len(source), at + _MAX_TAG)
        close = source.find(">", at, limit)
        if close < 0:
            # A long data: address in an attribute.
            return source.find(">", limit, limit + 400_000)
        quoted = source.count('"', at, close) % 2
        while quoted:
            quote = source.find('"', close, min(limit, close + 2000))
            further = source.find(">", quote, limit) if quote >= 0 else -1
            if further < 0:
                break
            quoted = (source.count('"', quote + 1, further)) % 2
            close = further
        return close

    @staticmethod
    def _skip_raw(source: str, at: int, tag: str) -> int:
        close = source.find(f"</{tag}", at)
        if close < 0:
            close = source.find(f"</{tag.upper()}", at)
        return len(source) if close < 0 else close

    def _comment(self, text: str) -> None:
        if text.startswith("[") or text.lstrip()[:1] in "@{./#" or "mso" in text[:60] or ";}" in text:
            return
        self._hide(text)

    def _hide(self, text: str) -> None:
        text = " ".join(unescape(text[:MAX_HIDDEN]).translate(_INVISIBLE_PADDING).split())
        if text and any(map(str.isalpha, text)) and self.hidden_size < MAX_HIDDEN:
            self.hidden.append(text)
            self.hidden_size += len(text)

    # --- elements ---

    def open(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _BLOCK:
            self.break_line()
            self.blank_wanted = self.blank_wanted or (tag in _SPACED and not _is_tight(tag, attributes))
        if tag in _VOID:
            self._void(tag, attributes)
            return
        state = self.state
        names = f"{attributes.get('class', '')} {attributes.get('id', '')}" if attributes else ""
        style = attributes.get("style", "") if attributes else ""
        depth, mark = state.depth, state.mark
        if len(names) > 1:
            if _SIGNATURE_NAMES.search(names):
                mark = SIGNATURE
            elif _ATTRIBUTION_NAMES.search(names):
                mark = ATTRIBUTION
            elif _QUOTE_NAMES.search(names):
                self.break_line()
                self.rest_next = True
        if "data-signatureblock" in attributes:
            mark = SIGNATURE
        if tag == "blockquote" and not (_INDENT.search(style) and attributes.get("type") != "cite" and "quote" not in names):
            depth += 1
            mark = ""
        dark = (
            state.dark
            or bool(style and _BACKGROUND.search(style))
            or attributes.get("bgcolor", "#fff").lower() not in ("#fff", "#ffffff", "white")
        )
        hidden = (
            state.hidden
            or bool(style and (_HIDING.search(style) or (_WHITE.search(style) and not dark)))
            or "hidden" in attributes
        )
        if tag == "font" and attributes.get("color", "").lower() in ("white", "#fff", "#ffffff") and not dark:
            hidden = True
        if tag == "li":
            self._bullet()
        elif tag in ("ol", "ul"):
            self.numbers.append(1 if tag == "ol" else 0)
        link = attributes.get("href", "") if tag == "a" else ""
        self.stack.append(state)
        self.open_tags[tag] = self.open_tags.get(tag, 0) + 1
        self.state = _Open(
            tag, depth, mark, hidden, state.skipped or tag in _SKIPPED, state.pre or tag == "pre", dark, link, len(self.words)
        )

    def _void(self, tag: str, attributes: dict[str, str]) -> None:
        if self.state.skipped:
            return
        if tag == "br":
            self.break_line(always=True)
        elif tag == "hr":
            if not self.state.hidden:
                self.words = ["________"]
            self.break_line()
        elif tag == "input" and attributes.get("type", "").lower() == "hidden":
            self._hide(attributes.get("value", ""))

    def close(self, tag: str) -> None:
        if tag == "p" and not self.open_tags.get(tag):
            self.break_line()
            return
        if not self.open_tags.get(tag):
            return
        while self.stack:
            closing = self.state
            if closing.tag in _BLOCK:
                self.break_line()
                self.blank_wanted = self.blank_wanted or (closing.tag in _SPACED and not closing.tag == "table")
            if closing.tag in ("ol", "ul") and self.numbers:
                self.numbers.pop()
            if closing.tag == "a" and closing.link and not closing.hidden:
                self._link(closing)
            self.open_tags[closing.tag] -= 1
            self.state = self.stack.pop()
            if closing.tag == tag:
                break
        if tag in ("td", "th"):
            self.space_wanted = True

    def _bullet(self) -> None:
        self.break_line()
        self.blank_wanted = False
        if not self.state.hidden and not self.state.skipped:
            number = self.numbers[-1] if self.numbers else 0
            self.words.append(f"{number}. " if number else "- ")
            if number:
                self.numbers[-1] += 1

    def _link(self, closing: _Open) -> None:
        shown = "".join(self.words[closing.link_at :]).strip()
        address = unescape(closing.link).strip()
        if not address.lower().startswith(("http://", "https://")) or not shown:
            return
        bare = address.split("://", 1)[1].rstrip("/")
        if bare in shown or shown.removeprefix("https://").removeprefix("http://").rstrip("/") in bare.split("/")[0]:
            return
        self.words.append(f" <{address}>")

    # --- text ---

    def text(self, raw: str) -> None:
        state = self.state
        if state.skipped:
            return
        if "&" in raw:
            raw = unescape(raw)
        if state.hidden:
            self._hide(raw)
            return
        if state.pre:
            pieces = raw.split("\n")
            self.words.append(pieces[0])
            for piece in pieces[1:]:
                self.break_line(always=True)
                self.words.append(piece)
            self.size += len(raw)
            return
        text = _SPACE.sub(" ", raw)
        if text == " " and not self.words:
            return
        if self.space_wanted and self.words and not text.startswith(" "):
            self.words.append(" ")
        self.space_wanted = False
        if text[:1] == " " and (not self.words or self.words[-1].endswith(" ")):
            text = text[1:]
        if text:
            self.words.append(text)
            self.size += len(text)

    def break_line(self, *, always: bool = False) -> None:
        """End the line being written; ``always`` writes it even when empty (``<br>``)."""
        self.space_wanted = False
        if not self.words and not always:
            return
        text = tidy("".join(self.words)).rstrip()
        self.words = []
        state = self.state
        if not state.pre:
            text = text.strip()
        if self.blank_wanted and self.lines and self.lines[-1].text:
            last = self.lines[-1]
            self.lines.append(Line("", min(last.depth, state.depth), last.mark if last.mark == state.mark else ""))
        self.blank_wanted = False
        mark = state.mark
        if self.rest_next and text:
            mark, self.rest_next = REST, False
        for piece in text.split("\n"):
            depth = state.depth
            if piece[:1] == ">" and not state.pre:
                stripped = piece.lstrip("> ")
                if stripped and not stripped.startswith("="):
                    depth += piece[: len(piece) - len(stripped)].count(">")
                    piece = stripped
            self.lines.append(Line(piece, depth, mark))

    def page(self) -> Page:
        while self.stack:
            self.close(self.state.tag)
        self.break_line()
        return Page(self.lines, "\n".join(self.hidden))


_INVISIBLE_PADDING = dict.fromkeys(map(ord, "\u034f\u200b\u200c\u200d\u2007\ufeff\u00ad\u200e\u200f"))


def _attributes(inside: str):
    if not inside or inside.isspace() or inside == "/":
        return
    for found in _ATTRIBUTE.finditer(inside[:_MAX_TAG]):
        name, double, single, bare = found.groups()
        value = double if double is not None else single if single is not None else bare
        yield name.lower(), value or ""


def _is_tight(tag: str, attributes: dict[str, str]) -> bool:
    """Word and Outlook write paragraphs without space between them as ``<p class=MsoNormal>``."""
    style = attributes.get("style", "")
    if tag in ("ul", "ol", "table"):
        return True
    return "mso" in attributes.get("class", "").lower() or bool(re.search(r"margin(?:-top|-bottom)?\s*:\s*0", style))
