"""Approved facts as a spreadsheet, out and in: what a team keeps in a sheet can stay there."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from django.core.exceptions import ValidationError
from django.db import transaction

from drafts.models import Fact
from profiles.models import Team, User, record
from profiles.sheets import plain

COLUMNS = ("code", "topic", "text", "valid_until", "keywords", "team", "owner")
NEEDED = ("code", "topic", "text")
MOST_ROWS = 5_000
MOST_TROUBLES = 20


@dataclass(frozen=True, slots=True)
class Read:
    """What a sheet changed; with ``troubles`` nothing was stored."""

    added: int = 0
    changed: int = 0
    same: int = 0
    troubles: list[str] = field(default_factory=list)


def rows() -> Iterator[tuple]:
    """Every fact in the order of ``COLUMNS``; keywords stand in one cell, with semicolons."""
    for fact in Fact.objects.select_related("team", "owner"):
        yield (
            fact.code,
            fact.topic,
            fact.text,
            fact.valid_until,
            "; ".join(fact.keywords),
            fact.team.name if fact.team else "",
            fact.owner.email if fact.owner else "",
        )


def read(raw: bytes, user: User) -> Read:
    """Facts of a sheet added or changed by their code; others stay. Every row is right, or nothing is stored and each trouble named."""
    try:
        table = _table(raw)
    except ValidationError as error:
        return Read(troubles=error.messages)
    added = changed = same = 0
    troubles: list[str] = []
    first: dict[str, int] = {}
    with transaction.atomic():
        for number, row in table:
            if row["code"] and first.setdefault(row["code"], number) != number:
                troubles.append(f"Row {number}: {row['code'][:20]} stands in row {first[row['code']]} already. Which one holds?")
                continue
            try:
                what = _store(row, user)
            except ValidationError as error:
                troubles += [f"Row {number}: {sentence}" for sentence in _sentences(error)]
                continue
            added, changed, same = added + (what == "added"), changed + (what == "changed"), same + (what == "same")
        if troubles:
            transaction.set_rollback(True)
    if troubles:
        more = len(troubles) - MOST_TROUBLES
        return Read(troubles=troubles[:MOST_TROUBLES] + ([f"… and {more} more."] if more > 0 else []))
    return Read(added, changed, same)


def _table(raw: bytes) -> list[tuple[int, dict[str, str]]]:
    """Rows by their number in the sheet. Raises ValidationError when it is no such sheet at all."""
    if raw.startswith(b"PK"):
        raise ValidationError("The file is a workbook, not a CSV. Save it as “CSV UTF-8” and bring that in.")
    try:
        text = raw.decode("utf-8-sig").replace("\x00", "")
    except UnicodeDecodeError:
        raise ValidationError("The file is not UTF-8. Save it as “CSV UTF-8” and try again.") from None
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number, found = 0, []
    try:
        names = _names(next(reader, []))
        for number, cells in enumerate(reader, 2):
            if any(cell.strip() for cell in cells):
                found.append((number, _row(number, names, cells)))
    except csv.Error as error:
        raise ValidationError(f"Row {max(number, 1) + 1}: the file is no CSV ({error}).") from None
    if len(found) > MOST_ROWS:
        raise ValidationError(f"The file has {len(found):,} rows; at most {MOST_ROWS:,} are read at once.")
    if not found:
        raise ValidationError("The file has no rows under its first one.")
    return found


def _names(cells: list[str]) -> list[str]:
    """The columns by the names known here. One that is not known is refused: a misspelt last day would hold for ever."""
    names = ["_".join(cell.lower().replace("-", " ").replace("_", " ").split()) for cell in cells]
    known = f"Known: {', '.join(COLUMNS)}."
    if missing := [name for name in NEEDED if name not in names]:
        raise ValidationError(f"The first row must name the columns; {', '.join(missing)} is missing. {known}")
    if unknown := [cell.strip()[:40] for cell, name in zip(cells, names, strict=True) if name and name not in COLUMNS]:
        raise ValidationError(f"What is in “{'”, “'.join(unknown)}” is not kept here: leave it out, or rename it. {known}")
    if twice := [name for name in COLUMNS if names.count(name) > 1]:
        raise ValidationError(f"The first row names {', '.join(twice)} twice: leave one out.")
    return names


def _row(number: int, names: list[str], cells: list[str]) -> dict[str, str]:
    """A row by its columns. Raises ValidationError where it has more cells than there are: half a statement is a wrong one."""
    nowhere = [cell for name, cell in zip([*names, *[""] * len(cells)], cells, strict=False) if not name and cell.strip()]
    if nowhere:
        raise ValidationError(
            f"Row {number}: “{nowhere[0].strip()[:40]}” stands under no column. A text with commas goes between double quotes."
        )
    found = dict(zip(names, cells, strict=False))
    return {name: plain(found.get(name, "")) for name in COLUMNS if name in names}


def _store(row: dict[str, str], user: User) -> str:
    """``added``, ``changed`` or ``same``. Columns the sheet does not have stay as they are."""
    fact = Fact.objects.filter(code=row["code"]).first()
    what = "changed" if fact else "added"
    fact = fact or Fact(owner=user)
    before = {name: getattr(fact, name) for name in ("topic", "text", "valid_until", "keywords", "team_id", "owner_id")}
    fact.code, fact.topic, fact.text = row["code"], row["topic"], row["text"]
    if "valid_until" in row:
        fact.valid_until = _day(row["valid_until"])
    if "keywords" in row:
        fact.keywords = [word.strip() for word in row["keywords"].split(";") if word.strip()]
    if "team" in row:
        fact.team = _named(Team, "name", row["team"], "team")
    if row.get("owner"):
        fact.owner = _named(User, "email", row["owner"].lower(), "account")
    fact.full_clean()
    fields = [name for name, value in before.items() if getattr(fact, name) != value]
    if what == "changed" and not fields:
        return "same"
    fact.save()
    record(f"{what} from a sheet", fact, user, fields=fields)
    return what


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValidationError({"valid_until": f"“{text[:20]}” is no date; write it like 2026-12-31."}) from None


def _named(model, name: str, text: str, what: str):
    if not text:
        return None
    found = model.objects.filter(**{name: text}).first()
    if found is None:
        raise ValidationError(f"There is no {what} “{text[:60]}”.")
    return found


def _sentences(error: ValidationError) -> list[str]:
    if hasattr(error, "message_dict"):
        return [
            f"{name}: {sentence}" if name != "__all__" else sentence
            for name, said in error.message_dict.items()
            for sentence in said
        ]
    return error.messages
