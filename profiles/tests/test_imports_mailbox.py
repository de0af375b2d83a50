"""A folder of a mailbox, read like an upload: every mail accounted for, resumable, and nothing changed on the server."""

from datetime import UTC, date, datetime

import pytest

from profiles import imports, mailbox
from profiles.jobs import read_examples
from profiles.models import Example
from profiles.refusal import Refused
from profiles.tests import factories as make
from profiles.tests.imap_server import imap_server, make_mailbox
from profiles.tests.test_imports import own

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 11, 2, 10, tzinfo=UTC)


@pytest.fixture
def example_set():
    with imap_server() as port:
        example_set = make.make_example_set(make.make_rep())
        make_mailbox(example_set.rep, port)
        with mailbox.opened(example_set.rep.mailbox) as server:
            for n in range(1, 6):
                mailbox.put(server, "Sent", own(example_set.rep, n), DAY.replace(day=n))
        yield example_set


def bring_in(example_set, since=None, until=None, folder="Sent"):
    found = imports.begin_folder("examples", example_set.rep, folder, since, until, None, example_set)
    read_examples(found.pk)
    found.refresh_from_db()
    return found


def test_the_days_asked_for_and_no_others(example_set):
    found = bring_in(example_set, date(2026, 11, 2), date(2026, 11, 4))
    assert (found.status, found.expected, found.read, found.kept) == ("done", 3, 3, 3)
    assert found.source == f"Sent of {example_set.rep.email}, 2026-11-02 to 2026-11-04"
    assert Example.objects.count() == 3


def test_read_again_nothing_changes(example_set):
    bring_in(example_set)
    again = bring_in(example_set)
    assert (again.kept, again.known) == (0, 5)


def test_where_the_server_stopped_it_goes_on(example_set, monkeypatch):
    original, asked = mailbox.raw_mail, []

    def stumbles(server, uid):
        asked.append(uid)
        if len(asked) == 3:
            raise ConnectionResetError
        return original(server, uid)

    monkeypatch.setattr(mailbox, "raw_mail", stumbles)
    found = bring_in(example_set)
    assert (found.status, found.kept) == ("failed", 2)
    assert "stopped at mail 3" in found.error
    imports.go_on(found, make.make_ops())
    read_examples(found.pk)
    found.refresh_from_db()
    assert (found.status, found.read, found.kept) == ("done", 5, 5)
    assert len(asked) == 6


def test_what_arrives_meanwhile_moves_no_position(example_set):
    found = imports.begin_folder("examples", example_set.rep, "Sent", None, None, None, example_set)
    with mailbox.opened(example_set.rep.mailbox) as server:
        imports._listing(found, server)
        mailbox.put(server, "Sent", own(example_set.rep, 6), DAY)
    read_examples(found.pk)
    found.refresh_from_db()
    assert (found.expected, found.read) == (5, 5)


def test_a_server_that_numbered_anew_is_not_read_on(example_set):
    found = imports.begin_folder("examples", example_set.rep, "Sent", None, None, None, example_set)
    with mailbox.opened(example_set.rep.mailbox) as server:
        imports._listing(found, server)
    found.folder["validity"] += 1
    found.save()
    read_examples(found.pk)
    found.refresh_from_db()
    assert found.status == "failed"
    assert "numbered its mails anew" in found.error


def test_an_empty_range_and_a_folder_there_is_not_are_said(example_set):
    assert "no mail in Sent" in bring_in(example_set, date(2020, 1, 1), date(2020, 1, 2)).error
    assert bring_in(example_set, folder="Nowhere").status == "failed"


def test_a_rep_without_a_mailbox_is_said():
    example_set = make.make_example_set(make.make_rep())
    assert "No mailbox is set up" in bring_in(example_set).error


def test_an_upload_that_stopped_is_brought_in_again(example_set):
    found = bring_in(example_set)
    with pytest.raises(Refused, match="nothing to go on with"):
        imports.go_on(found, make.make_ops())
