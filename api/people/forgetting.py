"""Forget a person, and remove what somebody wrote; then compute anew what is listed of the streams that held it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Unpack

from api.clock import now
from api.people import earlier_removals
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from uuid import UUID

    from domain.kernel.commands import Saved, Sent
    from domain.ledger import Ledger
    from store.events.recorder import Recorder
    from store.tables.catalogue import Catalogue
    from store.tables.standings import Lines

AGAIN: Final = "nought"
"""The name under which a removal is repeated, for the record."""
BATCH: Final = 100
"""The most streams that are listed anew in one transaction."""


@dataclass(frozen=True, slots=True)
class Forgetter:
    """Removes texts about people, and what was computed from them. ``keys``: the folder of the log's keys."""

    ledger: Ledger
    recorder: Recorder
    catalogue: Catalogue
    lines: Lines
    keys: Path

    def forget(
        self, club: UUID | None, names: Sequence[str], player: UUID | None = None, **sent: Unpack[Sent]
    ) -> Saved:
        """Forget a person under some names in a club: `domain.removal.commands.Forgetting.forget`."""
        held = self.ledger.forgetting.find(club, names, player)
        saved = self.ledger.forgetting.forget(club, names, player, **sent)
        self._list_again(held.streams)
        earlier_removals.note(self.ledger, self.keys)
        return saved

    def remove_text(self, club: UUID | None, stream: UUID, version: int, why: str, **sent: Unpack[Sent]) -> Saved:
        """Remove what somebody wrote in an event of a club."""
        saved = self.ledger.forgetting.remove_text(club, stream, version, why, **sent)
        self._list_again([stream])
        earlier_removals.note(self.ledger, self.keys)
        return saved

    def catch_up(self) -> None:
        """Remove what the book still holds though it was removed before: it is an older copy that was restored.

        Then add to the list of removals what is missing there: a process may have died before it had written it.
        """
        forgetting = self.ledger.forgetting
        for earlier in earlier_removals.read(self.keys):
            held = forgetting.texts.find_digests(earlier.digests, earlier.club, earlier.player)
            if not held.digests:
                continue
            try:
                forgetting.repeat(earlier, by=AGAIN, at=now())
            except Declined:  # another process was quicker
                continue
            self._list_again(held.streams)
        earlier_removals.note(self.ledger, self.keys)

    def _list_again(self, streams: Sequence[UUID]) -> None:
        """Compute anew what is listed of some streams, without what was removed from their events."""
        self.recorder.texts.clear()
        for first in range(0, len(streams), BATCH):
            some = streams[first : first + BATCH]
            self.catalogue.list_again(some, self.ledger.listing)
            self.lines.write_again(some, self.ledger.ranking)
