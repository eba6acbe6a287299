"""A deal as a document: the content that the hand file, the archive and the store have in common."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Protocol

from domain.engine.facts import Act, DealOpened, Fact
from domain.record.entries import Stamp
from domain.record.record import Record
from replay.notation.errors import NotationError

MARKED: Final = "!"
"""The value of `Item.broke` of an act that was recorded as it happened without the code of a rule."""


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a document, in the order it was recorded: an act, or a fact about the record."""

    fact: Fact
    at: str = ""
    by: str = ""
    key: str = ""
    """The key of the command that wrote it."""
    broke: str = ""
    """The code of the rule that the act broke, if it was recorded as it happened; else empty."""
    comment: str = ""
    """A comment for people; never part of the record."""
    line: int = field(default=0, compare=False)
    """The line of the text that it was read from; 0 if it was not read from a text."""
    is_added: bool = field(default=False, compare=False)
    """Whether it stands in no text: an act that nobody recorded, and the only one that what follows allows."""


@dataclass(frozen=True, slots=True)
class DealDocument:
    """A deal: its opening, and everything recorded since."""

    opened: DealOpened
    items: tuple[Item, ...] = ()
    id: str = ""
    at: str = ""
    """When the deal was opened: an ISO 8601 date or time."""
    by: str = ""
    """The person who opened the record."""
    key: str = ""

    @property
    def acts(self) -> list[Act]:
        """Return the acts recorded at the table, without corrections."""
        return [item.fact for item in self.items if isinstance(item.fact, Act)]


class Event(Protocol):
    """A stored event, as far as a document needs it. ``broke`` is a refusal code or empty."""

    @property
    def fact(self) -> Fact: ...
    @property
    def at(self) -> str: ...
    @property
    def by(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def broke(self) -> str: ...


def document_of(events: Iterable[Event], id: str = "") -> DealDocument:  # noqa: A002
    """Return the document of a deal's stored events, the opening first. Raises `NotationError` for any other start."""
    first, *rest = events
    if not isinstance(first.fact, DealOpened):
        raise NotationError(f"a deal begins with its opening, not with {type(first.fact).__name__}")
    items = tuple(Item(event.fact, event.at, event.by, event.key, event.broke) for event in rest)
    return DealDocument(first.fact, items, id, first.at, first.by, first.key)


def events_of(document: DealDocument) -> list[Item]:
    """Return the facts to store: the opening, then every item. The inverse of `document_of`, without comments."""
    return [Item(document.opened, document.at, document.by, document.key), *document.items]


def record_of(document: DealDocument) -> Record:
    """Return the record of a document, folded without judging it (see `check`). Versions count from 1."""
    record = Record(document.opened, Stamp(1, document.at, document.by))
    for version, item in enumerate(document.items, 2):
        record.fold(item.fact, Stamp(version, item.at, item.by))
    return record
