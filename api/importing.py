"""An archive's lines into the ledger: some at a time, each told what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO, Any, Final
from uuid import UUID

from api.callers import Place, caller
from api.named import check_named
from api.problems import Problem
from api.recording import latest, now
from api.services import services
from domain.engine.facts import Act
from domain.engine.refusals import Refused
from domain.ledger.commands import Entered, ImportedDeal, Saved
from domain.ledger.errors import Declined
from replay.notation.actions import write_action
from replay.notation.archive import read_archived
from replay.notation.archive_stream import BadLine, numbered_lines
from replay.notation.document import DealDocument
from replay.notation.errors import NotationError

MOST_DEALS: Final = 2000
TOGETHER: Final = 50
"""Deals saved in one transaction, unless they have more than `LINES_TOGETHER` lines."""
LINES_TOGETHER: Final = 10_000
GZIP: Final = b"\x1f\x8b"

Row = dict[str, Any]


def import_lines(stream: IO[bytes], *, complete: bool = False) -> dict[str, Any]:
    """Take in every line of an archive that can be taken in."""
    if stream.read(2) == GZIP:
        raise Problem("media-type", "Send the archive as plain text, not compressed.")
    stream.seek(0)
    rows: list[Row] = []
    waiting: list[tuple[int, ImportedDeal]] = []
    for number, line in numbered_lines(stream):  # type: ignore[arg-type]
        if len(rows) + len(waiting) == MOST_DEALS:
            raise Problem("too-many", f"An archive of more than {MOST_DEALS} deals is sent in parts.", index=number)
        try:
            waiting.append((number, _deal(line, complete)))
        except (NotationError, Declined, ValueError) as error:
            rows.append(_refused(number, None, error))
        if len(waiting) == TOGETHER or sum(len(deal.lines) for _, deal in waiting) > LINES_TOGETHER:
            rows += _save(waiting)
            waiting = []
    rows += _save(waiting)
    rows.sort(key=lambda row: row["line"])
    counts = {outcome: sum(row["outcome"] == outcome for row in rows) for outcome in ("saved", "known", "refused")}
    return {**counts, "lines": rows}


def _deal(line: bytes | BadLine, complete: bool) -> ImportedDeal:
    if isinstance(line, BadLine):
        raise NotationError(line.reason)
    document = read_archived(line)
    if not caller().covers(Place(document.opened.club)):
        raise Declined("not-allowed", "this deal is not of the club of this token")
    _check_named(document)
    for item in document.items:
        if isinstance(item.fact, Act):
            write_action(item.fact)
    return _imported(document, complete)


def _check_named(document: DealDocument) -> None:
    """Decline a deal that names another club's player, table or match."""
    opened = document.opened
    try:
        check_named([opened.table, opened.match, *opened.players.values()])
    except Problem:
        raise Declined("not-allowed", "this deal names a player, a table or a match of another club") from None


def _imported(document: DealDocument, complete: bool) -> ImportedDeal:
    try:
        identity = UUID(document.id)
    except ValueError:
        raise Declined("import-id", f"a deal needs an id that is a UUID, not {document.id[:100]!r}") from None
    known = services().ledger.repository.first_event(identity)
    opened_at = _time(document.at) or (known.at if known else now())
    by = document.by or (known.by if known else caller().subject)
    lines = [Entered(item.fact, _time(item.at) or opened_at, item.by or by) for item in document.items]
    return ImportedDeal(identity, document.opened, opened_at, by, tuple(lines), complete)


def _time(told: str) -> str:
    """A date alone is its first moment."""
    return f"{told}T00:00:00.000Z" if len(told) == len("2026-02-14") else told


def _save(waiting: Sequence[tuple[int, ImportedDeal]]) -> list[Row]:
    if not waiting:
        return []
    outcomes = services().ledger.imports.import_deals([deal for _, deal in waiting], latest())
    return [_row(number, deal, outcome) for (number, deal), outcome in zip(waiting, outcomes, strict=True)]


def _row(number: int, deal: ImportedDeal, outcome: Saved | Declined | Refused) -> Row:
    if isinstance(outcome, Saved):
        said = "known" if outcome.replayed else "saved"
        return {"line": number, "id": deal.id, "version": outcome.version, "outcome": said}
    return _refused(number, deal.id, outcome)


def _refused(number: int, identity: UUID | None, error: Exception) -> Row:
    code = error.code if isinstance(error, Declined) else "notation"
    if isinstance(error, Refused):
        code = error.refusal.code
    return {"line": number, "id": identity, "outcome": "refused", "code": code, "detail": str(error)[:1000]}
