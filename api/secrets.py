"""Passwords and PINs: what is taken, how they are kept, and how many wrong ones are heard."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from werkzeug.security import check_password_hash, generate_password_hash

from api.problems import Problem
from api.services import services
from store.attempts import Closed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from store.attempts import Limit

SHORTEST: Final = 10
LONGEST: Final = 200
"""Characters of a password."""
SHORTEST_PIN: Final = 4
LONGEST_PIN: Final = 8
_NOBODYS: Final = f"scrypt:32768:8:1$nobodysnobodysno${'0' * 128}"
"""What a password is compared with when there is no account, so that it takes as long: of the kind of all others."""


def password_hash(password: str) -> str:
    """What is kept of a password. Raises `Problem` for one that is too short; there are no other rules."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Problem("password", f"A password has {SHORTEST} to {LONGEST} characters.")
    return generate_password_hash(_text(password))


def pin_hash(pin: str) -> str:
    """What is kept of a PIN. Raises `Problem` for what is none."""
    if not (SHORTEST_PIN <= len(pin) <= LONGEST_PIN and pin.isascii() and pin.isdecimal()):
        raise Problem("pin", f"A PIN has {SHORTEST_PIN} to {LONGEST_PIN} digits.")
    return generate_password_hash(pin)


def matches(kept: str | None, told: str) -> bool:
    """Whether this is the password or the PIN; it takes as long where there is none."""
    right = check_password_hash(kept or _NOBODYS, _text(told[:LONGEST]))
    return right and kept is not None


def new_pin() -> str:
    """A PIN for a card: six digits by chance."""
    return f"{secrets.randbelow(10**6):06d}"


def limited(limits: Sequence[Limit], right: Callable[[], bool]) -> bool:
    """Whether it was right; a wrong attempt is counted in each of the limits.

    Raises `Problem` (429) when there were too many wrong ones; then nothing is looked at.
    """
    attempts = services().attempts
    count(*limits)
    if right():
        attempts.right(limits)
        return True
    return False


def count(*limits: Limit) -> None:
    """One more attempt. Raises `Problem` (429) when there were too many."""
    try:
        services().attempts.count(limits)
    except Closed as closed:
        wait = closed.seconds
        raise Problem(
            "too-many-attempts",
            f"Too many attempts were wrong. The next one is heard in {wait} seconds.",
            headers={"Retry-After": str(wait)},
            retry_after=wait,
        ) from None


def _text(password: str) -> str:
    """A password that can be written down: halves of characters count as question marks."""
    return password.encode("utf-8", "replace").decode()
