"""Invitations of registered players, the cards of clubs, requests to join. What was used or withdrawn is deleted."""

# ruff: noqa: S608  (statements are put together of constants only)

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, Final, LiteralString
from uuid import UUID, uuid4

from psycopg.rows import tuple_row

from store.tables.accounts import LoginTaken
from store.tables.queries import hash_secret, new_code, rows

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from psycopg import Cursor

    from store.events.recorder import Recorder
    from store.tables.passkeys import NewPasskey

SECRET_LENGTH: Final = 22
"""The characters of an invitation's secret: 128 random bits, in a code that can be printed small."""


@dataclass(frozen=True, slots=True)
class PlayerInvitation:
    """An invitation of a registered player: with its secret an account becomes this player, once."""

    player: UUID
    club: UUID
    issued_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """An account that waits for a club's officials. ``player``: the one chosen from a list; None for a typed name."""

    id: UUID
    club: UUID
    account: UUID
    player: UUID | None
    name: str
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class NewAccount:
    """The account of a player that is made while joining, with its first passkey or a password."""

    id: UUID
    login: str
    name: str
    password_hash: str | None = None
    passkey: NewPasskey | None = None


class Unusable(ValueError):
    """Raised if an invitation was used, withdrawn or is too old, or if account or player are taken in the club."""


_INVITATION: LiteralString = "player_id, club_id, issued_at, expires_at"
_REQUEST: LiteralString = "id, club_id, account_id, player_id, name, sent_at"
_LINK: LiteralString = (
    "INSERT INTO account_players (account_id, club_id, player_id, admitted_by) VALUES (%s, %s, %s, %s)"
    " ON CONFLICT DO NOTHING RETURNING 1"
)


