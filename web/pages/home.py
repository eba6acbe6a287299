"""The home page."""

from __future__ import annotations

from flask import Blueprint, Response

from api.learning import puzzles as puzzle_access
from api.lists import catalogue
from api.permissions import EVERYBODY, allow
from api.replicas import from_replica
from replay.words.puzzles import TITLES
from web.page import private_page
from web.worked_hands import FIRST, played, worked_hand

blp = Blueprint("home", __name__)


@blp.get("/")
@allow(EVERYBODY)
@from_replica
def home() -> Response:
    """Show what Nought is, a hand that plays itself, a problem, and the newest deals, tournaments and clubs."""
    hand = worked_hand(FIRST)
    assert hand is not None  # noqa: S101, for the type checker
    return private_page(
        "home.html",
        played=played(hand),
        puzzle=puzzle_access.today().line(),
        titles=TITLES,
        deals=catalogue().page("deal", limit=6).rows,
        clubs=catalogue().page("club", limit=12).rows,
        tournaments=catalogue().page("tournament", limit=6).rows,
    )
