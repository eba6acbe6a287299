"""Who calls: a token's holder, or anybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from flask import g, request

from api.problems import Problem
from api.services import services

if TYPE_CHECKING:
    from datetime import datetime

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
    """Somebody at the door. ``scope``: ids of a club, a table or a deal, and a seat."""

    role: str = VIEWER
    subject: str = ""
    scope: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    token: str = ""
    """The token's id, never its secret; empty for somebody without one."""
    expires_at: datetime | None = None

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
        match self.role:
            case "director" | "arbiter":
                return place.club is not None and place.club == self.scope.get("club")
            case "recorder":
                at_table = place.table is not None and place.table == self.scope.get("table")
                return at_table or (place.deal is not None and place.deal == self.scope.get("deal"))
            case "seat":
                return place.deal is not None and place.deal == self.scope.get("deal")
        return False


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
        return ANYBODY
    scheme, _, secret = header.partition(" ")
    secret = secret.strip()
    token = services().tokens.look_up(secret) if scheme.lower() == "bearer" and 0 < len(secret) <= 200 else None
    if token is None:
        raise Problem("token-unknown", headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    return Caller(token.role, token.subject, token.scope, str(token.id), token.expires_at)
