"""Settings come from the environment, refuse to start without what they need, and are all written down."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from voicedesk import env

ROOT = Path(__file__).resolve().parents[2]
READS = re.compile(
    r"""env\.(?:text|flag|one_of|number|words|database)\(\s*f?["']([A-Z_]+)["']|environ(?:\.get\(|\[)["']([A-Z_]+)["']"""
)
NOT_SETTINGS = {"DJANGO_SETTINGS_MODULE", "MAKELEVEL", "PATH"}


def read_in_code() -> set[str]:
    found = set()
    for folder in ("voicedesk", "profiles", "drafts"):
        for file in (ROOT / folder).rglob("*.py"):
            if "tests" not in file.parts and file.name != "env.py":
                found |= {a or b for a, b in READS.findall(file.read_text(encoding="utf-8"))}
    return found - NOT_SETTINGS


def written_down() -> set[str]:
    return set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))


def test_every_setting_has_its_line_in_the_example():
    assert read_in_code() - written_down() == set()


def test_the_example_names_no_setting_that_nobody_reads():
    built_from_parts = {f"{name}_CLIENT_{part}" for name in ("GOOGLE", "MICROSOFT") for part in ("ID", "SECRET")}
    assert written_down() - read_in_code() - built_from_parts - {"OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL"} == set()


def start(**environment) -> subprocess.CompletedProcess:
    kept = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "voicedesk.settings"}
    return subprocess.run(
        [sys.executable, "-c", "import django; django.setup(); from django.conf import settings; print(settings.DEBUG)"],
        cwd=ROOT,
        env={**kept, **environment},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("missing", ["SECRET_KEY", "DATABASE_URL"])
def test_a_missing_secret_stops_the_start_with_its_name(missing):
    given = {"SECRET_KEY": "x" * 50, "DATABASE_URL": "postgresql://u:p@h/db"}
    given.pop(missing)
    started = start(**given)
    assert started.returncode != 0
    assert f"{missing} is not set" in started.stderr


def test_debug_is_off_unless_it_is_asked_for():
    assert start(SECRET_KEY="x" * 50, DATABASE_URL="none:").stdout.strip() == "False"


def test_the_deployment_check_is_clean_behind_tls():
    checked = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "SECRET_KEY": "an-invented-key-of-fifty-characters-and-some-more-1234567890",
            "DATABASE_URL": "none:",
            "HTTPS": "1",
            "ALLOWED_HOSTS": "voicedesk.example.com",
            "SMTP_HOST": "mail.example.com",
            "SECRETS_KEYS": "aW52ZW50ZWQta2V5LW9mLTMyLWJ5dGVzLWZvci1hbGw=",
        },
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stderr


class TestReaders:
    def test_a_database_by_socket(self, monkeypatch):
        monkeypatch.setenv("URL", "postgresql://me@/desk?host=/tmp/sockets&sslmode=disable")
        found = env.database("URL")
        assert (found["HOST"], found["NAME"], found["USER"]) == ("/tmp/sockets", "desk", "me")
        assert found["OPTIONS"] == {"sslmode": "disable"}

    def test_a_password_may_hold_any_character(self, monkeypatch):
        monkeypatch.setenv("URL", "postgresql://me:p%40ss%2Fword@h:5433/desk")
        found = env.database("URL")
        assert (found["PASSWORD"], found["PORT"]) == ("p@ss/word", "5433")

    @pytest.mark.parametrize(
        "read,value,sentence",
        [
            (env.flag, "maybe", "use 1 or 0"),
            (env.number, "many", "use a number"),
            (env.database, "mysql://h/db", "PostgreSQL is the only database"),
        ],
    )
    def test_a_wrong_value_is_named_with_what_is_right(self, monkeypatch, read, value, sentence):
        monkeypatch.setenv("SETTING", value)
        arguments = ("SETTING", 1) if read is env.number else ("SETTING",)
        with pytest.raises(ImproperlyConfigured, match=sentence):
            read(*arguments)
