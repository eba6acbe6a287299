"""Tell persons apart, whatever they hold: a session, a token of their own, or one that they issued to somebody.

A person is an account; where there is no account, the token. A token that a director issued may be in the director's
own hands, and so may an account for which a director made the last sign-in link: the director stands behind them too,
until an administrator hands out a link. Administrators let other persons in; everybody else only passes their own right
on. The holder of a token that an administrator issued is a person, but does not decide on that administrator's rulings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from api.callers import ADMIN
from api.services import services
from domain.dispute.aggregate import issued_by

if TYPE_CHECKING:
    from api.callers import Caller
    from store.accounts import Account
    from store.tokens import Token


def persons(who: Caller) -> tuple[str, ...]:
    """Return the ids of everybody who may stand behind the caller, in order; empty for anybody without a token."""
    token = services().tokens.find(UUID(who.token)) if who.token else None
    return tuple(sorted(_behind(token))) if token else ()


def _behind(token: Token) -> set[str]:
    if token.account is not None:
        return _of_account(services().accounts.find(token.account))
    issuer, role = _issuer_of(token)
    if role and role != ADMIN:
        return issuer
    return {str(token.id), *(issued_by(person) for person in issuer if " " not in person)}


def _issuer_of(token: Token) -> tuple[set[str], str]:
    """Return who stands behind whoever issued a token, and that one's role; nobody if it is of the command line."""
    if token.issuing_token is not None:
        issuing = services().tokens.find(token.issuing_token)
        return (_behind(issuing), issuing.role) if issuing else (set(), "")
    account = services().accounts.find(token.issuer) if token.issuer is not None else None
    return (_of_account(account), account.role) if account else (set(), "")


def _of_account(account: Account | None) -> set[str]:
    return {str(account.id), *account.vouched_by} if account else set()
