"""Import the deals of files: judged on all cores, saved by this process in batches.

An import that was ended in the middle goes on where it was. The deals that it saved after its last note are judged once
more: their ids follow from the notes, so each is recorded already, and stays as it is.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, TypeAlias
from uuid import UUID

import msgspec

from api.cli.parts.checks import map_pieces
from api.cli.parts.files import Piece, Where, parse_content
from api.deals.import_batches import LINES_TOGETHER, TOGETHER, batches, has_local_times, id_of
from api.deals.import_document import ImportOptions, read_deal, with_origin
from domain.club.new_people import NewPeople
from domain.engine.facts import Act
from domain.engine.refusals import Refused
from domain.kernel.commands import Saved
from domain.kernel.errors import Declined, NotFound
from domain.kernel.repository import new_id
from domain.record.import_lines import BadLine as BadEntry
from domain.record.prepared_deal import PreparedDeal
from replay.notation import BadLine, DealDocument, write_action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.services import Services
    from domain.record.import_commands import NewImport


class ImportState(msgspec.Struct):
    """The notes of an import: what it has done so far. ``at``: when it began; ``seed``: see `ImportOptions.seed`."""

    id: UUID
    at: str
    seed: str
    done: int = 0
    """The number of deals, with those that are refused or cannot be read."""
    counts: dict[str, int] = {}
    """The number of deals by what became of them."""
    has_breach: bool = False
    """Whether a deal was refused because an act breaks a rule and is not marked."""
    newcomers: set[str] = set()
    """The names for which deals were refused: they are new to a club that has forgotten somebody."""

    @classmethod
    def begin(cls, at: str) -> ImportState:
        """Return that of a new import."""
        return cls(new_id(at), at, token_hex(16))

    def count(self, candidate: Candidate, outcome: Saved | NewPeople | str, saved: set[UUID]) -> None:
        """Count a deal. ``saved``: deals that an earlier call of this import has saved, and not counted."""
        self.done += 1
        if not isinstance(outcome, Saved):
            self._add("unreadable" if candidate.is_unreadable else "refused")
            self.has_breach = self.has_breach or candidate.has_breach
            self.newcomers.update(outcome.names if isinstance(outcome, NewPeople) else ())
            return
        is_new = not outcome.replayed or outcome.id in saved
        saved.discard(outcome.id)
        self._add("imported" if is_new else "there already")

    def _add(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    def find_saved(self, services: Services) -> set[UUID]:
        """Return the deals that are saved and not counted, since the import was ended."""
        try:
            return set(services.ledger.imports.find(self.id).deals[self.counts.get("imported", 0) :])
        except NotFound:
            return set()


def purpose_of_files(files: Sequence[str]) -> list[tuple[str, int, int]] | None:
    """Return the files with size and time of change. Returns None if one of them can be read only once."""
    paths = [Path(file) for file in files]
    if not all(path.is_file() for path in paths):
        return None
    return [(str(path.resolve()), path.stat().st_size, path.stat().st_mtime_ns) for path in paths]


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
    has_breach: bool = False
    """Whether it is refused because an act breaks a rule and is not marked."""
    added: tuple[str, ...] = ()
    """The acts that the file leaves out, as sentences."""
    document: DealDocument | None = None
    """A deal that is not judged yet, because time or author may have to come from the recorded deal."""


Outcomes: TypeAlias = Generator[tuple[Candidate, Saved | NewPeople | str], None, None]
"""Each deal with its outcome, or why it is refused."""


def import_files(
    services: Services,
    paths: Iterable[str],
    options: ImportOptions,
    batch: NewImport | None,
    *,
    new_people: bool = False,
    workers: int | None = None,
    skip: int = 0,
) -> Outcomes:
    """Import the deals of some files; yield each with its outcome, or why it is refused, once that is recorded.

    ``batch``: the import that the deals belong to; None to save nothing. ``new_people``: whether names may be new to a
    club that has forgotten somebody. ``skip``: the first deals, which an earlier call has imported.
    """
    work = partial(prepare_all, options=options)
    with closing(map_pieces(work, paths, workers=workers, skip=skip)) as candidates:
        yield from save_all(
            services, (candidate for part in candidates for candidate in part), options, batch, new_people
        )


def save_all(
    services: Services,
    candidates: Iterable[Candidate],
    options: ImportOptions,
    import_: NewImport | None,
    new_people: bool = False,
) -> Outcomes:
    """Save the candidates in batches; yield each with its outcome, or why it is refused."""
    welcome = None if new_people else (options.by,)
    ready = (_with_known_origin(services, candidate, options) for candidate in candidates)
    for batch in batches(ready, TOGETHER, _size, LINES_TOGETHER):
        deals = [candidate.prepared for candidate in batch if candidate.prepared]
        outcomes = iter(services.ledger.imports.save(deals, import_, is_rehearsal=import_ is None, welcome=welcome))
        for candidate in batch:
            outcome = next(outcomes) if candidate.prepared else candidate.reason
            yield candidate, outcome if isinstance(outcome, Saved | NewPeople) else str(outcome)


def _size(candidate: Candidate) -> int:
    return candidate.prepared.version if candidate.prepared else 0


def _with_known_origin(services: Services, candidate: Candidate, options: ImportOptions) -> Candidate:
    """Judge a deal that waits for what the book knows of its origin."""
    if (document := candidate.document) is None:
        return candidate
    return prepare_document(candidate.where, document, with_origin(services, document, options))


def prepare_all(pieces: list[Piece], options: ImportOptions) -> list[Candidate]:
    """Judge the deals of some pieces of files."""
    return [prepare_piece(piece, options) for piece in pieces]


def prepare_piece(piece: Piece, options: ImportOptions) -> Candidate:
    """Judge the deal of a piece of a file."""
    document = parse_content(piece.content)
    if isinstance(document, BadLine):
        return Candidate(piece.where, reason=document.reason, is_unreadable=True)
    if (document.id and not (document.at and document.by)) or (not options.zone and has_local_times(document)):
        return Candidate(piece.where, document=document)
    return prepare_document(piece.where, document, options)


def prepare_document(where: Where, document: DealDocument, options: ImportOptions) -> Candidate:
    """Judge a document. A deal without an id gets a new one."""
    try:
        seed = f"{options.seed} {where}".encode() if options.seed else b""
        deal = read_deal(document, id_of(document, options.at, seed), options)
    except BadEntry as error:
        return Candidate(where, reason=_reason(document, error), has_breach=error.code == "import-breach")
    except (Declined, Refused) as error:
        return Candidate(where, reason=str(error))
    added = tuple(write_action(item.fact) for item in deal.added if isinstance(item.fact, Act))
    return Candidate(where, deal.prepared, has_new_id=not document.id, unmarked=deal.unmarked, added=added)


def _reason(document: DealDocument, bad: BadEntry) -> str:
    """Return the message with the place as `nought check` names it: the line of a hand file, else the item."""
    if not bad.line:
        return str(bad)
    line = document.items[bad.line - 1].line
    return f"{f'line {line}' if line else f'item {bad.line}'}: {bad.message}"
