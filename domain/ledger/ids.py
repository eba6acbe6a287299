"""Ids of streams.

New things have ids that sort by time: UUID version 7 (RFC 9562, 5.7). Some streams have an id that is derived from
other ids, so that it can be found without a list: UUID version 5 (5.5). Everybody can compute those, so nobody may
choose one for anything else.
"""

from __future__ import annotations

import secrets
from typing import Final
from uuid import UUID

from domain.ledger.errors import IdReserved

DERIVED_VERSION: Final = 5


def uuid7(milliseconds: int, chance: int | None = None) -> UUID:
    """Return a new id for something that began so many milliseconds after 1970.

    ``chance``: 80 bits of which 74 are used; drawn by the system's own generator if left out. The standard library has
    `uuid.uuid7` from Python 3.14 on, and it always takes the time of now.
    """
    if not 0 <= milliseconds < 1 << 48:
        raise ValueError(f"{milliseconds} ms is no time a version 7 id can hold")
    number = milliseconds << 80 | (secrets.randbits(80) if chance is None else chance)
    number = number & ~(0xF << 76) | 0x7 << 76
    return UUID(int=number & ~(0x3 << 62) | 0x2 << 62)


def check_new_id(identity: UUID, *, derived: bool) -> None:
    """Check the id of a new stream. Raises `IdReserved` if it is of the version of derived ids and is not one."""
    if not derived and identity.version == DERIVED_VERSION:
        raise IdReserved(identity)


def as_id(text: str | None) -> UUID | None:
    """The id that a text is, if it is one: in an imported deal a club or a match may be a mere name."""
    try:
        return UUID(text) if text else None
    except ValueError:
        return None
