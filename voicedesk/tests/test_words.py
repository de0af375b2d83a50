"""Times, ages and shares as people say them."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from voicedesk.templatetags import words

NOW = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "seconds, says",
    [
        (-5, "under 1 min"),
        (59, "under 1 min"),
        (60, "1 min"),
        (3599, "59 min"),
        (7200, "2 h"),
        (47 * 3600, "47 h"),
        (172800, "2 days"),
    ],
)
def test_ages(seconds, says):
    assert words.span_in_words(timedelta(seconds=seconds)) == says


@pytest.mark.parametrize("seconds, says", [(None, "–"), (0, "0 s"), (38.4, "38 s"), (90, "1 min"), (7200, "2 h")])
def test_spans(seconds, says):
    assert words.minutes(seconds) == says


@pytest.mark.parametrize("share, says", [(None, "–"), (0, "0.0%"), (0.2141, "21.4%"), (1, "100.0%")])
def test_shares(share, says):
    assert words.percent(share) == says


@pytest.mark.parametrize(
    "at, says",
    [
        (datetime(2026, 11, 30, 14, 5, tzinfo=UTC), "14:05, Mon"),
        (datetime(2026, 11, 26, 9, 0, tzinfo=UTC), "09:00, Thu"),
        (datetime(2026, 11, 3, 9, 0, tzinfo=UTC), "09:00, 3 Nov"),
        (datetime(2025, 11, 3, 9, 0, tzinfo=UTC), "09:00, 3 Nov 2025"),
    ],
)
def test_a_time_is_as_long_as_it_needs_to_be(at, says):
    assert words.in_short(at, NOW) == says


def test_a_time_is_in_the_reader_s_zone_and_exact_on_hover():
    with timezone.override(ZoneInfo("America/Chicago")):
        found = words.moment(datetime(2026, 7, 1, 17, 30, tzinfo=UTC))
    assert ">12:30, 1 Jul" in found
    assert "12:30 (CDT)" in found
    assert 'datetime="2026-07-01T17:30:00+00:00"' in found


@pytest.mark.parametrize(
    "path, href, under", [("/desk/7/", "/desk/", True), ("/voices/3/", "/voices/mine/", True), ("/reports/", "/desk/", False)]
)
def test_the_bar_knows_the_section(path, href, under):
    assert words.is_under(path, href) is under


def test_a_profile_in_a_word():
    def profile(days):
        due = timezone.localdate() + timedelta(days=days)
        return SimpleNamespace(example_set=SimpleNamespace(quarter="2026-Q4", refresh_due=due))

    assert words.profile_in_a_word(None) == "no profile yet"
    assert words.profile_in_a_word(profile(-1)) == "2026-Q4, 1 day overdue"
    assert words.profile_in_a_word(profile(0)).startswith("2026-Q4, due ")
