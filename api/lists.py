"""Pages of the catalogue: newest first, with an opaque cursor that holds when things are added meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from api.boards import withheld_matches
from api.broadcast import late
from api.problems import Problem
from api.services import services

if TYPE_CHECKING:
    from uuid import UUID

    from store.catalogue import Catalogue, Row


def catalogue() -> Catalogue:
    """What there is, as the caller may see it by now. Lists are made of this and of no other."""
    matches = withheld_matches()
    return services().catalogue.seen(replace(late(), matches=tuple(matches)) if matches else late())


def page(
    kind: str,
    asked: Mapping[str, Any],
    row_of: Callable[[Row], dict[str, Any]],
    **wanted: Any,
) -> dict[str, Any]:
    """Some things of a kind, as JSON; ``wanted`` as the catalogue's page takes it."""
    try:
        found = catalogue().page(kind, after=asked.get("cursor"), limit=asked["limit"], **wanted)
    except ValueError as error:
        raise Problem("cursor", str(error)[:300]) from None
    return {"items": [row_of(row) for row in found.rows], "next": found.next}


def thing(row: Row) -> dict[str, Any]:
    """A club, a player or a table in a list."""
    return {
        "id": row.id,
        "kind": row.kind,
        "name": row.title,
        "club": row.club,
        "opened_at": row.created_at,
        "delay": row.data.get("delay"),
    }


def one(kind: str, identity: UUID) -> dict[str, Any]:
    """One thing of a kind."""
    row = catalogue().find(identity)
    if row is None or row.kind != kind:
        raise Problem("not-found", f"there is no {kind} {identity}")
    return thing(row)
