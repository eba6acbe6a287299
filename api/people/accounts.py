"""Add accounts of officials and make sign-in links, for the pages and the command line."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from api.people.mail_addresses import is_address
from domain.engine.words.values import Listing, Term, sentence
from domain.engine.words.worded import WordedError
from domain.kernel.commands import name as name_of
from domain.kernel.errors import NotFound
from store.tables.people.accounts import LoginTaken

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from uuid import UUID

    from api.services import Services
    from store.tables.people.accounts import Account

ROLE_WORDS: Final = {
    "admin": Term("admin"),
    "director": Term("director"),
    "arbiter": Term("arbiter"),
    "recorder": Term("recorder"),
    "player": Term("player"),
}
PLAYER: Final = "player"
"""The role of an account that is no official's: of players of clubs (`store.tables.people.account_players`)."""
ROLES: Final = ("admin", "director", "arbiter", "recorder")
"""The roles of officials."""
CLUB: Final = {"admin": False, "director": True, "arbiter": None, "recorder": True, PLAYER: False}
"""True if the role needs a club, False if it must have none, None if both are possible."""
LENDS: Final = {
    "admin": ("admin", "director", "arbiter", "recorder"),
    "director": ("director", "arbiter", "recorder"),
    "arbiter": ("arbiter",),
    "recorder": ("recorder",),
    PLAYER: (PLAYER,),
}
"""The roles of tokens that an account may issue to itself."""
MANAGES: Final = {"admin": (*ROLES, PLAYER), "director": ("arbiter", "recorder")}
"""The roles of the accounts that a role may make links for, disable and enable. It adds those of `ROLES` among them."""
REQUESTED_LINK_LIFETIME: Final = timedelta(minutes=15)
"""The validity of a link that its user requested."""
ISSUED_LINK_LIFETIME: Final = timedelta(hours=24)
"""The validity of a link that an official made for a user."""
LINK: Final = "/sign-in/{secret}"


class BadAccount(WordedError, ValueError):
    """Raised when an account is not possible; the message gives the reason."""


def login_of(text: str) -> str:
    """Return a login (a short name or a mail address) in its stored form, without regard to case."""
    return normalize("NFKC", text).strip().casefold()


def short_login(text: str) -> str:
    """Return a login that is no mail address, in its stored form. Raises `BadAccount` or `Declined`."""
    login = name_of(login_of(text), sentence("the login"))
    if " " in login:
        raise BadAccount("a login has no spaces in it")
    if "@" in login:  # Whoever has the address could not tell who set the password.
        raise BadAccount("with a mail address as login, sign in by mail: leave the password out")
    return login


def add(services: Services, login: str, name: str, role: str, club: UUID | None, by: str) -> Account:
    """Add an account. Raises `BadAccount`, `LoginTaken`, or `Declined` for an invalid name."""
    login = name_of(login_of(login), sentence("the login"))
    if " " in login:
        raise BadAccount("a login has no spaces in it")
    if "@" in login and not is_address(login):
        raise BadAccount("{login} is not one mail address; a short name as a login has no @ in it", login=repr(login))
    if role not in ROLES:
        raise BadAccount(
            "there is no role {role} for an account; the roles are {roles}",
            role=role,
            roles=Listing(tuple(ROLE_WORDS[each] for each in ROLES)),
        )
    _check_club(role, has_club=club is not None)
    if club is not None:
        row = services.catalogue.find(club)
        if row is None or row.kind != "club":
            raise BadAccount(NotFound("club", club).sentence)
    scope = {"club": str(club)} if club else {}
    return services.accounts.add(login, name_of(name, sentence("the name")), role, scope, by)


def link(
    services: Services,
    account: Account,
    base: str,
    lifetime: timedelta = ISSUED_LINK_LIFETIME,
    issuer: UUID | None = None,
) -> str:
    """Return a one-time sign-in address. ``issuer``: the account of the official who makes it for another."""
    return base + LINK.format(secret=services.accounts.link(account.id, lifetime, issuer))


def first(services: Services) -> Account | None:
    """Return the administrator's account if nobody has signed in yet, else None. Adds it if there is no account."""
    accounts = services.accounts
    if accounts.has_been_used():
        return None
    rows = accounts.within()
    if not rows:
        with suppress(LoginTaken):  # by another server that starts at the same moment
            return accounts.add("admin", "Administrator", "admin", {}, "the first start")
        rows = accounts.within()
    return next((account for account in rows if account.role == "admin" and account.disabled_at is None), None)


def lend_scope(
    role: str, scope: Mapping[str, str], target: str, club: str, roles: Mapping[str, Sequence[str]] = LENDS
) -> dict[str, str]:
    """Return the scope of a token or account that a role passes on, within its own scope. Raises `BadAccount`.

    ``roles``: the roles that each role may pass on.
    """
    if target not in roles.get(role, ()):
        raise BadAccount(
            "the role {role} does not pass on {other}",
            role=ROLE_WORDS.get(role, role),
            other=ROLE_WORDS.get(target, target),
        )
    own_club = scope.get("club", "")
    if own_club and club not in ("", own_club):
        raise BadAccount("this is not within the club of this account")
    club = club or own_club
    _check_club(target, has_club=bool(club))
    return {"club": club} if club else {}


def _check_club(role: str, *, has_club: bool) -> None:
    """Raise `BadAccount` if a role without a club needs one, or one with a club must have none."""
    if CLUB[role] is True and not has_club:
        raise BadAccount("the role {role} needs a club", role=ROLE_WORDS[role])
    if CLUB[role] is False and has_club:
        raise BadAccount("the role {role} is not of a club", role=ROLE_WORDS[role])
