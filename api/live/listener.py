"""The receiver of a stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from store.events.texts import Sight


class Listener:
    """The receiver of a stream. The hub wakes it, from any thread."""

    __slots__ = ("channel", "closed", "ending", "groups", "on_wake", "sight")

    def __init__(self, sight: Sight | None = None) -> None:
        self.sight = sight
        """Its view of the clubs; None for everything."""
        self.closed = False
        """True if nothing more may be sent."""
        self.ending = False
        """True if the stream ends once it has sent what there is by now."""
        self.on_wake: Callable[[], object] = _nothing
        """Called when there may be something to send. It must not wait."""
        self.channel: set[Listener] = set()
        """The listeners of its channel, with itself; empty without one."""
        self.groups: list[set[Listener]] = []
        """The listeners of its table or class, with itself."""

    def wake(self) -> None:
        """Wake the listener, since there may be something to send."""
        self.on_wake()

    def end(self) -> None:
        """End the stream once it has sent what there is by now."""
        self.ending = True
        self.on_wake()

    def close(self) -> None:
        """End the stream at once."""
        self.closed = True
        self.on_wake()

    def leave_channel(self) -> None:
        """Listen to no channel any more."""
        self.channel.discard(self)
        self.channel = set()

    def leave(self) -> None:
        """Listen to nothing any more."""
        self.leave_channel()
        for group in self.groups:
            group.discard(self)


def _nothing() -> None:
    pass
