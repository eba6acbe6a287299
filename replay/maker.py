"""The stamp of the code that makes replays. Stored replays with another stamp are not served."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


@cache
def made_by() -> str:
    """Return a stamp that changes with the code of `domain` and `replay`."""
    digest = sha256()
    for package in ("domain", "replay"):
        for code in _code(files(package)):
            digest.update(code)
    return digest.hexdigest()[:16]


def _code(folder: Traversable) -> Iterator[bytes]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.is_dir():
            yield from _code(file)
        elif file.name.endswith(".py"):
            yield file.name.encode() + b"\0" + file.read_bytes()
