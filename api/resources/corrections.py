"""Correct the scribe's slips: amend, insert or retract an act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.changes import Command, changes
from api.deals import access as deal_access
from api.deals.acts import read_act
from api.languages import reader
from api.permissions import SCRIBES, allow
from api.problems import Problem
from api.responses import json_response
from api.services import ledger
from domain.engine.facts import EntryRetracted
from domain.engine.words.values import sentence
from domain.kernel.commands import Saved, SentTo
from replay.preview import consequences
from schemas.answers import SavedDealAnswer
from schemas.commands import Amend, Insert, Preview, Retract, Why
from schemas.recorder import Consequences

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.ledger import Ledger
    from domain.record.aggregate import Deal

blp = Blueprint("corrections", __name__, url_prefix="/api/v1/deals", description="Corrections of the scribe's slips")
change = changes(blp, "deal_id", SCRIBES, commands.run_on_deal, SavedDealAnswer)


@change("/amendments", Amend)
def amend(to: Ledger) -> Command:
    """Replace the act at a ply by what really happened. The old entry stays visible."""
    return lambda deal_id, act, **given: to.deals.amend(deal_id, now=read_act(act), **given)


@change("/insertions", Insert)
def insert(to: Ledger) -> Command:
    """Insert a missed act before the one at this ply. With `shift` the following cards go to the next seats."""
    return lambda deal_id, act, **given: to.deals.insert(deal_id, now=read_act(act), **given)


@change("/retractions", Retract)
def retract(to: Ledger) -> Command:
    """Retract the act at a ply that never happened, with the forced acts after it."""
    return to.deals.retract


@blp.post("/<uuid:deal_id>/corrections/preview")
@allow(SCRIBES, within="deal_id")
@blp.arguments(Preview)
@blp.response(200, Consequences)
@blp.problems(403, 404, 409, 413, 415, 422)
def preview(params: dict[str, Any], deal_id: UUID) -> Response:
    """Preview a correction: which other acts would break a rule, or no longer, and what the deal would pay.

    Nothing is recorded.
    """
    deal, _ = deal_access.read(deal_id)
    now = read_act(params["act"]) if "act" in params else None
    language = reader()
    return json_response(
        consequences(deal.record, params["correction"], params["ply"], now, language, shift=params["shift"]),
        language=language,
    )


@blp.post("/<uuid:deal_id>/undo")
@blp.arguments(Why)
@blp.response(200, SavedDealAnswer)
@blp.commands(SCRIBES, within="deal_id")
def undo(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """Retract the last act, with the forced acts after it."""
    deal, _ = deal_access.read(deal_id)
    ply = _find_undone(deal)
    if ply is None:
        ply = len(deal.record.entries) - 1
    if ply < 0:
        raise Problem("nothing-to-undo", sentence("Nothing has happened yet in this deal."))

    def command(sent: SentTo) -> Saved:
        if sent.get("expected_version") is None:
            sent["expected_version"] = deal.version
        return ledger().deals.retract(deal_id, ply, params["why"], **sent)

    return commands.run_on_deal(deal_id, params, command)


def _find_undone(deal: Deal) -> int | None:
    """Return the ply that this command retracted when it was sent before; None if it was not."""
    versions = deal.keys.get(commands.key())
    if versions is None:
        return None
    events = ledger().repository.history(deal.id, after=versions[0] - 1, to=versions[0])
    fact = events[0].fact
    return fact.ply if isinstance(fact, EntryRetracted) else None
