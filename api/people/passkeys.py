"""Passkeys: what an authenticator is to sign, and whether it has signed it (WebAuthn, by the package `webauthn`).

The origin and the id of the relying party come from the site's public address, never from a request. Only where the
operator set none does *localhost* count, which browsers treat as safe.
"""

from __future__ import annotations

import logging
import struct
from datetime import timedelta
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from cryptography.exceptions import UnsupportedAlgorithm
from flask import request
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, options_to_json_dict, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from api.people.sessions import device_name
from api.problems import Problem
from api.services import services
from api.site import base_url
from store.tables.people.passkeys import NewPasskey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from store.tables.people.accounts import Account
    from store.tables.people.passkeys import Passkey

LIFETIME: Final = timedelta(minutes=5)
"""The time within which an authenticator must have signed."""
SIGN_IN: Final = "sign in"
JOIN: Final = "join"
ADD: Final = "add"
"""The purposes of a challenge. A passkey is made with a new account, or added to one."""
WRONG: Final = (
    WebAuthnException, ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, RecursionError,
    struct.error, UnsupportedAlgorithm,
)  # fmt: skip
"""The errors that reading a wrong answer raises."""
LONGEST_ID: Final = 1023
"""The most bytes of the id of a credential (WebAuthn, 5.1)."""
LONGEST_KEY: Final = 4096
"""The most bytes of a public key; one of RSA with 8192 bits has less."""
REQUIRED: Final = UserVerificationRequirement.REQUIRED
LONGEST_NAME: Final = 60

_log = logging.getLogger("nought.sign-in")


class RelyingParty(NamedTuple):
    """This site, as authenticators know it: the host, and the origin of its pages."""

    id: str
    origin: str


def find_relying_party() -> RelyingParty | None:
    """Return this site as authenticators know it; None where passkeys do not work.

    They need the name of a host, and https unless it is *localhost*.
    """
    parts = urlsplit(base_url() or f"http://{request.host}")
    host = parts.hostname or ""
    if not base_url() and host != "localhost":
        return None
    if _is_number(host) or (parts.scheme != "https" and host != "localhost"):
        return None
    return RelyingParty(host, f"{parts.scheme}://{parts.netloc}")


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return not host
    return True


def relying_party() -> RelyingParty:
    """Return this site as authenticators know it. Raises `Problem` (409) where passkeys do not work."""
    party = find_relying_party()
    if party is None:
        raise Problem("no-passkeys")
    return party


def begin_registration(
    account: UUID, purpose: str, login: str, name: str, known: Sequence[Passkey] = ()
) -> dict[str, Any]:
    """Return what a browser needs to make a passkey. ``purpose``: `JOIN` for an account to come, or `ADD`.

    ``known``: the account's passkeys; an authenticator that holds one makes no other.
    """
    party = relying_party()
    options = generate_registration_options(
        rp_id=party.id,
        rp_name="Nought",
        user_id=account.bytes,
        user_name=login,
        user_display_name=name,
        timeout=int(LIFETIME.total_seconds() * 1000),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=each.credential) for each in known],
    )
    services().passkeys.challenge(bytes_to_base64url(options.challenge), purpose, LIFETIME, account)
    return options_to_json_dict(options)


def finish_registration(credential: Any, purpose: str) -> tuple[UUID, NewPasskey]:
    """Return the account whose passkey was made, and the passkey. Raises `Problem` (403) if it was not made rightly."""
    party = relying_party()
    challenge = _challenge_of(credential)
    taken = services().passkeys.take_challenge(challenge, purpose)
    if taken is None or taken[0] is None:
        raise Problem("passkey")
    try:
        verified = verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
        )
        if len(verified.credential_id) > LONGEST_ID or len(verified.credential_public_key) > LONGEST_KEY:
            raise ValueError("too long")
    except WRONG as error:
        raise _refused(error) from None
    device = device_name(request.headers.get("User-Agent", ""))[:LONGEST_NAME]
    new = NewPasskey(verified.credential_id, verified.credential_public_key, verified.sign_count, device)
    return taken[0], new


def begin_sign_in() -> dict[str, Any]:
    """Return what a browser needs to sign in with any passkey of this site."""
    options = generate_authentication_options(
        rp_id=relying_party().id, timeout=int(LIFETIME.total_seconds() * 1000), user_verification=REQUIRED
    )
    services().passkeys.challenge(bytes_to_base64url(options.challenge), SIGN_IN, LIFETIME)
    return options_to_json_dict(options)


def finish_sign_in(credential: Any) -> Account:
    """Return the account of a passkey that has signed. Raises `Problem` (403) if it did not sign rightly."""
    party = relying_party()
    challenge = _challenge_of(credential)
    if services().passkeys.take_challenge(challenge, SIGN_IN) is None:
        raise Problem("passkey")
    try:
        passkey = services().passkeys.find(base64url_to_bytes(credential["id"]))
        handle = credential["response"].get("userHandle")
        if passkey is None or (handle is not None and base64url_to_bytes(handle) != passkey.account.bytes):
            raise Problem("passkey")
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except WRONG as error:
        raise _refused(error) from None
    account = services().accounts.find(passkey.account)
    if account is None or account.disabled_at is not None:
        raise Problem("passkey")
    if not services().passkeys.record_use(passkey.credential, passkey.sign_count, verified.new_sign_count):
        raise Problem("passkey")
    return account


def _challenge_of(credential: Any) -> str:
    """Return the challenge that a browser says was signed. Raises `Problem` (403) if it says none."""
    try:
        data: Mapping[str, Any] = credential["response"]
        signed = parse_client_data_json(base64url_to_bytes(data["clientDataJSON"]))
    except WRONG as error:
        raise _refused(error) from None
    return bytes_to_base64url(signed.challenge)


def _refused(error: Exception) -> Problem:
    """Return the problem of a wrong answer. Why is in the log, not in the answer."""
    _log.warning("a passkey was refused: %s", type(error).__name__)
    return Problem("passkey")
