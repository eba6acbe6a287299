#!/bin/sh
# Installs the lock files $2 … and this checkout in the virtual environment $1, which it makes with $PYTHON the first
# time. uv installs; where it is missing, pip brings it for the while. Where that cannot be, pip installs, in some
# minutes: the environment's, that of $PYTHON, or one that comes with Python.
set -eu
venv=$1
shift
python=${PYTHON:-python3}
here=$venv/bin/python

fail() {
    echo "$@" >&2
    exit 2
}

make_environment() {
    "$python" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null ||
        fail "Nought needs Python 3.11 or newer; '$python' is not. Try: make PYTHON=python3.12 ..."
    echo "Setting up $venv with $("$python" --version) …"
    rm -rf "$venv"
    "$python" -m venv --without-pip "$venv"
}

# Sets $owner to a Python that has a pip.
find_pip() {
    for owner in "$here" "$python"; do
        "$owner" -m pip --python "$here" --version >/dev/null 2>&1 && return
    done
    owner=$here
    "$here" -m ensurepip >/dev/null 2>&1 && return
    # Debian keeps pip, and what brings it, in packages of their own.
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        apt-get -q update && apt-get -qy install python3-venv && "$here" -m ensurepip >/dev/null
    else
        fail "There is neither uv nor pip. On Debian: sudo apt-get install python3-venv"
    fi
}

pip_install() {
    [ "${owner:-}" ] || find_pip
    "$owner" -m pip --python "$here" install -q --disable-pip-version-check --no-compile --no-deps "$@"
}

# Sets $uv to a uv that installs; empty if there is none.
find_uv() {
    if uv=$(command -v uv); then return; fi
    if pip_install --only-binary :all: --target "$tools" --require-hashes -r requirements-uv.lock; then
        uv=$tools/bin/uv
    fi
}

# Modules are compiled when they are imported, which is few of most packages.
install() {
    if [ "$uv" ]; then
        if "$uv" pip install -q --python "$here" --no-deps "$@"; then return; fi
        uv=
    fi
    pip_install "$@"
}

"$here" -c '' 2>/dev/null || make_environment
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
find_uv
for lock; do
    echo "Installing what $lock names …"
    install --require-hashes -r "$lock"
done
# What builds is not needed to run, so it is removed again; where tests run it is installed.
PYTHONPATH=$PWD/$venv/build
export PYTHONPATH
"$here" -c 'import hatchling, babel' 2>/dev/null || install --require-hashes --target "$PYTHONPATH" -r requirements-build.lock
install --no-build-isolation -e .
rm -rf "$PYTHONPATH"
