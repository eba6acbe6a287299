"""Export and import whole deals."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import Response, request

from api import openapi
from api.blueprint import Blueprint
from api.deals import access as deal_access
from api.deals.archive_import import import_lines
from api.deals.as_csv import csv_of
from api.deals.lists import DealQuery, find_deals, row_of
from api.front.kinds import heavy, takes
from api.permissions import EVERYBODY, OFFICE, allow
from api.problems import NO_TYPE, Problem
from api.replicas import from_replica
from api.responses import CSV, bytes_response, csv_response, etag_of
from domain.engine.hiding import ARBITER
from domain.engine.words.values import sentence
from domain.kernel.errors import NotFound
from replay.notation.archive import write_archived
from replay.notation.document import document_of
from replay.notation.hand_file import write_hand
from schemas.answers import ImportAnswer
from schemas.commands import ImportQuery

if TYPE_CHECKING:
    from uuid import UUID

    from store.tables.catalogue import Page

NDJSON = "application/x-ndjson"
TOML = "application/toml"
LARGEST = 8 * 1024 * 1024
"""Bytes of an archive; any other body is far smaller."""

blp = Blueprint("archives", __name__, url_prefix="/api/v1", description="Export and import of whole deals")


@blp.get("/deals.csv")
@blp.arguments(DealQuery, location="query")
@blp.answers(openapi.TEXT, content_type=CSV)
@blp.reads(EVERYBODY)
@from_replica
def list_deals_as_csv(query: dict[str, Any]) -> Response:
    """List deals as a table, newest first: the same query as the list. The header `Link` has the next part."""
    page = find_deals(query)
    return _with_next(csv_response(csv_of(map(row_of, page.rows)), "deals.csv"), page)


@blp.get("/archive")
@blp.arguments(DealQuery, location="query")
@blp.answers("ArchivedDeal", content_type=NDJSON, description="Lines of the archive")
@blp.reads(EVERYBODY)
@heavy
@from_replica
def export_deals(query: dict[str, Any]) -> Response:
    """Export the deals of a query as an archive, newest first; deals that the caller may not see whole are left out.

    The header `Link` has the next part.
    """
    page = find_deals(query)
    body = b"".join(line for row in page.rows if (line := _line(row.id)))
    answer = bytes_response(body, etag_of(body), NDJSON)
    answer.headers["Content-Disposition"] = 'attachment; filename="deals.nought.jsonl"'
    return _with_next(answer, page)


def _line(deal_id: UUID) -> bytes:
    """Return a deal as a line of the archive; empty if the caller may not see all of it."""
    try:
        visible = deal_access.get(deal_id, ARBITER)
    except (Problem, NotFound):
        return b""
    return write_archived(document_of(visible.events, str(deal_id))) + b"\n"


def _with_next(answer: Response, page: Page) -> Response:
    """Return an answer with the address of the next part in its header ``Link``."""
    if page.next:
        query = urlencode({**request.args, "cursor": page.next})
        answer.headers["Link"] = f'<{request.path}?{query}>; rel="next"'
    return answer


@blp.get("/deals/<uuid:deal_id>/archive")
@blp.answers("ArchivedDeal", content_type=NDJSON, description="One line of the archive")
@blp.reads(EVERYBODY)
@from_replica
def export_deal(deal_id: UUID) -> Response:
    """Export a deal as one line of an archive. Only officials may export it before the deal is over."""
    visible = deal_access.get(deal_id, ARBITER)
    body = write_archived(document_of(visible.events, str(deal_id))) + b"\n"
    return bytes_response(body, etag_of(body), NDJSON)


@blp.get("/deals/<uuid:deal_id>/hand-file")
@blp.answers(openapi.HAND_FILE, content_type=TOML)
@blp.reads(EVERYBODY)
@from_replica
def export_hand(deal_id: UUID) -> Response:
    """Export a deal as a hand file, for people to read and edit; before the deal is over, only officials may."""
    visible = deal_access.get(deal_id, ARBITER)
    body = write_hand(document_of(visible.events, str(deal_id))).encode()
    return bytes_response(body, etag_of(body), f"{TOML}; charset=utf-8")


@blp.post("/archive")
@allow(OFFICE)
@blp.document(
    requestBody={
        "required": True,
        "content": {NDJSON: {"schema": {"type": "string", "description": "lines of the archive"}}},
    }
)
@blp.arguments(ImportQuery, location="query")
@blp.response(200, ImportAnswer)
@blp.problems(403, 413, 415, 422)
@takes(LARGEST)
@heavy
def import_deals(query: dict[str, Any]) -> dict[str, Any]:
    """Import deals. A deal that is recorded already is skipped; a bad line does not stop the others.

    An act against the rules that is not marked with `!` makes its line a bad one, unless `as_recorded` is set. A
    director imports deals of its own club.
    """
    request.max_content_length = LARGEST
    if request.mimetype not in (NDJSON, "application/jsonl", "application/json"):
        media = request.mimetype or NO_TYPE
        raise Problem("media-type", sentence("The body is {media}; send {expected}.", media=media, expected=NDJSON))
    return import_lines(io.BytesIO(request.get_data()), **query)
