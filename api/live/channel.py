"""The messages of one deal for one viewer: made once, shared by all its listeners."""

from __future__ import annotations

from collections import deque
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from domain.engine.facts import Act
from domain.engine.hiding import OFFICIALS, Viewer, hide
from domain.kernel.moments import as_moment
from domain.record.aggregate import Deal
from replay.frames import last_frame
from replay.views import View, latest_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from domain.kernel.events import Recorded

KEPT: Final = 128
"""The messages kept for listeners that reconnect. After a longer absence they get the whole view."""


class Message(NamedTuple):
    """A message to a viewer at one of its versions."""

    version: int
    text: bytes
    """The event without its id."""


def message(event: str, data: Any) -> bytes:
    """Return a server-sent event without its id."""
    return b"event: %s\ndata: %s\n\n" % (event.encode(), msgspec.json.encode(data))


class Channel:
    """The messages of one deal for one viewer. One thread writes them, many read them.

    Only events that the viewer may notice are sent and counted. An act is sent as its frame of the replay; any other
    change of the deal (a correction, a ruling, the settlement) as the whole view.
    """

    def __init__(self, viewer: Viewer, delay: float = 0.0) -> None:
        self.viewer = viewer
        self.delay = delay
        self.stored = 0
        """The number of the deal's events that were added."""
        self._deal: Deal | None = None
        self._version = 0
        self._view: View = {}
        """The view at that version. Later events that the viewer did not notice show in the next message."""
        self._messages: deque[Message] = deque(maxlen=KEPT)
        self._standing = b""
        self._lock = Lock()

    def begin(self, events: Sequence[Recorded]) -> None:
        """Start with the deal as it stands, without messages of earlier events."""
        self._deal = Deal.project(None, events)
        self.stored = len(events)
        self._version = sum(self._notices(event) for event in events)
        self._view = self._now()

    def add(self, event: Recorded) -> bool:
        """Add the next event of the deal. Returns whether there is anything to send."""
        deal = Deal.project(self._deal, (event,))
        assert deal is not None  # noqa: S101 - an event was added
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
        """Return the messages after a version, and the deal's status.

        Without a version, or with an unknown one, the only message is the whole view.
        """
        with self._lock:
            status = self.deal.status
            if version == self._version:
                return [], status
            first = self._messages[0].version if self._messages else self._version + 1
            if version is None or not first - 1 <= version <= self._version:
                return [Message(self._version, message("view", self._view))], status
            return [later for later in self._messages if later.version > version], status

    def current_message(self) -> Message:
        """Return the deal as it stands, as one message with the event ``deal``."""
        with self._lock:
            if not self._standing:
                self._standing = message(
                    "deal", current_payload(self.deal, self.viewer, self._version, self._view) | lateness(self.delay)
                )
            return Message(self._version, self._standing)

    @property
    def deal(self) -> Deal:
        """Return the whole deal. Send nothing of it except through a view."""
        assert self._deal is not None  # noqa: S101 - the deal is read after `begin`
        return self._deal

    def _now(self) -> View:
        return latest_view(self.deal.record, self.viewer)

    def _notices(self, event: Recorded) -> bool:
        return self.viewer in OFFICIALS or hide(event.fact, self.viewer) is not None


def lateness(delay: float) -> dict[str, Any]:
    """Return the delay as JSON values; empty if there is none."""
    return {"delay": delay} if delay else {}


def current_payload(deal: Deal, viewer: Viewer, version: int, view: View) -> dict[str, Any]:
    """Return a deal as it stands for a viewer, as JSON values, for listeners of its table.

    ``version`` and ``view`` are the viewer's own.
    """
    record, opened = deal.record, deal.record.opened
    optional = {name: value for name in ("players", "number", "match", "event") if (value := getattr(opened, name))}
    return {
        "deal": str(deal.id),
        "opened_at": as_moment(record.stamp.at),
        "ruleset": record.rules.ruleset.key,
        "dealer": opened.dealer,
        **optional,
        "viewer": viewer,
        "version": version,
        "status": deal.status,
        "view": view,
    }
