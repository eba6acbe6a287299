"""The commands on notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from domain.engine.refusals import Refused, no_ply
from domain.kernel.commands import Request, Saved, Sent, request
from domain.kernel.errors import Declined
from domain.kernel.ids import as_id
from domain.kernel.repository import Draft
from domain.record.aggregate import Deal
from domain.record.facts import NoteRetracted, NoteWritten
from domain.record.notebook import Notebook, notebook_id

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from domain.kernel.repository import Repository


class Notes:
    """Commands on notes. They change neither the record of the deal nor its version."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def get(self, deal_id: UUID, to: int | None = None) -> Notebook:
        """Return the notes on a deal, up to the version ``to``; an empty notebook if there are none."""
        identity = notebook_id(deal_id)
        return Notebook.project(None, self._repository.history(identity, to=to)) or Notebook(identity)

    def write(self, deal_id: UUID, ply: int, text: str, **sent: Unpack[Sent]) -> Saved:
        """Write a note on the act at a ply, or on the deal as a whole (-1). Raises `Refused` for an unknown ply.

        Raises `Declined` if the note is empty.
        """
        content = text.strip()
        command = request(f"notes {deal_id}", sent, "write", ply, content)
        if not content:
            raise Declined("note", "a note says something")

        def decide(book: Notebook) -> None:
            deal = self._repository.get(Deal, deal_id)
            book.club_of_stream = as_id(deal.record.opened.club)
            entries = deal.record.entries
            if not -1 <= ply < len(entries):
                raise Refused(no_ply(ply, -1, len(entries) - 1))
            entry = entries[ply].stamp.version if ply >= 0 else 0
            book.take(NoteWritten(str(deal_id), entry, content), *command.stamp)

        return self._in_notebook(command, deal_id, decide)

    def retract(self, deal_id: UUID, number: int, **sent: Unpack[Sent]) -> Saved:
        """Take a note back. Its event stays in the stream, but the note is no longer shown."""
        command = request(f"notes {deal_id}", sent, "retract", number)

        def decide(book: Notebook) -> None:
            if number not in book.notes:
                raise Declined("not-found", "there is no note {number} on this deal", number=number)
            book.take(NoteRetracted(number), *command.stamp)

        return self._in_notebook(command, deal_id, decide)

    def _in_notebook(self, command: Request, deal_id: UUID, decide: Callable[[Notebook], None]) -> Saved:
        def draft() -> Draft:
            book = self.get(deal_id)
            decide(book)
            return (book,)

        return self._repository.execute(command, notebook_id(deal_id), draft)
