"""Our reading of mail beside other people's parsers, each as it ships, on the same rows in the same process.

    python -m drafts.evaluate.peers.parsing fixtures.jsonl.gz [--repeat 5] [--json]

Prints for each parser: rows answered exactly, token F1, rows that leak words of a quote, and how many times as many mails a
second we read: plain text only, because most peers read nothing else (they are given HTML as the lines a reader sees).
Rows longer than ``--longest`` characters are left out for the peers: most hang on them.
A peer that is not installed is named and passed over; ``pip install --group peers`` brings them all.
"""

import argparse
import json
import re
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from time import process_time

from drafts.evaluate.files import Row, read_rows
from profiles.mail import html, read_html, read_text

Parser = Callable[[str, str], str]
"""A body and its format (``text`` or ``html``) -> the author's own new words."""

LONGEST = 20_000
"""Characters of a body above which the peers are not asked."""


@dataclass(frozen=True, slots=True)
class Result:
    """``exact`` and ``leaking`` are shares of rows, ``token_f1`` their mean, ``times_ours`` our speed over this parser's."""

    parser: str
    rows: int
    exact: float
    token_f1: float
    leaking: float
    failed: int
    times_ours: float


def ours(body: str, form: str) -> str:
    return (read_html if form == "html" else read_text)(body).own


def _shown(body: str, form: str) -> str:
    """For parsers of plain text: HTML as the lines a reader sees, quotes marked."""
    if form != "html":
        return body
    return "\n".join("> " * line.depth + line.text for line in html.read(body).lines)


def mail_parser_reply() -> Parser:
    library = import_module("mailparser_reply")
    reader = library.EmailReplyParser(languages=sorted(library.constants.MAIL_LANGUAGES))
    return lambda body, form: reader.parse_reply(text=_shown(body, form)) or ""


def email_reply_parser() -> Parser:
    library = import_module("email_reply_parser")
    return lambda body, form: library.EmailReplyParser.parse_reply(_shown(body, form))


def quotequail() -> Parser:
    library = import_module("quotequail")

    def parse(body: str, form: str) -> str:
        found = library.unwrap_html(body) if form == "html" else library.unwrap(body)
        if not found:
            return body
        names = ("html_top", "html_bottom") if form == "html" else ("text_top", "text_bottom")
        return "\n".join(found.get(name) or "" for name in names)

    return parse


def talon() -> Parser:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        quotations = import_module("talon.quotations")
        bruteforce = import_module("talon.signature.bruteforce")

    def parse(body: str, form: str) -> str:
        if form == "html":
            return quotations.extract_from_html(body)
        return bruteforce.extract_signature(quotations.extract_from_plain(body))[0]

    return parse


PEERS = {
    "mail-parser-reply, all languages": mail_parser_reply,
    "email-reply-parser (zapier)": email_reply_parser,
    "quotequail": quotequail,
    "talon with bruteforce signatures": talon,
}


def text_rows(rows: Iterable[Row]) -> list[Row]:
    """The rows with a body: whole mails would measure MIME reading, which the peers leave to their callers."""
    return [row for row in rows if isinstance(row.get("input"), str) and row.get("raw") is None]


def judge(parser: Parser, rows: list[Row]) -> tuple[float, float, float, int]:
    """Share exact, mean token F1, share leaking, and how many rows raised an error (they count as empty answers)."""
    exact = leaking = f1 = failed = 0.0
    for row in rows:
        try:
            reply = parser(row["input"], row.get("format", "text")) or ""
        except Exception:  # noqa: BLE001 - a peer may raise anything; that it does is what is counted
            reply, failed = "", failed + 1
        if row.get("format") == "html" and "<" in reply:
            reply = re.sub(r"<[^>]{0,5000}>", " ", reply)
        same, overlap, clean = _compare(reply, row)
        exact, f1, leaking = exact + same, f1 + overlap, leaking + (not clean)
    count = max(1, len(rows))
    return exact / count, f1 / count, leaking / count, int(failed)


def _compare(reply: str, row: Row) -> tuple[bool, float, bool]:
    """Exact up to white space, token F1, and whether no word is too many: each against the accepted answer it fits best."""
    accepted = [row["app_expected"]] if "app_expected" in row else [row["expected_reply"], *row.get("alt_expected", [])]
    got = Counter(re.findall(r"\w+", reply))
    exact, best, clean = False, 0.0, False
    for target in accepted:
        want = Counter(re.findall(r"\w+", target))
        shared, total = sum((got & want).values()), sum(got.values()) + sum(want.values())
        exact = exact or reply.split() == target.split()
        best = max(best, 2 * shared / total if total else 1.0)
        clean = clean or not got - want
    return exact, best, clean


def seconds(parser: Parser, rows: list[Row], repeat: int) -> float:
    """Processor seconds of the fastest of ``repeat`` runs over the rows."""
    best = float("inf")
    for _ in range(repeat):
        start = process_time()
        for row in rows:
            try:
                parser(row["input"], row.get("format", "text"))
            except Exception:  # noqa: BLE001, S112 - counted by judge
                continue
        best = min(best, process_time() - start)
    return best


def compare(rows: list[Row], *, longest: int = LONGEST, repeat: int = 5) -> list[Result]:
    """Us first, then every peer that is installed."""
    parsers: dict[str, Parser] = {"ours": ours}
    for name, load in PEERS.items():
        try:
            parsers[name] = load()
        except ImportError as error:
            sys.stderr.write(f"{name} is not installed: {error}\n")
    short = [row for row in rows if len(row["input"]) <= longest]
    timed = [row for row in short if row.get("format", "text") == "text"]
    clock = {name: seconds(parser, timed, repeat) for name, parser in parsers.items()}
    results = []
    for name, parser in parsers.items():
        judged = rows if name == "ours" else short
        results.append(Result(name, len(judged), *judge(parser, judged), clock[name] / clock["ours"]))
    return results


def main(arguments: list[str] | None = None) -> None:
    """Print the comparison for a file of fixtures."""
    parser = argparse.ArgumentParser(description="Reading mail, beside the peers.")
    parser.add_argument("fixtures", type=Path)
    parser.add_argument("--longest", type=int, default=LONGEST, help="leave out longer bodies, which most peers cannot finish")
    parser.add_argument("--repeat", type=int, default=5, help="runs over the rows, the fastest counts")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    rows = text_rows(read_rows(given.fixtures, ("id", "expected_reply")))
    results = compare(rows, longest=given.longest, repeat=given.repeat)
    if given.json:
        print(json.dumps([asdict(result) for result in results]))
        return
    print(f"{'parser':34}{'exact':>8}{'token F1':>10}{'leaking':>9}{'errors':>8}{'our speed':>11}")
    for result in results:
        shares = f"{result.exact:8.1%}{result.token_f1:10.3f}{result.leaking:9.1%}"
        print(f"{result.parser:34}{shares}{result.failed:8d}{result.times_ours:10.1f}x")


if __name__ == "__main__":
    main()
