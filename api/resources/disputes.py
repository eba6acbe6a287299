"""Disputes: claimed from a ply, facts agreed, ruled, appealed, final. The table goes on meanwhile.

What was claimed, stated and ruled is read by the parties and officials, and by everybody who may see all hands of the
deal; until then a dispute tells others that there is one, and how it stands.
"""

from __future__ import annotations

from hashlib import sha256 as digest
from typing import TYPE_CHECKING, Any

from flask import Response, request

from api import hearing, looking, openapi, recording
from api.blueprint import ETAG, Blueprint
from api.callers import caller
from api.front.kinds import takes
from api.lists import catalogue, page
from api.permissions import AT_TABLE, BENCH, EVERYBODY, allow
from api.problems import Problem, forbidden
from api.services import services
from api.serving import as_seen, bytes_as_seen
from domain.dispute.commands import LARGEST, MEDIA
from domain.tournament.ranked import read
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

    from domain.ledger.commands import Saved, SentTo
    from store.catalogue import Row

blp = Blueprint("disputes", __name__, url_prefix="/api/v1", description="Disputes, rulings and the casebook")


@blp.get("/disputes")
@blp.arguments(DisputeQuery, location="query")
@blp.response(200, DisputePage, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def list_disputes(asked: dict[str, Any]) -> Response:
    """Disputes, newest first: that they are there, where, and how they stand. A list never says what is claimed."""
    names = ("deal", "match", "table", "tournament", "encounter", "status")
    where = {name: str(asked[name]) for name in names if name in asked}
    found = page("dispute", asked, row_of, club=asked.get("club"), where=where)
    return as_seen(DisputePage().dump(found))


def row_of(row: Row) -> dict[str, Any]:
    """A line of the list."""
    told = ("deal", "status", "table", "match", "tournament", "encounter")
    line = {name: row.data.get(name) for name in told}
    line |= {name: row.data.get(name) or None for name in ("round", "number")}
    return {"id": row.id, "club": row.club, "opened_at": row.created_at.isoformat(), **line}


@blp.post("/deals/<uuid:deal_id>/disputes")
@blp.arguments(OpenDispute)
@blp.response(201, SavedAnswer)
@blp.commands(AT_TABLE, within="deal_id", match=False)
def open_dispute(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Open a dispute at a ply. A seat does so for its side; officials and scribes on behalf of the one they name.

    The claim may be said in full later.
    """
    deal, _ = looking.read(deal_id)
    side, seat = hearing.claimant(told, deal.record)
    hearing.check_more(deal_id, side)
    saved = services().ledger.disputes.open(
        deal_id,
        side,
        told.get("ply", -1),
        told.get("until"),
        claim=told["claim"],
        code=told["code"],
        clause=told["clause"],
        seat=seat,
        on_behalf=caller().seat is None,
        dispute_id=told.get("id"),
        **recording.sent(told),
    )
    return recording.saved(saved, f"/api/v1/disputes/{saved.id}")


@blp.get("/disputes/<uuid:dispute_id>")
@blp.response(200, DisputeAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_dispute(dispute_id: UUID) -> Response:
    """A dispute, as the caller may know it. Where all of it is told, its ETag is what If-Match takes."""
    heard = hearing.look(dispute_id)
    answer = as_seen(DisputeAnswer().dump(heard.told()))
    if heard.readable:
        # What is told follows the deal's corrections too, so this tag is good for writing alone.
        answer.headers["ETag"] = recording.etag(heard.dispute.version)
    return answer


@blp.post("/disputes/<uuid:dispute_id>/claim")
@blp.arguments(WordClaim)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def word_claim(told: dict[str, Any], dispute_id: UUID) -> recording.Answer:
    """Say the claim in full, or otherwise, until it is ruled on. A seat does so for its own side."""
    heard = hearing.look(dispute_id)
    if hearing.own_side(heard.record) not in (None, heard.dispute.opened.side):
        raise forbidden("The claim is the other side's.")
    what = told["claim"], told["code"], told["clause"]
    return _at(dispute_id, told, lambda sent: services().ledger.disputes.word_claim(dispute_id, *what, **sent))


@blp.post("/disputes/<uuid:dispute_id>/facts")
@blp.arguments(StateFact)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def state_fact(told: dict[str, Any], dispute_id: UUID) -> recording.Answer:
    """State a fact. A side that states one agrees with it; an official who names no side leaves it to both."""
    side = hearing.side(told, hearing.look(dispute_id), official=True)
    return _at(
        dispute_id, told, lambda sent: services().ledger.disputes.state_fact(dispute_id, side, told["text"], **sent)
    )


@blp.post("/disputes/<uuid:dispute_id>/facts/<int:number>/ticks")
@blp.arguments(TickFact)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def tick_fact(told: dict[str, Any], dispute_id: UUID, number: int) -> recording.Answer:
    """Agree with a fact, or contest it, for a side."""
    side, agrees = hearing.side(told, hearing.look(dispute_id)), told["agrees"]
    ledger = services().ledger
    return _at(
        dispute_id, told, lambda sent: ledger.disputes.tick_fact(dispute_id, number, side, agrees=agrees, **sent)
    )


@blp.post("/disputes/<uuid:dispute_id>/evidence")
@blp.arguments(GiveEvidence)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def give_evidence(told: dict[str, Any], dispute_id: UUID) -> recording.Answer:
    """Point at acts, or write something down."""
    side = hearing.side(told, hearing.look(dispute_id), official=True)
    what = told["text"], told.get("ply", -1), told.get("until")
    return _at(dispute_id, told, lambda sent: services().ledger.disputes.give_evidence(dispute_id, side, *what, **sent))


@blp.post("/disputes/<uuid:dispute_id>/files")
@blp.documented(
    requestBody={
        "required": True,
        "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in MEDIA},
    }
)
@blp.arguments(FileQuery, location="query")
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
@takes(LARGEST + 1)
def attach(asked: dict[str, Any], dispute_id: UUID) -> recording.Answer:
    """Hand in a picture, a PDF or a plain text of up to 2 MiB, as the body. Parties and officials may fetch it."""
    side = hearing.side(asked, hearing.look(dispute_id), official=True)
    request.max_content_length = LARGEST + 1
    kind, body = request.mimetype, request.get_data()
    if kind not in MEDIA:
        raise Problem("media-type", f"The body is {kind or 'of no type'}; {', '.join(MEDIA)} are taken.")
    what = asked["name"], kind, body, asked["text"]
    return _at(dispute_id, asked, lambda sent: services().ledger.disputes.attach(dispute_id, side, *what, **sent))


@blp.get("/disputes/<uuid:dispute_id>/files/<string(length=64):sha256>")
@blp.response(200, openapi.TEXT, content_type="application/octet-stream", headers=ETAG, description="The file as it is")
@blp.not_modified()
@blp.reads(EVERYBODY, 409)
def get_file(dispute_id: UUID, sha256: str) -> Response:
    """A file that was handed in: for the parties and officials alone, whatever else becomes public."""
    heard = hearing.look(dispute_id)
    if not heard.party:
        raise forbidden("Files are shown to the parties and to officials only.")
    given = next((each.given for each in heard.dispute.evidence.values() if each.given.sha256 == sha256), None)
    body = services().attachments.find(dispute_id, sha256) if given else None
    if given is None or body is None:
        raise Problem("not-found", "There is no such file in this dispute.")
    if digest(body).hexdigest() != sha256:
        raise Problem("file-changed", "What is stored is not what was handed in; `nought verify log` names it.")
    plain = "; charset=utf-8" if given.media_type == "text/plain" else ""
    answer = bytes_as_seen(body, f'"{sha256[:32]}"', given.media_type + plain)
    # Whatever it holds, no browser runs it as a part of this site.
    answer.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer.headers.set("Content-Disposition", "attachment", filename=given.name)
    return answer


@blp.post("/disputes/<uuid:dispute_id>/withdrawal")
@blp.arguments(WithdrawDispute)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def withdraw_dispute(told: dict[str, Any], dispute_id: UUID) -> recording.Answer:
    """Withdraw the claim, before it is ruled on: for the side that claimed."""
    side = hearing.side(told, hearing.look(dispute_id))
    return _at(
        dispute_id, told, lambda sent: services().ledger.disputes.withdraw(dispute_id, side, told["why"], **sent)
    )


@blp.post("/disputes/<uuid:dispute_id>/ruling/preview")
@allow(BENCH, within="dispute_id")
@blp.arguments(RulingSchema)
@blp.response(200, PreviewAnswer)
@blp.problems(403, 404, 409, 413, 415, 422)
def preview(told: dict[str, Any], dispute_id: UUID) -> Response:
    """What a ruling would change in the deal, the match, at the table and in the standings. Nothing is recorded.

    On an appeal: what it would change in the place of the ruling that stands.
    """
    heard = hearing.look(dispute_id)
    ruling = hearing.ruling_of(told, heard)
    by, at = recording.sent(told)["by"], recording.now()
    before, after = services().ledger.disputes.preview_ruling(dispute_id, ruling, by=by, at=at)
    cup = heard.dispute.tournament
    lines = [read(line) for line in services().lines.of(cup)] if cup else []
    return as_seen(PreviewAnswer().dump(consequences(before, after, lines)))


@blp.post("/disputes/<uuid:dispute_id>/ruling")
@blp.arguments(SignRuling)
@blp.response(200, SavedDispute)
@blp.commands(BENCH, within="dispute_id")
def sign_ruling(told: dict[str, Any], dispute_id: UUID) -> recording.Answer:
    """Sign a ruling: clause, remedies, reason. What follows from it is recorded with it."""
    ruling = hearing.ruling_of(told, hearing.look(dispute_id))
    minutes, ledger, by = told["appeal_minutes"], services().ledger, hearing.official()

    def command(sent: SentTo) -> Saved:
        return ledger.disputes.sign_ruling(
            dispute_id, ruling, account=by.account, persons=by.persons, appeal_minutes=minutes, **sent
        )

    return _at(dispute_id, told, command)


@blp.post("/disputes/<uuid:dispute_id>/ruling/withdrawal")
@blp.arguments(WithdrawRuling)
@blp.response(200, SavedDispute)
@blp.commands(BENCH, within="dispute_id")
def withdraw_ruling(told: dict[str, Any], dispute_id: UUID) -> recording.Answer:
    """Take a ruling back that is not final, and all that followed from it."""
    return _at(
        dispute_id, told, lambda sent: services().ledger.disputes.withdraw_ruling(dispute_id, told["why"], **sent)
    )


@blp.post("/disputes/<uuid:dispute_id>/appeal")
@blp.arguments(LodgeAppeal)
@blp.response(200, SavedDispute)
@blp.commands(AT_TABLE, within="dispute_id")
def lodge_appeal(told: dict[str, Any], dispute_id: UUID) -> recording.Answer:
    """Appeal against a ruling, for a side, while it is possible. The ruling stands until it is decided."""
    side, grounds = hearing.side(told, hearing.look(dispute_id)), told["grounds"]
    return _at(
        dispute_id, told, lambda sent: services().ledger.disputes.lodge_appeal(dispute_id, side, grounds, **sent)
    )


@blp.post("/disputes/<uuid:dispute_id>/appeal/decision")
@blp.arguments(DecideAppeal)
@blp.response(200, SavedDispute)
@blp.commands(BENCH, within="dispute_id")
def decide_appeal(told: dict[str, Any], dispute_id: UUID) -> recording.Answer:
    """Decide on an appeal: another official than the one who ruled upholds the ruling, or rules in its place."""
    heard = hearing.look(dispute_id)
    ledger, reason, by = services().ledger, told["reason"], hearing.official()
    ruling = hearing.ruling_of({**told["ruling"], "reason": reason}, heard) if "ruling" in told else None

    def command(sent: SentTo) -> Saved:
        return ledger.disputes.decide_appeal(dispute_id, reason, ruling, account=by.account, persons=by.persons, **sent)

    return _at(dispute_id, told, command)


@blp.post("/disputes/<uuid:dispute_id>/close")
@blp.arguments(CloseDispute)
@blp.response(200, SavedDispute)
@blp.commands(BENCH, within="dispute_id")
def close_dispute(told: dict[str, Any], dispute_id: UUID) -> recording.Answer:
    """Let a ruling be final, once no side may appeal any more."""
    return _at(dispute_id, told, lambda sent: services().ledger.disputes.close(dispute_id, **sent))


@blp.get("/casebook")
@blp.arguments(CaseQuery, location="query")
@blp.response(200, Casebook, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_casebook(asked: dict[str, Any]) -> Response:
    """Final rulings of deals that are over, told without a name, by clause, code, game or words."""
    return as_seen(Casebook().dump({"items": cases(asked)}))


def cases(asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cases that somebody looks for."""
    where = {name: asked[name] for name in ("code", "ruleset") if asked.get(name)}
    return catalogue().cases(where, asked["clause"], asked["words"], asked["skip"], asked["limit"])


def _at(dispute_id: UUID, told: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> recording.Answer:
    """A command to a dispute, answered with how it stood then."""
    done = recording.on_record(told, command)
    dispute = services().ledger.disputes.get(dispute_id, done.version)
    services().replays.ask_anew(dispute.deal)
    body, status, headers = recording.saved(done, f"/api/v1/disputes/{dispute_id}", 200)
    body["status"] = dispute.status
    return body, status, headers
