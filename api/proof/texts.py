"""Check the texts about people that stand apart from the events against the digests in the events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.removal.facts import PersonForgotten, TextRemoved
from store.events.texts import tokens_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from uuid import UUID

    from store.events.log import Event, Log
    from store.events.texts import Row

BATCH = 5_000
"""The most texts that are looked up at once."""


REMOVALS: Final = frozenset({PersonForgotten.TOPIC, TextRemoved.TOPIC})
"""The topics of the facts that record a removal."""


@dataclass(frozen=True, slots=True)
class TextFault:
    """A text that does not fit the events. ``stream`` and ``version``: of an event that needs it, if known."""

    explanation: str
    stream: UUID | None = None
    version: int | None = None


class Texts:
    """The texts that events need, looked up during a walk."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.missing: dict[str, tuple[UUID, int]] = {}
        """The tokens of texts that are not there, each with the first event that needs it."""
        self._waiting: dict[str, tuple[UUID, int]] = {}

    def add(self, event: Event) -> None:
        """Note the texts that an event needs."""
        for token in tokens_in(event.state):
            self._waiting.setdefault(token, (event.id, event.version))
        if len(self._waiting) >= BATCH:
            self._look_up()

    def _look_up(self) -> None:
        waiting, self._waiting = self._waiting, {}
        rows = self.log.texts(waiting)
        for token, of in waiting.items():
            if token not in rows:
                self.missing.setdefault(token, of)

    def find_missing(self) -> dict[str, tuple[UUID, int]]:
        """Return the texts that are not there, in the order in which events need them."""
        self._look_up()
        return self.missing

    def faults(self) -> Iterator[TextFault]:
        """Yield what is missing, then every text that was changed."""
        for of in self.find_missing().values():
            yield TextFault("a text about people was taken out, and nobody recorded that it was removed", *of)
        for row in self.log.every_text():
            if row.text is None:
                if not self._is_recorded(row):
                    yield TextFault(f"the text {row.token} was taken out, and nobody recorded that it was removed")
            elif not row.is_whole:
                yield TextFault(f"the text {row.token} ({row.text!r}) was changed, or its salt was")

    def _is_recorded(self, row: Row) -> bool:
        """Return whether an event records the removal of a text. That the event is genuine is for its leaf."""
        by = row.removed_by
        return by is not None and any(
            event.version == row.removed_at and event.topic in REMOVALS for event in self.log.events_of(by)
        )
