"""`make run`: everything VoiceDesk needs, on this machine, from one terminal, until Ctrl-C.

The servers start first, then what must be ready before anything serves (migrations, static files, the demo team), then the
parts that stay: web, worker, scheduler. Each is watched, and started again when it dies. Whatever ends the run, all it started
ends too. After a kill -9 nobody could end them: the next run finds what is left, ends the parts and takes the servers over.

Data, logs and the record of what runs are in `.data/`. Production does not use this; docs/operations.md says what it does.
"""

import argparse
import contextlib
import fcntl
import http.client
import json
import os
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from voicedesk import services
from voicedesk.processes import MARK, Identity, end, is_alive, marked

CHECKOUT = Path(__file__).resolve().parent.parent
PATIENCE = 10.0
"""Seconds the parts have to finish what they do when the run ends."""
RESTARTS, RESTART_WINDOW = 3, 60.0
"""A part that dies more often than this, in so many seconds, will not come right by itself."""
WEB_SECONDS = 60.0


FOR_A_SHELL = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "DEBUG")


class Refused(Exception):
    """The run cannot start or go on; the message says why and what to do."""


class Ended(BaseException):
    """Somebody asked for the end: Ctrl-C, SIGTERM, a closed terminal."""


@dataclass(frozen=True)
class Step:
    """A command that runs to its end before the next one starts. What it prints is for the person at the terminal."""

    doing: str
    command: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A command that stays for as long as the run."""

    name: str
    command: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """What a run consists of, besides the two servers. `report` runs when all parts are up."""

    steps: tuple[Step, ...]
    parts: tuple[Part, ...]
    report: Step


def voicedesk_plan(host: str, port: int) -> Plan:
    """The plan of `make run`."""
    # With a database of our own nobody else can have workers on it, and ours were ended before this runs.
    alone = () if os.environ.get("DATABASE_URL") else ("--alone",)
    manage = (sys.executable, str(CHECKOUT / "manage.py"))
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    web = (sys.executable, "-m", "gunicorn", "voicedesk.wsgi", "--bind", bind, "--preload", "--no-control-socket")
    workers = ("--workers", os.environ.get("WEB_CONCURRENCY", "2"), "--threads", "4", "--graceful-timeout", "5")
    return Plan(
        steps=(Step("Getting ready", (*manage, "prepare", *alone)),),
        parts=(Part("web", (*web, *workers)), Part("worker", (*manage, "worker")), Part("scheduler", (*manage, "scheduler"))),
        report=Step("Waiting for the demo drafts", (*manage, "demo_status", "--wait")),
    )


class Run:
    """One run of a plan in one data folder."""

    def __init__(self, plan: Plan, data: Path, host: str, port: int, patience: float = PATIENCE, durable: bool = True):
        self.plan = plan
        self.data = data.resolve()
        self.host = host
        self.port = port
        self.patience = patience
        self.ending = False
        self.services = services.kept(self.data, durable)
        self.mark = str(self.data)
        self.logs = self.data / "logs"
        self.record = self.data / "run.json"
        self.parts: dict[str, psutil.Popen] = {}
        self.deaths: dict[str, list[float]] = {}
        self.environment: dict[str, str] = {}
        self.started: list[services.Server] = []
        servers = (("DATABASE_URL", self.services.postgres), ("REDIS_URL", self.services.valkey))
        self.given = {setting: server.name for setting, server in servers if os.environ.get(setting)}
        self.embedded = [server for setting, server in servers if not os.environ.get(setting)]
        # Make can be killed without its child hearing of it. The run ends with the make that started it.
        self.parent = os.getppid() if "MAKELEVEL" in os.environ else None

    @property
    def address(self) -> str:
        host = "localhost" if self.host in {"127.0.0.1", "0.0.0.0", "::1", "::"} else self.host  # noqa: S104
        return f"http://{host}:{self.port}"

    def go(self) -> None:
        """Start everything and stay. Returns only by an exception: Ended, or Refused with a sentence."""
        with self._only_run_here():
            try:
                self._end_what_an_earlier_run_left()
                self._check_port()
                self._start_services()
                for step in self.plan.steps:
                    self._do(step)
                for part in self.plan.parts:
                    self._start(part)
                self._report()
                self._wait_for_web()
                say(f"\nVoiceDesk is at {self.address} (logs in {self.logs}). Ctrl-C ends everything.")
                while True:
                    self._watch()
            finally:
                self._end_everything()

    # --- before anything starts ---

    @contextlib.contextmanager
    def _only_run_here(self) -> Iterator[None]:
        make_data_folder(self.data)
        lock = (self.data / "run.lock").open("w")
        with lock:
            deadline = time.monotonic() + 2 * self.patience
            while not try_lock(lock):
                running = read_record(self.record)
                if not running.get("ending") or time.monotonic() > deadline:
                    where = f"process {running.get('pid', 'unknown')}, {running.get('address', 'still starting')}"
                    raise Refused(
                        f"VoiceDesk already runs from this folder ({where}). End that one first: Ctrl-C where it was started."
                    )
                time.sleep(0.1)
            yield

    def _end_what_an_earlier_run_left(self) -> None:
        known = [Identity(**part) for part in read_record(self.record).get("parts", [])]
        left = {process.pid: process for process in marked(self.mark)}
        left |= {process.pid: process for part in known if (process := part.process())}
        if left:
            say(f"Ending what an earlier run left behind ({len(left)} processes).")
            end(left.values(), self.patience / 2)

    def _check_port(self) -> None:
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except PermissionError:
                raise Refused(
                    f"Port {self.port} may not be opened by this user; choose one above 1023: PORT=8000 make run"
                ) from None
            except socket.gaierror:
                raise Refused(
                    f"BIND_HOST is {self.host!r}, which is no address of this machine; try BIND_HOST=127.0.0.1 make run"
                ) from None
            except OSError as error:
                advice = f"choose another with the setting PORT, as in: PORT={self.port + 1} make run"
                raise Refused(f"Port {self.port} on {self.host} is taken or unavailable ({error.strerror}); {advice}") from None

    # --- starting ---

    def _start_services(self) -> None:
        self.environment = {
            "DEBUG": "0",
            "DATABASE_URL": self.services.database_url,
            "REDIS_URL": self.services.redis_url,
            "PYTHONUNBUFFERED": "1",
            "DJANGO_SETTINGS_MODULE": "voicedesk.settings",
            "SECRET_KEY": lasting_secret(self.data / "secret"),
            **{name: value for name, value in os.environ.items() if value},  # set but empty is not set
            MARK: self.mark,
        }
        if self.environment.pop("PYTHONDONTWRITEBYTECODE", None):
            # Whoever set it wants no files beside the sources. Compiling everything at every start would take seconds, though.
            self.environment.setdefault("PYTHONPYCACHEPREFIX", str(self.data / "pycache"))
        write_shell(self.data / "env", {name: self.environment[name] for name in FOR_A_SHELL})
        self._write_record()
        for setting, name in self.given.items():
            check_given(setting)
            say(f"{name}: the one {setting} names.")
        for server in self.embedded:
            began = time.monotonic()
            found = server.start()
            self.started.append(server)
            say(f"{server.name} {'was still running' if found else 'started'} ({time.monotonic() - began:.1f} s).")

    def _do(self, step: Step) -> None:
        """Run the step to its end, keeping an eye on everything else meanwhile. Raises Refused when it fails."""
        say(f"{step.doing} …")
        process = psutil.Popen(step.command, **self._popen_options())
        while process.poll() is None:
            self._watch(0.05)
        if process.returncode:
            raise Refused(f"{step.doing} failed (exit code {process.returncode}).")

    def _report(self) -> None:
        try:
            self._do(self.plan.report)
        except Refused as problem:  # worth saying; not worth ending what is up
            say(f"{problem} Everything is up all the same.")

    def _start(self, part: Part) -> None:
        with (self.logs / f"{part.name}.log").open("ab") as log:
            process = psutil.Popen(part.command, stdout=log, stderr=subprocess.STDOUT, **self._popen_options())
        self.parts[part.name] = process
        self._write_record()

    def _popen_options(self) -> dict:
        # A session of its own: Ctrl-C in the terminal reaches this process alone, which then ends the others in order.
        return {"cwd": CHECKOUT, "env": self.environment, "stdin": subprocess.DEVNULL, "start_new_session": True}

    def _wait_for_web(self) -> None:
        say("Waiting for the web server …", end="")
        began = time.monotonic()
        while not answers(self.host, self.port):
            self._watch(0.1)
            if time.monotonic() - began > WEB_SECONDS:
                raise Refused(
                    "\n    ".join(["\nThe web server does not answer; its log ends:", *last_lines(self.logs / "web.log")])
                )
        say(f" {time.monotonic() - began:.1f} s")

    # --- staying, ending ---

    def _watch(self, pause: float = 1.0) -> None:
        """One look at everything that should be running, then a pause. Starts again what died."""
        if self.parent is not None and os.getppid() != self.parent:
            raise Ended
        for server in self.started:
            if not server.is_running():
                say(f"{server.name} has ended; starting it again.")
                self._count_death(server.name, server.log)
                server.start()
        for part in self.plan.parts:
            process = self.parts.get(part.name)
            if process is not None and process.poll() is not None:
                say(f"The {part.name} has ended (exit code {process.returncode}); starting it again.")
                self._count_death(part.name, self.logs / f"{part.name}.log")
                end_children_of_the_dead(process, self.mark, self.patience)
                self._start(part)
        time.sleep(pause)

    def _count_death(self, name: str, log: Path) -> None:
        now = time.monotonic()
        recent = [when for when in self.deaths.get(name, []) if now - when < RESTART_WINDOW]
        self.deaths[name] = [*recent, now]
        if len(recent) >= RESTARTS:
            raise Refused("\n    ".join([f"The {name} keeps ending; {log} ends:", *last_lines(log)]))

    def _end_everything(self) -> None:
        self.ending = True
        if self.started or self.parts:
            say("\nEnding everything …", end="")
        self._write_record(ending=True)
        end([process for process in self.parts.values() if is_alive(process)], self.patience)
        end(marked(self.mark), self.patience / 2)  # a step cut short, or what was started as the signal arrived
        for process in self.parts.values():
            process.poll()
        self.services.stop()
        self.record.unlink(missing_ok=True)
        if self.started or self.parts:
            say(" ended.")

    def _write_record(self, ending: bool = False) -> None:
        """What the next run must know if this one cannot tidy up."""
        parts = []
        for process in self.parts.values():
            with contextlib.suppress(psutil.Error):
                parts.append(asdict(Identity.of(process.pid)))
        content = {"pid": os.getpid(), "address": self.address, "ending": ending, "parts": parts}
        new = self.record.with_suffix(".new")
        new.write_text(json.dumps(content))
        new.rename(self.record)


# --- small helpers ---


def say(text: str, end: str = "\n") -> None:
    with contextlib.suppress(OSError):  # the terminal may be gone; ending in order matters more
        print(text, end=end, flush=True)


def check_given(setting: str) -> None:
    """Whether the server that DATABASE_URL or REDIS_URL names answers. Raises Refused when it does not."""
    import psycopg
    import redis

    try:
        if setting == "DATABASE_URL":
            psycopg.connect(os.environ[setting], connect_timeout=5).close()
        else:
            redis.from_url(os.environ[setting], socket_connect_timeout=5, socket_timeout=5).ping()
    except (psycopg.Error, redis.RedisError, ValueError) as error:
        reason = str(error).strip().splitlines()[0]
        raise Refused(
            f"{setting} names a server that cannot be used: {reason}. Correct it, or unset it to get one from here."
        ) from None


def make_data_folder(data: Path) -> None:
    """The data folder, with last run's logs set aside. Others may pass through it, for root's PostgreSQL is somebody else."""
    try:
        (data / "logs").mkdir(parents=True, exist_ok=True)
        data.chmod(0o711)
        for log in (data / "logs").glob("*.log"):
            if log.stat().st_size > 1_000_000:
                log.rename(log.with_suffix(".log.1"))
    except PermissionError:
        raise Refused(
            f"{data} belongs to somebody else; start as the user who first ran VoiceDesk here, or remove the folder."
        ) from None


def try_lock(file) -> bool:
    """Lock the file for as long as it is open; the kernel lets go when the process ends, however it ends."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def read_record(path: Path) -> dict:
    """The record an earlier or running run wrote; empty when there is none, or it was cut short."""
    with contextlib.suppress(OSError, ValueError):
        found = json.loads(path.read_text())
        return found if isinstance(found, dict) else {}
    return {}


