"""Forms of pages that are refused: their page is shown as it is now, with the refusal above.

Somebody may have done the same in another window. `web/static/js/typed.js` fills in what was typed.
"""

from __future__ import annotations

from http import HTTPStatus
from io import BytesIO
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException

from api.permissions import guard
from api.problems import Problem
from domain.kernel.errors import Declined
from web.page import local

if TYPE_CHECKING:
    from collections.abc import Iterator

SHOWN: Final = frozenset({HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED, HTTPStatus.UNPROCESSABLE_ENTITY})
"""The statuses of refusals with which the page of the form is shown."""
NOT_AGAIN: Final = ("wsgi.input", "CONTENT_TYPE", "CONTENT_LENGTH", "HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH")


def page_with(problem: Problem) -> Response | None:
    """Return the page of the refused form, with the problem; None if the form has no page, or it cannot be shown."""
    if request.method != "POST" or problem.status not in SHOWN or "refusal" in g:
        return None
    g.pop("form_again", None)
    for path in _pages():
        g.refusal = problem, path
        try:
            answer = _shown(path)
        except (Problem, HTTPException, Declined):  # the page is gone, or the reader may not see it
            continue
        if answer.status_code == HTTPStatus.OK and answer.mimetype == "text/html":
            answer.status_code = problem.status
            answer.headers["Cache-Control"] = "no-store"
            answer.headers.pop("ETag", None)
            return answer
    g.pop("refusal", None)
    return None


def _pages() -> Iterator[str]:
    """Yield the addresses at which the page of the form may be: where the browser came from, then what is above."""
    came_from = urlsplit(request.referrer or "")
    if came_from.netloc == request.host and _is_page(local(came_from.path, "")):
        yield f"{came_from.path}?{came_from.query}".rstrip("?")
    path = request.path
    while path:
        if _is_page(path):
            yield path
        path = path.rpartition("/")[0]


def _is_page(path: str) -> bool:
    adapter = request_ctx.url_adapter
    return bool(path) and adapter is not None and adapter.test(path, "GET")


def _shown(path: str) -> Response:
    """Return the answer to a request for a page from the sender of this request."""
    around = {name: value for name, value in request.environ.items() if name not in NOT_AGAIN}
    address, _, query = path.partition("?")
    parts = {"REQUEST_METHOD": "GET", "PATH_INFO": address, "QUERY_STRING": query, "wsgi.input": BytesIO()}
    with current_app.request_context({**around, **parts}):
        guard()
        return current_app.make_response(current_app.dispatch_request())


def refusal() -> tuple[Problem, str] | None:
    """Return the problem that this page is shown with, and the address of the page; None if there is none."""
    shown: tuple[Problem, str] | None = g.get("refusal")
    return shown


def register(app: Flask) -> None:
    """Let the frame of all pages show a refusal."""
    app.jinja_env.globals["refusal"] = refusal
