#!/bin/sh
# Patroni runs this once, at the first leader of a new cluster: makes the roles and the database as compose-roles.sh does.
# It gives the connection as an argument, and the password in PGPASSFILE; its own PATRONI_… variables it keeps to itself.
set -eu
export POSTGRES_USER=postgres ROLES_CONNECTION="$1"
exec sh "$(dirname "$0")/compose-roles.sh"
