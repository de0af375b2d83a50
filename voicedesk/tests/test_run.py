"""The supervisor behind `make run`, with small commands in place of the web server and the worker, and with the real servers."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from voicedesk import run, services
from voicedesk.processes import Identity, marked, wait_until_gone

ROOT = Path(run.__file__).parent.parent
OURS = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "MAKELEVEL"}
"""What this test session's own environment must not lend to a run."""
WITH_CHILD = 'import subprocess, sys; subprocess.run([sys.executable, "-c", "import time; time.sleep(999)"])'
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); time.sleep(999)"


class Started:
    """A run in a process of its own: what it says, and how it ends."""

    def __init__(self, data: Path, port: int, *, steps=(), worker=WITH_CHILD, report="print('two drafts')", environment=None):
        self.data = data
        plan = textwrap.dedent(f"""
            import sys
            from pathlib import Path
            from voicedesk.run import Part, Plan, Run, Step, carry_out
            python = sys.executable
            plan = Plan(
                steps=tuple(Step("Doing " + str(n), (python, "-c", code)) for n, code in enumerate({list(steps)!r}, 1)),
                parts=(
                    Part("web", (python, "-m", "http.server", "{port}", "--bind", "127.0.0.1")),
                    Part("worker", (python, "-c", {worker!r})),
                ),
                report=Step("Looking at the drafts", (python, "-c", {report!r})),
            )
            sys.exit(carry_out(Run(plan, Path({str(data)!r}), "127.0.0.1", {port}, patience=2, durable=False)))
        """)
        clean = {name: value for name, value in os.environ.items() if name not in OURS}
        self.process = subprocess.Popen(
            [sys.executable, "-c", plan],
            cwd=ROOT,
            env=clean | (environment or {}),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""
        self._guard = threading.Timer(60, self.process.kill)  # a run that hangs fails its test instead of the session
        self._guard.start()

    def until(self, words: str) -> "Started":
        while words not in self.said:
            line = self.process.stdout.readline()
            assert line, f"ended before saying {words!r}: {self.said}"
            self.said += line
        return self

    def ends(self, sign: signal.Signals | None = None) -> int:
        if sign is not None:
            self.process.send_signal(sign)
        self.said += self.process.communicate()[0]
        self._guard.cancel()
        return self.process.returncode

    def everything(self) -> list[Identity]:
        """All that runs for it: parts, their children, both servers."""
        found = services.kept(self.data)
        servers = [process for server in (found.postgres, found.valkey) for process in server._family()]
        return [Identity.of(process.pid) for process in (*marked(str(self.data)), *servers)]


@pytest.fixture(scope="module")
def data():
    """One folder for all tests, so that initdb runs once; its name has a space, as folders of real people do."""
    spare = services.spare().folder
    folder = spare / "check out" / ".data"
    services.make_own_folder(folder, services.Account.mine(), 0o711)
    for parent in (folder.parent, spare):
        parent.chmod(0o711)
    yield folder
    services.kept(folder).remove()
    shutil.rmtree(spare)


@pytest.fixture
def port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def start(data, port):
    runs = []

    def begin(**options) -> Started:
        runs.append(Started(data, options.pop("port", port), **options))
        return runs[-1]

    yield begin
    for started in runs:
        started._guard.cancel()
        if started.process.poll() is None:
            started.process.kill()
        started.process.stdout.close()
        started.process.wait()
    for process in marked(str(data)):
        with contextlib.suppress(psutil.Error):
            process.kill()


def living(identities) -> list:
    return [process for identity in identities if (process := identity.process())]


def test_ctrl_c_ends_everything_it_started(start):
    started = start(steps=["pass"]).until("Ctrl-C ends everything")
    everything = started.everything()
    assert len(everything) > 4
    assert "two drafts" in started.said
    assert started.ends(signal.SIGINT) == 0
    assert living(everything) == []


def test_a_second_start_has_the_first_ones_data(start, data):
    write = start(
        steps=[
            "import os, psycopg\n"
            "with psycopg.connect(os.environ['DATABASE_URL']) as link: link.execute('CREATE TABLE IF NOT EXISTS kept ()')",
            "import os, redis; redis.from_url(os.environ['REDIS_URL']).set('kept', os.environ['SECRET_KEY'])",
        ]
    ).until("Ctrl-C ends everything")
    assert write.ends(signal.SIGTERM) == 0
    assert write.everything() == []
    start().until("Ctrl-C ends everything")
    found = services.kept(data)
    with psycopg.connect(found.database_url) as link:
        assert link.execute("SELECT to_regclass('kept')").fetchone() == ("kept",)
    assert redis.from_url(found.redis_url).get("kept").decode() == (data / "secret").read_text()
    assert (data / "secret").stat().st_mode & 0o077 == 0


def test_a_start_after_kill_9_ends_the_old_parts_and_takes_over_the_servers(start, data):
    first = start().until("Ctrl-C ends everything")
    old_parts = [Identity.of(process.pid) for process in marked(str(data))]
    old_servers = [identity for identity in first.everything() if identity not in old_parts]
    first.ends(signal.SIGKILL)
    assert len(living(old_parts)) == len(old_parts)
    second = start().until("Ctrl-C ends everything")
    assert "left behind" in second.said
    assert second.said.count("was still running") == 2
    assert living(old_parts) == []
    assert second.ends(signal.SIGINT) == 0
    assert living(old_servers) == []


def test_compiled_modules_are_kept_for_the_next_start_but_not_beside_the_sources(start, data):
    started = start(
        steps=["import sys; assert not sys.dont_write_bytecode and sys.pycache_prefix.endswith('pycache'), sys.pycache_prefix"],
        environment={"PYTHONDONTWRITEBYTECODE": "1"},
    ).until("Ctrl-C ends everything")
    assert started.ends(signal.SIGTERM) == 0


def test_a_second_run_in_the_same_folder_is_refused_and_harms_nothing(start, port):
    first = start().until("Ctrl-C ends everything")
    second = start()
    assert second.ends() == 1
    assert f"already runs from this folder (process {first.process.pid}, http://localhost:{port})" in second.said
    assert len(living(first.everything())) > 4


def test_a_taken_port_is_named_with_its_setting(start, port):
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        refused = start()
        assert refused.ends() == 1
    assert f"Port {port} on 127.0.0.1 is taken" in refused.said
    assert f"PORT={port + 1} make run" in refused.said
    assert "Ending" not in refused.said
    assert refused.everything() == []  # nor the servers an earlier test left by its kill -9


def test_a_step_that_fails_ends_the_run_and_shows_why(start):
    failed = start(steps=["pass", "raise SystemExit('the disk is full')"])
    assert failed.ends() == 1
    assert "Doing 2 failed" in failed.said
    assert "the disk is full" in failed.said
    assert failed.everything() == []


def test_a_signal_in_the_middle_of_a_step_ends_the_step_too(start, data):
    started = start(steps=["print(1)"], report="import time; print('reporting', flush=True); time.sleep(999)").until("reporting")
    everything = started.everything()
    assert started.ends(signal.SIGTERM) == 0
    assert living(everything) == []


def test_a_part_that_does_not_listen_is_killed_when_the_terminal_closes(start, data):
    started = start(worker=STUBBORN).until("Ctrl-C ends everything")
    everything = started.everything()
    assert started.ends(signal.SIGHUP) == 0
    assert living(everything) == []


def test_a_part_that_dies_is_started_again_without_its_orphans(start, data):
    started = start().until("Ctrl-C ends everything")
    recorded = run.read_record(data / "run.json")["parts"]
    worker = Identity(**recorded[1]).process()
    orphans = [Identity.of(child.pid) for child in worker.children()]
    worker.kill()
    started.until("The worker has ended (exit code -9); starting it again.")
    assert wait_until_gone((process for identity in orphans if (process := identity.process())), patience=10) == []


def test_a_part_that_keeps_dying_ends_the_run_and_shows_its_log(start):
    hopeless = start(worker="raise SystemExit('no such queue')", report="import time; time.sleep(999)")
    assert hopeless.ends() == 1
    assert "The worker keeps ending" in hopeless.said
    assert "no such queue" in hopeless.said
    assert hopeless.everything() == []


@pytest.mark.parametrize("name", ["valkey", "postgres"])
def test_a_server_that_dies_is_started_again(start, data, name):
    started = start().until("Ctrl-C ends everything")
    getattr(services.kept(data), name).kill()
    started.until("has ended; starting it again")
    assert started.ends(signal.SIGTERM) == 0


def test_a_report_that_fails_leaves_the_rest_up(start):
    started = start(report="raise SystemExit(3)").until("Ctrl-C ends everything")
    assert "failed (exit code 3). Everything is up all the same." in started.said


@pytest.mark.parametrize(
    "setting, url",
    [
        ("DATABASE_URL", "postgresql://voicedesk@127.0.0.1:1/voicedesk"),
        ("REDIS_URL", "redis://127.0.0.1:1/0"),
        ("REDIS_URL", "valkey.example"),
    ],
)
def test_a_given_server_that_does_not_answer_is_named_by_its_setting(start, setting, url):
    refused = start(environment={setting: url})
    assert refused.ends() == 1
    assert f"{setting} names a server that cannot be used" in refused.said


def test_given_servers_are_used_and_outlive_the_run(start, data):
    with services.throwaway() as given:
        started = start(
            steps=["import os, redis; redis.from_url(os.environ['REDIS_URL']).set('seen', os.environ['DATABASE_URL'])"],
            environment={"DATABASE_URL": given.database_url, "REDIS_URL": given.redis_url},
        ).until("Ctrl-C ends everything")
        assert "PostgreSQL: the one DATABASE_URL names." in started.said
        assert "started (" not in started.said
        assert started.ends(signal.SIGTERM) == 0
        assert redis.from_url(given.redis_url).get("seen").decode() == given.database_url
        assert given.postgres.is_running()


def test_a_setting_that_is_empty_is_not_set(start):
    started = start(environment={"DATABASE_URL": "", "REDIS_URL": "", "SECRET_KEY": ""}).until("Ctrl-C ends everything")
    assert "the one DATABASE_URL names" not in started.said
    assert started.ends(signal.SIGTERM) == 0


def test_the_run_ends_with_the_make_that_started_it(data, port, start):
    """kill -9 of make alone: nobody tells the supervisor."""
    probe = start(environment={"MAKELEVEL": "1"}).until("Ctrl-C ends everything")  # its parent lives: it stays
    assert probe.ends(signal.SIGTERM) == 0
    script = (
        "import os, subprocess, sys\n"
        f"code = {probe.process.args[2]!r}\n"
        "child = subprocess.Popen([sys.executable, '-c', code])\n"
        "print(child.pid, flush=True)\n"
        "child.wait()\n"
    )
    clean = {name: value for name, value in os.environ.items() if name not in OURS}
    make = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, env=clean | {"MAKELEVEL": "1"}, stdout=subprocess.PIPE, text=True
    )
    supervisor = Identity.of(int(make.stdout.readline()))
    while "Ctrl-C ends everything" not in (line := make.stdout.readline()):
        assert line
    everything = probe.everything()
    make.kill()
    assert " ended." in make.communicate()[0]
    assert wait_until_gone(living([supervisor, *everything]), patience=10) == []


@pytest.mark.parametrize("text", ["0", "65536", "eight", "-1", "80.5"])
def test_a_port_that_is_none_is_refused(text):
    with pytest.raises(run.Refused, match="PORT is"):
        run.port_from(text)


@pytest.mark.parametrize("content", ["", "[1]", '{"pid": '])
def test_a_record_cut_short_is_no_record(tmp_path, content):
    (tmp_path / "run.json").write_text(content)
    assert run.read_record(tmp_path / "run.json") == {}


def test_a_number_that_went_to_another_process_is_not_ours():
    me = Identity.of(os.getpid())
    assert me.process() is not None
    assert Identity(me.pid, me.started - 3600).process() is None
