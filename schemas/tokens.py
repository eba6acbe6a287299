"""The shapes of tokens."""

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
"""What the scope of each role may consist of."""


class Scope(Command):
    """Where a token is good: a club, a table, a deal, or one seat of a deal or of all deals at a table."""

    club = fields.UUID()
    table = fields.UUID()
    deal = fields.UUID()
    seat = seat()


class IssueToken(Command):
    """A token for somebody."""

    role = fields.String(required=True, validate=validate.OneOf(ROLES))
    subject = name(required=True, metadata={"description": "who holds it; written beside what they record"})
    scope = fields.Nested(Scope, load_default=dict)
    expires_in = fields.Integer(
        strict=True,
        load_default=30 * DAY,
        validate=validate.Range(1, 366 * DAY),
        metadata={
            "description": "seconds; 30 days if left out, 366 days at most, never beyond the token that issues it"
        },
    )

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        scope = data.get("scope") or {}
        options: list[tuple[str, ...]] = NEEDS[data["role"]]
        if tuple(sorted(scope)) not in [tuple(sorted(each)) for each in options]:
            wanted = " or ".join(" and ".join(each) or "nothing" for each in options)
            raise ValidationError(f"The scope of this role is {wanted}.", "scope")


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
    """A new token. The secret is shown this once."""

    secret = f.text()


class WhoAmI(Answer):
    """Whom the API takes the caller for."""

    role = f.text()
    subject = f.optional(f.text())
    scope = f.by_key(f.text())
    expires_at = instant()
