"""The log that shows whether the record was changed: signed checkpoints, proofs, keys (docs/trust.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response

from api import openapi
from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.permissions import EVERYBODY
from api.problems import Problem
from api.proof import published
from api.proof.bundles import make_proof
from api.proof.keeper import LogError
from api.responses import bytes_response, etag_of, json_response
from api.services import services
from domain.engine.hiding import ARBITER
from domain.engine.words.values import sentence
from domain.proof import notes, tree
from domain.proof.notes import PublicKey
from domain.proof.tiles import Tiles
from schemas.proofs import (
    CheckpointPage,
    CheckpointQuery,
    ConsistencyAnswer,
    ConsistencyQuery,
    InclusionAnswer,
    InclusionQuery,
    KeysAnswer,
    ProofQuery,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

NOTE = "text/plain; charset=utf-8"

blp = Blueprint("log", __name__, url_prefix="/api/v1/log", description="Proof that nothing was changed")


@blp.get("/checkpoint")
@blp.answers(openapi.TEXT, content_type="text/plain", description="A signed note")
@blp.reads(EVERYBODY)
def get_checkpoint() -> Response:
    """Get the newest checkpoint, a signed note (C2SP). Keep it: all later logs must contain what it signs."""
    body = published.require_newest().note.encode()
    return bytes_response(body, etag_of(body), NOTE)


@blp.get("/checkpoints")
@blp.arguments(CheckpointQuery, location="query")
@blp.answers(CheckpointPage)
@blp.reads(EVERYBODY)
def list_checkpoints(query: dict[str, Any]) -> Response:
    """List checkpoints, the largest first; `before` is the size of the last one that the caller has."""
    checkpoints = services().log.checkpoints(published.seconds_late(), before=query.get("before"), limit=query["limit"])
    return json_response(CheckpointPage().dump({"items": checkpoints}))


@blp.get("/inclusion/<uuid:deal_id>")
@blp.arguments(InclusionQuery, location="query")
@blp.answers(InclusionAnswer)
@blp.reads(EVERYBODY)
def get_inclusion(query: dict[str, Any], deal_id: UUID) -> Response:
    """Get the proof that the events of a deal are in the log, under the newest checkpoint or that of a `size`.

    `version` selects one event. The answer shows the number of events, hidden ones too, so it is for those who may see
    all hands: officials, and everybody once the hands are shown. `GET /api/v1/deals/{id}/bundle` has the events.
    """
    visible = deal_access.get(deal_id, ARBITER)
    head = published.of_size(query.get("size"))
    version = query.get("version")
    log = services().log
    leaves = [
        leaf
        for leaf in log.leaves_of(deal_id)
        if leaf.place < head.size and leaf.version <= visible.deal.version and version in (None, leaf.version)
    ]
    if not leaves:
        raise Problem("not-in-the-log")
    nodes = Tiles(log.hashes)
    rows = [
        {
            "version": leaf.version,
            "place": leaf.place,
            "leaf": _text(leaf.hash),
            "path": _texts(tree.inclusion(nodes, leaf.place, head.size)),
        }
        for leaf in leaves
    ]
    body = {"deal": deal_id, "origin": head.origin, "size": head.size, "root": _text(head.root), "leaves": rows}
    return json_response(InclusionAnswer().dump(body))


@blp.get("/proof/<uuid:deal_id>")
@blp.arguments(ProofQuery, location="query")
@blp.answers(openapi.TEXT, content_type="text/plain", description="A file of C2SP tlog-proof")
@blp.reads(EVERYBODY)
def get_proof(query: dict[str, Any], deal_id: UUID) -> Response:
    """Get the proof that one event of a deal is in the log, as a file that other tools read: its last, or a `version`.

    The checkpoint is the newest one with enough witnesses, if it has the event. The file holds the event, so it is for
    those who may see all hands: officials, and everybody once the hands are shown.
    """
    visible = deal_access.get(deal_id, ARBITER)
    version = min(query.get("version", visible.deal.version), visible.deal.version)
    signed = published.of_evidence(deal_id, version)
    try:
        proof = make_proof(services().log, deal_id, version, published.parse_checkpoint(signed), signed.note)
    except LogError:
        raise Problem("not-in-the-log") from None
    body = proof.text.encode()
    return bytes_response(body, etag_of(body), NOTE)


@blp.get("/consistency")
@blp.arguments(ConsistencyQuery, location="query")
@blp.answers(ConsistencyAnswer)
@blp.reads(EVERYBODY)
def get_consistency(query: dict[str, Any]) -> Response:
    """Get the proof that a checkpoint grew from an earlier one. `from` and `to` are sizes; default: the newest."""
    old, new = published.of_size(query["from"]), published.of_size(query.get("to"))
    if old.size > new.size:
        detail = sentence("A log of {new} leaves did not grow from one of {old}.", new=new.size, old=old.size)
        raise Problem("no-checkpoint", detail, status=422)
    path = tree.consistency(Tiles(services().log.hashes), old.size, new.size)
    heads = {"old": _head(old.size, old.root), "new": _head(new.size, new.root)}
    return json_response(ConsistencyAnswer().dump({"origin": new.origin, **heads, "path": _texts(path)}))


@blp.get("/key")
@blp.answers(KeysAnswer)
@blp.reads(EVERYBODY)
def get_key() -> Response:
    """List the public keys of the log, newest first, as C2SP writes them; each with its signed handover."""
    keys = services().log.keys()[::-1]
    if not keys:
        raise Problem("no-checkpoint", sentence("The log has no key yet; the first start of the site makes one."))
    return json_response(KeysAnswer().dump({"origin": PublicKey.parse(keys[0].vkey).name, "keys": keys}))


def _head(size: int, root: bytes) -> dict[str, Any]:
    return {"size": size, "root": _text(root)}


def _text(hash_: bytes) -> str:
    return notes.write_base64(hash_)


def _texts(hashes: Sequence[bytes]) -> list[str]:
    return [_text(leaf) for leaf in hashes]
