#!/bin/bash
# As much of the entrypoint of the image postgres as docker-compose.yml uses: a new folder of data gets the superuser's
# password and what the scripts in /docker-entrypoint-initdb.d make, on a server that listens on its socket only.
set -eo pipefail
if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA" && chown -R postgres:postgres "$PGDATA" && chmod 700 "$PGDATA"
    exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    initdb --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD")
    printf 'host all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
    printf "listen_addresses = '*'\n" >>"$PGDATA/postgresql.conf"
    pg_ctl --wait --options="-c listen_addresses=''" start
    for script in /docker-entrypoint-initdb.d/*.sh; do
        if [ -x "$script" ]; then "$script"; else . "$script"; fi
    done
    pg_ctl --mode=fast --wait stop
fi
exec "$@"
