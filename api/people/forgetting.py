"""Forget a person, and remove what somebody wrote; then compute anew what is listed of the streams that held it."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Unpack

from api.clock import now
from api.people import earlier_removals
from domain.kernel.errors import Declined
from domain.kernel.whole_record import whole_record
from store.events.texts import NOTICED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from threading import Event
    from uuid import UUID

    from domain.kernel.commands import Saved, Sent
    from domain.ledger import Ledger
    from store.events.recorder import Recorder
    from store.tables.catalogue import Catalogue
    from store.tables.people.removals import TextsOfPeople
    from store.tables.standings import Lines

POLL_SECONDS: Final = 5.0
AT_ONCE: Final = 1.0
"""The seconds for which lists are made anew before a removal is answered; the others are, in the background."""
LATER: Final = 3 * NOTICED
"""The seconds after which every process has noticed a removal."""
AGAIN: Final = "nought"
"""The name under which a removal is repeated, for the record."""
BATCH: Final = 50
"""The most streams that are listed anew in one transaction."""
COMMANDS: Final = 5000
"""The most commands that are looked through in one transaction."""


@dataclass(frozen=True, slots=True)
class Forgetter:
    """Removes texts about people, and what was computed from them. ``keys``: the folder of the log's keys."""

    ledger: Ledger
    recorder: Recorder
    texts: TextsOfPeople
    catalogue: Catalogue
    lines: Lines
    keys: Path

    def read_on(self, seconds: float = math.inf, advance: Callable[[int], object] = lambda read: None) -> bool:
        """Read in which streams names stand, for at most some seconds. Return whether all events are read.

        ``advance`` is called with the number of events after each batch. With all read, what is kept about a person is
        found at once; else each search reads the events that are left.
        """
        ends = time.monotonic() + seconds
        while read := self.texts.named.read_on():
            advance(read)
            if time.monotonic() > ends:
                return False
        return True

    def forget(
        self, club: UUID | None, names: Sequence[str], player: UUID | None = None, **sent: Unpack[Sent]
    ) -> Saved:
        """Forget a person under some names in a club: `domain.removal.commands.Forgetting.forget`."""
        saved = self.ledger.forgetting.forget(club, names, player, **sent)
        self._complete()
        return saved

    def remove_text(self, club: UUID | None, stream: UUID, version: int, why: str, **sent: Unpack[Sent]) -> Saved:
        """Remove what somebody wrote in an event of a club."""
        saved = self.ledger.forgetting.remove_text(club, stream, version, why, **sent)
        self._complete()
        return saved

    def catch_up(self) -> None:
        """Remove what the book still holds though it was removed before: it is an older copy that was restored.

        Then add to the list of removals what is missing there: a process may have died before it had written it.
        """
        forgetting = self.ledger.forgetting
        for earlier in earlier_removals.read(self.keys):
            held = forgetting.texts.find_digests(earlier.digests)
            if not held.digests:
                continue
            with suppress(Declined):  # another process was quicker
                forgetting.repeat(earlier, by=AGAIN, at=now())
        self._complete()

    def list_on(self, seconds: float = math.inf, advance: Callable[[int], object] = lambda read: None) -> bool:
        """Make lists anew from which texts were removed, for at most some seconds. Return whether all are.

        Until then readers of a list get what stands for the person in the place of the name (`store.tables.unlisted`).
        ``advance`` is called with the number of streams after each part.
        """
        ends, lists = time.monotonic() + seconds, self.texts.lists
        while True:
            with lists.take(BATCH) as streams:
                if streams:
                    self._list_again(streams)
            advance(len(streams))
            if not streams and not lists.clear_commands(COMMANDS):
                lists.finish()
                return True
            if time.monotonic() > ends:
                return False

    def list_later(self, seen: dict[UUID, tuple[int, int]] | None = None) -> int:
        """Compute anew once more some of the lists from which texts were removed a moment ago. Return their number.

        By then every process has noticed the removal, and what was being written meanwhile, with a name that a process
        remembered or before the removal could see it, is written. ``seen``: what was seen by an earlier call but had to
        wait: the number of removals of each stream, and the next transaction then.
        """
        seen = {} if seen is None else seen
        removed = self.texts.lists.later(BATCH, LATER)
        for stream in seen.keys() - {stream for stream, _ in removed}:
            del seen[stream]  # another process has listed it
        if not removed:
            return 0
        oldest, following = self.texts.lists.transactions()
        for stream, number in removed:
            if stream not in seen or seen[stream][0] != number:
                seen[stream] = number, following
        ready = [(stream, number) for stream, number in removed if seen[stream][1] <= oldest]
        if ready:
            streams = [stream for stream, _ in ready]
            self._list_again(sorted({*streams, *self.texts.lists.with_removed_names(streams)}))
            self.texts.lists.are_listed(ready)
            for stream in streams:
                del seen[stream]
        return len(ready)

    def keep(self, seen: dict[UUID, tuple[int, int]], stop: Event) -> None:
        """Read where names stand and make lists anew until nothing is left, or until ``stop`` is set.

        ``seen``: the streams whose lists wait for transactions that are not finished (`list_later`).
        """
        while not stop.is_set() and not (self.read_on(0) and self.list_on(0) and not self.list_later(seen)):
            pass

    def _complete(self) -> None:
        """Complete a removal; what takes longer is done in the background (`keep`)."""
        self.recorder.texts.clear()
        earlier_removals.note(self.ledger, self.keys)
        self.list_on(AT_ONCE)

    def _list_again(self, streams: Sequence[UUID]) -> None:
        """Compute anew what is listed of some streams, without what was removed from their events."""
        self.recorder.texts.clear()
        with whole_record():
            for first in range(0, len(streams), BATCH):
                some = streams[first : first + BATCH]
                self.catalogue.list_again(some, self.ledger.listing)
                tournaments = self.lines.write_again(some, self.ledger.ranking)
                self.texts.lists.replace_before(some, tournaments)
