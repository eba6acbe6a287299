"""The audit of a deal as a page: breaches, duties to call Caps, the shuffle."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flask import Blueprint, Response

from api.analyses.access import audit_for_caller
from api.deals import access as deal_access
from api.front.kinds import heavy
from api.permissions import EVERYBODY, allow
from api.problems import Problem
from api.replicas import from_replica
from api.resources.shuffles import previous_deal
from domain.engine.hiding import ARBITER
from replay.audits.shuffle import shuffle
from replay.words.places import place_of
from web.languages import reader
from web.page import private_page
from web.rules import rulebooks

if TYPE_CHECKING:
    from uuid import UUID

    from api.deals.access import VisibleDeal
    from domain.record.record import Record

blp = Blueprint("audit_page", __name__)


@blp.get("/deals/<uuid:deal_id>/audit")
@allow(EVERYBODY)
@heavy
@from_replica
def show(deal_id: UUID) -> Response:
    """Show the audit of a deal, for readers who may see all hands."""
    look = deal_access.get(deal_id, ARBITER)
    record = look.record
    return private_page(
        "audit.html",
        deal=deal_id,
        opened=record.opened,
        game=record.rules.ruleset,
        place=partial(place_of, reader(), record),
        audit=audit_for_caller(look, reader()),
        chapters=partial(rulebooks.address, record.rules.ruleset, record.opened.club),
        shuffle=shuffle(record, _before(look), reader()),
        seats=record.rules.seats,
    )


def _before(look: VisibleDeal) -> Record | None:
    """Return the previous deal, if the reader may see all its hands; else None."""
    try:
        return previous_deal(look)
    except Problem:
        return None
