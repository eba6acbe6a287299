"""What all pages have in common."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

import msgspec
from flask import request
from markupsafe import Markup

from api.callers import caller
from api.sessions import FIELD

if TYPE_CHECKING:
    from flask import Flask, Response

TEMPLATES: Final = str(files("web").joinpath("templates"))


def data(value: Any) -> Markup:
    """A value as JSON inside a ``<script type="application/json">``, where nothing in it can end the element."""
    text = msgspec.json.encode(value, enc_hook=str).decode()
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))  # noqa: S704


def csrf() -> Markup:
    """What every form that writes has in it: the proof that it comes from a page of this session."""
    proof = caller().csrf
    return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, proof) if proof else Markup()


def local(path: str, otherwise: str = "/") -> str:
    """A path of this site; never another one, in whatever way a browser might read it."""
    strange = "\\" in path or any(letter <= " " or letter == "\x7f" for letter in path)
    return path if path.startswith("/") and not path.startswith("//") and not strange else otherwise


def unkept(answer: Response) -> Response:
    """A page about an account: no copy of it stays behind in the browser."""
    answer.headers["Cache-Control"] = "no-store"
    return answer


def attrs(value: Any, *names: str) -> tuple[Any, ...]:
    """Some attributes of a value, for a row of a table."""
    return tuple(getattr(value, name) for name in names)


def same_query() -> dict[str, Any]:
    """Return what the path and the query of this request say, for a link to the same in another form.

    The path comes first; and a query's names that `url_for` has a meaning of its own for, as ``_scheme``, are left out.
    """
    query = {name: value for name, value in request.args.items() if not name.startswith("_")}
    return {**query, **(request.view_args or {})}


def register(app: Flask) -> None:
    """Let templates write data for scripts, and know who is there."""
    app.jinja_env.filters["data"] = data
    app.jinja_env.filters["attrs"] = attrs
    app.jinja_env.globals.update(caller=caller, csrf=csrf)
