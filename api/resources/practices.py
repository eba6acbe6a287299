"""Practice: one person plays a deal against bots.

The answer to a new practice deal has the secret of the person's seat, which all other requests send as their token. The
bots act when the person's program asks for it, one act for each request: the deal itself says whose act is next, so no
job can be lost. Two such requests at once write one act, since each expects the version that it read.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from analysis.deal import analyse
from analysis.payloads import deal_payload
from analysis.position import Unsolvable
from analysis.solver import Solver
from api import commands
from api.analyses import access as analysis_access
from api.blueprint import Blueprint
from api.clock import now
from api.deals.acts import read_act
from api.front.kinds import heavy, repeatable
from api.languages import reader
from api.learning import practice as practice_access
from api.learning.practice import SUBJECT
from api.permissions import EVERYBODY, SEATS, allow
from api.problems import Problem
from api.requests.failures import refusal
from api.responses import json_response
from api.services import ledger
from bots.strengths import STRENGTHS
from bots.table import advise, next_bot_act
from domain.audit.caps.points import is_last_moment
from domain.audit.caps.report import adjudicate
from domain.engine.hiding import ARBITER, hide_act
from domain.engine.refusals import Refused
from domain.engine.words.values import sentence
from domain.kernel.errors import Conflict, Declined
from domain.practice.aggregate import hands_of
from replay.audits.caps import caps_report
from replay.frames import replay
from replay.match_score import practice_match
from replay.notation.actions import write_action
from replay.practice import legal_acts, practice_payload
from schemas.analyses import DealAnalysis
from schemas.audits import CapsReport
from schemas.practices import (
    OpenedPractice,
    OpenPractice,
    PracticeAct,
    PracticeDeal,
    PracticeFrom,
    PracticeHint,
    PracticeReplay,
)

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.engine.facts import Act
    from domain.kernel.commands import Saved, Sent, SentTo
    from domain.practice.aggregate import Practice

blp = Blueprint("practices", __name__, url_prefix="/api/v1", description="Practice against bots")
ONE: Final = "/practices/<uuid:practice_id>"
HINT: Final = STRENGTHS["expert"]
LIMIT: Final = 3_000_000
"""The most positions of one card: about a second."""
BUDGET: Final = 6_000_000
"""The positions after which no earlier card of a deal is priced: some seconds."""


@blp.post("/practices")
@allow(EVERYBODY)
@blp.arguments(OpenPractice)
@blp.response(201, OpenedPractice)
@blp.problems(403, 404, 413, 415, 422, 429)
def open_practice(params: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Begin a practice deal: a fresh one, a worked hand from a ply on, or from a step of a lesson on.

    With `practice` it is the deal that somebody else has played. No account is needed.
    """
    practice_access.count_new()
    if "practice" in params:
        return _take_over(params["practice"])
    seat, strength = params["seat"], params["strength"]
    if "worked" in params:
        record = practice_access.worked_record(params["worked"])
        practice_access.check_ply(record, params["ply"])
        pack = practice_access.shuffled(record.rules)
        return _opened(ledger().practices.go_on_from(record, params["ply"], seat, strength, pack, **_sent()), seat)
    if "lesson" in params:
        record = practice_access.record_like(params["lesson"], params["chapter"], params["step"], seat)
        ply, pack = len(record.acts) - 1, practice_access.shuffled(record.rules)
        return _opened(ledger().practices.go_on_from(record, ply, seat, strength, pack, **_sent()), seat)
    club = params.get("club")
    game = ledger().clubs.ruleset(params["ruleset"], str(club) if club else None)
    hands, dealer = practice_access.fresh_hands(game, params), params.get("dealer", "")
    dealer = dealer or practice_access.random_seat(game)
    return _opened(
        ledger().practices.open(game, seat, strength, (), dealer=dealer, hands=hands, match=params["match"], **_sent()),
        seat,
    )


@blp.post("/deals/<uuid:deal_id>/practices")
@allow(EVERYBODY)
@blp.arguments(PracticeFrom)
@blp.response(201, OpenedPractice)
@blp.problems(403, 404, 413, 415, 422, 429)
def open_practice_from(params: dict[str, Any], deal_id: UUID) -> tuple[dict[str, Any], dict[str, str]]:
    """Begin a practice deal that goes on from a ply of a recorded deal.

    It shows all hands, so it is for the same callers as the analysis of the deal.
    """
    record = analysis_access.get(deal_id).record
    practice_access.count_new()
    practice_access.check_ply(record, params["ply"])
    seat, pack = params["seat"], practice_access.shuffled(record.rules)
    saved = ledger().practices.go_on_from(
        record, params["ply"], seat, params["strength"], pack, source=str(deal_id), **_sent()
    )
    return _opened(saved, seat)


