"""Invitations of registered players, the cards of clubs, requests to join. What was used or withdrawn is deleted."""

# ruff: noqa: S608  (statements are put together of constants only)

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, Final, LiteralString
from uuid import UUID, uuid4

from psycopg.rows import tuple_row

from store.tables.conditions import cursor as cursor_at
from store.tables.conditions import place_of
from store.tables.people.account_players import LINK
from store.tables.people.accounts import LoginTaken
from store.tables.people.messages import ACCEPTED, DECLINED, TAKEN, add_about_club
from store.tables.people.passkeys import ADD_PASSKEY, PasskeyTaken
from store.tables.queries import hash_secret, new_code, rows

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, timedelta

    from psycopg import Cursor

    from store.events.recorder import Recorder
    from store.tables.people.passkeys import NewPasskey

TIDIED_AT_ONCE: Final = 100
"""The most accounts that one statement deletes: each takes some milliseconds, and a statement has few seconds."""
MOST_CLUBS: Final = 10
"""The most clubs in which an account plays. What a player's own page reads grows with their number."""


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


class TooManyClubs(ValueError):
    """Raised if an account plays in as many clubs as it may."""


class Unusable(ValueError):
    """Raised if an invitation was used, withdrawn or is too old."""


class PlaysAlready(ValueError):
    """Raised if an account is another player of the club already."""


class PlayerTaken(ValueError):
    """Raised if a player has another account, or was forgotten."""


_INVITATION: LiteralString = "player_id, club_id, issued_at, expires_at"
_DELETE_UNUSED: LiteralString = """
    SELECT delete_player_account(id) FROM (
        SELECT a.id FROM accounts AS a WHERE a.role = 'player'
        AND a.disabled_at IS NULL AND greatest(a.created_at, a.signed_in_at) < now() - %s
        AND NOT EXISTS (SELECT FROM account_players AS p WHERE p.account_id = a.id)
        AND NOT EXISTS (SELECT FROM join_requests AS r WHERE r.account_id = a.id)
        LIMIT %s
    ) AS unused
"""
_REQUEST: LiteralString = "id, club_id, account_id, player_id, name, sent_at"


