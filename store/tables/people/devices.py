"""The browsers on which an account has signed in. A browser has one secret for all accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from store.tables.queries import hash_secret, new_secret, rows

if TYPE_CHECKING:
    from uuid import UUID

    from store.events.recorder import Recorder

MOST: Final = 20
"""The most browsers of an account; the least recently used are deleted."""


class Devices:
    """The table of known browsers."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def remember(self, account: UUID, secret: str) -> str:
        """Record that the account signed in on this browser. Return its secret, a new one if ``secret`` is unknown."""
        known = rows(self.recorder, "SELECT 1 FROM devices WHERE secret_hash = %s LIMIT 1", [hash_secret(secret)])
        kept = secret if secret and known else new_secret()
        rows(
            self.recorder,
            "INSERT INTO devices (secret_hash, account_id) VALUES (%s, %s)"
            " ON CONFLICT (secret_hash, account_id) DO UPDATE SET used_at = now() RETURNING 1",
            [hash_secret(kept), account],
        )
        rows(
            self.recorder,
            "DELETE FROM devices WHERE account_id = %s AND secret_hash NOT IN (SELECT secret_hash FROM devices"
            " WHERE account_id = %s ORDER BY used_at DESC LIMIT %s) RETURNING 1",
            [account, account, MOST],
        )
        return kept

    def is_known(self, account: UUID | None, secret: str) -> bool:
        """Return whether the account has signed in on the browser of a secret. Without an account it takes as long."""
        return bool(secret) and bool(
            rows(
                self.recorder,
                "SELECT 1 FROM devices WHERE secret_hash = %s AND account_id = %s",
                [hash_secret(secret), account],
            )
        )
