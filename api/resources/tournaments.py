"""Tournaments: list, open, get, and the directors' decisions."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from api import commands, openapi
from api.blueprint import Blueprint
from api.callers import Place
from api.changes import CALLED, Command, changes
from api.front.kinds import heavy
from api.languages import reader
from api.lists import page
from api.permissions import BENCH, EVERYBODY, OFFICE, allow, own_club, require
from api.replicas import from_replica
from api.responses import CSV, csv_response, json_response
from api.services import ledger, services
from api.tournaments import access as tournament_access
from api.tournaments import previews
from api.tournaments.log import whole_log
from api.tournaments.rotating_four import open_four
from domain.tournament.rulings.adjustments import adjustment_number
from replay.tournaments.log import as_csv
from replay.tournaments.payloads import places, rank_entries, whole
from schemas.answers import SavedAnswer
from schemas.tournaments.answers import Log, LogQuery, TournamentAnswer, TournamentPage, TournamentQuery, VersionOf
from schemas.tournaments.commands import (
    Adjust,
    Because,
    ChangeTerms,
    DrawLots,
    End,
    NameTables,
    OpenFour,
    OpenTournament,
    RenameTournament,
)
from schemas.tournaments.previews import PreviewCommand, TournamentPreview

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from uuid import UUID

    from flask import Response

    from domain.kernel.commands import Saved, SentTo
    from domain.ledger import Ledger


blp = Blueprint(
    "tournaments", __name__, url_prefix="/api/v1/tournaments", description="From the first entry to the prize-giving"
)


def run(tournament_id: UUID, params: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> commands.Answer:
    """Run a command to a tournament and answer it."""
    return commands.answer(commands.run(params, command), f"/api/v1/tournaments/{tournament_id}", 200)


change = changes(blp, "tournament_id", OFFICE, run)


@blp.get("")
@blp.arguments(TournamentQuery, location="query")
@blp.response(200, TournamentPage)
@blp.reads(EVERYBODY)
@from_replica
def list_tournaments(query: dict[str, Any]) -> dict[str, Any]:
    """List tournaments, newest first."""
    where = {name: query[name] for name in ("status", "format") if name in query}
    return page("tournament", query, club=query.get("club"), where=where)


@blp.post("")
@blp.arguments(OpenTournament)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, match=False)
def open_tournament(params: dict[str, Any]) -> commands.Answer:
    """Open a tournament; a director's token opens it in its club.

    `terms.format` is `knockout`, `round-robin`, `swiss`, `drawn-partners`, `rotating-four`, `ladder` or
    `duplicate`.
    """
    club = params.get("club") or own_club()
    require(Place(str(club) if club else None))
    saved = ledger().tournaments.open(
        params["name"],
        params["terms"],
        params["ruleset"],
        club=club,
        note=params["note"],
        tournament_id=params.get("id"),
        **commands.metadata(params),
    )
    return commands.answer(saved, f"/api/v1/tournaments/{saved.id}")


@blp.post("/four")
@blp.arguments(OpenFour)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, match=False)
def open_rotating_four(params: dict[str, Any]) -> commands.Answer:
    """Open a rotating four in one step: four players enter, and the first set is drawn by lot.

    Partners change after each set, so that everybody is once the partner of everybody else. Close a set like a round,
    then draw the next one.
    """
    club = params.get("club") or own_club()
    require(Place(str(club) if club else None))
    saved = open_four(
        services(),
        params["players"],
        params["ruleset"],
        called=params.get("name", ""),
        club=club,
        race=params["race"],
        note=params["note"],
        tournament_id=params.get("id"),
        **commands.metadata(params),
    )
    return commands.answer(saved, f"/api/v1/tournaments/{saved.id}")


@blp.get("/<uuid:tournament_id>")
@blp.arguments(VersionOf, location="query")
@blp.answers(TournamentAnswer)
@blp.reads(EVERYBODY)
@from_replica
def get_tournament(query: dict[str, Any], tournament_id: UUID) -> Response:
    """Get a tournament: terms, entries, rounds, rulings, and the final result. The ETag is for If-Match.

    With `version` or `at`, as it was then.
    """
    tournament = tournament_access.get(tournament_id, query.get("version"), query.get("at")).tournament
    return json_response(
        TournamentAnswer().dump(whole(tournament)), commands.etag(tournament.version, stream=tournament_id)
    )


@blp.get("/<uuid:tournament_id>/log")
@blp.arguments(LogQuery, location="query")
@blp.answers(Log)
@blp.reads(EVERYBODY)
@from_replica
def get_log(query: dict[str, Any], tournament_id: UUID) -> Response:
    """List what happened in the tournament and at its tables, in sentences, oldest first.

    `round` selects the tables of one round; `round=0` the tournament alone. It has the disputes as far as the caller
    may read them, what was disclosed, corrected and ruled in settled deals, and for directors the webhooks.
    """
    visible = tournament_access.get(tournament_id, at=query.get("at"))
    language = reader()
    return json_response(Log().dump({"items": whole_log(visible, query, language)}), language=language)


@blp.get("/<uuid:tournament_id>/log.csv")
@blp.arguments(LogQuery, location="query")
@blp.answers(openapi.TEXT, content_type=CSV, description="The log, one line for each thing that happened")
@blp.reads(EVERYBODY)
@heavy
@from_replica
def get_log_csv(query: dict[str, Any], tournament_id: UUID) -> Response:
    """Get the log as CSV: time, round, table, kind, person, sentence and topic."""
    visible = tournament_access.get(tournament_id, at=query.get("at"))
    language = reader()
    return csv_response(as_csv(whole_log(visible, query, language)), "log.csv", language)


@change("", RenameTournament, names=CALLED, method="PATCH")
def rename_tournament(to: Ledger) -> Command:
    """Give the tournament another name. The log keeps the earlier one."""
    return to.tournaments.rename


@change("/terms", ChangeTerms)
def change_terms(to: Ledger) -> Command:
    """Change the terms. The format cannot change once a round is drawn."""
    return to.tournaments.change_terms


@change("/tables", NameTables)
def name_tables(to: Ledger) -> Command:
    """Assign tables of the club to the table numbers of the draw.

    It counts from the last round on, at its tables where nothing is recorded yet.
    """
    return lambda tournament_id, tables, **sent: to.tournaments.name_tables(
        tournament_id, {int(number): table for number, table in tables.items()}, **sent
    )


@change("/lots", DrawLots)
def draw_lots(to: Ledger) -> Command:
    """Draw all entries by random lot, so that anyone can check it afterwards.

    If lots were promised for the purpose, those are opened.
    """
    return partial(to.lots.draw_lots, entropy=tournament_access.entropy())


@change("/lots/promises", DrawLots)
def promise_lots(to: Ledger) -> Command:
    """Draw random lots among the present entries and seal them. Only the commitment is published until they open."""
    return partial(to.lots.promise_lots, entropy=tournament_access.entropy())


@blp.post("/<uuid:tournament_id>/preview")
@allow(BENCH, within="tournament_id")
@blp.arguments(PreviewCommand)
@blp.response(200, TournamentPreview)
@blp.problems(403, 404, 409, 413, 415, 422)
@heavy
def preview_command(params: dict[str, Any], tournament_id: UUID) -> Response:
    """Preview a command to the tournament or one of its tables: what it would record and change. Nothing is recorded.

    A command that would be refused is refused here alike. docs/tournaments.md lists these commands under "Undo".
    """
    effect = previews.preview(tournament_id, params["method"], params["path"], params["body"])
    if isinstance(effect, dict):
        return json_response(TournamentPreview().dump(effect), language=reader())
    return effect


@change("/adjustments", Adjust, roles=BENCH, names={"round": "number"})
def adjust(to: Ledger) -> Command:
    """Adjust an entry's score by a ruling. The ruling's number is the version in the answer.

    `amount` is in the unit of the standings: -1 takes a point, -0.5 half a point where wins count.
    """
    return lambda tournament_id, amount, unit, **given: to.adjustments.adjust(
        tournament_id,
        amount=adjustment_number(to.tournaments.get(tournament_id), Fraction(amount), unit),
        unit=unit,
        **given,
    )


@change("/adjustments/<int:number>/withdraw", Because, roles=BENCH)
def withdraw_adjustment(to: Ledger) -> Command:
    """Withdraw a score adjustment."""
    return to.adjustments.withdraw_adjustment


@blp.post("/<uuid:tournament_id>/end")
@blp.arguments(End)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def end_tournament(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """End a tournament: the present standings are the final result. Every round must be closed."""

    def command(sent: SentTo) -> Saved:
        visible = tournament_access.VisibleTournament(ledger().tournaments.get(tournament_id))
        result = places(visible.tournament, rank_entries(visible.tournament, visible.lines()))
        return ledger().tournaments.end(tournament_id, result, params["note"], **sent)

    return run(tournament_id, params, command)


@change("/cancel", Because)
def cancel_tournament(to: Ledger) -> Command:
    """Cancel a tournament: it is over without a result. Reopening it undoes this."""
    return to.tournaments.cancel


@change("/reopen", Because)
def reopen_tournament(to: Ledger) -> Command:
    """Reopen a tournament, to go on or to announce another result. The first result stays in the log."""
    return to.tournaments.reopen
