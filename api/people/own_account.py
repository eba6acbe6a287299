"""The account of the sender of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.callers import caller
from api.people.attempt_limits import own_password_limits
from api.people.secrets import matches, try_within_limits
from api.problems import Problem, forbidden
from api.services import services
from domain.engine.words.values import sentence

if TYPE_CHECKING:
    from store.tables.people.accounts import Account


def own_account() -> Account:
    """Return the account of the caller's session or token. Raises `Problem` (403) if there is none."""
    account = services().accounts.find(caller().account) if caller().account else None  # type: ignore[arg-type]
    if account is None:
        raise forbidden(sentence("This is for somebody who signed in with an account."))
    return account


def find_signed_in() -> Account | None:
    """Return the account with which the caller signed in; None for a program's token, and without an account."""
    who = caller()
    return services().accounts.find(who.account) if who.account and who.csrf else None


def signed_in_account() -> Account:
    """Return the account with which the caller signed in. Raises `Problem` (403), also for a program's token."""
    account = find_signed_in()
    if account is None:
        raise forbidden(sentence("This is for somebody who signed in with an account."))
    return account


def check_password(own: Account, given: str) -> None:
    """Raise `Problem` (403) unless this is the password of the caller's account; any text is, if it has none.

    So whoever finds a device on which somebody is signed in gets no lasting way into the account. After too many wrong
    ones it raises `Problem` (429).
    """
    stored = own.password_hash
    if stored is not None and not try_within_limits(own_password_limits(own), lambda: matches(stored, given)):
        raise Problem("wrong-password")
