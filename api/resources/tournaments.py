"""Tournaments: opened, listed, looked at, and what their directors decide about them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from api import recording, tournament_access
from api.blueprint import ETAG, Blueprint
from api.callers import Place
from api.languages import reader
from api.lists import page
from api.permissions import BENCH, EVERYBODY, OFFICE, own_club, require
from api.services import services
from api.serving import as_seen
from replay.tournament_payloads import places, ranked, whole
from schemas.answers import SavedAnswer
from schemas.tournament_answers import Log, LogQuery, TournamentAnswer, TournamentPage, TournamentQuery, VersionOf
from schemas.tournament_commands import Adjust, Because, ChangeTerms, DrawLots, End, NameTables, OpenTournament

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from flask import Response

    from domain.ledger.commands import Saved, SentTo
    from store.catalogue import Row

blp = Blueprint(
    "tournaments", __name__, url_prefix="/api/v1/tournaments", description="From the first entry to the prize-giving"
)


def directed(tournament_id: UUID, told: dict[str, Any], command: Callable[[SentTo], Saved]) -> recording.Answer:
    """A command to a tournament."""
    return recording.saved(recording.on_record(told, command), f"/api/v1/tournaments/{tournament_id}", 200)


@blp.get("")
@blp.arguments(TournamentQuery, location="query")
@blp.response(200, TournamentPage)
@blp.reads(EVERYBODY)
def list_tournaments(asked: dict[str, Any]) -> dict[str, Any]:
    """Tournaments, newest first."""
    where = {name: asked[name] for name in ("status", "format") if name in asked}
    return page("tournament", asked, row_of, club=asked.get("club"), where=where)


def row_of(row: Row) -> dict[str, Any]:
    """A line of the list."""
    told = ("status", "format", "ruleset", "entries", "rounds")
    named = {"id": row.id, "name": row.title, "opened_at": row.created_at, "club": row.club}
    return named | {name: row.data.get(name) for name in told}


@blp.post("")
@blp.arguments(OpenTournament)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, match=False)
def open_tournament(told: dict[str, Any]) -> recording.Answer:
    """Open a tournament; a director's token opens it in its club.

    `terms.format` is `knockout`, `round-robin`, `swiss`, `drawn-partners`, `ladder` or `duplicate`.
    """
    club = told.get("club") or own_club()
    require(Place(str(club) if club else None))
    saved = services().ledger.tournaments.open(
        told["name"],
        told["terms"],
        told["ruleset"],
        club=club,
        note=told["note"],
        tournament_id=told.get("id"),
        **recording.sent(told),
    )
    return recording.saved(saved, f"/api/v1/tournaments/{saved.id}")


@blp.get("/<uuid:tournament_id>")
@blp.arguments(VersionOf, location="query")
@blp.response(200, TournamentAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_tournament(asked: dict[str, Any], tournament_id: UUID) -> Response:
    """A tournament: its terms, entries, rounds, rulings, and the final result. Its ETag is what If-Match takes.

    With `version` or `at` as it stood then.
    """
    tournament = tournament_access.seen(tournament_id, asked.get("version"), asked.get("at")).tournament
    return as_seen(TournamentAnswer().dump(whole(tournament)), recording.etag(tournament.version))


@blp.get("/<uuid:tournament_id>/log")
@blp.arguments(LogQuery, location="query")
@blp.response(200, Log, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_log(asked: dict[str, Any], tournament_id: UUID) -> Response:
    """What happened, in sentences, oldest first: to the tournament and at all of its tables.

    With `round` at the tables of that round only; with `round=0` to the tournament only.
    """
    seen = tournament_access.seen(tournament_id, at=asked.get("at"))
    language = reader()
    return as_seen(Log().dump({"items": seen.log(asked.get("round"), language)}), language=language)


@blp.post("/<uuid:tournament_id>/terms")
@blp.arguments(ChangeTerms)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def change_terms(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Go on by other terms. The format stays once a round is drawn."""
    ledger = services().ledger
    return directed(
        tournament_id,
        told,
        lambda sent: ledger.tournaments.change_terms(tournament_id, told["terms"], told["why"], **sent),
    )


@blp.post("/<uuid:tournament_id>/tables")
@blp.arguments(NameTables)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def name_tables(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Say which tables of the club the numbers of the draw mean, from the next draw on."""
    tables = {int(number): table for number, table in told["tables"].items()}
    ledger = services().ledger
    return directed(tournament_id, told, lambda sent: ledger.tournaments.name_tables(tournament_id, tables, **sent))


@blp.post("/<uuid:tournament_id>/lots")
@blp.arguments(DrawLots)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def draw_lots(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Draw all entries by lot, from the operating system's chance, so that anyone can check it afterwards.

    If lots were promised for the purpose, they are opened: they are these, and no others.
    """
    ledger = services().ledger
    return directed(
        tournament_id,
        told,
        lambda sent: ledger.tournaments.draw_lots(tournament_id, told["purpose"], tournament_access.entropy(), **sent),
    )


@blp.post("/<uuid:tournament_id>/lots/promises")
@blp.arguments(DrawLots)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def promise_lots(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Draw lots among the entries of now and seal them: only what commits to them is told before they are opened."""
    ledger = services().ledger
    return directed(
        tournament_id,
        told,
        lambda sent: ledger.tournaments.promise_lots(
            tournament_id, told["purpose"], tournament_access.entropy(), **sent
        ),
    )


@blp.post("/<uuid:tournament_id>/adjustments")
@blp.arguments(Adjust)
@blp.response(200, SavedAnswer)
@blp.commands(BENCH, within="tournament_id")
def adjust(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Rule about an entry's score. The ruling's number is the version that is answered.

    `amount` is in the unit that the standings are in: -1 takes a point, -0.5 half a point where wins count.
    """
    ledger = services().ledger
    number = ledger.tournaments.get(tournament_id).adjustment_number(Fraction(told["amount"]), told["unit"])
    ruling = told["entry"], number, told["why"], told["unit"], told["round"]
    return directed(tournament_id, told, lambda sent: ledger.tournaments.adjust(tournament_id, *ruling, **sent))


@blp.post("/<uuid:tournament_id>/adjustments/<int:number>/withdraw")
@blp.arguments(Because)
@blp.response(200, SavedAnswer)
@blp.commands(BENCH, within="tournament_id")
def withdraw_adjustment(told: dict[str, Any], tournament_id: UUID, number: int) -> recording.Answer:
    """Take a ruling back."""
    ledger = services().ledger
    return directed(
        tournament_id,
        told,
        lambda sent: ledger.tournaments.withdraw_adjustment(tournament_id, number, told["why"], **sent),
    )


@blp.post("/<uuid:tournament_id>/end")
@blp.arguments(End)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def end_tournament(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Announce the final result: the standings as they are now. Every round must be closed."""
    here = services()

    def command(sent: SentTo) -> Saved:
        seen = tournament_access.Seen(here.ledger.tournaments.get(tournament_id))
        found = places(seen.tournament, ranked(seen.tournament, seen.lines()))
        return here.ledger.tournaments.end(tournament_id, found, told["note"], **sent)

    return directed(tournament_id, told, command)


@blp.post("/<uuid:tournament_id>/reopen")
@blp.arguments(Because)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def reopen_tournament(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Go on, or announce the result anew. What was announced stays in the log."""
    ledger = services().ledger
    return directed(tournament_id, told, lambda sent: ledger.tournaments.reopen(tournament_id, told["why"], **sent))
