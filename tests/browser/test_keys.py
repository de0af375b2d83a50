"""Everything by keyboard, and no key does anything while somebody types."""

import re

import pytest
from playwright.sync_api import expect

from drafts.tests import factories as make

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def three(db):
    """A rep with drafts for Ada, Ben and Cy, in this order."""
    rep = make.make_rep()
    leads = [make.make_lead(rep.team, name=name) for name in ("Ada", "Ben", "Cy")]
    return rep, [make.make_draft(rep, thread=make.make_thread(rep, lead=lead)) for lead in leads]


def test_the_queue_by_keys(at_desk, three):
    rep, drafts = three
    page = at_desk(rep.user, path="/desk/").page
    page.keyboard.press("j")
    expect(page.get_by_role("link", name="Ada", exact=True)).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.get_by_role("link", name="Cy", exact=True)).to_be_focused()
    page.keyboard.press("k")
    expect(page.get_by_role("link", name="Ben", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(f"/desk/{drafts[1].pk}/$"))


def test_search_and_the_key_sheet(at_desk, three):
    page = at_desk(three[0].user, path="/desk/").page
    page.keyboard.press("/")
    expect(page.get_by_label("Search lead")).to_be_focused()
    page.keyboard.type("j?")
    expect(page.get_by_label("Search lead")).to_have_value("j?")
    expect(page.locator("dialog#keys")).to_be_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()


def test_single_keys_can_be_switched_off(at_desk, three):
    page = at_desk(three[0].user, path="/desk/").page
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Single keys work").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.get_by_label("Search lead")).not_to_be_focused()


def test_the_draft_page_by_keys(at_desk, three):
    rep, drafts = three
    page = at_desk(rep.user, path=f"/desk/{drafts[1].pk}/").page
    expect(page.get_by_role("button", name="Approve")).to_be_enabled()
    page.keyboard.press("e")
    area = page.get_by_label("Reply to")
    expect(area).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    wish = page.get_by_label("Tell it what to do")
    expect(wish).to_be_focused()
    page.keyboard.type("shorter")
    expect(wish).to_have_value("shorter")
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    expect(page.get_by_role("radio", name="Does not sound like me")).to_be_focused()
    expect(page.locator("#again")).not_to_have_attribute("open", "")
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Approve")).to_be_focused()
    page.keyboard.press("j")
    expect(page).to_have_url(re.compile(f"/desk/{drafts[2].pk}/$"))
    page.keyboard.press("k")
    expect(page).to_have_url(re.compile(f"/desk/{drafts[1].pk}/$"))
    page.keyboard.press("u")
    expect(page).to_have_url(re.compile("/desk/$"))


def test_rejecting_by_keys_alone(at_desk, three):
    rep, drafts = three
    page = at_desk(rep.user, path=f"/desk/{drafts[0].pk}/").page
    page.keyboard.press("x")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.type("Wrong price")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("Rejected")
    drafts[0].refresh_from_db()
    assert (drafts[0].status, drafts[0].review.reason, drafts[0].review.remark) == ("rejected", "relevance", "Wrong price")


def test_a_sentence_shows_where_it_comes_from(at_desk):
    draft = make.make_draft(text="Hi Lee.\n\nTeam is $39.\n\nRae")
    draft.current.sentences = [{"span": [9, 21], "source": "fact", "ref": "P01", "ask": -1, "claims_action": False}]
    draft.current.save()
    page = at_desk(draft.rep.user, path=f"/desk/{draft.pk}/").page
    page.keyboard.press("s")
    page.locator("#origins li", has_text="Team is $39.").focus()
    expect(page.locator("#under mark.lit")).to_have_text("Team is $39.")
    expect(page.locator("#about-sentence")).to_contain_text("Approved fact: P01")
