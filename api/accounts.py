"""Officials' accounts, as the pages and the command line look after them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from domain.ledger.commands import name as name_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from api.services import Services
    from store.accounts import Account

ROLES: Final = ("admin", "director", "arbiter", "recorder")
CLUB: Final = {"admin": False, "director": True, "arbiter": None, "recorder": True}
"""Whether the role is one of a club; None where it may be."""
LENDS: Final = {
    "admin": ("admin", "director", "arbiter", "recorder"),
    "director": ("director", "arbiter", "recorder"),
    "arbiter": ("arbiter",),
    "recorder": ("recorder",),
}
"""The roles that somebody's own tokens may have."""
MANAGES: Final = {"admin": ROLES, "director": ("arbiter", "recorder")}
"""The roles of the accounts that somebody may make, make links for, disable and enable: never those of their equals."""
ASKED_FOR: Final = timedelta(minutes=15)
"""How long a link is good that somebody asked for."""
HANDED_OUT: Final = timedelta(hours=24)
"""How long one is good that an official makes for somebody."""
LINK: Final = "/sign-in/{secret}"


class BadAccount(ValueError):
    """An account cannot be so; the message says why."""


def login_of(told: str) -> str:
    """What is typed to sign in, however it is capitalised: a short name, or an address for mail."""
    return normalize("NFKC", told).strip().casefold()


def add(services: Services, login: str, name: str, role: str, club: UUID | None, by: str) -> Account:
    """A new account. Raises `BadAccount`, `LoginTaken`, or `Declined` for a name that is none."""
    login = name_of(login_of(login), "the login")
    if " " in login:
        raise BadAccount("a login has no spaces in it")
    if role not in ROLES:
        raise BadAccount(f"there is no role {role} for an account; the roles are {', '.join(ROLES)}")
    if CLUB[role] is not None and CLUB[role] != (club is not None):
        raise BadAccount(f"the role {role} {'needs a club' if CLUB[role] else 'is not of a club'}")
    if club is not None:
        row = services.catalogue.find(club)
        if row is None or row.kind != "club":
            raise BadAccount(f"there is no club {club}")
    scope = {"club": str(club)} if club else {}
    return services.accounts.add(login, name_of(name, "the name"), role, scope, by)


def link(
    services: Services, account: Account, base: str, lifetime: timedelta = HANDED_OUT, issuer: UUID | None = None
) -> str:
    """Return an address that signs in once. ``issuer``: the account of the official who makes it for another."""
    return base + LINK.format(secret=services.accounts.link(account.id, lifetime, issuer))


def first(services: Services) -> Account | None:
    """The administrator's account of a book to which nobody has signed in yet; made if there is no account."""
    accounts = services.accounts
    if accounts.ever_used():
        return None
    there = accounts.within()
    if not there:
        return accounts.add("admin", "Administrator", "admin", {}, "the first start")
    return next((each for each in there if each.role == "admin" and each.disabled_at is None), None)


def lent(
    role: str, scope: Mapping[str, str], wanted: str, club: str, roles: Mapping[str, Sequence[str]] = LENDS
) -> dict[str, str]:
    """Return the scope of a role that somebody passes on: never more than its own. Raises `BadAccount`.

    ``roles``: those that each role may pass on.
    """
    if wanted not in roles.get(role, ()):
        raise BadAccount(f"the role {role} does not pass on {wanted}")
    own = scope.get("club", "")
    if own and club not in ("", own):
        raise BadAccount("this is not within the club of this account")
    club = club or own
    if CLUB[wanted] is not None and CLUB[wanted] != bool(club):
        raise BadAccount(f"the role {wanted} {'needs a club' if CLUB[wanted] else 'is not of a club'}")
    return {"club": club} if club else {}
