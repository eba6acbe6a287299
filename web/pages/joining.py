"""Joining a table: where the code on its card leads."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for

from api import sessions
from api.callers import SEAT
from api.permissions import EVERYBODY, allow
from api.secrets import LONGEST_PIN, limited, matches
from api.services import services
from api.throttling import card_limits
from domain.ledger.commands import name as name_of
from domain.ledger.errors import Declined
from web.page import unkept

if TYPE_CHECKING:
    from store.invitations import Invitation

blp = Blueprint("joining", __name__)
blp.after_request(unkept)


@blp.get("/join/<string(length=10):secret>")
@allow(EVERYBODY)
def invitation(secret: str) -> Any:
    """Who joins is asked for the PIN and a name."""
    found = services().invitations.look_up(secret.upper())
    return _page(found) if found else (_page(None), 404)


@blp.post("/join/<string(length=10):secret>")
@allow(EVERYBODY)
def join(secret: str) -> Any:
    """With the right PIN a session begins that ends with the card."""
    found = services().invitations.look_up(secret.upper())
    if found is None:
        return _page(None), 404
    try:
        name = name_of(request.form.get("name", ""))
    except Declined:
        return _page(found, wrong="name"), 422
    pin = request.form.get("pin", "")
    if len(pin) > LONGEST_PIN or not limited(card_limits(found), lambda: matches(found.pin_hash, pin)):
        return _page(found, wrong="pin"), 403
    answer = redirect(url_for("at_table.table"), 303)
    left = found.expires_at - datetime.now(UTC)
    token = sessions.begin(answer, found.role, name, found.scope, invitation=found.id, lifetime=left, kept=True)
    if found.role == SEAT:
        services().tokens.leave_one(token)
    return answer


def _page(found: Invitation | None, **more: Any) -> str:
    table = services().catalogue.find(found.table) if found else None
    return render_template("join.html", invitation=found, table=table, name=request.form.get("name", "")[:200], **more)
