"""The audit of a deal as a page: what broke a rule, what was owed of Caps, how the pack was shuffled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, render_template

from api import looking
from api.front.kinds import heavy
from api.permissions import EVERYBODY, allow
from api.problems import Problem
from api.resources.shuffles import before
from domain.engine.hiding import ARBITER
from replay.audit import audit
from replay.audit_shuffle import shuffle
from web.languages import reader

if TYPE_CHECKING:
    from uuid import UUID

    from api.looking import Look
    from domain.record.record import Record

blp = Blueprint("audit_page", __name__)


@blp.get("/deals/<uuid:deal_id>/audit")
@allow(EVERYBODY)
@heavy
def show(deal_id: UUID) -> Response:
    """Everything the audit has to say of a deal: for those who may see all hands."""
    look = looking.look(deal_id, ARBITER)
    record = look.record
    text = render_template(
        "audit.html",
        deal=deal_id,
        opened=record.opened,
        told=audit(record, reader()),
        shuffle=shuffle(record, _before(look), reader()),
        seats=record.rules.seats,
    )
    answer = Response(text, mimetype="text/html")
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


def _before(look: Look) -> Record | None:
    """The deal before, if all its hands may be seen, too."""
    try:
        return before(look)
    except Problem:
        return None
