"""The page that imports a club's own score sheets into a series. It works without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, url_for

from api.clock import now
from api.commands import metadata
from api.front.kinds import heavy
from api.lists import catalogue
from api.people.registered_players import registered
from api.permissions import OFFICE, allow
from api.series.score_files import plan_of, rows_of_bytes
from api.services import ledger, services
from domain.club.file_people import KEEP, UNKNOWN
from domain.csv_rows import write_rows
from domain.kernel.errors import Declined
from domain.series.score_file import CELLS, SCORES, cells_of
from web.forms.previews import keep_form
from web.languages import text_of
from web.page import uploaded_file

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response

    from domain.csv_rows import Row

blp = Blueprint("score_files", __name__)


@blp.get("/series/<uuid:series_id>/import")
@allow(OFFICE, within="series_id")
def form(series_id: UUID) -> str:
    """Show the form."""
    return _page(series_id)


@blp.post("/series/<uuid:series_id>/import")
@allow(OFFICE, within="series_id")
@heavy
def preview(series_id: UUID) -> str | tuple[str, int]:
    """Show what every row of a file would record. Nothing is recorded."""
    numbers, players = _choices()
    series = ledger().series.get(series_id)
    try:
        rows = _rows()
        plan = plan_of(services(), series, rows, numbers, players, now())
    except Declined as why:
        return _page(series_id, refused=text_of(why)), 422
    return _page(series_id, plan=plan, csv=write_rows(rows))


@blp.post("/series/<uuid:series_id>/import/record")
@allow(OFFICE, within="series_id")
@heavy
def record(series_id: UUID) -> Response | tuple[str, int]:
    """Record the evenings of a file that was shown."""
    numbers, players = _choices()
    try:
        people = registered(services(), ledger().series.get(series_id).club)
        ledger().series.record_sheets(
            series_id, _rows(), numbers, players, people, new_people="new_people" in request.form, **metadata({})
        )
    except Declined as why:
        return _page(series_id, refused=text_of(why)), 422
    return redirect(url_for("series_page.show", series_id=series_id), 303)


def _rows() -> list[Row]:
    """Return the cells of the file, or of the text. Raises `ScoreFileError`."""
    data = uploaded_file()
    return rows_of_bytes(data) if data else cells_of(request.form.get("csv", ""))


def _choices() -> tuple[str, str]:
    """Return what the numbers are, and what becomes of unknown players."""
    numbers, players = request.form.get("numbers", SCORES), request.form.get("players", KEEP)
    return numbers if numbers in CELLS else SCORES, players if players in UNKNOWN else KEEP


def _page(series_id: UUID, **more: Any) -> str:
    series = ledger().series.get(series_id)
    numbers, players = _choices()
    shown = {"plan": None, "csv": request.form.get("csv", ""), "refused": "", **more}
    if request.method == "POST":
        keep_form(url_for(".preview", series_id=series_id), csv=shown["csv"])
    return render_template(
        "series/import.html",
        series=series,
        club=catalogue().find(series.club),
        cells=CELLS,
        unknown=UNKNOWN,
        numbers=numbers,
        players=players,
        **shown,
    )
