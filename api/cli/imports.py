"""Import the deals of files: judged on all cores, saved by this process in batches."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from api.cli.checks import map_pieces
from api.cli.files import Piece, Where, parse_content
from api.clock import latest_time
from api.imports import LINES_TOGETHER, TOGETHER, batches, id_of, import_command
from domain.engine.refusals import Refused
from domain.ledger.commands import Saved
from domain.ledger.errors import Declined
from domain.ledger.ids import as_id
from domain.record.import_lines import BadLine as BadEntry
from domain.record.prepared_deal import PreparedDeal, prepare
from replay.notation import BadLine, DealDocument

if TYPE_CHECKING:
    from api.services import Services


@dataclass(frozen=True, slots=True)
class Candidate:
    """A deal of a file: judged and ready to be saved, or why it is refused."""

    where: Where
    prepared: PreparedDeal | None = None
    reason: str = ""
    is_unreadable: bool = False
    """Whether the file, or its line, holds no deal."""
    has_new_id: bool = False
    """Whether the file gives the deal no id."""
    unmarked: int = 0
    """The number of acts that break a rule, though the file does not mark them."""
    document: DealDocument | None = None
    """A deal that is not judged yet, because time or author may have to come from the recorded deal."""


Outcomes: TypeAlias = Generator[tuple[Candidate, Saved | str], None, None]
"""Each deal with its outcome, or why it is refused."""


def import_files(services: Services, paths: Iterable[str], by: str, at: str) -> Outcomes:
    """Import the deals of some files; yield each with its outcome, or why it is refused, once that is recorded.

    ``by`` and ``at``: who and when if a file does not say.
    """
    work = partial(prepare_all, by=by, at=at)
    with closing(map_pieces(work, paths)) as candidates:
        yield from save_all(services, (candidate for batch in candidates for candidate in batch), by, at)


def save_all(services: Services, candidates: Iterable[Candidate], by: str, at: str) -> Outcomes:
    """Save the candidates in batches; yield each with its outcome, or why it is refused."""
    ready = (_with_recorded_origin(services, candidate, by, at) for candidate in candidates)
    for batch in batches(ready, TOGETHER, _size, LINES_TOGETHER):
        outcomes = iter(services.ledger.imports.save([candidate.prepared for candidate in batch if candidate.prepared]))
        for candidate in batch:
            outcome = next(outcomes) if candidate.prepared else candidate.reason
            yield candidate, outcome if isinstance(outcome, Saved) else str(outcome)


def _size(candidate: Candidate) -> int:
    return candidate.prepared.version if candidate.prepared else 0


def _with_recorded_origin(services: Services, candidate: Candidate, by: str, at: str) -> Candidate:
    """Judge a deal that waits for the recorded time and author, so that importing a file twice changes nothing."""
    if (document := candidate.document) is None:
        return candidate
    identity = as_id(document.id)
    if identity and (recorded := services.ledger.repository.first_event(identity)):
        by, at = recorded.by, recorded.at
    return prepare_document(candidate.where, document, by, at)


def prepare_all(pieces: list[Piece], by: str, at: str) -> list[Candidate]:
    """Judge the deals of some pieces of files."""
    return [prepare_piece(piece, by, at) for piece in pieces]


def prepare_piece(piece: Piece, by: str, at: str) -> Candidate:
    """Judge the deal of a piece of a file."""
    document = parse_content(piece.content)
    if isinstance(document, BadLine):
        return Candidate(piece.where, reason=document.reason, is_unreadable=True)
    if document.id and not (document.at and document.by):
        return Candidate(piece.where, document=document)
    return prepare_document(piece.where, document, by, at)


def prepare_document(where: Where, document: DealDocument, by: str, at: str) -> Candidate:
    """Judge a document. A deal without an id gets a new one."""
    try:
        identity = id_of(document, at)
        command = import_command(document, identity, by, at, complete=True)
        prepared = prepare(command, latest_time())
        unmarked = prepared.breaches - sum(bool(item.broke) for item in document.items)
        return Candidate(where, prepared, has_new_id=not document.id, unmarked=max(0, unmarked))
    except BadEntry as error:
        return Candidate(where, reason=_reason(document, error))
    except (Declined, Refused) as error:
        return Candidate(where, reason=str(error))


def _reason(document: DealDocument, bad: BadEntry) -> str:
    """Return the message with the place as `nought check` names it: the line of a hand file, else the item."""
    if not bad.line:
        return str(bad)
    line = document.items[bad.line - 1].line
    return f"{f'line {line}' if line else f'item {bad.line}'}: {bad.reason}"
