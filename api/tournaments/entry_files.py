"""The import of a tournament's entries: read a file, and what it would record, as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.languages import reader
from api.people.registered_players import registered
from api.spreadsheets import SpreadsheetError, csv_of_bytes, decode_base64
from domain.club.name_matching import Players
from domain.kernel.ids import as_id
from domain.options import values
from domain.tournament.entries import file as entry_file
from domain.tournament.entries.file_rows import EntryFileError
from replay.words.values import translate

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from api.services import Services
    from domain.tournament.aggregate import Tournament
    from domain.tournament.entries.plan import Plan, PlannedLine


def text_of(params: Mapping[str, Any]) -> str:
    """Return a file that was sent as text or, in Base64, as a spreadsheet. Raises `Declined`."""
    if "text" in params:
        return str(params["text"])
    try:
        data = decode_base64(params["xlsx"])
    except SpreadsheetError as error:
        raise EntryFileError(error.sentence) from None
    return text_of_bytes(data)


def text_of_bytes(data: bytes) -> str:
    """Return a file as text: a spreadsheet as CSV, anything else as it is. Raises `Declined`."""
    try:
        return csv_of_bytes(data)
    except SpreadsheetError as error:
        raise EntryFileError(error.sentence) from None


def players_for(services: Services, tournament_id: UUID) -> Players:
    """Return the registered players of a tournament's club."""
    return registered(services, services.ledger.tournaments.get(tournament_id).club)


def plan_of(services: Services, tournament_id: UUID, text: str, players: str, at: str, **how: bool) -> Plan:
    """Return what a file would record in a tournament (`Entries.plan_import`). Raises `Declined`."""
    people = players_for(services, tournament_id)
    return services.ledger.entries.plan_import(tournament_id, text, players, people, at, **how)


def entries_csv(services: Services, tournament: Tournament) -> str:
    """Return the entries of a tournament as CSV, with the names of registered players."""
    return entry_file.write(tournament.entries.values(), player_names(services, tournament))


def player_names(services: Services, tournament: Tournament) -> dict[str, str]:
    """Return the names of the registered players of a tournament, by id."""
    club, catalogue = tournament.club, services.catalogue
    names = {str(row.id): row.title for row in catalogue.rows("player", club=club)} if club else {}
    players = {player for each in tournament.entries.values() for player in each.players} - names.keys()
    others = [catalogue.find(identity) for each in sorted(players) if (identity := as_id(each))]
    return names | {str(row.id): row.title for row in others if row is not None and row.kind == "player"}


def payload(plan: Plan) -> dict[str, Any]:
    """Return a plan as JSON values."""
    return {
        "declined": translate(reader(), plan.declined) if plan.declined else None,
        "new": len(plan.new),
        "new_people": list(plan.new_people),
        "lines": [_line(each) for each in plan.lines],
        "left_out": [translate(reader(), each) for each in plan.left_out],
        "rounds": plan.rounds,
        "rounds_taken": plan.rounds_taken,
        "differing": plan.differing,
        "notes": [translate(reader(), each) for each in plan.notes],
    }


def _line(planned: PlannedLine) -> dict[str, Any]:
    entry = planned.line.entry
    return {
        "line": planned.line.number,
        "text": planned.line.text or None,
        "name": entry.name if entry else "",
        "entry": planned.number or None,
        "players": [{"written": each.written, "name": each.name, "state": each.state} for each in planned.people],
        "seed": entry.seed if entry else None,
        **({name: value or None for name, value in values(entry.details).items()} if entry else {}),
        "categories": entry.categories if entry else (),
        "since": entry.since if entry else None,
        "byes": [number for number, _ in entry.byes] if entry else (),
        "state": planned.state,
        "why": translate(reader(), planned.why) or None,
    }
