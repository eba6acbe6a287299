"""An open record book: read its deals, and add deals to it."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from uuid import UUID

from api.cli.parts import books
from api.cli.parts.errors import explain
from api.clock import latest_time, now
from api.deals.import_batches import id_of
from api.deals.import_document import ImportOptions, read_deal, with_origin
from api.services import Services
from domain.engine.words.values import Term
from domain.engine.words.worded import WordedError
from domain.kernel.commands import Saved
from domain.kernel.commands import name as name_of
from domain.kernel.errors import Declined
from domain.kernel.repository import new_id
from domain.record.import_commands import NewImport
from replay.notation import DealDocument, document_of
from store.postgres import embedded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from store.settings import Settings


class BookError(WordedError):
    """Raised when a record book cannot be opened; the message says why and what to do."""

    code = "unavailable"


class Book:
    """An open record book: use it in a ``with`` statement, or call `close`.

    It shows all that is recorded, hidden cards too, to whoever can open the database. Show players only views of
    `Table`. Errors of the database are those of `psycopg`.
    """

    def __init__(self, services: Services, resources: ExitStack) -> None:
        """Hold an open record book. Programs use `open_book`."""
        self._services = services
        self._resources = resources
        self._import: NewImport | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections, and stop the embedded Postgres if no other program uses it."""
        self._resources.close()

    def deal(self, deal_id: str) -> DealDocument:
        """Return a deal with everything that is recorded of it.

        Raises `NoughtError` with the code ``not-found`` if the book has no such deal.
        """
        identity = _uuid(deal_id)
        self._services.ledger.deals.get(identity)
        return self._document(identity)

    def deals(
        self,
        *,
        club: str | None = None,
        match: str | None = None,
        player: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Iterator[DealDocument]:
        """Yield the deals of the book, the newest first, without withdrawn ones.

        ``club`` and ``match``: only theirs, by id; ``player``: only deals in which somebody of this name played;
        ``since`` and ``until`` (exclusive): only deals that were opened in this time. Deals that are recorded meanwhile
        may be left out. Raises `NoughtError` with the code ``not-found`` for an id that is none.
        """
        conditions: dict[str, Any] = {"since": since, "until": until}
        conditions["club"] = None if club is None else _uuid(club)
        conditions["parent"] = None if match is None else _uuid(match)
        conditions["people"] = None if player is None else [player]
        return (self._document(row.id) for row in self._services.catalogue.rows("deal", **conditions))

    def add(self, deal: DealDocument, *, by: str = "import", zone: str = "", as_recorded: bool = False) -> str:
        """Record a deal, and return its id; a deal without an id gets one. A deal that is there already is no error.

        ``by``: the recorder of a deal that names none. ``zone``: the time zone of times without an offset, by default
        that of the deal's club. ``as_recorded``: whether acts may break rules though they are not marked so; they are
        recorded as they happened. All deals that are added until the book is closed are one import, which ``nought
        withdraw --import`` takes back. Raises `NoughtError` if the deal breaks a rule (``import-breach``), is recorded
        with other content (``import-differs``), or cannot be recorded for another reason; then nothing is written.
        """
        options = ImportOptions(name_of(by, "by"), now(), latest_time(), zone=zone, as_recorded=as_recorded)
        options = with_origin(self._services, deal, options)
        prepared = read_deal(deal, id_of(deal, options.at), options).prepared
        self._import = self._import or NewImport(new_id(options.at), options.by, options.at)
        (outcome,) = self._services.ledger.imports.save([prepared], self._import)
        if not isinstance(outcome, Saved):
            raise outcome
        return str(outcome.id)

    @property
    def import_id(self) -> str | None:
        """Return the number of the import to which `add` adds deals; None before the first."""
        return str(self._import.id) if self._import else None

    def _document(self, identity: UUID) -> DealDocument:
        return document_of(self._services.ledger.repository.history(identity), str(identity))


def open_book(folder: str | os.PathLike[str] | None = None, *, dsn: str = "", create: bool = False) -> Book:
    """Open a record book: that of a folder with an embedded Postgres, or that of a database named by ``dsn``.

    Without both, it is the book that the command ``nought`` uses: of ``NOUGHT_DATA``, else of ``NOUGHT_DSN``, else of
    the demo. ``create``: whether to make a new book in the folder if there is none. A server may use the same book
    meanwhile. Raises `NoughtError` with the code ``unavailable`` if there is no book, or if it cannot be opened.
    """
    resources = ExitStack()
    try:
        settings = resources.enter_context(_settings(folder, dsn, create=create))
        services = Services.build(settings.for_long_work())
    except Exception as error:
        resources.close()
        if isinstance(error, BookError) or (sentence := explain(error)) is None:
            raise
        raise BookError(Term(sentence)) from error
    resources.callback(services.close)
    return Book(services, resources)


@contextmanager
def _settings(folder: str | os.PathLike[str] | None, dsn: str, *, create: bool) -> Iterator[Settings]:
    """Yield the settings of a book, while its embedded Postgres runs. Raises `BookError` if there is no book."""
    if folder and dsn:
        raise BookError(Term("a book is opened by its folder or by a dsn: give one of them"))
    if dsn:
        yield books.environment_settings(dsn=dsn, data="")
        return
    named = folder or os.environ.get("NOUGHT_DATA")
    data = Path(named) if named else None
    is_embedded = data is not None or not os.environ.get("NOUGHT_DSN")
    if is_embedded and not create and not embedded.holds_data(data):
        place = data or embedded.default_folder()
        raise BookError(Term(f"there is no record book in {place}: create=True makes one, `nought demo` one to try"))
    with books.settings(data, new=create) as settings:
        yield settings


def _uuid(text: str) -> UUID:
    """Return an id. Raises `Declined` for a text that is none."""
    try:
        return UUID(text)
    except ValueError:
        raise Declined("not-found", Term(f"{text!r} is no id")) from None
