"""Pages of the catalogue, newest first. The cursor stays valid when rows are added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from api.deals.broadcast import late
from api.problems import Problem
from api.services import services
from api.tournaments.boards import find_withheld_matches
from domain.kernel.errors import NotFound

if TYPE_CHECKING:
    from uuid import UUID

    from store.tables.catalogue import Catalogue, Row


def catalogue() -> Catalogue:
    """Return the catalogue as the caller may see it by now. All lists use it."""
    matches = find_withheld_matches()
    return services().catalogue.seen(replace(late(), matches=tuple(matches)) if matches else late())


def find_row(rows: Catalogue, kind: str, identity: UUID) -> Row:
    """Return the row of one thing. Raises `NotFound` if the catalogue has none of this kind."""
    row = rows.find(identity)
    if row is None or row.kind != kind:
        raise NotFound(kind, identity)
    return row


def page(kind: str, query: Mapping[str, Any], **conditions: Any) -> dict[str, Any]:
    """Return a page of rows of a kind, for `page_of`. ``conditions`` are those of `Catalogue.page`.

    Raises `Problem` for an invalid cursor.
    """
    try:
        result = catalogue().page(kind, after=query.get("cursor"), limit=query["limit"], **conditions)
    except ValueError:
        raise Problem("cursor") from None
    return {"items": result.rows, "next": result.next}


def get_thing(kind: str, identity: UUID) -> Row:
    """Return the row of one thing. Raises `NotFound` if there is none of this kind."""
    return find_row(catalogue(), kind, identity)
