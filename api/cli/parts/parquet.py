"""The folder of Parquet files of an export: the checks before it, and the files while deals are written."""

from __future__ import annotations

import contextlib
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from api.cli.parts.errors import Trouble
from replay.notation import record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from replay.notation import DealDocument


@contextlib.contextmanager
def parquet_files(folder: Path, *, judges_caps: bool) -> Iterator[Callable[[DealDocument], None]]:
    """Yield a function that adds a deal to the Parquet files of a new or empty folder, complete at the end.

    Raises `Trouble` without pyarrow, and if the folder is not empty or cannot be written.
    """
    if find_spec("pyarrow") is None:
        raise Trouble("Parquet files need pyarrow: install Nought with its extra [data] (docs/data.md)")
    from api.deals.as_parquet import ParquetFolder
    from replay.rows.recorded_deal import RecordedDeal

    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Trouble(f"{folder} is not empty: name a new folder for the Parquet files")
        files = ParquetFolder(folder)
    except OSError as error:
        raise Trouble(f"{folder} cannot be written: {error.strerror or error}") from None
    with files:
        yield lambda deal: files.add(RecordedDeal(record_of(deal), deal.id, judges_caps=judges_caps))
