"""Send mail by SMTP."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from api.site import Site

TIMEOUT: Final = 15
"""Seconds."""


def send(site: Site, to: str, subject: str, text: str) -> None:
    """Send one message. Raises ``OSError``, of which SMTP's errors are, if the server does not take it.

    The connection is encrypted with ``smtps``; with ``smtp`` if the server offers it, and always before a password.
    """
    server = urlsplit(site.smtp_url)
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = site.mail_from, to, subject
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
        connection.send_message(message)
