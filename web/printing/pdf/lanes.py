"""Two lanes for PDFs, so that nobody waits for the large paper of somebody else.

Ordinary papers are made one after the other in this process. A large one is made by a process of its own with a lower
priority, which is ended if it takes too long.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING, Final

import msgspec

from web.printing.pdf import making
from web.printing.pdf.fonts import FONTS, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ORDINARY: Final = 5_000
"""The most tags of an ordinary paper. A thousand tags, two pages of a table, take half a second of a processor."""
LARGEST: Final = 60_000
"""The most tags of a PDF, such as the standings of a thousand entries."""
LETTERS: Final = 40
"""The letters of text that cost as much as one tag."""
AT_ONCE: Final = 4
"""The most large papers at once: one is made, the others wait. As many as the turns of `api.front.turns.LARGE`."""
LONGEST_SECONDS: Final = 240.0
"""The time after which a large paper is given up."""
COMMAND: Final = (sys.executable, "-c", "from web.printing.pdf.making import main; main()")


class TooLarge(Exception):
    """Raised for a paper that costs too much."""


class LaneFull(Exception):
    """Raised when too many large papers wait already."""


_ordinary, _large = Lock(), Lock()
_places = BoundedSemaphore(AT_ONCE)


@contextmanager
def lane(page: str) -> Iterator[Callable[[str, int], bytes]]:
    """Wait for the turn of a page. Returns the function that makes its PDF. Raises `TooLarge` and `LaneFull`."""
    if (size := size_of(page)) > LARGEST:
        raise TooLarge
    if size <= ORDINARY:
        with _ordinary:
            yield making.make
        return
    if not _places.acquire(blocking=False):
        raise LaneFull
    try:
        with _large:
            yield make_apart
    finally:
        _places.release()


def is_large(page: str) -> bool:
    """Return whether a page has to wait for the lane of large papers."""
    return ORDINARY < size_of(page) <= LARGEST


def size_of(page: str) -> int:
    """Return how much a page costs, counted in tags."""
    return max(page.count("<"), len(page) // LETTERS)


def make_apart(page: str, copies: int) -> bytes:
    """Return the PDF of a page, made by a process of its own. Raises `TooLarge` if that takes too long."""
    task = making.Task(page, copies, {path: unpacked(path) for path in FONTS})
    try:
        made = subprocess.run(
            COMMAND, input=msgspec.msgpack.encode(task), stdout=subprocess.PIPE, timeout=LONGEST_SECONDS, check=True
        )
    except subprocess.TimeoutExpired:
        raise TooLarge from None
    return made.stdout
