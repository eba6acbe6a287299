"""Links by mail: to sign in, to join with an address, and to confirm an address as the login of an account."""

from __future__ import annotations

import logging
from datetime import timedelta
from threading import Thread
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from api.people import mail
from api.people.accounts import REQUESTED_LINK_LIFETIME, link, login_of
from api.people.attempt_limits import is_link_due, link_request_limit
from api.people.mail_addresses import is_address
from api.people.secrets import count
from api.services import Services, services
from api.site import Site, base_url, site

if TYPE_CHECKING:
    from store.tables.people.accounts import Account

LIFETIME: Final = timedelta(hours=1)
"""The validity of a link with which somebody joins or confirms an address."""
PATH: Final = "/sign-in/mail/{secret}"

_log = logging.getLogger("nought.sign-in")


def send_link(login: str, words: tuple[str, str]) -> None:
    """Send a sign-in link to the account of a login; how long this takes does not show whether there is one.

    ``words``: the subject of the mail, and its text. Raises `Problem` (429) after too many requests.
    """
    count(link_request_limit())
    if is_link_due(login, services().accounts.of_login(login)):
        # In a thread, so that the time of the answer does not show whether the account exists.
        Thread(target=_deliver, args=(services(), site(), base_url(), login, words), daemon=True).start()


def _deliver(providers: Services, around: Site, where: str, login: str, words: tuple[str, str]) -> None:
    """Deliver a link: by mail, or on the console for an administrator to hand over."""
    account = providers.accounts.of_login(login)
    if account is None or account.disabled_at is not None:
        return
    if not around.smtp_url:
        _log.warning(
            "%s asks for a link to sign in, good for 15 minutes: %s",
            login,
            link(providers, account, where, REQUESTED_LINK_LIFETIME),
        )
        return
    if is_address(login):
        subject, text = words
        address = link(providers, account, where, REQUESTED_LINK_LIFETIME)
        _send(around, login, subject, f"{text}\n\n{address}\n")


def send_joining(address: str, name: str, following: str, words: tuple[str, str]) -> bool:
    """Send a link with which the owner of an address signs in, with a new account if there is none, and goes on.

    ``following``: the page after it. Returns False if it is no address. Raises `Problem` (429).
    """
    address = login_of(address)
    if not is_address(address) or not site().smtp_url:
        return False
    count(link_request_limit())
    if is_link_due(address, services().accounts.of_login(address)):
        secret = services().mail_links.issue(address, name, LIFETIME)
        _send_later(address, words, f"{base_url()}{PATH.format(secret=secret)}?next={quote(following)}")
    return True


def send_confirmation(account: Account, address: str, words: tuple[str, str]) -> bool:
    """Send a link with which an account confirms an address as its login. Returns False if it is no address.

    Raises `Problem` (429).
    """
    address = login_of(address)
    if not is_address(address) or not site().smtp_url:
        return False
    count(link_request_limit())
    if is_link_due(address, None):
        secret = services().mail_links.issue(address, account.name, LIFETIME, account.id)
        _send_later(address, words, base_url() + PATH.format(secret=secret))
    return True


def send_notice(address: str, words: tuple[str, str]) -> bool:
    """Send a mail to an address. Returns False if it is no address, or if no mail can be sent."""
    if not site().smtp_url or not is_address(address):
        return False
    Thread(target=_send, args=(site(), address, *words), daemon=True).start()
    return True


def _send_later(address: str, words: tuple[str, str], target: str) -> None:
    subject, text = words
    Thread(target=_send, args=(site(), address, subject, f"{text}\n\n{target}\n"), daemon=True).start()


def _send(around: Site, address: str, subject: str, text: str) -> None:
    try:
        mail.send(around, address, subject, text)
    except OSError as error:
        _log.error("a link could not be sent: %s", type(error).__name__)
