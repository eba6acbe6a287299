"""This server as a witness of other logs: it cosigns a checkpoint that continues the one it saw before (C2SP).

The protocol is tlog-witness: `POST …/add-checkpoint` with the size that the witness knows, the proof that the new tree
continues that one, and the signed checkpoint.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from api.proof.other_servers import fetch_consistency
from domain.proof import checkpoints, notes
from domain.proof.cosignatures import cosign
from domain.proof.notes import Note, NoteError, PrivateKey
from domain.proof.signatures import SEED_BYTES
from domain.proof.tree import EMPTY, HASH_BYTES, is_consistent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from threading import Event

    from api.proof.keys import Keys
    from domain.proof.checkpoints import Checkpoint
    from domain.proof.notes import PublicKey
    from domain.proof.witness_policies import KnownLog
    from store.events.witnesses import Conflict, Turn, Witnessed, Witnesses

KEY_FILE: Final = "witness.key"
MOST_HASHES: Final = 63
"""The most hashes of a proof of consistency."""
LARGEST: Final = notes.LARGEST + 4096
"""The most bytes of a submission."""
LARGEST_TEXT: Final = 1000
"""The most bytes of a checkpoint without its signatures; notes are parts of keys of an index."""
FRESH_SECONDS: Final = 60
"""Seconds in which a checkpoint that is sent again gets the same cosignature, and nothing is written."""
DOUBT_SECONDS: Final = 60.0
"""Seconds after which logs are asked again about checkpoints that were sent with a wrong proof."""
OLD: Final = re.compile(r"old (0|[1-9][0-9]{0,17})")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a submission: a status of HTTP, and a cosignature, a size, or why there is none."""

    status: int
    text: str


@dataclass(frozen=True, slots=True)
class Submission:
    """A checkpoint that a log sends, as a note and read, with the proof that it continues the ``old`` size."""

    old: int
    proof: tuple[bytes, ...]
    note: Note
    head: Checkpoint


def find_witness_key(keys: Keys, host: str) -> PrivateKey:
    """Return the key with which this server cosigns, which is made if there is none. Raises `KeysError`."""

    def make() -> str:
        name = f"{host or 'nought'}/witness/{secrets.token_hex(4)}"
        return f"{PrivateKey(name, secrets.token_bytes(SEED_BYTES)).text}\n"

    return PrivateKey.parse(keys.keep(KEY_FILE, make))


def parse_submission(body: bytes) -> Submission:
    """Return a submission. Raises `NoteError` for a body of another form."""
    try:
        top, _, whole = body.decode().partition("\n\n")
    except UnicodeDecodeError:
        raise NoteError("this is no text in UTF-8") from None
    first, *hashes = top.split("\n")
    if not (old := OLD.fullmatch(first)):
        raise NoteError("the first line is “old” and a size")
    if len(hashes) > MOST_HASHES:
        raise NoteError(f"a proof has at most {MOST_HASHES} hashes")
    proof = tuple(map(notes.base64, hashes))
    if any(len(each) != HASH_BYTES for each in proof):
        raise NoteError(f"a hash of the proof has {HASH_BYTES} bytes")
    note = notes.parse(whole)
    if len(note.text.encode()) > LARGEST_TEXT:
        raise NoteError(f"a checkpoint has at most {LARGEST_TEXT} bytes before its signatures")
    return Submission(int(old[1]), proof, note, checkpoints.parse(note))


def _signed_by(note: Note, key: PublicKey) -> Note:
    """Return a note with the signature of its log alone: anybody may have added others, of any length."""
    return Note(note.text, tuple(each for each in note.signatures if (each.name, each.id) == (key.name, key.id))[:1])


def _continues(sent: Submission, root: bytes) -> bool:
    """Return whether a submission proves that its checkpoint continues the one of the ``old`` size, with that head."""
    if not sent.head.size and sent.head.root != EMPTY:
        return False
    if not sent.old:
        return not sent.proof
    return is_consistent(root, sent.old, sent.head.root, sent.head.size, sent.proof)


