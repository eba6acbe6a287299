"""Proofs that one entry is in a log, as one file that other tools read (C2SP tlog-proof)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.proof import checkpoints, notes
from domain.proof.notes import NoteError
from domain.proof.tree import HASH_BYTES, includes, leaf_hash

if TYPE_CHECKING:
    from collections.abc import Iterable

    from domain.proof.checkpoints import Checkpoint
    from domain.proof.notes import PublicKey

FIRST: Final = "c2sp.org/tlog-proof@v1"
INDEX: Final = re.compile(r"index (0|[1-9][0-9]{0,17})")
MOST_HASHES: Final = 63


@dataclass(frozen=True, slots=True)
class TlogProof:
    """The proof that an entry is at a place of a log. ``note``: the signed checkpoint; ``extra``: the entry itself."""

    place: int
    path: tuple[bytes, ...]
    note: str
    extra: bytes = b""

    @property
    def text(self) -> str:
        """Return the file."""
        extra = f"extra {notes.write_base64(self.extra)}\n" if self.extra else ""
        hashes = "".join(f"{notes.write_base64(each)}\n" for each in self.path)
        return f"{FIRST}\n{extra}index {self.place}\n{hashes}\n{self.note}"

    def verify(self, entry: bytes, keys: Iterable[PublicKey]) -> Checkpoint:
        """Return the checkpoint that has the entry. Raises `NoteError` if it has not, or no key signed it."""
        checkpoint = checkpoints.verify_note(self.note, keys)
        if not includes(checkpoint.root, checkpoint.size, leaf_hash(entry), self.place, self.path):
            raise NoteError("the entry is not in the log at this place")
        return checkpoint


def parse_proof(text: str) -> TlogProof:
    """Return the proof of a file. Raises `NoteError` for any other text."""
    top, _, note = text.partition("\n\n")
    first, *lines = top.split("\n")
    if first != FIRST:
        raise NoteError(f"this is no proof: its first line is not {FIRST}")
    extra = b""
    if lines and lines[0].startswith("extra "):
        extra = notes.base64(lines.pop(0).removeprefix("extra "))
    index = INDEX.fullmatch(lines[0]) if lines else None
    if index is None:
        raise NoteError("this is no proof: it has no line with the index")
    path = tuple(map(notes.base64, lines[1:]))
    if len(path) > MOST_HASHES or any(len(each) != HASH_BYTES for each in path):
        raise NoteError(f"this is no proof: it has at most {MOST_HASHES} hashes of {HASH_BYTES} bytes")
    checkpoints.parse(notes.parse(note))
    return TlogProof(int(index[1]), path, note, extra)
