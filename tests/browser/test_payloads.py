"""Whatever a stranger puts into a mail is words on every page: nothing runs, nothing is fetched, nothing breaks the layout.

All payloads stand on each page at once, in every field a mail or a person fills.
"""

import csv
import io
from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone

from drafts.models import Draft, Fact, HoldNote, Review, ValuePoint
from drafts.tests import factories as make
from profiles.models import ImportItem, MailImport
from tests.browser import payloads

pytestmark = pytest.mark.django_db(transaction=True)

WATCH = """
window.ran = [];
for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) window[name] = () => { window.ran.push(name) };
document.addEventListener('securitypolicyviolation', e => window.ran.push('violates ' + e.violatedDirective + ' ' + e.blockedURI));
"""
FOREIGN_LINKS = """
[...document.querySelectorAll('[href], [src], [action]')].map(e => e.href || e.src || e.action)
  .filter(url => typeof url === 'string' && url && !url.startsWith(location.origin) && !url.startsWith('data:image/'))
"""
STORABLE = [p.replace("\x00", "") for p in payloads.ALL]
TOGETHER = "\n".join(STORABLE)


def short(payload: str, length: int) -> str:
    return payload[:length].strip() or "x"


@pytest.fixture
def world(db):
    """One draft with every payload in each of its texts, and a lead with a draft for each payload."""
    rep = make.make_rep(name=short(payloads.SCRIPT[0], 100), signature=TOGETHER)
    full = _draft(rep, "Full House", TOGETHER, TOGETHER, status="held")
    for n, payload in enumerate(STORABLE[:8]):
        HoldNote.objects.create(
            draft=full,
            position=n,
            layer="relevance",
            code="out_of_scope",
            sentence=short(payload, 500),
            quote=short(payload, 500),
        )
    for payload in STORABLE:
        _draft(rep, short(payload, 200), payload, payload)
    done = _draft(rep, "Done", TOGETHER, TOGETHER, status="rejected")
    Review.objects.create(
        draft=done, reviewer=rep.user, at=timezone.now(), verdict="rejected", reason="wrong", remark=TOGETHER[:500]
    )
    found = MailImport.objects.create(
        purpose="threads", rep=rep, source=short(payloads.SVG[0], 300), status="done", read=len(STORABLE), skipped=len(STORABLE)
    )
    ImportItem.objects.bulk_create(
        ImportItem(
            mail_import=found, position=n, subject=short(p, 200), outcome="skipped", code="no_words", sentence=short(p, 300)
        )
        for n, p in enumerate(STORABLE, 1)
    )
    example_set = make.make_example_set(rep, status="active")
    for payload in STORABLE:
        make.make_example(example_set, reply=payload if payload.strip() else "x", subject=short(payload, 400), incoming=payload)
    make.make_profile(rep, example_set=example_set)
    for n, payload in enumerate(STORABLE[:90]):
        Fact.objects.create(code=f"F{n}", topic="x", text=payload if payload.strip() else "x")
        ValuePoint.objects.create(code=f"V{n}", roles=[short(payload, 80)], concern=short(payload, 200), text=payload)
    return rep, full, done, found


def _draft(rep, name: str, mail: str, text: str, status="ready") -> Draft:
    lead = make.make_lead(
        rep.team, name=name, company=name, role=name[:120], industry=name[:120], size=name[:120], stage=name[:40], notes=mail
    )
    thread = make.make_thread(rep, lead=lead, subject=name[:500])
    message = make.make_message(
        thread, mail, sender_name=name[:200], subject=name[:500], quoted=mail, hidden=mail, left_out=mail,
        attachments=[{"name": name, "type": "text/html", "size": 1}], sent_at=timezone.now() - timedelta(minutes=1),
    )  # fmt: skip
    found = make.make_draft(rep, status, text=text, thread=thread, answers=message, words=mail)
    found.brief = {
        **found.brief,
        "asks": [{"text": mail, "form": "question", "span": [0, len(mail)], "message": 0}],
        "concern": mail,
    }
    found.save()
    return found


def pages(rep, full, done, found) -> dict[str, list[str]]:
    lists = [
        f"/admin/{page}/"
        for page in (
            "drafts/lead",
            "drafts/fact",
            "drafts/valuepoint",
            "drafts/thread",
            "drafts/draft",
            "profiles/example",
            "profiles/mailimport",
            "profiles/rep",
        )
    ]
    return {
        "rep": ["/desk/", f"/desk/{full.pk}/", f"/desk/{done.pk}/", "/desk/?state=done", f"/voices/{rep.pk}/", f"/voices/imports/{found.pk}/"],
        "ops": ["/reports/", "/reports/drafts/", f"/desk/{full.pk}/", *lists, f"/admin/drafts/lead/{full.thread.lead_id}/change/"],
    }  # fmt: skip


@pytest.fixture
def one_page_each(monkeypatch):
    """Lists show all payloads at once: what is looked at is the payload, not the turning of pages."""
    for module in ("drafts.review.queue", "drafts.report.views", "profiles.pages.imports"):
        monkeypatch.setattr(f"{module}.PAGE", len(STORABLE) + 10)


def test_nothing_runs_nothing_is_fetched_and_the_layout_holds(at_desk, world, one_page_each):
    rep, ops = world[0], make.make_ops()
    troubles: list[str] = []
    seen = 0
    for width, (who, user) in product((1280, 390), (("rep", rep.user), ("ops", ops))):
        desk = at_desk(user, width=width)
        desk.context.add_init_script(WATCH)
        desk.page.on("dialog", lambda d, troubles=troubles: (troubles.append(f"dialog: {d.message}"), d.dismiss()))
        own = (desk.address, "data:")
        desk.page.on(
            "request",
            lambda r, own=own, troubles=troubles: None if r.url.startswith(own) else troubles.append(f"asks for {r.url}"),
        )
        for path in pages(*world)[who]:
            if width < 500 and path.startswith("/admin/"):
                continue
            desk.open(path)
            text = desk.page.content()
            troubles += [f"{path}: {ran}" for ran in desk.page.evaluate("window.ran")]
            troubles += [f"{path}: links to {url}" for url in desk.page.evaluate(FOREIGN_LINKS)]
            if not path.startswith("/admin/") and (wide := desk.too_wide()) > 0:
                troubles.append(f"{path}: {wide} pixels wider than the window")
            if turning := set(text) & set(payloads.CONTROLS):
                troubles.append(f"{path}: turns text around with {sorted(map(ascii, turning))}")
            shown = desk.page.inner_text("body")
            seen += sum(p[:20] in shown for p in payloads.TEMPLATE)
        # The admin names no icon, so the browser asks for one that is not there.
        desk.complaints = [c for c in desk.complaints if "404" not in c]
    assert not troubles, "\n".join(dict.fromkeys(troubles))
    assert seen > 20, "the payloads really stand on the pages, as they were written"


def test_no_cell_of_an_export_is_a_formula(client, world):
    rep = world[0]
    client.force_login(make.make_ops())
    for table in ("drafts", "reps", "teams"):
        answer = client.get(f"/reports/csv/{table}/")
        text = b"".join(answer.streaming_content).decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text)))
        assert len(rows) > (len(STORABLE) if table == "drafts" else 1)
        for cell in (cell for row in rows for cell in row):
            assert not cell.lstrip(" \t\r\n").startswith(tuple("=+-@＝＋－＠")), cell
            assert not set(cell) & set(payloads.CONTROLS)
        assert table == "teams" or rep.name in text
