"""An archive: one deal a line, plain or compressed with gzip, read and written in constant memory."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from replay.notation.archive import read_archived, write_archived
from replay.notation.document import DealDocument
from replay.notation.errors import ArchiveError

LONGEST_LINE: Final = 1 << 20
"""The most bytes of a line; the longest known deal has a hundredth of it."""
GZIP: Final = b"\x1f\x8b"
BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that holds no deal: its number, counted from 1, and why."""

    number: int
    reason: str


def read_archive(stream: BinaryIO) -> Iterator[DealDocument | BadLine]:
    """Yield every deal of an archive in order, and a `BadLine` for each line that holds none.

    Empty lines are skipped. Reading goes on after a bad line, except in damaged gzip data.
    """
    for number, line in numbered_lines(stream):
        if isinstance(line, BadLine):
            yield line
            continue
        try:
            document = read_archived(line)
        except ArchiveError as e:
            yield BadLine(number, str(e))
        else:
            yield document


def numbered_lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | BadLine]]:
    """Yield the lines that are not empty, with their numbers; a `BadLine` for those that are too long."""
    buffered = io.BufferedReader(_Borrowed(stream))
    source: BinaryIO = buffered
    if buffered.peek(2)[:2] == GZIP:
        source = gzip.GzipFile(fileobj=buffered, mode="rb")  # type: ignore[assignment]
    number = 0
    while True:
        number += 1
        try:
            line = source.readline(LONGEST_LINE + 1)
            length = len(line)
            if length > LONGEST_LINE and not line.endswith(b"\n"):
                while (more := source.readline(LONGEST_LINE)) and not more.endswith(b"\n"):
                    length += len(more)
                length += len(more)
                yield number, BadLine(number, f"too long: {length} bytes, at most {LONGEST_LINE}")
                continue
        except (EOFError, OSError, zlib.error) as e:
            if source is buffered:
                raise
            yield number, BadLine(number, f"damaged gzip data: {e}; nothing after it can be read")
            return
        if not line:
            return
        if number == 1:
            line = line.removeprefix(BOM)
        line = line.strip(b" \t\r\n")
        if line:
            yield number, line


class _Borrowed(io.RawIOBase):
    """A stream that stays open when its reader is deleted."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self.stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def write_archive(documents: Iterable[DealDocument], stream: BinaryIO, *, compress: bool = False) -> int:
    """Write deals, one a line. Return their number. The same deals give the same bytes, compressed or not."""
    count = 0
    if compress:
        with gzip.GzipFile(filename="", fileobj=stream, mode="wb", mtime=0) as packed:
            return write_archive(documents, packed)  # type: ignore[arg-type]
    for document in documents:
        stream.write(write_archived(document) + b"\n")
        count += 1
    return count
