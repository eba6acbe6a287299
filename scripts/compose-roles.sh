#!/bin/sh
# Runs in the container of Postgres, once, when its volume is new: makes the roles and the database. Neither role is a
# superuser: nought_owner owns the database and migrates, nought reads and appends.
set -eu
psql --username "$POSTGRES_USER" --dbname "${ROLES_CONNECTION:-postgres}" --set ON_ERROR_STOP=1 \
  --set owner_password="$NOUGHT_OWNER_PASSWORD" --set password="$NOUGHT_PASSWORD" <<'SQL'
CREATE ROLE nought_app NOLOGIN;
CREATE ROLE nought_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE nought LOGIN PASSWORD :'password' IN ROLE nought_app;
CREATE DATABASE nought OWNER nought_owner;
REVOKE ALL ON DATABASE nought FROM PUBLIC;
GRANT CONNECT ON DATABASE nought TO nought;
SQL
