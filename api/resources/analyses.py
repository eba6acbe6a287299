"""The analysis of a deal: what each card was worth, with all hands open and from the seat that played it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from analysis.deal import analyse, card_states, price
from analysis.payloads import deal_payload, ply_payload
from analysis.position import Unsolvable, goal_of
from analysis.seat import SeatAnalyst
from analysis.solver import Solver, Unfinished
from api import deal_access
from api.blueprint import Blueprint
from api.front.kinds import heavy
from api.permissions import EVERYBODY
from api.problems import Problem
from api.responses import json_response
from domain.engine.hiding import ARBITER
from schemas.analyses import DealAnalysis, PlyAnalysis

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("analyses", __name__, url_prefix="/api/v1/deals", description="What each card was worth")

LIMIT: Final = 300_000
"""The most positions of one question: about a tenth of a second."""
BUDGET: Final = 3_000_000
"""The positions after which an answer ends as it is: about a second."""
MOST_LISTED: Final = 2_000
"""The most deals that are tried one by one for the worst case."""


@blp.get("/<uuid:deal_id>/analysis")
@blp.answers(DealAnalysis)
@blp.reads(EVERYBODY)
@heavy
def get_analysis(deal_id: UUID) -> Response:
    """Get what each card of a deal was worth with all hands open.

    It shows all cards, so it is for those who may see the arbiter's view: officials, and everybody once the hands
    are shown. What takes longer than about a second is left without a price; `nought analyse` has no such limit.
    """
    record = deal_access.get(deal_id, ARBITER).record
    try:
        analysis = analyse(record, Solver(limit=LIMIT), budget=BUDGET)
    except Unsolvable as reason:
        raise Problem("no-analysis", f"This deal has no analysis: {reason}.") from None
    return json_response(DealAnalysis().dump(deal_payload(analysis)))


@blp.get("/<uuid:deal_id>/analysis/<int:ply>")
@blp.answers(PlyAnalysis)
@blp.reads(EVERYBODY)
@heavy
def get_ply_analysis(deal_id: UUID, ply: int) -> Response:
    """Get what each legal card was worth at a ply: with all hands open, and by what its seat could know.

    From the seat, each number is a mean over deals that fit what the seat knew, all with the same probability. It is
    for the same callers as the analysis of the deal.
    """
    record = deal_access.get(deal_id, ARBITER).record
    played = {number: (s, act) for number, s, act in card_states(record)}
    if ply not in played:
        plies = ", ".join(map(str, played)) or "none"
        raise Problem("ply", f"no card was played at ply {ply}", allowed=f"the cards are the plies {plies}")
    s, act = played[ply]
    solver = Solver(limit=LIMIT)
    try:
        hindsight = price(s, ply, act, solver, goal_of(s), 0, s)
        analyst = SeatAnalyst(record, ply, act.seat, solver)
        # Every request for the ply draws the same deals.
        seat = analyst.expected(Random(f"{deal_id} {ply}"), budget=BUDGET)  # noqa: S311
    except Unsolvable as reason:
        raise Problem("no-analysis", f"The card of ply {ply} has no analysis: {reason}.") from None
    try:
        guaranteed, undecided = analyst.guaranteed(most=MOST_LISTED, budget=BUDGET), ""
    except Unfinished as reason:
        guaranteed, undecided = {}, str(reason)
    return json_response(PlyAnalysis().dump(ply_payload(hindsight, seat, guaranteed, undecided)))
