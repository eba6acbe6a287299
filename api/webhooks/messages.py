"""The messages of webhooks: what happened, and where to read it, without any result.

Hidden is the default. A message has ids and numbers only, and results of boards, rulings on them included, all have
one type, so that it does not show which withheld result was corrected. The API returns what a reader may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from domain.tournament.facts import adjustments, encounters, lifecycle, results, rounds, rulings

if TYPE_CHECKING:
    from domain.kernel.events import Recorded
    from domain.ledger import Ledger

RESULT: Final = "result.changed"
TYPES: Final[dict[str, str]] = {
    results.ResultEntered.TOPIC: RESULT,
    results.ResultConfirmed.TOPIC: RESULT,
    results.ConfirmationWithdrawn.TOPIC: RESULT,
    results.ResultContested.TOPIC: RESULT,
    results.ResultCorrected.TOPIC: RESULT,
    results.ResultWithdrawn.TOPIC: RESULT,
    rulings.ResultRuled.TOPIC: RESULT,
    rulings.ResultRulingLifted.TOPIC: RESULT,
    rulings.ArtificialScoreGiven.TOPIC: RESULT,
    rulings.ArtificialScoreWithdrawn.TOPIC: RESULT,
    rulings.AssignedScoreGiven.TOPIC: RESULT,
    rulings.AssignedScoreWithdrawn.TOPIC: RESULT,
    rulings.ArrowSwitched.TOPIC: RESULT,
    rulings.ArrowSwitchWithdrawn.TOPIC: RESULT,
    rulings.WrongBoardRecorded.TOPIC: RESULT,
    rulings.WrongBoardWithdrawn.TOPIC: RESULT,
    rounds.RoundDrawn.TOPIC: "round.drawn",
    rounds.RoundRedrawn.TOPIC: "round.redrawn",
    rounds.DrawWithdrawn.TOPIC: "round.withdrawn",
    rounds.RoundClosed.TOPIC: "round.closed",
    rounds.RoundReopened.TOPIC: "round.reopened",
    adjustments.AdjustmentMade.TOPIC: "ruling.adjustment_made",
    adjustments.AdjustmentWithdrawn.TOPIC: "ruling.adjustment_withdrawn",
    rulings.ForfeitRuled.TOPIC: "ruling.forfeit_made",
    rulings.ForfeitLifted.TOPIC: "ruling.forfeit_withdrawn",
    lifecycle.TournamentEnded.TOPIC: "tournament.ended",
    lifecycle.TournamentCancelled.TOPIC: "tournament.cancelled",
    lifecycle.TournamentReopened.TOPIC: "tournament.reopened",
}
"""The type of the message of each fact; other facts have none."""


class Place(NamedTuple):
    """The place of a stream in a tournament; round and table are None for the tournament itself."""

    tournament: UUID
    round: int | None = None
    table: int | None = None


def find_place(ledger: Ledger, stream: UUID) -> Place:
    """Return the place of the stream of a tournament or of one of its tables."""
    first = ledger.repository.first_event(stream)
    if first is not None and isinstance(first.fact, encounters.EncounterSet):
        return Place(UUID(first.fact.tournament), first.fact.round, first.fact.table)
    return Place(stream)


def identity_of(event: Recorded) -> str:
    """Return the id of the message of an event. Each attempt and each replay has the same."""
    return f"{event.originator_id}-{event.originator_version}"


def message(event: Recorded, place: Place) -> dict[str, Any]:
    """Return the message of an event."""
    path = f"/api/v1/tournaments/{place.tournament}"
    if place.table is not None:
        path = f"/api/v1/encounters/{event.originator_id}"
    data: dict[str, Any] = {"tournament": str(place.tournament), "path": path}
    number = place.round or getattr(event.fact, "round", 0)
    if number:
        data["round"] = number
    if place.table is not None:
        data["table"] = place.table
    return {"type": TYPES[event.fact.TOPIC], "timestamp": event.at, "data": data}
