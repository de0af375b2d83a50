"""The main job from end to end: a rep reads why a draft is held, mends it, approves it; nobody else may; the manager sees it."""

import re

import pytest
from playwright.sync_api import expect

from drafts.models import Draft
from drafts.tests import factories as make
from tests.browser import scenes

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_rep_mends_a_held_draft_and_approves_it(at_desk, monkeypatch):
    rep = scenes.demo_rep()
    draft = scenes.written(rep, scenes.EVASIVE, monkeypatch)
    desk = at_desk()
    desk.sign_in(rep.user)
    page = desk.page
    expect(page).to_have_url(re.compile("/desk/$"))
    row = page.locator("tr[data-row]")
    expect(row).to_contain_text("Does it sync with LedgerNest Online?")
    expect(row.locator(".badge.held")).not_to_have_count(0)
    desk.picture("queue-held")

    row.get_by_role("link", name="Orla Brandvik").click()
    relevance = page.locator("#badges a.badge", has_text="Relevance")
    expect(relevance).to_have_class(re.compile("held"))
    note = page.locator("#relevance")
    expect(note).to_contain_text("LedgerNest Online")
    expect(page.locator(".thread mark.ask")).to_have_text("Does it sync with LedgerNest Online?")
    desk.picture("draft-held")

    page.get_by_label("Reply to").fill(scenes.EVASIVE.replace("Good question. I'll look at it.", f"Yes. {scenes.ANSWER}"))
    expect(relevance).to_have_class(re.compile("fine|unsure"))
    expect(page.locator("#saved")).to_contain_text("Saved")
    desk.picture("draft-mended")

    approve = page.get_by_role("button", name="Approve")
    expect(approve).to_be_enabled()
    approve.click()
    expect(page.get_by_role("status").first).to_contain_text("Approved")
    expect(page.locator("#approved-text")).to_contain_text(scenes.ANSWER)
    desk.picture("draft-approved")
    draft.refresh_from_db()
    assert (draft.status, draft.decision) == ("edited", "held")
    assert draft.review.reviewer == rep.user
    assert scenes.ANSWER in draft.review.text


def test_what_the_rep_fills_in_settles_the_ask_as_they_type(at_desk, monkeypatch):
    rep = scenes.demo_rep()
    gap = "Hi Orla.\n\nThe rate limit of the API: I need to check.\n\nDessa"
    draft = scenes.written(rep, gap, monkeypatch, question="Hi Dessa,\n\nWhat is the rate limit of the API per minute?\n\nOrla")
    desk = at_desk(rep.user, path=f"/desk/{draft.pk}/")
    page = desk.page
    relevance = page.locator("#badges a.badge", has_text="Relevance")
    expect(relevance).to_have_class(re.compile("held"))
    expect(page.locator("#notes")).to_contain_text("A note is advice, not a lock: you may approve this as it stands.")
    page.get_by_label("Reply to").fill(gap.replace("I need to check.", "600 calls a minute."))
    expect(relevance).to_have_class(re.compile("fine|unsure"))
    expect(page.locator("#relevance")).to_contain_text("“600” is yours, in no approved fact.")
    expect(page.locator("#asks")).to_contain_text("Answered in your own words.")
    desk.picture("draft-filled-in")
    page.get_by_label("Reply to").fill(gap)
    expect(relevance).to_have_class(re.compile("held"))
    expect(page.locator("#asks")).to_contain_text("No approved fact answers")


def test_an_approval_is_taken_back_with_a_key(at_desk):
    draft = make.make_draft()
    make.make_draft(draft.rep)
    page = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/").page
    page.get_by_role("button", name="Approve").click()
    page.locator("#next").click()
    expect(page.get_by_text(f"Approved for {draft.thread.lead}.")).to_be_visible()
    expect(page.locator("#undo .left")).to_have_text(re.compile(r"^\d+ s$"))
    page.keyboard.press("z")
    expect(page.get_by_text("Taken back: nothing was sent")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_be_enabled()
    draft.refresh_from_db()
    assert draft.status == "ready"


def test_the_offer_to_undo_goes_when_the_time_is_over(at_desk, settings):
    settings.UNDO_SECONDS = 2
    draft = make.make_draft()
    page = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/").page
    page.get_by_role("button", name="Approve").click()
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator("#undo")).to_have_count(0)


def test_what_was_typed_last_is_what_is_approved(at_desk, monkeypatch):
    """Approving right after a keystroke, before anything was saved by itself."""
    rep = scenes.demo_rep()
    draft = scenes.written(rep, scenes.EVASIVE, monkeypatch)
    desk = at_desk(rep.user, path=f"/desk/{draft.pk}/")
    expect(desk.page.get_by_role("button", name="Approve")).to_be_enabled()
    area = desk.page.get_by_label("Reply to")
    area.press("ControlOrMeta+End")
    area.press_sequentially("\nP.S. Call me.")
    area.press("Control+Enter")
    expect(desk.page.locator("#approved-text")).to_contain_text("P.S. Call me.")
    draft.refresh_from_db()
    assert draft.review.text.endswith("P.S. Call me.")


def test_approval_waits_until_a_long_draft_was_scrolled_through(at_desk):
    rep = make.make_rep()
    draft = make.make_draft(rep, text="\n\n".join(f"Paragraph {n} says something else." for n in range(60)))
    page = at_desk(rep.user, height=600, path=f"/desk/{draft.pk}/").page
    expect(page.locator("#not-yet")).to_be_visible()
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.wait_for_timeout(200)
    expect(page.get_by_role("button", name="Approve")).to_be_disabled()
    page.evaluate("window.scrollTo(0, 0)")
    for _ in range(12):
        page.mouse.wheel(0, 250)
        page.wait_for_timeout(40)
    expect(page.get_by_role("button", name="Approve")).to_be_enabled()
    draft.refresh_from_db()
    assert draft.shown_whole_at is not None


def test_another_rep_finds_nothing(at_desk):
    draft = make.make_draft()
    colleague = make.make_rep(draft.rep.team)
    desk = at_desk(colleague.user)
    response = desk.page.goto(f"{desk.address}/desk/{draft.pk}/")
    assert response.status == 404
    expect(desk.page.get_by_role("heading", name="There is nothing here")).to_be_visible()
    desk.complaints.clear()


def test_a_manager_sees_the_flag_rate_move_and_the_draft_behind_it(at_desk, monkeypatch):
    rep = scenes.demo_rep()
    make.make_draft(rep)
    manager = make.make_manager(rep.team)
    desk = at_desk(manager, path="/reports/")
    rate = desk.page.locator(".tile", has_text="Held").first
    expect(rate).to_contain_text("0.0%")
    draft = scenes.written(rep, scenes.EVASIVE, monkeypatch)
    desk.page.reload()
    expect(rate).to_contain_text("50.0%")
    desk.picture("report")
    rate.get_by_role("link", name="1").click()
    desk.page.get_by_role("link", name="Orla Brandvik").click()
    expect(desk.page).to_have_url(re.compile(f"/desk/{draft.pk}/$"))
    expect(desk.page.get_by_text("Read only")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Approve")).to_have_count(0)
    assert Draft.objects.get(pk=draft.pk).shown_at is None
