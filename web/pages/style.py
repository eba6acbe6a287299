"""The look of the site on one page, for developers: every token of tokens.css, the controls, the cards."""

from __future__ import annotations

import os
from typing import Any

from flask import Blueprint, abort, render_template

from api.permissions import EVERYBODY, allow
from domain.engine.faces import plain_faces
from domain.games.catalogue import RULESETS
from web.wording.spoken import card_names

blp = Blueprint("style", __name__)

PACKS = ("504", "sidi-barrani")
"""Rulesets whose packs together have every face that is drawn."""


@blp.get("/style")
@allow(EVERYBODY)
def show() -> str:
    """Show the tokens, the controls and the cards. The page exists only with NOUGHT_DEBUG set, as for developers.

    It holds no data. A club's server answers 404, so that no reader takes it for a page of the book.
    """
    if not os.environ.get("NOUGHT_DEBUG"):
        abort(404)
    return render_template("style.html", packs=[_pack(key) for key in PACKS])


def _pack(key: str) -> dict[str, Any]:
    """Return a pack's suits and ranks in their order, and the names of its cards."""
    game = RULESETS[key]
    return {
        "name": game.name,
        "suits": list(game.pack.suits),
        "ranks": list(game.pack.ranks),
        "names": card_names(plain_faces(game)),
    }
