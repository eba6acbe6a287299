"""The caller of a request: the holder of a token or a session, or anybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from flask import g, request

from api.front.readers import SIGNED_IN
from api.people import accounts, sessions
from api.problems import Problem
from api.services import services
from api.site import is_encrypted
from domain.engine.words.values import sentence

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from store.tables.people.tokens import Token

ADMIN: Final = "admin"
DIRECTOR: Final = "director"
ARBITER: Final = "arbiter"
RECORDER: Final = "recorder"
SEAT: Final = "seat"
PLAYER: Final = accounts.PLAYER
VIEWER: Final = "viewer"
PRACTICE: Final = "practice"
"""The key in the scope of a token for the seat of a practice deal."""
PRACTICE_ID: Final = "practice_id"
"""The name of a practice deal's id in the path of a route."""
CLASS: Final = "class"
"""The key of a class's code in the scope of a pupil."""
CLASS_CODE: Final = "class_code"
"""The name of a class's code in the path of a route."""
PUPIL: Final = "pupil"
"""The key of a pupil's number in its scope, and the name of all pupils."""
SLATE: Final = "slate"
"""The key in the scope of a session that writes on slates, which somebody without an account opened: their ids, with
spaces between them."""
SLATE_ID: Final = "slate_id"
"""The name of a slate's id in the path of a route."""
PUPIL_COOKIE: Final = "nought_class"


@dataclass(frozen=True, slots=True)
class Place:
    """The ids of the club, table and deal that a thing belongs to, of a practice deal or a slate; None for none."""

    club: str | None = None
    table: str | None = None
    deal: str | None = None
    practice: str | None = None
    classroom: str | None = None
    """The code of a class."""
    slate: str | None = None


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request. ``scope``: ids of a club, a table or a deal, a seat; ``only``: ``read`` or missing.

    A seat of a practice deal has the id of that deal as ``practice`` and no other. A pupil of a class is a seat too:
    its scope has the code of the class, its id and the number of the pupil.
    """

    role: str = VIEWER
    subject: str = ""
    scope: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    token: str = ""
    """The token's id, never its secret; empty without a token."""
    expires_at: datetime | None = None
    account: UUID | None = None
    """The account of the session or token; None for a guest of a table, and for a token issued to another person."""
    issuer: UUID | None = None
    """The account that issued the token to another person; else None."""
    issued_at: datetime | None = None
    """The time at which the token or session was issued."""
    csrf: str = ""
    """The CSRF token of the session's pages; empty without a session."""

    @property
    def person(self) -> UUID | None:
        """Return the account that is responsible: the caller's own, else the token's issuer; None if neither."""
        return self.account or self.issuer

    @property
    def reads_only(self) -> bool:
        """Return whether the token may only read."""
        return self.scope.get("only") == "read"

    @property
    def seat(self) -> str | None:
        """Return the seat of a seat's token; else None."""
        return self.scope.get("seat") if self.role == SEAT else None

    @property
    def everywhere(self) -> bool:
        """Return whether the role covers all places."""
        return self.role == ADMIN or (self.role == ARBITER and "club" not in self.scope)

    def players(self) -> Mapping[str, str]:
        """Return the ids of the registered players whom the caller's account is, by the ids of their clubs.

        They give no right to write: whoever plays in a club sees what its members see, and what is the player's own.
        """
        if self.account is None:
            return {}
        known: dict[UUID, Mapping[str, str]] = g.setdefault("players", {})
        if self.account not in known:
            linked = services().account_players.of_account(self.account)
            known[self.account] = {str(each.club): str(each.player) for each in linked}
        return known[self.account]

    def covers(self, place: Place) -> bool:
        """Return whether the token is valid for a place."""
        if self.everywhere:
            return True
        in_club = place.club is not None and place.club == self.scope.get("club")
        at_table = place.table is not None and place.table == self.scope.get("table")
        on_deal = place.deal is not None and place.deal == self.scope.get("deal")
        match self.role:
            case "director" | "arbiter":
                return in_club
            case "recorder":
                on_slate = place.slate in self.scope.get(SLATE, "").split()
                return in_club if self.club_wide else at_table or on_deal or on_slate
            case "seat":
                in_practice = place.practice is not None and place.practice == self.scope.get(PRACTICE)
                in_class = place.classroom is not None and place.classroom == self.scope.get(CLASS)
                return at_table or on_deal or in_practice or in_class
        return False

    @property
    def club_wide(self) -> bool:
        """Return whether the token is for a whole club, not for one table or deal."""
        return "club" in self.scope and not {"table", "deal"} & self.scope.keys()


