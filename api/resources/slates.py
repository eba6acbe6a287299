"""Slates: the scores of a Schieber or a Coiffeur, kept without the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from flask import Response

from api import commands, openapi
from api.blueprint import Blueprint
from api.callers import RECORDER, Place, caller
from api.changes import Command, changes, run_at
from api.clock import now
from api.lists import page
from api.permissions import EVERYBODY, SCRIBES, allow, own_club, place_of, require
from api.replicas import from_replica
from api.responses import CSV, csv_response, json_response
from api.services import ledger, services
from api.slates import csv_of, full_payload, is_listed, names_of
from domain.slate.games import parse_game
from replay.slates import score_payload
from schemas.answers import SavedAnswer
from schemas.slates import (
    ChangeSlateTerms,
    CorrectLine,
    NameTeams,
    OpenSlate,
    PreviewSlate,
    RemoveLine,
    ReopenSlate,
    SlateAnswer,
    SlatePage,
    SlateQuery,
    SlateScore,
    StopSlate,
    WriteLine,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from domain.engine.facts import Fact
    from domain.ledger import Ledger
    from domain.slate.aggregate import Slate

blp = Blueprint("slates", __name__, url_prefix="/api/v1/slates", description="Scores of Schieber and Coiffeur")


_run = run_at("/api/v1/slates")
change = changes(blp, "slate_id", SCRIBES, _run)


@blp.get("")
@blp.arguments(SlateQuery, location="query")
@blp.response(200, SlatePage)
@blp.reads(EVERYBODY)
@from_replica
def list_slates(query: dict[str, Any]) -> dict[str, Any]:
    """List slates, newest first. Those that were opened by mistake have the status `void`.

    A slate of no club is listed for administrators only: it has its address.
    """
    where = {name: str(query[name]) for name in ("table", "game", "status") if name in query}
    answer = page("slate", query, club=query.get("club"), where=where)
    return {**answer, "items": [row for row in answer["items"] if is_listed(row)]}


def open_place(table: UUID | None, club: UUID | None) -> tuple[UUID | None, UUID | None]:
    """Return the table and the club of a new slate, those of the caller's token by default.

    Raises `Problem` (403) if the token does not cover them.
    """
    sender = caller()
    if sender.role == RECORDER and "table" in sender.scope:
        table = table or UUID(sender.scope["table"])
    place = place_of(table)
    club = club or own_club() or (UUID(place.club) if place.club else None)
    named = [place] if table else []
    if club is not None and (sender.role != RECORDER or not named):
        named.append(Place(str(club)))
    require(*(named or [Place()]))
    return table, club


@blp.post("")
@blp.arguments(OpenSlate)
@blp.response(201, SavedAnswer)
@blp.commands(SCRIBES, match=False)
def open_slate(params: dict[str, Any]) -> commands.Answer:
    """Open a slate. A recorder's token opens slates at its table or in its club, a director's in its club."""
    table, club = open_place(params.get("table"), params.get("club"))
    saved = ledger().slates.open(
        params["game"],
        params["terms"],
        slate_id=params.get("id"),
        club=club,
        table=table,
        **{name: params[name] for name in ("teams", "players", "event", "note")},
        **commands.metadata(params),
    )
    return commands.answer(saved, f"/api/v1/slates/{saved.id}")


@blp.get("/<uuid:slate_id>")
@blp.answers(SlateAnswer)
@blp.reads(EVERYBODY)
@from_replica
def get_slate(slate_id: UUID) -> Response:
    """Get a slate: its lines, totals and winners, what is left to play, and every fact that was stored."""
    return json_response(SlateAnswer().dump(full_payload(ledger().slates.get(slate_id))))


@blp.get("/<uuid:slate_id>/lines.csv")
@blp.answers(openapi.TEXT, content_type=CSV)
@blp.reads(EVERYBODY)
@from_replica
def get_slate_as_csv(slate_id: UUID) -> Response:
    """Get the lines of a slate as CSV, with what each added and the totals after it."""
    slate = ledger().slates.get(slate_id)
    return csv_response(csv_of(slate, names_of(services().catalogue, slate)), "lines.csv")


@blp.post("/<uuid:slate_id>/lines")
@blp.arguments(WriteLine)
@blp.response(200, SavedAnswer)
@blp.commands(SCRIBES, within="slate_id")
def write_line(params: dict[str, Any], slate_id: UUID) -> commands.Answer:
    """Write the line of a deal: one number, the points of one team. The other team of a Schieber has the rest."""
    before = params["before"]
    return _run(slate_id, params, lambda sent: ledger().slates.write(slate_id, _fields_of(params), before, **sent))


@blp.post("/<uuid:slate_id>/lines/<int:number>/corrections")
@blp.arguments(CorrectLine)
@blp.response(200, SavedAnswer)
@blp.commands(SCRIBES, within="slate_id")
def correct_line(params: dict[str, Any], slate_id: UUID, number: int) -> commands.Answer:
    """Correct a line: send the whole line as it should be. The line before stays in the history."""
    why = params["why"]
    return _run(
        slate_id, params, lambda sent: ledger().slates.correct(slate_id, number, _fields_of(params), why, **sent)
    )


@change("/lines/<int:number>/remove", RemoveLine)
def remove_line(to: Ledger) -> Command:
    """Remove a line. It stays in the history, and can be written again."""
    return to.slates.remove


@change("/terms", ChangeSlateTerms)
def change_slate_terms(to: Ledger) -> Command:
    """Change the terms, for all lines. Terms that are left out have their defaults."""
    return to.slates.change_terms


@change("/teams", NameTeams)
def name_teams(to: Ledger) -> Command:
    """Give the teams other names or players."""
    return to.slates.name_teams


@change("/stop", StopSlate)
def stop_slate(to: Ledger) -> Command:
    """Stop a game before its end: the team with most points has won. With `void` the slate counts nowhere."""
    return to.slates.stop


@change("/reopen", ReopenSlate)
def reopen_slate(to: Ledger) -> Command:
    """Undo a stop."""
    return to.slates.reopen


@blp.post("/<uuid:slate_id>/preview")
@allow(EVERYBODY, writes=False)
@blp.arguments(PreviewSlate)
@blp.response(200, SlateScore)
@blp.problems(403, 404, 413, 415, 422)
def preview_slate(params: dict[str, Any], slate_id: UUID) -> Response:
    """Get the score as it would be after a change. Nothing is recorded."""
    slate = ledger().slates.preview(slate_id, decision(params), now())
    return json_response(SlateScore().dump(score_payload(slate)))


def decision(params: dict[str, Any]) -> Callable[[Slate], Fact]:
    """Return the decision of a change to preview: `terms`, or a line that is written, corrected or removed."""
    if "terms" in params:
        return lambda slate: slate.change_terms(parse_game(slate.opened.game, params["terms"]), "")
    number, line = params.get("number"), params.get("line")
    if number is None:
        return lambda slate: slate.write(line or {}, params["before"])
    if line is None:
        return lambda slate: slate.remove(number, "")
    return lambda slate: slate.correct(number, line, "")


def _fields_of(params: dict[str, Any]) -> dict[str, Any]:
    """Return the line of a request's body, without the fields of the command."""
    return {name: value for name, value in params.items() if name not in ("before", "why", "at")}
