"""Import the archive of a request, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import IO, Any, Final
from uuid import UUID

from api.callers import Place, caller
from api.clock import latest_time, now
from api.club_zones import zone_of
from api.deals.import_batches import LINES_TOGETHER, TOGETHER, batches, has_local_times
from api.deals.import_document import ImportOptions, ReadDeal, read_deal
from api.languages import reader
from api.permissions import own_club
from api.problems import Problem
from api.requests.body_ids import check_ids
from api.services import ledger, services
from domain.club.new_people import NewPeople
from domain.engine.facts import Act
from domain.engine.refusals import Refused
from domain.engine.words.values import sentence
from domain.engine.words.worded import value_of
from domain.kernel.commands import Saved
from domain.kernel.errors import Declined
from domain.kernel.repository import new_id
from domain.record.import_commands import NewImport
from replay.notation.actions import write_action
from replay.notation.archive import read_archived
from replay.notation.archive_stream import BadLine, numbered_lines
from replay.notation.document import DealDocument
from replay.notation.errors import NotationError
from replay.words.values import translate

MOST_DEALS: Final = 2000
MOST_LINES: Final = 20_000
"""The most lines of an archive, empty ones included: to skip millions takes seconds."""
GZIP: Final = b"\x1f\x8b"

Row = dict[str, Any]


def import_lines(
    stream: IO[bytes],
    *,
    complete: bool = False,
    as_recorded: bool = False,
    new_people: bool = False,
    dry_run: bool = False,
) -> dict[str, Any]:
    """Import the deals of an archive; return the outcome of each line as JSON values.

    ``complete`` and ``as_recorded``: as in `ImportOptions`. ``new_people``: names may be new to a club that has
    forgotten somebody. ``dry_run``: nothing is saved. Raises `Problem` for a compressed archive, and for one with more
    than `MOST_DEALS` deals.
    """
    if stream.read(2) == GZIP:
        raise Problem("media-type", sentence("Send the archive as plain text, not compressed."))
    stream.seek(0)
    if sum(part.count(b"\n") for part in iter(lambda: stream.read(1 << 20), b"")) > MOST_LINES:
        raise Problem("too-many", sentence("An archive of more than {most} lines is sent in parts.", most=MOST_LINES))
    stream.seek(0)
    rows: list[Row] = []
    options = ImportOptions(caller().subject, now(), latest_time(), complete=complete, as_recorded=as_recorded)
    club = own_club()
    batch = NewImport(new_id(options.at), options.by, options.at, club=str(club) if club else None)

    def deals() -> Iterator[tuple[int, ReadDeal]]:
        for count, (number, line) in enumerate(numbered_lines(stream)):  # type: ignore[arg-type]
            if count == MOST_DEALS:
                parts = sentence("An archive of more than {most} deals is sent in parts.", most=MOST_DEALS)
                raise Problem("too-many", parts, index=number)
            try:
                yield number, _deal(line, options)
            except (NotationError, Declined, ValueError) as error:
                rows.append(_refused_row(number, None, error))

    welcome = None if new_people else (options.by,)
    newcomers: set[str] = set()
    for part in batches(deals(), TOGETHER, lambda item: item[1].prepared.version, LINES_TOGETHER):
        prepared = [deal.prepared for _, deal in part]
        outcomes = ledger().imports.save(prepared, batch, is_rehearsal=dry_run, welcome=welcome)
        newcomers.update(name for each in outcomes if isinstance(each, NewPeople) for name in each.names)
        rows += [_row(number, deal, outcome) for (number, deal), outcome in zip(part, outcomes, strict=True)]
    rows.sort(key=lambda row: row["line"])
    counts = {outcome: sum(row["outcome"] == outcome for row in rows) for outcome in ("saved", "known", "refused")}
    answer = {**counts, "new_people": sorted(newcomers), "lines": rows}
    if counts["saved"] and not dry_run:
        answer["import_id"] = batch.id
    return answer


def _deal(line: bytes | BadLine, options: ImportOptions) -> ReadDeal:
    """Return the judged deal of a line. Raises `NotationError`, `Declined` or `ValueError`."""
    if isinstance(line, BadLine):
        raise NotationError(line.reason)
    document = read_archived(line)
    if not caller().covers(Place(document.opened.club)):
        raise Declined("not-allowed", "this deal is not of the club for which you are signed in")
    _check_ids(document)
    for item in document.items:
        if isinstance(item.fact, Act):
            write_action(item.fact)
    try:
        identity = UUID(document.id)
    except ValueError:
        raise Declined("import-id", "a deal needs an id that is a UUID, not {id}", id=repr(document.id[:100])) from None
    recorded = None if document.at and document.by else ledger().repository.first_event(identity)
    if recorded:
        options = replace(options, by=recorded.by, at=recorded.at)
    if has_local_times(document):
        options = replace(options, zone=zone_of(services().catalogue, document.opened.club))
    return read_deal(document, identity, options)


def _check_ids(document: DealDocument) -> None:
    """Decline a deal that names another club's player, table or match."""
    opened = document.opened
    try:
        check_ids([opened.table, opened.match, *opened.players.values()])
    except Problem:
        raise Declined("not-allowed", "this deal names a player, a table or a match of another club") from None


def _row(number: int, deal: ReadDeal, outcome: Saved | Declined | Refused) -> Row:
    if not isinstance(outcome, Saved):
        return _refused_row(number, deal.prepared.id, outcome)
    word = "known" if outcome.replayed else "saved"
    row = {"line": number, "id": deal.prepared.id, "version": outcome.version, "outcome": word}
    if deal.added:
        row["added"] = [write_action(item.fact) for item in deal.added if isinstance(item.fact, Act)]
    if deal.unmarked:
        row["unmarked"] = deal.unmarked
    return row


def _refused_row(number: int, identity: UUID | None, error: Exception) -> Row:
    code = error.code if isinstance(error, Declined) else "notation"
    if isinstance(error, Refused):
        code = error.refusal.code
    detail = translate(reader(), value_of(error))[:1000]
    return {"line": number, "id": identity, "outcome": "refused", "code": code, "detail": detail}
