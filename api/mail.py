"""Mail by SMTP, where the operator named a server."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from api.outside import Outside

PATIENCE: Final = 15
"""Seconds."""


def send(around: Outside, to: str, subject: str, text: str) -> None:
    """One message. Raises ``OSError`` (of which SMTP's errors are) if it could not be handed over.

    Encrypted with ``smtps``; with ``smtp`` wherever the server offers it, and always before a password is sent.
    """
    server = urlsplit(around.smtp_url)
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = around.mail_from, to, subject
    message.set_content(text)
    host, port = server.hostname or "", server.port or 0
    trusted = ssl.create_default_context()
    with (
        smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=trusted)
        if server.scheme == "smtps"
        else smtplib.SMTP(host, port, timeout=PATIENCE)
    ) as carrier:
        carrier.ehlo()
        if server.scheme == "smtp" and (server.username or carrier.has_extn("starttls")):
            carrier.starttls(context=trusted)
            carrier.ehlo()
        if server.username:
            carrier.login(unquote(server.username), unquote(server.password or ""))
        carrier.send_message(message)
