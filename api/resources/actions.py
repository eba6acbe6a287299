"""Acts at the table: the heart of recording."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from api import recording
from api.acts import read_act, read_acts
from api.blueprint import Blueprint
from api.callers import caller
from api.failures import refusal
from api.permissions import TABLE
from api.problems import Problem, forbidden
from api.services import services
from domain.engine.hiding import OFFICIALS, Viewer
from domain.ledger.commands import Saved, SentTo
from domain.ledger.errors import ActRefused
from replay.notation.actions import write_action
from replay.views import Viewpoint, acts_for
from schemas.answers import SavedDealAnswer
from schemas.commands import RecordActs

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.cards import Seat
    from domain.engine.facts import Act
    from domain.record.record import Record

blp = Blueprint("actions", __name__, url_prefix="/api/v1/deals", description="What happens at the table")


@blp.post("/<uuid:deal_id>/actions")
@blp.arguments(RecordActs)
@blp.response(200, SavedDealAnswer)
@blp.commands(TABLE, within="deal_id")
def act(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Record what happened at the table: one act, or a batch of which all is recorded or nothing.

    An act is a sentence (`"E 160"`, `"W cut 12"`, `"N (7C)"`) or an object
    (`{"type": "BidMade", "seat": "E", "bid": 160}`). What everybody at the table knows must come next is
    recorded with it, and the settlement at the end. An act against the rules is refused with the rule and with what
    would be allowed; `as_it_happened` records it nevertheless. A seat's token records that seat's acts only, and is
    told no more than that seat can know.
    """
    acts = read_acts(told["acts"]) if "acts" in told else [read_act(told["act"])]
    seat = caller().seat
    if seat is not None and any(each.seat != seat for each in acts):
        raise forbidden(f"This token records what {seat} does, nobody else.")
    happened, onward = told["as_it_happened"], told["onward"]
    if onward and seat is not None:
        raise forbidden("What need not be written down is a scribe's to add.")

    def command(sent: SentTo) -> Saved:
        return services().ledger.deals.act(deal_id, acts, as_it_happened=happened, seat=seat, onward=onward, **sent)

    try:
        return recording.on_deal(deal_id, told, command)
    except ActRefused as refused:
        raise _helped(refused, acts) from None


def _helped(refused: ActRefused, acts: Sequence[Act]) -> Problem:
    """The refusal with what would be allowed instead, as far as the caller may see."""
    record = refused.record
    legal = _legal(record, recording.writer(), acts[refused.index].seat)
    return refusal(refused.refusal, index=refused.index, ply=len(record.entries), legal=legal)


def _legal(record: Record, viewer: Viewer, seat: Seat) -> list[str]:
    """What a seat may do now, for all that the viewer knows; of another's hand a player is told nothing."""
    rules = record.rules
    if seat not in rules.place or (viewer not in OFFICIALS and seat != viewer):
        return []
    point = Viewpoint.of(record, viewer)
    for _, act in acts_for(record, viewer):
        point.step(act)
    return [write_action(act) for act in rules.legal(point.state, seat)]
