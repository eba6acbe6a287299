"""Who calls: a token's holder, or anybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from flask import g, request

from api import sessions
from api.front.readers import SIGNED_IN
from api.problems import Problem
from api.services import services
from store.tokens import SESSION

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from store.tokens import Token

ADMIN: Final = "admin"
DIRECTOR: Final = "director"
ARBITER: Final = "arbiter"
RECORDER: Final = "recorder"
SEAT: Final = "seat"
VIEWER: Final = "viewer"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is: in which club, at which table, in which deal; None for nowhere."""

    club: str | None = None
    table: str | None = None
    deal: str | None = None


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody at the door. ``scope``: ids of a club, a table or a deal, and a seat; ``only`` what one may do."""

    role: str = VIEWER
    subject: str = ""
    scope: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    token: str = ""
    """The token's id, never its secret; empty for somebody without one."""
    expires_at: datetime | None = None
    account: UUID | None = None
    """Whose session or token it is; None for a table's guest, and for a token that was given to somebody."""
    issuer: UUID | None = None
    """The account that issued the token to somebody; None for its own, and where no account did."""
    issued_at: datetime | None = None
    """Since when the token or session is good."""
    csrf: str = ""
    """What the pages of a session must bring along when they write; empty without a session."""

    @property
    def person(self) -> UUID | None:
        """The account that answers for the caller: its own, else the one that issued the token."""
        return self.account or self.issuer

    @property
    def reads_only(self) -> bool:
        """Whether the token is for looking only."""
        return self.scope.get("only") == "read"

    @property
    def seat(self) -> str | None:
        """The seat whose token this is."""
        return self.scope.get("seat") if self.role == SEAT else None

    @property
    def everywhere(self) -> bool:
        """Whether the role is good for everything there is."""
        return self.role == ADMIN or (self.role == ARBITER and "club" not in self.scope)

    def covers(self, place: Place) -> bool:
        """Whether the token is good for that place."""
        if self.everywhere:
            return True
        in_club = place.club is not None and place.club == self.scope.get("club")
        at_table = place.table is not None and place.table == self.scope.get("table")
        on_deal = place.deal is not None and place.deal == self.scope.get("deal")
        match self.role:
            case "director" | "arbiter":
                return in_club
            case "recorder":
                return in_club if self.club_wide else at_table or on_deal
            case "seat":
                return at_table or on_deal
        return False

    @property
    def club_wide(self) -> bool:
        """Whether the token is for a whole club, not for a table or a deal of it."""
        return "club" in self.scope and not {"table", "deal"} & self.scope.keys()


ANYBODY: Final = Caller()


def caller() -> Caller:
    """Who sent this request."""
    found = g.get("caller")
    if found is None:
        found = g.caller = _identify()
    return cast("Caller", found)


def _identify() -> Caller:
    header = request.headers.get("Authorization")
    if header is None:
        return _of_session()
    scheme, _, secret = header.partition(" ")
    secret = secret.strip()
    token = services().tokens.look_up(secret) if scheme.lower() == "bearer" and 0 < len(secret) <= 200 else None
    if token is None:
        raise Problem("token-unknown", headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    return _holder(token)


def _of_session() -> Caller:
    """Whoever signed in on this browser; a session that has ended is nobody's."""
    writes = request.method not in sessions.SAFE
    if writes:
        sessions.check_origin()
    secret = sessions.secret_sent()
    token = services().tokens.look_up(secret, SESSION) if secret else None
    if token is None:
        return ANYBODY
    if writes:
        sessions.check_csrf(secret)
    return _holder(token, sessions.csrf_of(secret))


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
