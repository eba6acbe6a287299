#!/bin/sh
# Makes the virtual environment $1 with $PYTHON, and says what is missing where it cannot.
set -eu
venv=$1
python=${PYTHON:-python3}

if ! "$python" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "Nought needs Python 3.11 or newer; '$python' is not. Try: make PYTHON=python3.12 ..." >&2
    exit 2
fi
[ -x "$venv/bin/pip" ] && exit 0
echo "Setting up $venv with $("$python" --version) …"
rm -rf "$venv"
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
    # Debian keeps the venv module in a package of its own.
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        apt-get -q update && apt-get -qy install python3-venv
    else
        echo "Python's venv module is missing. On Debian: sudo apt-get install python3-venv" >&2
        exit 2
    fi
fi
"$python" -m venv "$venv"
