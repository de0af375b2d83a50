"""A mailbox is opened, listed and read without changing anything in it; what goes wrong is said in the server's words."""

import socket
from datetime import UTC, date, datetime

import pytest

from profiles import mailbox
from profiles.mailbox import Folder
from profiles.models import Mailbox
from profiles.tests import factories as make
from profiles.tests.imap_server import PASSWORD, imap_server, make_mailbox

pytestmark = pytest.mark.django_db

MAIL = b"From: rae@seller.example.com\r\nTo: lee@x.example.com\r\nMessage-ID: <%b@x>\r\nSubject: Hi\r\n\r\nHello.\r\n"
NOON = datetime(2026, 11, 10, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def port():
    with imap_server(("Drafts", "Sent", "Entwürfe")) as found:
        yield found


@pytest.fixture
def box(port):
    return make_mailbox(make.make_rep(), port)


def put(server, message_id: bytes, at=NOON, folder="Sent"):
    mailbox.put(server, folder, MAIL % message_id, at)


def test_folders_with_names_in_any_language(box):
    with mailbox.opened(box) as server:
        assert {f.name for f in mailbox.folders(server)} == {"INBOX", "Drafts", "Sent", "Entwürfe"}


def test_a_range_of_days_is_read_whole_and_unmarked(box):
    with mailbox.opened(box) as server:
        for day in (9, 10, 11, 12):
            put(server, b"day-%d" % day, NOON.replace(day=day))
        found = mailbox.listed(server, "Sent", date(2026, 11, 10), date(2026, 11, 11))
        raws = [mailbox.raw_mail(server, uid) for uid in found.uids]
    assert [raw.split(b"<")[1].split(b"@")[0] for raw in raws] == [b"day-10", b"day-11"]
    assert found.validity > 0


def test_a_mail_that_is_gone_reads_as_nothing(box):
    with mailbox.opened(box) as server:
        mailbox.listed(server, "Sent", None, None)
        assert mailbox.raw_mail(server, "999999") == b""


def test_a_mail_is_known_by_its_message_id(box):
    with mailbox.opened(box) as server:
        put(server, b"known", folder="Drafts")
        assert mailbox.holds(server, "Drafts", "known@x")
        assert not mailbox.holds(server, "Drafts", "unknown@x")


class TestWhichFolder:
    def test_as_the_server_says(self):
        found = [Folder("Drafts"), Folder("Brouillons", "\\Drafts")]
        assert mailbox.folder_for("\\Drafts", found) == "Brouillons"

    def test_else_by_its_usual_name(self):
        assert mailbox.folder_for("\\Sent", [Folder("INBOX"), Folder("Sent Items")]) == "Sent Items"

    def test_else_none(self):
        assert mailbox.folder_for("\\Sent", [Folder("INBOX")]) == ""


class TestTrouble:
    def test_a_wrong_password_is_said_in_the_servers_words(self, box):
        box.password = "wrong"
        with pytest.raises(mailbox.Unreachable, match="did not let"), mailbox.opened(box):
            pass

    def test_a_server_that_is_away(self, box):
        with socket.create_server(("127.0.0.1", 0)) as unused:
            box.port = unused.getsockname()[1]
        with pytest.raises(mailbox.Unreachable, match="could not be reached"), mailbox.opened(box):
            pass

    def test_a_password_that_no_key_opens_any_more(self, box, settings):
        settings.SECRET_KEY = "another key of this installation"
        found = Mailbox.objects.get(pk=box.pk)
        with pytest.raises(mailbox.Unreachable, match="enter it again"), mailbox.opened(found):
            pass

    def test_a_folder_there_is_not(self, box):
        with mailbox.opened(box) as server, pytest.raises(mailbox.TROUBLE):
            mailbox.listed(server, "Nowhere", None, None)

    def test_without_encryption_only_here(self):
        with pytest.raises(Exception, match="only a server on this machine"):
            Mailbox(host="imap.example.com", security="none").clean()


def test_the_password_is_sealed_in_the_database(box):
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT password FROM profiles_mailbox")
        assert PASSWORD not in cursor.fetchone()[0]
