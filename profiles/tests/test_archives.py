"""Archives: read in place, one mail at a time; what could harm is refused with a sentence."""

import io
import random
import stat
import zipfile

import pytest
from django.core.management import CommandError, call_command

from profiles import archives, imports
from profiles.jobs import read_examples
from profiles.models import Example, ImportItem, MailImport
from profiles.refusal import Refused
from profiles.tests import factories as make
from profiles.tests.test_imports import mbox, own


@pytest.fixture
def rep(db):
    return make.make_rep()


def mails(rep, count=3) -> list[bytes]:
    return [own(rep, n) for n in range(count)]


def packed(files: dict[str | zipfile.ZipInfo, bytes], compression=zipfile.ZIP_DEFLATED) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return kept.getvalue()


def names(data: bytes, name: str = "sent.zip") -> list[str]:
    """What reading an archive yields, in short."""
    return [
        found.name if isinstance(found, archives.NotMail) else found[:12].decode("latin-1")
        for found in archives.messages(io.BytesIO(data), name)
    ]


def refused(data: bytes) -> str:
    with pytest.raises(Refused) as refusal:
        names(data)
    return refusal.value.sentence


MAIL = b"From: ana@q.example\nSubject: x\n\nHello\n"


def test_mails_and_mailboxes_of_a_zip_come_in_its_order_and_other_files_by_name():
    mailbox = b"From a@b.example Mon Nov  2 10:00:00 2026\n" + MAIL + b"\n"
    found = names(
        packed({"a.eml": MAIL, "Mail/all.mbox": mailbox * 2, "b.html": b"<!DOCTYPE html>", "c": MAIL, "empty.eml": b""})
    )
    assert found == ["From: ana@q."] * 3 + ["b.html", "From: ana@q.", "empty.eml"]


@pytest.mark.parametrize("name", ["sent.mbox", "sent.eml", "sent"])
def test_a_zip_is_one_whatever_its_name(name):
    assert names(packed({"a.eml": MAIL}), name) == ["From: ana@q."]


@pytest.mark.parametrize("path", ["../a.eml", "a/../../b.eml", "/etc/passwd", "..\\a.eml", "C:\\a.eml", "\\\\host\\a.eml"])
def test_a_path_that_leads_out_of_the_archive_is_refused(path):
    assert "leads out of the archive" in refused(packed({"fine.eml": MAIL, path: MAIL}))


