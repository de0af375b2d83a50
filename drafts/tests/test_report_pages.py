"""The report's pages and files: who may see them, that every number leads to its drafts, that no cell is a formula."""

import csv
import io
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafts.tests import factories as make
from drafts.tests.test_report_figures import finished
from profiles.sheets import cell

pytestmark = pytest.mark.django_db
TABLES = ("weeks", "reps", "kinds", "teams", "reasons", "what-if", "drafts")
PAGES = ["/reports/", "/reports/drafts/", *(f"/reports/csv/{table}/" for table in TABLES)]


@pytest.fixture
def rep():
    return make.make_rep()


@pytest.fixture
def desk(client, rep):
    client.force_login(make.make_manager(rep.team))
    return client


def rows(response) -> list[list[str]]:
    return list(csv.reader(io.StringIO(response.getvalue().decode("utf-8-sig"))))


def yesterday():
    return timezone.now() - timedelta(days=1)


class TestWhoMaySee:
    @pytest.mark.parametrize("page", PAGES)
    def test_a_rep_has_no_report(self, client, rep, page):
        client.force_login(rep.user)
        assert client.get(page).status_code == 404

    @pytest.mark.parametrize("page", PAGES)
    def test_nobody_without_login(self, client, page):
        assert client.get(page).headers["Location"].startswith("/accounts/login/")

    @pytest.mark.parametrize("page", PAGES)
    def test_managers_and_ops_do(self, client, rep, page):
        for user in (make.make_manager(rep.team), make.make_ops()):
            client.force_login(user)
            assert client.get(page).status_code == 200

    def test_a_manager_s_pages_name_nobody_of_another_team(self, desk):
        stranger = make.make_rep(name="Someone Elsewhere")
        finished(stranger, at=yesterday())
        for page in PAGES:
            response = desk.get(page)
            content = response.getvalue() if response.streaming else response.content
            assert b"Someone Elsewhere" not in content

    def test_a_table_there_is_not(self, desk):
        assert desk.get("/reports/csv/nonsense/").status_code == 404
        assert desk.get("/reports/drafts/?which=nonsense").status_code == 404


@pytest.mark.parametrize("page", ["/reports/", "/reports/drafts/", "/reports/what-if/"])
@pytest.mark.parametrize(
    "query,says",
    [
        ("since=abc", "is no date for"),
        ("since=0001-01-01&until=9999-12-31", "At most three years"),
        ("team=abc", "There is no such team here"),
        ("rep=99999999999999999999", "There is no such rep here"),
        ("kind=nonsense", "There is no such kind of draft here"),
        ("layer=%00", "There is no such layer here"),
    ],
)
def test_what_an_address_asks_for_in_vain_is_said_on_every_page(desk, page, query, says):
    response = desk.get(f"{page}?{query}")
    assert response.status_code == 200
    assert says in response.text


def test_the_drafts_behind_a_number_say_of_which_kind_they_are(desk, rep):
    finished(rep, at=yesterday(), kind="nudge")
    assert "· nudge" in desk.get("/reports/drafts/?kind=nudge").text


