"""The queue shows a rep their drafts, all of them, in order, and nobody else's."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafts.models import Draft
from drafts.review.queue import PAGE
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def rep():
    return make.make_rep()


@pytest.fixture
def desk(client, rep):
    client.force_login(rep.user)
    return client


def leads(response) -> list[str]:
    return [row.lead for row in response.context["rows"]]


def draft_for(rep, name, status="ready", **fields) -> Draft:
    lead = make.make_lead(rep.team, name=name, **fields.pop("lead", {}))
    return make.make_draft(rep, status, thread=make.make_thread(rep, lead=lead), **fields)


def labelled(response, kind) -> dict[str, int | None]:
    return {link.label: link.count for link in response.context[kind]}


def test_login_comes_first(client):
    assert client.get("/desk/").headers["Location"].startswith("/accounts/login/")


def test_oldest_first_held_or_not(desk, rep):
    now = timezone.now()
    draft_for(rep, "Newest", "held", created_at=now)
    draft_for(rep, "Oldest", created_at=now - timedelta(days=2))
    draft_for(rep, "Middle", created_at=now - timedelta(hours=2))
    assert leads(desk.get("/desk/")) == ["Oldest", "Middle", "Newest"]


def test_a_rep_sees_no_colleague_s_draft(desk, rep):
    draft_for(make.make_rep(rep.team), "Somebody else's")
    assert leads(desk.get("/desk/")) == []


def test_a_manager_looks_over_their_teams_only(client, rep):
    draft_for(rep, "Theirs")
    draft_for(make.make_rep(), "Another team's")
    client.force_login(make.make_manager(rep.team))
    response = client.get("/desk/")
    assert leads(response) == ["Theirs"]
    assert b"only the rep whose voice it is can approve" in response.content


def test_a_manager_who_is_a_rep_has_their_own_desk(desk, rep):
    rep.team.managers.add(rep.user)
    draft_for(make.make_rep(rep.team), "A colleague's")
    draft_for(rep, "Own")
    assert leads(desk.get("/desk/")) == ["Own"]


def test_counts_are_right(desk, rep):
    for status, number in (("ready", 2), ("held", 1), ("queued", 3), ("writing", 1), ("approved", 2)):
        for _ in range(number):
            make.make_draft(rep, status)
    draft_for(rep, "Nudged", kind="nudge")
    response = desk.get("/desk/")
    assert labelled(response, "states") == {
        "To review": 4,
        "Ready": 3,
        "Held": 1,
        "Being written": 4,
        "Not written": None,
        "Done": None,
    }
    assert labelled(response, "kinds") == {"Any kind": None, "First reply": 3, "Nudge": 1}
    assert "4 drafts · 3 ready, 1 held" in response.text


def test_counts_of_states_follow_the_chosen_kind(desk, rep):
    draft_for(rep, "One", kind="nudge")
    draft_for(rep, "Two", "held")
    response = desk.get("/desk/?kind=nudge")
    assert labelled(response, "states")["Held"] == 0
    assert leads(response) == ["One"]


@pytest.mark.parametrize(
    "state, status", [("held", "held"), ("writing", "queued"), ("unwritten", "failed"), ("done", "rejected")]
)
def test_filters_by_state(desk, rep, state, status):
    draft_for(rep, "Wanted", status)
    draft_for(rep, "Not wanted")
    assert leads(desk.get(f"/desk/?state={state}")) == ["Wanted"]


@pytest.mark.parametrize("words", ["orla", "BRANDVIK air", "orla@brandvik", "paper slips", "Team is"])
def test_search_finds_lead_company_address_and_words(desk, rep, words):
    lead = make.make_lead(rep.team, name="Orla", company="Brandvik Air", email="orla@brandvik.example.com")
    thread = make.make_thread(rep, lead=lead)
    make.make_draft(rep, thread=thread, answers=make.make_message(thread, "Paper slips sit in the vans."))
    thread = make.make_thread(rep, lead=make.make_lead(rep.team, company="Else"))
    make.make_draft(rep, thread=thread, answers=make.make_message(thread, "Hello"), text="Nothing of the sort.")
    assert leads(desk.get("/desk/", {"q": words})) == ["Orla"]


@pytest.mark.parametrize("query", ["state=nonsense", "kind=nonsense", "page=0", "page=-1", "page=x", "page=99999999999", "q=%00"])
def test_an_address_nobody_meant_is_no_error(desk, rep, query):
    draft_for(rep, "Here")
    assert desk.get(f"/desk/?{query}").status_code == 200


def test_what_they_want_is_their_first_ask(desk, rep):
    brief = {"asks": [{"text": "What does it cost?"}, {"text": "Is there a contract?"}]}
    draft_for(rep, "Lee", brief=brief)
    response = desk.get("/desk/")
    assert "What does it cost?" in response.text
    assert "and 1 more" in response.text


def test_a_prospect_s_words_are_never_markup(desk, rep):
    draft_for(rep, "<script>alert(1)</script>", brief={"asks": [{"text": "<img src=x onerror=y>"}]})
    response = desk.get("/desk/")
    assert "<script>alert" not in response.text
    assert "<img" not in response.text


def test_pages(desk, rep):
    for n in range(PAGE + 1):
        draft_for(rep, f"Lead {n:03}")
    first = desk.get("/desk/")
    assert len(leads(first)) == PAGE
    assert leads(desk.get(first.context["next_page"])) == [f"Lead {PAGE:03}"]


def test_a_page_that_is_not_there_any_more_is_the_last_one(desk, rep):
    for n in range(PAGE + 1):
        draft_for(rep, f"Lead {n:03}")
    last = desk.get("/desk/?page=9999")
    assert leads(last) == [f"Lead {PAGE:03}"]
    assert "Your desk is clear" not in last.text
    Draft.objects.filter(thread__lead__name=f"Lead {PAGE:03}").update(status="rejected")
    assert len(leads(desk.get("/desk/?page=2"))) == PAGE


def test_the_number_of_queries_does_not_grow(desk, rep, django_assert_num_queries):
    make.make_note(make.make_draft(rep, "held"))
    with CaptureQueriesContext(connection) as few:
        desk.get("/desk/")
    for _ in range(12):
        make.make_note(make.make_draft(rep, "held"))
    with django_assert_num_queries(len(few)):
        desk.get("/desk/")
    assert len(few) <= 14


class TestPolling:
    headers = {"HX-Request": "true"}

    def test_nothing_is_sent_while_nothing_changed(self, desk, rep):
        draft_for(rep, "Lee")
        stamp = desk.get("/desk/").context["stamp"]
        assert desk.get("/desk/", {"stamp": stamp}, headers=self.headers).status_code == 204

    def test_only_the_table_is_sent_when_something_did(self, desk, rep):
        stamp = desk.get("/desk/").context["stamp"]
        draft_for(rep, "Lee")
        response = desk.get("/desk/", {"stamp": stamp}, headers=self.headers)
        assert response.text.lstrip().startswith('<div id="rows"')
        assert "Lee" in response.text
        assert "<html" not in response.text

    def test_a_score_that_turned_is_news(self, desk, rep):
        draft = draft_for(rep, "Lee")
        stamp = desk.get("/desk/").context["stamp"]
        draft.current.scores.filter(layer="value").update(score=0.1, passed=False)
        assert desk.get("/desk/", {"stamp": stamp}, headers=self.headers).status_code == 200


def test_an_ask_is_shown_as_it_stands_in_the_mail(desk, rep):
    thread = make.make_thread(rep)
    message = make.make_message(thread, "Hi. what about it?")
    brief = {"asks": [{"text": "About the price: what about it?", "span": [4, 18], "message": 0}]}
    make.make_draft(rep, thread=thread, answers=message, brief=brief)
    assert [row.wants for row in desk.get("/desk/").context["rows"]] == ["what about it?"]
