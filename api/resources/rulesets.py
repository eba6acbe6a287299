"""The games that are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from api.blueprint import ETAG, Blueprint
from api.problems import Problem
from api.serving import bytes_as_seen, tag_of
from domain.catalogue import RULESETS
from domain.ruleset import plain
from schemas.answers import RulesetList

if TYPE_CHECKING:
    from flask import Response

blp = Blueprint("rulesets", __name__, url_prefix="/api/v1/rulesets", description="The games that are known")


@blp.get("")
@blp.response(200, RulesetList)
@blp.reads()
def list_rulesets() -> dict[str, Any]:
    """Every game by its key."""
    return {
        "items": [
            {"key": game.key, "version": game.version, "name": game.name, "seats": game.seating.seats}
            for game in RULESETS.values()
        ]
    }


@blp.get("/<string(maxlength=64):key>")
@blp.response(200, "Ruleset", headers=ETAG)
@blp.not_modified()
@blp.reads()
def get_ruleset(key: str) -> Response:
    """A game with all its parameters. A deal keeps the whole of it, so a replay never changes with the code."""
    game = RULESETS.get(key)
    if game is None:
        raise Problem("not-found", f"there is no ruleset {key}; known: {', '.join(RULESETS)}")
    body = msgspec.json.encode(plain(game))
    return bytes_as_seen(body, tag_of(body))
