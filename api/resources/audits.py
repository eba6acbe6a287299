"""The audit of a deal: each breach of a rule, who could see it when, and its consequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.analyses.access import audit_for_caller
from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.front.kinds import heavy
from api.languages import reader
from api.permissions import EVERYBODY
from api.replicas import from_replica
from api.responses import json_response
from domain.engine.hiding import ARBITER
from schemas.audits import Audit

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("audits", __name__, url_prefix="/api/v1/deals", description="Breaches and their consequences")


@blp.get("/<uuid:deal_id>/audit")
@blp.answers(Audit)
@blp.reads(EVERYBODY)
@heavy
@from_replica
def get_audit(deal_id: UUID) -> Response:
    """Get every breach of a deal, judged with all cards that are known by now.

    It shows all cards, so it is for those who may see the arbiter's view: officials, and everybody once the hands
    are shown. Beside the consequence of a certain breach in the play stands the likely result without it. docs/audit.md
    explains it.
    """
    language = reader()
    return json_response(audit_for_caller(deal_access.get(deal_id, ARBITER), language), language=language)
