"""Strict readers for the environment: a setting is right, has a stated default, or stops the start with a sentence."""

import os
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = frozenset({"1", "true", "yes", "on"})
NO = frozenset({"0", "false", "no", "off", ""})


def text(name: str, default: str | None = None) -> str:
    """The variable's text; without a default, a missing or empty variable refuses to start."""
    value = os.environ.get(name, "").strip()
    if value:
        return value
    if default is None:
        raise ImproperlyConfigured(f"{name} is not set. Set it in the environment; .env.example says what it is for.")
    return default


def flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name, "1" if default else "0").strip().lower()
    if value in YES:
        return True
    if value in NO:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; use 1 or 0.")


def one_of(name: str, choices: tuple[str, ...]) -> str:
    """One of the words; the first where the variable is missing."""
    value = text(name, choices[0])
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is {value!r}; use one of {', '.join(choices)}.")
    return value


def number(name: str, default: float, low: float = 0, high: float = float("inf")) -> float:
    value = text(name, str(default))
    try:
        found = float(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {value!r}; use a number.") from None
    if not low <= found <= high:
        raise ImproperlyConfigured(f"{name} is {value}; use a number from {low:g} to {high:g}.")
    return found


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list, blanks dropped."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def database(name: str) -> dict:
    """Django's database settings from ``postgresql://user:password@host:port/name?option=value``.

    ``?host=/folder`` names a Unix socket's folder. ``none:`` means no database at all, for commands that work on files.
    """
    url = text(name)
    if url == "none:":
        return {}
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(f"{name} must start with postgresql://; PostgreSQL is the only database VoiceDesk runs on.")
    options = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", None) or unquote(parts.hostname or ""),
        "PORT": str(parts.port or options.pop("port", "") or ""),
        "CONN_HEALTH_CHECKS": True,
        "CONN_MAX_AGE": 60,
        "OPTIONS": options,
    }
