"""A real Chromium on a real server. Where there is none, these tests are skipped and say so.

Models are imported where they are used: this file may be read before Django is set up.
"""

import os
import shutil
from pathlib import Path
from threading import Condition

import pytest
from django.core.signals import request_finished, request_started

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), "")
AXE = Path(__file__).parent / "vendor" / "axe-core" / "axe.min.js"
SHOTS = os.environ.get("SCREENSHOTS", "")
"""A folder to put pictures in; without it none are taken."""


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not CHROMIUM:
                item.add_marker(pytest.mark.skip(reason="no Chromium found: install it, or name it in CHROMIUM"))


@pytest.fixture(scope="session")
def chromium():
    """The browser, once a session. Playwright runs an event loop, which Django must be told is no reason to worry."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)  # A busy machine parses its first text late; what is waited for comes at once elsewhere.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Traffic:
    """How many requests the server is working on."""

    def __init__(self):
        self.open = 0
        self.changed = Condition()

    def begins(self, **_):
        with self.changed:
            self.open += 1

    def ends(self, **_):
        with self.changed:
            self.open -= 1
            self.changed.notify_all()

    def wait_for_none(self, seconds: float = 20) -> None:
        """A request that still runs would be in the way of emptying the tables."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.open <= 0, seconds), "the server still works on a request"


@pytest.fixture
def traffic(live_server):
    found = Traffic()
    request_started.connect(found.begins)
    request_finished.connect(found.ends)
    yield found
    found.wait_for_none()
    request_started.disconnect(found.begins)
    request_finished.disconnect(found.ends)


class Desk:
    """Somebody at a browser: opens pages of the live server, and fails the test on anything the browser complains of."""

    def __init__(self, context, address: str):
        self.context, self.address = context, address
        self.page = context.new_page()
        self.page.set_default_timeout(15_000)
        self.complaints: list[str] = []
        self.page.on("console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def sign_in(self, user) -> None:
        """By the form, as people do."""
        from drafts.tests.factories import PASSWORD

        self.open("/accounts/login/")
        self.page.get_by_label("Email").fill(user.email)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(lambda url: "/accounts/login" not in url)

    def enter(self, user) -> None:
        """With a session made beforehand, where signing in is not what is tested."""
        from django.test import Client

        client = Client()
        client.force_login(user)
        self.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": self.address}])

    def picture(self, name: str, full: bool = False) -> None:
        if SHOTS:
            self.page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=full)

    def too_wide(self) -> int:
        """By how many pixels the page is wider than the window."""
        return self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def axe(self) -> list[str]:
        """What axe-core finds that is serious or critical: rule, and where."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run()")
        return [
            f"{v['id']}: {n['target']} {n.get('failureSummary', '')}"
            for v in found["violations"]
            if v["impact"] in ("serious", "critical")
            for n in v["nodes"]
        ]


@pytest.fixture
def at_desk(chromium, live_server, traffic):
    """Makes a browser window for somebody: ``at_desk(user, width=1280, dark=False, scripts=True)``."""
    opened: list[Desk] = []

    def sit_down(user=None, *, width=1280, height=860, dark=False, scripts=True, path="") -> Desk:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            java_script_enabled=scripts,
            has_touch=width < 500,
        )
        desk = Desk(context, live_server.url)
        opened.append(desk)
        if user:
            desk.enter(user)
        if path:
            desk.open(path)
        return desk

    yield sit_down
    complaints = [c for desk in opened for c in desk.complaints]
    for desk in opened:
        desk.context.set_offline(True)  # A page that is closed would save what was typed.
        desk.context.close()
    assert not complaints, complaints
