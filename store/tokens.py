"""Who may use the API: opaque secrets, of which only a hash is kept. A token ends; it is never deleted.

A session is a token too, kept by a browser in a cookie: the one is never taken for the other.
"""

# ruff: noqa: S608  (statements are put together of constants only)

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, LiteralString
from uuid import UUID, uuid4

from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composable, Composed
from psycopg.types.json import Jsonb

from store.queries import hashed, new_secret

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from store.recorder import Recorder

TOKEN: Final = "token"  # noqa: S105
SESSION: Final = "session"
PREFIX = "nought_"
"""What a secret begins with, so that people and scanners know one when they see it."""
LONGEST_LIFE = timedelta(days=366)
MOST = 200
"""Rows of one page."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a secret stands for. ``scope`` says where: ids of a club, a table or a deal, and a seat."""

    id: UUID
    role: str
    scope: Mapping[str, str]
    subject: str
    """Who holds it: the name that is written beside what they record."""
    issued_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None
    kind: str = TOKEN
    label: str = ""
    """What its holder calls it; of a session, the device."""
    account: UUID | None = None
    invitation: UUID | None = None
    issuer: UUID | None = None
    """The account that issued it to somebody."""
    issuing_token: UUID | None = None
    """The token by which it was issued."""


_NAMES: LiteralString = (
    "id, role, scope, subject, issued_at, expires_at, revoked_at, kind, label, account_id, invitation_id,"
    " issued_by_account, issued_by_token"
)
_COLUMNS: LiteralString = f"SELECT {_NAMES} FROM tokens "
_GOOD: LiteralString = "revoked_at IS NULL AND expires_at > now()"


class Tokens:
    """Issues, looks up and revokes. Whether a token has expired is the database's clock's to say."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def issue(
        self,
        role: str,
        subject: str,
        lifetime: timedelta,
        scope: Mapping[str, str] | None = None,
        *,
        kind: str = TOKEN,
        label: str = "",
        account: UUID | None = None,
        invitation: UUID | None = None,
        issuer: UUID | None = None,
        issuing_token: UUID | None = None,
        until: datetime | None = None,
    ) -> tuple[Token, str]:
        """A new token and its secret, which is shown this once and not kept. ``until``: it ends no later."""
        if not timedelta(0) < lifetime <= LONGEST_LIFE:
            raise ValueError(f"a token lives up to {LONGEST_LIFE.days} days, not {lifetime}")
        secret = new_secret(PREFIX)
        values = [uuid4(), hashed(secret), role, Jsonb(dict(scope or {})), subject, lifetime]
        rows = self._run(
            SQL(
                "INSERT INTO tokens (id, secret_hash, role, scope, subject, expires_at,"
                " kind, label, account_id, invitation_id, issued_by_account, issued_by_token)"
                " VALUES (%s, %s, %s, %s, %s, least(now() + %s, %s::timestamptz), %s, %s, %s, %s, %s, %s)"
                f" RETURNING {_NAMES}"
            ),
            [*values, until, kind, label, account, invitation, issuer, issuing_token],
        )
        return rows[0], secret

    def look_up(self, secret: str, kind: str = TOKEN) -> Token | None:
        """The token of a secret, unless it was revoked or has expired."""
        rows = self._run(SQL(_COLUMNS + f"WHERE secret_hash = %s AND kind = %s AND {_GOOD}"), [hashed(secret), kind])
        return rows[0] if rows else None

    def of_account(self, account: UUID) -> list[Token]:
        """An account's sessions and tokens that are still good, the newest first."""
        return self._run(SQL(_COLUMNS + f"WHERE account_id = %s AND {_GOOD} ORDER BY issued_at DESC, id"), [account])

    def of_invitation(self, invitation: UUID) -> list[Token]:
        """Who joined by an invitation and is still there, the newest first."""
        good = SQL(_COLUMNS + f"WHERE invitation_id = %s AND {_GOOD} ORDER BY issued_at DESC, id")
        return self._run(good, [invitation])

    def find(self, identity: UUID) -> Token | None:
        """A token by its id, ended or not."""
        rows = self._run(SQL(_COLUMNS + "WHERE id = %s"), [identity])
        return rows[0] if rows else None

    def page(
        self, *, within: Mapping[str, str] | None = None, after: str | None = None, limit: int = 50
    ) -> tuple[list[Token], str | None]:
        """The newest tokens whose scope holds ``within``, sessions left out, and where the next page begins."""
        if not 1 <= limit <= MOST:
            raise ValueError(f"a page holds 1 to {MOST} rows, not {limit}")
        conditions: list[Composable] = [SQL("kind = %s"), SQL("scope @> %s")]
        values: list[Any] = [TOKEN, Jsonb(dict(within or {}))]
        if after is not None:
            time, identity = _place(after)
            conditions.append(SQL("(issued_at, id) < (%s::timestamptz, %s)"))
            values += [time, identity]
        where = SQL(" AND ").join(conditions)
        rows = self._run(
            SQL(_COLUMNS + "WHERE {} ORDER BY issued_at DESC, id DESC LIMIT %s").format(where), [*values, limit + 1]
        )
        if len(rows) <= limit:
            return rows, None
        last = rows[limit - 1]
        place = f"{last.issued_at.isoformat()} {last.id}".encode()
        return rows[:limit], urlsafe_b64encode(place).decode().rstrip("=")

    def revoke(self, identity: UUID) -> bool:
        """End a token now, and what was issued by it; False if there is none that has not been ended already."""
        ended = self._run(
            SQL(
                "WITH RECURSIVE ending (id) AS (SELECT %s::uuid UNION SELECT tokens.id FROM tokens JOIN ending"
                " ON tokens.issued_by_token = ending.id) UPDATE tokens SET revoked_at = now()"
                f" WHERE id IN (SELECT id FROM ending) AND revoked_at IS NULL RETURNING {_NAMES}"
            ),
            [identity],
        )
        return any(each.id == identity for each in ended)

    def leave_one(self, token: Token) -> None:
        """End every other session of the same scope: a seat at a table is one person's."""
        self._run(
            SQL(
                "UPDATE tokens SET revoked_at = now() WHERE kind = %s AND role = %s AND scope = %s AND id <> %s"
                f" AND revoked_at IS NULL RETURNING {_NAMES}"
            ),
            [token.kind, token.role, Jsonb(dict(token.scope)), token.id],
        )

    def _run(self, statement: SQL | Composed, values: Sequence[Any]) -> list[Token]:
        with (
            self.recorder.datastore.get_connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            return [Token(*row) for row in cursor.execute(statement, values).fetchall()]


def _place(cursor: str) -> tuple[datetime, UUID]:
    try:
        time, identity = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().split(" ")
        return datetime.fromisoformat(time), UUID(identity)
    except ValueError:
        raise ValueError(f"{cursor!r} is no place in a list") from None
