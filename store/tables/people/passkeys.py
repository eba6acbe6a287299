"""Passkeys of accounts, and the challenges that their authenticators sign."""

# ruff: noqa: S608  (statements are put together of constants only)

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, LiteralString

from psycopg.rows import tuple_row

from store.tables.queries import hash_secret, rows

if TYPE_CHECKING:
    from datetime import datetime, timedelta
    from uuid import UUID

    from store.events.recorder import Recorder

MOST: Final = 20
"""The most passkeys of an account."""


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A passkey that was verified and is not stored yet."""

    credential: bytes
    public_key: bytes
    sign_count: int
    name: str

    def values(self, account: UUID) -> list[object]:
        """Return the values of `ADD_PASSKEY`."""
        return [self.credential, account, self.public_key, self.sign_count, self.name]


class PasskeyTaken(ValueError):
    """Raised if an account has the credential of a new passkey already."""


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey of an account. ``name``: the owner's name for it, at first the device on which it was made."""

    credential: bytes
    account: UUID
    public_key: bytes
    sign_count: int
    name: str
    created_at: datetime
    used_at: datetime | None


ADD_PASSKEY: LiteralString = (
    "INSERT INTO passkeys (credential_id, account_id, public_key, sign_count, name) VALUES (%s, %s, %s, %s, %s)"
    " ON CONFLICT DO NOTHING RETURNING 1"
)
"""Stores a passkey. Returns no row if an account has its credential already."""
_NAMES: LiteralString = "credential_id, account_id, public_key, sign_count, name, created_at, used_at"


class Passkeys:
    """The tables of passkeys and of challenges."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def add(self, account: UUID, new: NewPasskey) -> bool:
        """Add a passkey to an account. Returns False if this one has `MOST`. Raises `PasskeyTaken`."""
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            cursor.execute("SELECT 1 FROM accounts WHERE id = %s FOR NO KEY UPDATE", [account])  # one after the other
            own = cursor.execute("SELECT count(*) FROM passkeys WHERE account_id = %s", [account]).fetchone()
            if own is None or own[0] >= MOST:
                return False
            if cursor.execute(ADD_PASSKEY, new.values(account)).fetchone() is None:
                raise PasskeyTaken
        return True

    def find(self, credential: bytes) -> Passkey | None:
        """Return the passkey of a credential; None if there is none."""
        there: LiteralString = f"SELECT {_NAMES} FROM passkeys WHERE credential_id = %s"
        passkeys = [_passkey(row) for row in rows(self.recorder, there, [credential])]
        return passkeys[0] if passkeys else None

    def of_account(self, account: UUID) -> list[Passkey]:
        """Return the passkeys of an account, the oldest first."""
        own: LiteralString = f"SELECT {_NAMES} FROM passkeys WHERE account_id = %s ORDER BY created_at, credential_id"
        return [_passkey(row) for row in rows(self.recorder, own, [account])]

    def record_use(self, credential: bytes, before: int, sign_count: int) -> bool:
        """Record that a passkey signed. Returns False if it signed something else meanwhile, or is not there."""
        return bool(
            rows(
                self.recorder,
                "UPDATE passkeys SET sign_count = %s, used_at = now() WHERE credential_id = %s AND sign_count = %s"
                " RETURNING 1",
                [sign_count, credential, before],
            )
        )

    def rename(self, account: UUID, credential: bytes, name: str) -> bool:
        """Rename a passkey of an account. Returns False if the account has it not."""
        renamed = "UPDATE passkeys SET name = %s WHERE account_id = %s AND credential_id = %s RETURNING 1"
        return bool(rows(self.recorder, renamed, [name, account, credential]))

    def remove(self, account: UUID, credential: bytes) -> bool:
        """Remove a passkey of an account. Returns False if the account has it not."""
        removed = "DELETE FROM passkeys WHERE account_id = %s AND credential_id = %s RETURNING 1"
        return bool(rows(self.recorder, removed, [account, credential]))

    # --- challenges -------------------------------------------------------------------------------

    def challenge(self, challenge: str, purpose: str, lifetime: timedelta, account: UUID | None = None) -> None:
        """Store a challenge. ``account``: the account whose passkey is made, also one that is not stored yet."""
        rows(
            self.recorder,
            "INSERT INTO challenges (challenge_hash, purpose, account_id, expires_at)"
            " VALUES (%s, %s, %s, now() + %s) RETURNING 1",
            [hash_secret(challenge), purpose, account, lifetime],
        )

    def take_challenge(self, challenge: str, purpose: str) -> tuple[UUID | None] | None:
        """Use up a challenge. Returns its account in a tuple; None if it was used, is too old or for something else.

        Of concurrent callers with the same challenge, one gets it.
        """
        taken = rows(
            self.recorder,
            "WITH taken AS (DELETE FROM challenges WHERE challenge_hash = %s RETURNING purpose, account_id, expires_at)"
            " SELECT account_id FROM taken WHERE purpose = %s AND expires_at > now()",
            [hash_secret(challenge), purpose],
        )
        return (taken[0][0],) if taken else None


def _passkey(row: tuple[object, ...]) -> Passkey:
    credential, account, public_key, *others = row
    return Passkey(bytes(credential), account, bytes(public_key), *others)  # type: ignore[arg-type, call-overload]
