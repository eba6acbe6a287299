"""Read files: deals from hand files and archives, plain or gzipped or from standard input, and other files as bytes.

Write one, which gets its name when it is complete.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from api.cli.parts.errors import Trouble
from api.cli.parts.terminal import one_line, visible
from replay.notation import BadLine, DealDocument, NotationError, read_archived, read_hand
from replay.notation.archive_stream import BOM, GZIP, LONGEST_LINE, numbered_lines
from replay.notation.foreign import foreign_file
from replay.notation.hand_bytes import decode_hand
from replay.worked_hands import worked_names, worked_text

HAND_FILE = (".toml",)
LONGEST_NUMBER = 9
"""Most digits of a deal's number in a file: Python refuses to parse very long numbers."""
ARCHIVE = (".ndjson", ".jsonl", ".json")
UNREADABLE = (OSError, EOFError, zlib.error, NotationError)


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a file: the file, and in an archive the line. Its text is for messages."""

    file: str
    line: int = 0
    """Counted from 1; 0 for a hand file, or a file that cannot be read at all."""

    def __str__(self) -> str:
        name = "standard input" if self.file == "-" else visible(self.file)
        return f"{name}, line {self.line}" if self.line else name


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a file for one deal: the text of a hand file, or a line of an archive."""

    where: Where
    content: str | bytes | BadLine


@dataclass(frozen=True, slots=True)
class FoundDeal:
    """A deal of a file, or an unreadable line, and its place."""

    where: Where
    deal: DealDocument | BadLine


def is_file(path: str) -> bool:
    """Return whether there is a file of that name, or a worked hand; ``-`` is standard input."""
    return path == "-" or os.path.exists(path) or path in worked_names()


def pieces(path: str) -> Iterator[Piece]:
    """Yield the parts of a file, or of the worked hand of that name, one for each deal."""
    if path != "-" and not os.path.exists(path) and (text := worked_text(path)) is not None:
        yield Piece(Where(path), text)
        return
    try:
        with io.BufferedReader(io.FileIO(0, closefd=False) if path == "-" else io.FileIO(path)) as stream:
            if foreign := foreign_file(stream.peek(16)):
                yield Piece(Where(path), BadLine(0, foreign))
                return
            if is_hand_file(path, stream):
                yield Piece(Where(path), decode_hand(stream.read(LONGEST_LINE + 1)))
                return
            for number, line in numbered_lines(cast(BinaryIO, stream)):
                yield Piece(Where(path, number), line)
    except UNREADABLE as error:
        yield Piece(Where(path), BadLine(0, _error_text(error)))


def parse_content(content: str | bytes | BadLine) -> DealDocument | BadLine:
    """Return the deal in a part of a file, or a `BadLine` with the reason if it holds none."""
    try:
        match content:
            case str():
                return read_hand(content)
            case bytes():
                return read_archived(content)
    except NotationError as error:
        return BadLine(0, _error_text(error))
    return content


def _error_text(error: Exception) -> str:
    """Return what is wrong with a file, on one line."""
    match error:
        case gzip.BadGzipFile() | EOFError() | zlib.error():
            return f"damaged gzip data: {error}"
        case OSError():
            return error.strerror or str(error)
    return one_line("; ".join(str(error).splitlines()))


def is_hand_file(path: str, stream: io.BufferedReader[Any]) -> bool:
    """Return whether a file is a hand file: by its name, else because it does not begin like JSON."""
    name = path.removesuffix(".gz")
    if name.endswith(HAND_FILE + ARCHIVE):
        return name.endswith(HAND_FILE)
    start = stream.peek(64)
    if start[:2] == GZIP:
        start = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(start, 64)
    start = start.removeprefix(BOM).lstrip()
    return bool(start) and not start.startswith(b"{")


def one_deal(path: str, selector: str | None = None) -> DealDocument:
    """Return the only deal of a file, or the one with the given number, counted from 1, or id.

    Raises `Trouble` if the file cannot be read, holds no such deal, or holds several and none is chosen.
    """
    candidates = list(islice(select_deals(path, selector), 2 if selector is None else 1))
    for candidate in candidates:
        if isinstance(candidate.deal, BadLine):
            raise Trouble(f"{candidate.where}: {candidate.deal.reason}")
    if len(candidates) > 1:
        raise Trouble(f"{path} holds more than one deal: choose with --deal, by number (1, 2 …) or by id")
    if not candidates:
        raise Trouble(f"{path} holds no deal {selector}" if selector else f"{path} holds no deal")
    return cast(DealDocument, candidates[0].deal)


def select_deals(path: str, selector: str | None) -> Iterator[FoundDeal]:
    """Yield the chosen deals of a file: all if there is no selector."""
    number = (
        int(selector) if selector is not None and selector.isdecimal() and len(selector) <= LONGEST_NUMBER else None
    )
    for n, piece in enumerate(pieces(path), 1):
        if number in (None, n):
            candidate = FoundDeal(piece.where, parse_content(piece.content))
            if selector is None or number or getattr(candidate.deal, "id", "") == selector.lower():
                yield candidate


def read_bytes(path: Path, most: int) -> bytes:
    """Return the first ``most`` bytes of a file, and one more of a longer one. Raises `Trouble`."""
    try:
        with path.open("rb") as stream:
            return stream.read(most + 1)
    except OSError as error:
        raise Trouble(f"{path} cannot be read: {error.strerror}") from None


@contextlib.contextmanager
def open_output(output: str) -> Iterator[BinaryIO]:
    """Open standard output, or a file that gets its name only when it is complete. Raises `Trouble` if it cannot."""
    if output == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    path = Path(output)
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            yield device
        return
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        raw = part.open("xb")
    except OSError as error:
        raise Trouble(f"{output} cannot be written: {error.strerror}") from None
    try:
        with raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) if path.suffix == ".gz" else raw as stream:
            yield cast(BinaryIO, stream)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
