"""Notes on deals: what teachers and officials say about an act, beside the record.

A note may name any card. So it is shown to whoever may see all hands, and to nobody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response

from api import looking, recording
from api.blueprint import ETAG, Blueprint
from api.broadcast import delay
from api.permissions import EVERYBODY, OFFICIALS
from api.services import services
from api.serving import as_seen
from domain.engine.hiding import ARBITER
from domain.record.notebook import notebook_id
from schemas.answers import NoteList, SavedAnswer
from schemas.commands import ReplayQuery, WriteNote

if TYPE_CHECKING:
    from uuid import UUID

    from domain.record.notebook import Note
    from domain.record.record import Record

blp = Blueprint("notes", __name__, url_prefix="/api/v1/deals", description="Notes on acts, beside the record")


@blp.get("/<uuid:deal_id>/notes")
@blp.arguments(ReplayQuery, location="query")
@blp.response(200, NoteList, headers=ETAG)
@blp.not_modified()
@blp.reads(EVERYBODY)
def list_notes(asked: dict[str, Any], deal_id: UUID) -> Response:
    """The notes on a deal, for whoever may see all its hands; with `until`, those on acts up to that one."""
    look = looking.look(deal_id, ARBITER)
    here, seconds = services(), delay(look.place)
    by_now = here.recorder.version_ago(notebook_id(deal_id), seconds) if seconds else None
    rows = [_row(note, look.record) for note in here.ledger.notes.get(deal_id, by_now).notes.values()]
    if "until" in asked:
        rows = [row for row in rows if "ply" in row and row["ply"] <= asked["until"]]
    return as_seen({"items": rows})


@blp.post("/<uuid:deal_id>/notes")
@blp.arguments(WriteNote)
@blp.response(201, SavedAnswer)
@blp.commands(OFFICIALS, within="deal_id", match=False)
def write_note(told: dict[str, Any], deal_id: UUID) -> recording.Answer:
    """Write a note. The deal and its version stay as they are."""
    saved = services().ledger.notes.write(deal_id, told["ply"], told["text"], **recording.sent(told))
    return recording.saved(saved, f"/api/v1/deals/{deal_id}/notes")


@blp.delete("/<uuid:deal_id>/notes/<int:number>")
@blp.response(204)
@blp.commands(OFFICIALS, within="deal_id", match=False)
def retract_note(deal_id: UUID, number: int) -> Response:
    """Take a note back. Nobody is shown it any more."""
    services().ledger.notes.retract(deal_id, number, **recording.sent({}))
    return Response(status=204)


def _row(note: Note, record: Record) -> dict[str, Any]:
    row: dict[str, Any] = {"number": note.number, "text": note.text, "by": note.by, "at": note.at}
    plies = {entry.stamp.version: ply for ply, entry in enumerate(record.entries)} | {0: -1}
    if note.entry in plies:
        row["ply"] = plies[note.entry]
    return row
