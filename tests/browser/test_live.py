"""Pages follow what workers do, without a reload, and keep the reader's place."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from drafts.models import Draft
from drafts.tests import factories as make

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_finished_draft_appears_in_the_queue(at_desk):
    rep = make.make_rep()
    make.make_draft(rep, thread=make.make_thread(rep, lead=make.make_lead(rep.team, name="Ada First")))
    page = at_desk(rep.user, path="/desk/").page
    page.keyboard.press("j")
    make.make_draft(rep, thread=make.make_thread(rep, lead=make.make_lead(rep.team, name="Ben Later")))
    expect(page.get_by_role("link", name="Ben Later")).to_be_visible()
    expect(page.get_by_role("link", name="Ada First")).to_be_focused()
    expect(page.locator(".sub").first).to_contain_text("2 drafts")


def test_the_page_of_a_draft_being_written_shows_it_when_it_is_there(at_desk):
    rep = make.make_rep()
    draft = make.make_draft(rep, "queued")
    page = at_desk(rep.user, path=f"/desk/{draft.pk}/").page
    expect(page.get_by_text("waits for a free writer")).to_be_visible()
    finished = {"status": "ready", "decision": "ready", "finished_at": timezone.now(), **make.empty_decisions()}
    Draft.objects.filter(pk=draft.pk).update(**finished, current=make.make_revision(draft, "Here it is."))
    expect(page.get_by_label("Reply to")).to_have_value("Here it is.")


def test_badges_of_other_words_say_so_until_these_are_judged(at_desk):
    draft = make.make_draft(make.make_rep())
    page = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/").page
    held_back = []
    page.route("**/scores/", lambda route: held_back.append(route))
    page.route("**/save/", lambda route: held_back.append(route))
    text, written = page.get_by_label("Reply to"), draft.current.text
    text.fill(written + "\n\nMore.")
    expect(page.get_by_text("Checking…")).to_be_visible()
    expect(page.get_by_text("All three layers pass")).to_be_hidden()
    text.fill(written)
    expect(page.get_by_text("Checking…")).to_be_hidden()
    expect(page.get_by_text("All three layers pass")).to_be_visible()


def test_reading_is_counted_over_all_visits(at_desk):
    draft = make.make_draft(make.make_rep())
    page = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/").page
    page.clock.install()
    for _ in range(2):
        page.reload()
        page.clock.fast_forward(20_000)
    page.reload()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Approved as written").first).to_be_visible()
    draft.refresh_from_db()
    assert draft.review.seconds_on_screen >= 40
