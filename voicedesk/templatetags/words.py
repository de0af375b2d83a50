"""Times, ages and numbers as people say them, for the pages of every package."""

from datetime import date, datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html

from drafts.hold import reason_only
from drafts.review.shown import badges

register = template.Library()


@register.filter
def is_under(path: str, href: str) -> bool:
    """Whether a page belongs to the same section of the site as ``href``."""
    return path.split("/")[1:2] == href.split("/")[1:2]


@register.simple_tag
def moment(at: datetime | None):
    """``14:05, Tue`` in the reader's zone, the day in full when it is not this week; the exact time on hover."""
    if at is None:
        return ""
    local = timezone.localtime(at)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        at.isoformat(),
        f"{date_format(local, 'l j F Y, H:i')} ({local.tzname()})",
        in_short(local, timezone.localtime()),
    )


def in_short(local: datetime, now: datetime) -> str:
    if abs(now - local) < timedelta(days=6):
        return date_format(local, "H:i, D")
    return date_format(local, "H:i, j M" if local.year == now.year else "H:i, j M Y")


@register.filter
def day(value: date | datetime | None) -> str:
    """``12 Jan``, with the year when it is another one."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        value = timezone.localtime(value).date()
    return date_format(value, "j M" if value.year == timezone.localdate().year else "j M Y")


@register.filter
def age(at: datetime | None) -> str:
    """How long ago: ``under 1 min``, ``12 min``, ``3 h``, ``2 days``."""
    return "" if at is None else span_in_words(timezone.now() - at)


@register.filter
def minutes(seconds: float | None) -> str:
    """A number of seconds as ``38 s``, ``12 min``, ``3 h`` or ``2 days``."""
    if seconds is None:
        return "–"
    if seconds < 60:
        return f"{round(seconds)} s"
    return span_in_words(timedelta(seconds=seconds))


def span_in_words(gone: timedelta) -> str:
    whole = max(0, int(gone.total_seconds()))
    if whole < 60:
        return "under 1 min"
    if whole < 3600:
        return f"{whole // 60} min"
    if whole < 48 * 3600:
        return f"{whole // 3600} h"
    return f"{whole // 86400} days"


@register.filter
def percent(value: float | None) -> str:
    """A share as ``21.4%``; an en dash when there is nothing to divide."""
    return "–" if value is None else f"{100 * value:.1f}%"


@register.filter
def overdue(profile) -> bool:
    """Whether the example set behind a profile is past its refresh date."""
    return bool(profile) and profile.example_set.is_overdue(timezone.localdate())


@register.filter
def profile_in_a_word(profile) -> str:
    """``2026-Q4, due 12 Jan``: of which quarter a profile is, and when its examples are to be refreshed."""
    if not profile:
        return "no profile yet"
    examples = profile.example_set
    late = (timezone.localdate() - examples.refresh_due).days if examples.refresh_due else 0
    if late > 0:
        return f"{examples.quarter}, {late} day{'s' if late != 1 else ''} overdue"
    return f"{examples.quarter}, due {day(examples.refresh_due)}"


@register.filter
def at(items, position: int):
    return items[position]


@register.filter
def underscores(code: str) -> str:
    """A stable code as words."""
    return code.replace("_", " ")


@register.filter
def reason(sentence: str) -> str:
    """A hold note without what its rep might do about it."""
    return reason_only(sentence)


@register.filter
def badges_of(revision):
    """The badges of a draft's current wording."""
    return badges(revision.scores.all()) if revision else []


@register.filter
def share_of(part: int, whole: int) -> float | None:
    """``part`` out of ``whole``; None when there is nothing to divide by."""
    return part / whole if whole else None
