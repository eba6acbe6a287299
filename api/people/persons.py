"""Identify the persons behind a caller, so that no person decides an appeal against their own ruling.

A person is an account or, without an account, a token. A director may use a token that the director issued, or an
account for which the director made the last sign-in link; so the director counts as a person behind them too, until an
administrator makes a new link. Tokens that an administrator issued count as other persons, but their holders do not
decide on that administrator's rulings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from api.callers import ADMIN
from api.services import services
from domain.dispute.state import issuer_entry

if TYPE_CHECKING:
    from api.callers import Caller
    from store.tables.people.accounts import Account
    from store.tables.people.tokens import Token


def persons(sender: Caller) -> tuple[str, ...]:
    """Return the sorted ids of the persons who may be the caller; empty without a token."""
    token = services().tokens.find(UUID(sender.token)) if sender.token else None
    return tuple(sorted(_behind(token))) if token else ()


def _behind(token: Token) -> set[str]:
    if token.account is not None:
        return _of_account(services().accounts.find(token.account))
    issuer, role = _issuer_of(token)
    if role and role != ADMIN:
        return issuer
    return {str(token.id), *(issuer_entry(person) for person in issuer if " " not in person)}


def _issuer_of(token: Token) -> tuple[set[str], str]:
    """Return the persons who may be the issuer of a token, and the issuer's role; empty for the command line."""
    if token.issuing_token is not None:
        issuing = services().tokens.find(token.issuing_token)
        return (_behind(issuing), issuing.role) if issuing else (set(), "")
    account = services().accounts.find(token.issuer) if token.issuer is not None else None
    return (_of_account(account), account.role) if account else (set(), "")


def _of_account(account: Account | None) -> set[str]:
    return {str(account.id), *account.vouched_by} if account else set()
