"""The pages sales ops work on in the admin: what they decide on is in view, at a desk and on a phone."""

import pytest
from playwright.sync_api import expect

from drafts.tests import factories as make
from profiles.models import Example
from tests.browser.test_looks import SCREENS

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Thursday at ten suits me. I will bring the numbers for both depots and what a change in the spring would cost you. " * 3


@pytest.fixture
def example_set(db):
    found = make.make_example_set(make.make_rep(), examples=14, status="active")
    Example.objects.update(incoming="Could we speak on Thursday? " * 5, reply=LONG)
    return found


@pytest.mark.parametrize("screen", SCREENS)
def test_the_pages_of_a_set_fit(at_desk, example_set, screen):
    desk = at_desk(make.make_ops(), **SCREENS[screen])
    pages = {
        "examples": f"profiles/example/?example_set__id__exact={example_set.pk}",
        "set": f"profiles/exampleset/{example_set.pk}/change/",
        "bring-in": f"profiles/exampleset/{example_set.pk}/import/",
    }
    for name, path in pages.items():
        desk.open(f"/admin/{path}")
        desk.picture(f"ops-{name}-{screen}", full=True)
        assert desk.too_wide() <= 0, name


@pytest.mark.parametrize("screen", SCREENS)
def test_a_reply_is_read_and_decided_on_without_scrolling_sideways(at_desk, example_set, screen):
    desk = at_desk(make.make_ops(), **SCREENS[screen], path=f"/admin/profiles/example/?example_set__id__exact={example_set.pk}")
    table = desk.page.locator("#changelist-form .results")
    assert table.evaluate("e => e.scrollWidth <= e.clientWidth")
    row = desk.page.locator("#result_list tbody tr").first
    assert row.locator(".field-shown").bounding_box()["width"] >= 300
    for name in ("tag", "included"):
        box = row.locator(f".field-{name} :is(select, input[type=checkbox])").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= desk.page.viewport_size["width"]


def test_examples_are_tagged_and_left_out_by_keys(at_desk, example_set):
    desk = at_desk(make.make_ops(), path=f"/admin/profiles/example/?example_set__id__exact={example_set.pk}")
    page, keys = desk.page, desk.page.keyboard
    keys.press("t")
    expect(page.get_by_role("status")).to_contain_text("Go to a mail with j first")
    for key in "jjkjx":
        keys.press(key)
    expect(page.locator("#result_list tbody tr").nth(1).locator(".field-shown a")).to_be_focused()
    expect(page.locator(".action-counter")).to_contain_text("1 of 14 selected")
    for key in "jx":
        keys.press(key)
    expect(page.get_by_role("status")).to_have_text("Selected; 2 in all.")
    tags = [page.locator("#result_list tbody tr").nth(n).locator(".field-tag select").input_value() for n in (1, 2)]
    keys.press("t")
    expect(page.get_by_role("status")).to_contain_text("2 mails: ")
    keys.press("u")
    expect(page.get_by_role("status")).to_have_text("2 mails: left out of the profile. Not saved yet.")
    keys.press("s")
    expect(page.locator(".messagelist")).to_contain_text("2 example")
    assert Example.objects.filter(included=False).count() == 2
    assert Example.objects.filter(included=False).exclude(tag__in=tags).count() == 2


def test_the_sheet_names_the_keys_and_typing_is_left_alone(at_desk, example_set):
    desk = at_desk(make.make_ops(), path=f"/admin/profiles/example/?example_set__id__exact={example_set.pk}")
    page, keys = desk.page, desk.page.keyboard
    keys.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("tag: none, strongest, routine")
    desk.picture("ops-keys")
    assert not desk.axe()
    keys.press("Escape")
    keys.press("/")
    keys.type("xtu")
    expect(page.locator("#searchbar")).to_have_value("xtu")
    assert not page.locator("tr.unsaved").count()


def test_what_is_not_saved_is_not_lost_without_a_question(at_desk, example_set):
    page = at_desk(make.make_ops(), path=f"/admin/profiles/example/?example_set__id__exact={example_set.pk}").page
    page.keyboard.press("j")
    page.keyboard.press("t")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    assert asked == ["beforeunload"]


def test_the_queues_page_asks_for_nothing_the_policy_stops(at_desk, valkey):
    desk = at_desk(make.make_ops(), path="/admin/django_rq/dashboard/")
    expect(desk.page.get_by_role("heading", name="Queues")).to_be_visible()
