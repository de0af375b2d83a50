"""What a rep does on the draft page: done once, refused with a sentence, and what was typed is never lost."""

from datetime import timedelta

import pytest
from django.utils import timezone

from drafts import scoring
from drafts.models import Draft, Review
from drafts.tests import factories as make
from drafts.tests.judges import by_frankfurt

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
DEEDS = ("scores", "save", "read", "approve", "undo", "handed/decide", "reject", "again", "retry")


@pytest.fixture(autouse=True)
def judges(monkeypatch):
    monkeypatch.setattr(scoring, "rescore", by_frankfurt)


@pytest.fixture
def draft():
    draft = make.make_draft(status="held", text="Hi Lee.\n\nI'll check.\n\nRae", scores={"relevance": 0.2})
    make.make_note(draft)
    return draft


@pytest.fixture
def desk(client, draft):
    client.force_login(draft.rep.user)
    return client


def post(desk, draft, deed, htmx=False, **data):
    return desk.post(f"/desk/{draft.pk}/{deed}/", {"version": draft.version, **data}, headers=HTMX if htmx else {})


@pytest.mark.parametrize("deed", DEEDS)
def test_only_the_rep_whose_voice_it_is_may_do_anything(client, draft, deed):
    for user in (make.make_rep(draft.rep.team).user, make.make_manager(draft.rep.team), make.make_ops(is_superuser=True)):
        client.force_login(user)
        assert post(client, draft, deed, text="x", reason="wrong").status_code == 404
    draft.refresh_from_db()
    assert (draft.status, draft.version, draft.shown_whole_at) == ("held", 1, None)


@pytest.mark.parametrize("deed", DEEDS)
def test_a_link_never_does_anything(desk, draft, deed):
    assert desk.get(f"/desk/{draft.pk}/{deed}/").status_code == 405


class TestRescoring:
    def test_badges_turn_and_nothing_is_stored(self, desk, draft):
        response = post(desk, draft, "scores", htmx=True, text="Hi Lee.\n\nIn Frankfurt.\n\nRae")
        assert response.status_code == 200
        assert "All three layers pass" in response.text
        assert 'id="saved"' not in response.text
        draft.refresh_from_db()
        assert (draft.version, draft.status) == (1, "held")

    def test_the_words_against_it_are_named_for_the_editor(self, desk, draft):
        response = post(desk, draft, "scores", htmx=True, text="😀 Hi Lee.")
        assert 'data-off="[[0, 3, &quot;off&quot;, -1]]"' in response.text

    def test_an_empty_text_is_told_and_changes_no_badge(self, desk, draft):
        response = post(desk, draft, "scores", htmx=True, text="")
        assert (response.status_code, response.headers["HX-Reswap"]) == (422, "none")
        assert "The reply is empty" in response.text

    def test_a_draft_that_left_the_desk_is_told(self, desk, draft):
        Draft.objects.filter(pk=draft.pk).update(status="superseded", ended_because="A new message came in.")
        response = post(desk, draft, "scores", htmx=True, text="Hi")
        assert response.status_code == 409
        assert "A new message came in." in response.text

    def test_words_on_their_way_when_the_draft_was_decided_are_let_go(self, desk, draft):
        post(desk, draft, "reject", reason="voice", version=draft.version)
        assert post(desk, draft, "scores", htmx=True, text="Hi").status_code == 204

    def test_words_on_their_way_when_it_is_to_be_written_again_are_let_go(self, desk, draft):
        post(desk, draft, "again", wish="shorter", version=draft.version)
        assert post(desk, draft, "scores", htmx=True, text="Hi").status_code == 204


class TestSaving:
    def test_keeps_the_text_and_says_the_new_version(self, desk, draft):
        response = post(desk, draft, "save", htmx=True, text="Hi Lee.\r\n\r\nIn Frankfurt.\r\n\r\nRae")
        draft.refresh_from_db()
        assert draft.current.text == "Hi Lee.\n\nIn Frankfurt.\n\nRae"
        assert (draft.status, draft.version) == ("ready", 2)
        assert 'data-version="2"' in response.text

    def test_an_older_version_is_refused_and_keeps_what_was_typed_there(self, desk, draft):
        post(desk, draft, "save", htmx=True, text="First tab.")
        response = post(desk, draft, "save", htmx=True, text="Second tab.")
        assert response.status_code == 409
        assert "changed elsewhere" in response.text
        plain = post(desk, draft, "save", text="Second tab.")
        assert plain.status_code == 409
        assert "Second tab.</textarea>" in plain.text

    def test_the_same_words_again_are_no_conflict(self, desk, draft):
        post(desk, draft, "save", htmx=True, text="Same words.")
        response = post(desk, draft, "save", htmx=True, text="Same words.")
        assert response.status_code == 200
        assert 'data-version="2"' in response.text

    def test_by_the_button(self, desk, draft):
        assert post(desk, draft, "save", text="By the button.").status_code == 302
        draft.refresh_from_db()
        assert draft.current.text == "By the button."

    def test_a_novel_is_refused_and_kept_on_the_page(self, desk, draft):
        response = post(desk, draft, "save", text="a" * 20_001)
        assert response.status_code == 422
        assert "longer than 20,000 characters" in response.text
        assert "a" * 20_001 in response.text


