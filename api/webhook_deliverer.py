"""Delivers the messages of webhooks: in order, at least once, by one process at a time.

A message is made of a stored event when it is sent. The position of a webhook moves on only after an answer of 2xx, so
a process that is killed loses nothing; the next one may send the last message again, with the same id.
"""

from __future__ import annotations

import http.client
import json
import logging
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from random import SystemRandom
from threading import Event, Thread
from typing import TYPE_CHECKING, Final, cast

from api.webhook_messages import TYPES, find_place, identity_of, message
from api.webhook_requests import UnusableUrl, send

if TYPE_CHECKING:
    from collections.abc import Callable
    from uuid import UUID

    from api.webhook_messages import Place
    from domain.ledger.application import Ledger
    from domain.ledger.events import Recorded
    from store.catalogue import Catalogue
    from store.recorder import Recorder
    from store.webhooks import Webhook, Webhooks

POLL_SECONDS: Final = 1.0
BATCH: Final = 100
"""The most events of one webhook before the next has its turn."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 3600.0
"""Seconds before the next attempt, after the first failure and after many."""

_log = logging.getLogger(__name__)
_random = SystemRandom()


class Deliverer:
    """The delivery of all webhooks of a record book."""

    def __init__(self, ledger: Ledger, recorder: Recorder, catalogue: Catalogue, webhooks: Webhooks) -> None:
        self.ledger, self.recorder, self.catalogue, self.webhooks = ledger, recorder, catalogue, webhooks
        self._place: Callable[[UUID], Place] = lru_cache(10_000)(lambda stream: find_place(ledger, stream))

    def deliver(self) -> int:
        """Deliver what is due, unless another process does. Returns the number of delivered messages."""
        with self.webhooks.turn() as is_held:
            return sum(map(self._deliver, self.webhooks.due())) if is_held else 0

    def _deliver(self, webhook: Webhook) -> int:
        """Deliver the next messages of a webhook, up to one that fails."""
        delivered = 0
        notifications = self.recorder.select_notifications(
            webhook.position, BATCH, topics=list(TYPES), inclusive_of_start=False
        )
        delay = self._delay(webhook.tournament)
        passed = webhook.position
        for notification in notifications:
            stream = notification.originator_id
            place = self._place(stream)  # type: ignore[arg-type]
            if place.tournament != webhook.tournament:
                passed = notification.id
                continue
            if delay and not self._is_old(stream, notification.originator_version, delay):  # type: ignore[arg-type]
                break
            event = cast("Recorded", self.ledger.repository.mapper.to_domain_event(notification))
            try:
                body = json.dumps(message(event, place), separators=(",", ":"))
                status = send(webhook.url, webhook.secret, identity_of(event), body)
                answer = str(status) if 200 <= status < 300 else f"the answer was {status}"
            except UnusableUrl as error:
                status, answer = 0, str(error)
            except (OSError, http.client.HTTPException) as error:
                status, answer = 0, f"no answer ({type(error).__name__})"
            if not 200 <= status < 300:
                self.webhooks.fail(webhook, answer, pause_after(webhook.failures))
                return delivered
            if not self.webhooks.move(webhook, notification.id, answer):
                return delivered
            webhook = replace(webhook, position=notification.id, failures=0)
            passed = notification.id
            delivered += 1
        if passed > webhook.position:
            self.webhooks.move(webhook, passed)
        return delivered

    def _delay(self, tournament: UUID) -> float:
        """Return the delay in seconds after which everybody may see a tournament: the longest delay of its tables."""
        delays = {str(table): seconds for table, _, seconds in self.catalogue.delays()}
        row = self.catalogue.find(tournament) if delays else None
        return max((delays.get(table, 0.0) for table in row.data["tables"]), default=0.0) if row else 0.0

    def _is_old(self, stream: UUID, version: int, delay: float) -> bool:
        """Return whether everybody may see an event by now."""
        known = self.recorder.version_ago(stream, delay)
        return known is None or version <= known


def pause_after(failures: int) -> timedelta:
    """Return the pause after another failure: it doubles each time, with a random part, up to an hour."""
    longest = min(FIRST_PAUSE * 2.0 ** min(failures, 20), LONGEST_PAUSE)
    return timedelta(seconds=_random.uniform(longest / 2, longest))


class WebhookKeeper:
    """A thread that delivers webhooks. Each process has one; they take turns."""

    def __init__(self, deliverer: Callable[[], Deliverer]) -> None:
        self._build = deliverer
        self._stop = Event()
        self._thread = Thread(target=self._keep, name="nought-webhooks", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current message."""
        self._stop.set()
        self._thread.join(POLL_SECONDS)

    def _keep(self) -> None:
        deliverer: Deliverer | None = None
        while not self._stop.wait(POLL_SECONDS):
            try:
                deliverer = deliverer or self._build()
                while deliverer.deliver() and not self._stop.is_set():
                    pass
            except Exception as error:  # noqa: BLE001 - the thread continues after a restart of the database
                _log.error("delivering webhooks failed with %s", type(error).__name__)
