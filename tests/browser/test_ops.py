"""The pages sales ops work on in the admin: what they decide on is in view, at a desk and on a phone."""

import pytest

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
