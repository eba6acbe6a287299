"""Export the deals of a book: read on all cores, written by this process in order."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from dataclasses import dataclass
from functools import partial
from gzip import GzipFile
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from api.cli.parts.errors import Trouble
from api.cli.parts.parquet import UNFINISHED
from api.cli.parts.ranges import naming
from api.cli.parts.unfinished import purpose_of, unfinished
from domain.club.facts import WhoSeesChosen
from domain.kernel.whole_record import reading_as
from domain.removal.facts import PersonForgotten, TextRemoved
from replay.notation import document_of, record_of, write_archived, write_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from uuid import UUID

    from api.cli.parts.ranges import BookWorkers
    from api.cli.parts.unfinished import Unfinished
    from api.services import Services
    from replay.notation import DealDocument

PARTS: Final = "parts"
"""The file in the folder of notes with the part that is written."""
TOGETHER: Final = 200
"""The deals that a process reads at once."""
HIDES: Final = (PersonForgotten.TOPIC, TextRemoved.TOPIC, WhoSeesChosen.TOPIC)
"""The events after which the part of an export that is written may hold more than it should."""


@dataclass(frozen=True, slots=True)
class Form:
    """The form in which deals are written.

    ``is_table``: as rows for Parquet files; else as an archive, or one as a hand file.
    """

    is_table: bool = False
    is_hand: bool = False
    is_compressed: bool = False
    judges_caps: bool = False
    hides_names: bool = False


class Page(NamedTuple):
    """The next deals of an export. ``next``: from where the deals after them are listed; None if there are none."""

    ids: tuple[UUID, ...]
    next: str | None


class Target(NamedTuple):
    """The place to which an export is written.

    ``notes``: the folder in which it is noted how much is written; None if the target cannot be written on later.
    """

    name: str
    notes: Path | None
    stream: BinaryIO | None = None
    """The open stream of a target without notes."""


def export_deals(
    crew: BookWorkers,
    named: Sequence[UUID],
    form: Form,
    target: Target,
    *,
    anew: bool,
    advance: Callable[[int], object],
) -> int:
    """Export the named deals, or all if none is named. Return their number.

    ``advance`` is called with the number of deals of each part that is written. An export that was ended in the middle
    goes on where it was, unless it now might show less.
    """
    services = crew.services
    purpose = {"command": "export", "deals": [str(each) for each in named], "form": form}
    with (
        reading_for(services, form),
        unfinished(
            target.notes,
            purpose_of(services, purpose),
            anew=anew,
            is_usable=partial(_can_go_on, services, target.notes),
        ) as done,
        _output(target, form, done) as output,
    ):
        state = done.state or {"position": services.recorder.max_notification_id(), "count": 0, "after": None}
        count: int = state["count"]
        advance(count)
        for page, part in crew.map(partial(write_part, form=form), pages(services, named, state["after"])):
            output.add(part)
            count += len(page.ids)
            if page.next is not None:
                # B023: `note` calls it at once, or not at all.
                done.note(lambda: {**state, "count": count, "after": page.next, "bytes": output.sync()})  # noqa: B023
            advance(len(page.ids))
        if not count and form.is_compressed:
            output.add(compressed(b""))
    return count


def pages(services: Services, named: Sequence[UUID], after: str | None) -> Iterator[Page]:
    """Yield the deals to export from a page's ``next`` on: the named ones, or all, the newest first."""
    if named:
        for begin in range(int(after or 0), len(named), TOGETHER):
            end = begin + TOGETHER
            yield Page(tuple(named[begin:end]), str(end) if end < len(named) else None)
        return
    is_last = False
    while not is_last:
        page = services.catalogue.page("deal", after=after, limit=TOGETHER)
        yield Page(tuple(row.id for row in page.rows), page.next)
        after, is_last = page.next, page.next is None


def write_part(services: Services, page: Page, form: Form) -> bytes:
    """Return the deals of a page as they are written."""
    with reading_for(services, form):
        documents = (_read(services, identity) for identity in page.ids)
        if form.is_table:
            return _rows(documents, form)
        text = b"".join(
            write_hand(each).encode() if form.is_hand else write_archived(each) + b"\n" for each in documents
        )
    return compressed(text) if form.is_compressed else text


def _hand(document: DealDocument) -> bytes:
    return write_hand(document).encode()


def _line(document: DealDocument) -> bytes:
    return write_archived(document) + b"\n"


