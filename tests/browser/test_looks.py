"""Every page, light, dark and on a phone: nothing serious for axe-core, nothing wider than the window, nothing in the console."""

from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import Review
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
    people = {"rep": rep.user, "manager": make.make_manager(rep.team), "nobody": None}
    pages = {
        "login": ("nobody", "/accounts/login/"),
        "queue": ("rep", "/desk/"),
        "queue-nothing": ("rep", "/desk/?q=nothing-like-this"),
        "draft": ("rep", f"/desk/{held.pk}/"),
        "draft-failed": ("rep", f"/desk/{failed.pk}/"),
        "draft-approved": ("rep", f"/desk/{approved.pk}/"),
        "paste": ("rep", "/desk/paste/"),
        "voice": ("rep", f"/voices/{rep.pk}/"),
        "import": ("rep", f"/voices/imports/{found.pk}/"),
        "password": ("rep", "/accounts/password/change/"),
        "second-factor": ("rep", "/accounts/2fa/"),
        "report": ("manager", "/reports/"),
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
