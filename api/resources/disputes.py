"""Disputes: claim, facts, evidence, ruling, appeal, and the casebook. Play goes on meanwhile.

Parties and officials read all of a dispute, and so does everybody who may see all hands of the deal. Others see only
that there is a dispute, and its status.
"""

from __future__ import annotations

from hashlib import sha256 as hash_of
from typing import TYPE_CHECKING, Any

from flask import Response, request

from api import commands, openapi
from api import disputes as dispute_access
from api.blueprint import Blueprint
from api.callers import caller
from api.changes import Command, changes
from api.clock import now
from api.deals import access as deal_access
from api.front.kinds import takes
from api.languages import reader
from api.lists import catalogue, page
from api.permissions import AT_TABLE, BENCH, EVERYBODY, allow
from api.problems import NO_TYPE, Problem, forbidden
from api.replicas import from_replica
from api.responses import bytes_response, json_response
from api.services import ledger, services
from domain.dispute.commands import LARGEST, MEDIA
from domain.engine.words.values import Listing, sentence
from domain.tournament.standings.ranked_aggregate import read
from replay.disputes import consequences
from schemas.answers import SavedAnswer
from schemas.disputes import (
    Casebook,
    CaseQuery,
    CloseDispute,
    DecideAppeal,
    DisputeAnswer,
    DisputePage,
    DisputeQuery,
    FileQuery,
    GiveEvidence,
    LodgeAppeal,
    OpenDispute,
    PreviewAnswer,
    RulingSchema,
    SavedDispute,
    SignRuling,
    StateFact,
    TickFact,
    WithdrawDispute,
    WithdrawRuling,
    WordClaim,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from uuid import UUID

    from domain.kernel.commands import Saved, SentTo
    from domain.ledger import Ledger
    from store.tables.catalogue import Row

blp = Blueprint("disputes", __name__, url_prefix="/api/v1", description="Disputes, rulings and the casebook")


def _answer(dispute_id: UUID, params: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> commands.Answer:
    """Run a command to a dispute; answer with the status it then has."""
    saved = commands.run(params, command)
    dispute = ledger().disputes.get(dispute_id, saved.version)
    services().replays.ask_anew(dispute.deal)
    body, status, headers = commands.answer(saved, f"/api/v1/disputes/{dispute_id}", 200)
    body["status"] = dispute.status
    return body, status, headers


change = changes(blp, "dispute_id", BENCH, _answer, SavedDispute, below="/disputes")


@blp.get("/disputes")
@blp.arguments(DisputeQuery, location="query")
@blp.answers(DisputePage)
@blp.reads(EVERYBODY)
@from_replica
def list_disputes(query: dict[str, Any]) -> Response:
    """List disputes, newest first: where they are and their status, without the claim."""
    names = ("deal", "match", "table", "tournament", "encounter", "status")
    where = {name: str(query[name]) for name in names if name in query}
    result = page("dispute", query, club=query.get("club"), where=where)
    return json_response(DisputePage().dump({**result, "items": map(row_of, result["items"])}))


def row_of(row: Row) -> dict[str, Any]:
    """Return a row of the list."""
    columns = ("deal", "status", "table", "match", "tournament", "encounter")
    line = {name: row.data.get(name) for name in columns}
    line |= {name: row.data.get(name) or None for name in ("round", "number")}
    return {"id": row.id, "club": row.club, "opened_at": row.created_at.isoformat(), **line}


@blp.post("/deals/<uuid:deal_id>/disputes")
@blp.arguments(OpenDispute)
@blp.response(201, SavedAnswer)
@blp.commands(AT_TABLE, within="deal_id", match=False)
def open_dispute(params: dict[str, Any], deal_id: UUID) -> commands.Answer:
    """Open a dispute at a ply. A seat opens it for its side; officials and scribes name the side.

    The full claim may follow later.
    """
    deal, _ = deal_access.read(deal_id)
    side, seat = dispute_access.claimant(params, deal.record)
    dispute_access.check_dispute_limit(deal_id, side)
    saved = ledger().disputes.open(
        deal_id,
        side,
        params.get("ply", -1),
        params.get("until"),
        claim=params["claim"],
        code=params["code"],
        clause=params["clause"],
        seat=seat,
        on_behalf=caller().seat is None,
        dispute_id=params.get("id"),
        **commands.metadata(params),
    )
    return commands.answer(saved, f"/api/v1/disputes/{saved.id}")


@blp.get("/disputes/<uuid:dispute_id>")
@blp.answers(DisputeAnswer)
@blp.reads(EVERYBODY)
@from_replica
def get_dispute(dispute_id: UUID) -> Response:
    """Get a dispute as far as the caller may see it. If all of it is shown, the ETag is for If-Match."""
    visible = dispute_access.get(dispute_id)
    answer = json_response(DisputeAnswer().dump(visible.payload()), language=reader())
    if visible.is_readable:
        # The answer also changes with the deal's corrections, so this ETag is for If-Match only.
        answer.headers["ETag"] = commands.etag(visible.dispute.version, stream=dispute_id)
    return answer


@blp.post("/disputes/<uuid:dispute_id>/claim")
@blp.arguments(WordClaim)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def word_claim(params: dict[str, Any], dispute_id: UUID) -> commands.Answer:
    """Change the words of a claim until it is ruled on. A seat changes its own side's claim only."""
    visible = dispute_access.get(dispute_id)
    if dispute_access.own_side(visible.record) not in (None, visible.dispute.opened.side):
        raise forbidden(sentence("The claim is the other side's."))
    content = params["claim"], params["code"], params["clause"]
    return _answer(dispute_id, params, lambda sent: ledger().disputes.word_claim(dispute_id, *content, **sent))


@blp.post("/disputes/<uuid:dispute_id>/facts")
@blp.arguments(StateFact)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def state_fact(params: dict[str, Any], dispute_id: UUID) -> commands.Answer:
    """State a fact. A side agrees with its own facts; an official may name no side, then both may agree or contest."""
    side = dispute_access.speaking_side(params, dispute_access.get(dispute_id), official=True)
    return _answer(
        dispute_id, params, lambda sent: ledger().disputes.state_fact(dispute_id, side, params["text"], **sent)
    )


@blp.post("/disputes/<uuid:dispute_id>/facts/<int:number>/ticks")
@blp.arguments(TickFact)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def tick_fact(params: dict[str, Any], dispute_id: UUID, number: int) -> commands.Answer:
    """Agree with a fact or contest it, for a side."""
    side, agrees = dispute_access.speaking_side(params, dispute_access.get(dispute_id)), params["agrees"]
    return _answer(
        dispute_id, params, lambda sent: ledger().disputes.tick_fact(dispute_id, number, side, agrees=agrees, **sent)
    )


@blp.post("/disputes/<uuid:dispute_id>/evidence")
@blp.arguments(GiveEvidence)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def give_evidence(params: dict[str, Any], dispute_id: UUID) -> commands.Answer:
    """Add evidence: a range of plies, or a text."""
    side = dispute_access.speaking_side(params, dispute_access.get(dispute_id), official=True)
    content = params["text"], params.get("ply", -1), params.get("until")
    return _answer(dispute_id, params, lambda sent: ledger().disputes.give_evidence(dispute_id, side, *content, **sent))


@blp.post("/disputes/<uuid:dispute_id>/files")
@blp.document(
    requestBody={
        "required": True,
        "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in MEDIA},
    }
)
@blp.arguments(FileQuery, location="query")
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
@takes(LARGEST + 1)
def attach(query: dict[str, Any], dispute_id: UUID) -> commands.Answer:
    """Upload a picture, a PDF or a plain text of up to 2 MiB, as the body. Parties and officials may fetch it."""
    side = dispute_access.speaking_side(query, dispute_access.get(dispute_id), official=True)
    request.max_content_length = LARGEST + 1
    kind, body = request.mimetype, request.get_data()
    if kind not in MEDIA:
        accepted = sentence(
            "The body is {media}; {types} are taken.", media=kind or NO_TYPE, types=Listing(tuple(MEDIA))
        )
        raise Problem("media-type", accepted)
    content = query["name"], kind, body, query["text"]
    return _answer(dispute_id, query, lambda sent: ledger().disputes.attach(dispute_id, side, *content, **sent))


@blp.get("/disputes/<uuid:dispute_id>/files/<string(length=64):sha256>")
@blp.answers(openapi.TEXT, content_type="application/octet-stream", description="The file as it is")
@blp.reads(EVERYBODY, 409)
def get_file(dispute_id: UUID, sha256: str) -> Response:
    """Get an uploaded file. Only parties and officials may, also when the rest is public."""
    visible = dispute_access.get(dispute_id)
    if not visible.is_party:
        raise forbidden(sentence("Files are shown to the parties and to officials only."))
    given = next(
        (evidence.given for evidence in visible.dispute.evidence.values() if evidence.given.sha256 == sha256), None
    )
    body = services().attachments.find(dispute_id, sha256) if given else None
    if given is not None and body is None and services().attachments.row(dispute_id, sha256):
        raise Problem("not-found", sentence("The file was removed."))
    if given is None or body is None:
        raise Problem("not-found", sentence("There is no such file in this dispute."))
    if hash_of(body).hexdigest() != sha256:
        changed = sentence("The stored file is not the uploaded one; `nought verify log` reports it.")
        raise Problem("file-changed", changed)
    plain = "; charset=utf-8" if given.media_type == "text/plain" else ""
    answer = bytes_response(body, f'"{sha256[:32]}"', given.media_type + plain)
    # No browser may run the file as a part of this site.
    answer.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer.headers.set("Content-Disposition", "attachment", filename=given.name)
    return answer


@blp.post("/disputes/<uuid:dispute_id>/withdrawal")
@blp.arguments(WithdrawDispute)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def withdraw_dispute(params: dict[str, Any], dispute_id: UUID) -> commands.Answer:
    """Withdraw a claim before it is ruled on, for the side that made it."""
    side = dispute_access.speaking_side(params, dispute_access.get(dispute_id))
    return _answer(dispute_id, params, lambda sent: ledger().disputes.withdraw(dispute_id, side, params["why"], **sent))


@blp.post("/disputes/<uuid:dispute_id>/ruling/preview")
@allow(BENCH, within="dispute_id")
@blp.arguments(RulingSchema)
@blp.response(200, PreviewAnswer)
@blp.problems(403, 404, 409, 413, 415, 422)
def preview(params: dict[str, Any], dispute_id: UUID) -> Response:
    """Preview a ruling: what it would change in the deal, the match and the standings. Nothing is recorded.

    On an appeal the ruling replaces the one that stands.
    """
    visible = dispute_access.get(dispute_id)
    ruling = dispute_access.ruling_of(params, visible)
    by, at = commands.metadata(params)["by"], now()
    before, after = ledger().disputes.preview_ruling(dispute_id, ruling, by=by, at=at)
    cup = visible.dispute.tournament
    lines = [read(line) for line in services().lines.of(cup)] if cup else []
    language = reader()
    effect = consequences(ruling, before, after, lines, language)
    return json_response(PreviewAnswer().dump(effect), language=language)


@blp.post("/disputes/<uuid:dispute_id>/ruling")
@blp.arguments(SignRuling)
@blp.response(200, SavedDispute)
@blp.commands(BENCH, within="dispute_id")
def sign_ruling(params: dict[str, Any], dispute_id: UUID) -> commands.Answer:
    """Sign a ruling: clause, remedies, reason. Its remedies are recorded with it."""
    ruling = dispute_access.ruling_of(params, dispute_access.get(dispute_id))
    minutes, by = params["appeal_minutes"], dispute_access.official()

    def command(sent: SentTo) -> Saved:
        return ledger().disputes.sign_ruling(
            dispute_id, ruling, account=by.account, persons=by.persons, appeal_minutes=minutes, **sent
        )

    return _answer(dispute_id, params, command)


@change("/ruling/withdrawal", WithdrawRuling)
def withdraw_ruling(to: Ledger) -> Command:
    """Withdraw a ruling that is not final, with its remedies."""
    return to.disputes.withdraw_ruling


@blp.post("/disputes/<uuid:dispute_id>/appeal")
@blp.arguments(LodgeAppeal)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def lodge_appeal(params: dict[str, Any], dispute_id: UUID) -> commands.Answer:
    """Appeal against a ruling, for a side, before the appeal time ends. The ruling stands until the decision."""
    side, grounds = dispute_access.speaking_side(params, dispute_access.get(dispute_id)), params["grounds"]
    return _answer(dispute_id, params, lambda sent: ledger().disputes.lodge_appeal(dispute_id, side, grounds, **sent))


@blp.post("/disputes/<uuid:dispute_id>/appeal/decision")
@blp.arguments(DecideAppeal)
@blp.response(200, SavedDispute)
@blp.commands(BENCH, within="dispute_id")
def decide_appeal(params: dict[str, Any], dispute_id: UUID) -> commands.Answer:
    """Decide an appeal: uphold the ruling or replace it. The official who ruled cannot decide."""
    visible = dispute_access.get(dispute_id)
    reason, by = params["reason"], dispute_access.official()
    ruling = dispute_access.ruling_of({**params["ruling"], "reason": reason}, visible) if "ruling" in params else None

    def command(sent: SentTo) -> Saved:
        return ledger().disputes.decide_appeal(
            dispute_id, reason, ruling, account=by.account, persons=by.persons, **sent
        )

    return _answer(dispute_id, params, command)


@change("/close", CloseDispute)
def close_dispute(to: Ledger) -> Command:
    """Close a dispute: the ruling is final. Possible once no side may appeal."""
    return to.disputes.close


@blp.get("/casebook")
@blp.arguments(CaseQuery, location="query")
@blp.answers(Casebook)
@blp.reads(EVERYBODY)
@from_replica
def get_casebook(query: dict[str, Any]) -> Response:
    """List final rulings of deals that are over, without names; filter by clause, code, game or words."""
    return json_response(Casebook().dump({"items": cases(query)}))


def cases(query: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of the casebook that match a query."""
    where = {name: query[name] for name in ("code", "ruleset") if query.get(name)}
    return catalogue().cases(where, query["clause"], query["words"], query["skip"], query["limit"])