class TestApproving:
    def test_is_refused_until_the_draft_was_on_screen_whole(self, desk, draft):
        desk.get(f"/desk/{draft.pk}/")
        response = post(desk, draft, "approve", text="My own words.")
        assert response.status_code == 409
        assert "Read the draft to its end first" in response.text
        assert "My own words.</textarea>" in response.text
        draft.refresh_from_db()
        assert draft.status == "held"

    def test_opens_once_it_was(self, desk, draft):
        assert "disabled" in desk.get(f"/desk/{draft.pk}/").text.split('id="approve"')[1].split("</button>")[0]
        response = post(desk, draft, "read", htmx=True)
        assert "disabled" not in response.text
        draft.refresh_from_db()
        assert draft.shown_whole_at is not None

    @pytest.mark.parametrize("htmx", [True, False])
    def test_is_not_opened_by_a_page_that_shows_an_earlier_text(self, desk, draft, htmx):
        response = desk.post(f"/desk/{draft.pk}/read/", {"version": draft.version - 1}, headers=HTMX if htmx else {})
        assert response.status_code == 409
        draft.refresh_from_db()
        assert draft.shown_whole_at is None

    def test_stores_exactly_the_text_on_the_screen(self, desk, draft):
        post(desk, draft, "read")
        response = post(desk, draft, "approve", text="Hi Lee.\r\n\r\nIn Frankfurt.", seconds="41")
        assert response.status_code == 302
        draft.refresh_from_db()
        assert (draft.status, draft.review.text, draft.review.seconds_on_screen) == ("edited", "Hi Lee.\n\nIn Frankfurt.", 41)
        assert draft.review.reviewer == draft.rep.user

    def test_twice_is_once(self, desk, draft):
        post(desk, draft, "read")
        post(desk, draft, "approve", text=draft.current.text)
        again = post(desk, draft, "approve", text="Other words.")
        assert again.status_code == 409
        assert "not on the desk any more" in again.text
        draft.refresh_from_db()
        assert draft.review.text == draft.current.text

    @pytest.mark.parametrize("seconds", ["", "-5", "a long time", "99999999999"])
    def test_a_clock_that_lies_stops_nobody_for_long(self, desk, draft, seconds):
        post(desk, draft, "read")
        response = post(desk, draft, "approve", text=draft.current.text, seconds=seconds)
        assert response.status_code == 302
        assert 0 <= Review.objects.get(draft=draft).seconds_on_screen <= 86_400


NOTHING_SEEN = ["   ", "\n" * 50, "\u200b\u2060", "\u202e\u2066", "\u2800", "\u00ad\ufeff\u3164"]


class TestOddTexts:
    @pytest.mark.parametrize("text", NOTHING_SEEN)
    def test_a_reply_nobody_would_see_is_empty(self, desk, draft, text):
        post(desk, draft, "read")
        for deed in ("scores", "save", "approve"):
            response = post(desk, draft, deed, htmx=deed == "scores", text=text)
            assert response.status_code in (409, 422)
            assert "The reply is empty" in response.text
        draft.refresh_from_db()
        assert (draft.status, draft.version) == ("held", 1)

    def test_marks_that_turn_text_around_are_not_sent_nor_their_sign(self, desk, draft):
        """A number copied from a phone's contacts has them; the page would show them as ⇄ and hand that back."""
        post(desk, draft, "save", text="Call \u202a+1 555 0100\u202c.\r\nRae")
        draft.refresh_from_db()
        assert draft.current.text == "Call +1 555 0100.\nRae"
        assert "⇄" not in desk.get(f"/desk/{draft.pk}/").text

    @pytest.mark.parametrize("version", ["", "abc", "1.5", "-1", "9" * 40])
    @pytest.mark.parametrize("deed", ["save", "read", "approve", "reject", "again"])
    def test_a_version_that_is_none_says_what_to_do(self, desk, draft, deed, version):
        response = post(desk, draft, deed, text="Typed here.", reason="wrong", version=version)
        assert response.status_code in (409, 422)
        assert "Reload" in response.text or "Read the draft to its end first" in response.text


