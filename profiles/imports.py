"""Reading an upload mail by mail: counted, resumable, nothing dropped without a reason."""

import io
import logging
import traceback
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import accumulate
from typing import BinaryIO
from uuid import UUID, uuid4

from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q
from django.db.models.functions import Length
from django.utils import timezone
from rq.timeouts import BaseTimeoutException

from profiles import archives, mail, mailbox
from profiles.mail.types import Mail
from profiles.models import ImportChunk, ImportItem, Mailbox, MailImport, Rep, User, record
from profiles.queueing import enqueue
from profiles.refusal import Refused

log = logging.getLogger(__name__)

CHUNK = 1024 * 1024
JOBS = {MailImport.Purpose.EXAMPLES: "profiles.jobs.read_examples", MailImport.Purpose.THREADS: "drafts.jobs.read_threads"}


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of one mail: ``outcome`` is kept, known or skipped; ``code`` and ``sentence`` say why."""

    outcome: str
    code: str
    sentence: str


class TakenOver(Refused):
    """Another reader holds the import: this one leaves it alone."""


STOPS_READING = (Refused, BaseTimeoutException, OperationalError, InterfaceError, MemoryError)
"""What is no fault of one mail: every later mail would meet it too."""

NAMELESS = ("unreadable", "not_a_mail")
"""What is counted without its own Message-ID."""

Handler = Callable[[MailImport, Mail, bytes], Kept]
"""Stores one mail, or says why not; called inside the transaction that counts it."""


@transaction.atomic
def begin(
    purpose: str,
    rep: Rep,
    source: str,
    pieces: Iterable[bytes],
    user: User | None = None,
    example_set=None,
    queue: bool = True,
    own_folder: bool = False,
) -> MailImport:
    """Take in an upload: its bytes are in the database before the answer goes out, and a job reads them.

    ``own_folder`` is somebody's word that the file holds only what the rep sent.
    """
    found = MailImport.objects.create(
        purpose=purpose, rep=rep, source=source[:300], requested_by=user, example_set=example_set, own_folder=own_folder
    )
    size = 0
    for number, piece in enumerate(_even(pieces)):
        size += len(piece)
        if size > settings.UPLOAD_LIMIT_MB * 1024 * 1024:
            raise Refused(f"{source} is larger than {settings.UPLOAD_LIMIT_MB} MB. Use manage.py import_mail for large archives.")
        ImportChunk.objects.create(mail_import=found, number=number, data=piece)
    if not size:
        raise Refused(f"{source} is empty.")
    found.size = size
    found.save(update_fields=["size"])
    record("import begun", found, user, size=size, own_folder=own_folder)
    if queue:
        _queue(found)
    return found


def _queue(found: MailImport) -> None:
    enqueue("mail" if found.purpose == MailImport.Purpose.THREADS else "profiles", JOBS[found.purpose], found.pk)


def _even(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces of one megabyte, the last one shorter."""
    kept = bytearray()
    for piece in pieces:
        kept += piece
        while len(kept) >= CHUNK:
            yield bytes(kept[:CHUNK])
            del kept[:CHUNK]
    if kept:
        yield bytes(kept)


class ChunkStream(io.RawIOBase):
    """The uploaded file as a stream, one chunk in memory at a time. It can be read from any place: a .zip begins at its end."""

    def __init__(self, mail_import: MailImport):
        self._chunks = mail_import.chunks.order_by("number")
        self._ends = list(accumulate(self._chunks.values_list(Length("data"), flat=True)))
        self._at = 0
        self._held: tuple[int, bytes] = (-1, b"")

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        end = self._ends[-1] if self._ends else 0
        at = offset + (0, self._at, end)[whence]
        if at < 0:
            raise ValueError("A place before the beginning")
        self._at = at
        return at

    def readinto(self, buffer) -> int:
        index = bisect_right(self._ends, self._at)
        if index == len(self._ends):
            return 0
        if self._held[0] != index:
            self._held = index, bytes(self._chunks.values_list("data", flat=True)[index])
        data = self._held[1]
        left = self._ends[index] - self._at
        count = min(len(buffer), left)
        buffer[:count] = data[len(data) - left :][:count]
        self._at += count
        return count


# --- from a mailbox -----------------------------------------------------------------------------------------------


@transaction.atomic
def begin_folder(
    purpose: str, rep: Rep, folder: str, since: date | None, until: date | None, user: User | None = None, example_set=None
) -> MailImport:
    """Ask for a folder of the rep's mailbox to be read; a job does it, for a mailbox may take its time."""
    days = " to ".join(str(day) for day in (since, until) if day)
    found = MailImport.objects.create(
        purpose=purpose,
        rep=rep,
        source=f"{folder} of {rep.email}{', ' + days if days else ''}"[:300],
        requested_by=user,
        example_set=example_set,
        folder={"name": folder, "since": since and since.isoformat(), "until": until and until.isoformat()},
    )
    record("import begun", found, user)
    _queue(found)
    return found


