"""The home page."""

from __future__ import annotations

from flask import Blueprint, Response

from api.lists import catalogue
from api.permissions import EVERYBODY, allow
from web.page import private_page
from web.worked_hands import FIRST, played, worked_hand

blp = Blueprint("home", __name__)


@blp.get("/")
@allow(EVERYBODY)
def home() -> Response:
    """Show what Nought is, a hand that plays itself, four ways on, and the newest deals, tournaments and clubs."""
    hand = worked_hand(FIRST)
    assert hand is not None  # noqa: S101
    return private_page(
        "home.html",
        played=played(hand),
        deals=catalogue().page("deal", limit=6).rows,
        clubs=catalogue().page("club", limit=12).rows,
        tournaments=catalogue().page("tournament", limit=6).rows,
    )
