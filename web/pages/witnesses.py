"""The page of witnesses: who cosigned this book's log, and the logs that this server cosigns."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from flask import Blueprint

from api.permissions import EVERYBODY, allow
from api.proof.witnessed import is_watched, witnessed
from web.page import private_page

if TYPE_CHECKING:
    from flask import Flask, Response

blp = Blueprint("witnesses_page", __name__)

APART: Final = timedelta(minutes=5)
"""The time by which a witness's clock may differ from ours before the page tells both."""


@blp.get("/witnesses")
@allow(EVERYBODY)
def show() -> Response:
    """Show who watches over this book's log, how far, and which logs this server watches over."""
    return private_page("witnesses.html", seen=witnessed(), apart=APART)


def register(app: Flask) -> None:
    """Give pages the function that says whether the page of witnesses has something to show."""
    app.jinja_env.globals.update(is_watched=is_watched)