def from_folder(found: MailImport, handle: Handler, token: UUID) -> MailImport:
    """Every mail of a mailbox's folder handled and counted, from where an earlier reader stopped.

    The mails are listed once, and the list kept: what arrives meanwhile is for the next import, and a position stays a position.
    """
    box = Mailbox.objects.filter(rep=found.rep).first()
    if box is None:
        raise Refused(f"No mailbox is set up for {found.rep}.")
    try:
        with mailbox.opened(box) as server:
            uids = _listing(found, server)
            for position, uid in enumerate(uids[found.read :], found.read + 1):
                one(found, position, mailbox.raw_mail(server, uid), handle, token)
    except mailbox.TROUBLE as error:
        raise Refused(
            f"{box.host} stopped at mail {found.read + 1}: {mailbox.words_of(error)}. What was kept stays; ask again to go on."
        ) from error
    if found.read == 0:
        raise Refused(f"There is no mail in {found.folder['name']} in these days.")
    return _finished(found)


@transaction.atomic
def go_on(found: MailImport, user: User) -> None:
    """Read on where a mailbox stopped answering."""
    resumed = MailImport.objects.filter(pk=found.pk, status=MailImport.Status.FAILED, folder__isnull=False).update(
        status=MailImport.Status.QUEUED, error="", finished_at=None
    )
    if not resumed:
        raise Refused("There is nothing to go on with: bring the mail in again.")
    record("import asked to go on", found, user)
    _queue(found)


def _listing(found: MailImport, server) -> list[str]:
    """The numbers of the folder's mails, as they were first listed; the folder is open afterwards."""
    asked = found.folder
    days = (asked[name] and date.fromisoformat(asked[name]) for name in ("since", "until"))
    if "uids" not in asked:
        listing = mailbox.listed(server, asked["name"], *days)
        asked |= {"validity": listing.validity, "uids": list(listing.uids)}
        found.expected = len(listing.uids)
        found.save(update_fields=["folder", "expected"])
    elif mailbox.opened_again(server, asked["name"]) != asked["validity"]:
        raise Refused("The server has numbered its mails anew meanwhile. What was kept stays; start the import again.")
    return asked["uids"]


def unfinished(purpose: str, now: datetime) -> list[int]:
    """Imports that wait, or whose reader is gone."""
    waiting = Q(status=MailImport.Status.QUEUED) | Q(status=MailImport.Status.READING, claimed_at__lt=_stale(now))
    readable = Q(chunks__isnull=False) | Q(folder__isnull=False)
    return list(MailImport.objects.filter(waiting, readable, purpose=purpose).distinct().values_list("pk", flat=True))


def _stale(now: datetime) -> datetime:
    return now - timedelta(seconds=settings.CLAIM_SECONDS)


def claim(import_id: int) -> UUID | None:
    """Take an import to read it; None when somebody else is at it or it is done."""
    now, token = timezone.now(), uuid4()
    free = Q(status=MailImport.Status.QUEUED) | Q(status=MailImport.Status.READING, claimed_at__lt=_stale(now))
    taken = MailImport.objects.filter(free, pk=import_id).update(status=MailImport.Status.READING, claim=token, claimed_at=now)
    return token if taken else None


def take_up(
    purpose: str, rep: Rep, source: str, size: int, example_set=None, own_folder: bool = False
) -> tuple[MailImport, UUID]:
    """The import of a file that a command reads: the one that was broken off, or a new one.

    Whoever was still reading it stops at its next mail, so the same command given twice reads each mail once.
    """
    token = uuid4()
    what = {"purpose": purpose, "rep": rep, "source": source[:300], "size": size}
    what |= {"example_set": example_set, "own_folder": own_folder}
    broken_off = MailImport.objects.filter(
        **what, status=MailImport.Status.READING, read__gt=0, folder__isnull=True, chunks__isnull=True
    )
    found = broken_off.first() or MailImport.objects.create(**what)
    MailImport.objects.filter(pk=found.pk).update(status=MailImport.Status.READING, claim=token, claimed_at=timezone.now())
    found.refresh_from_db()
    return found, token


def run(import_id: int, handle: Handler) -> None:
    """Read a queued upload or folder to its end, from where an earlier reader stopped."""
    token = claim(import_id)
    if token is None:
        return
    found = MailImport.objects.select_related("rep__team", "example_set").get(pk=import_id)
    try:
        if found.folder:
            from_folder(found, handle, token)
        else:
            read_stream(found, io.BufferedReader(ChunkStream(found), CHUNK), handle, token)
    except TakenOver:
        log.info("import %s: another reader took it over", import_id)
    except Refused as refusal:
        stop(found, refusal.sentence, token)
    except BaseTimeoutException:
        give_back(found, token)
    except Exception as error:  # noqa: BLE001 - the job's edge: the page must say what happened, and no mail text may reach a log
        log.error("import %s: %s\n%s", import_id, type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))
        stop(
            found,
            f"Reading stopped at mail {found.read + 1} ({type(error).__name__}). What was kept stays; upload again to go on.",
            token,
        )


