"""Parallel sections: several tournaments opened together from one list of entries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.callers import Place
from api.lists import catalogue
from api.permissions import EVERYBODY, OFFICE, allow, own_club, require
from api.replicas import from_replica
from api.responses import json_response
from api.services import ledger
from api.tournaments import access as tournament_access
from domain.tournament.entries.sections import check_entries, divide, section_names
from schemas.answers import SavedAnswer
from schemas.tournaments.answers import SectionsAnswer, SectionsChecked
from schemas.tournaments.commands import CheckSections, OpenSections

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from store.tables.catalogue import Row

blp = Blueprint("sections", __name__, url_prefix="/api/v1/tournaments", description="Parallel sections")


@blp.post("/sections/check")
@allow(OFFICE)
@blp.arguments(CheckSections)
@blp.response(200, SectionsChecked)
@blp.problems(403, 413, 415, 422)
def check_sections(params: dict[str, Any]) -> dict[str, Any]:
    """Get the sections that a list of entries would be divided into. Nothing is recorded."""
    entries = _entries(params)
    check_entries(entries)
    parts = divide([called for called, _ in entries], params["sections"], params["divide"])
    names = section_names("", params["sections"])
    return {"sections": [{"name": each.strip(), "entries": part} for each, part in zip(names, parts, strict=True)]}


@blp.post("/sections")
@blp.arguments(OpenSections)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, match=False)
def open_sections(params: dict[str, Any]) -> commands.Answer:
    """Open parallel sections: tournaments with the same terms, each with a part of one list of entries.

    Each is drawn, ranked and ended on its own. The answer is about the first; `GET …/{id}/sections` lists all.
    """
    club = params.get("club") or own_club()
    require(Place(str(club) if club else None))
    saved = ledger().tournaments.open_sections(
        params["name"],
        params["terms"],
        params["ruleset"],
        _entries(params),
        params["sections"],
        params["divide"],
        club=club,
        note=params["note"],
        **commands.metadata(params),
    )
    return commands.answer(saved, f"/api/v1/tournaments/{saved.id}")


@blp.get("/<uuid:tournament_id>/sections")
@blp.answers(SectionsAnswer)
@blp.reads(EVERYBODY)
@from_replica
def list_sections(tournament_id: UUID) -> Response:
    """List the parallel sections that were opened together with a tournament, itself included."""
    rows = sections_of(tournament_access.get(tournament_id).tournament.opened.group)
    items = [
        {"id": row.id, "name": row.title, **{name: row.data[name] for name in ("status", "entries", "rounds")}}
        for row in rows
    ]
    return json_response(SectionsAnswer().dump({"items": items}))


def sections_of(group: str) -> list[Row]:
    """Return the sections of a group as far as the caller may see them, in the order of their names."""
    rows = catalogue().page("tournament", limit=200, where={"group": group}).rows if group else ()
    return sorted(rows, key=lambda row: row.title)


def _entries(params: dict[str, Any]) -> list[tuple[str, list[str]]]:
    return [(each["name"], each["players"]) for each in params["entries"]]
