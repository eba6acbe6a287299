"""The sender of a request as known before Flask handles it: for fair shares of the server, never for permissions."""

from __future__ import annotations

import re
from collections import OrderedDict
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

SIGNED_IN: Final = "nought.signed_in"
"""The key in a request's environment that is set if its token or session is valid."""
REMEMBERED: Final = 4096
_SESSION: Final = re.compile(r"(?:^|;\s*)((?:__Host-)?nought_session=[^;]+)")


class Reader(NamedTuple):
    """The sender of a request: a digest of a token or session that was valid before, else an address."""

    name: str
    signed_in: bool = False


class Readers:
    """The readers of a process. A token or session identifies one after a request in which it was valid."""

    def __init__(self, proxies: int = 0) -> None:
        self.proxies = proxies
        self._known: OrderedDict[str, None] = OrderedDict()

    def reader(self, environ: Mapping[str, Any]) -> Reader:
        """Return the reader that sends a request."""
        credential = credential_of(environ)
        if credential in self._known:
            self._known.move_to_end(credential)
            return Reader(credential, signed_in=True)
        return Reader(address_of(environ, self.proxies))

    def remember(self, environ: Mapping[str, Any]) -> None:
        """Remember the token or session of a request if it was valid, else forget it."""
        if not (credential := credential_of(environ)):
            return
        if environ.get(SIGNED_IN):
            self._known[credential] = None
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        else:
            self._known.pop(credential, None)


def credential_of(environ: Mapping[str, Any]) -> str:
    """Return a digest of the request's token or session; empty if there is none."""
    credential = environ.get("HTTP_AUTHORIZATION", "")
    if not credential and (session := _SESSION.search(environ.get("HTTP_COOKIE", ""))):
        credential = session[1]
    return sha256(credential.encode("utf-8", "surrogatepass")).hexdigest() if credential else ""


def address_of(environ: Mapping[str, Any], proxies: int = 0) -> str:
    """Return the address that sends a request; for IPv6 its /64 network, since one reader has all of it."""
    address: str = environ.get("REMOTE_ADDR", "")
    if proxies:
        hops = [each.strip() for each in environ.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        address = (hops[-proxies] if len(hops) >= proxies else "") or address
    try:
        parsed = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)
