"""Reading rows and writing answers; every complaint names the file and the line."""

import gzip
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

Row = dict[str, Any]


class MalformedRow(ValueError):
    """A row that cannot be used; the message names the file, the line and what is wrong."""


def _open(path: Path, mode: str = "rt") -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, mode, encoding="utf-8")
    return path.open(mode, encoding="utf-8")


def read_rows(path: Path, required: Iterable[str] = ()) -> list[Row]:
    """JSON lines (plain or .gz) or one JSON list, each row a dict that holds the required keys."""
    required = tuple(required)
    try:
        with _open(path) as stream:
            text = stream.read()
    except (OSError, UnicodeDecodeError, EOFError) as error:
        raise MalformedRow(f"{path}: cannot be read: {error}") from error
    if text.lstrip().startswith("["):
        return _rows_of_list(path, text, required)
    lines = ((n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip())
    return [_checked(path, n, _parsed(path, n, line), required) for n, line in lines]


def read_object(path: Path) -> Row:
    """One JSON object, as ``knowledge.json`` is."""
    try:
        with _open(path) as stream:
            found = json.load(stream)
    except (OSError, ValueError, EOFError) as error:
        raise MalformedRow(f"{path}: cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise MalformedRow(f"{path}: expected one JSON object, found {type(found).__name__}")
    return found


def _rows_of_list(path: Path, text: str, required: tuple[str, ...]) -> list[Row]:
    try:
        rows = json.loads(text)
    except ValueError as error:
        raise MalformedRow(f"{path}: not valid JSON: {error}") from error
    return [_checked(path, n, row, required, "entry") for n, row in enumerate(rows, 1)]


def _parsed(path: Path, number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise MalformedRow(f"{path}, line {number}: not valid JSON: {error}") from error


def _checked(path: Path, number: int, row: Any, required: tuple[str, ...], unit: str = "line") -> Row:
    if not isinstance(row, dict):
        raise MalformedRow(f"{path}, {unit} {number}: expected an object, found {type(row).__name__}")
    missing = [key for key in required if key not in row]
    if missing:
        raise MalformedRow(f"{path}, {unit} {number}: {', '.join(missing)} missing")
    return row


def write_answers(path: Path, answers: Iterable[Row], total: int | None = None, progress: TextIO | None = None) -> int:
    """Write one JSON line an answer, as they come, and count them on ``progress``."""
    progress = sys.stderr if progress is None else progress
    written = 0
    with _open(path, "wt") as stream:
        for written, answer in enumerate(answers, 1):
            stream.write(json.dumps(answer, ensure_ascii=False) + "\n")
            if written % 50 == 0:
                progress.write(f"\r{written} answered" + (f" of {total}" if total else ""))
                progress.flush()
    progress.write(f"\r{written} answered{f' of {total}' if total else ''}, written to {path}\n")
    return written


def truth_for(rows: list[Row], input_path: Path, truth_path: Path | None) -> dict[str, Row]:
    """The right answer of every row by id: from ``truth_path``, or from a ``truth_*`` file beside the input that knows them all."""
    places = [truth_path] if truth_path else sorted(input_path.resolve().parent.glob("truth_*.jsonl*"))
    wanted = {row["id"] for row in rows}
    for place in places:
        known = {row["id"]: row for row in read_rows(place, ("id",))}
        if wanted <= known.keys():
            return {key: known[key] for key in wanted}
    raise MalformedRow(f"{input_path}: no truth file holds all {len(wanted)} ids; name one with --truth")
