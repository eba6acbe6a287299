"""Shapes of tokens."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from schemas import answer_fields as f
from schemas.base import Answer, Command
from schemas.fields import instant, name, seat

ROLES = ("admin", "director", "arbiter", "recorder", "seat", "viewer")
DAY = 86_400

NEEDS: dict[str, list[tuple[str, ...]]] = {
    "admin": [()],
    "director": [("club",)],
    "arbiter": [(), ("club",)],
    "recorder": [("club",), ("table",), ("deal",)],
    "seat": [("table", "seat"), ("deal", "seat")],
    "viewer": [()],
}
"""The keys that the scope of each role may have."""


class Scope(Command):
    """The scope of a token: a club, a table, a deal, or a seat of a deal or of all deals at a table."""

    club = fields.UUID()
    table = fields.UUID()
    deal = fields.UUID()
    seat = seat()


class IssueToken(Command):
    """A request for a token."""

    role = fields.String(required=True, validate=validate.OneOf(ROLES))
    subject = name(
        required=True, metadata={"description": "the holder; recorded with everything that the holder records"}
    )
    scope = fields.Nested(Scope, load_default=dict)
    expires_in = fields.Integer(
        strict=True,
        load_default=30 * DAY,
        validate=validate.Range(1, 366 * DAY),
        metadata={
            "description": "the lifetime in seconds; by default 30 days, at most 366 days or that of the issuing token"
        },
    )

    @validates_schema
    def _check_scope(self, data: dict[str, Any], **_: Any) -> None:
        scope = data.get("scope") or {}
        options: list[tuple[str, ...]] = NEEDS[data["role"]]
        if tuple(sorted(scope)) not in [tuple(sorted(each)) for each in options]:
            scopes = " or ".join(" and ".join(each) or "nothing" for each in options)
            raise ValidationError(f"The scope of this role is {scopes}.", "scope")


class TokenAnswer(Answer):
    """A token, without its secret."""

    id = fields.UUID(required=True)
    role = f.text()
    subject = f.text()
    scope = f.by_key(f.text())
    issued_at = instant(required=True)
    expires_at = instant(required=True)
    revoked_at = instant()


class IssuedToken(TokenAnswer):
    """A new token. Its secret is shown only now."""

    secret = f.text()


class WhoAmI(Answer):
    """The caller: role and scope, and the registered players of the caller's account, by the ids of their clubs."""

    role = f.text()
    subject = f.optional(f.text())
    scope = f.by_key(f.text())
    expires_at = instant()
    players = f.by_key(f.text())
