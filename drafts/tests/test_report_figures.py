"""Each figure counts what its definition says, for the days and people asked about."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.http import Http404
from django.http.request import QueryDict
from django.utils import timezone

from drafts.models import Review
from drafts.report import queries
from drafts.report.definitions import DEFINITIONS
from drafts.report.scope import scope_of
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 16, 12, tzinfo=ZoneInfo("UTC"))


@pytest.fixture
def rep():
    return make.make_rep()


@pytest.fixture
def manager(rep):
    return make.make_manager(rep.team)


def scope(user, query="since=2026-11-01&until=2026-11-30"):
    return scope_of(user, QueryDict(query))


def total(asked):
    return queries.breakdown(asked).total


def weeks(asked):
    return queries.weeks(asked, queries.breakdown(asked).week)


def finished(
    rep, decision="ready", *, at=MONDAY, held_by=(), verdict="", edit=0.0, seconds=60, minutes=30, hurried=False, **fields
):
    """A finished draft, reviewed ``minutes`` later where there is a verdict."""
    status = verdict or decision
    draft = make.make_draft(rep, status, finished_at=at, decision=decision, held_by=list(held_by), **fields)
    if verdict:
        reason = "wrong" if verdict == "rejected" else ""
        Review.objects.create(
            draft=draft,
            reviewer=rep.user,
            at=at + timedelta(minutes=minutes),
            verdict=verdict,
            reason=reason,
            text="" if reason else "Text.",
            edit_distance=edit,
            seconds_on_screen=seconds,
            hurried=hurried,
        )
    return draft


class TestFlagRate:
    def test_held_out_of_finished(self, rep, manager):
        finished(rep, "held", held_by=["voice"])
        finished(rep, "held", held_by=["voice", "relevance"])
        for _ in range(6):
            finished(rep)
        found = total(scope(manager))
        assert (found.finished, found.held, found.flag_rate) == (8, 2, 0.25)
        assert [(layer, count) for layer, _, count, _ in found.layers] == [("voice", 2), ("relevance", 1), ("value", 0)]

    def test_held_and_later_mended_still_counts_as_held(self, rep, manager):
        finished(rep, "held", held_by=["value"], verdict="edited", edit=0.4)
        assert total(scope(manager)).held == 1

    def test_what_was_never_decided_does_not_count(self, rep, manager):
        for status in ("queued", "failed", "skipped"):
            make.make_draft(rep, status)
        make.make_draft(rep, "superseded", finished_at=MONDAY)
        assert total(scope(manager)).finished == 0

    def test_nothing_finished_is_no_rate(self, manager):
        found = total(scope(manager))
        assert (found.flag_rate, found.over_rate, found.miss_rate, found.edited_rate) == (None, None, None, None)


class TestRightAndWrong:
    def test_over_flagged_is_held_and_approved_untouched(self, rep, manager):
        finished(rep, "held", held_by=["voice"], verdict="approved")
        finished(rep, "held", held_by=["voice"], verdict="edited", edit=0.1)
        finished(rep, "held", held_by=["voice"])
        finished(rep, verdict="approved")
        found = total(scope(manager))
        assert (found.over, found.held_reviewed, found.over_rate) == (1, 2, 0.5)

    def test_missed_is_ready_and_rejected_or_rewritten(self, rep, manager):
        finished(rep, verdict="rejected")
        finished(rep, verdict="edited", edit=queries.REWRITTEN)
        finished(rep, verdict="edited", edit=queries.REWRITTEN - 0.01)
        finished(rep, verdict="approved")
        finished(rep, "held", held_by=["value"], verdict="rejected")
        found = total(scope(manager))
        assert (found.missed, found.ready_reviewed, found.miss_rate) == (2, 4, 0.5)

    def test_edited_is_of_what_was_approved(self, rep, manager):
        finished(rep, verdict="edited", edit=0.2)
        finished(rep, verdict="approved")
        finished(rep, verdict="rejected")
        assert total(scope(manager)).edited_rate == 0.5

    def test_times_are_medians(self, rep, manager):
        for minutes, seconds in ((10, 5), (20, 50), (600, 70)):
            finished(rep, verdict="approved", minutes=minutes, seconds=seconds)
        finished(rep, verdict="rejected", minutes=20, seconds=900)
        read = queries.breakdown(scope(manager))
        found, by_rep = read.medians, read.medians_by_rep
        assert found.seconds_to_review == 20 * 60
        assert found.seconds_on_screen == 50
        assert by_rep == {rep.pk: found}

    def test_no_review_no_median(self, rep, manager):
        finished(rep)
        read = queries.breakdown(scope(manager))
        assert (read.medians, read.medians_by_rep) == (queries.Medians(), {})


class TestByWeekRepAndKind:
    def test_every_week_is_there_cut_to_the_days_asked_for(self, rep, manager):
        finished(rep, at=MONDAY)
        found = weeks(scope(manager, "since=2026-11-11&until=2026-11-24"))
        assert [(w.start, w.end, w.figures.finished) for w in found] == [
            (date(2026, 11, 11), date(2026, 11, 15), 0),
            (date(2026, 11, 16), date(2026, 11, 22), 1),
            (date(2026, 11, 23), date(2026, 11, 24), 0),
        ]

    def test_weeks_are_the_reader_s(self, rep, manager):
        """Sunday evening in Chicago is Monday in UTC."""
        finished(rep, at=datetime(2026, 11, 16, 2, tzinfo=ZoneInfo("UTC")))
        with timezone.override(ZoneInfo("America/Chicago")):
            found = weeks(scope(manager, "since=2026-11-09&until=2026-11-22"))
        assert [w.figures.finished for w in found] == [1, 0]

    def test_the_parts_add_up_to_the_whole(self, rep, manager):
        other = make.make_rep(rep.team)
        finished(rep, kind="nudge")
        finished(rep, "held", kind="meeting", at=MONDAY + timedelta(days=4), held_by=["voice"])
        finished(other, kind="nudge", at=MONDAY + timedelta(days=8))
        finished(other, "held", kind="nudge", at=MONDAY + timedelta(days=12), held_by=["value"])
        asked = scope(manager)
        found = queries.breakdown(asked)
        assert (found.total.finished, found.total.held) == (4, 2)
        assert sum(found.week.values(), queries.Figures()) == sum(found.kind.values(), queries.Figures()) == found.total
        assert found.team([rep.pk, other.pk]) == found.total
        assert found.rep[rep.pk].finished == found.rep[other.pk].finished == 2
        assert queries.flag_rate(asked).flag_rate == found.total.flag_rate == 0.5

    def test_reasons_count_drafts_once(self, rep, manager):
        draft = finished(rep, "held", held_by=["relevance"])
        make.make_note(draft)
        make.make_note(draft)
        make.make_note(finished(rep, "held", held_by=["voice"]), layer="voice", code="sentence_length")
        make.make_note(finished(rep), code="never_counted")
        found = queries.reasons(scope(manager), held=2)
        assert [(r.layer, r.code, r.drafts, r.share) for r in found] == [
            ("relevance", "specific_pricing", 1, 0.5),
            ("voice", "sentence_length", 1, 0.5),
        ]

    @pytest.mark.parametrize("which", queries.WHICH)
    def test_the_drafts_behind_a_number_are_as_many_as_it_says(self, rep, manager, which):
        finished(rep, "held", held_by=["voice"], verdict="approved")
        finished(rep, "held", held_by=["value"])
        finished(rep, verdict="edited", edit=0.9)
        finished(rep, verdict="rejected")
        finished(rep, verdict="approved", hurried=True)
        found = total(scope(manager))
        expected = {
            "ready": found.finished - found.held,
            "reviewed": found.held_reviewed + found.ready_reviewed,
            **{name: getattr(found, name) for name in queries.WHICH if hasattr(found, name)},
        }
        assert queries.behind(scope(manager), which).count() == expected[which] > 0


class TestScope:
    def test_the_last_twelve_weeks_from_a_monday(self, manager):
        found = scope(manager, "")
        assert found.until == timezone.localdate()
        assert found.since.weekday() == 0
        assert 77 <= (found.until - found.since).days < 84

    def test_the_first_and_the_last_day_count_whole_in_the_reader_s_zone(self, rep, manager):
        with timezone.override(ZoneInfo("America/Chicago")):
            asked = scope(manager, "since=2026-11-16&until=2026-11-16")
            for hour in (5, 6, 29, 30):
                finished(rep, at=datetime(2026, 11, 16, tzinfo=ZoneInfo("UTC")) + timedelta(hours=hour))
            assert total(asked).finished == 2

    def test_a_manager_s_teams_only(self, rep, manager):
        elsewhere = make.make_rep()
        finished(elsewhere)
        assert total(scope(manager)).finished == 0
        found = scope(manager, f"rep={elsewhere.pk}")
        assert found.rep is None
        assert found.troubles == ("There is no such rep here; all are shown.",)
        assert total(scope(make.make_ops())).finished == 1

    def test_who_manages_nobody_has_no_report(self, rep):
        with pytest.raises(Http404):
            scope(rep.user)

    def test_the_days_before_are_as_many(self, manager):
        found = scope(manager, "since=2026-11-10&until=2026-11-16").before()
        assert (found.since, found.until) == (date(2026, 11, 3), date(2026, 11, 9))

    def test_it_stands_in_the_address(self, rep, manager):
        query = f"since=2026-11-01&until=2026-11-30&team={rep.team_id}&rep={rep.pk}&kind=nudge&layer=voice"
        assert scope(manager, query).query == query

    @pytest.mark.parametrize(
        "query, says",
        [
            ("since=yesterday", "no date"),
            ("since=2026-11-30&until=2026-11-01", "exchanged"),
            ("since=1066-10-14&until=2026-11-01", "three years"),
            ("rep=99999999", "no such rep"),
            ("rep=²", "no such rep"),
            ("team=x", "no such team"),
        ],
    )
    def test_what_cannot_be_meant_is_said(self, manager, query, says):
        found = scope(manager, query)
        assert says in " ".join(found.troubles)
        assert found.since <= found.until


def test_every_figure_on_the_page_has_its_definition(client, rep, manager):
    finished(rep)
    client.force_login(manager)
    text = client.get("/reports/?since=2026-11-01&until=2026-11-30").text
    for term, meaning in DEFINITIONS:
        assert f"<dt>{term}</dt>" in text
        assert meaning.split(".")[0][:40] in text


@pytest.mark.parametrize(
    "code, says",
    [
        ("mark_dash", "unlike the rep’s mails: dashes"),
        ("specific_pricing", "asks for a price no approved fact gives"),
        ("ungrounded_price", "no source for a price"),
        ("low_value", "low value"),
    ],
)
def test_a_reason_is_said_in_words(code, says):
    assert queries.Reason("", code, 1, 0.5).says == says