ANYBODY: Final = Caller()


def caller() -> Caller:
    """Return the sender of this request. Raises `Problem` (401) for an unknown token."""
    sender = g.get("caller")
    if sender is None:
        sender = g.caller = _identify()
    return cast("Caller", sender)


def answer_anybody() -> None:
    """Answer this request as to somebody who is not signed in, since others keep the answer and show it to everybody.

    It comes first: what a request remembers of its caller, such as the tables with a delay, is not computed anew.
    """
    g.caller = ANYBODY
    g.pop("sight", None)


def pupil_cookie() -> str:
    """Return the name of the cookie with a pupil's secret, as for `sessions.cookie_name`."""
    return f"__Host-{PUPIL_COOKIE}" if is_encrypted() else PUPIL_COOKIE


def _identify() -> Caller:
    header = request.headers.get("Authorization")
    if CLASS_CODE in (request.view_args or {}) and (pupil := _pupil(header)) is not None:
        return pupil
    if header is None:
        return _of_session()
    scheme, _, secret = header.partition(" ")
    secret = secret.strip()
    token = services().tokens.look_up(secret) if scheme.lower() == "bearer" and 0 < len(secret) <= 200 else None
    if token is None:
        detail = sentence("Sign in again, or scan your card again.")
        raise Problem("token-unknown", detail, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    if PRACTICE in token.scope:
        return _player(token)
    return _holder(token)


def _player(token: Token) -> Caller:
    """Return the player of a practice deal; `ANYBODY` on all other routes.

    Everybody can have such tokens, and as many as they like. So the server's turns count their holder by its address,
    like somebody without a token (`api.front.readers`).
    """
    if PRACTICE_ID not in (request.view_args or {}):
        return ANYBODY
    return Caller(token.role, token.subject, token.scope, str(token.id), token.expires_at, issued_at=token.issued_at)


def _pupil(header: str | None) -> Caller | None:
    """Return the pupil of a class on the routes of that class; None if the request has no secret of one of its pupils.

    As for a player of a practice deal, the server's turns count pupils by their address. Raises `Problem` (403) if a
    request with a cookie writes and fails the checks against forged requests.
    """
    secret = request.cookies.get(pupil_cookie(), "") if header is None else header.partition(" ")[2].strip()
    code = (request.view_args or {})[CLASS_CODE]
    row = services().classes.pupil(code, secret) if 0 < len(secret) <= 200 else None
    if row is None:
        return None
    if header is None and request.method not in sessions.SAFE:
        sessions.check_origin()
        sessions.check_csrf(secret)
    scope = {CLASS: code, "class_id": str(row.class_id), PUPIL: str(row.pupil)}
    csrf = sessions.csrf_of(secret) if header is None else ""
    return Caller(SEAT, PUPIL, scope, f"{row.class_id} {row.pupil}", csrf=csrf)


def _of_session() -> Caller:
    """Return the account or guest of the browser's session; `ANYBODY` if there is none or it has ended.

    Raises `Problem` (403) if the request writes and fails the checks against forged requests.
    """
    writes = request.method not in sessions.SAFE
    if writes:
        sessions.check_origin()
    token = sessions.current()
    if token is None or (
        SLATE in token.scope and str((request.view_args or {}).get(SLATE_ID)) not in token.scope[SLATE].split()
    ):
        return ANYBODY
    secret = sessions.read_secret()
    if writes:
        sessions.check_csrf(secret)
    if SLATE in token.scope:
        return _guest_of_slate(token, sessions.csrf_of(secret))
    return _holder(token, sessions.csrf_of(secret))


def _guest_of_slate(token: Token, csrf: str) -> Caller:
    """Return the writer of a slate without an account; on all other routes it is `ANYBODY`.

    As for a player of a practice deal, the server's turns count such writers by their address.
    """
    return Caller(
        token.role, token.subject, token.scope, str(token.id), token.expires_at, issued_at=token.issued_at, csrf=csrf
    )


def _holder(token: Token, csrf: str = "") -> Caller:
    request.environ[SIGNED_IN] = True
    return Caller(
        token.role,
        token.subject,
        token.scope,
        str(token.id),
        token.expires_at,
        token.account,
        token.issuer,
        issued_at=token.issued_at,
        csrf=csrf,
    )
