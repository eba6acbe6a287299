"""Limits for attempts with wrong passwords and PINs, and for requests for sign-in links.

No sender can lock out another. Wrong passwords are counted by account and address. Those from all addresses together
are limited too, but a browser on which the account has signed in before has its own count ("device cookies" of OWASP).
An unknown name is treated like an account, so that the answers do not show which names exist. Links may be requested
often, but few are sent.

This is our own code because the counts must hold for all processes: Flask-Limiter keeps them in Redis, Memcached or
MongoDB, and this server has only Postgres.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Final

from flask import request

from api.services import services
from api.site import is_encrypted
from store.tables.people.attempts import Closed, Limit
from store.tables.queries import hash_secret

if TYPE_CHECKING:
    from uuid import UUID

    from werkzeug.wrappers import Response

    from store.tables.people.accounts import Account
    from store.tables.people.invitations import Invitation

COOKIE: Final = "nought_device"
KEPT: Final = timedelta(days=400)
"""The longest time that browsers keep a cookie."""
PATH: Final = "/sign-in"
"""The path that the browser sends the cookie to."""

PASSWORD_PAUSE: Final = timedelta(minutes=15)
PIN_PAUSE: Final = timedelta(minutes=5)
FROM_EVERYWHERE: Final = 50
"""Wrong passwords for an account from unknown browsers at all addresses together, before a pause."""
OF_AN_ADDRESS: Final = 300
"""Wrong passwords from one address for all names together: a whole club may share an address."""
AT_A_CARD: Final = 50
"""Wrong PINs at one card from all addresses together."""
LINKS: Final = 3
"""Links sent to one account before a pause. The pause is as long as such a link is valid."""
LINKS_PAUSE: Final = timedelta(minutes=15)
LINKS_OF_AN_ADDRESS: Final = 20
"""Links that one address may request before a pause."""

ACCOUNTS_OF_AN_ADDRESS: Final = 100
"""Accounts of players that may be made from one address before a pause."""
MAILS_OF_AN_OFFICIAL: Final = 100
"""Invitations that an official may send by mail before a pause."""
JOINS_OF_AN_ACCOUNT: Final = 10
"""Requests to join that an account may send before a pause."""

SLATES_OF_AN_ADDRESS: Final = 20
"""Slates that one address may open without an account before a pause."""


def password_limits(login: str, account: Account | None) -> list[Limit]:
    """Return the limits for a wrong password for this name."""
    if _is_known(account) and account is not None:
        return [Limit(f"device {account.id} {hash_secret(_device()).hex()[:16]}", longest=PASSWORD_PAUSE)]
    spare = account is None
    name = f"password {_digest(login) if account is None else account.id}"
    return [
        Limit(f"{name} {address()}", longest=PASSWORD_PAUSE, spare=spare),
        Limit(name, FROM_EVERYWHERE, PASSWORD_PAUSE, spare=spare),
        Limit(f"passwords {address()}", OF_AN_ADDRESS, timedelta(seconds=30), timedelta(minutes=10), spare=True),
    ]


def own_password_limits(account: Account) -> list[Limit]:
    """Return the limits for a wrong old password of a signed-in account."""
    return [Limit(f"own password {account.id}", longest=PASSWORD_PAUSE)]


def card_limits(card: Invitation) -> list[Limit]:
    """Return the limits for a wrong PIN of a table's card."""
    return [
        Limit(f"card {card.id} {address()}", longest=PIN_PAUSE),
        Limit(f"card {card.id}", AT_A_CARD, PIN_PAUSE),
    ]


def seat_pin_limits(place: UUID, seat: str) -> list[Limit]:
    """Return the limits for a wrong PIN of a seat. Only callers at the table can try, and an official clears it."""
    return [Limit(f"pin {place} {seat}")]


def link_request_limit() -> Limit:
    """Return the limit for requests for links from an address, for all names together."""
    return Limit(f"links {address()}", LINKS_OF_AN_ADDRESS, timedelta(minutes=5), timedelta(minutes=15), spare=True)


def slate_limit() -> Limit:
    """Return the limit for slates that an address opens without an account."""
    return Limit(f"slates {address()}", SLATES_OF_AN_ADDRESS, timedelta(minutes=5), timedelta(minutes=15), spare=True)


def new_account_limit() -> Limit:
    """Return the limit for accounts of players that are made from one address: a whole club may share it."""
    return Limit(f"accounts {address()}", ACCOUNTS_OF_AN_ADDRESS, timedelta(minutes=5), timedelta(hours=1), spare=True)


def passkey_limit() -> Limit:
    """Return the limit for challenges that an address asks for without signing in by one."""
    return Limit(f"passkeys {address()}", OF_AN_ADDRESS, timedelta(seconds=30), timedelta(minutes=10), spare=True)


def join_limit(account: UUID) -> Limit:
    """Return the limit for requests of an account to join clubs."""
    return Limit(f"joins {account}", JOINS_OF_AN_ACCOUNT, timedelta(minutes=15), timedelta(hours=1))


def invitation_mail_limit(account: UUID | None) -> Limit:
    """Return the limit for invitations that an official sends by mail, to addresses that nobody has confirmed."""
    return Limit(f"invitations {account}", MAILS_OF_AN_OFFICIAL, timedelta(minutes=5), timedelta(hours=1))


def is_link_due(login: str, account: Account | None) -> bool:
    """Return whether to send another link for this name; if not, an earlier one is still valid.

    A request is never refused because of its name: everybody who knows a name may request links for it.
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
    """Mark the browser as one on which the account has signed in."""
    answer.set_cookie(
        COOKIE,
        services().devices.remember(account, _device()),
        max_age=KEPT,
        path=PATH,
        httponly=True,
        secure=is_encrypted(),
        samesite="Lax",
    )


def address() -> str:
    """Return the address of the request; for IPv6 its /64 network, since one household has a whole network."""
    sender = request.remote_addr or "unknown"
    try:
        parsed = ip_address(sender)
    except ValueError:
        return sender
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, 64), strict=False))
    return sender


def _is_known(account: Account | None) -> bool:
    """Return whether the account has signed in on this browser."""
    return services().devices.is_known(account.id if account else None, _device())


def _device() -> str:
    """Return the secret in the device cookie; empty without one."""
    secret = request.cookies.get(COOKIE, "")
    return secret if len(secret) <= 200 else ""


def _digest(login: str) -> str:
    """Return a hash that stands for an unknown name, no longer than an account's id."""
    return sha256(login.encode("utf-8", "surrogatepass")).hexdigest()[:36]