@blp.get(ONE)
@blp.answers(PracticeDeal)
@blp.reads(SEATS, within="practice_id")
def get_practice(practice_id: UUID) -> Response:
    """Get a practice deal as the person in its seat sees it, with the acts that the seat may do now."""
    return json_response(_payload(ledger().practices.get(practice_id)))


@blp.post(f"{ONE}/acts")
@blp.arguments(PracticeAct)
@blp.response(200, PracticeDeal)
@blp.commands(SEATS, within="practice_id", match=False)
def act(params: dict[str, Any], practice_id: UUID) -> Response:
    """Do an act of the person in the seat. An act against the rules is refused with the rule and the allowed acts."""
    chosen = read_act(params["act"])
    practices = ledger().practices

    def command(sent: SentTo) -> Saved:
        pack = practice_access.shuffled(practices.get(practice_id).record.rules)
        return practices.act(practice_id, chosen, pack, **sent)

    try:
        commands.run({}, command)
    except Refused as refused:
        practice = practices.get(practice_id)
        record = practice.record
        legal = legal_acts(record, practice.opened.seat)
        raise refusal(refused.refusal, ply=len(record.entries), legal=legal) from None
    return json_response(_payload(practices.get(practice_id)))


@blp.post(f"{ONE}/bots")
@blp.response(200, PracticeDeal)
@allow(SEATS, within="practice_id")
@blp.problems(403, 404, 422)
@heavy
@repeatable
def let_bots_act(practice_id: UUID) -> Response:
    """Let a bot do the next act, if one is to act or makes a call. Without `bot` in the answer the person is to act.

    After the last card of a game with Caps this settles the deal instead: there is no arbiter, so the verdict of the
    audit on Caps stands (docs/caps.md). If another request was faster, the answer is the deal as it stands.
    """
    practices = ledger().practices
    practice = practices.get(practice_id)
    if practice.awaits_verdict:
        verdict = adjudicate(practice.record, both_readings=False).ruling
        with suppress(Conflict):
            practices.settle(practice_id, verdict, expected_version=practice.version, **_sent())
        return json_response(_payload(practices.get(practice_id)))
    chosen = None if practice.record.over else _bot_act(practice)
    if chosen is None:
        return json_response(_payload(practice))
    pack = practice_access.shuffled(practice.record.rules)
    with suppress(Conflict):
        practices.bot_act(practice_id, lambda _: chosen, pack, expected_version=practice.version, **_sent())
    shown = hide_act(chosen, practice.opened.seat)
    return json_response(_payload(practices.get(practice_id)) | {"bot": write_action(shown)})


@blp.get(f"{ONE}/hint")
@blp.answers(PracticeHint)
@blp.reads(SEATS, within="practice_id")
@heavy
def get_hint(practice_id: UUID) -> Response:
    """Get the act that the strongest bot would choose for the person, by what the seat knows, and the cards' prices."""
    practice = ledger().practices.get(practice_id)
    advice = None if practice.record.over else advise(practice.record, practice.opened.seat, HINT)
    if advice is None:
        return json_response({"reason": "wait", "cards": []})
    reason = "certain" if advice.certain else "rules-of-thumb"
    payload: dict[str, Any] = {"act": write_action(advice.act), "reason": reason, "cards": []}
    if (prices := advice.prices) is not None:
        payload |= {"reason": "deals", "for_makers": prices.for_makers, "fitting": str(prices.fitting)}
        payload["cards"] = [
            {
                "card": card,
                "deals": each.deals,
                "mean": round(each.mean, 2),
                "made": round(each.made, 4),
                "pay": round(each.pay, 2),
            }
            for card, each in prices.expected.items()
        ]
    return json_response(payload)


