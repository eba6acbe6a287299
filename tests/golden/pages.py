"""The worked deals as the terminal shows them: the whole deal, and what one viewer saw at some moment.

The files are written anew by ``python -m tests.golden.pages``; read the difference before you keep it.
"""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

from api.cli.parts import paint
from replay.views import view_at
from tests.golden.deals import DEALS, record_of

HERE = Path(__file__).parent / "pages"

MOMENTS = {
    "304-six-36": ("3", 20),
    "304-eight": ("2", 22),
    "904": ("public", 30),
    "304-maharashtra": ("S", 19),
    "304-doso-viso": ("N", 10),
    "sidi-barrani": ("N", 17),
}
"""Through whose eyes, and after which ply."""


def shown(key: str) -> str:
    """The pages of a ruleset's deal."""
    record = record_of(key)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        paint.show(paint.deal(record))
        if key in MOMENTS:
            output.write("\n\n")
            paint.show(paint.frame(view_at(record, *MOMENTS[key]), record.rules.ruleset))
    return output.getvalue()


def file_of(key: str) -> Path:
    """The file with the pages of a ruleset's deal."""
    return HERE / f"{key}.txt"


if __name__ == "__main__":
    os.environ.pop("COLUMNS", None)
    HERE.mkdir(exist_ok=True)
    for each in DEALS:
        file_of(each).write_text(shown(each), encoding="utf-8")