class Joining:
    """The tables of what lets players join clubs."""

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder

    # --- invitations ------------------------------------------------------------------------------

    def invite(self, player: UUID, club: UUID, lifetime: timedelta, issuer: UUID | None = None) -> str:
        """Invite a registered player. Return the secret, which is not stored. An earlier invitation ends.

        ``issuer``: the account of the official. Raises `PlayerTaken` if the player was forgotten.
        """
        secret = token_urlsafe(16)
        invited = rows(
            self.recorder,
            "INSERT INTO player_invitations (player_id, club_id, secret_hash, expires_at, issued_by_account)"
            " VALUES (%s, %s, %s, now() + %s, %s) ON CONFLICT (player_id) DO UPDATE SET"
            " secret_hash = excluded.secret_hash, issued_at = now(), expires_at = excluded.expires_at,"
            " issued_by_account = excluded.issued_by_account RETURNING 1",
            [player, club, hash_secret(secret), lifetime, issuer],
        )
        if not invited:
            raise PlayerTaken
        return secret

    def look_up(self, secret: str) -> PlayerInvitation | None:
        """Return the invitation of a secret; None if it was used, withdrawn or is too old."""
        there: LiteralString = (
            f"SELECT {_INVITATION} FROM player_invitations WHERE secret_hash = %s AND expires_at > now()"
        )
        invitations = [PlayerInvitation(*row) for row in rows(self.recorder, there, [hash_secret(secret)])]
        return invitations[0] if invitations else None

    def invited(self, players: Sequence[UUID]) -> dict[UUID, PlayerInvitation]:
        """Return the invitations of some players that can be used, by player."""
        there: LiteralString = (
            f"SELECT {_INVITATION} FROM player_invitations WHERE player_id = ANY (%s) AND expires_at > now()"
        )
        return {row[0]: PlayerInvitation(*row) for row in rows(self.recorder, there, [list(players)])}

    def withdraw(self, player: UUID) -> bool:
        """Withdraw the invitation of a player. Returns False if there is none."""
        ended = "DELETE FROM player_invitations WHERE player_id = %s RETURNING 1"
        return bool(rows(self.recorder, ended, [player]))

    def use(self, secret: str, account: UUID | NewAccount) -> PlayerInvitation:
        """Use an invitation: link its player to an account, which is made now if it is new.

        Of concurrent callers with the same invitation, one is linked. Raises `Unusable`, `PlaysAlready`, `PlayerTaken`,
        `TooManyClubs`, `LoginTaken` or `PasskeyTaken`, and then nothing has changed.
        """
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            cursor.execute(
                "SELECT lock_player(player_id, false) FROM player_invitations WHERE secret_hash = %s",
                [hash_secret(secret)],
            )
            taken = cursor.execute(
                "DELETE FROM player_invitations WHERE secret_hash = %s AND expires_at > now()"
                f" RETURNING {_INVITATION}, issued_by_account",
                [hash_secret(secret)],
            ).fetchone()
            if taken is None:
                raise Unusable
            invitation, issuer = PlayerInvitation(*taken[:4]), taken[4]
            identity = _made(cursor, account)
            _link(cursor, identity, invitation.club, invitation.player, issuer)
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
        if not (code.isascii() and code.isalnum()):
            return None
        clubs = rows(self.recorder, "SELECT club_id FROM club_cards WHERE code = %s", [code])
        return clubs[0][0] if clubs else None

    # --- requests to join -------------------------------------------------------------------------

    def ask(self, club: UUID, account: UUID | NewAccount, name: str, player: UUID | None = None) -> UUID:
        """Ask a club to let an account join, which is made now if it is new. Returns the account.

        An account has one request a club; the newest counts. Raises `PlaysAlready`, `PlayerTaken` if the chosen player
        has an account, `LoginTaken` and `PasskeyTaken`.
        """
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            identity = _made(cursor, account)
            taken: LiteralString = (
                "SELECT account_id FROM account_players WHERE club_id = %s AND (account_id = %s OR player_id = %s)"
            )
            linked = {row[0] for row in cursor.execute(taken, [club, identity, player])}
            if linked:
                raise PlaysAlready if identity in linked else PlayerTaken
            cursor.execute(
                "INSERT INTO join_requests (id, club_id, account_id, player_id, name) VALUES (%s, %s, %s, %s, %s)"
                " ON CONFLICT (club_id, account_id) DO UPDATE SET player_id = excluded.player_id, name = excluded.name,"
                " sent_at = now()",
                [uuid4(), club, identity, player, name],
            )
        return identity

    def requests_of(self, club: UUID, limit: int, after: str | None = None) -> tuple[list[JoinRequest], str | None]:
        """Return some requests of a club, the oldest first, and the place after them; None if there are no more.

        Raises ``ValueError`` if ``after`` is no such place.
        """
        time, identity = place_of(after) if after is not None else (None, None)
        own: LiteralString = (
            f"SELECT {_REQUEST} FROM join_requests WHERE club_id = %s"
            " AND (%s::timestamptz IS NULL OR (sent_at, id) > (%s, %s::uuid)) ORDER BY sent_at, id LIMIT %s"
        )
        requests = [JoinRequest(*row) for row in rows(self.recorder, own, [club, time, time, identity, limit + 1])]
        last = requests[limit - 1] if len(requests) > limit else None
        return requests[:limit], cursor_at(last.sent_at, last.id) if last else None

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

        Returns False if the request is not there any more. Raises `PlaysAlready`, `PlayerTaken` or
        `TooManyClubs`; then it stays.
        """
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            cursor.execute("SELECT lock_player(%s, false)", [player])
            taken = cursor.execute(
                "DELETE FROM join_requests WHERE id = %s RETURNING account_id, club_id", [request]
            ).fetchone()
            if taken is None:
                return False
            _link(cursor, taken[0], taken[1], player, by)
            cursor.execute("DELETE FROM player_invitations WHERE player_id = %s", [player])
            add_about_club(cursor, taken[0], taken[1], request, ACCEPTED)
        return True

    def decline(self, request: UUID) -> bool:
        """Decline a request: it is deleted. Returns False if it is not there any more."""
        declined = "DELETE FROM join_requests WHERE id = %s RETURNING account_id, club_id"
        return self._end(declined, request, DECLINED)

    def take_account(self, player: UUID) -> bool:
        """Take the account from a player. Returns False if the player has none."""
        taken = "DELETE FROM account_players WHERE player_id = %s RETURNING account_id, club_id"
        return self._end(taken, player, TAKEN)

    def _end(self, statement: LiteralString, thing: UUID, outcome: int) -> bool:
        """Run a statement that returns an account and its club, and let the account know the outcome."""
        with self.recorder.datastore.get_connection() as connection, connection.transaction():
            cursor = connection.cursor(row_factory=tuple_row)
            ended = cursor.execute(statement, [thing]).fetchone()
            if ended is None:
                return False
            add_about_club(cursor, ended[0], ended[1], thing, outcome)
        return True

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
        while len(rows(self.recorder, _DELETE_UNUSED, [unused, TIDIED_AT_ONCE])) == TIDIED_AT_ONCE:
            pass


def _made(cursor: Cursor[Any], account: UUID | NewAccount) -> UUID:
    """Return the id of an account, which is made if it is new. Raises `LoginTaken` or `PasskeyTaken`."""
    if isinstance(account, UUID):
        return account
    made = cursor.execute(
        "INSERT INTO accounts (id, login, name, role, password_hash, created_by) VALUES (%s, %s, %s, 'player', %s, '')"
        " ON CONFLICT (login) DO NOTHING RETURNING 1",
        [account.id, account.login, account.name, account.password_hash],
    ).fetchone()
    if made is None:
        raise LoginTaken(account.login)
    if account.passkey is not None and not cursor.execute(ADD_PASSKEY, account.passkey.values(account.id)).fetchone():
        raise PasskeyTaken
    return account.id


def _link(cursor: Cursor[Any], account: UUID, club: UUID, player: UUID, by: UUID | None) -> None:
    """Link a player to an account. Raises `PlaysAlready`, `PlayerTaken` or `TooManyClubs`."""
    # Of concurrent links of an account each counts the one before.
    cursor.execute("SELECT 1 FROM accounts WHERE id = %s FOR NO KEY UPDATE", [account])
    if cursor.execute(LINK, [account, club, player, by]).fetchone() is None:
        other = "SELECT 1 FROM account_players WHERE account_id = %s AND club_id = %s"
        raise PlaysAlready if cursor.execute(other, [account, club]).fetchone() else PlayerTaken
    clubs = cursor.execute("SELECT 1 FROM account_players WHERE account_id = %s", [account]).fetchall()
    if len(clubs) > MOST_CLUBS:
        raise TooManyClubs