def test_a_link_is_refused():
    link = zipfile.ZipInfo("a.eml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert "leads out of the archive" in refused(packed({link: b"/etc/passwd"}))


@pytest.mark.parametrize(
    "name,inside",
    [
        ("more.zip", b"x"),
        ("a.tar.gz", b"x"),
        ("a.eml", packed({"b.eml": MAIL})),
        ("a", b"\x1f\x8b\x08"),
        ("a.txt", b"x" * 257 + b"ustar"),
    ],
)
def test_an_archive_in_the_archive_is_refused_and_named(name, inside):
    sentence = refused(packed({name: inside}))
    assert "another archive" in sentence
    assert name in sentence


def test_contents_out_of_proportion_are_refused_before_the_first_mail(monkeypatch):
    monkeypatch.setattr(archives, "ALWAYS_FINE", 1_000_000)
    data = packed({"a.eml": MAIL, "bomb.eml": b"Subject: x\n\n" + b"0" * 20_000_000})
    reading = archives.messages(io.BytesIO(data), "sent.zip")
    with pytest.raises(Refused, match="times its own size"):
        next(reading)


def test_a_file_that_says_it_is_small_gives_no_more_than_it_says():
    data = bytearray(packed({"a.eml": b"Subject: x\n\n" + b"0" * 1_000_000}))
    entry = data.rfind(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = (100).to_bytes(4, "little")
    reading = archives.messages(io.BytesIO(bytes(data)), "sent.zip")
    read = []
    with pytest.raises(Refused, match="damaged"):
        read += reading
    assert all(len(one) <= 100 for one in read)


def test_overlapping_files_are_refused():
    data = bytearray(packed({"a.eml": MAIL * 20, "b.eml": MAIL * 20}, zipfile.ZIP_STORED))
    entry = data.rfind(b"PK\x01\x02")
    data[entry + 42 : entry + 46] = bytes(4)
    assert "damaged" in refused(bytes(data))


def test_a_list_of_files_too_long_for_memory_is_refused(monkeypatch):
    monkeypatch.setattr(archives, "MOST_DIRECTORY", 10_000)
    assert "too many files" in refused(packed({f"{n}.eml": MAIL for n in range(300)}))


def test_a_password_is_asked_to_be_taken_off():
    data = bytearray(packed({"a.eml": MAIL}))
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    assert "password" in refused(bytes(data))


def test_an_unusual_packing_is_refused():
    assert "packed in a way" in refused(packed({"a.eml": MAIL}, zipfile.ZIP_LZMA))


def test_a_broken_zip_is_refused_and_never_an_error():
    whole = packed({f"{n}.eml": MAIL * 5 for n in range(4)} | {"all.mbox": b"From a@b.example Mon Nov  2 10:00:00 2026\n" + MAIL})
    dice = random.Random(5)
    ended = []
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(dice.randint(1, 4)):
            data[dice.randrange(4, len(data))] = dice.randrange(256)
        data = data[: dice.choice([len(data), dice.randrange(4, len(data))])]
        try:
            names(bytes(data))
            ended.append("read")
        except Refused as refusal:
            ended.append(refusal.sentence[:9])
    assert set(ended) == {"read", "sent.zip "}


class TestImporting:
    def test_an_uploaded_zip_is_read_and_counted(self, rep):
        example_set = make.make_example_set(rep)
        data = packed({f"{n}.eml": raw for n, raw in enumerate(mails(rep))} | {"photo.jpg": b"\xff\xd8\xff"})
        found = imports.begin("examples", rep, "sent.zip", [data[:100], data[100:]], None, example_set)
        read_examples(found.pk)
        found.refresh_from_db()
        assert (found.status, found.read, found.kept, found.skipped, found.size) == ("done", 4, 3, 1, len(data))
        assert "photo.jpg is not a mail" in ImportItem.objects.get(outcome="skipped").sentence

    def test_what_was_wrong_stands_on_the_imports_page(self, client, rep):
        found = imports.begin("examples", rep, "sent.zip", [packed({"../a.eml": MAIL})], None, make.make_example_set(rep))
        read_examples(found.pk)
        client.force_login(make.make_ops())
        assert "leads out of the archive" in client.get(f"/voices/imports/{found.pk}/").text

    def test_an_upload_is_read_from_any_place(self, rep, monkeypatch):
        monkeypatch.setattr(imports, "CHUNK", 7)
        data = bytes(range(256)) * 3
        chunks = imports.ChunkStream(imports.begin("threads", rep, "x", [data[:500], data[500:]]))
        stream = io.BufferedReader(chunks, 10)
        for at in (0, 6, 7, 8, 400, len(data) - 1, len(data), len(data) + 9):
            assert stream.seek(at) == at
            assert stream.read() == data[at:]
        assert stream.seek(-9, 2) == len(data) - 9
        assert stream.read(20) == data[-9:]

    def test_a_job_whose_time_is_up_leaves_the_rest_to_the_next(self, rep):
        from rq.timeouts import JobTimeoutException

        from profiles.examples.reading import ExampleReader

        found = imports.begin("examples", rep, "sent.mbox", [mbox(*mails(rep))], None, make.make_example_set(rep))
        handle = ExampleReader()

        def slow(mail_import, mail, raw):
            if mail_import.read == 2:
                raise JobTimeoutException
            return handle(mail_import, mail, raw)

        imports.run(found.pk, slow)
        found.refresh_from_db()
        assert (found.status, found.read) == ("queued", 2)
        read_examples(found.pk)
        found.refresh_from_db()
        assert (found.status, found.read, Example.objects.count()) == ("done", 3, 3)


class TestTheCommandGivenAgain:
    @pytest.fixture
    def broken_off(self, rep, tmp_path, monkeypatch):
        """A file of which two mails were read when the command was killed."""
        from profiles.examples.reading import ExampleReader

        file = tmp_path / "sent.zip"
        file.write_bytes(packed({f"{n}.eml": raw for n, raw in enumerate(mails(rep, 5))}))
        with monkeypatch.context() as patch:
            whole = ExampleReader.__call__

            def killed(self, found, mail, raw):
                if found.read == 2:
                    raise KeyboardInterrupt
                return whole(self, found, mail, raw)

            patch.setattr(ExampleReader, "__call__", killed)
            with pytest.raises(KeyboardInterrupt):
                call_command("import_mail", file, rep=rep.email, examples="2026-Q4")
        return file

    def test_goes_on_where_it_was_killed(self, rep, broken_off, capsys):
        call_command("import_mail", broken_off, rep=rep.email, examples="2026-Q4")
        found = MailImport.objects.get()
        assert (found.status, found.read, found.kept, found.known) == ("done", 5, 5, 0)
        assert "Going on after mail 2" in capsys.readouterr().err

    def test_does_not_go_on_in_a_file_that_was_changed(self, rep, broken_off):
        size = broken_off.stat().st_size
        other = packed({f"{n}.eml": raw for n, raw in enumerate(reversed(mails(rep, 5)))})
        broken_off.write_bytes(other[:size].ljust(size, b"\0"))
        with pytest.raises(CommandError, match="not the file it was"):
            call_command("import_mail", broken_off, rep=rep.email, examples="2026-Q4")
        call_command("import_mail", broken_off, rep=rep.email, examples="2026-Q4")
        assert Example.objects.count() == 5

    def test_stops_the_one_that_was_still_reading(self, rep, broken_off):
        old = MailImport.objects.get()
        found, token = imports.take_up("examples", rep, broken_off.name, broken_off.stat().st_size, old.example_set)
        assert (found.pk, found.claim) == (old.pk, token)
        with pytest.raises(imports.TakenOver), broken_off.open("rb") as stream:
            imports.read_stream(found, stream, lambda *args: imports.Kept("kept", "kept", "Kept."), old.claim)
