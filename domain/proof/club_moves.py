"""The notes that two servers sign when a club moves from one to the other (docs/operating.md).

The old server signs a *statement* about all that is recorded of the club, the new one a *receipt* for it, and then the
old one a *closing*: from then on the club is written at the new server alone. A receipt has the statement in it.
"""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from uuid import UUID

from domain.proof import notes
from domain.proof.checkpoints import SIZE
from domain.proof.notes import Note, NoteError, PublicKey
from domain.proof.tree import HASH_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

STATEMENT: Final = "nought/club/v1"
"""The first line of a statement."""
RECEIPT: Final = "nought/club-received/v1"
CLOSING: Final = "nought/club-closed/v1"
URL: Final = re.compile(r"https?://[^\s/?#]+(/[^\s?#]*)?")
"""The pattern of the address of a server."""


@dataclass(frozen=True, slots=True)
class Statement:
    """The statement of a club's old server about what it writes into a file."""

    club: UUID
    origin: str
    """The name of the old server's log."""
    size: int
    """The leaves of that log, and its head: the club's events are among these leaves."""
    root: bytes
    events: int
    """The number of the club's events."""
    leaves: bytes
    """The head of the tree of the leaves of the club's events, in their order."""
    others: bytes
    """The head of the tree of what else is in the file: texts about people, files of evidence."""

    @property
    def text(self) -> str:
        """Return the text to be signed."""
        return (
            f"{STATEMENT}\n{self.club}\n{self.origin}\n{self.size}\n{_base64(self.root)}\n{self.events}\n"
            f"{_base64(self.leaves)}\n{_base64(self.others)}\n"
        )

    @property
    def digest(self) -> bytes:
        """Return the SHA-256 of the text, by which a closing names it."""
        return sha256(self.text.encode()).digest()


@dataclass(frozen=True, slots=True)
class Receipt:
    """The receipt of a club's new server."""

    club: UUID
    url: str
    """The address of the new server."""
    key: PublicKey
    """The key of the new server's log, which signs the receipt."""
    size: int
    """The leaves of that log, among which are the club's events by now, and its head."""
    root: bytes
    statement: str
    """The statement, as the old server signed it."""

    @property
    def text(self) -> str:
        """Return the text to be signed."""
        return (
            f"{RECEIPT}\n{self.club}\n{self.url}\n{self.key.text}\n{self.size}\n{_base64(self.root)}\n"
            f"{_base64(self.statement.encode())}\n"
        )


@dataclass(frozen=True, slots=True)
class Closing:
    """The last word of a club's old server: nothing is written there any more."""

    club: UUID
    url: str
    """The address of the old server; empty if it has none."""
    size: int
    """The leaves of the old server's log, among which is the event that the club moved."""
    root: bytes
    statement: bytes
    """The digest of the last statement."""
    key: PublicKey
    """The key of the server to which the club moved."""

    @property
    def text(self) -> str:
        """Return the text to be signed."""
        return (
            f"{CLOSING}\n{self.club}\n{self.url or '-'}\n{self.size}\n{_base64(self.root)}\n"
            f"{_base64(self.statement)}\n{self.key.text}\n"
        )


def read_statement(whole: str, keys: Iterable[PublicKey]) -> Statement:
    """Return the statement of a note that one of the keys signed under the log's own name. Raises `NoteError`."""
    note, lines = _lines(whole, STATEMENT, 8, "the statement about a club")
    _, club, origin, size, root, events, leaves, others = lines
    statement = Statement(_id(club), origin, _number(size), _hash(root), _number(events), _hash(leaves), _hash(others))
    note.verify(key for key in keys if key.name == origin)
    return statement


def read_receipt(whole: str, keys: Sequence[PublicKey] = ()) -> Receipt:
    """Return the receipt of a note. ``keys``: the only ones to trust; else the key in it. Raises `NoteError`."""
    note, lines = _lines(whole, RECEIPT, 7, "the receipt for a club")
    _, club, url, key, size, root, statement = lines
    public = PublicKey.parse(key)
    if not URL.fullmatch(url):
        raise NoteError(f"{url[:80]!r} is no address of a server")
    if keys and public not in keys:
        raise NoteError(f"it is signed by {public.text}, and not by a key that is trusted here")
    note.verify([public])
    try:
        signed = notes.base64(statement).decode()
    except UnicodeDecodeError:
        raise NoteError("the statement in the receipt is no text") from None
    return Receipt(_id(club), url, public, _number(size), _hash(root), signed)


def read_closing(whole: str, keys: Iterable[PublicKey]) -> Closing:
    """Return the closing of a note that one of the keys signed. Raises `NoteError`."""
    note, lines = _lines(whole, CLOSING, 7, "the closing of a club")
    _, club, url, size, root, statement, key = lines
    note.verify(keys)
    return Closing(
        _id(club), "" if url == "-" else url, _number(size), _hash(root), _hash(statement), PublicKey.parse(key)
    )


def _lines(whole: str, first: str, count: int, what: str) -> tuple[Note, list[str]]:
    note = notes.parse(whole)
    lines = note.text.split("\n")[:-1]
    if lines[:1] != [first] or len(lines) != count:
        raise NoteError(f"this is not {what}: its first line is not {first}, or lines are missing")
    return note, lines


def _id(text: str) -> UUID:
    try:
        identity = UUID(text)
    except ValueError:
        identity = None
    if identity is None or str(identity) != text:
        raise NoteError(f"{text[:80]!r} is no id of a club")
    return identity


def _number(text: str) -> int:
    if not SIZE.fullmatch(text):
        raise NoteError(f"{text[:40]!r} is no number of leaves or events")
    return int(text)


def _hash(text: str) -> bytes:
    hash_ = notes.base64(text)
    if len(hash_) != HASH_BYTES:
        raise NoteError(f"{text[:80]!r} is no hash: {HASH_BYTES} bytes are needed")
    return hash_


def _base64(value: bytes) -> str:
    return b64encode(value).decode()
