"""Accounts at an issuer of OpenID Connect, and sign-ins there that have begun."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID, uuid4

from psycopg.rows import tuple_row

from store.tables.queries import hash_secret, rows

if TYPE_CHECKING:
    from datetime import timedelta

    from store.events.recorder import Recorder


class Visit(NamedTuple):
    """A sign-in at an issuer that has begun. ``verifier``: the secret of PKCE; ``following``: the page after it."""

    nonce: str
    verifier: str
    following: str


class Issuers:
    """The tables of issuers."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def begin(self, state: str, visit: Visit, lifetime: timedelta) -> None:
        """Store a sign-in that begins, by the hash of its state."""
        rows(
            self.recorder,
            "INSERT INTO issuer_visits (state_hash, nonce, verifier, following, expires_at)"
            " VALUES (%s, %s, %s, %s, now() + %s) RETURNING 1",
            [hash_secret(state), *visit, lifetime],
        )

    def take(self, state: str) -> Visit | None:
        """Use up a sign-in that has begun. Returns None if it was used, is too old or never began.

        Of concurrent callers with the same state, one gets it.
        """
        taken = rows(
            self.recorder,
            "WITH taken AS (DELETE FROM issuer_visits WHERE state_hash = %s RETURNING nonce, verifier, following,"
            " expires_at) SELECT nonce, verifier, following FROM taken WHERE expires_at > now()",
            [hash_secret(state)],
        )
        return Visit(*taken[0]) if taken else None

    def find_account(self, issuer: str, subject: str) -> UUID | None:
        """Return the account of a subject of an issuer; None if there is none."""
        known = "SELECT account_id FROM issuer_subjects WHERE issuer = %s AND subject = %s"
        accounts = rows(self.recorder, known, [issuer, subject])
        return accounts[0][0] if accounts else None

    def of_account(self, account: UUID) -> list[dict[str, str]]:
        """Return the subjects of an account at issuers, the first one first."""
        own = "SELECT issuer, subject FROM issuer_subjects WHERE account_id = %s ORDER BY linked_at"
        return [{"issuer": issuer, "subject": subject} for issuer, subject in rows(self.recorder, own, [account])]

    def add_account(self, issuer: str, subject: str, name: str) -> UUID:
        """Make a player's account, with no club, for a subject of an issuer; return the one that is there already."""
        identity = uuid4()
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            cursor.execute(
                "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"nought issuer {issuer} {subject}"]
            )
            known = "SELECT account_id FROM issuer_subjects WHERE issuer = %s AND subject = %s"
            if there := cursor.execute(known, [issuer, subject]).fetchone():
                return UUID(str(there[0]))
            cursor.execute(
                "INSERT INTO accounts (id, login, name, role, created_by) VALUES (%s, %s, %s, 'player', '')",
                [identity, f"player {identity}", name],
            )
            cursor.execute(
                "INSERT INTO issuer_subjects (issuer, subject, account_id) VALUES (%s, %s, %s)",
                [issuer, subject, identity],
            )
        return identity
