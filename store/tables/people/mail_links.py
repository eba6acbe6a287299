"""Links sent to a mail address that is no account's login yet: to join with it, or to make it an account's login."""

from __future__ import annotations

from typing import TYPE_CHECKING, LiteralString, NamedTuple

from psycopg.errors import UniqueViolation

from store.tables.queries import hash_secret, new_secret, rows

if TYPE_CHECKING:
    from datetime import timedelta
    from uuid import UUID

    from store.events.recorder import Recorder


class MailLink(NamedTuple):
    """A link that was sent to an address. ``account``: the account whose login the address becomes."""

    address: str
    account: UUID | None
    name: str


class MailLinks:
    """The table of links to mail addresses. Each is used once."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def issue(self, address: str, name: str, lifetime: timedelta, account: UUID | None = None) -> str:
        """Return the secret of a new link. ``name``: of whom the link is for.

        ``account``: the account whose login the address becomes; None for an account that is to join a club.
        """
        secret = new_secret()
        rows(
            self.recorder,
            "INSERT INTO mail_links (secret_hash, address, account_id, name, expires_at)"
            " VALUES (%s, %s, %s, %s, now() + %s) RETURNING 1",
            [hash_secret(secret), address, account, name, lifetime],
        )
        return secret

    def look_up(self, secret: str) -> MailLink | None:
        """Return a link; None if it was used or is too old."""
        there = rows(
            self.recorder,
            "SELECT address, account_id, name FROM mail_links WHERE secret_hash = %s AND expires_at > now()",
            [hash_secret(secret)],
        )
        return MailLink(*there[0]) if there else None

    def use(self, secret: str) -> MailLink | None:
        """Use a link, as `look_up`. Of concurrent callers with the same link, one gets it."""
        used = rows(
            self.recorder,
            "WITH used AS (DELETE FROM mail_links WHERE secret_hash = %s RETURNING address, account_id, name,"
            " expires_at) SELECT address, account_id, name FROM used WHERE expires_at > now()",
            [hash_secret(secret)],
        )
        return MailLink(*used[0]) if used else None

    def change_login(self, account: UUID, login: str) -> bool:
        """Give an account another login, and end the links sent to the one before. Returns False if it is taken."""
        change: LiteralString = (
            "WITH changed AS (UPDATE accounts SET login = %s WHERE id = %s AND disabled_at IS NULL RETURNING id),"
            " ended AS (UPDATE sign_in_links SET used_at = now() FROM changed WHERE account_id = changed.id"
            " AND used_at IS NULL), others AS (DELETE FROM mail_links USING changed WHERE account_id = changed.id)"
            " SELECT 1 FROM changed"
        )
        with self.recorder.datastore.get_connection() as connection:
            try:
                return connection.execute(change, [login, account]).fetchone() is not None
            except UniqueViolation:
                return False
