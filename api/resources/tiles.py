"""The tree of the log as tiles, for other tools (C2SP tlog-tiles; docs/trust.md).

They are in no OpenAPI document, whose paths cannot have parts without number. The checkpoint beside them is
`api.resources.log.get_checkpoint`. Entries are not served: they hold the cards.
"""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, request

from api.permissions import EVERYBODY, allow
from api.problems import Problem
from api.proof import published
from api.services import services
from domain.proof.tile_paths import parse_tile

blp = Blueprint("tiles", __name__, url_prefix="/api/v1/log/tile")

MEDIA_TYPE: Final = "application/octet-stream"
LONG: Final = "max-age=31536000, immutable"
"""The time for which a cache may keep a tile, which never changes: a year."""


@blp.get("/<string(maxlength=2):level>/<path:path>")
@allow(EVERYBODY)
def get_tile(level: str, path: str) -> Response:
    """Return the hashes of a tile, or of its beginning, as far as a checkpoint that the caller may see has them.

    Who sees the log with a delay may keep a tile for itself only: a shared cache would show it to others sooner.
    """
    tile = parse_tile(level, path)
    if tile is None or not published.has_leaves(tile.size):
        raise Problem("not-found")
    body = services().log.tile(tile.tree_level, tile.number, tile.width)
    is_private = "HTTP_AUTHORIZATION" in request.environ or "HTTP_COOKIE" in request.environ
    headers = {"Cache-Control": f"{'private' if is_private else 'public'}, {LONG}"}
    return Response(body, headers=headers, content_type=MEDIA_TYPE)
