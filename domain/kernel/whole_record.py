"""The present reader of the record: one from whom some of it is hidden, or one who sees the whole.

Commands are decided on the whole record, whatever their sender may see of it.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

NOBODY_CHOSEN: Final = object()
"""The reader while nobody has chosen one: then the request decides."""
_reader: ContextVar[Any] = ContextVar("reader", default=NOBODY_CHOSEN)


@contextmanager
def reading_as(sight: object) -> Iterator[None]:
    """Read meanwhile what a reader with this sight sees; with None everything."""
    token = _reader.set(sight)
    try:
        yield
    finally:
        _reader.reset(token)


@contextmanager
def whole_record() -> Iterator[None]:
    """Read the whole record meanwhile. Send nothing of what is read to anybody who may not see it."""
    with reading_as(None):
        yield


def chosen_reader() -> Any:
    """Return the sight of `reading_as`; `NOBODY_CHOSEN` outside of it."""
    return _reader.get()
