"""The rounds of a tournament: drawn, looked at, closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import recording, tournament_access
from api.blueprint import ETAG, Blueprint
from api.languages import reader
from api.permissions import EVERYBODY, OFFICE, allow
from api.resources.tournaments import directed
from api.services import services
from api.serving import as_seen
from domain.tournament.state import Draw, Pairing
from replay.tournament_payloads import round_, without_result
from replay.words.draws import stored
from schemas.answers import SavedAnswer
from schemas.commands import Stamped
from schemas.tournament_answers import AsItStood, RoundAnswer, RoundChecked
from schemas.tournament_commands import Because, CheckRound, DrawRound, RedrawRound

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from flask import Response

    from domain.ledger.commands import Saved, SentTo

blp = Blueprint("rounds", __name__, url_prefix="/api/v1/tournaments", description="The rounds of a tournament")


@blp.post("/<uuid:tournament_id>/rounds")
@blp.arguments(DrawRound)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def draw_round(told: dict[str, Any], tournament_id: UUID) -> recording.Answer:
    """Draw the next round: by the format, pairing by pairing with its reason, or `by_hand`.

    Where nothing else decides, lots do, drawn once from the operating system's chance. What a director's own draw
    breaks (a rematch, somebody left out) is recorded with it.
    """
    ledger = services().ledger

    def command(sent: SentTo) -> Saved:
        return ledger.tournaments.draw_round(
            tournament_id,
            told.get("round"),
            entropy=tournament_access.entropy(),
            by_hand=_own(told),
            challenges=_challenges(told),
            **sent,
        )

    saved = recording.on_record(told, command)
    return recording.saved(saved, f"/api/v1/tournaments/{tournament_id}")


@blp.post("/<uuid:tournament_id>/rounds/check")
@allow(OFFICE, within="tournament_id")
@blp.arguments(CheckRound)
@blp.response(200, RoundChecked)
@blp.problems(403, 404, 413, 415, 422)
def check_round(told: dict[str, Any], tournament_id: UUID) -> Response:
    """What a director's own draw of the next round breaks, or of the last one drawn anew; and whether it is declined.

    Nothing is recorded.
    """
    own = _draw(told["by_hand"])
    declined, broke = services().ledger.tournaments.check_round(tournament_id, told["round"], own)
    language = reader()
    sentences = [stored(language, each) for each in broke]
    return as_seen(RoundChecked().dump({"declined": declined or None, "broke": sentences}), language=language)


@blp.get("/<uuid:tournament_id>/rounds/<int:number>")
@blp.arguments(AsItStood, location="query")
@blp.response(200, RoundAnswer, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_round(asked: dict[str, Any], tournament_id: UUID, number: int) -> Response:
    """A round: who meets whom and why, who sits out, and how every table stands, or stood at a moment."""
    seen = tournament_access.seen(tournament_id, at=asked.get("at"))
    lines, progress = seen.lines(number), seen.progress(number)
    waiting = seen.encounters(without_result(seen.tournament, [number], [*lines, *progress]))
    language = reader()
    shown = round_(seen.tournament, number, lines, waiting, progress, language) | {
        "changed": seen.draw_changes(number, language)
    }
    return as_seen(RoundAnswer().dump(shown), language=language)


@blp.post("/<uuid:tournament_id>/rounds/<int:number>/redraw")
@blp.arguments(RedrawRound)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def redraw_round(told: dict[str, Any], tournament_id: UUID, number: int) -> recording.Answer:
    """Draw the last round anew, before anything is recorded at its tables. The first draw stays in the log."""
    ledger = services().ledger
    return directed(
        tournament_id,
        told,
        lambda sent: ledger.tournaments.redraw_round(
            tournament_id,
            number,
            told["why"],
            entropy=tournament_access.entropy() if told["lots"] else None,
            by_hand=_own(told),
            challenges=_challenges(told),
            **sent,
        ),
    )


@blp.post("/<uuid:tournament_id>/rounds/<int:number>/close")
@blp.arguments(Stamped)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def close_round(told: dict[str, Any], tournament_id: UUID, number: int) -> recording.Answer:
    """Close a round: its results stand, confirmed by both sides or not. Every table must have reported."""
    ledger = services().ledger
    return directed(tournament_id, told, lambda sent: ledger.tournaments.close_round(tournament_id, number, **sent))


@blp.post("/<uuid:tournament_id>/rounds/<int:number>/reopen")
@blp.arguments(Because)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
def reopen_round(told: dict[str, Any], tournament_id: UUID, number: int) -> recording.Answer:
    """Let results of a closed round be entered again."""
    ledger = services().ledger
    return directed(
        tournament_id, told, lambda sent: ledger.tournaments.reopen_round(tournament_id, number, told["why"], **sent)
    )


def _own(told: Mapping[str, Any]) -> Draw | None:
    """A director's draw, if there is one."""
    return _draw(told["by_hand"]) if "by_hand" in told else None


def _draw(told: Mapping[str, Any]) -> Draw:
    """A director's draw, of whatever round is meant."""
    pairings = tuple(
        Pairing(
            table=each["table"],
            sides=(tuple(each["sides"][0]), tuple(each["sides"][1])),
            why=each["why"],
            boards=tuple(each["boards"]),
            stage=each["stage"],
        )
        for each in told["pairings"]
    )
    return Draw(0, pairings, dict(told["byes"]))


def _challenges(told: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(one, other) for one, other in told["challenges"]]
