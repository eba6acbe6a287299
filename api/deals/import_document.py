"""Read a document as a deal to be imported: acts against the rules must be marked, and acts may be left out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from api.club_zones import zone_of
from api.deals.import_batches import has_local_times, import_command
from domain.kernel.ids import as_id
from domain.record.import_lines import BadLine, UnmarkedBreach
from domain.record.prepared_deal import PreparedDeal, prepare
from replay.notation.consequences import add_unrecorded

if TYPE_CHECKING:
    from uuid import UUID

    from api.services import Services
    from replay.notation.document import DealDocument, Item


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """The options of an import. ``by`` and ``at``: the author and the time of a deal that has none."""

    by: str
    at: str
    latest: str
    """The latest time that a deal may have."""
    complete: bool = True
    """Whether acts that the rules compel may be missing (`domain.record.imported_deal.ImportedDeal`)."""
    zone: str = ""
    """The time zone of times without an offset, by its IANA name."""
    as_recorded: bool = False
    """Whether an act may break a rule though the document does not mark it."""
    seed: str = ""
    """From which the ids of deals without one follow, with their places in the files; empty if they are random."""


@dataclass(frozen=True, slots=True)
class ReadDeal:
    """A judged deal, ready to be saved."""

    prepared: PreparedDeal
    unmarked: int
    """The number of acts that break a rule, though the document does not mark them."""
    added: tuple[Item, ...]
    """The acts that nobody recorded."""


def with_origin(services: Services, document: DealDocument, options: ImportOptions) -> ImportOptions:
    """Return the options with what the book knows of the origin of a document.

    This is the time and the author of a recorded deal, so that importing it again changes nothing, and the time zone of
    its club.
    """
    identity = as_id(document.id)
    if identity and (recorded := services.ledger.repository.first_event(identity)):
        options = replace(options, by=recorded.by, at=recorded.at)
    if not options.zone and has_local_times(document):
        options = replace(options, zone=zone_of(services.catalogue, document.opened.club))
    return options


def read_deal(document: DealDocument, identity: UUID, options: ImportOptions) -> ReadDeal:
    """Judge a document; add acts that nobody recorded if it needs them. Raises `BadLine` with the line's number."""
    try:
        return _judge(document, identity, options, strict=True)
    except UnmarkedBreach:
        whole = add_unrecorded(document)
    try:
        return _judge(whole, identity, options, strict=not options.as_recorded)
    except BadLine as error:
        written = {id(item) for item in document.items}
        before = whole.items[: error.line]
        # A dealing that got its cards is another item than the one that was written.
        raise error.renumbered(sum(id(item) in written or not item.is_added for item in before)) from None


def _judge(document: DealDocument, identity: UUID, options: ImportOptions, *, strict: bool) -> ReadDeal:
    command = import_command(document, identity, options.by, options.at, complete=options.complete, zone=options.zone)
    prepared = prepare(replace(command, strict=strict), options.latest)
    unmarked = prepared.breaches - sum(bool(item.broke) for item in document.items)
    return ReadDeal(prepared, max(0, unmarked), tuple(item for item in document.items if item.is_added))
