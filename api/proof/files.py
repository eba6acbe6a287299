"""Check the files of disputes against the hashes in the events.

The log proves the events, which hold the hash of each file. The files are in a table of their own, so they are compared
with these hashes here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

import msgspec

from domain.dispute.facts import EvidenceGiven
from domain.proof.texts import opened, tokens
from domain.removal.facts import TextRemoved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from store.events.log import Event, Log
    from store.tables.attachments import Attachments, Stored


@dataclass(frozen=True, slots=True)
class FileFault:
    """A file that does not fit its event. ``version``: of that event; None if there is none."""

    dispute: UUID
    version: int | None
    explanation: str


class _File(msgspec.Struct):
    name: str = ""
    media_type: str = ""
    size: int = 0
    sha256: str = ""


class _State(msgspec.Struct):
    fact: _File


class _Removed(msgspec.Struct):
    stream: str = ""


class _Removal(msgspec.Struct):
    fact: _Removed


class FileOfEvent(NamedTuple):
    """A file that was handed in, as its event describes it."""

    dispute: UUID
    version: int
    name: str
    media_type: str
    size: int
    sha256: str


class Files:
    """The files in events, collected during a walk."""

    def __init__(self) -> None:
        self.files: dict[tuple[UUID, str], FileOfEvent] = {}

    def add(self, event: Event) -> None:
        """Collect the file of an event, if it has one."""
        if event.topic == EvidenceGiven.TOPIC and (file := _file_of(event)) and file.sha256:
            self.add_all([FileOfEvent(event.id, event.version, file.name, file.media_type, file.size, file.sha256)])

    def add_all(self, files: Iterable[FileOfEvent]) -> None:
        """Add files that were collected before."""
        self.files.update({(file.dispute, file.sha256): file for file in files})


class StoredFiles:
    """The stored files, which are compared with those in events.

    Make it before any event is read, so that a file uploaded meanwhile is not reported as one without an event.
    """

    def __init__(self, attachments: Attachments) -> None:
        self.attachments = attachments
        self.stored = {(row.dispute, row.sha256): row for row in attachments.read_all()}

    def faults(self, files: Files, log: Log) -> Iterator[FileFault]:
        """Yield the files that were changed, removed or added."""
        for (dispute, sha256), file in files.files.items():
            row = self.stored.get((dispute, sha256)) or self.attachments.row(dispute, sha256)
            title, version = f"the file {_open_name(file.name, log)!r}", file.version
            if row is None:
                yield FileFault(dispute, version, f"{title} was removed")
            elif row.digest is None and _is_recorded(row, log):
                continue
            elif row.digest != sha256 or row.size != file.size:
                yield FileFault(dispute, version, f"{title} was changed; it is not the one that was handed in")
            elif row.media_type != file.media_type:
                yield FileFault(dispute, version, f"{title} was {file.media_type}, and its row says {row.media_type}")
        for dispute, sha256 in sorted(self.stored.keys() - files.files.keys()):
            if not any(event.topic == EvidenceGiven.TOPIC and _of(event) == sha256 for event in log.events_of(dispute)):
                yield FileFault(dispute, None, f"a file was added that nobody handed in, {sha256[:12]}…")


def _is_recorded(row: Stored, log: Log) -> bool:
    """Return whether an event records the removal of a file."""
    if row.removed_by is None:
        return False
    removed = next((each for each in log.events_of(row.removed_by) if each.version == row.removed_at), None)
    if removed is None or removed.topic != TextRemoved.TOPIC:
        return False
    return msgspec.json.decode(removed.state, type=_Removal).fact.stream == str(row.dispute)


def _open_name(name: str, log: Log) -> str:
    """Return the name of a file, which stands apart from its event."""
    rows = log.texts(tokens(name))
    return str(opened(name, {token: rows[token].shown if token in rows else "?" for token in tokens(name)}))


def _file_of(event: Event) -> _File | None:
    """Return the file of an event; None if the event cannot be read, in which case its leaf differs too."""
    try:
        return msgspec.json.decode(event.state, type=_State).fact
    except msgspec.MsgspecError:
        return None


def _of(event: Event) -> str:
    file = _file_of(event)
    return file.sha256 if file else ""