def _read(services: Services, identity: UUID) -> DealDocument:
    with naming(f"deal {identity}"):
        return document_of(services.ledger.repository.history(identity), str(identity))


def _rows(documents: Iterator[DealDocument], form: Form) -> bytes:
    from api.deals.as_parquet import pack_rows
    from replay.rows.recorded_deal import RecordedDeal

    return pack_rows(RecordedDeal(record_of(each), each.id, judges_caps=form.judges_caps) for each in documents)


def compressed(text: bytes) -> bytes:
    """Return a text as a member of a file of gzip, which may hold any number of them."""
    member = io.BytesIO()
    with GzipFile("", "wb", fileobj=member, mtime=0) as stream:
        stream.write(text)
    return member.getvalue()


def reading_for(services: Services, form: Form) -> contextlib.AbstractContextManager[None]:
    """Return a context that reads everything, or what outsiders of each club see."""
    return reading_as(services.sights.of_outsider()) if form.hides_names else contextlib.nullcontext()


def _can_go_on(services: Services, notes: Path | None, state: dict[str, Any]) -> bool:
    """Return whether the part that is written is there, and shows no more than it would if it were written now.

    It does as long as nobody was forgotten, nothing removed and no club hidden since the export was begun.
    """
    if notes is None or not (parts := notes / PARTS).is_file() or parts.stat().st_size < state["bytes"]:
        return False
    return not services.recorder.select_notifications(state["position"], 1, topics=HIDES, inclusive_of_start=False)


# --- where the parts go -------------------------------------------------------------------------


class _Output:
    """A stream to which parts are written. ``take`` is also given each part, and those written before."""

    def __init__(self, stream: BinaryIO, take: Callable[[bytes], object] | None = None) -> None:
        self._stream = stream
        self._take = take

    def add(self, part: bytes) -> None:
        """Write the next part."""
        if self._take is not None:
            self._stream.write(len(part).to_bytes(8, "big"))
            self._take(part)
        self._stream.write(part)

    def sync(self) -> int:
        """Put what is written on the disk. Return its size in bytes."""
        self._stream.flush()
        os.fsync(self._stream.fileno())
        return self._stream.tell()

    def take_again(self) -> None:
        """Take the parts that a call before has written."""
        end = self._stream.tell()
        self._stream.seek(0)
        while self._take is not None and self._stream.tell() < end:
            self._take(self._stream.read(int.from_bytes(self._stream.read(8), "big")))
        self._stream.seek(end)


@contextlib.contextmanager
def _output(target: Target, form: Form, done: Unfinished) -> Iterator[_Output]:
    """Open the target where the notes end. It gets its name when it is complete."""
    if target.stream is not None:
        yield _Output(target.stream)
        target.stream.flush()
        return
    assert done.folder is not None  # noqa: S101 - a file has notes
    parts = done.folder / PARTS
    with _written_on(parts, done.state["bytes"] if done.state else 0) as stream:
        if form.is_table:
            from api.deals.as_parquet import ParquetFolder

            with ParquetFolder(done.folder.parent) as files:
                output = _Output(stream, files.add_rows)
                output.take_again()
                yield output
            return
        yield _Output(stream)
    parts.replace(target.name)


@contextlib.contextmanager
def _written_on(path: Path, size: int) -> Iterator[BinaryIO]:
    """Open a file at an end; what is written after it goes."""
    with path.open("r+b" if size else "w+b") as stream:
        stream.truncate(size)
        stream.seek(size)
        yield stream


@contextlib.contextmanager
def open_target(output: str, folder: Path | None) -> Iterator[Target]:
    """Yield the target: standard output, a device, a file, or the folder of Parquet files. Raises `Trouble`."""
    path = Path(output)
    if folder is not None:
        with _made(folder / UNFINISHED, str(folder)) as notes:
            yield Target(str(folder), notes)
    elif output == "-":
        yield Target(output, None, sys.stdout.buffer)
    elif path.exists() and not path.is_file():
        with path.open("wb") as device:
            yield Target(output, None, device)
    else:
        with _made(path.with_name(f"{path.name}.unfinished"), output) as notes:
            yield Target(output, notes)


@contextlib.contextmanager
def _made(notes: Path, name: str) -> Iterator[Path]:
    """Make the folder of notes, and remove it if nothing was noted. Raises `Trouble` if it cannot be made."""
    try:
        notes.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise Trouble(f"{name} cannot be written: {error.strerror}") from None
    try:
        yield notes
    finally:
        with contextlib.suppress(OSError):
            notes.rmdir()
