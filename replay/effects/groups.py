"""Groups of rows that a command would change, each before and afterwards, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Row: TypeAlias = tuple[str, str, str]
"""The name of a row, and what it has before and afterwards."""


def group(kind: str, title: str, rows: Iterable[Row], notes: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return a group of the rows that change, in a list; an empty list if no row changes and there is no note."""
    changed = [{"what": what, "before": before, "after": after} for what, before, after in rows if before != after]
    if not changed and not notes:
        return []
    return [{"kind": kind, "title": title, "rows": changed, "notes": list(notes)}]
