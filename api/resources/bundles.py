"""A deal's evidence in one file, to be checked without this server (docs/trust.md)."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from api import disputes as dispute_access
from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.front.kinds import heavy
from api.permissions import EVERYBODY
from api.problems import Problem
from api.proof import bundles, published
from api.proof.keeper import LogError
from api.responses import bytes_response, etag_of
from api.services import services
from domain.dispute.aggregate import Dispute
from domain.engine.hiding import ARBITER
from domain.kernel.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from flask import Response

    from api.deals.access import VisibleDeal

blp = Blueprint("bundles", __name__, url_prefix="/api/v1/deals", description="Evidence to be checked elsewhere")


@blp.get("/<uuid:deal_id>/bundle")
@blp.answers("Bundle")
@blp.reads(EVERYBODY)
@heavy
def get_bundle(deal_id: UUID) -> Response:
    """Get a deal with its proofs: record, ruleset, settlement, events and salts.

    It shows all hands, so it is for officials, and for everybody once the hands are shown. It holds the disputes that
    the caller may read. `nought verify bundle` checks it without this server.
    """
    body = msgspec.json.encode(evidence(deal_access.get(deal_id, ARBITER)))
    return bytes_response(body, etag_of(body))


def evidence(visible: VisibleDeal) -> dict[str, Any]:
    """Return the bundle of a deal whose hands the caller may see. Raises `Problem` if the log lacks an event."""
    deal = visible.deal
    signed = published.of_evidence(deal.id, deal.version)
    try:
        head = published.parse_checkpoint(signed)
        return bundles.make_bundle(services().log, deal.id, head, signed.note, deal.version, _disputes(deal.id))
    except LogError:
        raise Problem("not-in-the-log") from None


def _disputes(deal_id: UUID) -> Iterator[tuple[UUID, str]]:
    """Yield id and kind of the disputes about a deal that the caller may read, oldest first."""
    for row in list(services().catalogue.rows(Dispute.KIND, where={"deal": str(deal_id)}))[::-1]:
        with suppress(NotFound):
            if dispute_access.get(row.id).is_readable:
                yield row.id, Dispute.KIND
