"""Joining a table by the code on a card."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for

from api.callers import SEAT
from api.people import sessions
from api.people.attempt_limits import card_limits
from api.people.secrets import LONGEST_PIN, matches, try_within_limits
from api.people.who_sees import see_everything
from api.permissions import EVERYBODY, allow
from api.services import services
from domain.kernel.commands import name as name_of
from domain.kernel.errors import Declined
from web.page import unkept
from web.tournaments.encounter_at_table import side_at

if TYPE_CHECKING:
    from store.tables.people.invitations import Invitation

blp = Blueprint("joining", __name__)
blp.after_request(unkept)


@blp.get("/join/<string(length=10):secret>")
@allow(EVERYBODY)
def invitation(secret: str) -> Any:
    """Show the form for the PIN and a name."""
    card = services().invitations.look_up(secret.upper())
    return _page(card) if card else (_page(None), 404)


@blp.post("/join/<string(length=10):secret>")
@allow(EVERYBODY)
def join(secret: str) -> Any:
    """Begin a session that ends with the card, if the PIN is right. A seat's earlier sessions end."""
    card = services().invitations.look_up(secret.upper())
    if card is None:
        return _page(None), 404
    try:
        name = name_of(request.form.get("name", ""))
    except Declined:
        return _page(card, wrong="name"), 422
    pin = request.form.get("pin", "")
    if len(pin) > LONGEST_PIN or not try_within_limits(card_limits(card), lambda: matches(card.pin_hash, pin)):
        return _page(card, wrong="pin"), 403
    answer = redirect(url_for("at_table.table"), 303)
    left = card.expires_at - datetime.now(UTC)
    token = sessions.begin(answer, card.role, name, card.scope, invitation=card.id, lifetime=left, kept=True)
    if card.role == SEAT:
        services().tokens.leave_one(token)
    return answer


def _page(card: Invitation | None, **more: Any) -> str:
    if card:
        see_everything()  # Whoever has the card is at the table, also of a club for members only.
    table = services().catalogue.find(card.table) if card else None
    seat = card.scope.get("seat") if card else None
    side = side_at(table, seat) if table and seat else ""
    return render_template(
        "join.html", invitation=card, table=table, side=side, name=request.form.get("name", "")[:200], **more
    )
