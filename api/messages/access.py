"""Reads and changes what the caller is told, for the API and the pages. It is always about the caller's own account."""

from __future__ import annotations

import logging
from datetime import time
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from flask import request

from api.callers import caller
from api.languages import reader
from api.messages.kinds import NIGHT
from api.messages.push import BadDevice, check_device
from api.messages.push_keys import public_key
from api.people.mail_addresses import is_address
from api.people.sessions import device_name
from api.problems import Problem
from api.proof.keys import KeysError
from api.services import services
from api.site import site
from api.webhooks.requests import UnusableUrl
from domain.engine.words.values import sentence
from schemas.messages import KINDS
from store.tables.people.message_choices import Choices

if TYPE_CHECKING:
    from store.tables.people.message_choices import PushDevice

_log = logging.getLogger(__name__)
CALENDAR: Final = "/calendar/{secret}.ics"


def own_account() -> UUID:
    """Return the caller's account. Raises `Problem` (404) for a token that belongs to no account."""
    account = caller().account
    if account is None:
        raise Problem("not-found", sentence("This is for somebody who signed in with an account."))
    return account


def own_choices() -> Choices:
    """Return what the caller wants to be told; all kinds but at night before a first choice."""
    known = services().message_choices.of_account(own_account())
    return known or Choices(KINDS, False, reader().locale, NIGHT)


def own_messages() -> dict[str, Any]:
    """Return what the caller is told, and where: `schemas.messages.MessagesAnswer`."""
    choices = own_choices()
    begin, end = choices.quiet or (None, None)
    return {
        "kinds": list(choices.kinds),
        "by_mail": choices.by_mail,
        "can_mail": can_mail(),
        "language": choices.language,
        "quiet_from": begin and begin.isoformat("minutes"),
        "quiet_until": end and end.isoformat("minutes"),
        "has_calendar": choices.has_calendar,
        "public_key": _public_key(),
        "devices": services().message_choices.devices(own_account()),
    }


def can_mail() -> bool:
    """Return whether messages can be mailed to the caller."""
    account = services().accounts.find(own_account())
    return bool(site().smtp_url) and account is not None and is_address(account.login)


def choose(params: dict[str, Any]) -> None:
    """Record what the caller wants to be told. Raises `Problem` (422) for half of the quiet hours."""
    begin, end = params["quiet_from"], params["quiet_until"]
    if (begin is None) != (end is None):
        raise Problem("quiet-hours")
    quiet = (time.fromisoformat(begin), time.fromisoformat(end)) if begin and end else None
    kinds = [kind for kind in KINDS if kind in params["kinds"]]
    services().message_choices.choose(own_account(), Choices(kinds, params["by_mail"], params["language"], quiet))


def add_device(endpoint: str, p256dh: str, auth: str) -> PushDevice:
    """Add the caller's browser to the devices. Raises `Problem` (422) if nothing can be sent to it."""
    account, table = own_account(), services().message_choices
    try:
        key, secret = check_device(endpoint, p256dh, auth)
    except UnusableUrl as error:
        raise Problem("push-endpoint", error.sentence) from None
    except BadDevice:
        raise Problem("push-keys") from None
    if table.of_account(account) is None:
        table.choose(account, own_choices())
    return table.add_device(
        account, UUID(caller().token), endpoint, key, secret, device_name(request.headers.get("User-Agent", ""))
    )


def end_device(device: UUID) -> None:
    """End one of the caller's devices. Raises `Problem` (404) if the caller has none of this id."""
    if not services().message_choices.end_device(own_account(), device):
        raise Problem("not-found", sentence("you have no device {device}", device=str(device)))


def renew_calendar() -> str:
    """Return the path of a new address of the caller's calendar; the earlier address ends."""
    account, table = own_account(), services().message_choices
    if table.of_account(account) is None:
        table.choose(account, own_choices())
    return CALENDAR.format(secret=table.renew_calendar(account))


def _public_key() -> str:
    try:
        return public_key(services().keys)
    except KeysError as error:
        _log.error("nothing can be pushed: %s", error)
        return ""
