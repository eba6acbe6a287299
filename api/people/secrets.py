"""Passwords and PINs: their form, their hashes, and the limits for wrong ones."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from werkzeug.security import check_password_hash, generate_password_hash

from api.problems import Problem, seconds
from api.services import services
from domain.engine.words.values import sentence
from store.tables.people.attempts import Closed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from store.tables.people.attempts import Limit

SHORTEST: Final = 10
LONGEST: Final = 200
"""The most characters of a password."""
SHORTEST_PIN: Final = 4
LONGEST_PIN: Final = 8
METHOD: Final = "scrypt:32768:8:3"
"""The hash of passwords and PINs: scrypt as OWASP advises for N = 32768; it takes about 150 ms and 32 MB."""
OLDER: Final = {"scrypt:32768:8:1": "scrypt:32768:8:2"}
"""Cheaper hashes that are stored, each with what it lacks to `METHOD`."""


def password_hash(password: str) -> str:
    """Return the hash of a password. Raises `Problem` if it is too short or too long; there are no other rules."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Problem(
            "password", sentence("A password has {least} to {most} characters.", least=SHORTEST, most=LONGEST)
        )
    return generate_password_hash(_text(password), METHOD)


def pin_hash(pin: str) -> str:
    """Return the hash of a PIN. Raises `Problem` if it is not 4 to 8 digits."""
    check_shape(pin)
    return generate_password_hash(pin, METHOD)


def check_shape(pin: str) -> None:
    """Raise `Problem` if a PIN is not 4 to 8 digits."""
    if not (SHORTEST_PIN <= len(pin) <= LONGEST_PIN and pin.isascii() and pin.isdecimal()):
        raise Problem("pin", sentence("A PIN has {least} to {most} digits.", least=SHORTEST_PIN, most=LONGEST_PIN))


def matches(stored: str | None, secret: str) -> bool:
    """Return whether a password or PIN fits its stored hash; False, after the same time, if there is no hash.

    An older hash takes the same time too, so that the time does not tell whose password is old.
    """
    given = _text(secret[:LONGEST])
    is_right = check_password_hash(stored or placeholder_hash(), given)
    if stored and (lacking := OLDER.get(stored.partition("$")[0])):
        check_password_hash(placeholder_hash(lacking), given)
    return is_right and stored is not None


def is_older(stored: str) -> bool:
    """Return whether a password should be hashed anew, since its hash was made by another method."""
    return not stored.startswith(f"{METHOD}$")


def placeholder_hash(method: str = "") -> str:
    """Return the hash for a comparison without an account, so that it takes as long as others."""
    return f"{method or METHOD}$nobodysnobodysno${'0' * 128}"


def new_pin() -> str:
    """Return a random PIN of six digits."""
    return f"{secrets.randbelow(10**6):06d}"


def try_within_limits(limits: Sequence[Limit], is_right: Callable[[], bool]) -> bool:
    """Return the result of ``is_right``; count a wrong attempt in each of the limits.

    Raises `Problem` (429) without calling it after too many wrong attempts.
    """
    attempts = services().attempts
    count(*limits)
    if is_right():
        attempts.reset(limits)
        return True
    return False


def count(*limits: Limit, is_guess: bool = True) -> None:
    """Count an attempt. Raises `Problem` (429) if there were too many.

    ``is_guess``: whether it was an attempt to guess a secret, not only one more of something.
    """
    try:
        services().attempts.count(limits)
    except Closed as closed:
        wait = closed.seconds
        after = {"Retry-After": str(wait)}
        if is_guess:
            text = sentence("Too many wrong attempts. Try again in {wait}.", wait=seconds(wait))
            raise Problem("too-many-attempts", text, headers=after, retry_after=wait) from None
        text = sentence("Too many from this place in a short time. Try again in {wait}.", wait=seconds(wait))
        raise Problem("too-many-attempts", text, headers=after, retry_after=wait) from None


def _text(password: str) -> str:
    """Return a password as valid text; lone surrogates become question marks."""
    return password.encode("utf-8", "replace").decode()
