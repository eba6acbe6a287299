"""The sender of a request, as far as it is known before the request is handled: for fair shares, never for rights."""

from __future__ import annotations

import re
from collections import OrderedDict
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

SIGNED_IN: Final = "nought.signed_in"
"""Set in the environment of a request whose token or session was found to be good."""
REMEMBERED: Final = 4096
_SESSION: Final = re.compile(r"(?:^|;\s*)((?:__Host-)?nought_session=[^;]+)")


class Reader(NamedTuple):
    """Somebody who asks: a token or a session that was good before, else an address."""

    name: str
    signed_in: bool = False


class Readers:
    """Tells readers apart. A token or a session counts once a request with it was let in by this process."""

    def __init__(self, proxies: int = 0) -> None:
        self.proxies = proxies
        self._known: OrderedDict[str, None] = OrderedDict()

    def reader(self, environ: Mapping[str, Any]) -> Reader:
        """Return who sends this request."""
        credential = credential_of(environ)
        if credential in self._known:
            self._known.move_to_end(credential)
            return Reader(credential, signed_in=True)
        return Reader(address_of(environ, self.proxies))

    def remember(self, environ: Mapping[str, Any]) -> None:
        """Take note of how a request ended: whether its token or session was good."""
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
    """Return the address a request comes from; the network of an IPv6 address, since one reader has all of it."""
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
