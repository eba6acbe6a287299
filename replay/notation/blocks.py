"""A long text read in blocks of whole lines, each laid out for looking at all its lines at once."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from io import BufferedIOBase
from typing import Final

import numpy as np

from replay.notation.archive_stream import LONGEST_LINE
from replay.notation.windows import NEAR, PADDING, Places, Text, all_of, find_signs

BLOCK: Final = 1 << 22
"""Bytes that are read together."""
PIECE: Final = 1 << 16
"""Bytes that are searched for line ends at once."""
NEWLINE: Final = ord("\n")


def blocks_of(stream: BufferedIOBase) -> Iterator[tuple[Text, Places, int]]:
    """Some whole lines, padded, and where each ends; the next ones are read into the same place.

    The third number counts the bytes that are missing from the first line, because it is too long anyhow.
    """
    text = np.empty(LONGEST_LINE + 1 + BLOCK + PADDING, np.uint8)
    kept = lost = 0
    while True:
        more, damage = _read(stream, text.data[kept : kept + BLOCK])
        size = kept + more
        text[size : size + PADDING] = 0
        ends = _line_ends(text, kept, size)
        if not more and size:
            ends = np.append(ends, size)
        if ends.size:
            yield text, ends, lost
            lost = 0
        if damage is not None:
            raise damage
        if not more:
            return
        whole = int(ends[-1]) + 1 if ends.size else 0
        kept = min(size - whole, LONGEST_LINE + 1)
        text[:kept] = text[whole : whole + kept]
        lost += size - whole - kept


def _read(stream: BufferedIOBase, room: memoryview) -> tuple[int, Exception | None]:
    """Fill the room, as far as there is something; how much that was, and what was wrong with the rest."""
    read = 0
    try:
        while read < len(room) and (more := stream.readinto1(room[read:])):
            read += more
    except (EOFError, OSError, zlib.error) as e:
        return read, e
    return read, None


def _line_ends(text: Text, begin: int, end: int) -> Places:
    """Where they stand. The text is looked through piece by piece, each small enough for the processor's cache."""
    at = np.arange(begin, end, NEAR)
    end = begin + NEAR * at.size
    pieces = [find_signs(text[piece : min(piece + PIECE, end)], NEWLINE) for piece in range(begin, end, PIECE)]
    return np.sort(all_of(np.concatenate(pieces), at)) if pieces else at