def lasting_secret(path: Path) -> str:
    """The key sessions are signed with: made once, so that a second start logs nobody out."""
    with contextlib.suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
    return path.read_text()


def write_shell(path: Path, settings: dict[str, str]) -> None:
    """What another terminal needs to use `manage.py` on this run's data: read with `. .data/env`. Only its owner can."""
    lines = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in settings.items())
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(lines)


def last_lines(log: Path, count: int = 15) -> list[str]:
    with contextlib.suppress(OSError):
        return log.read_text(errors="replace").splitlines()[-count:]
    return []


def answers(host: str, port: int) -> bool:
    """Whether the web server answers at all; what it answers is /healthz's to say."""
    link = http.client.HTTPConnection({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port, timeout=5)  # noqa: S104
    try:
        link.request("GET", "/healthz", headers={"Host": "localhost"})
        return link.getresponse().status < 600
    except (OSError, http.client.HTTPException):
        return False
    finally:
        link.close()


def end_children_of_the_dead(process: psutil.Popen, mark: str, patience: float) -> None:
    """A part that was killed cannot end what it had forked; those now have another parent but still its session."""
    with contextlib.suppress(OSError):
        end((orphan for orphan in marked(mark) if os.getsid(orphan.pid) == process.pid), patience)


def hear_signals(run: Run) -> None:
    """The first signal ends the run in order; a second one, from somebody impatient, kills what is left."""

    def answer(number, frame):
        if not run.ending:
            run.ending = True
            raise Ended
        for process in marked(run.mark):
            with contextlib.suppress(psutil.Error):
                process.kill()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup make run
            signal.signal(number, answer)


def carry_out(run: Run) -> int:
    """The run, from start to end; returns the exit code."""
    hear_signals(run)
    try:
        run.go()
    except Ended:
        return 0
    except (Refused, services.ServiceError) as problem:
        say(f"\n{problem}")
        return 1
    return 0


def remove_data(run: Run) -> int:
    try:
        with run._only_run_here():
            run.services.remove()
            shutil.rmtree(run.data, ignore_errors=True)
    except Refused as problem:
        say(str(problem))
        return 1
    say(f"Removed {run.data}.")
    return 0


def port_from(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= 65535:
        return int(text)
    raise Refused(f"PORT is {text!r}; use a number from 1 to 65535.")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m voicedesk.run", description=__doc__.splitlines()[0])
    parser.add_argument("--remove-data", action="store_true", help="delete the demo's data instead of starting")
    arguments = parser.parse_args()
    host = os.environ.get("BIND_HOST") or "127.0.0.1"
    try:
        port = port_from(os.environ.get("PORT") or "8000")
    except Refused as problem:
        say(str(problem))
        return 1
    run = Run(voicedesk_plan(host, port), CHECKOUT / ".data", host, port)
    return remove_data(run) if arguments.remove_data else carry_out(run)


if __name__ == "__main__":
    sys.exit(main())
