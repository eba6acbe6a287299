"""Delivers the messages of webhooks: in order, at least once, by one process at a time.

Webhooks take turns, and several have one at once, but only some of a club: a receiver that is slow to answer holds up
the messages of nobody else.

A message is made of a stored event when it is sent. The position of a webhook moves on only after an answer of 2xx, so
a process that is killed loses nothing; the next one may send the last message again, with the same id.
"""

from __future__ import annotations

import http.client
import json
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import count
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, cast

from api.deals.table_delays import longest_delay, read_delays
from api.keeping import pause_after
from api.webhooks.messages import TYPES, find_place, identity_of, message
from api.webhooks.requests import UnusableUrl, send

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from uuid import UUID

    from api.webhooks.messages import Place
    from domain.kernel.events import Recorded
    from domain.ledger import Ledger
    from store.events.recorder import Recorder
    from store.tables.catalogue import Catalogue
    from store.tables.webhooks import Webhook, Webhooks

POLL_SECONDS: Final = 1.0
BATCH: Final = 100
"""The most events of one webhook before the next has its turn."""
TURN_SECONDS: Final = 2.0
"""The seconds after which a webhook sends no further message in its turn."""
AT_ONCE: Final = 24
"""The webhooks that have a turn at once. Almost all of a turn is waiting for an answer."""
OF_A_CLUB: Final = 3
"""The most of them that belong to one club."""
FIRST_PAUSE = 1.0
"""The seconds before the next attempt, after the first failure."""


class Deliverer:
    """The delivery of all webhooks of a record book."""

    def __init__(self, ledger: Ledger, recorder: Recorder, catalogue: Catalogue, webhooks: Webhooks) -> None:
        self.ledger, self.recorder, self.catalogue, self.webhooks = ledger, recorder, catalogue, webhooks
        self._place: Callable[[UUID], Place] = lru_cache(10_000)(lambda stream: find_place(ledger, stream))
        self._club: Callable[[UUID], UUID] = lru_cache(10_000)(self._find_club)
        self._last: dict[UUID, int] = {}
        """The number of the last turn of each club and of each webhook."""
        self._turns = count(1)

    def deliver(self, stop: Event | None = None) -> int:
        """Deliver what is due, unless another process does. Returns the number of delivered messages.

        While one receiver is slow, the others get their messages. ``stop``: begin no further turn once it is set.
        """
        with self.webhooks.turn() as is_held:
            return self._deliver_in_turns(stop or Event()) if is_held else 0

    def deliver_all(self, stop: Event) -> None:
        """Deliver until nothing is due, or until ``stop`` is set."""
        while self.deliver(stop) and not stop.is_set():
            pass

    def _deliver_in_turns(self, stop: Event) -> int:
        delivered = 0
        running: dict[UUID, Webhook] = {}
        ended: SimpleQueue[tuple[UUID, int | Exception]] = SimpleQueue()
        quiet_since: dict[UUID, float] = {}
        """The time at which a webhook had nothing to deliver. It is looked at again after `POLL_SECONDS`."""
        while True:
            if not stop.is_set():
                quiet = {each for each, at in quiet_since.items() if monotonic() - at < POLL_SECONDS}
                for webhook in self._next(running, quiet):
                    running[webhook.id] = webhook
                    # Not of a pool, since a process that stops would wait for the threads of one.
                    Thread(target=self._take_turn, args=(webhook, ended), name="nought-webhook", daemon=True).start()
            if not running:
                return delivered
            with suppress(Empty):
                identity, result = ended.get(timeout=POLL_SECONDS)
                del running[identity]
                if isinstance(result, Exception):
                    raise result
                delivered += result
                if not result:
                    quiet_since[identity] = monotonic()

    def _next(self, running: Mapping[UUID, Webhook], quiet: set[UUID]) -> Iterator[Webhook]:
        """Yield the due webhooks that get a turn now: those of the club that waited longest come first."""
        busy = Counter(self._club(each.tournament) for each in running.values())
        free = AT_ONCE - len(running)
        waiting = [each for each in self.webhooks.due() if each.id not in running and each.id not in quiet]
        while free and waiting:
            webhook = min(
                waiting, key=lambda each: (self._last.get(self._club(each.tournament), 0), self._last.get(each.id, 0))
            )
            waiting.remove(webhook)
            club = self._club(webhook.tournament)
            if busy[club] >= OF_A_CLUB:
                continue
            busy[club] += 1
            free -= 1
            self._last[club] = self._last[webhook.id] = next(self._turns)
            yield webhook

    def _find_club(self, tournament: UUID) -> UUID:
        """Return the club of a tournament; the tournament itself if it belongs to none."""
        row = self.catalogue.find(tournament)
        return (row.club if row else None) or tournament

    def _take_turn(self, webhook: Webhook, ended: SimpleQueue[tuple[UUID, int | Exception]]) -> None:
        try:
            ended.put((webhook.id, self._deliver(webhook)))
        except Exception as error:  # noqa: BLE001 - the thread that began the turn raises it
            ended.put((webhook.id, error))

    def _deliver(self, webhook: Webhook) -> int:
        """Deliver the next messages of a webhook, up to one that fails, as long as its turn lasts."""
        delivered, began = 0, monotonic()
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
                self.webhooks.fail(webhook, answer, pause_after(webhook.failures, FIRST_PAUSE))
                return delivered
            if not self.webhooks.move(webhook, notification.id, answer):
                return delivered
            webhook = replace(webhook, position=notification.id, failures=0)
            passed = notification.id
            delivered += 1
            if monotonic() - began > TURN_SECONDS:
                break
        if passed > webhook.position:
            self.webhooks.move(webhook, passed)
        return delivered

    def _delay(self, tournament: UUID) -> float:
        """Return the delay in seconds after which everybody may see a tournament: the longest delay of its tables."""
        delays = read_delays(self.catalogue)
        row = self.catalogue.find(tournament) if delays else None
        return longest_delay(delays, row.data["tables"]) if row else 0.0

    def _is_old(self, stream: UUID, version: int, delay: float) -> bool:
        """Return whether everybody may see an event by now."""
        known = self.recorder.version_ago(stream, delay)
        return known is None or version <= known
