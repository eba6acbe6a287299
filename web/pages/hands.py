"""The pages of the worked hands: for newcomers, who have no deals of their own yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, render_template

from api.permissions import EVERYBODY, allow
from web.worked_hands import played, worked_hand, worked_hands

if TYPE_CHECKING:
    from web.worked_hands import WorkedHand

blp = Blueprint("hands", __name__)


@blp.get("/hands")
@allow(EVERYBODY)
def hands() -> str:
    """Show the list of worked hands, by game."""
    groups: dict[str, list[WorkedHand]] = {}
    for hand in worked_hands():
        groups.setdefault(hand.game, []).append(hand)
    return render_template("hands.html", groups=groups)


@blp.get("/hands/<string(maxlength=100):name>")
@allow(EVERYBODY)
def show_hand(name: str) -> str:
    """Show a worked hand: a table that plays by itself, and its note."""
    deal = worked_hand(name)
    if deal is None:
        abort(404)
    return render_template("hand.html", hand=deal, played=played(deal))
