"""Helpers of all pages: JSON for scripts, forms, redirects, caching."""

from __future__ import annotations

import gzip
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec
from flask import Response, render_template, request
from flask.globals import request_ctx
from markupsafe import Markup

from api.callers import caller
from api.people.sessions import FIELD
from api.people.who_sees import names_are_hidden
from api.site import base_url
from web.forms.previews import path_again

if TYPE_CHECKING:
    from flask import Flask

TEMPLATES: Final = str(files("web").joinpath("templates"))


def data(value: Any) -> Markup:
    """Return a value as JSON for a ``<script type="application/json">``, escaped so that it cannot end the element."""
    text = msgspec.json.encode(value, enc_hook=str).decode()
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))  # noqa: S704, JSON without markup characters


def csrf() -> Markup:
    """Return the hidden field that proves that a form is from a page of this session; empty without a session."""
    proof = caller().csrf
    return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, proof) if proof else Markup()


def local(path: str, otherwise: str = "/") -> str:
    """Return the path if every browser reads it as one of this site, else ``otherwise``."""
    strange = "\\" in path or any(letter <= " " or letter == "\x7f" for letter in path)
    return path if path.startswith("/") and not path.startswith("//") and not strange else otherwise


def back() -> str:
    """Return the page to which the choice of a language leads: this one, or the one with the form that it answers."""
    if path := path_again():
        return path
    if request.method == "GET":
        return request.full_path.rstrip("?")
    adapter = request_ctx.url_adapter
    if adapter is not None and adapter.test(request.path, "GET"):
        return request.path
    came_from = urlsplit(request.referrer or "")
    return local(came_from.path) if came_from.netloc == request.host else "/"


def uploaded_file() -> bytes:
    """Return the content of the form's file; empty if none was chosen."""
    file = request.files.get("file")
    return file.stream.read() if file is not None and file.filename else b""


def private_page(template: str, **context: Any) -> Response:
    """Return a page that only this browser may cache, and must revalidate each time."""
    answer = Response(render_template(template, **context), mimetype="text/html")
    answer.headers["Cache-Control"] = "private, no-cache"
    return _compressed(answer)


def _compressed(answer: Response) -> Response:
    """Compress a page for a reader who is not signed in.

    Other pages hold the secret that protects forms, and the size of a compressed page could reveal it (BREACH).
    """
    answer.vary.add("Accept-Encoding")
    if not caller().token and request.accept_encodings.quality("gzip") > 0:
        answer.set_data(gzip.compress(answer.get_data(), compresslevel=6, mtime=0))
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def unkept(answer: Response) -> Response:
    """Forbid the browser to store the answer, such as a page about an account."""
    answer.headers["Cache-Control"] = "no-store"
    return answer


def attrs(value: Any, *names: str) -> tuple[Any, ...]:
    """Return the attributes of these names of a value, for a row of a table."""
    return tuple(getattr(value, name) for name in names)


def same_query() -> dict[str, Any]:
    """Return the values of this request's path and query, for a link to the same page in another form.

    A value of the path replaces one of the query. Names that `url_for` uses itself, such as ``_scheme``, are left out.
    """
    query = {name: value for name, value in request.args.items() if not name.startswith("_")}
    return {**query, **(request.view_args or {})}


def site_address() -> str:
    """Return the address of the site for links that others follow; empty, so that they are relative, if none is set."""
    return base_url().rstrip("/")


def register(app: Flask) -> None:
    """Let templates write data for scripts, and use the caller, the hidden field and the way back."""
    app.jinja_env.filters["data"] = data
    app.jinja_env.filters["attrs"] = attrs
    app.jinja_env.globals.update(
        caller=caller, csrf=csrf, form_path=back, site_address=site_address, names_are_hidden=names_are_hidden
    )
