"""A deal's evidence in one file, to be checked without this server (docs/trust.md)."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from api import hearing, looking
from api.blueprint import ETAG, Blueprint
from api.front.kinds import heavy
from api.permissions import EVERYBODY
from api.problems import Problem
from api.proof import bundles, published
from api.proof.keeper import LogError
from api.services import services
from api.serving import bytes_as_seen, tag_of
from domain.dispute.aggregate import Dispute
from domain.engine.hiding import ARBITER
from domain.ledger.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from flask import Response

    from api.looking import Look

blp = Blueprint("bundles", __name__, url_prefix="/api/v1/deals", description="Evidence to be checked elsewhere")


@blp.get("/<uuid:deal_id>/bundle")
@blp.response(200, "Bundle", headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
@heavy
def get_bundle(deal_id: UUID) -> Response:
    """Everything about a deal with its proofs: record, ruleset, settlement, what follows from them, events and salts.

    It shows all hands, so it is for officials, and for everybody once they are shown. Disputes are in it as far as the
    caller may read them. `nought verify bundle` checks it without this server.
    """
    body = msgspec.json.encode(evidence(looking.look(deal_id, ARBITER)))
    return bytes_as_seen(body, tag_of(body))


def evidence(look: Look) -> dict[str, Any]:
    """The bundle of a deal of which the caller may see all hands. Raises `Problem` if it is not in the log yet."""
    signed = published.needed()
    try:
        head, deal = published.told(signed), look.deal
        return bundles.made(services().log, deal.id, head, signed.note, deal.version, _disputes(deal.id))
    except LogError:
        raise Problem("not-in-the-log") from None


def _disputes(deal_id: UUID) -> Iterator[tuple[UUID, str]]:
    """The disputes about a deal that the caller may read, the oldest first."""
    for row in list(services().catalogue.rows(Dispute.KIND, where={"deal": str(deal_id)}))[::-1]:
        with suppress(NotFound):
            if hearing.look(row.id).readable:
                yield row.id, Dispute.KIND
