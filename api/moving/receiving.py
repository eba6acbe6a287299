"""Receive a club from another server: check its file, write what it holds, and sign a receipt for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from api.moving.club_file import Checker, Contents
from api.moving.writing import CannotMove
from api.people import earlier_removals
from domain.club.name_matching import key
from domain.kernel.ports import TakenName
from domain.kernel.whole_record import whole_record
from domain.proof.club_moves import Receipt
from domain.proof.notes import Note
from domain.removal.aggregate import removals_id
from store.events.leaves import TILE
from store.tables.catalogue import Rows
from store.tables.moves import HELD, Clashing, MovedEvent, MovedFile, MovedText, Reception

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from uuid import UUID

    from api.services import Services
    from domain.proof.notes import PublicKey
    from store.settings import Settings

EVENTS: Final = 2000
"""The events of one transaction; readers of events wait for its end."""
LISTS: Final = 100
"""The streams whose lists are written in one transaction."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A club that was received. ``written``: the events that were not here before; ``receipt``: the signed note."""

    contents: Contents
    written: int
    receipt: str


class _Writer:
    """Writes what a checker reads, in batches."""

    def __init__(self, reception: Reception, advance: Callable[[int], object]) -> None:
        self._reception = reception
        self._advance = advance
        self._texts: list[MovedText] = []
        self._events: list[MovedEvent] = []
        self._leaves: list[MovedEvent] = []
        self._tiles = 0
        self.written = 0

    def take(self, thing: MovedText | MovedFile | MovedEvent) -> None:
        """Write a thing, with those before it."""
        if isinstance(thing, MovedText):
            self._texts.append(thing)
            if len(self._texts) == HELD:
                self._write_texts()
        elif isinstance(thing, MovedFile):
            self._reception.write_file(thing)
        else:
            self._write_texts()
            self._events.append(thing)
            self._leaves.append(thing)
            if len(self._leaves) == TILE:
                self._write_leaves()
            if len(self._events) == EVENTS:
                self._write_events()

    def finish(self) -> None:
        """Write the rest."""
        self._write_texts()
        self._write_leaves()
        self._write_events()

    def _write_texts(self) -> None:
        if self._texts:
            self._reception.write_texts(self._texts)
            self._texts = []

    def _write_events(self) -> None:
        if self._events:
            self.written += self._reception.write_events(self._events)
            self._advance(len(self._events))
            self._events = []

    def _write_leaves(self) -> None:
        if self._leaves:
            self._reception.write_leaves(self._tiles, self._leaves)
            self._tiles += 1
            self._leaves = []


def receive(
    services: Services,
    settings: Settings,
    host: str,
    url: str,
    path: Path,
    keys: Sequence[PublicKey] = (),
    advance: Callable[[int], object] = lambda events: None,
) -> Taken:
    """Receive a club. Everything is checked before anything is written. Raises `ClubFileError` or `CannotMove`.

    A process that was killed meanwhile leaves a club to which nobody writes and that outsiders do not see; the same
    file, or a later one of the same club, completes it. ``url``: the address of this server, for the receipt.
    """
    contents = Checker(keys).check(path)
    streams = list(contents.streams)
    try:
        with Reception.of(settings, contents.club) as reception:
            reception.check_new(streams)
            reception.begin(contents.came, contents.statement.origin, contents.name, contents.opened_at)
            writer = _Writer(reception, advance)
            again = Checker(keys, writer.take).check(path)
            writer.finish()
            if again.statement != contents.statement:
                raise CannotMove("the file was changed while it was read")
            _list(services, reception, contents.club, streams)
    except Clashing as error:
        raise CannotMove(str(error)) from None
    if contents.highest_person:
        services.texts_of_people.use_number(contents.highest_person)
    earlier_removals.note(services.ledger, services.keys.folder)
    receipt = _sign(services, host, url, contents)
    services.moves.add_receipt(contents.club, receipt)
    return Taken(contents, writer.written, receipt)


def _list(services: Services, reception: Reception, club: UUID, streams: Sequence[UUID]) -> None:
    """Write the lists and the standings of a club; last its own line, with what others see of it."""
    ledger = services.ledger
    services.recorder.texts.clear()
    with whole_record():
        rest = [each for each in streams if each not in (club, removals_id(club))]
        for first in range(0, len(rest), LISTS):
            some = rest[first : first + LISTS]
            services.catalogue.list_again(some, ledger.listing)
            services.lines.write_again(some, ledger.ranking)
            reception.date(some)
        tables = [TakenName(row.id, club, key(row.title)) for row in services.catalogue.rows("table", club=club)]
        with services.recorder.datastore.transaction(commit=True) as cursor:
            for statement, values in Rows().statements([], names=tables):
                cursor.execute(statement, values)
        services.catalogue.list_again([club], ledger.listing)
        reception.date([club])


def _sign(services: Services, host: str, url: str, contents: Contents) -> str:
    """Enter all events in this server's log, and return the receipt."""
    keeper = services.log_keeper(host)
    public = keeper.public_keys()[-1]
    keeper.grow()
    head = keeper.checkpoint()
    assert head is not None  # noqa: S101 - there are events
    private = services.keys.find(public)
    if private is None:
        raise CannotMove(f"the private key of the log is not in {services.keys.folder}")
    receipt = Receipt(contents.club, url, public, head.checkpoint.size, head.checkpoint.root, contents.came.statement)
    return Note(receipt.text).add_signature(private).whole
