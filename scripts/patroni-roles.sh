#!/bin/sh
# Patroni runs this once, at the first leader of a new cluster: makes the roles and the database as compose-roles.sh does.
set -eu
export PGHOST=127.0.0.1 PGPASSWORD="$PATRONI_SUPERUSER_PASSWORD" POSTGRES_USER="$PATRONI_SUPERUSER_USERNAME"
exec sh "$(dirname "$0")/compose-roles.sh"
