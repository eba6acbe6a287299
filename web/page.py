"""What all pages have in common."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import msgspec
from markupsafe import Markup

from api.callers import caller

if TYPE_CHECKING:
    from flask import Flask

TEMPLATES: Final = str(files("web").joinpath("templates"))


def data(value: Any) -> Markup:
    """A value as JSON inside a ``<script type="application/json">``, where nothing in it can end the element."""
    text = msgspec.json.encode(value, enc_hook=str).decode()
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))  # noqa: S704


def attrs(value: Any, *names: str) -> tuple[Any, ...]:
    """Some attributes of a value, for a row of a table."""
    return tuple(getattr(value, name) for name in names)


def register(app: Flask) -> None:
    """Let templates write data for scripts, and know who is there."""
    app.jinja_env.filters["data"] = data
    app.jinja_env.filters["attrs"] = attrs
    app.jinja_env.globals["caller"] = caller
