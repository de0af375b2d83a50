"""From a mail's text, plain or HTML, to its :class:`~profiles.mail.types.Body`."""

from profiles.mail import footer, greeting, html, quotes, signature
from profiles.mail.headerblock import is_rule
from profiles.mail.lines import SIGNATURE, Line, of_text
from profiles.mail.types import Body

FORWARD_WORDS = 25
"""A mail that announces a forward and says no more than this itself only passes it on."""

MAX_TURNS = 3
"""Times a signature and a footer are looked for above the last ones found."""


def read_text(text: str) -> Body:
    """A plain-text body taken apart. Never raises; text beyond :data:`profiles.mail.lines.MAX_TEXT` is not read."""
    return read_lines(of_text(text))


def read_html(source: str) -> Body:
    """An HTML body reduced to text and taken apart; what a reader would not see is in ``hidden``."""
    page = html.read(source)
    return read_lines(page.lines, page.hidden)


def read_lines(lines: list[Line], hidden: str = "") -> Body:
    """Lines, from text or HTML, taken apart."""
    parted = quotes.part(lines)
    runs = [run for run in parted.own if any(line.text.strip() for line in run)]
    own: list[str] = []
    signatures: list[str] = []
    footers: list[str] = []
    for number, run in enumerate(runs):
        kept, signed, machine = _trim(run, outer=number in (0, len(runs) - 1), sole=number == 0)
        if kept and own:
            own.append("")
        own += kept
        signatures += signed
        footers += machine
    text = "\n".join(own)
    closing = greeting.closing_at(own)
    return Body(
        own=text,
        quotes=tuple(parted.quotes),
        greeting=greeting.greeting_of(own),
        closing="\n".join(own[closing:]).strip(),
        signature=_joined(signatures),
        footer=_joined(footers),
        hidden=hidden,
        forwarded=_only_forwards(parted, text),
    )


def _only_forwards(parted: quotes.Parted, own: str) -> bool:
    if not own.strip():
        return bool(parted.quotes) and (parted.forward or parted.header_first)
    return parted.forward and len(own.split()) <= FORWARD_WORDS


def _trim(run: list[Line], *, outer: bool, sole: bool) -> tuple[list[str], list[str], list[str]]:
    """One run of the author's lines without its signature and the machine's footer."""
    signed: list[str] = []
    machine: list[str] = []
    lines: list[str] = []
    for line in run:
        if line.mark == SIGNATURE:
            (machine if footer.is_device(line.text) else signed).append(line.text)
        else:
            # The standard delimiter keeps its trailing space: it is what tells it from a dash.
            lines.append(line.text if line.text == "-- " else line.text.rstrip())
    lines = _stripped(lines)
    banner = footer.banner_end(lines)
    machine, lines = lines[:banner] + machine, _stripped(lines[banner:])
    # Footers stand under signatures and, less often, above them: take turns as long as something comes off.
    for turn in range(MAX_TURNS):
        at = footer.cut(lines)
        if turn and at == len(lines):
            break
        machine, lines = lines[at:] + machine, lines[:at]
        lines, cut = signature.split(lines, outer=outer, sole=sole)
        lines = _stripped(lines)
        if not cut:
            break
        signed = [line for line in cut if not footer.is_device(line)] + signed
        machine = [line for line in cut if footer.is_device(line)] + machine
    while lines and is_rule(lines[-1]):
        lines = _stripped(lines[:-1])
    return [line.rstrip() for line in lines], signed, machine


def _joined(lines: list[str]) -> str:
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def _stripped(lines: list[str]) -> list[str]:
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return lines[start:end]
