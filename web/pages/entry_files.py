"""The director's page for the entries of a tournament as files. It works without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for

from api.clock import now
from api.commands import metadata
from api.permissions import OFFICE, allow
from api.services import ledger, services
from api.tournaments.entry_files import plan_of, players_for, text_of_bytes
from domain.club.file_people import KEEP, REGISTER
from domain.kernel.errors import Declined
from domain.tournament.files.report.export import report_of
from domain.tournament.files.report.particulars import Particulars
from web.forms.previews import keep_form
from web.languages import text_of
from web.page import uploaded_file
from web.tournaments.seen import see

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response

    from web.tournaments.seen import Seen

blp = Blueprint("entry_files_page", __name__, url_prefix="/tournaments/<uuid:tournament_id>/desk/files")


@blp.get("")
@allow(OFFICE, within="tournament_id")
def files(tournament_id: UUID) -> str:
    """Show the files to download, and the form for a file to import."""
    return _page(tournament_id)


@blp.post("")
@allow(OFFICE, within="tournament_id")
def preview(tournament_id: UUID) -> str | tuple[str, int]:
    """Show what every line of a file would record. Nothing is recorded."""
    try:
        text, is_list = _sent()
        plan = plan_of(services(), tournament_id, text, _players(), now(), with_rounds=_with_rounds(), is_list=is_list)
    except Declined as why:
        return _page(tournament_id, refused=text_of(why)), 422
    return _page(tournament_id, plan=plan, **{"lines" if is_list else "text": text})


@blp.post("/record")
@allow(OFFICE, within="tournament_id")
def record(tournament_id: UUID) -> Response | tuple[str, int]:
    """Record the entries of a file that was shown."""
    try:
        people, (text, is_list) = players_for(services(), tournament_id), _sent()
        ledger().entries.import_entries(
            tournament_id, text, _players(), people, with_rounds=_with_rounds(), is_list=is_list,
            new_people="new_people" in request.form, **metadata({})
        )  # fmt: skip
    except Declined as why:
        return _page(tournament_id, refused=text_of(why)), 422
    return redirect(url_for("tournament_desk.entries", tournament_id=tournament_id, done="recorded"), 303)


def _sent() -> tuple[str, bool]:
    """Return the file or the text that was sent, and whether it is a list, an entry on each line. Raises `Declined`."""
    if data := uploaded_file():
        return text_of_bytes(data), False
    if text := request.form.get("text", ""):
        return text, False
    lines = request.form.get("lines", "")
    return lines, bool(lines)


def _players() -> str:
    """Return what becomes of unknown players."""
    return REGISTER if request.form.get("players") == REGISTER else KEEP


def _with_rounds() -> bool:
    """Return whether the rounds of a report file are to be recorded too."""
    return request.form.get("rounds") == "yes"


def _report(seen: Seen) -> tuple[list[str], str]:
    """Return the notes on the report file of a tournament, and why it has none; empty if it has one."""
    try:
        report = report_of(seen.tournament, seen.lines, seen.standings, {}, Particulars())
    except Declined as why:
        return [], text_of(why)
    return [text_of(note) for note in report.notes], ""


def _page(tournament_id: UUID, **more: Any) -> str:
    seen = see(tournament_id)
    shown = {
        "plan": None,
        "text": request.form.get("text", ""),
        "lines": request.form.get("lines", ""),
        "refused": "",
        **more,
    }
    if request.method == "POST":
        keep_form(url_for(".preview", tournament_id=tournament_id), text=shown["text"], lines=shown["lines"])
    notes, no_report = _report(seen) if seen.terms.rules.report_type else ([], "")
    return render_template(
        "tournament/desk/files.html",
        seen=seen,
        tournament=seen.tournament,
        terms=seen.terms,
        part="desk-entries",
        unknown=(KEEP, REGISTER),
        players=_players(),
        with_rounds=_with_rounds(),
        notes=notes,
        no_report=no_report,
        **shown,
    )
