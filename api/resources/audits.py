"""The audit of a deal: what broke a rule, who could see it when, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api import looking
from api.blueprint import ETAG, Blueprint
from api.front.kinds import heavy
from api.languages import reader
from api.permissions import EVERYBODY
from api.serving import as_seen
from domain.engine.hiding import ARBITER
from replay.audit import audit
from schemas.audits import Audit

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("audits", __name__, url_prefix="/api/v1/deals", description="What broke a rule, and what follows")


@blp.get("/<uuid:deal_id>/audit")
@blp.response(200, Audit, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
@heavy
def get_audit(deal_id: UUID) -> Response:
    """Every breach of a deal, judged with all that is known of its cards by now.

    It tells of all cards, so it is for those who may see the arbiter's view: officials, and everybody once the hands
    are shown. How to read it stands in docs/audit.md.
    """
    language = reader()
    return as_seen(audit(looking.look(deal_id, ARBITER).record, language), language=language)
