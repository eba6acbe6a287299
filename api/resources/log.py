"""The log that shows whether the record was changed: signed checkpoints, proofs, keys (docs/trust.md)."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from flask import Response

from api import looking, openapi
from api.blueprint import ETAG, Blueprint
from api.permissions import EVERYBODY
from api.problems import Problem
from api.proof import published
from api.services import services
from api.serving import as_seen, bytes_as_seen, tag_of
from domain.engine.hiding import ARBITER
from domain.proof import tree
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
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

NOTE = "text/plain; charset=utf-8"

blp = Blueprint("log", __name__, url_prefix="/api/v1/log", description="Proof that nothing was changed")


@blp.get("/checkpoint")
@blp.response(200, openapi.TEXT, content_type="text/plain", headers=ETAG, description="A signed note")
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_checkpoint() -> Response:
    """The newest checkpoint: a signed note (C2SP). Keep it: the log must contain for ever what it stands for."""
    body = published.needed().note.encode()
    return bytes_as_seen(body, tag_of(body), NOTE)


@blp.get("/checkpoints")
@blp.arguments(CheckpointQuery, location="query")
@blp.response(200, CheckpointPage, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def list_checkpoints(asked: dict[str, Any]) -> Response:
    """Checkpoints, the largest first; `before` is the size of the last one that the caller has."""
    found = services().log.checkpoints(published.seconds_late(), before=asked.get("before"), limit=asked["limit"])
    rows = [{"size": each.size, "made_at": each.made_at, "note": each.note} for each in found]
    return as_seen(CheckpointPage().dump({"items": rows}))


@blp.get("/inclusion/<uuid:deal_id>")
@blp.arguments(InclusionQuery, location="query")
@blp.response(200, InclusionAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_inclusion(asked: dict[str, Any], deal_id: UUID) -> Response:
    """That the events of a deal are in the log, under the newest checkpoint or that of another `size`.

    `version` asks for one event. It tells how many events there are, hidden ones too, so it is for those who may see
    all hands: officials, and everybody once they are shown. With what is in them: `GET /api/v1/deals/{id}/bundle`.
    """
    look = looking.look(deal_id, ARBITER)
    head = published.of_size(asked.get("size"))
    version = asked.get("version")
    log = services().log
    leaves = [
        each
        for each in log.leaves_of(deal_id)
        if each.place < head.size and each.version <= look.deal.version and version in (None, each.version)
    ]
    if not leaves:
        raise Problem("not-in-the-log")
    nodes = Tiles(log.hashes)
    rows = [
        {
            "version": each.version,
            "place": each.place,
            "leaf": _text(each.hash),
            "path": _texts(tree.inclusion(nodes, each.place, head.size)),
        }
        for each in leaves
    ]
    body = {"deal": deal_id, "origin": head.origin, "size": head.size, "root": _text(head.root), "leaves": rows}
    return as_seen(InclusionAnswer().dump(body))


@blp.get("/consistency")
@blp.arguments(ConsistencyQuery, location="query")
@blp.response(200, ConsistencyAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_consistency(asked: dict[str, Any]) -> Response:
    """That one checkpoint grew from an earlier one: `from` and `to` are their sizes; `to` may be left out."""
    old, new = published.of_size(asked["from"]), published.of_size(asked.get("to"))
    if old.size > new.size:
        raise Problem("no-checkpoint", f"A log of {new.size} leaves did not grow from one of {old.size}.", status=422)
    path = tree.consistency(Tiles(services().log.hashes), old.size, new.size)
    heads = {"old": _head(old.size, old.root), "new": _head(new.size, new.root)}
    return as_seen(ConsistencyAnswer().dump({"origin": new.origin, **heads, "path": _texts(path)}))


@blp.get("/key")
@blp.response(200, KeysAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_key() -> Response:
    """The public keys of the log, the newest first, as C2SP writes them; each with the note by which it took over."""
    found = services().log.keys()[::-1]
    if not found:
        raise Problem("no-checkpoint", "The log has no key yet; the first start of the site makes one.")
    rows = [{"vkey": each.vkey, "since": each.since, "change": each.change, "why": each.why} for each in found]
    return as_seen(KeysAnswer().dump({"origin": PublicKey.parse(found[0].vkey).name, "keys": rows}))


def _head(size: int, root: bytes) -> dict[str, Any]:
    return {"size": size, "root": _text(root)}


def _text(hash_: bytes) -> str:
    return b64encode(hash_).decode()


def _texts(hashes: Sequence[bytes]) -> list[str]:
    return [_text(each) for each in hashes]
