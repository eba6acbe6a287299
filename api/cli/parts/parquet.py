"""The folder of Parquet files of an export, checked before anything is written."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from api.cli.parts.errors import Trouble

if TYPE_CHECKING:
    from pathlib import Path

UNFINISHED: Final = ".unfinished"
"""The folder in it that notes what a call before has done, which was ended in the middle."""


def make_folder(folder: Path) -> None:
    """Make the folder of the Parquet files, unless it is there and empty, or an export into it was ended.

    Raises `Trouble` without pyarrow, and if the folder is not empty or cannot be written.
    """
    if find_spec("pyarrow") is None:
        raise Trouble("Parquet files need pyarrow: install Nought with its extra [data] (docs/data.md)")
    from api.deals.as_parquet import PART
    from replay.rows.kinds import KINDS

    try:
        folder.mkdir(parents=True, exist_ok=True)
        own = {UNFINISHED, *(f"{kind}{PART}" for kind in KINDS)}
        if (folder / UNFINISHED).is_dir():
            own.update(f"{kind}.parquet" for kind in KINDS)
        if any(each.name not in own for each in folder.iterdir()):
            raise Trouble(f"{folder} is not empty: name a new folder for the Parquet files")
    except OSError as error:
        raise Trouble(f"{folder} cannot be written: {error.strerror or error}") from None
