"""The scribe's slips: something else happened, something is missing, something never happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import looking, recording
from api.acts import read_act
from api.blueprint import Blueprint
from api.languages import reader
from api.permissions import SCRIBES, allow
from api.problems import Problem
from api.services import services
from api.serving import as_seen
from domain.engine.facts import EntryRetracted
from domain.ledger.commands import Saved, SentTo
from replay.preview import consequences
from schemas.answers import SavedDealAnswer
from schemas.commands import Amend, Preview, Retract, Why
from schemas.recorder import Consequences

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.record.aggregate import Deal

blp = Blueprint("corrections", __name__, url_prefix="/api/v1/deals", description="The scribe's slips, put right")


@blp.post("/<uuid:deal_id>/amendments")
@blp.arguments(Amend)
@blp.response(200, SavedDealAnswer)
@blp.commands(SCRIBES, within="deal_id")
def amend(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """At a ply something else happened than was recorded. The old entry stays visible."""
    now = read_act(told["act"])
    ledger = services().ledger
    return recording.on_deal(
        deal_id, told, lambda sent: ledger.deals.amend(deal_id, told["ply"], now, told["why"], **sent)
    )


@blp.post("/<uuid:deal_id>/insertions")
@blp.arguments(Amend)
@blp.response(200, SavedDealAnswer)
@blp.commands(SCRIBES, within="deal_id")
def insert(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """An act was missed: it happened before the one that stands at this ply."""
    now = read_act(told["act"])
    ledger = services().ledger
    return recording.on_deal(
        deal_id, told, lambda sent: ledger.deals.insert(deal_id, told["ply"], now, told["why"], **sent)
    )


@blp.post("/<uuid:deal_id>/retractions")
@blp.arguments(Retract)
@blp.response(200, SavedDealAnswer)
@blp.commands(SCRIBES, within="deal_id")
def retract(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """The act at a ply never happened, nor what it compelled."""
    ledger = services().ledger

    def command(sent: SentTo) -> Saved:
        return ledger.deals.retract(deal_id, told["ply"], told["why"], onward=told["onward"], **sent)

    return recording.on_deal(deal_id, told, command)


@blp.post("/<uuid:deal_id>/corrections/preview")
@allow(SCRIBES, within="deal_id")
@blp.arguments(Preview)
@blp.response(200, Consequences)
@blp.problems(403, 404, 409, 413, 415, 422)
def preview(told: dict[str, Any], deal_id: UUID) -> Response:
    """What a correction would change: which other acts would break a rule, or no longer, and what the deal would pay.

    Nothing is recorded.
    """
    deal, _ = looking.read(deal_id)
    now = read_act(told["act"]) if "act" in told else None
    language = reader()
    return as_seen(consequences(deal.record, told["correction"], told["ply"], now, language), language=language)


@blp.post("/<uuid:deal_id>/undo")
@blp.arguments(Why)
@blp.response(200, SavedDealAnswer)
@blp.commands(SCRIBES, within="deal_id")
def undo(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Take back the last act, with what it compelled."""
    ledger = services().ledger
    deal, _ = looking.read(deal_id)
    ply = _undone(deal)
    if ply is None:
        ply = len(deal.record.entries) - 1
    if ply < 0:
        raise Problem("nothing-to-undo", "Nothing has happened yet in this deal.")

    def command(sent: SentTo) -> Saved:
        if sent.get("expected_version") is None:
            sent["expected_version"] = deal.version
        return ledger.deals.retract(deal_id, ply, told["why"], **sent)

    return recording.on_deal(deal_id, told, command)


def _undone(deal: Deal) -> int | None:
    """The ply that this very command took back when it was sent before."""
    versions = deal.keys.get(recording.key())
    if versions is None:
        return None
    events = services().ledger.repository.history(deal.id, after=versions[0] - 1, to=versions[0])
    fact = events[0].fact
    return fact.ply if isinstance(fact, EntryRetracted) else None
