"""What if the rule were another? A recorded deal judged and scored by another ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import looking
from api.blueprint import ETAG, Blueprint
from api.front.kinds import heavy
from api.games import game
from api.permissions import EVERYBODY
from api.problems import Problem
from api.serving import as_seen
from domain.engine.hiding import ARBITER
from replay.what_if import OtherGame, plain_what_if, what_if
from schemas.audits import WhatIf
from schemas.commands import WhatIfQuery

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

blp = Blueprint("what-if", __name__, url_prefix="/api/v1/deals", description="A deal under another ruleset")


@blp.get("/<uuid:deal_id>/what-if")
@blp.arguments(WhatIfQuery, location="query")
@blp.response(200, WhatIf, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
@heavy
def get_what_if(asked: dict[str, Any], deal_id: UUID) -> Response:
    """What another ruleset makes of a deal: what breaks a rule there, what no longer does, and what it pays.

    Each act is judged as the deal then stood. It tells of all cards, so it is for those who may see the arbiter's
    view: officials, and everybody once the hands are shown. Nothing is recorded.
    """
    record = looking.look(deal_id, ARBITER).record
    try:
        found = what_if(record, game(asked["ruleset"], record.opened.club))
    except OtherGame as other:
        raise Problem("other-game", str(other)) from None
    return as_seen(plain_what_if(record, found))
