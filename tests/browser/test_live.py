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
