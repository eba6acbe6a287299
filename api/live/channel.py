"""What one viewer is sent of one deal, message by message: made once, shared by all who listen."""

from __future__ import annotations

from collections import deque
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from domain.engine.facts import Act
from domain.engine.hiding import OFFICIALS, Viewer, hide
from domain.record.aggregate import Deal
from replay.frames import last_frame
from replay.views import View, latest_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.ledger.events import Recorded

KEPT: Final = 128
"""Messages for those who come back; who was away for longer is sent the view as it stands."""


class Message(NamedTuple):
    """What a viewer is sent at one of its versions."""

    version: int
    text: bytes
    """The event without its id."""


def message(event: str, data: Any) -> bytes:
    """A server-sent event without its id."""
    return b"event: %s\ndata: %s\n\n" % (event.encode(), msgspec.json.encode(data))


class Channel:
    """One deal through one viewer's eyes. Written by one thread, read by many.

    The viewer is told of nothing but what it may notice, and counts only that: when something else happens,
    nothing is sent. An act is sent as the frame that a replay has of it; whatever else changes the deal (a
    correction, a ruling, the settlement) is sent as the whole view.
    """

    def __init__(self, viewer: Viewer, delay: float = 0.0) -> None:
        self.viewer = viewer
        self.delay = delay
        self.stored = 0
        """How many of the deal's events are in it."""
        self._deal: Deal | None = None
        self._version = 0
        self._view: View = {}
        """At that version: what came to be known since, unnoticed, goes with the next message."""
        self._messages: deque[Message] = deque(maxlen=KEPT)
        self._standing = b""
        self._lock = Lock()

    def begin(self, events: Sequence[Recorded]) -> None:
        """Take up the deal as it stands. Nobody is told what led there."""
        self._deal = Deal.project(None, events)
        assert self._deal is not None  # noqa: S101
        self.stored = len(events)
        self._version = sum(self._notices(event) for event in events)
        self._view = self._now()

    def add(self, event: Recorded) -> bool:
        """The next event of the deal; says whether there is anything to send."""
        deal = Deal.project(self._deal, (event,))
        assert deal is not None  # noqa: S101
        with self._lock:
            self.stored += 1
            if not self._notices(event):
                return False
            self._version += 1
            if isinstance(event.fact, Act):
                self._view, frame = last_frame(deal.record, self.viewer, self._view)
                text = message("frame", frame)
            else:
                self._view = self._now()
                text = message("view", self._view)
            self._messages.append(Message(self._version, text))
            self._standing = b""
            return True

    def since(self, version: int | None) -> tuple[list[Message], str]:
        """What somebody who has this version is to be sent, and the deal's status.

        Whoever has none, or one that is not known here, is sent the view as it stands.
        """
        with self._lock:
            status = self.deal.status
            if version == self._version:
                return [], status
            first = self._messages[0].version if self._messages else self._version + 1
            if version is None or not first - 1 <= version <= self._version:
                return [Message(self._version, message("view", self._view))], status
            return [each for each in self._messages if each.version > version], status

    def standing(self) -> Message:
        """The deal as it stands, as one message of the event ``deal``."""
        with self._lock:
            if not self._standing:
                self._standing = message(
                    "deal", standing(self.deal, self.viewer, self._version, self._view) | lateness(self.delay)
                )
            return Message(self._version, self._standing)

    @property
    def deal(self) -> Deal:
        """The deal, whole, so nothing of it may be sent but through the viewer's eyes."""
        assert self._deal is not None  # noqa: S101
        return self._deal

    def _now(self) -> View:
        return latest_view(self.deal.record, self.viewer)

    def _notices(self, event: Recorded) -> bool:
        return self.viewer in OFFICIALS or hide(event.fact, self.viewer) is not None


def lateness(delay: float) -> dict[str, Any]:
    """What is told of the delay, if there is any."""
    return {"delay": delay} if delay else {}


def standing(deal: Deal, viewer: Viewer, version: int, view: View) -> dict[str, Any]:
    """A deal as it stands for a viewer, whole: what a follower of a table is told of the deal that is played there.

    ``version`` and ``view`` are the viewer's own.
    """
    record, opened = deal.record, deal.record.opened
    told = {name: said for name in ("players", "number", "match", "event") if (said := getattr(opened, name))}
    return {
        "deal": str(deal.id),
        "opened_at": record.stamp.at,
        "ruleset": record.rules.ruleset.key,
        "dealer": opened.dealer,
        **told,
        "viewer": viewer,
        "version": version,
        "status": deal.status,
        "view": view,
    }
