"""Count the chances of the bids in the lessons that come with Nought: ``python -m scripts.lesson_prices``.

Run it after a change of the kernel, or of a lesson with a bid. Lessons whose bids are counted already stay as they are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from api.learning.lesson_prices import with_all_prices
from replay.lessons.built_in import SUFFIX, lesson_named, names
from replay.lessons.file import write_lesson

LEARN: Final = Path(__file__).parent.parent / "replay" / "learn"


def main() -> None:
    """Write every lesson whose bids were not counted."""
    for name in names():
        lesson = lesson_named(name)
        assert lesson is not None  # noqa: S101, for the type checker
        counted = with_all_prices(lesson)
        if counted != lesson:
            (LEARN / f"{name}{SUFFIX}").write_text(write_lesson(counted), "utf-8")


if __name__ == "__main__":
    main()
