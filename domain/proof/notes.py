"""Signed notes, and the keys that sign and verify them (C2SP signed-note, with Ed25519 signatures).

A note is text, a blank line, and a line for each signature. Signatures by unknown keys are kept and ignored, so that
others may sign too.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar, Final, Self

from domain.proof import signatures

if TYPE_CHECKING:
    from collections.abc import Iterable

ED25519: Final = b"\x01"
"""The number of the signature type in the format."""
MARK: Final = "— "
ID_BYTES: Final = 4
LARGEST: Final = 64 * 1024
"""The most bytes of a note."""
PRIVATE: Final = "PRIVATE+KEY+"


class NoteError(ValueError):
    """Raised when a text is no signed note or key, or when no trusted key signed it; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key that verifies signatures, with the name of its holder."""

    KIND: ClassVar[bytes] = ED25519
    """The number of the type of its signatures."""

    name: str
    public: bytes

    def __post_init__(self) -> None:
        check_name(self.name)
        if len(self.public) != signatures.PUBLIC_BYTES:
            raise NoteError(f"an Ed25519 key has {signatures.PUBLIC_BYTES} bytes, not {len(self.public)}")

    @property
    def id(self) -> bytes:
        """Return the four bytes that distinguish the key from other keys of the same name."""
        return sha256(self.name.encode() + b"\n" + self.KIND + self.public).digest()[:ID_BYTES]

    @property
    def text(self) -> str:
        """Return the key on one line, a *vkey*: name, id and key bytes."""
        return f"{self.name}+{self.id.hex()}+{b64encode(self.KIND + self.public).decode()}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the key of a vkey. Raises `NoteError` if the text is no vkey or is damaged."""
        name, identity, key_bytes = _three(text.strip(), "a verifier key")
        key = cls(name, _ed25519(key_bytes, cls.KIND))
        if identity != key.id.hex():
            raise NoteError(f"{text.strip()!r} is damaged: the id of this key is {key.id.hex()}")
        return key

    def verifies(self, text: str, signature: bytes) -> bool:
        """Return whether the signature of the text is by this key."""
        return signatures.is_valid(self.public, text.encode(), signature)


@dataclass(frozen=True, slots=True, repr=False)
class PrivateKey:
    """A key that signs. Only `text` shows it, and only for writing it into a file."""

    name: str
    seed: bytes

    @property
    def public(self) -> PublicKey:
        """Return the public key that verifies its signatures."""
        return PublicKey(self.name, signatures.public_of(self.seed))

    @property
    def text(self) -> str:
        """Return the secret key on one line: name, id and key bytes."""
        return f"{PRIVATE}{self.name}+{self.public.id.hex()}+{b64encode(ED25519 + self.seed).decode()}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the key on a line that `text` wrote. Raises `NoteError`, whose message never quotes the line."""
        if not text.startswith(PRIVATE):
            raise NoteError("this is no private key")
        try:
            name, identity, key_bytes = _three(text.strip().removeprefix(PRIVATE), "a private key")
            key = cls(name, _ed25519(key_bytes))
            fits = identity == key.public.id.hex()
        except NoteError:
            fits = False
        if not fits:
            raise NoteError("the private key is damaged") from None
        return key


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature of a note: the name and the id of the key, and the signature's bytes."""

    name: str
    id: bytes
    value: bytes

    @property
    def line(self) -> str:
        """Return the line of the signature, with its line end."""
        return f"{MARK}{self.name} {b64encode(self.id + self.value).decode()}\n"


@dataclass(frozen=True, slots=True)
class Note:
    """A text and its signatures. ``text`` ends with a line end."""

    text: str
    signatures: tuple[Signature, ...] = ()

    @property
    def whole(self) -> str:
        """Return the note in its published form: text, blank line, signatures."""
        return f"{self.text}\n{''.join(each.line for each in self.signatures)}"

    def add_signature(self, key: PrivateKey) -> Note:
        """Return a copy of the note with one more signature."""
        public = key.public
        made = Signature(key.name, public.id, signatures.sign(key.seed, self.text.encode()))
        return Note(self.text, (*self.signatures, made))

    def verify(self, keys: Iterable[PublicKey]) -> tuple[PublicKey, ...]:
        """Return the given keys that signed the note. Raises `NoteError` if none did, or if a signature is wrong."""
        known = {(key.name, key.id): key for key in keys}
        signers: dict[PublicKey, None] = {}
        for each in self.signatures:
            key = known.get((each.name, each.id))
            if key is None:
                continue
            if not key.verifies(self.text, each.value):
                raise NoteError(f"the signature by {key.name} ({key.id.hex()}) does not fit the text")
            signers[key] = None
        if not signers:
            by = ", ".join(f"{each.name} ({each.id.hex()})" for each in self.signatures)
            raise NoteError(f"it is signed by {by or 'nobody'}, and by none of the keys that are trusted here")
        return tuple(signers)


def parse(whole: str) -> Note:
    """Return the note of a text, without checking signatures (`Note.verify`). Raises `NoteError` for other texts."""
    if len(whole.encode("utf-8", "replace")) > LARGEST:
        raise NoteError(f"a note of more than {LARGEST} bytes is not read")
    if any(letter < " " and letter != "\n" for letter in whole):
        raise NoteError("this is no signed note: it holds a control character")
    end = whole.rfind("\n\n")
    if end < 0 or not whole.endswith("\n"):
        raise NoteError("this is no signed note: there is no blank line before signatures")
    if len(whole) == end + 2:
        raise NoteError("this is no signed note: nobody signed it")
    lines = whole[end + 2 : -1].split("\n")
    return Note(whole[: end + 1], tuple(_signature(line) for line in lines))


def _signature(line: str) -> Signature:
    words = line.removeprefix(MARK).split(" ")
    if not line.startswith(MARK) or len(words) != 2:
        raise NoteError(f"{line[:80]!r} is no line of a signature")
    check_name(words[0])
    value = base64(words[1])
    if len(value) <= ID_BYTES:
        raise NoteError(f"{line[:80]!r} is no line of a signature: it is too short")
    return Signature(words[0], value[:ID_BYTES], value[ID_BYTES:])


def check_name(name: str) -> None:
    """Raise `NoteError` if a name is empty, or holds a space, a control character or a plus."""
    if not name or "+" in name or any(letter.isspace() or letter < " " for letter in name):
        raise NoteError(f"{name!r} is no key's name: it needs letters, without spaces or +")


def base64(text: str) -> bytes:
    """Return the bytes of a text in canonical base64. Raises `NoteError` for any other text."""
    try:
        decoded = b64decode(text, validate=True)
    except (NoBase64, ValueError):
        raise NoteError(f"{text[:80]!r} is no base64") from None
    if b64encode(decoded).decode() != text:
        raise NoteError(f"{text[:80]!r} is no base64 as it is written")
    return decoded


def write_base64(value: bytes) -> str:
    """Return bytes in canonical base64."""
    return b64encode(value).decode()


def _three(text: str, what: str) -> tuple[str, str, bytes]:
    """Return the name, the id and the bytes of a key on one line. Only the base64 at the end may hold a plus.

    Raises `NoteError`, named by ``what``, for any other line.
    """
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise NoteError(f"{text[:80]!r} is not {what}: name, id and key with + between are needed")
    return parts[0], parts[1], base64(parts[2])


def _ed25519(key_bytes: bytes, kind: bytes = ED25519) -> bytes:
    if key_bytes[:1] != kind or len(key_bytes) != 1 + signatures.PUBLIC_BYTES:
        raise NoteError(f"only Ed25519 keys of type {kind[0]} are known here")
    return key_bytes[1:]
