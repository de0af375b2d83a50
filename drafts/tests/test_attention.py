"""Approvals nobody can have read are counted, shown to the rep, and after some in a row the desk asks: a question, no lock."""

import pytest
from django.utils import timezone

from drafts import actions, attention
from drafts.models import Draft, Review
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db
WORDS = " ".join(["One two three four five six seven eight."] * 10)


def reviewed(rep, verdict="approved", hurried=True, **fields):
    draft = make.make_draft(rep, verdict, text=WORDS)
    values = {"reviewer": rep.user, "at": timezone.now(), "verdict": verdict, "text": WORDS, "hurried": hurried, **fields}
    return Review.objects.create(draft=draft, **values)


@pytest.fixture
def rep():
    return make.make_rep()


@pytest.fixture
def shown(rep):
    draft = make.make_draft(rep, text=WORDS)
    actions.mark_shown_whole(draft, rep.user)
    draft.refresh_from_db()
    return draft


def approve(draft, seconds, **more):
    text = more.pop("text", draft.current.text)
    return actions.approve(draft, draft.rep.user, text=text, version=draft.version, seconds_on_screen=seconds, **more)


class TestHurried:
    @pytest.mark.parametrize("seconds,changed,says", [(9, 0, True), (10, 0, False), (0, 0.01, False)])
    def test_is_less_time_than_reading_takes_and_nothing_changed(self, seconds, changed, says):
        assert attention.hurried(WORDS, changed, seconds) is says

    def test_is_kept_with_the_review_and_beside_the_draft(self, shown):
        assert approve(shown, 1).hurried
        shown.refresh_from_db()
        assert (shown.review_hurried, shown.review_verdict) == (True, "approved")

    def test_taken_back_it_is_gone_from_the_draft_too(self, shown):
        approve(shown, 1)
        actions.undo_approval(shown, shown.rep.user)
        shown.refresh_from_db()
        assert (shown.review_hurried, shown.review_verdict, shown.review_at) == (False, "", None)


class TestStreak:
    def test_counts_back_from_the_latest(self, rep):
        for hurried in (True, False, True, True):
            reviewed(rep, hurried=hurried)
        assert attention.streak(rep.user) == 2

    def test_asks_before_one_more_and_takes_the_answer(self, rep, shown):
        for _ in range(attention.LONG_STREAK):
            reviewed(rep)
        with pytest.raises(actions.AskFirst, match="Is this one right"):
            approve(shown, 1)
        assert Draft.objects.get(pk=shown.pk).status == "ready"
        assert approve(shown, 1, answered=True).hurried

    def test_asks_nothing_of_who_reads_this_one(self, rep, shown):
        for _ in range(attention.LONG_STREAK):
            reviewed(rep)
        assert not approve(shown, 60).hurried

    def test_asks_nothing_after_a_shorter_one(self, rep, shown):
        for _ in range(attention.LONG_STREAK - 1):
            reviewed(rep)
        approve(shown, 1)


class TestPages:
    def test_the_question_stands_on_the_draft_and_yes_approves(self, client, rep, shown):
        for _ in range(attention.LONG_STREAK):
            reviewed(rep)
        client.force_login(rep.user)
        form = {"version": shown.version, "text": shown.current.text, "seconds": "2"}
        asked = client.post(f"/desk/{shown.pk}/approve/", form)
        assert asked.status_code == 409
        assert "Yes, I have read it: approve" in asked.text
        assert 'name="seconds" value="2"' in asked.text
        assert client.post(f"/desk/{shown.pk}/approve/", {**form, "answered": "yes"}).status_code == 302

    def test_the_rep_sees_their_own_record(self, client, rep):
        reviewed(rep, seconds_on_screen=3)
        reviewed(make.make_rep(rep.team))
        client.force_login(rep.user)
        page = client.get("/desk/record/")
        assert (page.context["total"], page.context["hurried"], page.context["streak"]) == (1, 1, 1)
        assert page.context["lines"][0].reading_seconds == 10

    def test_nobody_without_a_desk_has_one(self, client, rep):
        client.force_login(make.make_manager(rep.team))
        assert client.get("/desk/record/").status_code == 404
