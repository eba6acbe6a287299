"""The analysis of a deal: what each card was worth, with all hands open and from the seat that played it."""

from __future__ import annotations

from http import HTTPStatus
from random import Random
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from analysis.deal import card_states, price
from analysis.payloads import ply_payload, question_payload
from analysis.position import Unsolvable, goal_of
from analysis.seat import SeatAnalyst
from analysis.solver import Solver, Unfinished
from analysis.versions import version_of
from api.analyses import access as analysis_access
from api.blueprint import Blueprint
from api.front.kinds import heavy
from api.permissions import EVERYBODY
from api.problems import Problem, no_ply
from api.responses import json_response
from api.services import services
from api.tracing.start import current
from domain.engine.facts import CardPlayed
from domain.engine.rules import settle
from domain.engine.words.values import Listing, Term, sentence
from domain.engine.words.worded import value_of
from replay.exploration import Exploration, IllegalLine
from replay.notation.actions import write_action
from replay.views import settlement
from schemas.analyses import AnalysisProgress, DealAnalysis, Explored, PlyAnalysis
from schemas.commands import Explore
from store.tables.analyses import MOST_REQUESTED, QueueFull

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.engine.state import State
    from domain.record.record import Record

blp = Blueprint("analyses", __name__, url_prefix="/api/v1/deals", description="What each card was worth")

LIMIT: Final = 300_000
"""The most positions of one question: about a tenth of a second."""
BUDGET: Final = 3_000_000
"""The positions after which an answer ends as it is: about a second."""
MOST_LISTED: Final = 2_000
"""The most deals that are tried one by one for the worst case."""
MOST_KEPT: Final = 1_000
"""The most answers for one card that are kept. Each is some kilobytes."""

_answers: dict[tuple[UUID, int, int], dict[str, Any]] = {}
"""The answers for one card by deal, version and ply, the oldest first. A server's heavy process answers all of them."""
_lock: Final = Lock()


@blp.get("/<uuid:deal_id>/analysis")
@blp.also(202, "It is being analysed", AnalysisProgress)
@blp.answers(DealAnalysis)
@blp.reads(EVERYBODY)
def get_analysis(deal_id: UUID) -> Response:
    """Get what each card of a deal was worth with all hands open.

    It shows all cards, so it is for those who may see the arbiter's view: officials, and everybody once the hands
    are shown. Workers analyse each deal once it is settled. If the deal has no analysis yet, the answer is 202 with
    the progress, and the deal is analysed before those that nobody has asked for.
    """
    deal = analysis_access.get(deal_id)
    if not any(isinstance(act, CardPlayed) for act in deal.record.acts):
        raise Problem("no-analysis", sentence("This deal has no analysis: no card was played in it."))
    analyses, version = services().analyses, version_of(deal.events)
    stored = analyses.find(deal_id, version)
    if stored is not None and stored.answer is not None:
        return json_response(DealAnalysis().dump(stored.answer))
    if stored is not None and stored.state == "failed":
        raise analysis_access.no_analysis(Term(stored.reason))
    try:
        analyses.request(deal_id, version, current().traceparent())
    except QueueFull:
        raise Problem("busy", sentence("{number} deals wait to be analysed.", number=MOST_REQUESTED)) from None
    progress = {
        "state": stored.state if stored else "waiting",
        "cards": stored.cards if stored else 0,
        "cards_done": stored.cards_done if stored else 0,
        "workers": analyses.count_workers(),
    }
    answer = json_response(AnalysisProgress().dump(progress))
    if answer.status_code == HTTPStatus.OK:
        answer.status_code = HTTPStatus.ACCEPTED
    return answer


@blp.get("/<uuid:deal_id>/analysis/<int:ply>")
@blp.answers(PlyAnalysis)
@blp.reads(EVERYBODY)
@heavy
def get_ply_analysis(deal_id: UUID, ply: int) -> Response:
    """Get what each legal card was worth at a ply: with all hands open, and as far as its seat could know.

    From the seat, each number is a mean over deals that fit what the seat knew, all with the same probability. It is
    for the same callers as the analysis of the deal.
    """
    visible = analysis_access.get(deal_id)
    played = {number: (s, act) for number, s, act in card_states(visible.record)}
    if ply not in played:
        cards = Listing(tuple(played)) if played else Term("none")
        allowed = sentence("the cards are the entries {plies}", plies=cards)
        raise Problem("ply", sentence("entry {ply} is not a card that was played", ply=ply), allowed=allowed)
    key = deal_id, version_of(visible.events), ply
    if (payload := _answers.get(key)) is None:
        payload = _analyse_ply(deal_id, visible.record, ply, *played[ply])
        with _lock:
            _answers[key] = payload
            if len(_answers) > MOST_KEPT:
                del _answers[next(iter(_answers))]
    return json_response(payload)


def _analyse_ply(deal_id: UUID, record: Record, ply: int, s: State, act: CardPlayed) -> dict[str, Any]:
    solver = Solver(limit=LIMIT)
    try:
        hindsight = price(s, ply, act, solver, goal_of(s), 0, s)
        analyst = SeatAnalyst(record, ply, act.seat, solver)
        # Every request for the ply draws the same deals.
        seat = analyst.expected(Random(f"{deal_id} {ply}"), budget=BUDGET)  # noqa: S311, the same draw for the same ply
    except Unsolvable as error:
        detail = sentence("The card of entry {ply} has no analysis: {reason}.", ply=ply, reason=error.sentence)
        raise Problem("no-analysis", detail) from None
    try:
        guaranteed, undecided = analyst.guaranteed(most=MOST_LISTED, budget=BUDGET), ""
    except Unfinished as reason:
        guaranteed, undecided = {}, str(reason)
    payload: dict[str, Any] = PlyAnalysis().dump(ply_payload(hindsight, seat, guaranteed, undecided))
    return payload


@blp.post("/<uuid:deal_id>/explore")
@blp.arguments(Explore)
@blp.response(200, Explored)
@blp.reads(EVERYBODY, 413, 415)
def explore(params: dict[str, Any], deal_id: UUID) -> Response:
    """Get the position after a ply and a line of cards: the hands, the legal cards, and the question for the kernel.

    Acts that must come between two cards, such as turning up a trump, are done. Nothing is recorded. It is for the same
    callers as the analysis of the deal.
    """
    record = analysis_access.get(deal_id).record
    ply, line = params["ply"], params["line"]
    last = len(record.acts) - 1
    if ply > last:
        raise no_ply(ply, -1, last)
    explored = Exploration(record, ply)
    try:
        explored.play(line)
    except IllegalLine as error:
        allowed = ", ".join(error.allowed) or Term("no card")
        raise Problem("line", sentence("{fault}.", fault=value_of(error)), allowed=allowed) from None
    payload: dict[str, Any] = {
        "ply": ply,
        "line": line,
        "acts": [write_action(act) for act in explored.acts],
        "view": explored.view(),
        "legal": [act.card for act in explored.legal()],
    }
    s = explored.state
    if not s.outcome:
        played = card_states(record)
        try:
            payload["question"] = question_payload(s, played[0][1] if played else s)
        except Unsolvable as error:
            detail = sentence("This position cannot be explored: {reason}.", reason=error.sentence)
            raise Problem("no-analysis", detail) from None
    elif (settled := settle(s)) is not None:
        payload["settlement"] = settlement(settled)
    return json_response(payload)
