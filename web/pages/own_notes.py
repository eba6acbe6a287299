"""The page of a player's own notes and lines, of all deals. It works without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, redirect, request, url_for

from api.me import club_notes, notes
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
    may_show = {note.id for note, deal in items if deal and not note.is_shown and club_notes.may_show(note)}
    done = request.args.get("done")
    return private_page("me/notes.html", items=items, number=number, has_more=has_more, done=done, may_show=may_show)


@blp.post("/me/notes/<uuid:note_id>/delete")
@allow(ACCOUNTS)
def delete(note_id: UUID) -> AnyResponse:
    """Delete a note or a line, and show the others."""
    notes.delete(note_id)
    return redirect(url_for(".show", done="deleted"), 303)


@blp.post("/me/notes/<uuid:note_id>/show")
@allow(ACCOUNTS)
def show_to_club(note_id: UUID) -> AnyResponse:
    """Show a note or a line to the club of its deal."""
    notes.show(note_id)
    return redirect(url_for(".show", done="shown"), 303)


@blp.post("/me/notes/<uuid:note_id>/take-back")
@allow(ACCOUNTS)
def take_back(note_id: UUID) -> AnyResponse:
    """Make a note or a line private again."""
    notes.take_back(note_id)
    return redirect(url_for(".show", done="private"), 303)
