"""What importing a 1 GB .mbox and a .zip of 100,000 mails takes: made for the purpose, killed in the middle, read on, thrown away.

python -m voicedesk.import_scale [megabytes of the .mbox] [mails of the .zip]
"""

import base64
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import psycopg

from voicedesk.services import throwaway

MANAGE = Path(__file__).resolve().parents[1] / "manage.py"
REP = "rae@seller.example.com"
MOST_MEGABYTES = 300
SYLLABLES = "an bel cor da el fin gra hu is jo ka lem mo nu or pra qui ras sto tur ul ven wa xi yo zen".split()
NEW_REP = f"""
from profiles.models import Rep, Team
Rep.objects.create(team=Team.objects.create(name="Sales", company="Seller"), name="Rae Writer", email="{REP}")
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One reading of a file: megabytes of memory at most, seconds, and whether it was killed."""

    megabytes: float
    seconds: float
    killed: bool


def main(megabytes: int = 1024, mails: int = 100_000) -> int:
    """Prints a line a file; returns how many are over the bar or did not end with every mail counted."""
    with throwaway() as services, tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": services.database_url,
            "REDIS_URL": services.redis_url,
            "SECRET_KEY": secrets.token_urlsafe(50),
        }
        for arguments in (["migrate", "-v", "0"], ["shell", "--no-imports", "-c", NEW_REP]):
            subprocess.run([sys.executable, MANAGE, *arguments], env=environment, check=True)
        mailbox, archive = Path(folder, "all mail.mbox"), Path(folder, "inbox.zip")
        over = 0
        with psycopg.connect(services.database_url, autocommit=True) as database:
            for file, count, kind in (
                (mailbox, write_mbox(mailbox, megabytes), ["--examples", "2026-Q4"]),
                (archive, write_zip(archive, mails), ["--threads"]),
            ):
                over += told(file, count, killed_and_resumed(environment, database, file, count, kind), database)
                file.unlink()
    return over


def killed_and_resumed(environment: dict, database: psycopg.Connection, file: Path, count: int, kind: list[str]) -> list[Run]:
    """The import begun, killed with -9 when half of the mails are counted, and begun again."""
    runs = []
    for stop_at in (count // 2, None):
        began = time.monotonic()
        command = [sys.executable, MANAGE, "import_mail", file, "--rep", REP, "--show", "0", *kind]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ended, usage = 0, None
        while not ended:
            time.sleep(0.2)
            if stop_at and counted(database)[0] >= stop_at:
                process.kill()
                stop_at = None
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        process.returncode = os.waitstatus_to_exitcode(status)
        runs.append(Run(usage.ru_maxrss / 1024, time.monotonic() - began, process.returncode < 0))
    return runs


def counted(database: psycopg.Connection) -> tuple:
    newest = "SELECT read, kept, known, skipped, status FROM profiles_mailimport ORDER BY id DESC LIMIT 1"
    return database.execute(newest).fetchone() or (0,)


def told(file: Path, count: int, runs: list[Run], database: psycopg.Connection) -> bool:
    """One line; whether memory is over the bar, or a mail is missing."""
    read, kept, known, skipped, status = counted(database)
    peak, seconds = max(run.megabytes for run in runs), sum(run.seconds for run in runs)
    whole = status == "done" and read == count and runs[0].killed
    print(
        f"{file.name}: {file.stat().st_size / 2**20:,.0f} MB, {count:,} mails; {kept:,} kept, {known:,} known, {skipped:,} skipped; "
        f"peak {peak:.0f} MB; {seconds:,.0f} s ({seconds / count * 1000:.1f} ms a mail), killed once and read on"
        f"{'' if whole else '   NOT EVERY MAIL WAS COUNTED'}{'' if peak < MOST_MEGABYTES else '   over its bar'}",
        flush=True,
    )
    return not whole or peak >= MOST_MEGABYTES


def write_mbox(file: Path, megabytes: float) -> int:
    """A mailbox of about that size, half of it the rep's own mail, one mail in six with a file, some of 15 MB; its number of mails."""
    count = 0
    with file.open("wb") as out:
        for raw in letters(attachments=True):
            out.write(b"From rae@seller.example.com Mon Nov  2 10:00:00 2026\n" + raw + b"\n")
            count += 1
            if out.tell() >= megabytes * 2**20:
                return count
    raise AssertionError("letters never end")


def write_zip(file: Path, mails: int) -> int:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, raw in zip(range(mails), letters(attachments=False), strict=False):
            archive.writestr(f"Mail/{number:06}.eml", raw)
    return mails


def letters(attachments: bool) -> Iterator[bytes]:
    """Mails without end, from the rep and to them by turns, in made-up words; the same on every run."""
    dice = random.Random(3)  # noqa: S311 - the same letters on every run
    words = ["".join(dice.choices(SYLLABLES, k=dice.randint(1, 3))) for _ in range(4000)]
    number = 0
    while True:
        number += 1
        lead = f"lead{number // 6}@prospect{number // 60}.example.com"
        sender, to = (REP, lead) if number % 2 else (lead, REP)
        sent = datetime.now(UTC) - timedelta(minutes=dice.randint(30, 500 * 24 * 60))
        lines = "\n".join(" ".join(dice.choices(words, k=12)) + "." for _ in range(dice.randint(2, 25)))
        head = (
            f"Message-ID: <{number}.{attachments}@example.com>\nFrom: {sender}\nTo: {to}\nSubject: Re: {lines[:30]}\n"
            f"In-Reply-To: <{number - 1}.{attachments}@example.com>\nDate: {format_datetime(sent)}\n"
        )
        text = f"Hello,\n\n{lines}\n\nRegards\n"
        if attachments and number % 6 == 0:
            size = 15 * 2**20 if number % 6000 == 0 else dice.randint(1_000, 400_000)
            file = base64.encodebytes(dice.randbytes(size)).decode()
            text = f"--b\n\n{text}\n--b\nContent-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n{file}\n--b--\n"
            head += "Content-Type: multipart/mixed; boundary=b\n"
        yield f"{head}\n{text}".encode()


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:3]))))
