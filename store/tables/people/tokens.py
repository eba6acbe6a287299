"""Tokens of the API: opaque secrets, of which only a hash is stored. A token ends; it is never deleted.

A session is a token that a browser keeps in a cookie. Neither is accepted in place of the other.
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

from store.tables.queries import hash_secret, new_secret, rows

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from store.events.recorder import Recorder

TOKEN: Final = "token"  # noqa: S105
SESSION: Final = "session"
PREFIX = "nought_"
"""The first characters of a secret, so that people and scanners recognise one."""
LONGEST_LIFE = timedelta(days=366)
MOST = 200
"""The most rows of a page."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token. ``scope``: the ids of a club, a table or a deal, and a seat."""

    id: UUID
    role: str
    scope: Mapping[str, str]
    subject: str
    """The holder's name, recorded with everything that the holder records."""
    issued_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None
    kind: str = TOKEN
    label: str = ""
    """The holder's name for the token; for a session, the device."""
    account: UUID | None = None
    invitation: UUID | None = None
    issuer: UUID | None = None
    """The account that issued the token."""
    issuing_token: UUID | None = None
    """The token with which this one was issued."""


_NAMES: LiteralString = (
    "id, role, scope, subject, issued_at, expires_at, revoked_at, kind, label, account_id, invitation_id,"
    " issued_by_account, issued_by_token"
)
_COLUMNS: LiteralString = f"SELECT {_NAMES} FROM tokens "
_GOOD: LiteralString = "revoked_at IS NULL AND expires_at > now()"


class IssuedAlready(Exception):
    """Raised if there is a token of this id; its secret was shown once."""


class Tokens:
    """The table of tokens. The database's clock decides whether a token has expired."""

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
        identity: UUID | None = None,
    ) -> tuple[Token, str]:
        """Issue a token. Return it with its secret, which is not stored. ``until``: the latest end.

        ``identity``: the id of the token; by default a new one. Raises `IssuedAlready` if there is a token of this id,
        and ``ValueError`` if ``lifetime`` is not above zero and up to `LONGEST_LIFE`.
        """
        if not timedelta(0) < lifetime <= LONGEST_LIFE:
            raise ValueError(f"a token lives up to {LONGEST_LIFE.days} days, not {lifetime}")
        secret = new_secret(PREFIX)
        values = [identity or uuid4(), hash_secret(secret), role, Jsonb(dict(scope or {})), subject, lifetime]
        rows = self._run(
            SQL(
                "INSERT INTO tokens (id, secret_hash, role, scope, subject, expires_at,"
                " kind, label, account_id, invitation_id, issued_by_account, issued_by_token)"
                " VALUES (%s, %s, %s, %s, %s, least(now() + %s, %s::timestamptz), %s, %s, %s, %s, %s, %s)"
                f" ON CONFLICT (id) DO NOTHING RETURNING {_NAMES}"
            ),
            [*values, until, kind, label, account, invitation, issuer, issuing_token],
        )
        if not rows:
            raise IssuedAlready
        return rows[0], secret

    def look_up(self, secret: str, kind: str = TOKEN) -> Token | None:
        """Return the token of a secret; None if it was revoked or has expired."""
        rows = self._run(
            SQL(_COLUMNS + f"WHERE secret_hash = %s AND kind = %s AND {_GOOD}"), [hash_secret(secret), kind]
        )
        return rows[0] if rows else None

    def find_good(self, hashes: Collection[bytes]) -> set[bytes]:
        """Return those of some hashes of secrets whose tokens or sessions have neither expired nor been revoked."""
        statement: LiteralString = f"SELECT secret_hash FROM tokens WHERE secret_hash = ANY(%b) AND {_GOOD}"
        return {bytes(good) for (good,) in rows(self.recorder, statement, [list(hashes)])}

    def of_account(self, account: UUID) -> list[Token]:
        """Return an account's valid sessions and tokens, newest first."""
        return self._run(SQL(_COLUMNS + f"WHERE account_id = %s AND {_GOOD} ORDER BY issued_at DESC, id"), [account])

    def of_invitation(self, invitation: UUID) -> list[Token]:
        """Return the valid sessions of an invitation, newest first."""
        good = SQL(_COLUMNS + f"WHERE invitation_id = %s AND {_GOOD} ORDER BY issued_at DESC, id")
        return self._run(good, [invitation])

    def find(self, identity: UUID) -> Token | None:
        """Return the token of an id, ended or not; None if there is none."""
        rows = self._run(SQL(_COLUMNS + "WHERE id = %s"), [identity])
        return rows[0] if rows else None

    def page(
        self, *, within: Mapping[str, str] | None = None, after: str | None = None, limit: int = 50
    ) -> tuple[list[Token], str | None]:
        """Return the newest tokens whose scope contains ``within``, and the key of the next page.

        Sessions and the tokens of practice deals are left out.

        Raises ``ValueError`` if ``after`` is no such key, or if the limit is not 1 to 200.
        """
        if not 1 <= limit <= MOST:
            raise ValueError(f"a page holds 1 to {MOST} rows, not {limit}")
        conditions: list[Composable] = [SQL("kind = %s"), SQL("scope @> %s"), SQL("scope -> 'practice' IS NULL")]
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
        """End a token now, and the tokens it issued. Returns False if there is none, or it has ended."""
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
        """End every other session of the same scope, since a seat at a table belongs to one person."""
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
