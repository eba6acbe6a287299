"""Deals in files: hand files for people, archives for programs, and the worked hands that come with Nought."""

from __future__ import annotations

import io
import os
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias, cast

from replay import notation
from replay import worked_hands as worked
from replay.notation import ArchiveError, BadLine, DealDocument
from replay.notation.archive_stream import LONGEST_LINE
from replay.notation.hand_bytes import decode_hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

File: TypeAlias = "str | os.PathLike[str] | IO[bytes] | IO[str]"
"""The path of a file, or an open file."""
BinaryFile: TypeAlias = "str | os.PathLike[str] | IO[bytes]"
"""The path of a file, or a file that is open in binary mode."""


def read_hand(file: File) -> DealDocument:
    """Return the deal of a hand file (docs/formats.md), plain or compressed with gzip.

    ``file``: a path, or an open file; ``io.StringIO(text)`` for a text. Nothing is judged: `check` does that. Raises
    `NoughtError` with the code ``notation`` if it holds no hand file; the sentence names every line that cannot be
    read. Raises OSError if the file cannot be opened.
    """
    content = Path(file).read_bytes() if isinstance(file, str | os.PathLike) else file.read(LONGEST_LINE + 1)
    return notation.read_hand(decode_hand(content) if isinstance(content, bytes) else content)


def write_hand(deal: DealDocument, file: File) -> None:
    """Write a deal as a hand file, which reads back as the same deal. ``file``: a path, or an open file.

    Raises `NoughtError` with the code ``notation`` if the deal cannot be written.
    """
    text = notation.write_hand(deal)
    if isinstance(file, str | os.PathLike):
        Path(file).write_text(text, "utf-8")
    elif isinstance(file, io.TextIOBase):
        file.write(text)
    else:
        cast("IO[bytes]", file).write(text.encode())


def read_archive(file: BinaryFile, *, on_bad_line: Callable[[BadLine], None] | None = None) -> Iterator[DealDocument]:
    """Yield the deals of an archive in order (docs/formats.md), plain or compressed with gzip, in constant memory.

    ``file``: a path, or a file that is open in binary mode. ``on_bad_line`` is called for each line that holds no deal,
    and reading goes on; without it, the first such line raises `NoughtError` with the code ``notation``. Nothing is
    judged: `check` does that. Raises OSError if the file cannot be opened, once the first deal is asked for.
    """
    with open(file, "rb") if isinstance(file, str | os.PathLike) else nullcontext(file) as stream:
        for deal in notation.read_archive(cast("BinaryIO", stream)):
            if isinstance(deal, DealDocument):
                yield deal
            elif on_bad_line is None:
                raise ArchiveError(f"line {deal.number}: {deal.reason}")
            else:
                on_bad_line(deal)


def write_archive(deals: Iterable[DealDocument], file: BinaryFile, *, compress: bool | None = None) -> int:
    """Write deals as an archive, one a line, and return their number. The same deals always give the same bytes.

    ``file``: a path, or a file that is open in binary mode. A path gets its content only when all deals are written.
    ``compress``: whether to use gzip; by default, if the path ends in ``.gz``. Raises `NoughtError` with the code
    ``notation`` if a deal cannot be written.
    """
    if not isinstance(file, str | os.PathLike):
        return notation.write_archive(deals, cast("BinaryIO", file), compress=bool(compress))
    path = Path(file)
    with _replacing(path) as stream:
        return notation.write_archive(deals, stream, compress=path.suffix == ".gz" if compress is None else compress)


@contextmanager
def _replacing(path: Path) -> Iterator[Any]:
    """Open a file that gets the name of a path when everything was written."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("xb") as stream:
            yield stream
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def worked_hands() -> dict[str, DealDocument]:
    """Return the worked hands that come with Nought, by name, such as ``"05-an-opponent-cuts"``; one or more a game."""
    documents = {name: worked.worked_document(name) for name in worked.worked_names()}
    return {name: document for name, document in documents.items() if document is not None}
