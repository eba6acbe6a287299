"""The standings of a tournament, each place with its reason, and its final result."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final

from flask import request

from api import openapi, tournament_access
from api.blueprint import ETAG, Blueprint
from api.languages import reader
from api.permissions import EVERYBODY
from api.serving import as_seen, bytes_as_seen, tag_of
from replay.tournament_payloads import explained, ranked, rows
from schemas.tournament_answers import Explained, RoundQuery, StandingsAnswer

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.tournament.aggregate import Tournament

CSV: Final = "text/csv"

blp = Blueprint("standings", __name__, url_prefix="/api/v1/tournaments", description="Who is ahead, and why")


@blp.get("/<uuid:tournament_id>/standings")
@blp.arguments(RoundQuery, location="query")
@blp.response(200, StandingsAnswer, headers=ETAG)
@blp.response(200, openapi.TEXT, content_type=CSV, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_standings(asked: dict[str, Any], tournament_id: UUID) -> Response:
    """The standings as they are, after a round, or as they stood at a moment. With `Accept: text/csv` as a table.

    They are never behind the results; who rests on a result that is not confirmed yet is `provisional`.
    """
    seen = tournament_access.seen(tournament_id, at=asked.get("at"))
    language = reader()
    found = rows(seen.tournament, ranked(seen.tournament, seen.lines(), asked.get("round")), language)
    if request.accept_mimetypes.best_match(["application/json", CSV]) == CSV:
        body = csv_of(seen.tournament, found).encode()
        answer = bytes_as_seen(body, tag_of(body), f"{CSV}; charset=utf-8")
    else:
        answer = as_seen(
            StandingsAnswer().dump(
                {
                    "tournament": tournament_id,
                    "name": seen.tournament.opened.name,
                    "round": asked.get("round", len(seen.tournament.rounds)),
                    "provisional": any(row["provisional"] for row in found),
                    "items": found,
                }
            ),
            language=language,
        )
    answer.vary.add("Accept")
    return answer


@blp.get("/<uuid:tournament_id>/standings/<string(maxlength=8):entry>")
@blp.arguments(RoundQuery, location="query")
@blp.response(200, Explained, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def get_standing(asked: dict[str, Any], tournament_id: UUID, entry: str) -> Response:
    """How an entry came to its place, step by step: its rounds, what counts, and every tie-break that was asked."""
    seen = tournament_access.seen(tournament_id, at=asked.get("at"))
    lines, until, language = seen.lines(), asked.get("round"), reader()
    steps = explained(seen.tournament, lines, entry, until, language)
    found = rows(seen.tournament, ranked(seen.tournament, lines, until), language)
    row = next(row for row in found if row["entry"] == entry)
    return as_seen(Explained().dump(row | {"steps": steps}), language=language)


def csv_of(tournament: Tournament, found: list[dict[str, Any]]) -> str:
    """The standings as a table with a line of titles, for a spreadsheet (RFC 4180)."""
    text = io.StringIO()
    breaks = tournament.terms.tie_breaks
    told = ("place", "entry", "name", "score", "played", "won", "drawn", "lost")
    table = csv.writer(text)
    table.writerow([*told, *breaks, "players", "provisional"])
    for row in found:
        players = ", ".join(tournament.entries[row["entry"]].players)
        values = [*(row[name] for name in told), *(row["breaks"].get(name) for name in breaks)]
        table.writerow(map(_safe, [*values, players, "yes" if row["provisional"] else ""]))
    return text.getvalue()


def _safe(value: Any) -> Any:
    """No cell that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value
