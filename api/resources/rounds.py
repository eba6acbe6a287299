"""Draw, get and close the rounds of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api import commands
from api.blueprint import Blueprint
from api.changes import Command, changes
from api.front.kinds import heavy
from api.languages import reader
from api.permissions import EVERYBODY, OFFICE, allow
from api.replicas import from_replica
from api.resources.tournaments import run
from api.responses import json_response
from api.services import ledger
from api.tournaments import access as tournament_access
from domain.tournament.state import Assumption, Draw, Pairing
from replay.tournaments.payloads import round_, without_result
from replay.words.draws import translate_reason
from replay.words.values import translate
from schemas.answers import SavedAnswer
from schemas.commands import Stamped
from schemas.tournaments.answers import AsItStood, RoundAnswer, RoundChecked
from schemas.tournaments.commands import Because, CheckRound, DrawRound, RedrawRound

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from flask import Response

    from domain.kernel.commands import Saved, SentTo
    from domain.ledger import Ledger

blp = Blueprint("rounds", __name__, url_prefix="/api/v1/tournaments", description="The rounds of a tournament")
change = changes(blp, "tournament_id", OFFICE, run)


@blp.post("/<uuid:tournament_id>/rounds")
@blp.arguments(DrawRound)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
@heavy
def draw_round(params: dict[str, Any], tournament_id: UUID) -> commands.Answer:
    """Draw the next round: by the format, each pairing with its reason, or `by_hand`.

    If nothing else decides, random lots do. Faults of a draw by hand, such as a rematch, are recorded with it. A Swiss
    can be drawn while tables still play: `assumed` and `assume_rest` say which results the draw assumes.
    """

    def command(sent: SentTo) -> Saved:
        return ledger().rounds.draw_round(
            tournament_id,
            params.get("round"),
            entropy=tournament_access.entropy(),
            by_hand=_draw_by_hand(params),
            challenges=_challenges(params),
            assumed=_assumed(params),
            assume_rest=params["assume_rest"],
            **sent,
        )

    saved = commands.run(params, command)
    return commands.answer(saved, f"/api/v1/tournaments/{tournament_id}")


@blp.post("/<uuid:tournament_id>/rounds/check")
@allow(OFFICE, within="tournament_id")
@blp.arguments(CheckRound)
@blp.response(200, RoundChecked)
@blp.problems(403, 404, 413, 415, 422)
@heavy
def check_round(params: dict[str, Any], tournament_id: UUID) -> Response:
    """Check a draw by hand of the next round, or a redraw of the last one: its faults, and whether it is declined.

    Nothing is recorded.
    """
    own = _draw(params["by_hand"])
    declined, broke = ledger().rounds.check_round(tournament_id, params["round"], own)
    language = reader()
    sentences = [translate_reason(language, breach) for breach in broke]
    payload = {"declined": translate(language, declined) if declined else None, "broke": sentences}
    return json_response(RoundChecked().dump(payload), language=language)


@blp.get("/<uuid:tournament_id>/rounds/<int:number>")
@blp.arguments(AsItStood, location="query")
@blp.answers(RoundAnswer)
@blp.reads(EVERYBODY)
@from_replica
def get_round(query: dict[str, Any], tournament_id: UUID, number: int) -> Response:
    """Get a round: the pairings and their reasons, the byes, and the result of each table, now or at a moment."""
    visible = tournament_access.get(tournament_id, at=query.get("at"))
    lines, progress = visible.lines(number), visible.progress(number)
    waiting = visible.encounters(without_result(visible.tournament, [number], [*lines, *progress]))
    language = reader()
    payload = round_(visible.tournament, number, lines, waiting, progress, language)
    payload["changed"] = visible.draw_changes(number, language)
    payload["assumed"] = visible.assumed_results(number, language)
    return json_response(RoundAnswer().dump(payload), language=language)


@blp.post("/<uuid:tournament_id>/rounds/<int:number>/redraw")
@blp.arguments(RedrawRound)
@blp.response(200, SavedAnswer)
@blp.commands(OFFICE, within="tournament_id")
@heavy
def redraw_round(params: dict[str, Any], tournament_id: UUID, number: int) -> commands.Answer:
    """Redraw the last round, before anything is recorded at its tables. The first draw stays in the log."""
    return run(
        tournament_id,
        params,
        lambda sent: ledger().rounds.redraw_round(
            tournament_id,
            number,
            params["why"],
            entropy=tournament_access.entropy() if params["lots"] else None,
            by_hand=_draw_by_hand(params),
            challenges=_challenges(params),
            assumed=_assumed(params),
            assume_rest=params["assume_rest"],
            **sent,
        ),
    )


@change("/rounds/<int:number>/withdrawal", Because)
def withdraw_draw(to: Ledger) -> Command:
    """Withdraw the draw of the last round, before anything is recorded at its tables. It can be drawn again."""
    return to.rounds.withdraw_draw


@change("/rounds/<int:number>/close", Stamped)
def close_round(to: Ledger) -> Command:
    """Close a round: its results stand, confirmed or not. Every table must have a result."""
    return to.rounds.close_round


@change("/rounds/<int:number>/reopen", Because)
def reopen_round(to: Ledger) -> Command:
    """Reopen a closed round, so that results can be entered again."""
    return to.rounds.reopen_round


def _draw_by_hand(params: Mapping[str, Any]) -> Draw | None:
    """Return the draw by hand of a request body; None if it has none."""
    return _draw(params["by_hand"]) if "by_hand" in params else None


def _draw(params: Mapping[str, Any]) -> Draw:
    """Return the draw of a request body; its round is 0 until the command sets it."""
    pairings = tuple(
        Pairing(
            table=pairing["table"],
            sides=(tuple(pairing["sides"][0]), tuple(pairing["sides"][1])),
            why=pairing["why"],
            boards=tuple(pairing["boards"]),
            stage=pairing["stage"],
        )
        for pairing in params["pairings"]
    )
    return Draw(0, pairings, dict(params["byes"]))


def _challenges(params: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(one, other) for one, other in params["challenges"]]


def _assumed(params: Mapping[str, Any]) -> list[Assumption]:
    """Return the assumed results of a request body."""
    return [Assumption(each["round"], each["table"], (each["won"][0], each["won"][1])) for each in params["assumed"]]
