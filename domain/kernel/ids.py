"""Ids of streams.

New aggregates have ids that sort by time: UUID version 7 (RFC 9562, 5.7). Some streams have an id that is derived from
other ids, so that it is found without a list: UUID version 5 (5.5). Anybody can compute derived ids, so callers may not
choose an id of that version.
"""

from __future__ import annotations

import secrets
from typing import Final
from uuid import UUID

from domain.kernel.errors import IdReserved

DERIVED_VERSION: Final = 5


def uuid7(milliseconds: int, chance: int | None = None) -> UUID:
    """Return a UUID of version 7 for a time in milliseconds since 1970. Raises ``ValueError`` beyond 48 bits.

    ``chance``: 80 random bits, of which 74 are used; None draws them from the operating system. The standard library's
    `uuid.uuid7` (from Python 3.14) cannot be used: it always takes the current time.
    """
    if not 0 <= milliseconds < 1 << 48:
        raise ValueError(f"{milliseconds} ms is no time a version 7 id can hold")
    number = milliseconds << 80 | (secrets.randbits(80) if chance is None else chance)
    number = number & ~(0xF << 76) | 0x7 << 76
    return UUID(int=number & ~(0x3 << 62) | 0x2 << 62)


def check_new_id(identity: UUID, *, derived: bool) -> None:
    """Raise `IdReserved` if the id of a new stream has the version of derived ids but is not ``derived``."""
    if not derived and identity.version == DERIVED_VERSION:
        raise IdReserved(identity)


def as_id(text: str | None) -> UUID | None:
    """Return the UUID of a text; None for any other text, such as the name of a club or match in an imported deal."""
    try:
        return UUID(text) if text else None
    except ValueError:
        return None
