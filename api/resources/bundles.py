"""A deal's evidence in one file, to be checked without this server (docs/trust.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from api import looking
from api.blueprint import ETAG, Blueprint
from api.problems import Problem
from api.proof import bundles, published
from api.proof.keeper import LogError
from api.services import services
from api.serving import bytes_as_seen, tag_of
from domain.hiding import ARBITER

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("bundles", __name__, url_prefix="/api/v1/deals", description="Evidence to be checked elsewhere")


@blp.get("/<uuid:deal_id>/bundle")
@blp.response(200, "Bundle", headers=ETAG)
@blp.not_modified()
@blp.reads()
def get_bundle(deal_id: UUID) -> Response:
    """Everything about a deal with its proofs: record, ruleset, settlement, what follows from them, events and salts.

    It shows all hands, so it is for officials, and for everybody once they are shown. `nought verify bundle` checks
    it without this server.
    """
    look = looking.look(deal_id, ARBITER)
    signed = published.needed()
    try:
        told = bundles.made(services().log, deal_id, published.told(signed), signed.note, look.file.version)
    except LogError:
        raise Problem("not-in-the-log") from None
    body = msgspec.json.encode(told)
    return bytes_as_seen(body, tag_of(body))
