"""The home page."""

from __future__ import annotations

from flask import Blueprint, render_template

from api.lists import catalogue
from api.permissions import EVERYBODY, allow

blp = Blueprint("home", __name__)


@blp.get("/")
@allow(EVERYBODY)
def home() -> str:
    """Show the newest deals, tournaments and clubs, and links to everything else."""
    deals = catalogue().page("deal", limit=12).rows
    clubs = catalogue().page("club", limit=12).rows
    tournaments = catalogue().page("tournament", limit=6).rows
    return render_template("home.html", deals=deals, clubs=clubs, tournaments=tournaments)
