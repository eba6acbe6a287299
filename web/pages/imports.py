"""The imports of a club: what each saved, and the withdrawal of a whole import, with a preview."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, redirect, render_template, request, url_for

from api import commands, lists
from api.callers import caller
from api.front.kinds import heavy
from api.permissions import OFFICE, allow, own_club
from api.services import ledger, services
from domain.kernel.ids import as_id
from domain.record.aggregate import WITHDRAWN
from replay.words.values import translate
from web.forms.previews import lead_back
from web.languages import reader

if TYPE_CHECKING:
    from uuid import UUID

    from domain.record.import_commands import ImportStep

blp = Blueprint("imports_page", __name__, url_prefix="/imports")

ON_A_PAGE: Final = 25
SHOWN: Final = 20
"""The number of deals of an import that its page lists."""


@blp.get("")
@allow(OFFICE)
def imports() -> str:
    """List the imports of the reader's club, or of all clubs, newest first."""
    club = own_club() or request.args.get("club", type=as_id)
    query = {"limit": ON_A_PAGE, "cursor": request.args.get("cursor")}
    page = lists.page("import", query, **({"club": club} if club else {}))
    clubs = {row.id: row.title for row in lists.catalogue().find_all({row.club for row in page["items"] if row.club})}
    return render_template("imports.html", page=page, club=club, clubs=clubs)


@blp.get("/<uuid:import_id>")
@allow(OFFICE, within="import_id")
@heavy
def show(import_id: UUID) -> str:
    """Show an import, its first deals, and what its withdrawal, or the end of it, would change."""
    return _page(import_id)


@blp.post("/<uuid:import_id>/withdrawal")
@allow(OFFICE, within="import_id")
@heavy
def withdraw(import_id: UUID) -> Any:
    """Withdraw up to 100 deals of an import; the page that follows sends the form for the next ones."""
    return _step(import_id, "withdrawal")


@blp.post("/<uuid:import_id>/restoration")
@allow(OFFICE, within="import_id")
@heavy
def restore(import_id: UUID) -> Any:
    """Restore up to 100 deals that were withdrawn with an import; the page that follows sends the form for the next."""
    return _step(import_id, "restoration")


def _step(import_id: UUID, what: str) -> Any:
    """Do one step. The last one leads to the page of the import, unless a deal could not be changed."""
    imports, sent = ledger().imports, commands.metadata({})
    change = imports.withdraw if what == "withdrawal" else imports.restore
    why = request.form.get("why", "").strip()
    after = max(request.form.get("after", 0, type=int), 0)
    step = change(import_id, why, caller().subject, sent["at"], after)
    if step.next is None and not step.refused:
        return redirect(url_for("imports_page.show", import_id=import_id, done=what), 303)
    lead_back(url_for("imports_page.show", import_id=import_id))
    return _page(import_id, step=step, what=what, why=why)


def _page(import_id: UUID, *, step: ImportStep | None = None, what: str = "", why: str = "") -> str:
    batch = ledger().imports.find(import_id)
    first = batch.deals[:SHOWN]
    rows = {row.id: row for row in lists.catalogue().find_all(first)}
    counts = services().catalogue.count_kinds(batch.deals)
    return render_template(
        "import.html",
        row=lists.get_thing("import", import_id),
        counts={"listed": counts.get("deal", (0, 0)), "withdrawn": counts.get(WITHDRAWN, (0, 0))},
        deals=[rows[deal] for deal in first if deal in rows],
        step=step,
        refused=[(deal, translate(reader(), error.sentence)) for deal, error in step.refused.items()] if step else (),
        what=what,
        why=why,
    )
