"""Previews: pages that answer a form and record nothing. The choice of a language sends their form again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import g, request
from flask.globals import request_ctx
from werkzeug.exceptions import HTTPException

from api.people.sessions import FIELD

if TYPE_CHECKING:
    from flask import Flask

PREVIEWS: Final = frozenset(
    {
        "entry_files_page.preview",
        "score_files.preview",
        "sections_page.preview",
        "slates_page.change_line",
        "slates_page.change_terms",
    }
)
"""The endpoints that answer a form with a preview. Those of slates record something only with the button ``do``."""
NOT_AGAIN: Final = frozenset({FIELD, "again", "do", "back", "language", "look"})


def keep_form(path: str, **values: str) -> None:
    """Let the choice of a language send the form of this request again, to the preview at ``path``.

    ``values``: fields that hold something else now, such as the text of a file.
    """
    sent = [(name, value) for name, value in request.form.items(multi=True) if name not in {*NOT_AGAIN, *values}]
    g.form_again = path, [*sent, *values.items()]


def lead_back(path: str) -> None:
    """Let the choice of a language lead to the page at ``path``, which holds the form's content in its query."""
    g.form_again = path, []


def path_again() -> str:
    """Return the path to which the choice of a language leads; empty for the page itself."""
    return g.form_again[0] if "form_again" in g else ""


def fields_again() -> list[tuple[str, str]]:
    """Return the fields of the form that is sent again; none if none is."""
    return g.form_again[1] if "form_again" in g else []


def is_preview(path: str) -> bool:
    """Return whether a form sent to ``path`` is answered with a preview."""
    adapter = request_ctx.url_adapter
    try:
        return adapter is not None and adapter.match(path, method="POST")[0] in PREVIEWS
    except HTTPException:
        return False


def register(app: Flask) -> None:
    """Let the menu of every page send the fields of a preview again."""
    app.jinja_env.globals.update(fields_again=fields_again)
