"""Problems as pages: the same as the API's, in HTML."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from flask import Response, g, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException

from api.callers import ANYBODY, caller
from api.problems import Problem
from api.requests.failures import problem_of
from domain.engine.refusals import Refused
from domain.kernel.errors import Declined
from web.forms.refused import page_with

if TYPE_CHECKING:
    from flask import Flask

MACHINES = ("/api/", "/static/", "/openapi.json", "/health", "/ready", "/metrics")
"""Beginnings of the paths whose problems are sent as JSON."""


def register(app: Flask) -> None:
    """Handle all errors with `answer`."""
    for kind in (Problem, HTTPException, Declined, Refused, Exception):
        app.register_error_handler(kind, answer)


def answer(error: Exception) -> Response:
    """Return the answer to an error: JSON for programs, a redirect to sign in, or a page: that of a refused form."""
    problem = problem_of(error)
    if request.path.startswith(MACHINES) or request.is_json:  # A page's script sends JSON, a form does not.
        return problem.response()
    if problem.code == "token-needed":
        target = request.full_path.rstrip("?") if request.method == "GET" else "/"
        return cast("Response", redirect(url_for("signing_in.sign_in", next=target), 303))
    if problem.status == HTTPStatus.NOT_FOUND and request.method == "GET":
        problem = _recognized(problem)
    if refused := page_with(problem):
        return refused
    g.setdefault("caller", ANYBODY)
    page = Response(render_template("problem.html", problem=problem), problem.status, mimetype="text/html")
    page.headers["Cache-Control"] = "no-store"
    for name in ("Retry-After", "Allow"):
        if name in problem.headers:
            page.headers[name] = problem.headers[name]
    return page


def _recognized(problem: Problem) -> Problem:
    """Identify the reader of a page that does not exist, so that the page has the reader's own links.

    Returns the problem, or the one that kept the server from identifying the reader.
    """
    try:
        caller()
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is answered as a page
        return problem_of(error)
    return problem
