"""Checkpoints: the head of a log's tree as a signed note (C2SP tlog-checkpoint). Also the change of a log's key."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from domain.proof import notes
from domain.proof.notes import Note, NoteError, PrivateKey, PublicKey
from domain.proof.tree import HASH_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CHANGE_OF_KEY: Final = "nought/key-change/v1"
"""The first line of a note in which an old key names the new one."""
SIZE: Final = re.compile(r"0|[1-9][0-9]{0,17}")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The head of a tree: the name of the log, the number of leaves, and the root hash."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """Return the text to be signed: origin, size and root, a line each."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def sign(checkpoint: Checkpoint, *keys: PrivateKey) -> Note:
    """Return a checkpoint as a note, signed by these keys."""
    note = Note(checkpoint.text)
    for key in keys:
        note = note.add_signature(key)
    return note


def parse(note: Note) -> Checkpoint:
    """Return the checkpoint of a note, without checking signatures (`Note.verify`). Raises `NoteError`."""
    lines = note.text.split("\n")[:-1]
    if len(lines) < 3 or not all(lines):
        raise NoteError("this is no checkpoint: origin, size and root are needed, a line each")
    origin, size, root = lines[:3]
    if not SIZE.fullmatch(size):
        raise NoteError(f"{size[:40]!r} is no size of a tree")
    head = notes.base64(root)
    if len(head) != HASH_BYTES:
        raise NoteError(f"{root[:80]!r} is no head of a tree: {HASH_BYTES} bytes are needed")
    return Checkpoint(origin, int(size), head)


def verify_note(whole: str, keys: Iterable[PublicKey], origin: str | None = None) -> Checkpoint:
    """Return the checkpoint of a note that one of the keys signed under the log's own name.

    ``origin``: the expected name of the log, if any. Raises `NoteError` for any other note.
    """
    note = notes.parse(whole)
    checkpoint = parse(note)
    if origin is not None and checkpoint.origin != origin:
        raise NoteError(f"it is a checkpoint of the log {checkpoint.origin}, not of {origin}")
    note.verify(key for key in keys if key.name == checkpoint.origin)
    return checkpoint


# --- change of key ------------------------------------------------------------------------------


def write_key_change(old: PrivateKey, new: PrivateKey) -> Note:
    """Return the note that replaces a log's key by a new one; both keys sign it."""
    return Note(f"{CHANGE_OF_KEY}\n{old.public.text}\n{new.public.text}\n").add_signature(old).add_signature(new)


def follow_key_changes(keys: Iterable[PublicKey], changes: Sequence[str]) -> list[PublicKey]:
    """Return the keys and the keys that replaced them, in order. Invalid notes in ``changes`` are skipped."""
    trusted_keys = list(keys)
    for whole in changes:
        try:
            note = notes.parse(whole)
            kind, old, new = note.text.split("\n")[:3]
            pair = PublicKey.parse(old), PublicKey.parse(new)
            by = note.verify(pair)
        except (NoteError, ValueError):
            continue
        if kind == CHANGE_OF_KEY and pair[0] in trusted_keys and set(by) == set(pair) and pair[1] not in trusted_keys:
            trusted_keys.append(pair[1])
    return trusted_keys
