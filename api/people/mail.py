"""Send mail by SMTP."""

from __future__ import annotations

import smtplib
import ssl
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from types import MappingProxyType
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from api.site import Site

TIMEOUT: Final = 15
"""The seconds to wait for the server."""
POLICY: Final = SMTP.clone(max_line_length=998)
"""The form of messages. Their lines are as long as SMTP allows, since addresses in headers must not be broken or
encoded (RFC 2369, 2)."""
NO_HEADERS: Final = MappingProxyType[str, str]({})


def send(site: Site, to: str, subject: str, text: str, headers: Mapping[str, str] = NO_HEADERS) -> None:
    """Send one message to one address, for which `mail_addresses.is_address` is true.

    ``headers``: more of them; with a ``Message-ID``, a message that is sent twice can be shown once.

    Raises ``OSError`` if the server does not accept it (SMTP's errors are subclasses).

    The connection is encrypted with ``smtps``; with ``smtp`` if the server offers it, or if there is a password.
    """
    server = urlsplit(site.smtp_url)
    message = EmailMessage(POLICY)
    message["From"], message["To"], message["Subject"] = site.mail_from, Address(addr_spec=to), subject
    message["Date"] = format_datetime(datetime.now(UTC))
    if "Message-ID" not in headers:
        message["Message-ID"] = make_msgid(domain=site.host)
    for name, value in headers.items():
        message[name] = value
    message.set_content(text)
    host, port = server.hostname or "", server.port or 0
    context = ssl.create_default_context()
    with (
        smtplib.SMTP_SSL(host, port, timeout=TIMEOUT, context=context)
        if server.scheme == "smtps"
        else smtplib.SMTP(host, port, timeout=TIMEOUT)
    ) as connection:
        connection.ehlo()
        if server.scheme == "smtp" and (server.username or connection.has_extn("starttls")):
            connection.starttls(context=context)
            connection.ehlo()
        if server.username:
            connection.login(unquote(server.username), unquote(server.password or ""))
        connection.send_message(message, to_addrs=[to])
