"""The addresses of the server: where it listens, and where browsers reach it."""

from __future__ import annotations

HOST, PORT = "127.0.0.1", 8304
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104, compared with, not listened on


def browser_host(host: str) -> str:
    """Return the host for a URL on this machine, also if the server listens everywhere."""
    return HOST if host in EVERYWHERE else f"[{host}]" if ":" in host else host


def public_url(host: str, port: int) -> str:
    """Return the URL at which other machines probably reach the server, for links and QR codes."""
    return f"http://{own_address() if host in EVERYWHERE else browser_host(host)}:{port}"


def own_address() -> str:
    """Return this machine's address in its network; the loopback address if it is in none."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses its own address. 192.0.2.1 is reserved for documentation.
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return HOST
    return address
