"""One table of a tournament's round: what it came to, who agreed, and what was ruled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import confirming, recording, tournament_access
from api.blueprint import ETAG, Blueprint
from api.callers import RECORDER, SEAT, caller
from api.languages import reader
from api.permissions import BENCH, EVERYBODY, SCRIBES, TABLE
from api.problems import Problem, forbidden
from api.services import services
from api.serving import as_seen
from domain.ledger.ids import as_id
from domain.tournament.facts import EncounterSet
from domain.tournament.score_sheet import BLANK, Count, Sheet
from replay.tournament_log import rows
from replay.tournament_payloads import table as as_table
from replay.words.tournament_log import TournamentLogWords
from schemas.answers import SavedAnswer
from schemas.tournament_answers import EncounterAnswer, Log, SavedTable
from schemas.tournament_commands import (
    AdoptMatch,
    Because,
    ChangeSeats,
    ConfirmResult,
    CorrectResult,
    EnterResult,
    Forfeit,
    GiveArtificialScore,
    SeatMatch,
    WithdrawArtificialScore,
    WithdrawResult,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from uuid import UUID

    from flask import Response

    from domain.ledger.commands import Saved, SentTo
    from domain.tournament.encounter import Encounter

blp = Blueprint(
    "encounters", __name__, url_prefix="/api/v1/encounters", description="The tables of a tournament's rounds"
)


@blp.get("/<uuid:encounter_id>")
@blp.response(200, EncounterAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_encounter(encounter_id: UUID) -> Response:
    """A table of a round: who sits there, what it came to, who agreed. Its ETag is what If-Match takes."""
    encounter, _ = tournament_access.table(encounter_id)
    return as_seen(EncounterAnswer().dump(as_table(encounter)), recording.etag(encounter.version))


@blp.get("/<uuid:encounter_id>/log")
@blp.response(200, Log, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_log(encounter_id: UUID) -> Response:
    """What happened at the table, in sentences."""
    encounter, events = tournament_access.table(encounter_id)
    names = {
        entry: name
        for event in events
        if isinstance(event.fact, EncounterSet)
        for entry, name in event.fact.names.items()
    }
    at, language = (encounter.setting.round, encounter.setting.table), reader()
    words = TournamentLogWords(language, names, encounter.terms)
    return as_seen(Log().dump({"items": list(rows(events, words, *at))}), language=language)


@blp.post("/<uuid:encounter_id>/result")
@blp.arguments(EnterResult)
@blp.response(200, SavedTable)
@blp.commands(SCRIBES, within="encounter_id")
def enter_result(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """Type a score sheet in. What cannot be right is refused in words; until both sides confirm, it is provisional."""
    ledger, sheet = services().ledger, sheet_of(told["sheet"])
    return _at(
        encounter_id, told, lambda sent: ledger.encounters.enter_result(encounter_id, sheet, told["board"], **sent)
    )


@blp.post("/<uuid:encounter_id>/corrections")
@blp.arguments(CorrectResult)
@blp.response(200, SavedTable)
@blp.commands(SCRIBES, within="encounter_id")
def correct_result(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """Another result than was entered, or by a ruling (`ruled`). It is to be confirmed anew.

    A recorder corrects slips while the round is open; rulings and closed rounds are the director's.
    """
    ledger, sheet = services().ledger, sheet_of(told["sheet"])
    if caller().role == RECORDER and (told["ruled"] or ledger.encounters.get(encounter_id).closed):
        raise forbidden("Rulings, and corrections in a closed round, are the director's.")

    def command(sent: SentTo) -> Saved:
        return ledger.encounters.correct_result(
            encounter_id, sheet, told["why"], told["board"], ruled=told["ruled"], **sent
        )

    return _at(encounter_id, told, command)


@blp.post("/<uuid:encounter_id>/withdrawal")
@blp.arguments(WithdrawResult)
@blp.response(200, SavedTable)
@blp.commands(SCRIBES, within="encounter_id")
def withdraw_result(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """Take back a result that was typed in."""
    ledger = services().ledger
    return _at(
        encounter_id,
        told,
        lambda sent: ledger.encounters.withdraw_result(encounter_id, told["why"], told["board"], **sent),
    )


@blp.post("/<uuid:encounter_id>/confirmations")
@blp.arguments(ConfirmResult)
@blp.response(200, SavedTable)
@blp.commands(TABLE, 429, within="encounter_id")
def confirm_result(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """A side agrees with the result as it stands.

    The seat's own token or session confirms for its side; everybody else sends the seat and its `pin`. An official who
    names no seat lets the result stand for both sides.
    """
    ledger = services().ledger
    encounter = ledger.encounters.get(encounter_id)
    who = caller()
    seat = told.get("seat", who.seat)
    side = None
    if seat is None:
        if who.role in (SEAT, RECORDER):
            raise Problem("shape", "Say whose seat confirms.")
    else:
        side = _side(encounter, seat)
        if who.seat != seat:
            confirming.by_pin(_pins(encounter), seat, told.get("pin"))
    return _at(
        encounter_id, told, lambda sent: ledger.encounters.confirm_result(encounter_id, side, told.get("board"), **sent)
    )


@blp.post("/<uuid:encounter_id>/forfeit")
@blp.arguments(Forfeit)
@blp.response(200, SavedTable)
@blp.commands(BENCH, within="encounter_id")
def rule_forfeit(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """Rule that a side forfeits, or both do: the other side has a walkover."""
    ledger = services().ledger
    return _at(
        encounter_id,
        told,
        lambda sent: ledger.encounters.rule_forfeit(encounter_id, told["sides"], told["why"], **sent),
    )


@blp.post("/<uuid:encounter_id>/forfeit/lift")
@blp.arguments(Because)
@blp.response(200, SavedTable)
@blp.commands(BENCH, within="encounter_id")
def lift_forfeit(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """Take the ruling back: what was played counts again."""
    ledger = services().ledger
    return _at(encounter_id, told, lambda sent: ledger.encounters.lift_forfeit(encounter_id, told["why"], **sent))


@blp.post("/<uuid:encounter_id>/artificial-scores")
@blp.arguments(GiveArtificialScore)
@blp.response(200, SavedTable)
@blp.commands(BENCH, within="encounter_id")
def give_artificial_score(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """Give the sides artificial scores for boards that have no result, so that the round can be closed.

    What is played there stays beneath them and counts again once they are taken back.
    """
    ledger, (ours, theirs) = services().ledger, told["scores"]
    given = (ours, theirs), told["why"], told["boards"]
    return _at(encounter_id, told, lambda sent: ledger.encounters.give_artificial_score(encounter_id, *given, **sent))


@blp.post("/<uuid:encounter_id>/artificial-scores/withdrawal")
@blp.arguments(WithdrawArtificialScore)
@blp.response(200, SavedTable)
@blp.commands(BENCH, within="encounter_id")
def withdraw_artificial_score(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """Take artificial scores back: what was played counts again."""
    ledger, given = services().ledger, (told["why"], told["boards"])
    return _at(
        encounter_id, told, lambda sent: ledger.encounters.withdraw_artificial_score(encounter_id, *given, **sent)
    )


@blp.post("/<uuid:encounter_id>/seats")
@blp.arguments(ChangeSeats)
@blp.response(200, SavedTable)
@blp.commands(SCRIBES, within="encounter_id")
def change_seats(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """Let others sit at the table: somebody stands in."""
    ledger = services().ledger
    return _at(
        encounter_id,
        told,
        lambda sent: ledger.encounters.change_seats(encounter_id, told["seats"], told["why"], **sent),
    )


@blp.post("/<uuid:encounter_id>/match")
@blp.arguments(SeatMatch)
@blp.response(201, SavedAnswer)
@blp.commands(SCRIBES, within="encounter_id", match=False)
def seat_match(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """Open a match for the table. Its deals are recorded as any; as they settle, the result and the standings follow.

    The game, the players and the table are the tournament's.
    """
    saved = services().ledger.encounters.seat_match(encounter_id, match_id=told.get("id"), **recording.sent(told))
    return recording.saved(saved, f"/api/v1/matches/{saved.id}")


@blp.post("/<uuid:encounter_id>/match/adopt")
@blp.arguments(AdoptMatch)
@blp.response(200, SavedTable)
@blp.commands(SCRIBES, within="encounter_id")
def adopt_match(told: dict[str, Any], encounter_id: UUID) -> recording.Answer:
    """Take in a match that was being recorded already: all its deals count here, and those that follow.

    Its game, club, table and players must be those of the encounter. The caller's token must be good for both.
    """
    ledger = services().ledger
    return _at(
        encounter_id, told, lambda sent: ledger.encounters.adopt_match(encounter_id, told["match"], told["why"], **sent)
    )


def _at(encounter_id: UUID, told: Mapping[str, Any], command: Callable[[SentTo], Saved]) -> recording.Answer:
    """A command to a table, answered with how it stood then."""
    ledger = services().ledger
    done = recording.on_record(told, command)
    body, status, headers = recording.saved(done, f"/api/v1/encounters/{encounter_id}", 200)
    stood = ledger.encounters.get(encounter_id, done.version)
    body["encounter"] = as_table(tournament_access.withheld_at(stood).encounter(stood))
    return body, status, headers


def sheet_of(told: Mapping[str, Any]) -> Sheet:
    whole = [Count(**each) for each in told.get("whole", ())]
    deals = tuple((Count(**ours), Count(**theirs)) for ours, theirs in told.get("deals", ()))
    ours, theirs = told.get("ruled", (0, 0))
    return Sheet((whole[0], whole[1]) if whole else (BLANK, BLANK), deals, told.get("played"), (ours, theirs))


def _side(encounter: Encounter, seat: str) -> int:
    """The side that a seat plays for."""
    seating = services().ledger.encounters.game_of(encounter).seating
    if seat not in seating.seats:
        raise Problem("scope", f"there is no seat {seat}; the seats are {', '.join(seating.seats)}")
    return seating.teams.index(seating.team(seat))


def _pins(encounter: Encounter) -> UUID:
    """Where the PINs of the seats are good: in its match, else at its table."""
    return as_id(encounter.match) or as_id(encounter.setting.place) or encounter.id
