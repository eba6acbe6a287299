#!/bin/sh
# Serves Nought on a cluster on this machine's loopback until Ctrl-C, then stops the cluster. Arguments: --data FOLDER.
set -eu
started=$(python -m scripts.cluster start "$@")
printf '%s\n' "$started" | grep -v '^export ' || true
eval "$(printf '%s\n' "$started" | grep '^export ')"
trap 'python -m scripts.cluster stop "$@"' EXIT
trap : INT TERM
nought migrate
nought cluster
echo "Kill the leader in another terminal: python -m scripts.cluster kill-leader $*"
nought serve