class Witness:
    """The witness of some logs. ``clock``: returns seconds since 1970."""

    def __init__(
        self, table: Witnesses, key: PrivateKey, logs: Iterable[PublicKey], clock: Callable[[], float] = time.time
    ) -> None:
        self._table = table
        self._key = key
        self._logs = {key.name: key for key in logs}
        self._clock = clock

    def add_checkpoint(self, body: bytes) -> Answer:
        """Return the answer to a submission: a cosignature if the checkpoint continues what was witnessed before."""
        try:
            sent = parse_submission(body)
        except NoteError as error:
            return Answer(400, str(error))
        key = self._logs.get(sent.head.origin)
        if key is None:
            return Answer(404, f"{sent.head.origin}")
        try:
            sent.note.verify([key])
        except NoteError as error:
            return Answer(403, str(error))
        sent = replace(sent, note=_signed_by(sent.note, key))
        if sent.old > sent.head.size:
            return Answer(400, "the old size is greater than that of the checkpoint")
        with self._table.turn(sent.head.origin) as turn:
            return self._judge(sent, turn)

    def _judge(self, sent: Submission, turn: Turn) -> Answer:
        head, last, at = sent.head, turn.last(), int(self._clock())
        size = last.size if last else 0
        if sent.old != size:
            return Answer(409, f"{size}\n")
        root = checkpoints.parse(notes.parse(last.note)).root if last else b""
        if not _continues(sent, root):
            is_fork = last is not None and size == head.size and root != head.root
            if last is not None and (is_fork or 0 < size < head.size):
                self._report(sent, turn, last, is_proof=is_fork)
            return Answer(422, f"{size} → {head.size}")
        signed = int(last.signed_at.timestamp()) if last else 0
        if at < signed:
            # A cosignature states which tree was the largest at its time, so times never go back.
            _log.error("nothing is cosigned until the clock has reached %s again", datetime.fromtimestamp(signed, UTC))
            return Answer(503, "")
        if last is not None and size == head.size and at - signed < FRESH_SECONDS:
            at = signed
        else:
            turn.keep(head.size, sent.note.whole, datetime.fromtimestamp(at, UTC))
        return Answer(200, cosign(sent.note.text, self._key, at).line)

    def _report(self, sent: Submission, turn: Turn, last: Witnessed, *, is_proof: bool) -> None:
        """Keep two signed checkpoints of a log that were not shown to be of one history, and tell the operator.

        Anybody may send a checkpoint with a wrong proof, so only two of one size prove a fork; see `Doubts`.
        """
        if turn.add_conflict(sent.head.size, last.note, sent.note.whole, is_proof=is_proof):
            _log.error(
                "the log %s %s: %d events, and %d witnessed before",
                sent.head.origin,
                "signed two histories" if is_proof else "did not show that it continues",
                sent.head.size,
                last.size,
            )


class Doubts:
    """Asks logs about checkpoints that were sent with a wrong proof: whether one continues the other."""

    def __init__(self, table: Witnesses, logs: Iterable[KnownLog]) -> None:
        self._table = table
        self._logs = {log.key.name: log for log in logs if log.url}

    def settle(self, stop: Event | None = None) -> None:
        """Dismiss the doubts that the logs themselves answer with a proof."""
        for doubt in self._table.conflicts():
            log = self._logs.get(doubt.origin)
            if stop is not None and stop.is_set():
                return
            if log is not None and not doubt.is_proof and self._is_answered(log, doubt):
                self._table.dismiss(doubt)

    def _is_answered(self, log: KnownLog, doubt: Conflict) -> bool:
        """Return whether the log proves that the smaller of two checkpoints became the larger one."""
        old, new = sorted(
            (checkpoints.parse(notes.parse(note)) for note in (doubt.witnessed, doubt.sent)),
            key=lambda head: head.size,
        )
        try:
            path = fetch_consistency(log.url, old.size, new.size)
        except (OSError, NoteError):
            return False
        return is_consistent(old.root, old.size, new.root, new.size, path)
