"""Every page, light, dark and on a phone: nothing serious for axe-core, nothing wider than the window, nothing in the console."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from drafts.models import Delivery, Draft, Review
from drafts.tests import factories as make
from profiles.models import ImportItem, MailImport
from tests.browser import scenes

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS = {"light": {}, "dark": {"dark": True}, "phone": {"width": 390, "height": 844}}


@pytest.fixture
def world(monkeypatch):
    """A desk with drafts in every state, a manager, sales ops, and an import."""
    rep = scenes.demo_rep()
    held = scenes.written(rep, scenes.EVASIVE, monkeypatch)
    make.make_message(held.thread, "Earlier we spoke about invoices.", from_rep=True, sent_at=timezone.now() - timedelta(days=3))
    for status in ("ready", "held", "queued", "failed", "skipped", "superseded"):
        make.make_draft(rep, status)
    approved = make.make_draft(rep, "approved", finished_at=timezone.now() - timedelta(days=9))
    Review.objects.create(draft=approved, reviewer=rep.user, at=timezone.now(), verdict="approved", text="Hi.")
    failed = rep.drafts.get(status="failed")
    numbers = {"size": 40_000, "read": 2, "kept": 1, "skipped": 1}
    found = MailImport.objects.create(
        purpose="examples", rep=rep, source="sent.mbox", status="done", finished_at=timezone.now(), **numbers
    )
    why = {"outcome": "skipped", "code": "forward", "sentence": "Skipped: it only passes another mail on."}
    ImportItem.objects.create(mail_import=found, position=2, subject="Fwd: menu", **why)
    uncertain = make.make_draft(rep, "edited", finished_at=timezone.now() - timedelta(days=8))
    Review.objects.create(
        draft=uncertain,
        reviewer=rep.user,
        at=timezone.now() - timedelta(days=1),
        verdict="edited",
        text="Hello.",
        edit_distance=0.2,
    )
    Delivery.objects.create(draft=uncertain, method="imap", message_id="m@x", status="uncertain", said="The connection broke.")
    Draft.objects.filter(decision__gt="").update(decided_on=F("current"))
    older = make.make_example_set(rep, examples=3, status="retired", quarter="2026-Q3")
    people = {"rep": rep.user, "manager": make.make_manager(rep.team), "ops": make.make_ops(is_superuser=True), "nobody": None}
    current = rep.example_sets.get(status="active")
    pages = {
        "login": ("nobody", "/accounts/login/"),
        "queue": ("rep", "/desk/"),
        "queue-nothing": ("rep", "/desk/?q=nothing-like-this"),
        "draft": ("rep", f"/desk/{held.pk}/"),
        "draft-failed": ("rep", f"/desk/{failed.pk}/"),
        "draft-approved": ("rep", f"/desk/{approved.pk}/"),
        "draft-uncertain": ("rep", f"/desk/{uncertain.pk}/"),
        "record": ("rep", "/desk/record/"),
        "paste": ("rep", "/desk/paste/"),
        "voice": ("rep", f"/voices/{rep.pk}/"),
        "import": ("rep", f"/voices/imports/{found.pk}/"),
        "password": ("rep", "/accounts/password/change/"),
        "second-factor": ("rep", "/accounts/2fa/"),
        "report": ("manager", "/reports/"),
        "what-if": ("manager", "/reports/what-if/?value=0.8"),
        "sets-beside": ("ops", f"/voices/sets/{current.pk}/beside/?with={older.pk}"),
        "report-drafts": ("manager", "/reports/drafts/?which=held"),
        "draft-read-only": ("manager", f"/desk/{held.pk}/"),
    }
    return people, pages


@pytest.mark.parametrize("screen", SCREENS)
def test_every_page(at_desk, world, screen):
    people, pages = world
    desks = {who: at_desk(user, **SCREENS[screen]) for who, user in people.items()}
    found = []
    for name, (who, path) in pages.items():
        desk = desks[who]
        desk.open(path)
        desk.picture(f"{name}-{screen}", full=True)
        found += [f"{name}: {trouble}" for trouble in desk.axe()]
        if wide := desk.too_wide():
            found.append(f"{name}: {wide} pixels wider than the window")
    assert not found, "\n".join(found)


def test_open_panels_and_the_key_sheet(at_desk, world):
    people, pages = world
    desk = at_desk(people["rep"], path=pages["draft"][1])
    for selector in ("#again", "#sentences", "#rounds", "#relevance"):
        desk.page.evaluate("selector => document.querySelector(selector).open = true", selector)
    desk.picture("draft-opened", full=True)
    found = desk.axe()
    desk.page.get_by_role("button", name="Keys").click()
    desk.picture("keys")
    assert not found + desk.axe()


def test_charts_show_where_the_thresholds_stood(at_desk, world):
    """A chart is drawn for each layer, with a line for each share its table has."""
    people, _ = world
    page = at_desk(people["manager"], path="/reports/what-if/").page
    for layer in ("voice", "relevance", "value"):
        box = page.locator(f"#curve-{layer}")
        expect(box.locator("canvas")).to_be_visible()
        expect(box.locator(".u-legend")).to_contain_text("Right ones held needlessly")
        expect(box).to_have_attribute("aria-label", re.compile(layer))
