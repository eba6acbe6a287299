"""Decode a hand file: plain or compressed with gzip, in UTF-8 or UTF-16, with any line ends."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from typing import Final

from replay.notation.archive_stream import BOM, GZIP, LONGEST_LINE
from replay.notation.errors import HandFileError
from replay.notation.foreign import foreign_file

UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode_hand(content: bytes) -> str:
    """Return the text of a hand file. Raises `HandFileError` if it is too long, no text, or another program's file."""
    if foreign := foreign_file(content[:16]):
        raise HandFileError(foreign)
    if content[:2] == GZIP and len(content) <= LONGEST_LINE:
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
                content = packed.read(LONGEST_LINE + 1)
        except (EOFError, OSError, zlib.error) as error:
            raise HandFileError(f"damaged gzip data: {error}") from None
    if len(content) > LONGEST_LINE:
        raise HandFileError(f"too long: a hand file has at most {LONGEST_LINE} bytes")
    try:
        text = content.decode("utf-16") if content.startswith(UTF_16) else content.removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        wrong = f"line {line}: this is no text in UTF-8 (byte {error.object[error.start]:#04x}): save the file as UTF-8"
        raise HandFileError(wrong) from None
    return "\n".join(text.replace("\r\n", "\n").split("\r"))