def read_stream(found: MailImport, stream: BinaryIO, handle: Handler, token: UUID) -> MailImport:
    """Every mail of the stream handled and counted, each in a transaction of its own, from where an earlier reader stopped."""
    done = found.read
    for position, raw in enumerate(archives.messages(stream, found.source), 1):
        if position < done:
            continue
        if position == done:
            _goes_on(found, raw)
            continue
        found.bytes_read = stream.tell()
        if isinstance(raw, archives.NotMail):
            passed_over = Kept("skipped", "not_a_mail", f"Skipped: {raw.name[:200]} is not a mail.")
            _counted(found, position, mail.read(b""), lambda why=passed_over: why, token)
        else:
            one(found, position, raw, handle, token)
    if found.read == 0:
        raise Refused(f"No mail was found in {found.source}. It should be an .eml file, an .mbox archive, or a .zip of them.")
    return _finished(found)


def _goes_on(found: MailImport, raw: bytes | archives.NotMail) -> None:
    """Raises Refused unless the last mail counted is this one: a file may have been changed since."""
    last = found.items.filter(position=found.read).exclude(code__in=NAMELESS).values_list("message_id", flat=True).first()
    if last and (isinstance(raw, archives.NotMail) or mail.read(raw).message_id[:500] != last):
        raise Refused(f"{found.source} is not the file it was when it was begun. What was kept stays; bring it in again.")


def one(found: MailImport, position: int, raw: bytes, handle: Handler, token: UUID) -> None:
    """One mail handled and counted. One that cannot be stored is skipped with a reason: those behind it are still read."""
    try:
        read = mail.read(raw)
        _counted(found, position, read, lambda: handle(found, read, raw), token)
    except STOPS_READING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever one mail does, the rest of the upload is still read; no mail text may reach a log
        log.error(
            "import %s, mail %s: %s\n%s",
            found.pk,
            position,
            type(error).__name__,
            "".join(traceback.format_tb(error.__traceback__)),
        )
        skipped = Kept("skipped", "unreadable", f"Skipped: it could not be stored ({type(error).__name__}).")
        _counted(found, position, mail.read(b""), lambda: skipped, token)


@transaction.atomic
def _counted(found: MailImport, position: int, read: Mail, handle: Callable[[], Kept], token: UUID) -> None:
    if not MailImport.objects.select_for_update().filter(pk=found.pk, claim=token).exists():
        raise TakenOver("Another reader took this import over.")
    kept = handle()
    ImportItem.objects.create(
        mail_import=found,
        position=position,
        message_id=read.message_id[:500],
        subject=read.subject[:200],
        outcome=kept.outcome,
        code=kept.code,
        sentence=_with_defects(kept.sentence, read)[:300],
    )
    MailImport.objects.filter(pk=found.pk).update(
        read=F("read") + 1,
        bytes_read=found.bytes_read,
        claimed_at=timezone.now(),
        **{kept.outcome: F(kept.outcome) + 1},
    )
    found.read += 1
    setattr(found, kept.outcome, getattr(found, kept.outcome) + 1)


def _with_defects(sentence: str, read: Mail) -> str:
    """Malformed mail is kept as far as it can be read, and the page says what was wrong with it."""
    return " ".join([sentence, *(defect.sentence for defect in read.defects)])


@transaction.atomic
def _finished(found: MailImport) -> MailImport:
    found.status, found.finished_at, found.claim, found.claimed_at = MailImport.Status.DONE, timezone.now(), None, None
    found.save(update_fields=["status", "finished_at", "claim", "claimed_at"])
    found.chunks.all().delete()
    record("import done", found, found.requested_by, read=found.read, kept=found.kept, known=found.known, skipped=found.skipped)
    return found


@transaction.atomic
def give_back(found: MailImport, token: UUID) -> None:
    """A job's time is up before the file's end: the next one goes on."""
    if MailImport.objects.filter(pk=found.pk, claim=token).update(status=MailImport.Status.QUEUED, claim=None, claimed_at=None):
        _queue(found)


@transaction.atomic
def stop(found: MailImport, sentence: str, token: UUID) -> None:
    """Reading cannot go on; what was kept stays. Says nothing where another reader holds the import by now."""
    stopped = MailImport.objects.filter(pk=found.pk, claim=token).update(
        status=MailImport.Status.FAILED, error=sentence[:300], claim=None, claimed_at=None, finished_at=timezone.now()
    )
    if not stopped:
        return
    found.refresh_from_db()
    found.chunks.all().delete()
    record("import stopped", found, found.requested_by)
