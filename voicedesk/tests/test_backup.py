"""A backup restored into an empty database is the same database; a damaged one is found out."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from drafts.tests import factories as make
from voicedesk import backup as backups
from voicedesk.backup import BackupFailed

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def empty(shell_environment):
    """The environment of a command that works on a new, empty database."""
    name = f"{connection.settings_dict['NAME']}_restored"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    address, _, options = shell_environment["DATABASE_URL"].partition("?")
    yield {**shell_environment, "DATABASE_URL": f"{address.rpartition('/')[0]}/{name}{'?' + options if options else ''}"}
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def world(queue):
    rep = make.make_rep()
    make.make_draft(rep, text="Ünïcode, a tab\tand a quote'")
    make.make_draft(rep, status="approved")
    make.make_example_set(rep, examples=3)
    return rep


def command(environment, *arguments) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)], cwd=ROOT, env=environment, capture_output=True, text=True
    )


def test_what_is_restored_is_what_was_there(world, empty, tmp_path):
    file = tmp_path / "voicedesk.dump"
    written = backups.backup(file)
    assert written["drafts_draft"][0] == 2
    assert written["profiles_example"][0] == 3
    assert file.stat().st_mode & 0o077 == 0
    done = command(empty, "restore", file)
    assert done.returncode == 0, done.stderr
    assert "each as it was" in done.stdout
    assert command(empty, "migrate", "--check").returncode == 0


def test_nobody_is_signed_in_by_a_backup(world, empty, tmp_path):
    client = Client()
    client.force_login(world.user)
    key = client.cookies["sessionid"].value
    file = tmp_path / "voicedesk.dump"
    backups.backup(file)
    plain = subprocess.run(
        [backups._program("pg_restore"), "--file=-", str(file)], capture_output=True, text=True, check=True
    ).stdout
    assert world.email in plain
    assert key not in plain


def test_a_database_that_holds_something_is_not_overwritten(world, tmp_path, shell_environment):
    file = tmp_path / "voicedesk.dump"
    backups.backup(file)
    with pytest.raises(BackupFailed, match="not empty"):
        backups.restore(file)


def test_rows_that_are_missing_are_named(world, empty, tmp_path):
    file = tmp_path / "voicedesk.dump"
    backups.backup(file)
    sums = json.loads((tmp_path / "voicedesk.dump.json").read_text())
    sums["drafts_draft"][0] += 1
    (tmp_path / "voicedesk.dump.json").write_text(json.dumps(sums))
    done = command(empty, "restore", file)
    assert done.returncode != 0
    assert "drafts_draft" in done.stderr


def test_half_a_file_restores_nothing(world, empty, tmp_path):
    file = tmp_path / "voicedesk.dump"
    backups.backup(file)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    done = command(empty, "restore", file)
    assert done.returncode != 0
    assert "pg_restore failed" in done.stderr


def test_a_file_is_never_written_over_and_never_half_there(world, tmp_path, monkeypatch):
    file = tmp_path / "voicedesk.dump"
    file.write_text("an older one")
    with pytest.raises(BackupFailed, match="there already"):
        backups.backup(file)

    def breaks(*args, **kwargs):
        raise BackupFailed("pg_dump failed: no space left")

    monkeypatch.setattr(backups, "_run", breaks)
    with pytest.raises(BackupFailed, match="no space"):
        backups.backup(tmp_path / "another.dump")
    assert [p.name for p in tmp_path.iterdir()] == ["voicedesk.dump"]
