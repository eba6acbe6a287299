"""The results of a table, and their confirmation by the players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for

from api.callers import caller
from api.deals import access as deal_access
from api.lists import catalogue, find_row
from api.people import seat_pins
from api.permissions import EVERYBODY, SIGNED_IN, TABLE, allow, place_of
from api.problems import Problem
from api.requests.failures import problem_of
from domain.engine.refusals import Refused
from domain.engine.words.values import sentence
from domain.kernel.errors import Conflict
from web.tournaments.encounter_at_table import find_own_tables

if TYPE_CHECKING:
    from store.tables.catalogue import Row

blp = Blueprint("at_table", __name__)

NEWEST: Final = 8
"""The number of deals shown."""


@dataclass(frozen=True, slots=True)
class Result:
    """A deal as the page shows it."""

    row: Row
    waiting: tuple[str, ...]
    """The seats that have not confirmed its result."""


@blp.get("/table")
@allow(SIGNED_IN)
def table() -> Any:
    """Redirect a guest of a table: in a tournament to the result, else a scribe to the recorder, a seat to its hand.

    Where several tournaments are played at the table, the guest chooses one.
    """
    who = caller()
    own = who.scope.get("table")
    row = catalogue().find(UUID(own)) if own else None
    if row is None:
        raise Problem("not-found", sentence("You have not joined a table."))
    addresses = [
        (
            each,
            url_for("tournaments_page.table", tournament_id=each.tournament, number=each.round, table=each.table),
        )
        for each in find_own_tables(row)
    ]
    if len(addresses) > 1:
        return render_template("choose-table.html", table=row, addresses=addresses)
    if addresses:
        return redirect(addresses[0][1])
    if who.seat:
        return redirect(url_for("live.show", table_id=own, seat=who.seat))
    return redirect(url_for("record.begin"))


@blp.get("/tables/<uuid:table_id>/results")
@allow(EVERYBODY)
def results(table_id: UUID) -> str:
    """Show the newest deals of a table, and whether their results are confirmed."""
    return _page(table_id)


@blp.post("/tables/<uuid:table_id>/results/<uuid:deal_id>/confirm")
@allow(TABLE, within="deal_id")
def confirm(table_id: UUID, deal_id: UUID) -> Any:
    """Confirm a result for a seat."""
    params: dict[str, Any] = {"seat": request.form.get("seat", "")}
    if pin := request.form.get("pin"):
        params["pin"] = pin
    return _done(table_id, deal_id, lambda: seat_pins.confirm_result(deal_id, params))


@blp.post("/tables/<uuid:table_id>/results/<uuid:deal_id>/pins")
@allow(TABLE, within="deal_id")
def set_pin(table_id: UUID, deal_id: UUID) -> Any:
    """Set the PIN of a seat."""
    form = request.form
    new, old = form.get("pin", ""), form.get("old") or None
    return _done(table_id, deal_id, lambda: seat_pins.set_pin(deal_id, form.get("seat", ""), new, old))


def _done(table_id: UUID, deal_id: UUID, command: Callable[[], object]) -> Any:
    """Run a command and redirect to the page; show the page with the problem if there is one."""
    try:
        command()
    except (Problem, Refused, Conflict) as error:
        problem = problem_of(error)
        return _page(table_id, problem=problem.body(), about=str(deal_id)), problem.status, problem.headers
    return redirect(url_for("at_table.results", table_id=table_id, _anchor=f"deal-{deal_id}"), 303)


def _page(table_id: UUID, **more: Any) -> str:
    seen = catalogue()
    row = find_row(seen, "table", table_id)
    who = caller()
    takes_part = who.role in TABLE and (who.everywhere or who.covers(place_of(table_id)))
    deals = seen.page("deal", where={"table": str(table_id)}, limit=NEWEST).rows
    newest = deals[0] if deals and takes_part else None
    pins = seat_pins.list_pins(newest.id) if newest else {}
    return render_template(
        "at-table.html",
        table=row,
        takes_part=takes_part,
        results=[_result(each) for each in deals],
        newest=newest,
        seats=deal_access.read(newest.id)[0].record.rules.seats if newest else (),
        pins=pins,
        changes=who.seat in pins if who.seat else bool(pins),
        **more,
    )


def _result(row: Row) -> Result:
    if not row.data.get("provisional"):
        return Result(row, ())
    record = deal_access.get(row.id).record
    return Result(row, tuple(seat for seat in record.rules.seats if seat not in record.confirmed))
