"""The site's address, the proxies before it, its mail server, and the secret of its figures."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

from flask import current_app, request

from api.people.mail_addresses import is_sender
from api.proof.policy_file import read_policy
from domain.proof.witness_policies import WitnessPolicy

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

EXTENSION: Final = "nought.site"
SHORTEST_SECRET: Final = 16


def _is_mail_server(url: str) -> bool:
    """Return whether a URL names a mail server. A password with a sign such as # must be written as %23."""
    try:
        parts = urlsplit(url)
        is_port_right = parts.port != 0
    except ValueError:
        return False
    is_rest_empty = parts.path in ("", "/") and not parts.query and not parts.fragment
    return parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and is_port_right and is_rest_empty


def _is_issuer(url: str) -> bool:
    """Return whether a URL names an issuer of OpenID Connect: https, or this machine."""
    parts = urlsplit(url)
    is_local_host = parts.scheme == "http" and parts.hostname in ("localhost", "127.0.0.1")
    return bool(parts.hostname) and (parts.scheme == "https" or is_local_host) and not (parts.query or parts.fragment)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The operator's settings of address, proxies and mail. All are optional, as in a club's own network."""

    url: str = ""
    """The public address, such as ``https://cards.example``."""
    served_at: str = ""
    """The address that `nought serve` listens on, such as ``http://192.168.1.5:8304``; for links without ``url``."""
    proxies: int = 0
    """The number of proxies before the server that set X-Forwarded-…."""
    smtp_url: str = field(default="", repr=False)
    """The mail server, such as ``smtps://name:password@mail.example`` or ``smtp://mail.example:587``."""
    mail_from: str = ""
    issuer: str = ""
    """The issuer at which people may sign in (OpenID Connect), such as ``https://login.federation.example``."""
    issuer_client: str = ""
    """The name under which the issuer knows this site."""
    issuer_secret: str = field(default="", repr=False)
    issuer_name: str = ""
    """The name of the issuer on pages; by default its host."""
    metrics: str = field(default="", repr=False)
    """The secret with which monitoring reads `/metrics`; nobody may if it is empty."""
    witnesses: WitnessPolicy = field(default_factory=WitnessPolicy)
    """The witnesses of this book's log, and the logs that this server witnesses."""

    def __post_init__(self) -> None:
        address = urlsplit(self.url)
        if self.url and (address.scheme not in ("http", "https") or not address.hostname or address.path.strip("/")):
            raise ValueError(f"NOUGHT_URL is {self.url!r}; an address such as https://cards.example is needed")
        if self.smtp_url and not _is_mail_server(self.smtp_url):
            raise ValueError(
                "NOUGHT_SMTP_URL is smtp:// or smtps:// with a host, and if needed a port, such as smtp://mail.example:587"
            )
        if self.smtp_url and not (self.url and self.mail_from):
            # Otherwise the sender of a request could choose the host of the links.
            raise ValueError("NOUGHT_SMTP_URL needs NOUGHT_URL, for the links in the mail, and NOUGHT_MAIL_FROM")
        if self.mail_from and not is_sender(self.mail_from):
            raise ValueError(f"NOUGHT_MAIL_FROM is {self.mail_from!r}; one mail address is needed")
        if self.issuer and not (self.issuer_client and self.url):
            raise ValueError("NOUGHT_OIDC_ISSUER needs NOUGHT_OIDC_CLIENT, and NOUGHT_URL, to come back to")
        if self.issuer and not _is_issuer(self.issuer):
            raise ValueError(f"NOUGHT_OIDC_ISSUER is {self.issuer!r}; an address that begins with https:// is needed")
        if self.metrics and (len(self.metrics) < SHORTEST_SECRET or not self.metrics.isascii()):
            raise ValueError(f"NOUGHT_METRICS is a secret of {SHORTEST_SECRET} or more letters, digits and signs")

    @property
    def host(self) -> str:
        """Return the host of the public address; empty without one."""
        return urlsplit(self.url).hostname or ""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """Read ``NOUGHT_URL``, ``NOUGHT_PROXIES``, ``NOUGHT_SMTP_URL``, ``NOUGHT_MAIL_FROM``, ``NOUGHT_METRICS``, ….

        `nought serve` sets ``NOUGHT_SERVED_AT`` for its workers. Raises ``ValueError`` for an impossible value.
        """
        proxies = environ.get("NOUGHT_PROXIES") or "0"
        if not proxies.isdecimal() or int(proxies) > 9:
            raise ValueError(f"NOUGHT_PROXIES is {proxies!r}; a number up to 9 is needed")
        return cls(
            url=environ.get("NOUGHT_URL", "").rstrip("/"),
            served_at=environ.get("NOUGHT_SERVED_AT", ""),
            proxies=int(proxies),
            smtp_url=environ.get("NOUGHT_SMTP_URL", ""),
            mail_from=environ.get("NOUGHT_MAIL_FROM", ""),
            issuer=environ.get("NOUGHT_OIDC_ISSUER", "").strip(),
            issuer_client=environ.get("NOUGHT_OIDC_CLIENT", "").strip(),
            issuer_secret=environ.get("NOUGHT_OIDC_SECRET", "").strip(),
            issuer_name=environ.get("NOUGHT_OIDC_NAME", "").strip(),
            metrics=environ.get("NOUGHT_METRICS", "").strip(),
            witnesses=read_policy(path) if (path := environ.get("NOUGHT_WITNESSES", "")) else WitnessPolicy(),
        )


def site() -> Site:
    """Return the settings of the application that answers this request."""
    return cast("Site", current_app.extensions.get(EXTENSION) or Site())


def base_url() -> str:
    """Return the base of links in mails, in QR codes and on the console; empty if no address is set.

    It is never the host of a request, which its sender chooses.
    """
    return site().url or site().served_at


def is_local() -> bool:
    """Return whether links with `base_url` work on this machine only."""
    return (urlsplit(base_url()).hostname or "localhost") in ("localhost", "127.0.0.1", "::1")


def is_encrypted() -> bool:
    """Return whether the client's connection is encrypted."""
    return request.is_secure or site().url.startswith("https:")


def is_own_host(origin: str) -> bool:
    """Return whether an Origin is this site; False if it is no address."""
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:
        return False
    return netloc in (request.host, urlsplit(site().url).netloc or request.host)
