"""Encounters: the tables of a tournament's rounds, their results, confirmations and rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.callers import RECORDER, SEAT, caller
from api.changes import Command, changes
from api.languages import reader
from api.lists import catalogue
from api.people import seat_pins
from api.people.player_names import names_in
from api.permissions import BENCH, EVERYBODY, SCRIBES, TABLE
from api.problems import Problem, forbidden, no_seat
from api.replicas import from_replica
from api.responses import json_response
from api.services import ledger
from api.tournaments import access as tournament_access
from api.tournaments.boards import has_moved_on
from domain.engine.words.values import sentence
from domain.kernel.ids import as_id
from domain.tournament.facts.encounters import EncounterSet
from domain.tournament.results.sheet import BLANK, Count, Sheet
from replay.tournaments.log import rows
from replay.tournaments.payloads import table as as_table
from replay.words.tournament_log import TournamentLogWords
from schemas.answers import SavedAnswer
from schemas.tournaments.answers import EncounterAnswer, Log, SavedTable
from schemas.tournaments.commands import (
    AdoptMatch,
    AssignScore,
    Because,
    ChangeSeats,
    ConfirmResult,
    ContestResult,
    CorrectResult,
    EnterResult,
    Forfeit,
    GiveArtificialScore,
    SeatMatch,
    WithdrawArtificialScore,
    WithdrawAssignedScore,
    WithdrawConfirmation,
    WithdrawResult,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from uuid import UUID

    from flask import Response

    from domain.kernel.commands import Saved, SentTo
    from domain.ledger import Ledger
    from domain.tournament.standings.boards import Outcomes
    from domain.tournament.tables.encounter import Encounter

blp = Blueprint(
    "encounters", __name__, url_prefix="/api/v1/encounters", description="The tables of a tournament's rounds"
)


def answer_at_table(
    encounter_id: UUID, params: Mapping[str, Any], command: Callable[[SentTo], Saved]
) -> commands.Answer:
    """Run a command to an encounter; answer with the encounter as it then stands."""
    saved = commands.run(params, command)
    body, status, headers = commands.answer(saved, f"/api/v1/encounters/{encounter_id}", 200)
    encounter = ledger().encounters.get(encounter_id, saved.version)
    body["encounter"] = as_table(tournament_access.withheld_at(encounter).encounter(encounter))
    return body, status, headers


change = changes(blp, "encounter_id", BENCH, answer_at_table, SavedTable)


@blp.get("/<uuid:encounter_id>")
@blp.answers(EncounterAnswer)
@blp.reads(EVERYBODY)
@from_replica
def get_encounter(encounter_id: UUID) -> Response:
    """Get an encounter: seats, result, confirmations. The ETag is for If-Match."""
    encounter, _ = tournament_access.get_encounter(encounter_id)
    return json_response(
        EncounterAnswer().dump(as_table(encounter)), commands.etag(encounter.version, stream=encounter_id)
    )


@blp.get("/<uuid:encounter_id>/log")
@blp.answers(Log)
@blp.reads(EVERYBODY)
@from_replica
def get_log(encounter_id: UUID) -> Response:
    """List what happened at the table, in sentences."""
    encounter, events = tournament_access.get_encounter(encounter_id)
    names = {
        entry: name
        for event in events
        if isinstance(event.fact, EncounterSet)
        for entry, name in event.fact.names.items()
    } | names_in((event.fact for event in events), catalogue())
    at, language = (encounter.setting.round, encounter.setting.table), reader()
    words = TournamentLogWords(language, names, encounter.terms)
    return json_response(Log().dump({"items": list(rows(events, words, *at))}), language=language)


@blp.post("/<uuid:encounter_id>/result")
@blp.arguments(EnterResult)
@blp.response(200, SavedTable)
@blp.commands(TABLE, within="encounter_id")
def enter_result(params: dict[str, Any], encounter_id: UUID) -> commands.Answer:
    """Enter a result by its score sheet. It is provisional until both sides confirm it.

    A player who enters it with the session of a seat confirms it for that side.
    """
    sheet, side = sheet_of(params["sheet"]), _own_side(encounter_id)
    return answer_at_table(
        encounter_id,
        params,
        lambda sent: ledger().encounters.enter_result(encounter_id, sheet, params["board"], side, **sent),
    )


@blp.post("/<uuid:encounter_id>/corrections")
@blp.arguments(CorrectResult)
@blp.response(200, SavedTable)
@blp.commands(TABLE, within="encounter_id")
def correct_result(params: dict[str, Any], encounter_id: UUID) -> commands.Answer:
    """Correct a result, or set it by a ruling (`ruled`). Both sides must confirm it again.

    A recorder corrects slips while the round is open, a player until both sides have confirmed; only a director rules,
    or corrects in a closed round.
    """
    sheet, side = sheet_of(params["sheet"]), _own_side(encounter_id)
    if caller().role in (RECORDER, SEAT) and (params["ruled"] or ledger().encounters.get(encounter_id).closed):
        raise forbidden(sentence("Rulings, and corrections in a closed round, are the director's."))

    def command(sent: SentTo) -> Saved:
        return ledger().encounters.correct_result(
            encounter_id, sheet, params["why"], params["board"], ruled=params["ruled"], side=side, **sent
        )

    return answer_at_table(encounter_id, params, command)


@change("/withdrawal", WithdrawResult, roles=SCRIBES)
def withdraw_result(to: Ledger) -> Command:
    """Withdraw a result that was entered."""
    return to.encounters.withdraw_result


@blp.post("/<uuid:encounter_id>/confirmations")
@blp.arguments(ConfirmResult)
@blp.response(200, SavedTable)
@blp.commands(TABLE, 429, within="encounter_id")
def confirm_result(params: dict[str, Any], encounter_id: UUID) -> commands.Answer:
    """Confirm the result for a side.

    The seat's own token or session confirms for its side; every other caller sends the seat and its `pin`. An official
    who names no seat confirms for both sides.
    """
    side = _side_of_sender(encounter_id, params)
    if side is None and caller().role in (SEAT, RECORDER):
        raise Problem("shape", sentence("Say whose seat confirms."))
    return answer_at_table(
        encounter_id,
        params,
        lambda sent: ledger().encounters.confirm_result(encounter_id, side, params.get("board"), **sent),
    )


@change("/confirmations/withdrawal", WithdrawConfirmation)
def withdraw_confirmation(to: Ledger) -> Command:
    """Withdraw the confirmations of a result, of both sides and of officials. It is provisional again."""
    return to.encounters.withdraw_confirmation


@blp.post("/<uuid:encounter_id>/contests")
@blp.arguments(ContestResult)
@blp.response(200, SavedTable)
@blp.commands(TABLE, 429, within="encounter_id")
def contest_result(params: dict[str, Any], encounter_id: UUID) -> commands.Answer:
    """Say for a side that the result is wrong. Directors see it at once, and close no round before it is settled.

    It lasts until the result is corrected, or confirmed by this side or an official. The seat and its PIN are as in a
    confirmation; every other caller sends the PIN of the seat.
    """
    side = _side_of_sender(encounter_id, params)
    if side is None:
        raise Problem("shape", sentence("Say whose seat contests the result."))
    content = side, params["why"], params["board"]
    return answer_at_table(
        encounter_id, params, lambda sent: ledger().encounters.contest_result(encounter_id, *content, **sent)
    )


def _side_of_sender(encounter_id: UUID, params: Mapping[str, Any]) -> int | None:
    """Return the side for which a request speaks; None if it names no seat and comes from none.

    Another device than the seat's own sends the PIN of the seat.
    """
    sender = caller()
    seat = params.get("seat", sender.seat)
    if seat is None:
        return None
    encounter = ledger().encounters.get(encounter_id)
    if sender.seat == seat:
        return _own_side(encounter_id)
    side = _side(encounter, seat)
    seat_pins.check_pin(_pins(encounter), seat, params.get("pin"))
    return side


def _own_side(encounter_id: UUID) -> int | None:
    """Return the side of the caller's seat; None if the caller has no seat.

    Raises `Problem` (403) if the pair of the seat's session has moved on, and another one plays here.
    """
    sender = caller()
    if sender.role != SEAT or sender.seat is None:
        return None
    encounter = ledger().encounters.get(encounter_id)
    side = _side(encounter, sender.seat)
    if has_moved_on(sender, ledger().tournaments.get(encounter.tournament), encounter.setting.sides[side]):
        raise forbidden(sentence("You joined this table in another round: scan the card of the seat again."))
    return side


@change("/forfeit", Forfeit)
def rule_forfeit(to: Ledger) -> Command:
    """Rule that one side or both forfeit. The other side has a walkover."""
    return to.encounters.rule_forfeit


@change("/forfeit/lift", Because)
def lift_forfeit(to: Ledger) -> Command:
    """Lift a forfeit: the result that was played counts again."""
    return to.encounters.lift_forfeit


@change("/artificial-scores", GiveArtificialScore)
def give_artificial_score(to: Ledger) -> Command:
    """Give the sides artificial scores for boards that have no result, so that the round can be closed.

    Results that are played there count again once the artificial scores are withdrawn.
    """
    return lambda encounter_id, scores, **given: to.encounters.give_artificial_score(
        encounter_id, tuple(scores), **given
    )


@change("/artificial-scores/withdrawal", WithdrawArtificialScore)
def withdraw_artificial_score(to: Ledger) -> Command:
    """Withdraw artificial scores: results that were played count again."""
    return to.encounters.withdraw_artificial_score


@change("/assigned-scores", AssignScore)
def assign_score(to: Ledger) -> Command:
    """Assign a score to a board: possible results, each with a percentage, for both sides or for each side separately.

    A result that is played there counts again once the assigned score is withdrawn.
    """
    return lambda encounter_id, north_south, east_west=None, **given: to.encounters.assign_score(
        encounter_id,
        north_south=_outcomes(north_south),
        east_west=_outcomes(east_west or north_south),
        **given,
    )


def _outcomes(given: list[dict[str, int]]) -> Outcomes:
    return tuple((each["percent"], each["won"]) for each in given)


@change("/assigned-scores/withdrawal", WithdrawAssignedScore)
def withdraw_assigned_score(to: Ledger) -> Command:
    """Withdraw the assigned score of a board: a result that was played counts again."""
    return to.encounters.withdraw_assigned_score


@change("/seats", ChangeSeats, roles=SCRIBES)
def change_seats(to: Ledger) -> Command:
    """Change who sits at the table, as when a substitute comes."""
    return to.encounters.change_seats


@blp.post("/<uuid:encounter_id>/match")
@blp.arguments(SeatMatch)
@blp.response(201, SavedAnswer)
@blp.commands(SCRIBES, within="encounter_id", match=False)
def seat_match(params: dict[str, Any], encounter_id: UUID) -> commands.Answer:
    """Open a match for the table. Result and standings follow as its deals are settled.

    The game, the players and the table are the tournament's.
    """
    saved = ledger().table_matches.seat_match(encounter_id, match_id=params.get("id"), **commands.metadata(params))
    return commands.answer(saved, f"/api/v1/matches/{saved.id}")


@change("/match/adopt", AdoptMatch, roles=SCRIBES, names={"match": "match_id"})
def adopt_match(to: Ledger) -> Command:
    """Adopt a match that is being recorded already: all its deals count here.

    Its game, club, table and players must be those of the encounter. The caller's token must be valid for both.
    """
    return to.table_matches.adopt_match


def sheet_of(params: Mapping[str, Any]) -> Sheet:
    """Return the score sheet of a request body."""
    whole = [Count(**count) for count in params.get("whole", ())]
    deals = tuple((Count(**ours), Count(**theirs)) for ours, theirs in params.get("deals", ()))
    ours, theirs = params.get("ruled", (0, 0))
    return Sheet((whole[0], whole[1]) if whole else (BLANK, BLANK), deals, params.get("played"), (ours, theirs))


def _side(encounter: Encounter, seat: str) -> int:
    """Return the side of a seat, 0 or 1. Raises `Problem` if the game has no such seat."""
    seating = ledger().encounters.game_of(encounter).seating
    if seat not in seating.seats:
        raise no_seat(seat, seating.seats)
    return seating.teams.index(seating.team(seat))


def _pins(encounter: Encounter) -> UUID:
    """Return the id that the PINs of the seats belong to: the match, else the table, else the encounter."""
    return as_id(encounter.match) or as_id(encounter.setting.place) or encounter.id
