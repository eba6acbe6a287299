"""Invitations to a table: a code on a card, and a PIN. They end; they are never deleted."""

# ruff: noqa: S608  (statements are put together of constants only)

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, LiteralString
from uuid import UUID, uuid4

from psycopg.types.json import Jsonb

from store.tables.queries import hash_secret, new_code, rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime, timedelta

    from store.events.recorder import Recorder


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation: with its code and PIN one joins the table, with the role and the scope."""

    id: UUID
    table: UUID
    pin_hash: str
    role: str
    scope: Mapping[str, str]
    issued_at: datetime
    issued_by: str
    expires_at: datetime
    revoked_at: datetime | None


_NAMES: LiteralString = "id, table_id, pin_hash, role, scope, issued_at, issued_by, expires_at, revoked_at"
_GOOD: LiteralString = "revoked_at IS NULL AND expires_at > now()"


class Invitations:
    """The table of invitations."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def issue(
        self,
        table: UUID,
        role: str,
        scope: Mapping[str, str],
        pin_hash: str,
        by: str,
        lifetime: timedelta,
        issuer: UUID | None = None,
    ) -> tuple[Invitation, str]:
        """Issue an invitation. Return it with its code, which is not stored. ``issuer``: the official's account."""
        secret = new_code()
        (invitation,) = self._run(
            "INSERT INTO invitations (id, table_id, secret_hash, pin_hash, role, scope, issued_by, expires_at,"
            f" issued_by_account) VALUES (%s, %s, %s, %s, %s, %s, %s, now() + %s, %s) RETURNING {_NAMES}",
            [uuid4(), table, hash_secret(secret), pin_hash, role, Jsonb(dict(scope)), by, lifetime, issuer],
        )
        return invitation, secret

    def look_up(self, secret: str) -> Invitation | None:
        """Return the invitation of a code; None if it was revoked or has expired."""
        invitations = self._run(
            f"SELECT {_NAMES} FROM invitations WHERE secret_hash = %s AND {_GOOD}", [hash_secret(secret)]
        )
        return invitations[0] if invitations else None

    def find(self, identity: UUID) -> Invitation | None:
        """Return the invitation of an id, ended or not; None if there is none."""
        invitations = self._run(f"SELECT {_NAMES} FROM invitations WHERE id = %s", [identity])
        return invitations[0] if invitations else None

    def of_table(self, table: UUID) -> list[Invitation]:
        """Return a table's valid invitations, newest first."""
        return self._run(
            f"SELECT {_NAMES} FROM invitations WHERE table_id = %s AND {_GOOD} ORDER BY issued_at DESC, id", [table]
        )

    def are_of(self, tables: Sequence[UUID]) -> bool:
        """Return whether an invitation was ever issued to one of some tables."""
        any_of: LiteralString = "SELECT 1 FROM invitations WHERE table_id = ANY (%s) LIMIT 1"
        return bool(rows(self.recorder, any_of, [[*tables]]))

    def revoke(self, identity: UUID) -> bool:
        """End an invitation and the sessions of all who joined with it. Returns False if it had ended."""
        return bool(
            rows(
                self.recorder,
                "WITH ended AS (UPDATE invitations SET revoked_at = now() WHERE id = %s AND revoked_at IS NULL"
                " RETURNING id), sessions_ended AS (UPDATE tokens SET revoked_at = now() FROM ended"
                " WHERE tokens.invitation_id = ended.id AND tokens.revoked_at IS NULL) SELECT id FROM ended",
                [identity],
            )
        )

    def _run(self, statement: LiteralString, values: Sequence[Any]) -> list[Invitation]:
        return [Invitation(*row) for row in rows(self.recorder, statement, values)]
