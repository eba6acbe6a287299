"""Ids that sort by time: UUID version 7 (RFC 9562, 5.7)."""

from __future__ import annotations

import secrets
from uuid import UUID


def uuid7(milliseconds: int) -> UUID:
    """A new id for something that began so many milliseconds after 1970; the rest is chance."""
    if not 0 <= milliseconds < 1 << 48:
        raise ValueError(f"{milliseconds} ms is no time a version 7 id can hold")
    number = milliseconds << 80 | secrets.randbits(80)
    number = number & ~(0xF << 76) | 0x7 << 76
    return UUID(int=number & ~(0x3 << 62) | 0x2 << 62)
