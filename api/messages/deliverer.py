"""Deliver messages: by push to the devices of an account, by mail to an account without any.

One process at a time makes and delivers them. Deliveries take turns in a bounded number of threads, one of a device at
once, and hosts that answer slowly share a few of these, so none costs another's turn. A delivery is noted after the
answer: a process that is killed loses nothing, and sends again what was on its way, with the same id, which the service
worker shows once.
"""

from __future__ import annotations

import http.client
import json
import logging
import smtplib
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from api.club_zones import zone_of
from api.keeping import pause_after
from api.messages.contents import Content, Contents, Later
from api.messages.kinds import LIVES
from api.messages.push import encode, send
from api.messages.push_keys import push_key
from api.messages.texts import text_of
from api.people import mail
from api.people.mail_addresses import is_address
from api.webhooks.requests import UnusableUrl
from replay.words import messages as words

if TYPE_CHECKING:
    from collections.abc import Callable

    from cryptography.hazmat.primitives.asymmetric import ec

    from api.messages.maker import Maker
    from api.proof.keys import Keys
    from api.site import Site
    from domain.ledger import Ledger
    from replay.words import Language
    from store.events.event_recorder import EventRecorder
    from store.tables.catalogue import Catalogue
    from store.tables.message_choices import Choices, PushDevice
    from store.tables.messages import Delivery, Message, Messages

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
FIRST_PAUSE = 5.0
"""The seconds before the next attempt, after the first failure."""
MAIL: Final = ""
"""Stands for the mail server among the hosts."""

MOST_HOSTS: Final = 1000

_log = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """The end of an attempt to deliver a message."""

    delivery: Delivery
    status: int
    """The status of the answer; 0 without one."""
    pause: float
    seconds: float


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
        self.maker, self.keys, self.site, self.language_of = maker, keys, site, language_of
        self._key: ec.EllipticCurvePrivateKey | None = None
        self._quick: set[str] = set()
        """The hosts whose last answer was quick; all others count as slow."""
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
            if not running:
                if is_more and not stop.is_set():
                    continue
                return delivered
            with suppress(Empty):
                outcome = ended.get(timeout=LOOK_SECONDS)
                del running[outcome.delivery.id]
                delivered += self._note(outcome)

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

        Returns those that begin once others have ended. What waits for a slow host is left, and read again later.
        """
        busy = {each.device.id for each in running.values() if each.device}
        hosts = [host_of(each.device) for each in running.values()]
        left = []
        for delivery, content in waiting:
            device, host = delivery.device, host_of(delivery.device)
            if len(hosts) >= AT_ONCE:
                left.append((delivery, content))
                continue
            is_held_up = hosts.count(MAIL) >= BY_MAIL_AT_ONCE if device is None else device.id in busy
            if is_held_up or (device and host not in self._quick and not self._slow_slots(hosts)):
                continue
            if device is not None:
                busy.add(device.id)
            hosts.append(host)
            running[delivery.id] = delivery
            # Not of a pool, since a process that stops would wait for the threads of one.
            Thread(target=self._attempt, args=(delivery, content, ended), name="nought-message", daemon=True).start()
        return left

    def _slow_slots(self, hosts: list[str]) -> int:
        """Return how many more deliveries to slow hosts may begin. ``hosts``: those of all that are on their way."""
        return max(SLOW_AT_ONCE - sum(host != MAIL and host not in self._quick for host in hosts), 0)

    def _attempt(self, delivery: Delivery, content: Content, ended: SimpleQueue[Outcome]) -> None:
        began = time.monotonic()
        status, pause = 0, 0.0
        try:
            if delivery.device is None:
                self._mail(delivery, content)
                status = 200
            else:
                status, pause = self._push(delivery, delivery.device, content)
        except (OSError, http.client.HTTPException, smtplib.SMTPException, UnusableUrl):
            pass  # no answer, which is noted as such
        except Exception as error:  # noqa: BLE001 - it counts as a failed attempt; the others go on
            # Not the error's text, which may quote names.
            _log.error("a message could not be sent: %s", type(error).__name__)
        ended.put(Outcome(delivery, status, pause, time.monotonic() - began))

    def _push(self, delivery: Delivery, device: PushDevice, content: Content) -> tuple[int, float]:
        if self._key is None:
            self._key = push_key(self.keys)
        title, line = text_of(self._language(delivery), content)
        message = delivery.message
        body = {"id": str(message.id), "title": title[:120], "body": line[:600], "url": content.path}
        return send(
            device,
            json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(),
            self._key,
            contact=self.site.url if self.site.url.startswith("https:") else "",
            topic=f"{message.account} {message.kind} {content.about}",
            lives=max(seconds_left(message), 0),
        )

    def _mail(self, delivery: Delivery, content: Content) -> None:
        language = self._language(delivery)
        title, line = text_of(language, content)
        ending = f"{self.site.url}/me/messages/unsubscribe/{encode(delivery.choices.unsubscribe)}"
        footer = words.unsubscribe(language, ending)
        mail.send(
            self.site,
            delivery.login,
            " ".join(title.split()),
            f"{line}\n\n{self.site.url}{content.path}\n\n-- \n{footer}\n",
            {
                "Message-ID": f"<message-{delivery.message.id}.{delivery.message.stream}@{self.site.host}>",
                "List-Unsubscribe": f"<{ending}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )

    def _language(self, delivery: Delivery) -> Language:
        return self.language_of(delivery.choices.language)

    def _note(self, outcome: Outcome) -> bool:
        """Note how an attempt ended. Returns whether the message was delivered."""
        delivery, status = outcome.delivery, outcome.status
        host = host_of(delivery.device)
        if outcome.seconds > SLOW_SECONDS or not status:
            self._quick.discard(host)
        elif len(self._quick) < MOST_HOSTS:
            self._quick.add(host)
        is_delivered = 200 <= status < 300
        self.attempts["delivered" if is_delivered else "failed"] += 1
        if is_delivered:
            self.messages.delivered(delivery.id)
            return True
        if status in (404, 410) and delivery.device is not None:
            self.messages.end_device(delivery.device.id)
        elif status in (400, 413):  # it would be refused again
            self.messages.drop([delivery.id])
        else:
            pause = max(pause_after(delivery.failures, FIRST_PAUSE), timedelta(seconds=outcome.pause))
            self.messages.failed(delivery.id, pause, is_refused=bool(status))
        return False


def host_of(device: PushDevice | None) -> str:
    """Return the host of a device's push service; `MAIL` without a device."""
    return urlsplit(device.endpoint).netloc if device else MAIL


def seconds_left(message: Message) -> int:
    """Return the seconds until a message is out of date."""
    return LIVES[message.kind] - int((datetime.now(UTC) - message.made_at).total_seconds())


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
