"""Deals in files: hand files and archives, plain or gzipped, or standard input."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO, cast

from api.cli.errors import Trouble
from api.cli.words import one_line, visible
from replay.notation import BadLine, DealDocument, NotationError, read_archived, read_hand
from replay.notation.archive_stream import BOM, GZIP, LONGEST_LINE, numbered_lines

HAND_FILE = (".toml",)
LONGEST_NUMBER = 9
"""Digits of the number of a deal in a file; Python refuses to read a number without an end."""
ARCHIVE = (".ndjson", ".jsonl", ".json")
UNREADABLE = (OSError, EOFError, zlib.error, UnicodeDecodeError, NotationError)


@dataclass(frozen=True, slots=True)
class Where:
    """Where something stood: a file, and in an archive the number of the line. As text, what a message says."""

    file: str
    line: int = 0
    """Counted from 1; 0 for a file that holds one deal, or that cannot be read at all."""

    def __str__(self) -> str:
        name = "standard input" if self.file == "-" else visible(self.file)
        return f"{name}, line {self.line}" if self.line else name


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file that should hold a deal: the text of a hand file, or a line of an archive."""

    where: Where
    content: str | bytes | BadLine


@dataclass(frozen=True, slots=True)
class Found:
    """A deal of a file, or a line that is none, and where it stood."""

    where: Where
    deal: DealDocument | BadLine


def deals(path: str) -> Iterator[Found]:
    """Every deal of a file, one at a time; what cannot be read is told as a `BadLine`."""
    for piece in pieces(path):
        yield Found(piece.where, understood(piece.content))


def pieces(path: str) -> Iterator[Piece]:
    """Yield the parts of a file that should each hold a deal."""
    try:
        with io.BufferedReader(io.FileIO(0, closefd=False) if path == "-" else io.FileIO(path)) as stream:
            if is_hand_file(path, stream):
                yield Piece(Where(path), _text(stream))
                return
            for number, line in numbered_lines(cast(BinaryIO, stream)):
                yield Piece(Where(path, number), line)
    except UNREADABLE as error:
        yield Piece(Where(path), BadLine(0, _why(error)))


def understood(content: str | bytes | BadLine) -> DealDocument | BadLine:
    """Return the deal of a part of a file, or why it holds none."""
    try:
        match content:
            case str():
                return read_hand(content)
            case bytes():
                return read_archived(content)
    except NotationError as error:
        return BadLine(0, _why(error))
    return content


def _why(error: Exception) -> str:
    """What is wrong with a file, on one line."""
    match error:
        case UnicodeDecodeError():
            return "this is no text in UTF-8"
        case gzip.BadGzipFile() | EOFError() | zlib.error():
            return f"damaged gzip data: {error}"
        case OSError():
            return error.strerror or str(error)
    return one_line(str(error))


def _text(stream: io.BufferedReader[io.FileIO]) -> str | BadLine:
    """The text of a hand file, unpacked."""
    packed = stream.peek(2)[:2] == GZIP
    with gzip.open(stream) if packed else stream as source:
        text = source.read(LONGEST_LINE + 1)
    if len(text) > LONGEST_LINE:
        return BadLine(0, f"too long: a hand file has at most {LONGEST_LINE} bytes")
    return text.removeprefix(BOM).decode()


def is_hand_file(path: str, stream: io.BufferedReader[Any]) -> bool:
    """By the file's name, or else by whether it begins like JSON."""
    name = path.removesuffix(".gz")
    if name.endswith(HAND_FILE + ARCHIVE):
        return name.endswith(HAND_FILE)
    start = stream.peek(64)
    if start[:2] == GZIP:
        start = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(start, 64)
    start = start.removeprefix(BOM).lstrip()
    return bool(start) and not start.startswith(b"{")


def one_deal(path: str, which: str | None = None) -> DealDocument:
    """The only deal of a file; of several the one of that number, counted from 1, or of that id."""
    found = list(islice(_meant(path, which), 2 if which is None else 1))
    for each in found:
        if isinstance(each.deal, BadLine):
            raise Trouble(f"{each.where}: {each.deal.reason}")
    if len(found) > 1:
        raise Trouble(f"{path} holds more than one deal: choose with --deal, by number (1, 2 …) or by id")
    if not found:
        raise Trouble(f"{path}: there is no deal {which} in it" if which else f"{path}: there is no deal in it")
    return cast(DealDocument, found[0].deal)


def _meant(path: str, which: str | None) -> Iterator[Found]:
    """The deals of a file that are meant: all, unless one is chosen."""
    number = int(which) if which is not None and which.isdecimal() and len(which) <= LONGEST_NUMBER else None
    for n, piece in enumerate(pieces(path), 1):
        if number in (None, n):
            found = Found(piece.where, understood(piece.content))
            if which is None or number or getattr(found.deal, "id", "") == which.lower():
                yield found
