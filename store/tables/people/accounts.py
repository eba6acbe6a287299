"""Accounts of officials and players, and one-time sign-in links. Callers hash passwords. No account is deleted."""

# ruff: noqa: S608  (statements are put together of constants only)

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, LiteralString
from uuid import UUID, uuid4

from psycopg.types.json import Jsonb

from store.tables.queries import hash_secret, new_secret, rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime, timedelta

    from store.events.recorder import Recorder


@dataclass(frozen=True, slots=True)
class Account:
    """An account of an official or a player. Its sessions and tokens have its ``role`` and ``scope``."""

    id: UUID
    login: str
    name: str
    role: str
    scope: Mapping[str, str]
    password_hash: str | None
    created_at: datetime
    created_by: str
    signed_in_at: datetime | None
    disabled_at: datetime | None
    vouched_by: Sequence[str] = ()
    """The ids of the persons behind the last issuer of a link; none for an administrator (`api.people.persons`)."""


class LoginTaken(ValueError):
    """Raised when another account has the login."""


_NAMES: LiteralString = (
    "id, login, name, role, scope, password_hash, created_at, created_by, signed_in_at, disabled_at, vouched_by"
)

# Ends all access that an account has or gave: its sessions and tokens, those that it issued to others, and those issued
# by one of these; its links, those that it made for others, and the browsers on which it is known. Guests' cards stay.
_END: LiteralString = """
    , ending (id) AS (
        SELECT tokens.id FROM tokens JOIN account ON account.id IN (tokens.account_id, tokens.issued_by_account)
        UNION SELECT tokens.id FROM tokens JOIN ending ON tokens.issued_by_token = ending.id
    ), tokens_ended AS (
        UPDATE tokens SET revoked_at = now() WHERE id IN (SELECT id FROM ending) AND revoked_at IS NULL
    ), links_ended AS (
        UPDATE sign_in_links SET used_at = now() FROM account
        WHERE account.id IN (sign_in_links.account_id, sign_in_links.issued_by_account) AND used_at IS NULL
    ), devices_ended AS (
        DELETE FROM devices USING account WHERE devices.account_id = account.id
    ), calendar_ended AS (
        UPDATE message_choices SET calendar = NULL FROM account WHERE message_choices.account_id = account.id
    )
"""


