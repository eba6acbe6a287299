"""Send a message once: to a device by its push service, or by mail."""

from __future__ import annotations

import http.client
import json
import logging
import smtplib
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from api.messages.kinds import LIVES
from api.messages.push import encode, send
from api.messages.push_keys import push_key
from api.messages.texts import text_of
from api.people import mail
from api.webhooks.requests import UnusableUrl
from replay.words import messages as words

if TYPE_CHECKING:
    from collections.abc import Callable
    from queue import SimpleQueue

    from cryptography.hazmat.primitives.asymmetric import ec

    from api.messages.contents import Content
    from api.proof.keys import Keys
    from api.site import Site
    from replay.words import Language
    from store.tables.people.message_choices import PushDevice
    from store.tables.people.messages import Delivery, Message

_log = logging.getLogger(__name__)


class Outcome(NamedTuple):
    """The end of an attempt to deliver a message."""

    delivery: Delivery
    status: int
    """The status of the answer, of HTTP or of SMTP; 0 without one."""
    pause: float
    """The seconds for which the push service wants to be left alone."""
    seconds: float
    """The seconds that the attempt took."""

    @property
    def is_delivered(self) -> bool:
        """Return whether the message was taken."""
        return 200 <= self.status < 300

    @property
    def is_refused_for_good(self) -> bool:
        """Return whether the same message would be refused again: by a push service, or by a mail server (5yz)."""
        return self.status >= 500 if self.delivery.device is None else self.status in (400, 413)


class Sender:
    """Sends messages, each in the language of its account."""

    def __init__(self, keys: Keys, site: Site, language_of: Callable[[str], Language]) -> None:
        self.keys, self.site, self.language_of = keys, site, language_of
        self._key: ec.EllipticCurvePrivateKey | None = None

    def attempt(self, delivery: Delivery, content: Content, ended: SimpleQueue[Outcome]) -> None:
        """Send a message once, and put what came of it into a queue. Never raises."""
        began = time.monotonic()
        status, pause = 0, 0.0
        try:
            if delivery.device is None:
                self.mail(delivery, content)
                status = 200
            else:
                status, pause = self.push(delivery, delivery.device, content)
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as refused:
            status = status_of(refused)
        except (OSError, http.client.HTTPException, smtplib.SMTPException, UnusableUrl):
            pass  # no answer, which is noted as such
        except Exception as error:  # noqa: BLE001 - it counts as a failed attempt; the others go on
            # Not the error's text, which may quote names.
            _log.error("a message could not be sent: %s", type(error).__name__)
        ended.put(Outcome(delivery, status, pause, time.monotonic() - began))

    def push(self, delivery: Delivery, device: PushDevice, content: Content) -> tuple[int, float]:
        """Push a message to a device; return what `api.messages.push.send` returns."""
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

    def mail(self, delivery: Delivery, content: Content) -> None:
        """Mail a message. Raises ``OSError`` if the server does not take it."""
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


def status_of(refused: smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError) -> int:
    """Return the status with which a mail server refuses an address or a mail; 5yz for good (RFC 5321, 4.2.1).

    What else it refuses, such as the sender or the password, is for the operator to mend, and is sent again.
    """
    codes = (
        [refused.smtp_code]
        if isinstance(refused, smtplib.SMTPDataError)
        else [code for code, _ in refused.recipients.values()]
    )
    return max((code for code in codes if code >= 400), default=0)


def seconds_left(message: Message) -> int:
    """Return the seconds until a message is out of date."""
    return LIVES[message.kind] - int((datetime.now(UTC) - message.made_at).total_seconds())
