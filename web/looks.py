"""Light, dark, or as the device is: the reader's choice, kept in a cookie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import request

if TYPE_CHECKING:
    from flask import Flask

COOKIE: Final = "nought_look"
LOOKS: Final = ("auto", "light", "dark")


def look() -> str:
    """Return the look of this request's page."""
    kept = request.cookies.get(COOKIE, "")
    return kept if kept in LOOKS else "auto"


def register(app: Flask) -> None:
    """Let templates use the look and the list of looks."""
    app.jinja_env.globals.update(look=look, looks=LOOKS)
