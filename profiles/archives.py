"""Mails out of a file, one at a time: a mail, an .mbox archive, or a .zip of either.

A .zip is read in place and never unpacked to disk. What could harm is refused before the first mail: a path that leads out
of the archive, another archive inside, contents out of proportion to the file, more files than fit in memory.
"""

import io
import re
import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from profiles import mail
from profiles.refusal import Refused

ZIP = b"PK\x03\x04"
ARCHIVES = (ZIP, b"PK\x05\x06", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"(\xb5/\xfd")
"""How the archives begin that mail is likely to be packed in."""

ARCHIVE_NAMES = (".zip", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".7z", ".rar", ".zst")

MOST_DIRECTORY = 16 * 1024 * 1024
"""Bytes of a .zip's list of files: about 150,000 of them, which take some 100 MB while they are read."""

MOST_RATIO = 100
"""How many times as large as the file its contents may be. Mail packs to a third; the densest text a person writes to a tenth."""

ALWAYS_FINE = 256 * 1024 * 1024
"""Bytes of contents that are read whatever they were packed to."""

DAMAGE = (BadZipFile, EOFError, zlib.error, NotImplementedError, RuntimeError, ValueError, OverflowError, struct.error)
"""What reading a broken .zip raises: sizes and offsets in it are anybody's."""

_DRIVE = re.compile(r"[A-Za-z]:")
_HEADER_FIELD = re.compile(rb"[!-9;-~]{1,76}:[ \t\r\n]|From \S")


@dataclass(frozen=True, slots=True)
class NotMail:
    """A file of an archive that is passed over, by its name."""

    name: str


def messages(stream: BinaryIO, name: str) -> Iterator[bytes | NotMail]:
    """The mails of a file in order, whatever its name says it is. Raises Refused for an archive that is not read (further)."""
    beginning = stream.read(len(ZIP))
    stream.seek(0)
    if beginning == ZIP:
        yield from _of_zip(stream, name)
    else:
        yield from mail.messages(stream, name)


def _of_zip(stream: BinaryIO, name: str) -> Iterator[bytes | NotMail]:
    try:
        with ZipFile(_Bounded(stream, name)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            check(members, name, stream.seek(0, 2))
            for member in members:
                yield from _of_member(archive, member, name)
    except DAMAGE as error:
        raise Refused(f"{name} is damaged ({type(error).__name__}): what could be read of it was read.") from error


def check(members: list[ZipInfo], name: str, size: int) -> None:
    """Raises Refused with what is wrong with an archive of ``size`` bytes, as far as its list of files tells."""
    for member in members:
        path = PurePosixPath(member.filename.replace("\\", "/"))
        outside = path.is_absolute() or ".." in path.parts or _DRIVE.match(member.filename)
        if outside or stat.S_ISLNK(member.external_attr >> 16):
            raise Refused(f"{name} is not read: {_short(member)} leads out of the archive.")
        if path.name.lower().endswith(ARCHIVE_NAMES):
            raise Refused(_nested(member, name))
        if member.flag_bits & 1:
            raise Refused(f"{name} is locked with a password: bring it in without one.")
        if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise Refused(f"{name} is packed in a way that is not read here: pack it again as an ordinary .zip.")
    unpacked = sum(member.file_size for member in members)
    if unpacked > max(ALWAYS_FINE, MOST_RATIO * size):
        raise Refused(f"{name} is not read: it holds {unpacked // size:,} times its own size, which no mail does.")


def _of_member(archive: ZipFile, member: ZipInfo, name: str) -> Iterator[bytes | NotMail]:
    with io.BufferedReader(archive.open(member)) as content:
        beginning = content.peek(300)[:300]
        if beginning.startswith(ARCHIVES) or beginning[257:262] == b"ustar":
            raise Refused(_nested(member, name))
        if _HEADER_FIELD.match(beginning.lstrip(b"\xef\xbb\xbf\r\n")):
            yield from mail.messages(content, member.filename)
        else:
            yield NotMail(member.filename)


def _nested(member: ZipInfo, name: str) -> str:
    return f"{name} holds another archive, {_short(member)}: take it out and bring it in by itself."


def _short(member: ZipInfo) -> str:
    return member.filename if len(member.filename) <= 80 else f"{member.filename[:77]}..."


class _Bounded:
    """A stream that gives no more at once than a list of files may have: ``ZipFile`` reads that list whole."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream, self._name = stream, name
        self.seek, self.tell, self.seekable = stream.seek, stream.tell, stream.seekable

    def read(self, size: int = -1) -> bytes:
        if size > MOST_DIRECTORY:
            raise Refused(f"{self._name} holds too many files for one archive: split it.")
        return self._stream.read(size)
