"""Positions of the write-ahead log as text for clients, which only the servers of a book can read and write.

A position tells how much was written in the whole book. Two of them would tell a seat that somebody recorded something
between its own acts, although it was hidden from that seat. So positions are encrypted, each differently, with a key
that only the servers have. That also makes it impossible to invent one, and so to make a server look for a leader that
does not exist. A text that cannot be read, or is older than `LIFETIME`, counts as none.
"""

from __future__ import annotations

import os
import struct
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from store.postgres.wal import Term, WalPosition

LIFETIME: Final = 300
"""Seconds for which a position counts. A former leader notices far sooner that it is one."""
LONGEST: Final = 100
"""The most characters of a text that is read; a position has 75."""
_FORM: Final = struct.Struct(">qiqq")
_NONCE: Final = 12
_PURPOSE: Final = b"nought position"


class PositionCodes:
    """Positions as text that only the servers of a book can read and write."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def write(self, position: WalPosition) -> str:
        """Return a position as text, which is another one each time."""
        nonce = os.urandom(_NONCE)
        plain = _FORM.pack(*position.term, position.lsn, int(time.time()))
        return urlsafe_b64encode(nonce + self._cipher.encrypt(nonce, plain, _PURPOSE)).decode().rstrip("=")

    def read(self, text: str) -> WalPosition | None:
        """Return the position of a text; None if no server of this book wrote it within `LIFETIME`."""
        if len(text) > LONGEST:
            return None
        try:
            encrypted = urlsafe_b64decode(text + "=" * (-len(text) % 4))
            plain = self._cipher.decrypt(encrypted[:_NONCE], encrypted[_NONCE:], _PURPOSE)
            system, timeline, lsn, written_at = _FORM.unpack(plain)
        except (ValueError, InvalidTag, struct.error):
            return None
        if abs(time.time() - written_at) > LIFETIME:
            return None
        return WalPosition(Term(system, timeline), lsn)
