"""What a person typed survives a reload, a second tab, a sign-out and a server that is away."""

import pytest
from playwright.sync_api import expect

from drafts import scoring
from drafts.models import Draft
from drafts.tests import factories as make
from drafts.tests.judges import by_frankfurt

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def draft(monkeypatch):
    monkeypatch.setattr(scoring, "rescore", by_frankfurt)
    draft = make.make_draft(status="held", scores={"relevance": 0.2})
    make.make_note(draft)
    return draft


def test_leaving_before_it_was_saved(at_desk, draft):
    desk = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/")
    desk.page.route("**/save/", lambda route: route.abort())
    desk.page.get_by_label("Reply to").fill("My own words.")
    desk.page.evaluate("document.activeElement.blur()")
    desk.page.unroute("**/save/")
    desk.open(f"/desk/{draft.pk}/")
    expect(desk.page.get_by_label("Reply to")).to_have_value("My own words.")
    expect(desk.page.locator("#saved")).to_contain_text("Saved")
    draft.refresh_from_db()
    assert draft.current.text == "My own words."


def test_two_tabs(at_desk, draft):
    first = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/")
    second = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/")
    first.page.get_by_label("Reply to").fill("Said in the first tab.")
    expect(first.page.locator("#saved")).to_contain_text("Saved")
    second.page.get_by_label("Reply to").fill("Said in the second tab.")
    expect(second.page.get_by_role("alert")).to_contain_text("changed elsewhere")
    expect(second.page.get_by_label("Reply to")).to_have_value("Said in the second tab.")
    draft.refresh_from_db()
    assert draft.current.text == "Said in the first tab."
    second.page.on("dialog", lambda dialog: dialog.accept())
    second.page.reload()
    expect(second.page.get_by_label("Reply to")).to_have_value("Said in the first tab.")
    expect(second.page.locator("#kept")).to_contain_text("Said in the second tab.")
    second.page.get_by_role("button", name="Put it in the editor").click()
    expect(second.page.locator("#saved")).to_contain_text("Saved")
    draft.refresh_from_db()
    assert draft.current.text == "Said in the second tab."
    second.complaints.clear()


def test_signed_out_while_typing(at_desk, draft):
    desk = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/")
    desk.context.clear_cookies(name="sessionid")
    desk.page.get_by_label("Reply to").fill("Typed after the session had ended.")
    expect(desk.page.locator("#trouble")).to_contain_text("signed out")
    expect(desk.page.locator("#badges .badge")).to_have_count(3)
    desk.enter(draft.rep.user)
    desk.open(f"/desk/{draft.pk}/")
    expect(desk.page.get_by_label("Reply to")).to_have_value("Typed after the session had ended.")
    desk.complaints.clear()


def test_a_server_that_is_away(at_desk, draft):
    desk = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/")
    desk.context.set_offline(True)
    desk.page.get_by_label("Reply to").fill("Typed while offline.")
    expect(desk.page.locator("#trouble")).to_contain_text("cannot be reached")
    desk.context.set_offline(False)
    expect(desk.page.locator("#saved")).to_contain_text("Saved")
    expect(desk.page.locator("#trouble")).to_be_hidden()
    draft.refresh_from_db()
    assert draft.current.text == "Typed while offline."
    desk.complaints.clear()


def test_asking_again_keeps_what_was_just_typed(at_desk, draft):
    desk = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/")
    desk.page.get_by_label("Reply to").fill("Half a thought.")
    desk.page.get_by_role("button", name="Rewrite").click()
    desk.page.get_by_label("Tell it what to do").fill("shorter")
    desk.page.get_by_role("button", name="Write it again").click()
    expect(desk.page.get_by_text("waits for a free writer")).to_be_visible()
    found = Draft.objects.get(pk=draft.pk)
    assert (found.status, found.current.text) == ("queued", "Half a thought.")


def test_without_javascript_everything_still_works(at_desk):
    draft = make.make_draft()
    desk = at_desk(draft.rep.user, scripts=False, path=f"/desk/{draft.pk}/")
    page = desk.page
    expect(page.get_by_role("button", name="Approve")).to_be_disabled()
    page.get_by_role("button", name="I have read it to the end").click()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_text("The text is below: copy it")).to_be_visible()
    other = make.make_draft(draft.rep)
    desk.open(f"/desk/{other.pk}/")
    page.locator("#reject summary").click()
    page.get_by_label("Needs no reply").check()
    page.get_by_role("button", name="Reject this draft").click()
    expect(page.get_by_text("Rejected the draft for")).to_be_visible()
