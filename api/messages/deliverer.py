"""Deliver messages: by push to the devices of an account, by mail to an account without any.

One process at a time makes and delivers them. Deliveries take turns in a bounded number of threads, one of a device at
once, and hosts that answer slowly share a few of these, so none costs another's turn. A delivery is noted after the
answer: a process that is killed loses nothing, and sends again what was on its way, with the same id, which the service
worker shows once.
"""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from api.club_zones import zone_of
from api.keeping import pause_after
from api.messages.contents import Content, Contents, Later
from api.messages.sender import Sender, seconds_left
from api.people.mail_addresses import is_address

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from api.messages.maker import Maker
    from api.messages.sender import Outcome
    from api.proof.keys import Keys
    from api.site import Site
    from domain.ledger import Ledger
    from replay.words import Language
    from store.events.event_recorder import EventRecorder
    from store.tables.catalogue import Catalogue
    from store.tables.people.message_choices import Choices, PushDevice
    from store.tables.people.messages import Delivery, Messages

POLL_SECONDS: Final = 1.0
BATCH: Final = 200
"""The most deliveries whose contents are read together."""
AT_ONCE: Final = 24
"""The deliveries that are on their way at once. Almost all of the time is waiting for an answer."""
SLOW_AT_ONCE: Final = 4
"""The most of them to hosts that answered slowly, or did not answer yet."""
SLOW_SECONDS: Final = 2.0
"""The seconds of an answer after which a host counts as slow."""
LOOK_SECONDS: Final = 0.2
"""The seconds after which new messages are looked for while others are on their way."""
BY_MAIL_AT_ONCE: Final = 4
MOST_A_SECOND: Final = 100
"""The most deliveries that begin in a second, so that they leave the processor to the requests of scribes."""
FIRST_PAUSE = 5.0
"""The seconds before the next attempt, after the first failure."""
MAIL: Final = ""
"""Stands for the mail server among the hosts."""

MOST_HOSTS: Final = 1000

_log = logging.getLogger(__name__)


