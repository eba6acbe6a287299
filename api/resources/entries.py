"""Entries of a tournament, and its seeding list."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.changes import Command, changes
from api.front.kinds import heavy
from api.permissions import OFFICE, allow
from api.resources.tournaments import run
from api.services import ledger, services
from api.tournaments.access import VisibleTournament
from api.tournaments.entry_files import players_for
from domain.club.people_reader import read_people
from domain.options import taken
from domain.tournament.entries.lines import entry_of
from domain.tournament.standings.scores import adjustment_amount
from domain.tournament.state import EntryDetails
from replay.tournaments.payloads import as_number, rank_entries
from schemas.answers import SavedAnswer
from schemas.commands import Why
from schemas.tournaments.answers import QualifiersAnswer
from schemas.tournaments.commands import (
    ChangeEntry,
    CheckQualifiers,
    EnterQualifiers,
    MakeEntry,
    RequestBye,
    SetCategories,
    SetDetails,
    SetSeeds,
    SetStartingScore,
)

if TYPE_CHECKING:
    from uuid import UUID

    from domain.ledger import Ledger
    from domain.tournament.aggregate import Tournament
    from domain.tournament.state import Standing

blp = Blueprint("entries", __name__, url_prefix="/api/v1/tournaments", description="The entries of a tournament")
change = changes(blp, "tournament_id", OFFICE, run)


@blp.post("/<uuid:tournament_id>/entries")
@blp.arguments(MakeEntry)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def make_entry(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """Add an entry: a pair, a team or a player. Once rounds are drawn, it plays from the next one on."""
    name, players = _named(tournament_id, params)
    saved = commands.run(
        params,
        lambda sent: ledger().entries.make_entry(tournament_id, name, players, params.get("since"), **sent),
    )
    return commands.answer(saved, f"/api/v1/tournaments/{tournament_id}")


@blp.patch("/<uuid:tournament_id>/entries/<string(maxlength=8):entry>")
@blp.arguments(ChangeEntry)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def change_entry(params: dict[str, Any], tournament_id: UUID, entry: str) -> commands.Answer:
    """Change the name or the players of an entry."""
    content = entry, params["name"], _players(tournament_id, params), params["why"]
    return run(tournament_id, params, lambda sent: ledger().entries.change_entry(tournament_id, *content, **sent))


def _named(tournament_id: UUID, params: dict[str, Any]) -> tuple[str, list[str]]:
    """Return the name and the players of a new entry. If the text of its players is empty, the name tells both."""
    if params.get("players_text", "-").strip():
        return params["name"], _players(tournament_id, params)
    side = ledger().tournaments.get(tournament_id).terms.side
    return entry_of(params["name"], side, players_for(services(), tournament_id).has)


def _players(tournament_id: UUID, params: dict[str, Any]) -> list[str]:
    """Return the players of an entry: a list that was sent, or those whom a text names."""
    if "players_text" not in params:
        return list(params.get("players", ()))
    side = ledger().tournaments.get(tournament_id).terms.side
    return read_people(params["players_text"], side, players_for(services(), tournament_id).has)


@change("/entries/<string(maxlength=8):entry>/withdraw", Why)
def withdraw_entry(to: Ledger) -> Command:
    """Withdraw an entry from the next round on. Its results stay."""
    return to.entries.withdraw_entry


@change("/entries/<string(maxlength=8):entry>/return", Why)
def return_entry(to: Ledger) -> Command:
    """Bring a withdrawn entry back, from the next round on."""
    return to.entries.return_entry


@change("/entries/<string(maxlength=8):entry>/starting-score", SetStartingScore)
def set_starting_score(to: Ledger) -> Command:
    """Set the score with which an entry begins: a handicap. It replaces the one before, and 0 takes it away."""
    return lambda tournament_id, amount, **given: to.adjustments.set_starting_score(
        tournament_id, amount=Fraction(amount), **given
    )


@change("/entries/<string(maxlength=8):entry>/categories", SetCategories)
def set_categories(to: Ledger) -> Command:
    """Set the prize categories in which an entry is also ranked, such as juniors. They replace those before."""
    return to.entries.set_categories


@change("/entries/<string(maxlength=8):entry>/details", SetDetails)
def set_details(to: Ledger) -> Command:
    """Set the rating of an entry, and the club or place that it comes from. They replace those before."""
    return lambda tournament_id, entry, **given: to.entries.set_details(
        tournament_id, entry, taken(EntryDetails, given), **given
    )


@change("/entries/<string(maxlength=8):entry>/requested-byes", RequestBye, names={"round": "number"})
def request_bye(to: Ledger) -> Command:
    """Let an entry sit out a round that it asks in advance not to play.

    The terms say how many byes an entry may ask for (`requested_byes`) and what one is worth
    (`scoring.requested_bye`). For a round that is drawn, it counts if the round is redrawn.
    """
    return to.wishes.request_bye


@change("/entries/<string(maxlength=8):entry>/requested-byes/<int:number>/withdraw", Why)
def withdraw_bye_request(to: Ledger) -> Command:
    """Let an entry play a round after all for which it had asked for a bye. `number` is the round."""
    return to.wishes.withdraw_bye_request


@blp.post("/<uuid:tournament_id>/qualifiers/check")
@allow(OFFICE, within="tournament_id")
@blp.arguments(CheckQualifiers)
@blp.response(200, QualifiersAnswer)
@blp.problems(403, 404, 413, 415, 422)
@heavy
def check_qualifiers(params: dict[str, Any], tournament_id: UUID) -> dict[str, Any]:
    """Return who would qualify from earlier stages, with their scores. Nothing is recorded."""
    tournament = ledger().tournaments.get(tournament_id)
    qualified = ledger().entries.find_qualifiers(tournament, _stages(params), params["carry"], rank_stage)
    return {
        "qualifiers": [
            asdict(each) | {"amount": as_number(adjustment_amount(tournament.terms, each.amount, "score"))}
            for each in qualified
        ]
    }


@blp.post("/<uuid:tournament_id>/qualifiers")
@blp.arguments(EnterQualifiers)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
@heavy
def enter_qualifiers(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """Enter the first places of earlier stages that are over, as the next seeds, all winners first.

    They may begin with all or half of the score that they had there. Entries that share the last place qualify too.
    """
    stages, carry = _stages(params), params["carry"]
    return run(
        tournament_id,
        params,
        lambda sent: ledger().entries.enter_qualifiers(tournament_id, stages, carry, rank_stage, **sent),
    )


def _stages(params: dict[str, Any]) -> list[tuple[UUID, int]]:
    return [(each["tournament"], each["places"]) for each in params["stages"]]


def rank_stage(tournament: Tournament) -> tuple[Standing, ...]:
    """Return the standings of an earlier stage."""
    return tuple(rank_entries(tournament, VisibleTournament(tournament).lines()))


@change("/seeds", SetSeeds)
def set_seeds(to: Ledger) -> Command:
    """Set the seeding list, the first seed first."""
    return to.entries.set_seeds
