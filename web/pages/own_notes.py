"""The page of a player's own notes and lines, of all deals. It works without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, request, url_for

from api.me import notes
from api.permissions import ACCOUNTS, allow
from schemas.own_notes import LAST_PAGE
from web.page import private_page, unkept

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response as AnyResponse

blp = Blueprint("own_notes_page", __name__)
blp.after_request(unkept)


@blp.get("/me/notes")
@allow(ACCOUNTS)
def show() -> Response:
    """Show the notes and lines of an account, the newest first. ``?page=``: the number of the page."""
    number = min(max(request.args.get("page", 1, type=int), 1), LAST_PAGE)
    items, has_more = notes.page(number)
    return private_page("me/notes.html", items=items, number=number, has_more=has_more, done=request.args.get("done"))


@blp.post("/me/notes/<uuid:note_id>/delete")
@allow(ACCOUNTS)
def delete(note_id: UUID) -> AnyResponse:
    """Delete a note or a line, and show the others."""
    notes.delete(note_id)
    return redirect(url_for(".show", done="deleted"), 303)