class Messenger:
    """Makes and delivers the messages of a record book."""

    def __init__(
        self,
        ledger: Ledger,
        recorder: EventRecorder,
        catalogue: Catalogue,
        messages: Messages,
        maker: Maker,
        keys: Keys,
        site: Site,
        language_of: Callable[[str], Language],
    ) -> None:
        self.ledger, self.recorder, self.catalogue, self.messages = ledger, recorder, catalogue, messages
        self.maker, self.site = maker, site
        self.sender = Sender(keys, site, language_of)
        self._quick: set[str] = set()
        """The hosts whose last answer was quick; all others count as slow."""
        self._begin_at = 0.0
        """The time before which no further delivery begins."""
        self.attempts = {"delivered": 0, "failed": 0}
        """The numbers of attempts to deliver a message, by outcome."""

    def keep(self, stop: Event) -> None:
        """Make and deliver messages until nothing is due, or until ``stop`` is set."""
        while self.work(stop) and not stop.is_set():
            pass

    def work(self, stop: Event | None = None) -> int:
        """Make and deliver what is due, unless another process does. Returns the number of delivered messages."""
        with self.messages.turn() as is_held:
            if not is_held:
                return 0
            self.messages.forget_old()
            return self._deliver(stop or Event())

    def _deliver(self, stop: Event) -> int:
        delivered = 0
        running: dict[int, Delivery] = {}
        ended: SimpleQueue[Outcome] = SimpleQueue()
        waiting: list[tuple[Delivery, Content]] = []
        looked = -POLL_SECONDS
        while True:
            is_more = False
            if not stop.is_set() and not waiting and (not running or time.monotonic() - looked > LOOK_SECONDS):
                looked = time.monotonic()
                is_more = self.maker.make_on()
                waiting = self._next(running)
            if not stop.is_set():
                waiting = self._begin(waiting, running, ended)
            if not running and (stop.is_set() or not (is_more or waiting)):
                return delivered
            outcomes = waited_for(ended)
            for outcome in outcomes:
                del running[outcome.delivery.id]
            delivered += self._note(outcomes)

    def _next(self, running: dict[int, Delivery]) -> list[tuple[Delivery, Content]]:
        """Return the next deliveries with their contents; those that are not true any more are dropped."""
        devices = [each.device.id for each in running.values() if each.device]
        hosts = [host_of(each.device) for each in running.values()]
        quick = None if self._slow_slots(hosts) else sorted(self._quick)
        due = self.messages.due(list(running), devices, quick, hosts.count(MAIL) < BY_MAIL_AT_ONCE, BATCH)
        contents = Contents(self.ledger, self.recorder, self.catalogue)
        zone = cache(lambda club: ZoneInfo(zone_of(self.catalogue, str(club)) or "UTC"))
        ready: list[tuple[Delivery, Content]] = []
        dropped = []
        for each in due:
            content = self._read(contents, each) if self._is_wanted(each) else None
            quiet = seconds_of_quiet(datetime.now(zone(each.message.club)), each.choices)
            if content is None:
                dropped.append(each.id)
            elif isinstance(content, Later):
                self.messages.wait(each.id, timedelta(seconds=content.seconds))
            elif quiet:
                self.messages.wait(each.id, timedelta(seconds=quiet))
            else:
                ready.append((each, content))
        self.messages.drop(dropped)
        return ready

    def _read(self, contents: Contents, delivery: Delivery) -> Content | Later | None:
        """Return the content of a delivery; one that cannot be read is read again later, and holds up no other."""
        try:
            return contents.of(delivery.message)
        except Exception as error:  # noqa: BLE001 - the others go on
            # Not the error's text, which may quote names.
            _log.error("a message could not be read: %s", type(error).__name__)
            return Later()

    def _is_wanted(self, delivery: Delivery) -> bool:
        """Return whether the account still wants to be told of this, and it is not too late."""
        choices = delivery.choices
        if delivery.message.kind not in choices.kinds or seconds_left(delivery.message) <= 0:
            return False
        return delivery.device is not None or (
            choices.by_mail and bool(self.site.smtp_url) and is_address(delivery.login)
        )

    def _begin(
        self, waiting: list[tuple[Delivery, Content]], running: dict[int, Delivery], ended: SimpleQueue[Outcome]
    ) -> list[tuple[Delivery, Content]]:
        """Begin deliveries: one of a device at once, few of slow hosts and of the mail server.

        Returns those that begin a moment later. What waits for a slow host is left, and read again later.
        """
        busy = {each.device.id for each in running.values() if each.device}
        hosts = [host_of(each.device) for each in running.values()]
        for number, (delivery, content) in enumerate(waiting):
            now = time.monotonic()
            if len(hosts) >= AT_ONCE or now < self._begin_at:
                return waiting[number:]
            device, host = delivery.device, host_of(delivery.device)
            is_held_up = hosts.count(MAIL) >= BY_MAIL_AT_ONCE if device is None else device.id in busy
            if is_held_up or (device and host not in self._quick and not self._slow_slots(hosts)):
                continue
            if device is not None:
                busy.add(device.id)
            hosts.append(host)
            running[delivery.id] = delivery
            self._begin_at = max(self._begin_at, now - LOOK_SECONDS) + 1 / MOST_A_SECOND
            # Not of a pool, since a process that stops would wait for the threads of one.
            Thread(
                target=self.sender.attempt, args=(delivery, content, ended), name="nought-message", daemon=True
            ).start()
        return []

    def _slow_slots(self, hosts: list[str]) -> int:
        """Return how many more deliveries to slow hosts may begin. ``hosts``: those of all that are on their way."""
        return max(SLOW_AT_ONCE - sum(host != MAIL and host not in self._quick for host in hosts), 0)

    def _note(self, outcomes: Sequence[Outcome]) -> int:
        """Note how some attempts ended. Returns the number of messages that were delivered."""
        delivered = [each.delivery.id for each in outcomes if each.is_delivered]
        self.messages.delivered(delivered)
        for each in outcomes:
            host = host_of(each.delivery.device)
            if each.seconds > SLOW_SECONDS or not each.status:
                self._quick.discard(host)
            elif len(self._quick) < MOST_HOSTS:
                self._quick.add(host)
            if not each.is_delivered:
                self._note_failure(each)
        self.attempts["delivered"] += len(delivered)
        self.attempts["failed"] += len(outcomes) - len(delivered)
        return len(delivered)

    def _note_failure(self, outcome: Outcome) -> None:
        delivery, status = outcome.delivery, outcome.status
        if status in (404, 410) and delivery.device is not None:
            self.messages.end_device(delivery.device.id)
        elif outcome.is_refused_for_good:
            self.messages.drop([delivery.id])
        else:
            pause = max(pause_after(delivery.failures, FIRST_PAUSE), timedelta(seconds=outcome.pause))
            self.messages.failed(delivery.id, pause, is_refused=bool(status))


def waited_for(ended: SimpleQueue[Outcome]) -> list[Outcome]:
    """Return all attempts that ended, and wait a moment for the first; none if none has ended by then."""
    outcomes: list[Outcome] = []
    with suppress(Empty):
        outcomes.append(ended.get(timeout=LOOK_SECONDS))
        while True:
            outcomes.append(ended.get_nowait())
    return outcomes


def host_of(device: PushDevice | None) -> str:
    """Return the host of a device's push service; `MAIL` without a device."""
    return urlsplit(device.endpoint).netloc if device else MAIL


def seconds_of_quiet(now: datetime, choices: Choices) -> float:
    """Return the seconds until an account's quiet hours end; 0 if it has none now. ``now``: with a time zone."""
    if choices.quiet is None:
        return 0.0
    begin, end = choices.quiet
    clock = now.time()
    is_quiet = begin <= clock < end if begin <= end else clock >= begin or clock < end
    if not is_quiet:
        return 0.0
    until = datetime.combine(now.date(), end, now.tzinfo)
    if until <= now:
        until = datetime.combine(now.date() + timedelta(days=1), end, now.tzinfo)
    return max((until.astimezone(UTC) - now.astimezone(UTC)).total_seconds(), 1.0)
