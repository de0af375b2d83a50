"""The draft page: whose it is, what it shows in each state, and that looking at it changes nothing but that it was seen."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafts.models import Delivery, Draft, Review
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def rep():
    return make.make_rep()


@pytest.fixture
def desk(client, rep):
    client.force_login(rep.user)
    return client


class TestWhoMaySee:
    def test_the_owner_may(self, desk, rep):
        assert desk.get(f"/desk/{make.make_draft(rep).pk}/").status_code == 200

    @pytest.mark.parametrize("who", ["colleague", "other_manager", "nobody_in_particular"])
    def test_for_everybody_else_there_is_none(self, client, rep, who):
        user = {
            "colleague": lambda: make.make_rep(rep.team).user,
            "other_manager": lambda: make.make_manager(make.make_team()),
            "nobody_in_particular": make.make_user,
        }[who]()
        client.force_login(user)
        assert client.get(f"/desk/{make.make_draft(rep).pk}/").status_code == 404

    @pytest.mark.parametrize("who", ["manager", "ops"])
    def test_managers_and_ops_read_only(self, client, rep, who):
        client.force_login(make.make_manager(rep.team) if who == "manager" else make.make_ops())
        draft = make.make_draft(rep)
        response = client.get(f"/desk/{draft.pk}/")
        assert response.status_code == 200
        assert "Read only: only" in response.text
        for deed in ("approve", "reject", "again", "save", "read", "<textarea"):
            assert f"/{deed}/" not in response.text
        draft.refresh_from_db()
        assert draft.shown_at is None

    def test_the_owner_s_look_is_recorded_once(self, desk, rep):
        draft = make.make_draft(rep)
        desk.get(f"/desk/{draft.pk}/")
        draft.refresh_from_db()
        first = draft.shown_at
        desk.get(f"/desk/{draft.pk}/")
        draft.refresh_from_db()
        assert draft.shown_at == first is not None
        assert draft.shown_whole_at is None


class TestStates:
    @pytest.mark.parametrize(
        "status, sentence",
        [
            ("queued", "The draft waits for a free writer."),
            ("writing", "The draft is being written and scored."),
            ("failed", "This draft could not be written."),
            ("skipped", "Nothing was written."),
            ("superseded", "This draft is out of date."),
        ],
    )
    def test_each_has_its_sentence(self, desk, rep, status, sentence):
        assert sentence in desk.get(f"/desk/{make.make_draft(rep, status).pk}/").text

    def test_a_failed_one_can_be_asked_for_anew(self, desk, rep):
        assert "Try again" in desk.get(f"/desk/{make.make_draft(rep, 'failed').pk}/").text

    def test_a_superseded_one_leads_to_its_successor(self, desk, rep):
        old = make.make_draft(rep, "superseded")
        new = make.make_draft(rep, thread=old.thread)
        assert f'href="/desk/{new.pk}/">Open the newer draft' in desk.get(f"/desk/{old.pk}/").text

    def test_an_approved_one_shows_exactly_what_was_approved_and_what_became_of_it(self, desk, rep):
        draft = make.make_draft(rep, "edited")
        Review.objects.create(
            draft=draft, reviewer=rep.user, at=timezone.now(), verdict="edited", text="As sent.", edit_distance=0.25
        )
        Delivery.objects.create(draft=draft, method="smtp", message_id="x@y", status="failed", said="451 try later")
        text = desk.get(f"/desk/{draft.pk}/").text
        assert "As sent." in text
        assert "25.0% of the text changed" in text
        assert "451 try later" in text
        assert "<textarea" not in text

    def test_a_dated_profile_is_said(self, desk, rep):
        due = timezone.localdate() - timedelta(days=3)
        profile = make.make_profile(rep, example_set=make.make_example_set(rep, status="active", refresh_due=due))
        assert "Dated voice" in desk.get(f"/desk/{make.make_draft(rep, profile=profile).pk}/").text


class TestPolling:
    headers = {"HX-Request": "true"}

    def test_nothing_while_it_is_still_written(self, desk, rep):
        draft = make.make_draft(rep, "queued")
        assert desk.get(f"/desk/{draft.pk}/?status=queued", headers=self.headers).status_code == 204

    def test_a_fresh_page_when_it_is_there(self, desk, rep):
        draft = make.make_draft(rep)
        response = desk.get(f"/desk/{draft.pk}/?status=writing", headers=self.headers)
        assert response.headers["HX-Refresh"] == "true"
        draft.refresh_from_db()
        assert draft.shown_at is None


class TestWhatItShows:
    def test_asks_are_marked_in_the_mail_they_stand_in(self, desk, rep):
        thread = make.make_thread(rep)
        make.make_message(thread, "Earlier.", sent_at=timezone.now() - timedelta(days=1))
        newest = make.make_message(thread, "Hi. What does it cost?")
        brief = {"asks": [{"text": "What does it cost?", "form": "question", "span": [4, 22], "message": 1}]}
        plan = {"answers": [{"source": "none", "facts": [], "statements": [], "note": "No approved fact."}], "value": None}
        draft = make.make_draft(rep, thread=thread, answers=newest, brief=brief, plan=plan)
        response = desk.get(f"/desk/{draft.pk}/")
        assert '<mark class="ask" title="Ask 1">What does it cost?</mark>' in response.text
        assert "No approved fact." in response.text
        assert [m.message.text for m in response.context["mails"]] == ["Hi. What does it cost?", "Earlier."]

    def test_hold_notes_stand_with_their_layer(self, desk, rep):
        draft = make.make_draft(rep, "held")
        make.make_note(draft)
        response = desk.get(f"/desk/{draft.pk}/")
        assert "She asks for a discount; no approved fact covers it." in response.text
        assert "Held by relevance" in response.text
        assert "Fix relevance" in response.text

    def test_the_button_says_what_approval_does(self, desk, rep, settings):
        draft = make.make_draft(rep)
        settings.HAND_OVER = "smtp"
        assert "Approve and send" in desk.get(f"/desk/{draft.pk}/").text

    def test_wordings_show_what_changed(self, desk, rep):
        draft = make.make_draft(rep, text="We meet on Tuesday.")
        draft.current = make.make_revision(draft, "We meet on Friday.", author="rep")
        draft.save()
        text = desk.get(f"/desk/{draft.pk}/").text
        assert "<del>Tuesday</del><ins>Friday</ins>" in text

    def test_a_mail_is_never_markup(self, desk, rep):
        thread = make.make_thread(rep)
        message = make.make_message(thread, "<script>alert(1)</script>", quoted="<b>", left_out="<i>")
        draft = make.make_draft(rep, thread=thread, answers=message, text="<script>alert(2)</script>")
        text = desk.get(f"/desk/{draft.pk}/").text
        assert "<script>alert" not in text
        assert "<b>" not in text.split('class="left-out"')[1].split("</details>")[0]

    def test_neighbours_are_the_reader_s_own(self, desk, rep):
        first, here, last = (make.make_draft(rep) for _ in range(3))
        make.make_draft(make.make_rep(rep.team))
        found = desk.get(f"/desk/{here.pk}/").context["neighbours"]
        assert (found.earlier.pk, found.later.pk) == (first.pk, last.pk)

    def test_no_style_or_script_stands_in_the_page(self, desk, rep):
        """The policy forbids both; a page that needed them would be broken without a word."""
        response = desk.get(f"/desk/{make.make_draft(rep, 'held').pk}/")
        assert "style=" not in response.text
        assert "onclick" not in response.text
        assert "script-src 'self'" in response.headers["Content-Security-Policy"]
        assert "unsafe" not in response.headers["Content-Security-Policy"]


def test_the_number_of_queries_does_not_grow(desk, rep):
    draft = make.make_draft(rep, "held")
    with CaptureQueriesContext(connection) as few:
        desk.get(f"/desk/{draft.pk}/")
    for _ in range(6):
        make.make_message(draft.thread, "More", from_rep=True, sent_at=timezone.now() - timedelta(days=1))
        make.make_revision(draft, "Other words.")
        make.make_note(draft)
        make.make_draft(rep)
    Draft.objects.filter(pk=draft.pk).update(shown_at=None)
    with CaptureQueriesContext(connection) as many:
        desk.get(f"/desk/{draft.pk}/")
    assert len(many) <= len(few) + 2  # neighbours that now exist
    assert len(many) <= 24
