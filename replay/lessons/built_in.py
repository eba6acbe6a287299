"""The lessons that come with Nought, as lesson files (`replay/learn`)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

import replay.learn
from replay.lessons.file import read_lesson

if TYPE_CHECKING:
    from domain.lesson.commands import NewLesson

SUFFIX: Final = ".lesson.json"


@cache
def names() -> tuple[str, ...]:
    """Return the names of the lessons, in their order."""
    paths = (file.name for file in files(replay.learn).iterdir())
    return tuple(sorted(path.removesuffix(SUFFIX) for path in paths if path.endswith(SUFFIX)))


@cache
def lesson_named(name: str) -> NewLesson | None:
    """Return a lesson by its name; None if there is none of this name."""
    if name not in names():
        return None
    return read_lesson(files(replay.learn).joinpath(f"{name}{SUFFIX}").read_text("utf-8"))
