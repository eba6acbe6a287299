"""Cosignatures: a witness states that it saw a checkpoint grow from the last one, and when (C2SP tlog-cosignature)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from domain.proof import signatures
from domain.proof.notes import NoteError, PublicKey, Signature

if TYPE_CHECKING:
    from domain.proof.notes import Note, PrivateKey

TIME_BYTES: Final = 8
LATEST: Final = 253_402_300_799
"""The last second of the year 9999, after which no time is read."""


@dataclass(frozen=True, slots=True)
class WitnessKey(PublicKey):
    """A key that verifies the cosignatures of a witness, with the witness's name."""

    KIND: ClassVar[bytes] = b"\x04"

    def verifies(self, text: str, signature: bytes) -> bool:
        """Return whether the cosignature of the text is by this witness."""
        time = int.from_bytes(signature[:TIME_BYTES], "big")
        return signatures.is_valid(self.public, _statement(text, time), signature[TIME_BYTES:])

    def find_time(self, note: Note) -> int | None:
        """Return when this witness cosigned a note, in seconds since 1970; None if it did not.

        Of several cosignatures the last one counts. Raises `NoteError` if one is wrong.
        """
        times = []
        for each in note.signatures:
            if (each.name, each.id) == (self.name, self.id):
                if not self.verifies(note.text, each.value):
                    raise NoteError(f"the cosignature by {self.name} ({self.id.hex()}) does not fit the text")
                times.append(int.from_bytes(each.value[:TIME_BYTES], "big"))
                if times[-1] > LATEST:
                    raise NoteError(f"the cosignature by {self.name} ({self.id.hex()}) has an impossible time")
        return max(times, default=None)


def witness_key(key: PrivateKey) -> WitnessKey:
    """Return the key that verifies what a private key cosigns."""
    return WitnessKey(key.name, signatures.public_of(key.seed))


def cosign(text: str, key: PrivateKey, time: int) -> Signature:
    """Return the cosignature of a checkpoint's text. ``time``: of the witness, in seconds since 1970."""
    value = time.to_bytes(TIME_BYTES, "big") + signatures.sign(key.seed, _statement(text, time))
    return Signature(key.name, witness_key(key).id, value)


def _statement(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()
