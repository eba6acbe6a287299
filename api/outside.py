"""How the site is reached from outside: its address, the proxies before it, and who carries its mail."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast
from urllib.parse import urlsplit

from flask import current_app, request

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

EXTENSION: Final = "nought.outside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """What the operator says of the world around. Everything may be left out in a club's own network."""

    url: str = ""
    """The address that people know, as in ``https://cards.example``."""
    served_at: str = ""
    """Where `nought serve` was told to answer, as in ``http://192.168.1.5:8304``; links lead there without ``url``."""
    proxies: int = 0
    """How many proxies stand before the server and tell by X-Forwarded-… what was asked of them."""
    smtp_url: str = field(default="", repr=False)
    """Who carries mail, as in ``smtps://name:password@mail.example`` or ``smtp://mail.example:587``."""
    mail_from: str = ""

    def __post_init__(self) -> None:
        address = urlsplit(self.url)
        if self.url and (address.scheme not in ("http", "https") or not address.hostname or address.path.strip("/")):
            raise ValueError(f"NOUGHT_URL is {self.url!r}; an address such as https://cards.example is needed")
        if self.smtp_url and urlsplit(self.smtp_url).scheme not in ("smtp", "smtps"):
            raise ValueError("NOUGHT_SMTP_URL begins with smtp:// or smtps://")
        if self.smtp_url and not (self.url and "@" in self.mail_from):
            # A link must not lead to a host that whoever asked for it made up.
            raise ValueError("NOUGHT_SMTP_URL needs NOUGHT_URL, for the links in the mail, and NOUGHT_MAIL_FROM")

    @property
    def host(self) -> str:
        """The host of the address; empty without one."""
        return urlsplit(self.url).hostname or ""

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """Read ``NOUGHT_URL``, ``NOUGHT_PROXIES``, ``NOUGHT_SMTP_URL`` and ``NOUGHT_MAIL_FROM``.

        `nought serve` tells its workers by ``NOUGHT_SERVED_AT`` where it answers. Raises ``ValueError`` if they make no
        sense.
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
        )


def outside() -> Outside:
    """The surroundings of the application that answers this request."""
    return cast("Outside", current_app.extensions.get(EXTENSION) or Outside())


def base() -> str:
    """Return where links lead that leave this site: in a mail, in a QR code, on the console.

    Never the host that a request brought: whoever sends a request chooses it. Empty, so that links are only paths, if
    nobody said how the site is reached.
    """
    return outside().url or outside().served_at


def only_here() -> bool:
    """Whether links that leave this site lead nowhere but on this very machine."""
    return (urlsplit(base()).hostname or "localhost") in ("localhost", "127.0.0.1", "::1")


def encrypted() -> bool:
    """Whether the reader's connection is."""
    return request.is_secure or outside().url.startswith("https:")


def own_host(origin: str) -> bool:
    """Whether an Origin is this site; what is no address is not."""
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:
        return False
    return netloc in (request.host, urlsplit(outside().url).netloc or request.host)
