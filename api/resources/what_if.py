"""Judge and score a recorded deal by another ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.front.kinds import heavy
from api.games import game
from api.permissions import EVERYBODY
from api.problems import Problem
from api.replicas import from_replica
from api.responses import json_response
from domain.engine.hiding import ARBITER
from domain.engine.words.worded import value_of
from replay.what_if import OtherGame, plain_what_if, what_if
from schemas.audits import WhatIf
from schemas.commands import WhatIfQuery

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("what-if", __name__, url_prefix="/api/v1/deals", description="A deal under another ruleset")


@blp.get("/<uuid:deal_id>/what-if")
@blp.arguments(WhatIfQuery, location="query")
@blp.answers(WhatIf)
@blp.reads(EVERYBODY)
@heavy
@from_replica
def get_what_if(query: dict[str, Any], deal_id: UUID) -> Response:
    """Compare a deal under another ruleset: which acts break a rule there, which no longer do, and the settlement.

    Each act is judged in the state before it. It shows all cards, so it is for those who may see the arbiter's view:
    officials, and everybody once the hands are shown. Nothing is recorded.
    """
    record = deal_access.get(deal_id, ARBITER).record
    try:
        comparison = what_if(record, game(query["ruleset"], record.opened.club))
    except OtherGame as other:
        raise Problem("other-game", value_of(other)) from None
    return json_response(plain_what_if(record, comparison))
