"""The standings of a tournament, and how each place was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import request

from api import openapi
from api.blueprint import ETAG, Blueprint
from api.languages import reader
from api.permissions import EVERYBODY
from api.replicas import from_replica
from api.responses import CSV, csv_response, json_response
from api.tournaments import access as tournament_access
from replay.csv_text import write_csv
from replay.tournaments.payloads import categories, explain_rank, rank_entries, rows, unused_tie_breaks
from schemas.tournaments.answers import Explained, RoundQuery, StandingsAnswer

if TYPE_CHECKING:
    from uuid import UUID

    from flask import Response

    from domain.tournament.aggregate import Tournament

blp = Blueprint("standings", __name__, url_prefix="/api/v1/tournaments", description="Standings, with reasons")


@blp.get("/<uuid:tournament_id>/standings")
@blp.arguments(RoundQuery, location="query")
@blp.response(200, StandingsAnswer, headers=ETAG)
@blp.answers(openapi.TEXT, content_type=CSV)
@blp.reads(EVERYBODY)
@from_replica
def get_standings(query: dict[str, Any], tournament_id: UUID) -> Response:
    """Get the standings: now, after a round, or at a moment. `Accept: text/csv` returns a table.

    They always include the latest results. An entry with a result that is not confirmed is `provisional`.
    """
    visible = tournament_access.get(tournament_id, at=query.get("at"))
    language = reader()
    standings = rows(
        visible.tournament, rank_entries(visible.tournament, visible.lines(), query.get("round")), language
    )
    if request.accept_mimetypes.best_match(["application/json", CSV]) == CSV:
        answer = csv_response(csv_of(visible.tournament, standings), "standings.csv")
    else:
        answer = json_response(
            StandingsAnswer().dump(
                {
                    "tournament": tournament_id,
                    "name": visible.tournament.opened.name,
                    "round": query.get("round", len(visible.tournament.rounds)),
                    "provisional": any(row["provisional"] for row in standings),
                    "items": standings,
                    "categories": categories(visible.tournament, ((row["entry"], row["place"]) for row in standings))
                    or None,
                }
            ),
            language=language,
        )
    answer.vary.add("Accept")
    return answer


@blp.get("/<uuid:tournament_id>/standings/<string(maxlength=8):entry>")
@blp.arguments(RoundQuery, location="query")
@blp.answers(Explained)
@blp.reads(EVERYBODY)
@from_replica
def get_standing(query: dict[str, Any], tournament_id: UUID, entry: str) -> Response:
    """Explain the place of an entry step by step: its rounds, what counts, and the tie-breaks used."""
    visible = tournament_access.get(tournament_id, at=query.get("at"))
    lines, until, language = visible.lines(), query.get("round"), reader()
    steps = explain_rank(visible.tournament, lines, entry, until, language)
    standings = rows(visible.tournament, rank_entries(visible.tournament, lines, until), language)
    row = next(row for row in standings if row["entry"] == entry)
    unused = unused_tie_breaks(visible.tournament, lines, entry, until, language)
    return json_response(Explained().dump(row | {"steps": steps, "unused": unused}), language=language)


def csv_of(tournament: Tournament, standings: list[dict[str, Any]]) -> str:
    """Return the standings as CSV with a line of titles (RFC 4180)."""
    breaks = tournament.terms.tie_breaks
    columns = ("place", "entry", "name", "score", "played", "won", "drawn", "lost")
    in_categories = any(each.categories for each in tournament.entries.values())
    lines = []
    for row in standings:
        entry = tournament.entries[row["entry"]]
        values = [*(row[name] for name in columns), *(row["breaks"].get(name) for name in breaks)]
        values += [", ".join(entry.players), *("yes" if row[name] else "" for name in ("provisional", "withdrawn"))]
        lines.append([*values, *([", ".join(entry.categories)] if in_categories else [])])
    last = ["players", "provisional", "withdrawn", *(["categories"] if in_categories else [])]
    return write_csv([*columns, *breaks, *last], lines)
