"""How many wrong passwords and PINs are heard, from whom.

Nobody shuts out somebody else. Guesses at a password are counted by account and address; those from all addresses
together are bounded too, but a browser on which the account has signed in before has a count of its own ("device
cookies", as OWASP describes them). A made-up name is treated as an account is, so that nobody learns which names there
are, and costs an address little. Links are asked for as often as one likes, but few are sent.

Hand-made because the counts must hold for all processes: Flask-Limiter keeps them in Redis, Memcached or MongoDB, and
this server has only Postgres.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Final

from flask import request

from api.outside import encrypted
from api.services import services
from store.attempts import Closed, Limit
from store.queries import hashed

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response

    from store.accounts import Account
    from store.invitations import Invitation

COOKIE: Final = "nought_device"
KEPT: Final = timedelta(days=400)
"""How long browsers keep a cookie at most."""
PATH: Final = "/sign-in"
"""Where the browser sends it."""

PASSWORD_PAUSE: Final = timedelta(minutes=15)
PIN_PAUSE: Final = timedelta(minutes=5)
FROM_EVERYWHERE: Final = 50
"""Wrong passwords for an account from browsers that are not known, from all addresses together, before a pause."""
OF_AN_ADDRESS: Final = 300
"""Wrong passwords from one address, whatever the names: a whole club may share it."""
AT_A_CARD: Final = 50
"""Wrong PINs at one card from all addresses together."""
LINKS: Final = 3
"""Links that are sent to one account before there is a pause, as long as such a link is good at most."""
LINKS_PAUSE: Final = timedelta(minutes=15)
LINKS_OF_AN_ADDRESS: Final = 20
"""Links that one address may ask for before it waits."""


def password_limits(login: str, account: Account | None) -> list[Limit]:
    """Return what a wrong password for this name is counted by."""
    if _is_known(account) and account is not None:
        return [Limit(f"device {account.id} {hashed(_device()).hex()[:16]}", longest=PASSWORD_PAUSE)]
    spare = account is None
    name = f"password {_digest(login) if account is None else account.id}"
    return [
        Limit(f"{name} {address()}", longest=PASSWORD_PAUSE, spare=spare),
        Limit(name, FROM_EVERYWHERE, PASSWORD_PAUSE, spare=spare),
        Limit(f"passwords {address()}", OF_AN_ADDRESS, timedelta(seconds=30), timedelta(minutes=10), spare=True),
    ]


def own_password_limits(account: Account) -> list[Limit]:
    """Return what a wrong old password of somebody who is signed in is counted by."""
    return [Limit(f"own password {account.id}", longest=PASSWORD_PAUSE)]


def card_limits(card: Invitation) -> list[Limit]:
    """Return what a wrong PIN of a table's card is counted by. Who tries has seen the card."""
    return [
        Limit(f"card {card.id} {address()}", longest=PIN_PAUSE),
        Limit(f"card {card.id}", AT_A_CARD, PIN_PAUSE),
    ]


def seat_pin_limits(place: UUID, seat: str) -> list[Limit]:
    """Return what a wrong PIN of a seat is counted by. Only who is at the table tries, and an official clears it."""
    return [Limit(f"pin {place} {seat}")]


def link_request_limit() -> Limit:
    """Return what requests for links are counted by at an address, whatever the names."""
    return Limit(f"links {address()}", LINKS_OF_AN_ADDRESS, timedelta(minutes=5), timedelta(minutes=15), spare=True)


def is_link_due(login: str, account: Account | None) -> bool:
    """Whether a further link is sent for this name; if not, one of the last few minutes is still good.

    Whoever knows the name may ask for links in it, so asking is never refused for the name's sake.
    """
    spare = account is None
    name = f"link {_digest(login) if account is None else account.id}"
    if _is_known(account):
        name += " from a known device"
    try:
        services().attempts.count([Limit(name, LINKS, LINKS_PAUSE, timedelta(hours=1), spare)])
    except Closed:
        return False
    return True


def remember_device(answer: Response, account: UUID) -> None:
    """Let the browser that gets the answer be known as one on which the account has signed in."""
    answer.set_cookie(
        COOKIE,
        services().devices.remember(account, _device()),
        max_age=KEPT,
        path=PATH,
        httponly=True,
        secure=encrypted(),
        samesite="Lax",
    )


def address() -> str:
    """Return where the request comes from; of IPv6 the network, for a house has as many addresses as it likes."""
    sender = request.remote_addr or "unknown"
    try:
        found = ip_address(sender)
    except ValueError:
        return sender
    if isinstance(found, IPv6Address):
        return str(ip_network((found, 64), strict=False))
    return sender


def _is_known(account: Account | None) -> bool:
    """Whether the account has signed in on this browser."""
    return services().devices.is_known(account.id if account else None, _device())


def _device() -> str:
    """Return the secret by which the browser is known; empty without one."""
    secret = request.cookies.get(COOKIE, "")
    return secret if len(secret) <= 200 else ""


def _digest(login: str) -> str:
    """Return what stands for a made-up name: no longer than an account's id, whatever was typed."""
    return sha256(login.encode("utf-8", "surrogatepass")).hexdigest()[:36]