class Joining:
    """The tables of what lets players join clubs."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    # --- invitations ------------------------------------------------------------------------------

    def invite(self, player: UUID, club: UUID, lifetime: timedelta, issuer: UUID | None = None) -> str:
        """Invite a registered player. Return the secret, which is not stored. An earlier invitation ends.

        ``issuer``: the account of the official.
        """
        secret = token_urlsafe(16)
        rows(
            self.recorder,
            "INSERT INTO player_invitations (player_id, club_id, secret_hash, expires_at, issued_by_account)"
            " VALUES (%s, %s, %s, now() + %s, %s) ON CONFLICT (player_id) DO UPDATE SET"
            " secret_hash = excluded.secret_hash, issued_at = now(), expires_at = excluded.expires_at,"
            " issued_by_account = excluded.issued_by_account RETURNING 1",
            [player, club, hash_secret(secret), lifetime, issuer],
        )
        return secret

    def look_up(self, secret: str) -> PlayerInvitation | None:
        """Return the invitation of a secret; None if it was used, withdrawn or is too old."""
        there: LiteralString = (
            f"SELECT {_INVITATION} FROM player_invitations WHERE secret_hash = %s AND expires_at > now()"
        )
        invitations = [PlayerInvitation(*row) for row in rows(self.recorder, there, [hash_secret(secret)])]
        return invitations[0] if invitations else None

    def invited(self, club: UUID) -> list[PlayerInvitation]:
        """Return the invitations of a club that can be used, the newest first."""
        there: LiteralString = (
            f"SELECT {_INVITATION} FROM player_invitations WHERE club_id = %s AND expires_at > now()"
            " ORDER BY issued_at DESC, player_id"
        )
        return [PlayerInvitation(*row) for row in rows(self.recorder, there, [club])]

    def withdraw(self, player: UUID) -> bool:
        """Withdraw the invitation of a player. Returns False if there is none."""
        ended = "DELETE FROM player_invitations WHERE player_id = %s RETURNING 1"
        return bool(rows(self.recorder, ended, [player]))

    def use(self, secret: str, account: UUID | NewAccount) -> PlayerInvitation:
        """Use an invitation: link its player to an account, which is made now if it is new.

        Of concurrent callers with the same invitation, one is linked. Raises `Unusable` or `LoginTaken`, and then
        nothing has changed.
        """
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            taken = cursor.execute(
                "DELETE FROM player_invitations WHERE secret_hash = %s AND expires_at > now()"
                f" RETURNING {_INVITATION}, issued_by_account",
                [hash_secret(secret)],
            ).fetchone()
            if taken is None:
                raise Unusable
            invitation, issuer = PlayerInvitation(*taken[:4]), taken[4]
            identity = _made(cursor, account)
            if not cursor.execute(_LINK, [identity, invitation.club, invitation.player, issuer]).fetchone():
                raise Unusable
            cursor.execute(
                "DELETE FROM join_requests WHERE club_id = %s AND account_id = %s", [invitation.club, identity]
            )
        return invitation

    # --- the card of a club -----------------------------------------------------------------------

    def card(self, club: UUID) -> str | None:
        """Return the code of a club's card; None if it has none."""
        codes = rows(self.recorder, "SELECT code FROM club_cards WHERE club_id = %s", [club])
        return codes[0][0] if codes else None

    def renew_card(self, club: UUID) -> str:
        """Give a club a card with a new code. The code of the one before ends."""
        code = new_code()
        rows(
            self.recorder,
            "INSERT INTO club_cards (club_id, code) VALUES (%s, %s)"
            " ON CONFLICT (club_id) DO UPDATE SET code = excluded.code, issued_at = now() RETURNING 1",
            [club, code],
        )
        return code

    def withdraw_card(self, club: UUID) -> bool:
        """Withdraw the card of a club. Returns False if it has none."""
        return bool(rows(self.recorder, "DELETE FROM club_cards WHERE club_id = %s RETURNING 1", [club]))

    def club_of_card(self, code: str) -> UUID | None:
        """Return the club of a card's code; None if there is none."""
        clubs = rows(self.recorder, "SELECT club_id FROM club_cards WHERE code = %s", [code])
        return clubs[0][0] if clubs else None

    # --- requests to join -------------------------------------------------------------------------

    def ask(self, club: UUID, account: UUID | NewAccount, name: str, player: UUID | None = None) -> UUID:
        """Ask a club to let an account join, which is made now if it is new. Returns the account.

        An account has one request a club; the newest counts. Raises `Unusable` if it plays there already, or if the
        chosen player has an account, and `LoginTaken`.
        """
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            identity = _made(cursor, account)
            taken: LiteralString = (
                "SELECT 1 FROM account_players WHERE club_id = %s AND (account_id = %s OR player_id = %s)"
            )
            if cursor.execute(taken, [club, identity, player]).fetchone():
                raise Unusable
            cursor.execute(
                "INSERT INTO join_requests (id, club_id, account_id, player_id, name) VALUES (%s, %s, %s, %s, %s)"
                " ON CONFLICT (club_id, account_id) DO UPDATE SET player_id = excluded.player_id, name = excluded.name,"
                " sent_at = now()",
                [uuid4(), club, identity, player, name],
            )
        return identity

    def requests_of(self, club: UUID) -> list[JoinRequest]:
        """Return the requests of a club, the oldest first."""
        own: LiteralString = f"SELECT {_REQUEST} FROM join_requests WHERE club_id = %s ORDER BY sent_at, id"
        return [JoinRequest(*row) for row in rows(self.recorder, own, [club])]

    def count_requests(self, club: UUID) -> int:
        """Return the number of requests of a club."""
        number: int = rows(self.recorder, "SELECT count(*) FROM join_requests WHERE club_id = %s", [club])[0][0]
        return number

    def requests_by(self, account: UUID) -> list[JoinRequest]:
        """Return the requests of an account, the oldest first."""
        own: LiteralString = f"SELECT {_REQUEST} FROM join_requests WHERE account_id = %s ORDER BY sent_at, id"
        return [JoinRequest(*row) for row in rows(self.recorder, own, [account])]

    def find(self, request: UUID) -> JoinRequest | None:
        """Return the request of an id; None if there is none."""
        own: LiteralString = f"SELECT {_REQUEST} FROM join_requests WHERE id = %s"
        requests = [JoinRequest(*row) for row in rows(self.recorder, own, [request])]
        return requests[0] if requests else None

    def admit(self, request: UUID, player: UUID, by: UUID | None) -> bool:
        """Accept a request: link its account to a registered player of the club. ``by``: the official's account.

        Returns False if the request is not there any more. Raises `Unusable` if account or player are taken; then the
        request stays.
        """
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            taken = cursor.execute(
                "DELETE FROM join_requests WHERE id = %s RETURNING account_id, club_id", [request]
            ).fetchone()
            if taken is None:
                return False
            if not cursor.execute(_LINK, [*taken, player, by]).fetchone():
                raise Unusable
            cursor.execute("DELETE FROM player_invitations WHERE player_id = %s", [player])
        return True

    def delete_request(self, request: UUID) -> bool:
        """Delete a request: it was declined or withdrawn. Returns False if it is not there any more."""
        return bool(rows(self.recorder, "DELETE FROM join_requests WHERE id = %s RETURNING 1", [request]))

    # --- what goes --------------------------------------------------------------------------------

    def delete_account(self, account: UUID) -> bool:
        """Delete what identifies an account of a player, with all that lets it in. False if it is no player's."""
        deleted: bool = rows(self.recorder, "SELECT delete_player_account(%s)", [account])[0][0]
        return deleted

    def tidy(self, unused: timedelta) -> None:
        """Delete what is too old to be used, and requests and accounts that nobody used for some time.

        ``unused``: the time after which a request to join goes, and the account of a player without a club.
        """
        with self.recorder.datastore.get_connection() as connection:
            connection.execute("DELETE FROM player_invitations WHERE expires_at < now()")
            connection.execute("DELETE FROM challenges WHERE expires_at < now()")
            connection.execute("DELETE FROM mail_links WHERE expires_at < now()")
            connection.execute("DELETE FROM issuer_visits WHERE expires_at < now()")
            connection.execute("DELETE FROM join_requests WHERE sent_at < now() - %s", [unused])
            connection.execute(
                "SELECT delete_player_account(a.id) FROM accounts AS a WHERE a.role = 'player'"
                " AND a.disabled_at IS NULL AND greatest(a.created_at, a.signed_in_at) < now() - %s"
                " AND NOT EXISTS (SELECT FROM account_players AS p WHERE p.account_id = a.id)"
                " AND NOT EXISTS (SELECT FROM join_requests AS r WHERE r.account_id = a.id)",
                [unused],
            )


def _made(cursor: Cursor[Any], account: UUID | NewAccount) -> UUID:
    """Return the id of an account, which is made if it is new. Raises `LoginTaken`."""
    if isinstance(account, UUID):
        return account
    made = cursor.execute(
        "INSERT INTO accounts (id, login, name, role, password_hash, created_by) VALUES (%s, %s, %s, 'player', %s, '')"
        " ON CONFLICT (login) DO NOTHING RETURNING 1",
        [account.id, account.login, account.name, account.password_hash],
    ).fetchone()
    if made is None:
        raise LoginTaken(account.login)
    if account.passkey is not None:
        cursor.execute(
            "INSERT INTO passkeys (credential_id, account_id, public_key, sign_count, name)"
            " VALUES (%s, %s, %s, %s, %s)",
            [
                account.passkey.credential, account.id, account.passkey.public_key, account.passkey.sign_count,
                account.passkey.name,
            ],
        )  # fmt: skip
    return account.id
