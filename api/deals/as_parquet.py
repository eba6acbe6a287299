"""Deals as Parquet files in a folder, one for each kind of rows (`replay.rows`). Needs pyarrow, the extra ``data``."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final, Self

import pyarrow as pa
from pyarrow import parquet

from replay.rows.column import Type
from replay.rows.kinds import KINDS

if TYPE_CHECKING:
    from pathlib import Path

    from replay.rows.column import Row, RowKind
    from replay.rows.recorded_deal import RecordedDeal

GROUP: Final = 20_000
"""The rows of a row group: so many are in memory at once, and readers skip the groups that they do not need."""
TYPES: Final[dict[Type, Any]] = {
    Type.TEXT: pa.string(),
    Type.NUMBER: pa.int32(),
    Type.FLAG: pa.bool_(),
    Type.DAY: pa.date32(),
    Type.TIME: pa.timestamp("ms", tz="UTC"),
    Type.TEXTS: pa.list_(pa.string()),
}
"""The type in Parquet of each type of column."""


class ParquetFolder:
    """The files of a folder while deals are written into them. Use it in a ``with`` statement.

    The files get their names when all is written. If an error ends the statement, none of them stays.
    """

    def __init__(self, folder: Path, *, group: int = GROUP) -> None:
        """Open the files in an empty folder. ``group``: the rows of a row group. Raises OSError if it cannot."""
        self._files: list[_File] = []
        try:
            for kind in KINDS.values():
                self._files.append(_File(folder, kind, group))
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
            for file in self._files:
                file.finish()
        except BaseException:
            self._discard()
            raise
        for file in self._files:
            file.part.rename(file.path)

    def add(self, deal: RecordedDeal) -> None:
        """Add the rows of a deal."""
        for file in self._files:
            file.add(deal)

    def _discard(self) -> None:
        for file in self._files:
            file.discard()


class _File:
    """One Parquet file and the rows that are not yet in it."""

    def __init__(self, folder: Path, kind: RowKind[Any], group: int) -> None:
        self.path = folder / f"{kind.name}.parquet"
        self.part = folder / f"{kind.name}.parquet.part"
        self._kind, self._group = kind, group
        self._rows: list[Row] = []
        self._schema = pa.schema(
            [
                pa.field(column.name, TYPES[column.type], metadata={"meaning": column.meaning})
                for column in kind.columns
            ],
            {"meaning": kind.meaning},
        )
        self._writer = parquet.ParquetWriter(self.part, self._schema, compression="zstd")

    def add(self, deal: RecordedDeal) -> None:
        """Add the rows of a deal; write those of a group once it is full."""
        self._rows += self._kind.rows(deal)
        if len(self._rows) >= self._group:
            self._write()

    def _write(self) -> None:
        self._writer.write_table(pa.Table.from_pylist(self._rows, self._schema))
        self._rows = []

    def finish(self) -> None:
        """Write the last rows and the end of the file."""
        if self._rows:
            self._write()
        self._writer.close()

    def discard(self) -> None:
        """Remove what was written."""
        with contextlib.suppress(OSError, pa.ArrowException):
            self._writer.close()
        self.part.unlink(missing_ok=True)
