"""A subscription that polls for new events."""

from __future__ import annotations

from eventsourcing.persistence import ApplicationRecorder, ListenNotifySubscription

POLL_SECONDS = 0.1


class PollingSubscription(ListenNotifySubscription[ApplicationRecorder]):
    """An endless iterator over events from a position on; ``stop`` or an error ends it."""

    def _loop_on_pull(self) -> None:
        try:
            while not self._has_been_stopped:
                self._pull()
                self._has_been_notified.wait(POLL_SECONDS)
        except BaseException as error:  # noqa: BLE001 - raised again where the events are iterated over
            self._thread_error = self._thread_error or error
            self.stop()
