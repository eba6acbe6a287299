"""Sends one signed message to the URL of a webhook, and never into a private network."""

from __future__ import annotations

import base64
import http.client
import ipaddress
import os
import secrets
import socket
import ssl
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from threading import Event, Timer
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

from domain.engine.words.worded import WordedError

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCAL_VARIABLE: Final = "NOUGHT_WEBHOOKS_LOCAL"
"""If this variable is 1, webhooks may use http and addresses of private networks."""
SECONDS: Final = 10.0
"""The most seconds to wait for each step of a request."""
LONGEST_SECONDS: Final = 30.0
"""The most seconds from the connection to the answer, so that a server that sends it byte by byte holds up nobody."""
LONGEST_URL: Final = 2000
NOT_PUBLIC: Final = tuple(
    map(ipaddress.ip_network, ("192.0.0.0/24", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "5f00::/16", "fec0::/10"))
)
"""Networks of the IANA registries of special addresses that some versions of Python call global.

Local protocols, an IPv4 address in IPv6 (compatible, NAT64), segment routing, and the former site-local addresses.
"""


class UnusableUrl(WordedError, ValueError):
    """Raised when messages may not be sent to a URL."""


def new_key() -> str:
    """Return a new key for signatures, as Standard Webhooks writes it."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def check_url(url: str, local: str = LOCAL_VARIABLE) -> SplitResult:
    """Return the parts of a URL. Raises `UnusableUrl` if messages may not be sent there.

    ``local``: the variable that permits http and private networks, here and below.
    """
    is_local = os.environ.get(local) == "1"
    try:
        parts = urlsplit(url)
        is_port_right = parts.port != 0
    except ValueError:
        raise UnusableUrl("this is no URL") from None
    if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or " " in url:
        raise UnusableUrl("this is no URL, or it is too long")
    if parts.scheme != "https" and not (is_local and parts.scheme == "http"):
        raise UnusableUrl("the URL must begin with https://")
    if not parts.hostname or parts.username is not None or not is_port_right or parts.fragment:
        raise UnusableUrl("the URL must have a host, and neither a name, a password nor a fragment")
    return parts


def find_address(host: str, port: int, local: str = LOCAL_VARIABLE) -> str:
    """Return an address of a host. Raises `UnusableUrl` if one of its addresses is not public."""
    try:
        resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise UnusableUrl("the host of the URL has no public address") from None
    addresses = [str(address[0]) for *_, address in resolved]
    if os.environ.get(local) != "1" and not all(map(is_public, addresses)):
        raise UnusableUrl("the host of the URL has no public address")
    return addresses[0]


def is_public(address: str) -> bool:
    """Return whether an address is of the public internet, also if it holds an IPv4 address in another form."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if ip.teredo is not None:
            return False
    return ip.is_global and not ip.is_multicast and not any(ip in network for network in NOT_PUBLIC)


def send(url: str, key: str, identity: str, body: str) -> int:
    """Send a message once and return the status of the answer. Redirects are not followed.

    Raises ``OSError``, ``http.client.HTTPException`` or `UnusableUrl` if there is no answer.
    """
    from standardwebhooks.webhooks import Webhook as Signer

    moment = datetime.now(UTC)
    headers = {
        "Content-Type": "application/json",
        "webhook-id": identity,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": str(Signer(key).sign(identity, moment, body)),
    }
    return post(url, body.encode(), headers, LOCAL_VARIABLE, SECONDS).status


def post(url: str, body: bytes, headers: dict[str, str], local: str, seconds: float) -> http.client.HTTPResponse:
    """Send a request once and return the answer, of which the head was read. Redirects are not followed.

    ``seconds``: the most seconds to wait for each step. Raises like `send`.
    """
    parts = check_url(url, local)
    host = str(parts.hostname)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    # The address that was checked is the one that is used, so that the name cannot lead elsewhere meanwhile.
    address = find_address(host, port, local)
    connection = http.client.HTTPConnection(host, port, timeout=seconds)
    try:
        connected = socket.create_connection((address, port), seconds)
        connection.sock = connected
        if parts.scheme == "https":
            connected = _context().wrap_socket(connected, server_hostname=host, do_handshake_on_connect=False)
            connection.sock, connection.default_port = connected, 443
        with _ended_late(connected):
            if isinstance(connected, ssl.SSLSocket):
                connected.do_handshake()
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", target, body, {"User-Agent": "Nought", **headers})
            return connection.getresponse()
    finally:
        connection.close()


@cache
def _context() -> ssl.SSLContext:
    """Return the context of all connections: to read the certificates takes longer than the rest of a request."""
    return ssl.create_default_context()


@contextmanager
def _ended_late(connected: socket.socket) -> Iterator[None]:
    """End a connection after `LONGEST_SECONDS`, in both directions. Raises ``OSError`` if it was ended."""

    late = Event()

    def end() -> None:
        late.set()  # first, since the end of the connection can look like the end of an answer
        with suppress(OSError):
            # Not the method of an SSL socket, which gives up its encryption while another thread reads.
            socket.socket.shutdown(connected, socket.SHUT_RDWR)

    timer = Timer(LONGEST_SECONDS, end)
    timer.daemon = True
    timer.start()
    try:
        yield
        if late.is_set():
            raise TimeoutError("the answer took too long")
    finally:
        timer.cancel()
