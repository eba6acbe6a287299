"""Issue, list and revoke tokens."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from flask import Response

from api import commands
from api.blueprint import KEY, Blueprint
from api.callers import ADMIN, ARBITER, DIRECTOR, Caller, caller
from api.deals import access as deal_access
from api.permissions import EVERYBODY, OFFICE, allow, outside, place_of
from api.problems import Problem, forbidden, no_seat
from api.services import services
from domain.engine.words.values import Term, sentence
from domain.kernel.commands import name as name_of
from domain.kernel.errors import NotFound
from schemas.base import PageQuery, page_of
from schemas.tokens import IssuedToken, IssueToken, TokenAnswer, WhoAmI
from store.tables.people.tokens import IssuedAlready

blp = Blueprint("tokens", __name__, url_prefix="/api/v1/tokens", description="Tokens for programs")

ISSUED: Final = UUID("5d0f6e0a-6d39-4a8e-9d0c-3f1f4b6c8a17")
"""The namespace of the ids of tokens that are issued with a key."""

TokenPage = page_of(TokenAnswer)


@blp.post("")
@allow(OFFICE)
@blp.arguments(IssueToken)
@blp.response(201, IssuedToken)
@blp.document(parameters=[KEY])
@blp.problems(403, 409, 413, 415, 422)
def issue(params: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Issue a token. The secret is shown only once. A director issues tokens within its club.

    The token ends with the account or the token that issued it, and never outlives it. The issuer is responsible for
    everything that is done with it.

    A request that is sent again with its Idempotency-Key issues no second token. It is answered 409 with the id of the
    `token`, since the secret is not stored: revoke that token, and issue another one with a new key.
    """
    sender = caller()
    role = params["role"]
    scope = {name: str(value) for name, value in params["scope"].items()}
    if sender.role == DIRECTOR:
        if role == ADMIN:
            raise forbidden(sentence("A director issues no token of this role."))
        if role == ARBITER:
            scope.setdefault("club", sender.scope["club"])
    club = _club(scope)
    if sender.role == DIRECTOR and role != "viewer" and club != sender.scope["club"]:
        raise outside("club")
    _check(scope)
    if club and "club" not in scope and role in ("recorder", "seat"):
        scope["club"] = club
    identity = _identity(sender, commands.key())
    try:
        token, secret = services().tokens.issue(
            role,
            name_of(params["subject"], sentence("the subject")),
            timedelta(seconds=params["expires_in"]),
            scope,
            issuer=sender.person,
            issuing_token=None if sender.csrf else UUID(sender.token),
            until=None if sender.csrf else sender.expires_at,
            identity=identity,
        )
    except IssuedAlready:
        detail = sentence(
            "With this Idempotency-Key a token was issued already. Its secret is shown only once: issue another one."
        )
        raise Problem("token-issued", detail, token=str(identity)) from None
    return {**asdict(token), "secret": secret}, {"Cache-Control": "no-store"}


def _identity(sender: Caller, key: str) -> UUID | None:
    """Return the id of the token that a sender issues with a key; None for a new one, without a key."""
    return uuid5(ISSUED, f"{sender.person or sender.token} {key}") if key else None


def _club(scope: dict[str, str]) -> str | None:
    """Return the club of a scope; None if it is in none."""
    if "club" in scope:
        return scope["club"]
    identity = scope.get("table") or scope.get("deal")
    return place_of(UUID(identity)).club if identity else None


def _check(scope: dict[str, str]) -> None:
    """Raise `Problem` (422) if the scope names a club, table, deal or seat that does not exist."""
    for kind in ("club", "table", "deal"):
        if kind in scope:
            row = services().catalogue.find(UUID(scope[kind]))
            if row is None or row.kind != kind:
                raise Problem("scope", NotFound(kind, UUID(scope[kind])).sentence)
    if "seat" in scope and "deal" in scope:
        try:
            seats = deal_access.read(UUID(scope["deal"]))[0].record.rules.seats
        except NotFound as missing:
            raise Problem("scope", missing.sentence) from None
        if scope["seat"] not in seats:
            raise no_seat(scope["seat"], seats)


@blp.get("")
@allow(OFFICE)
@blp.arguments(PageQuery, location="query")
@blp.response(200, TokenPage)
@blp.problems(403, 422)
def list_tokens(query: dict[str, Any]) -> dict[str, Any]:
    """List tokens, newest first, also ended ones; for a director those of its club."""
    sender = caller()
    within = {} if sender.everywhere else {"club": sender.scope["club"]}
    try:
        rows, after = services().tokens.page(within=within, after=query.get("cursor"), limit=query["limit"])
    except ValueError:
        raise Problem("cursor") from None
    return {"items": rows, "next": after}


@blp.delete("/<uuid:token_id>")
@allow(OFFICE, within="token_id")
@blp.response(204)
@blp.problems(403, 404, 422)
def revoke(token_id: UUID) -> Response:
    """Revoke a token. Harmless if it has ended."""
    tokens = services().tokens
    if tokens.find(token_id) is None:
        raise Problem(
            "not-found", sentence("there is no {kind} {identity}", kind=Term("token"), identity=str(token_id))
        )
    tokens.revoke(token_id)
    return Response(status=204)


@blp.get("/me")
@allow(EVERYBODY)
@blp.response(200, WhoAmI)
@blp.problems()
def who_am_i() -> dict[str, Any]:
    """Get the caller's own role, subject and scope, and the registered players whom the caller's account is."""
    sender: Caller = caller()
    return {
        "role": sender.role,
        "subject": sender.subject or None,
        "scope": dict(sender.scope),
        "expires_at": sender.expires_at,
        "players": dict(sender.players()),
    }
