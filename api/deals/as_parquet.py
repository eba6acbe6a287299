"""Deals as Parquet files in a folder, one for each kind of rows (`replay.rows`). Needs pyarrow, the extra ``data``."""

from __future__ import annotations

import contextlib
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec
import pyarrow as pa
from pyarrow import parquet

from replay.rows.column import Type
from replay.rows.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from replay.rows.column import Row, RowKind
    from replay.rows.recorded_deal import RecordedDeal

GROUP: Final = 20_000
"""The rows of a row group: so many are in memory at once, and readers skip the groups that they do not need."""
PACKED: Final = pa.ipc.IpcWriteOptions(compression="zstd")
"""The options by which rows are packed on their way into the files."""
PART: Final = ".parquet.part"
"""The ending of a file that is not complete."""
TYPES: Final[dict[Type, Any]] = {
    Type.TEXT: pa.string(),
    Type.NUMBER: pa.int32(),
    Type.FLAG: pa.bool_(),
    Type.DAY: pa.date32(),
    Type.TIME: pa.timestamp("ms", tz="UTC"),
    Type.TEXTS: pa.list_(pa.string()),
}
"""The type in Parquet of each type of column."""


def pack_rows(deals: Iterable[RecordedDeal]) -> bytes:
    """Return the rows of some deals for `ParquetFolder.add_rows`, which another process may call."""
    packed = {}
    for kind, (rows, ends) in _rows_of(deals).items():
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, schema_of(KINDS[kind]), options=PACKED) as stream:
            stream.write_table(pa.Table.from_pylist(rows, schema_of(KINDS[kind])))
        packed[kind] = ends, sink.getvalue().to_pybytes()
    return msgspec.msgpack.encode(packed)


def _rows_of(deals: Iterable[RecordedDeal]) -> dict[str, tuple[list[Row], list[int]]]:
    """Return the rows of some deals by kind, and after how many rows each deal ends."""
    rows: dict[str, tuple[list[Row], list[int]]] = {name: ([], []) for name in KINDS}
    for deal in deals:
        for name, (of_kind, ends) in rows.items():
            of_kind += KINDS[name].rows(deal)
            ends.append(len(of_kind))
    return rows


@cache
def schema_of(kind: RowKind[Any]) -> Any:
    """Return the schema of a kind of rows, with the meanings of its columns."""
    fields = [
        pa.field(column.name, TYPES[column.type], metadata={"meaning": column.meaning}) for column in kind.columns
    ]
    return pa.schema(fields, {"meaning": kind.meaning})


class ParquetFolder:
    """The files of a folder while deals are written into them. Use it in a ``with`` statement.

    The files get their names when all is written. If an error ends the statement, none of them stays.
    """

    def __init__(self, folder: Path, *, group: int = GROUP) -> None:
        """Open the files in an empty folder. ``group``: the rows of a row group. Raises OSError if it cannot."""
        self._files: dict[str, _File] = {}
        try:
            for kind in KINDS.values():
                self._files[kind.name] = _File(folder, kind, group)
        except OSError:
            self._discard()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        if error is not None:
            self._discard()
            return
        try:
            for file in self._files.values():
                file.finish()
        except BaseException:
            self._discard()
            raise
        for file in self._files.values():
            file.part.rename(file.path)

    def add(self, deal: RecordedDeal) -> None:
        """Add the rows of a deal."""
        self.add_rows(pack_rows([deal]))

    def add_rows(self, packed: bytes) -> None:
        """Add the rows of some deals, which are packed by `pack_rows`.

        The files are the same, however many deals are packed together.
        """
        for kind, (ends, rows) in msgspec.msgpack.decode(packed, type=dict[str, tuple[list[int], bytes]]).items():
            self._files[kind].add(pa.ipc.open_stream(rows).read_all(), ends)

    def _discard(self) -> None:
        for file in self._files.values():
            file.discard()


class _File:
    """One Parquet file and the rows that are not yet in it."""

    def __init__(self, folder: Path, kind: RowKind[Any], group: int) -> None:
        self.path = folder / f"{kind.name}.parquet"
        self.part = folder / f"{kind.name}{PART}"
        self._group = group
        self._rows: list[Any] = []
        self._count = 0
        self._writer = parquet.ParquetWriter(self.part, schema_of(kind), compression="zstd")

    def add(self, rows: Any, ends: Sequence[int]) -> None:
        """Add the rows of some deals; write those of a group after the deal with which it is full."""
        begin = 0
        for end in ends:
            if self._count + end - begin >= self._group:
                self._take(rows.slice(begin, end - begin))
                self._write()
                begin = end
        self._take(rows.slice(begin))

    def _take(self, rows: Any) -> None:
        self._rows.append(rows)
        self._count += rows.num_rows

    def _write(self) -> None:
        self._writer.write_table(pa.concat_tables(self._rows).combine_chunks())
        self._rows, self._count = [], 0

    def finish(self) -> None:
        """Write the last rows and the end of the file."""
        if self._count:
            self._write()
        self._writer.close()

    def discard(self) -> None:
        """Remove what was written."""
        with contextlib.suppress(OSError, pa.ArrowException):
            self._writer.close()
        self.part.unlink(missing_ok=True)
