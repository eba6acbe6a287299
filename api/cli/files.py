"""Deals in files: hand files and archives, plain or gzipped, or standard input."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, cast

from api.cli.errors import Trouble
from replay.notation import BadLine, DealDocument, NotationError, read_archive, read_hand

GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Found:
    """A deal of a file, or a line that is none, and where it stood."""

    where: str
    deal: DealDocument | BadLine


def opened(path: str) -> BinaryIO:
    """The bytes of a file, unpacked; ``-`` is standard input."""
    stream = io.BufferedReader(sys.stdin.buffer if path == "-" else io.FileIO(path))  # type: ignore[type-var]
    return cast(BinaryIO, gzip.open(stream) if stream.peek(2)[:2] == GZIP else stream)


def deals(path: str) -> Iterator[Found]:
    """Every deal of a file, one at a time."""
    name = "standard input" if path == "-" else path
    try:
        with opened(path) as stream:
            if is_hand_file(path, stream):
                yield Found(name, read_hand(stream.read().decode()))
                return
            for number, deal in enumerate(read_archive(stream), 1):
                line = deal.number if isinstance(deal, BadLine) else number
                yield Found(f"{name}, line {line}", deal)
    except NotationError as error:
        raise Trouble(f"{name}: {error}") from None
    except UnicodeDecodeError:
        raise Trouble(f"{name}: this is no text") from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise Trouble(f"{name}: the compressed file is damaged") from None


def is_hand_file(path: str, stream: BinaryIO) -> bool:
    """Hand files are named ``.toml``; from standard input, whatever does not begin like JSON."""
    if path != "-":
        return path.endswith(".toml")
    start = stream.peek(1)[:1]  # type: ignore[attr-defined]
    return bool(start) and start != b"{"


def one_deal(path: str) -> DealDocument:
    """The first deal of a file."""
    for found in deals(path):
        if isinstance(found.deal, BadLine):
            raise Trouble(f"{found.where}: {found.deal.reason}")
        return found.deal
    raise Trouble(f"{path}: there is no deal in it")
