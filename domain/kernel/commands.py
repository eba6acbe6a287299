"""The arguments and the answers of commands, and the fingerprint by which a repeated command is recognised."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

import msgspec

from domain.engine.facts import Fact
from domain.engine.hiding import ARBITER, Viewer
from domain.engine.words.texts import unfit, unfit_in_a_line
from domain.engine.words.values import sentence
from domain.kernel.errors import Conflict, Declined
from domain.kernel.events import Recorded
from domain.kernel.mapper import to_plain
from domain.kernel.moments import moment

if TYPE_CHECKING:
    from uuid import UUID

    from domain.engine.words.values import Term
    from domain.kernel.aggregate import Aggregate

LONGEST = 200
"""The most characters of a name or a key."""
LONGEST_TEXT = 4000
"""The most characters of any text in a command; most texts have a shorter limit of their own."""
SALTED = b"\x01"
"""Stands before a fingerprint that was salted."""
A_NAME = sentence("a name")
RECORDER = sentence("the recorder's name")


class Sent(TypedDict):
    """The arguments of every command."""

    by: str
    """The name of the recorder, never a secret."""
    at: str
    """The time, as ISO 8601 with an offset."""
    key: NotRequired[str]
    """The key of the command, chosen by the sender: the same command with the same key is carried out once."""
    device_at: NotRequired[str]
    """The time of the sender's device if its clock is wrong and ``at`` is the server's time."""


class SentTo(Sent):
    """The arguments of a command to an aggregate that exists."""

    expected_version: NotRequired[int | None]
    """The version that the sender has seen; None accepts any stored version."""
    viewer: NotRequired[Viewer]
    """The viewer that counts that version: a seat counts only the facts it may notice, officials count all."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The answer of a command. ``version``: the stream's last version; ``first_version``: its first event's version."""

    id: UUID
    version: int
    first_version: int
    events: tuple[Recorded, ...]
    replayed: bool = False
    """Whether the command had been carried out before: then this is its earlier answer, and nothing was written."""
    aggregate: Aggregate | None = field(default=None, repr=False, compare=False)
    """The aggregate that the command was sent to, after the command; None for an earlier answer or an import."""


@dataclass(frozen=True, slots=True)
class Request:
    """A command with its sender, its time, and everything needed to recognise it when it is repeated."""

    scope: str
    by: str
    at: str
    key: str
    content: tuple[Any, ...]
    """The arguments of the command, without sender, time and version; empty without a key."""
    expected: int | None = None
    viewer: Viewer = ARBITER
    """The viewer that counts the expected version."""
    device_at: str = ""
    """The time of the sender's device if ``at`` is not it."""

    @property
    def scopes(self) -> tuple[str, ...]:
        """Return the scopes in which the command may be recorded: its own, and that with the sender's name of old."""
        return (self.scope, f"new, by {self.by}") if self.scope.startswith("new, by ") else (self.scope,)

    @property
    def stamp(self) -> tuple[str, str, str]:
        """Return the time, the recorder and the key of each of its events."""
        return self.at, self.by, self.key

    @property
    def fingerprint(self) -> bytes:
        """Return the SHA-256 of the sender and the content."""
        plain = msgspec.json.encode([self.by, *self.content], enc_hook=_plain, order="deterministic")
        return sha256(plain).digest()

    def check_version(self, identity: UUID, version: int) -> None:
        """Raise `Conflict` if the stream's version is not the one that the sender has seen."""
        if self.expected is not None and self.expected != version:
            raise Conflict(identity, self.expected, version)


def salted(fingerprint: bytes, salt: bytes) -> bytes:
    """Return a fingerprint as it is stored, so that the names in a command cannot be guessed once the salt is gone."""
    return SALTED + sha256(salt + fingerprint).digest()


def is_repeated(fingerprint: bytes, stored: bytes, salt: bytes | None) -> bool:
    """Return whether a command is the stored one. If the salt was removed, the key alone decides."""
    if salt is None:
        return stored == fingerprint or (stored.startswith(SALTED) and len(stored) > len(fingerprint))
    return stored == salted(fingerprint, salt)


def request(scope: str, sent: Sent | SentTo, *content: Any) -> Request:
    """Return a command with a checked sender, time, key and texts. Raises `Declined` if one is invalid.

    ``scope``: the scope in which a key is unique: an aggregate; if empty, the sender's commands for new aggregates.
    """
    check_text(content)
    key = sent.get("key", "")
    expected: Any = sent.get("expected_version")
    viewer: Any = sent.get("viewer", ARBITER)
    return Request(
        scope=scope or _scope_of_new(sent["by"], key),
        by=name(sent["by"], RECORDER),
        at=moment(sent["at"]),
        key=name(key, sentence("a key")) if key else "",
        content=tuple(_tag_facts(part) for part in content) if key else (),
        expected=expected,
        viewer=viewer,
        device_at=sent.get("device_at", ""),
    )


def _scope_of_new(by: str, key: str) -> str:
    """Return the scope of a sender's commands for new aggregates. The sender stands in it by a digest with the key."""
    digest = sha256(f"{by}\n{key}".encode()).digest()
    return f"new, by {urlsafe_b64encode(digest)[:22].decode()}"


def name(text: str, what: str | Term = A_NAME) -> str:
    """Return the name without surrounding spaces. Raises `Declined` if it is empty, too long or not readable.

    ``what``: the name of the value in the message of the error.
    """
    trimmed = text.strip()
    if not trimmed:
        raise Declined("name", "{what} must not be empty", what=what)
    if len(trimmed) > LONGEST:
        raise Declined(
            "name", "{what} has {number} characters; the most is {most}", what=what, number=len(trimmed), most=LONGEST
        )
    if code := unfit_in_a_line(trimmed):
        raise Declined(
            "name",
            "{what} must be readable on one line: {text} has the character {code}",
            what=what,
            text=ascii(trimmed[:60]),
            code=code,
        )
    if not any(map(str.isprintable, trimmed)):
        raise Declined("name", "{what} must be readable: {text} is not", what=what, text=ascii(trimmed[:60]))
    return trimmed


def check_text(value: Any) -> None:
    """Raise `Declined` if any text within a value is too long or holds a character that no text may hold."""
    if isinstance(value, str):
        if code := unfit(value):
            raise Declined(
                "text", "a text may not hold the character {code}: {text}", code=code, text=ascii(value[:60])
            )
        if len(value) > LONGEST_TEXT:
            raise Declined(
                "text",
                "a text has {number} characters; the most is {most}: {text} …",
                number=len(value),
                most=LONGEST_TEXT,
                text=repr(value[:40]),
            )
    elif isinstance(value, list | tuple):
        for item in value:
            check_text(item)
    elif names := _field_names(value.__class__):
        for name in names:
            check_text(getattr(value, name))
    elif isinstance(value, Mapping):
        for key, held in value.items():
            check_text(key)
            check_text(held)


@lru_cache(maxsize=256)
def _field_names(kind: Any) -> tuple[str, ...]:
    """Return the names of a dataclass's fields; an empty tuple for other types."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def _tag_facts(part: Any) -> Any:
    if isinstance(part, Fact):
        return {"topic": part.TOPIC, "fact": to_plain(part)}
    if isinstance(part, list | tuple):
        return [_tag_facts(each) for each in part]
    return part


def _plain(value: Any) -> Any:
    raise NotImplementedError(f"{type(value).__name__} is no part of a command")
