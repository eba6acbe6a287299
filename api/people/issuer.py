"""Signing in by OpenID Connect, at the issuer that the operator names, with a code, state, nonce and PKCE.

An account is found by the issuer and its subject alone, never by a mail address, which an issuer may not have checked.
"""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from datetime import timedelta
from secrets import compare_digest, token_urlsafe
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from authlib.common.errors import AuthlibBaseError  # type: ignore[import-untyped]
from authlib.integrations.requests_client import OAuth2Session  # type: ignore[import-untyped]
from authlib.oidc.core import CodeIDToken  # type: ignore[import-untyped]
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from requests import RequestException

from api.people.attempt_limits import new_account_limit
from api.people.secrets import count
from api.problems import Problem
from api.services import services
from api.site import base_url, site
from domain.engine.words.values import sentence
from store.tables.people.issuers import Visit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.site import Site
    from store.tables.people.accounts import Account

LIFETIME: Final = timedelta(minutes=10)
"""The time within which somebody must come back from the issuer."""
CALLBACK: Final = "/sign-in/issuer/return"
ALGORITHMS: Final = ("RS256", "PS256", "ES256", "EdDSA")
"""The algorithms of signatures of an issuer. None with a shared secret: the client's is sent to the issuer anyway."""
LEEWAY: Final = 60
"""The seconds by which the clock of an issuer may be wrong."""
TIMEOUT: Final = 5
"""The seconds to wait for each answer of an issuer."""
AT_ONCE: Final = 2
"""The most requests of a process that ask the issuer at once; each holds one of the few turns of the process."""
KEPT: Final = 300.0
"""The seconds for which it is remembered what an issuer says of itself."""
FAILURES: Final = (RequestException, AuthlibBaseError, JoseError, ValueError, KeyError, TypeError, AttributeError)
"""The errors that an issuer causes that does not answer, or not rightly."""
LONGEST_NAME: Final = 200
LONGEST_SUBJECT: Final = 255

_log = logging.getLogger("nought.sign-in")
_places = BoundedSemaphore(AT_ONCE)
_known: dict[str, tuple[float, dict[str, Any]]] = {}
"""The descriptions of issuers, each with the time until which it is remembered."""


def issuer_name() -> str:
    """Return the name of the issuer on pages; empty if the operator named none."""
    here = site()
    return (here.issuer_name or urlsplit(here.issuer).hostname or "") if here.issuer and base_url() else ""


def begin(following: str) -> tuple[str, str]:
    """Begin to sign in at the issuer. Return the address to go to, and the state, which the browser must bring back.

    Raises `Problem` (404) without an issuer, (502) if the issuer does not answer.
    """
    if not issuer_name():
        raise Problem("no-issuer")
    state, nonce, verifier = (token_urlsafe(32) for _ in range(3))
    try:
        with _session() as session:
            metadata = _metadata(session)
            address, _ = session.create_authorization_url(
                metadata["authorization_endpoint"], state=state, nonce=nonce, code_verifier=verifier
            )
    except FAILURES as error:
        raise _failed(error, status=502) from None
    services().issuers.begin(state, Visit(nonce, verifier, following), LIFETIME)
    return str(address), state


def finish(code: str, state: str, kept_state: str) -> tuple[Account, str]:
    """Return the account of somebody who came back from the issuer, made now if it is new, and the page after it.

    ``kept_state``: the state that this browser kept, so that nobody signs another in. Raises `Problem`.
    """
    if not issuer_name():
        raise Problem("no-issuer")
    visit = services().issuers.take(state) if state and compare_digest(state.encode(), kept_state.encode()) else None
    if visit is None or not code:
        raise Problem("issuer")
    try:
        claims = _claims(code, visit)
    except FAILURES as error:
        raise _failed(error) from None
    account = services().accounts.find(_account_of(claims))
    if account is None or account.disabled_at is not None:
        raise Problem("issuer")
    return account, visit.following


def _account_of(claims: Any) -> Any:
    issuer, subject = site().issuer, str(claims["sub"])
    if not 0 < len(subject) <= LONGEST_SUBJECT or not subject.isprintable():
        raise Problem("issuer")
    known = services().issuers.find_account(issuer, subject)
    if known is not None:
        return known
    count(new_account_limit(), is_guess=False)
    name = "".join(each for each in str(claims.get("name") or "") if each.isprintable()).strip()
    return services().issuers.add_account(issuer, subject, name[:LONGEST_NAME] or issuer_name())


def _claims(code: str, visit: Visit) -> Any:
    """Return the verified claims of the ID token for a code."""
    here = site()
    with _session() as session:
        metadata = _metadata(session)
        token = session.fetch_token(
            metadata["token_endpoint"], code=code, code_verifier=visit.verifier, grant_type="authorization_code",
            timeout=TIMEOUT,
        )  # fmt: skip
        keys = session.get(metadata["jwks_uri"], timeout=TIMEOUT, withhold_token=True)
        keys.raise_for_status()
    decoded = jwt.decode(token["id_token"], KeySet.import_key_set(keys.json()), algorithms=ALGORITHMS)
    claims = CodeIDToken(
        decoded.claims,
        decoded.header,
        {
            "iss": {"essential": True, "value": here.issuer},
            "aud": {"essential": True, "value": here.issuer_client},
            "sub": {"essential": True},
        },
        {"nonce": visit.nonce, "client_id": here.issuer_client, "access_token": token.get("access_token")},
    )
    claims.validate(leeway=LEEWAY)
    return claims


@contextmanager
def _session() -> Iterator[Any]:
    """Lend a session with the issuer. Raises `Problem` (503) if `AT_ONCE` others have one, so that all do not wait."""
    here = site()
    if not _places.acquire(blocking=False):
        raise Problem(
            "busy", sentence("Others are signing in at the other site just now."), headers={"Retry-After": str(TIMEOUT)}
        )
    try:
        with _new_session(here) as session:
            yield session
    finally:
        _places.release()


def _new_session(here: Site) -> Any:
    return OAuth2Session(
        here.issuer_client,
        here.issuer_secret or None,
        token_endpoint_auth_method="client_secret_basic" if here.issuer_secret else "none",
        scope="openid profile",
        redirect_uri=base_url() + CALLBACK,
        code_challenge_method="S256",
    )


def _metadata(session: Any) -> dict[str, Any]:
    """Return what the issuer says of itself. Raises ``ValueError`` if it calls itself something else."""
    issuer = site().issuer
    until, known = _known.get(issuer, (0.0, {}))
    if time.monotonic() < until:
        return known
    address = f"{issuer.rstrip('/')}/.well-known/openid-configuration"
    answer = session.get(address, timeout=TIMEOUT, withhold_token=True)
    answer.raise_for_status()
    metadata: dict[str, Any] = answer.json()
    if metadata.get("issuer") != issuer:
        raise ValueError("the issuer has another name")
    _known[issuer] = time.monotonic() + KEPT, metadata
    return metadata


def _failed(error: Exception, status: int | None = None) -> Problem:
    """Return the problem of a sign-in that failed. Why is in the log, not in the answer."""
    _log.warning("signing in at the issuer failed: %s", type(error).__name__)
    return Problem("issuer", status=status)