@blp.get(f"{ONE}/analysis")
@blp.answers(DealAnalysis)
@blp.reads(SEATS, within="practice_id")
@heavy
def get_practice_analysis(practice_id: UUID) -> Response:
    """Get what each card was worth with all hands open, once the deal is over.

    It is computed for each request, within some seconds; `unsolved` lists the cards for which that was too short.
    """
    record = ledger().practices.get(practice_id).record
    if not record.over:
        raise Problem("no-analysis", sentence("A practice deal is analysed once it is over."))
    try:
        analysis = analyse(record, Solver(limit=LIMIT), budget=BUDGET)
    except Unsolvable as error:
        raise analysis_access.no_analysis(error.sentence) from None
    return json_response(DealAnalysis().dump(deal_payload(analysis)))


@blp.get(f"{ONE}/caps")
@blp.answers(CapsReport)
@blp.reads(SEATS, within="practice_id")
@heavy
def get_practice_caps(practice_id: UUID) -> Response:
    """Get the verdict on Caps with its reasons, once the deal is over: who could be certain, from when, and of what."""
    record = ledger().practices.get(practice_id).record
    if not record.over:
        raise Problem("no-analysis", sentence("A practice deal is analysed once it is over."))
    language = reader()
    return json_response(CapsReport().dump(caps_report(record, language)), language=language)


@blp.post(f"{ONE}/again")
@allow(SEATS, within="practice_id")
@blp.response(201, OpenedPractice)
@blp.problems(403, 404, 422, 429)
def play_again(practice_id: UUID) -> tuple[dict[str, Any], dict[str, str]]:
    """Begin the same deal again, in the same seat and from the same ply."""
    practice_access.count_new()
    practices = ledger().practices
    practice = practices.get(practice_id)
    pack = practice_access.shuffled(practice.record.rules)
    return _opened(practices.again(practice_id, pack, **_sent()), practice.opened.seat)


@blp.post(f"{ONE}/next")
@allow(SEATS, within="practice_id")
@blp.response(201, OpenedPractice)
@blp.problems(403, 404, 422, 429)
def open_next(practice_id: UUID) -> tuple[dict[str, Any], dict[str, str]]:
    """Begin the next deal of the match, with the next dealer; after its end, the first deal of a new match."""
    practice_access.count_new()
    practices = ledger().practices
    practice = practices.get(practice_id)
    hands = practice_access.fresh_hands(practice.record.rules.ruleset, {})
    return _opened(practices.next(practice_id, hands, (), **_sent()), practice.opened.seat)


@blp.get(f"{ONE}/replay")
@blp.answers(PracticeReplay)
@blp.reads(SEATS, within="practice_id")
@heavy
def get_practice_replay(practice_id: UUID) -> Response:
    """Get a practice deal act by act with all hands, once it is over."""
    record = ledger().practices.get(practice_id).record
    if not record.over:
        raise Declined("practice-open", "a practice deal is shown with all hands once it is over")
    language = reader()
    return json_response(replay(record, ARBITER, language), language=language)


# --- helpers --------------------------------------------------------------------------------------


def _sent() -> Sent:
    return {"by": SUBJECT, "at": now()}


def _opened(saved: Saved, seat: str) -> tuple[dict[str, Any], dict[str, str]]:
    body = {"id": str(saved.id), "seat": seat, "secret": practice_access.issue_secret(saved.id, seat)}
    return body, {"Cache-Control": "no-store", "Location": f"/api/v1/practices/{saved.id}"}


def _take_over(practice_id: UUID) -> tuple[dict[str, Any], dict[str, str]]:
    """Begin the deal of somebody else's practice deal, in the same seat."""
    practices = ledger().practices
    practice = practices.get(practice_id)
    pack = practice_access.shuffled(practice.record.rules)
    return _opened(practices.take_over(practice_id, pack, **_sent()), practice.opened.seat)


def _bot_act(practice: Practice) -> Act | None:
    opened = practice.opened
    return next_bot_act(practice.record, opened.seat, STRENGTHS[opened.strength], str(practice.id))


def _payload(practice: Practice) -> dict[str, Any]:
    opened, record = practice.opened, practice.record
    game = record.rules.ruleset
    payload = {
        "id": str(practice.id),
        "seat": opened.seat,
        "strength": opened.strength,
        "ruleset": {"key": game.key, "name": game.name},
        **practice_payload(record, opened.seat),
        "call_before_next_card": is_last_moment(record, opened.seat),
    }
    if opened.source:
        payload["source"] = opened.source
    if opened.repeats:
        payload["repeats"] = opened.repeats
    if (score := practice.score) is not None:
        payload["match"] = practice_match(practice, score)
    if record.over:
        payload["hands"] = hands_of(record)
    return payload