class TestThePage:
    def test_with_nothing_to_show_it_says_so(self, desk):
        assert "No draft was finished in these days." in desk.get("/reports/").text

    def test_every_linked_number_leads_to_that_many_drafts(self, desk, rep):
        finished(rep, "held", at=yesterday(), held_by=["voice"], verdict="approved")
        finished(rep, "held", at=yesterday(), held_by=["relevance", "value"])
        make.make_note(finished(rep, "held", at=yesterday(), held_by=["value"]), code="wrong_reader")
        finished(rep, at=yesterday(), verdict="rejected")
        finished(rep, at=yesterday(), verdict="edited", edit=0.1, kind="nudge")
        page = desk.get("/reports/").text
        links = re.findall(r'<a href="(/reports/drafts/\?[^"]+)">(\d+)</a>', page)
        assert len(links) > 15
        for href, number in links:
            response = desk.get(href.replace("&amp;", "&"))
            assert response.context["page"].paginator.count == int(number), href

    def test_the_picture_has_the_table_s_numbers(self, desk, rep):
        finished(rep, "held", at=yesterday(), held_by=["voice"])
        finished(rep, at=yesterday())
        found = desk.get("/reports/").context
        at = next(i for i, line in enumerate(found["weeks"]) if line.figures.finished)
        assert (found["chart"]["held"][at], found["chart"]["voice"][at], found["chart"]["value"][at]) == (50.0, 50.0, 0.0)
        assert found["chart"]["held"].count(None) == len(found["weeks"]) - 1

    def test_the_number_of_queries_does_not_grow(self, desk, rep):
        finished(rep, at=yesterday())
        with CaptureQueriesContext(connection) as few:
            desk.get("/reports/")
        for _ in range(5):
            colleague = make.make_rep(rep.team)
            make.make_profile(colleague)
            finished(colleague, "held", at=yesterday(), held_by=["voice"])
        with CaptureQueriesContext(connection) as many:
            desk.get("/reports/")
        assert len(many) <= len(few) + 1  # profiles with their sets
        assert len(many) <= 20

    def test_a_profile_that_is_overdue_or_missing_is_shown(self, desk, rep):
        finished(rep, at=yesterday())
        assert "no profile yet" in desk.get("/reports/").text
        due = timezone.localdate() - timedelta(days=2)
        make.make_profile(rep, example_set=make.make_example_set(rep, status="active", refresh_due=due))
        assert "2 days overdue" in desk.get("/reports/").text


class TestFiles:
    def test_weeks(self, desk, rep):
        finished(rep, "held", at=yesterday(), held_by=["voice"])
        header, *lines = rows(desk.get("/reports/csv/weeks/"))
        assert header[:4] == ["Week from", "Finished", "Held", "Flag rate"]
        assert [line[1:4] for line in lines if line[1] != "0"] == [["1", "1", "1.0000"]]

    def test_drafts_one_a_row_in_scope(self, desk, rep):
        draft = finished(rep, "held", at=yesterday(), held_by=["voice", "value"], verdict="edited", edit=0.25)
        finished(rep, at=timezone.now() - timedelta(days=400))
        header, *lines = rows(desk.get("/reports/csv/drafts/"))
        row = dict(zip(header, lines[0], strict=True))
        assert len(lines) == 1
        assert (row["Draft"], row["Held by"], row["Voice now"], row["Verdict"], row["Share changed"]) == (
            str(draft.pk),
            "voice value",
            "0.8000",
            "Approved with edits",
            "0.2500",
        )

    def test_the_file_s_name_says_what_it_holds(self, desk):
        name = desk.get("/reports/csv/reps/?since=2026-11-01&until=2026-11-30").headers["Content-Disposition"]
        assert name == 'attachment; filename="voicedesk-reps-2026-11-01-to-2026-11-30.csv"'

    def test_a_lead_s_name_is_never_a_formula(self, desk, rep):
        lead = make.make_lead(rep.team, name='=HYPERLINK("http://x","y")', company="\t@SUM(1)")
        finished(rep, at=yesterday(), thread=make.make_thread(rep, lead=lead))
        row = rows(desk.get("/reports/csv/drafts/"))[1]
        assert row[3:5] == ['\'=HYPERLINK("http://x","y")', "'\t@SUM(1)"]

    @pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", " =1", "\n=1", "＝1"])
    def test_formulas_are_told_to_be_words(self, text):
        assert cell(text) == f"'{text}"

    @pytest.mark.parametrize("value, text", [(-3, "-3"), (0.5, "0.5000"), (None, ""), ("Ana-M", "Ana-M"), ("a\x00b", "ab")])
    def test_numbers_and_plain_words_stay(self, value, text):
        assert cell(value) == text
