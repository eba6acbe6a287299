"""One class with the messages of its audiences: made once, shared by all listeners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.classes.payloads import Audience, payload_of
from api.classes.state import read_class
from api.live.channel import message

if TYPE_CHECKING:
    from uuid import UUID

    from api.live.listener import Listener
    from domain.ledger import Ledger
    from store.tables.classes import Changes, Classes


class ClassSource:
    """A class as this process has read it. The hub's thread writes it; feeds read only the messages."""

    def __init__(self, identity: UUID, ledger: Ledger, classes: Classes) -> None:
        self.id = identity
        self.listeners: dict[Audience, set[Listener]] = {audience: set() for audience in Audience}
        self.messages: dict[Audience, bytes] = {}
        self.state = read_class(identity, ledger, classes)
        self.removed: frozenset[int] = frozenset()
        """The numbers of the pupils whom the teacher removed."""
        self.is_over = False
        self._make_messages()

    @property
    def has_listeners(self) -> bool:
        """Return whether anybody listens."""
        return any(self.listeners.values())

    def read_events(self, ledger: Ledger) -> None:
        """Read the class again after a command of its teacher."""
        self.state.classroom = ledger.classes.get(self.id)
        if self.state.classroom.ended and not self.state.classroom.is_kept:
            self.state.clear()
        self._make_messages()

    def add(self, changes: Changes) -> None:
        """Add new and changed rows; after the end nothing changes."""
        if self.is_over:
            return
        pupils = [row for row in changes.pupils if row.class_id == self.id]
        answers = [row for row in changes.answers if row.class_id == self.id]
        if self.state.add(pupils, answers):
            self._make_messages()

    def _make_messages(self) -> None:
        """Make the messages anew, and wake the listeners of those that changed."""
        changed = []
        for audience in Audience:
            text = message("class", payload_of(self.state, audience))
            if self.messages.get(audience) != text:
                self.messages[audience] = text
                changed.append(audience)
        removed = frozenset(self.state.classroom.removed)
        if removed != self.removed and Audience.PUPILS not in changed:
            # A removal is sent to the removed pupil alone, so the message of all pupils stays the same.
            changed.append(Audience.PUPILS)
        self.removed = removed
        # A feed that reads that the class is over finds the last message.
        self.is_over = self.state.classroom.ended is not None
        for audience in changed:
            for listener in self.listeners[audience]:
                listener.wake()
