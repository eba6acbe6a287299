"""Imports of documents: the import command of a document, and batches that are saved together."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Final, TypeVar
from uuid import UUID

from domain.kernel.errors import Declined
from domain.kernel.ids import check_new_id
from domain.kernel.moments import EARLIEST, as_moment, at_venue, is_local, moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from domain.record.imported_deal import ImportedDeal
    from replay.notation.document import DealDocument

T = TypeVar("T")

RANDOM_BITS: Final = 0xFFF << 64 | (1 << 62) - 1
"""The bits of an id of version 7 that are neither its time nor its version (RFC 9562, 5.7)."""
TOGETHER: Final = 50
"""The most deals in one transaction."""
LINES_TOGETHER: Final = 10_000
"""Lines of deals after which a transaction is saved."""


def import_command(
    document: DealDocument, identity: UUID, by: str, at: str, *, complete: bool, zone: str = ""
) -> ImportedDeal:
    """Return the import command for a document. ``by`` and ``at``: the author and the time if it has none.

    ``zone``: the time zone of times without an offset. Without it such times are refused when the deal is judged.
    The ledger is imported here, because commands that only judge files do not need it.
    """
    from domain.record.imported_deal import Entered, ImportedDeal

    def local(time: str) -> str:
        return at_venue(time, zone) if zone else time

    at, by = local(document.at) or at, document.by or by
    lines = tuple(Entered(item.fact, local(item.at) or at, item.by or by, item.broke) for item in document.items)
    return ImportedDeal(identity, document.opened, at, by, lines, complete)


def id_of(document: DealDocument, at: str, seed: bytes = b"") -> UUID:
    """Return the id of a document, or a new one if it has none: a random one, or that of a seed.

    Raises `Declined` for an id that is no UUID.
    """
    from domain.kernel.repository import new_id

    if not document.id:
        local = is_local(document.at)  # its time zone is not known yet, and does not matter here
        begun = moment(as_moment(at_venue(document.at, "UTC") if local else document.at)) if document.at else at
        return with_seed(new_id(begun), seed) if seed else new_id(begun)
    try:
        return UUID(document.id)
    except ValueError:
        raise Declined("import-id", "a deal needs an id that is a UUID, not {id}", id=repr(document.id[:60])) from None


def with_seed(identity: UUID, seed: bytes) -> UUID:
    """Return an id of version 7 whose random bits follow from a seed."""
    drawn = int.from_bytes(sha256(seed).digest()[:16], "big")
    return UUID(int=identity.int & ~RANDOM_BITS | drawn & RANDOM_BITS)


def head_fault(document: DealDocument, latest: str) -> str:
    """Return why no record book takes a document with this head: its id, times or names; empty if one does.

    ``latest``: the latest time that a deal may have.
    """
    from domain.record.import_lines import check_head

    head = replace(document, items=())
    try:
        identity = id_of(head, EARLIEST)
        check_new_id(identity, derived=False)
        check_head(import_command(head, identity, "import", EARLIEST, complete=True, zone="UTC"), latest)
    except Declined as error:
        return str(error)
    return ""


def has_local_times(document: DealDocument) -> bool:
    """Return whether a document has times without an offset, which are the venue's."""
    return any(map(is_local, {document.at, *(item.at for item in document.items)}))


def batches(items: Iterable[T], most: int, size: Callable[[T], int], largest: int) -> Iterator[list[T]]:
    """Yield the items in lists of up to ``most``; a list also ends when its sizes together exceed ``largest``."""
    batch: list[T] = []
    total = 0
    for item in items:
        batch.append(item)
        total += size(item)
        if len(batch) == most or total > largest:
            yield batch
            batch, total = [], 0
    if batch:
        yield batch
