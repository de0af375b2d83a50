"""Memory while mail comes in does not grow with the file. `make bench-import` is the long form: 1 GB and 100,000 mails."""

import subprocess
import sys
import tracemalloc

import pytest

from profiles import archives
from profiles.models import MailImport
from profiles.tests import factories as make
from voicedesk import import_scale

MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""
"""Run by a small process between: what a process is said to have held begins with the size of the one that started it."""


def peak(file, rep, environment) -> float:
    """Megabytes of memory at most, of the command in a process of its own."""
    command = [import_scale.MANAGE, "import_mail", file, "--rep", rep.email, "--examples"]
    measured = [sys.executable, "-c", MEASURE, sys.executable, *command]
    return float(subprocess.run(measured, env=environment, stdout=subprocess.PIPE, check=True).stdout)


@pytest.mark.django_db(transaction=True)
def test_a_mailbox_twenty_times_as_large_takes_hardly_more_memory(tmp_path, shell_environment, queue):
    rep = make.make_rep(email=import_scale.REP)
    small, large, heavy = tmp_path / "small.mbox", tmp_path / "large.mbox", tmp_path / "heavy.mbox"
    few, many = import_scale.write_mbox(small, 0.5), import_scale.write_mbox(large, 10)
    letter = next(import_scale.letters(attachments=False))
    heavy.write_bytes(b"From rae@seller.example.com Mon Nov  2 10:00:00 2026\n" + letter + (b"QUJD" * 18 + b"\n") * 350_000)
    memory = {file: peak(file, rep, shell_environment) for file in (small, large, heavy)}
    counted = dict(MailImport.objects.values_list("source", "read"))
    assert counted == {"small.mbox": few, "large.mbox": many, "heavy.mbox": 1}
    assert memory[large] - memory[small] < 15
    assert max(memory.values()) < import_scale.MOST_MEGABYTES, "a mail of 25 MB included"


def test_of_a_zip_only_the_list_of_files_is_held(tmp_path):
    def kilobytes(count: int) -> float:
        file = tmp_path / f"{count}.zip"
        import_scale.write_zip(file, count)
        with file.open("rb") as stream:
            tracemalloc.start()
            try:
                assert sum(1 for _ in archives.messages(stream, file.name)) == count
                return tracemalloc.get_traced_memory()[1] / 1024
            finally:
                tracemalloc.stop()

    assert kilobytes(3000) - kilobytes(150) < 3000, "a kilobyte a file"
