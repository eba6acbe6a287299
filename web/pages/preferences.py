"""The reader's language and look, kept in cookies."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from api.permissions import EVERYBODY, allow
from api.site import is_encrypted
from web import languages, looks
from web.forms.previews import is_preview
from web.page import local

blp = Blueprint("preferences", __name__)

A_YEAR: Final = 365 * 86400


@blp.post("/preferences")
@allow(EVERYBODY)
def prefer() -> Response:
    """Store the reader's choice in a cookie, and redirect to the page of the form; to a preview, with its fields."""
    back = local(request.form.get("back", "/"))
    answer = redirect(back, 307 if "again" in request.form and is_preview(back) else 303)
    for name, cookie, known in (
        ("language", languages.COOKIE, languages.LANGUAGES),
        ("look", looks.COOKIE, looks.LOOKS),
    ):
        value = request.form.get(name, "")
        if value in known:
            answer.set_cookie(cookie, value, max_age=A_YEAR, samesite="Lax", httponly=True, secure=is_encrypted())
    return answer
