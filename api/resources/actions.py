"""Record acts at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.callers import caller
from api.deals.acts import read_act, read_acts
from api.permissions import TABLE
from api.problems import Problem, forbidden
from api.requests.failures import refusal
from api.services import ledger
from domain.engine.hiding import OFFICIALS, Viewer
from domain.engine.words.values import SeatLetter, sentence
from domain.kernel.commands import Saved, SentTo
from domain.record.errors import ActRefused
from replay.notation.actions import write_action
from replay.views import Viewpoint, acts_for
from schemas.answers import SavedDealAnswer
from schemas.commands import RecordActs

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.cards import Seat
    from domain.engine.facts import Act
    from domain.record.record import Record

blp = Blueprint("actions", __name__, url_prefix="/api/v1/deals", description="Acts at the table")


@blp.post("/<uuid:deal_id>/actions")
@blp.arguments(RecordActs)
@blp.response(200, SavedDealAnswer)
@blp.commands(TABLE, within="deal_id")
def act(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """Record one act, or a batch of acts: all of them or none.

    An act is a sentence (`"E 160"`, `"W cut 12"`, `"N (7C)"`) or an object
    (`{"type": "BidMade", "seat": "E", "bid": 160}`). Forced acts and the settlement are recorded automatically. An act
    against the rules is refused with the rule and the allowed acts; `as_it_happened` records it all the same. A seat's
    token records that seat's acts only, and its answer holds only what that seat can know.
    """
    acts = read_acts(params["acts"]) if "acts" in params else [read_act(params["act"])]
    seat = caller().seat
    if seat is not None and any(candidate.seat != seat for candidate in acts):
        raise forbidden(
            sentence("You are signed in at one seat: you can record only what {seat} does.", seat=SeatLetter(seat))
        )
    happened, onward = params["as_it_happened"], params["onward"]
    if onward and seat is not None:
        raise forbidden(sentence("Only a scribe may add acts that need not be written down."))

    def command(sent: SentTo) -> Saved:
        return ledger().deals.act(deal_id, acts, as_it_happened=happened, seat=seat, onward=onward, **sent)

    try:
        return commands.run_on_deal(deal_id, params, command)
    except ActRefused as refusal_error:
        raise _problem(refusal_error, acts) from None


def _problem(refusal_error: ActRefused, acts: Sequence[Act]) -> Problem:
    """Return the problem of a refused act, with the legal acts that the caller may know."""
    record = refusal_error.record
    legal = _legal(record, commands.writer_viewer(), acts[refusal_error.index].seat)
    return refusal(refusal_error.refusal, index=refusal_error.index, ply=len(record.entries), legal=legal)


def _legal(record: Record, viewer: Viewer, seat: Seat) -> list[str]:
    """Return the legal acts of a seat by what the viewer knows; none if a player asks about another seat."""
    rules = record.rules
    if seat not in rules.place or (viewer not in OFFICIALS and seat != viewer):
        return []
    point = Viewpoint.of(record, viewer)
    for _, act in acts_for(record, viewer):
        point.step(act)
    return [write_action(act) for act in rules.legal(point.state, seat)]
