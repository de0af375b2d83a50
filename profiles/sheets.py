"""Tables as files a spreadsheet opens, and back: no cell of them is ever taken for a formula."""

import csv
from collections.abc import Iterable, Iterator
from datetime import date, datetime

from django.http import StreamingHttpResponse
from django.utils import timezone

STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def cell(value: object) -> str:
    """One value as text. Words that a spreadsheet would run as a formula get an apostrophe in front; numbers stay numbers."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4f}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, datetime):
        return timezone.localtime(value).isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    text = str(value).replace("\x00", "")
    return f"'{text}" if text.lstrip(" ").startswith(STARTS_A_FORMULA) or text.startswith(STARTS_A_FORMULA) else text


def plain(text: str) -> str:
    """What stood in a cell before :func:`cell` wrote it."""
    bare = text.strip()
    return bare[1:] if bare.startswith("'") and bare[1:].lstrip(" ").startswith(STARTS_A_FORMULA) else bare


class _Line:
    """What csv writes to: it hands each line back."""

    def write(self, line: str) -> str:
        return line


def lines(header: Iterable[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """The file line by line; a byte order mark first, so that spreadsheets read it as UTF-8."""
    writer = csv.writer(_Line())
    yield "\ufeff" + writer.writerow(list(header))
    for row in rows:
        yield writer.writerow([cell(value) for value in row])


def download(name: str, header: Iterable[str], rows: Iterable[Iterable[object]]) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines(header, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response