class TestWhatWasTypedElsewhere:
    """A second tab, or a page left open over lunch."""

    def test_stands_on_the_page_when_the_draft_was_decided(self, desk, draft):
        post(desk, draft, "read")
        post(desk, draft, "approve", text=draft.current.text)
        for deed, more in (
            ("approve", {"text": "Typed in the other tab."}),
            ("save", {"text": "Typed in the other tab."}),
            ("reject", {"reason": "wrong", "remark": "Typed in the other tab."}),
            ("again", {"instruction": "Typed in the other tab."}),
        ):
            page = post(desk, draft, deed, **more)
            assert page.status_code == 409
            assert "not on the desk any more" in page.text
            assert "What you had typed" in page.text
            assert page.text.count("Typed in the other tab.") == 1
        assert "What you had typed" not in post(desk, draft, "approve", text=draft.current.text).text

    def test_and_when_a_new_message_took_its_place(self, desk, draft):
        Draft.objects.filter(pk=draft.pk).update(status="superseded", ended_because="A new message came in.")
        page = post(desk, draft, "save", text="Typed in the other tab.")
        assert page.text.count("Typed in the other tab.") == 1

    def test_the_panel_it_was_typed_in_stays_open_with_what_was_chosen(self, desk, draft):
        page = post(desk, draft, "reject", version=77, reason="wrong", remark="The price is old.")
        assert page.status_code == 409
        assert '<details class="panel-row" id="reject" open>' in page.text
        assert 'value="The price is old."' in page.text
        page = post(desk, draft, "again", version=77, layer="relevance", instruction="say where")
        assert '<details class="panel-row" id="again" open>' in page.text
        assert 'value="relevance" checked>' in page.text
        assert 'value="say where"' in page.text


class TestUndo:
    @pytest.fixture
    def approved(self, desk, draft):
        post(desk, draft, "read")
        post(desk, draft, "approve", text=draft.current.text)
        return draft

    def test_is_offered_on_the_draft_and_wherever_the_rep_went(self, desk, approved):
        other = make.make_draft(approved.rep)
        for path in (f"/desk/{approved.pk}/", f"/desk/{other.pk}/", "/desk/"):
            page = desk.get(path)
            assert f"Approved for {approved.thread.lead}." in page.text
            assert f'action="/desk/{approved.pk}/undo/"' in page.text

    def test_is_not_offered_when_the_time_is_over(self, desk, approved):
        Review.objects.update(at=timezone.now() - timedelta(seconds=11))
        assert "/undo/" not in desk.get(f"/desk/{approved.pk}/").text

    def test_puts_the_draft_back(self, desk, approved):
        page = desk.post(f"/desk/{approved.pk}/undo/", follow=True)
        assert "Taken back: nothing was sent" in page.text
        approved.refresh_from_db()
        assert approved.status == "held"

    def test_too_late_says_so_and_changes_nothing(self, desk, approved):
        Review.objects.update(at=timezone.now() - timedelta(seconds=11))
        assert "Too late" in desk.post(f"/desk/{approved.pk}/undo/", follow=True).text
        approved.refresh_from_db()
        assert approved.status == "approved"


class TestRejecting:
    def test_with_a_reason(self, desk, draft):
        assert post(desk, draft, "reject", reason="wrong", remark="The price is old.").status_code == 302
        draft.refresh_from_db()
        assert (draft.status, draft.review.reason, draft.review.remark) == ("rejected", "wrong", "The price is old.")

    def test_without_one_the_panel_stays_open_and_says_so(self, desk, draft):
        response = post(desk, draft, "reject", remark="Because.")
        assert response.status_code == 422
        assert "Choose a reason" in response.text
        assert '<details class="panel-row" id="reject" open>' in response.text
        assert 'value="Because."' in response.text


class TestAgain:
    def test_one_layer_with_an_instruction(self, desk, draft):
        assert post(desk, draft, "again", layer="relevance", instruction="say where").status_code == 302
        draft.refresh_from_db()
        assert (draft.status, draft.wish) == ("queued", {"layer": "relevance", "instruction": "say where"})

    def test_a_layer_there_is_not(self, desk, draft):
        assert post(desk, draft, "again", layer="charm").status_code == 422
        draft.refresh_from_db()
        assert draft.status == "held"

    def test_retrying_is_for_drafts_that_could_not_be_written(self, desk, draft):
        assert post(desk, draft, "retry").status_code == 409
        failed = make.make_draft(draft.rep, "failed")
        response = desk.post(f"/desk/{failed.pk}/retry/")
        assert response.headers["Location"] == f"/desk/{failed.pk}/"
        failed.refresh_from_db()
        assert (failed.status, failed.tries, failed.ended_because) == ("queued", 0, "")

    def test_retrying_is_refused_where_the_thread_went_on(self, desk, draft):
        failed = make.make_draft(draft.rep, "failed")
        make.make_message(failed.thread, "One more thing.", sent_at=timezone.now())
        response = desk.post(f"/desk/{failed.pk}/retry/")
        assert response.status_code == 409
        assert "A new message came in." in response.text
