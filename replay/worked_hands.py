"""The worked hands that come with Nought, by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import replay.hands
from replay.notation import DealDocument, read_hand

SUFFIX: Final = ".nought.toml"


@cache
def worked_names() -> tuple[str, ...]:
    """Return the names of all worked hands, in their order."""
    names = (file.name for file in files(replay.hands).iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)))


@cache
def worked_document(name: str) -> DealDocument | None:
    """Return a worked hand by its name; None if there is none of this name."""
    text = worked_text(name)
    return None if text is None else read_hand(text)


def worked_text(name: str) -> str | None:
    """Return the hand file of a worked hand by its name; None if there is none of this name."""
    if name not in worked_names():
        return None
    return files(replay.hands).joinpath(f"{name}{SUFFIX}").read_text("utf-8")