class Accounts:
    """The table of accounts."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    def add(self, login: str, name: str, role: str, scope: Mapping[str, str], by: str) -> Account:
        """Add an account without a password. Raises `LoginTaken` if another account has the login."""
        account = self._find_one(
            "INSERT INTO accounts (id, login, name, role, scope, created_by) VALUES (%s, %s, %s, %s, %s, %s)"
            f" ON CONFLICT (login) DO NOTHING RETURNING {_NAMES}",
            [uuid4(), login, name, role, Jsonb(dict(scope)), by],
        )
        if account is None:
            raise LoginTaken(f"there is an account {login} already")
        return account

    def find(self, identity: UUID) -> Account | None:
        """Return the account of an id, disabled or not; None if there is none."""
        return self._find_one(f"SELECT {_NAMES} FROM accounts WHERE id = %s", [identity])

    def of_login(self, login: str) -> Account | None:
        """Return the account of a login, disabled or not; None if there is none."""
        if "\0" in login:  # Postgres can neither store nor compare U+0000
            return None
        return self._find_one(f"SELECT {_NAMES} FROM accounts WHERE login = %s", [login])

    def within(self, scope: Mapping[str, str] | None = None) -> list[Account]:
        """Return all officials' accounts whose scope contains this one, sorted by login."""
        return self._run(
            f"SELECT {_NAMES} FROM accounts WHERE scope @> %s AND role <> 'player' ORDER BY login",
            [Jsonb(dict(scope or {}))],
        )

    def has_been_used(self) -> bool:
        """Return whether any official has ever signed in."""
        used: LiteralString = "SELECT 1 FROM accounts WHERE signed_in_at IS NOT NULL AND role <> 'player' LIMIT 1"
        return bool(rows(self.recorder, used))

    def record_sign_in(self, identity: UUID) -> None:
        """Record that the account signed in now."""
        self._run(f"UPDATE accounts SET signed_in_at = now() WHERE id = %s RETURNING {_NAMES}", [identity])

    def renew_hash(self, identity: UUID, before: str, password_hash: str) -> None:
        """Store a better hash of the same password, unless the password was changed meanwhile. It ends no session."""
        renewed: LiteralString = (
            f"UPDATE accounts SET password_hash = %s WHERE id = %s AND password_hash = %s RETURNING {_NAMES}"
        )
        self._run(renewed, [password_hash, identity, before])

    def set_password(self, identity: UUID, password_hash: str) -> None:
        """Set a new password, and end the account's sessions, tokens and links, and the address of its calendar."""
        rows(
            self.recorder,
            "WITH RECURSIVE account AS (UPDATE accounts SET password_hash = %s WHERE id = %s RETURNING id)"
            + _END
            + "SELECT id FROM account",
            [password_hash, identity],
        )

    def disable(self, identity: UUID) -> bool:
        """Disable an account; end its sessions, tokens, links and cards. Returns False if it was disabled."""
        return bool(
            rows(
                self.recorder,
                "WITH RECURSIVE account AS (UPDATE accounts SET disabled_at = now() WHERE id = %s"
                " AND disabled_at IS NULL RETURNING id)"
                + _END
                + ", cards_ended AS (UPDATE invitations SET revoked_at = now() FROM account"
                " WHERE issued_by_account = account.id AND revoked_at IS NULL RETURNING invitations.id),"
                " guests_ended AS (UPDATE tokens SET revoked_at = now() FROM cards_ended"
                " WHERE tokens.invitation_id = cards_ended.id AND revoked_at IS NULL),"
                " players_ended AS (DELETE FROM player_invitations USING account"
                " WHERE player_invitations.issued_by_account = account.id) SELECT id FROM account",
                [identity],
            )
        )

    def enable(self, identity: UUID) -> bool:
        """Enable an account; its sessions, tokens, links and cards stay ended. Returns False if it was enabled."""
        return bool(
            self._run(
                f"UPDATE accounts SET disabled_at = NULL WHERE id = %s AND disabled_at IS NOT NULL RETURNING {_NAMES}",
                [identity],
            )
        )

    # --- links ------------------------------------------------------------------------------------

    def link(self, account: UUID, lifetime: timedelta, issuer: UUID | None = None) -> str:
        """Return the secret of a new one-time link. ``issuer``: the account that issues it for another."""
        secret = new_secret()
        rows(
            self.recorder,
            "INSERT INTO sign_in_links (secret_hash, account_id, expires_at, issued_by_account)"
            " VALUES (%s, %s, now() + %s, %s) RETURNING 1",
            [hash_secret(secret), account, lifetime, issuer],
        )
        return secret

    def vouch(self, account: UUID, persons: Sequence[str]) -> None:
        """Record the ids of the persons behind the issuer of a link for the account; none for an administrator."""
        self._run(f"UPDATE accounts SET vouched_by = %s WHERE id = %s RETURNING {_NAMES}", [list(persons), account])

    def owner_of_link(self, secret: str) -> Account | None:
        """Return the account of a link. Returns None if the link was used, has expired or does not exist."""
        return self._find_one(
            f"SELECT {_NAMES} FROM accounts WHERE disabled_at IS NULL AND id IN (SELECT account_id FROM sign_in_links"
            " WHERE secret_hash = %s AND used_at IS NULL AND expires_at > now())",
            [hash_secret(secret)],
        )

    def use_link(self, secret: str) -> tuple[Account, UUID | None] | None:
        """Use a link. Return its account and the account that issued it; None if the link cannot be used.

        Of concurrent callers with the same link, only one gets its account.
        """
        accounts = rows(
            self.recorder,
            "WITH used AS (UPDATE sign_in_links SET used_at = now() WHERE secret_hash = %s AND used_at IS NULL"
            f" AND expires_at > now() RETURNING account_id, issued_by_account) SELECT issued_by_account, {_NAMES}"
            " FROM accounts JOIN used ON accounts.id = used.account_id WHERE disabled_at IS NULL",
            [hash_secret(secret)],
        )
        return (Account(*accounts[0][1:]), accounts[0][0]) if accounts else None

    def _find_one(self, statement: LiteralString, values: Sequence[Any]) -> Account | None:
        accounts = self._run(statement, values)
        return accounts[0] if accounts else None

    def _run(self, statement: LiteralString, values: Sequence[Any]) -> list[Account]:
        return [Account(*row) for row in rows(self.recorder, statement, values)]
