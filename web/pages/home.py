"""The first page: what is going on, and where to go."""

from __future__ import annotations

from flask import Blueprint, render_template

from api.lists import rows

blp = Blueprint("home", __name__)


@blp.get("/")
def home() -> str:
    """The newest deals, clubs, and what one can do here."""
    deals = rows("deal", limit=12).rows
    clubs = rows("club", limit=12).rows
    return render_template("home.html", deals=deals, clubs=clubs)
