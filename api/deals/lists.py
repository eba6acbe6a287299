"""Filters for lists of deals, and the rows of such lists. Everybody may see them."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from marshmallow import fields, validate

from api.deals.search import CardQuery, card_conditions
from api.lists import catalogue
from api.problems import Problem
from api.services import services
from schemas.fields import name

if TYPE_CHECKING:
    from store.tables.catalogue import Page, Row

STATUS: Final = ("open", "played", "passed_out", "spoilt", "awarded", "abandoned")
RESULTS: Final = ("made", "failed", *STATUS)


class DealQuery(CardQuery):
    """A filter for deals."""

    club = fields.UUID()
    match = fields.UUID()
    table = fields.UUID()
    status = fields.String(validate=validate.OneOf(STATUS))
    result = fields.String(
        validate=validate.OneOf(RESULTS),
        metadata={"description": "the status, or `made` or `failed` for a bid that was played"},
    )
    ruleset = fields.String(validate=validate.Regexp(r"[a-z0-9][a-z0-9-]{0,63}\Z"))
    player = name(metadata={"description": "a player's id, or a name as it was written down"})
    bid = name(20, metadata={"description": "the bid that was played", "example": "250"})
    suit = name(20, metadata={"description": "the trump or denomination", "example": "H"})
    since = fields.Date(metadata={"description": "opened on this day or later, UTC"})
    until = fields.Date(metadata={"description": "opened on this day or earlier, UTC"})
    caps = fields.Boolean(metadata={"description": "with or without a call of Caps"})
    irregularities = fields.Boolean(
        metadata={"description": "with or without breaches, among deals whose hands are shown"}
    )


def conditions(query: dict[str, Any]) -> dict[str, Any]:
    """Return a query as the arguments of `Catalogue.page`."""
    where: dict[str, Any] = {
        name: str(query[name]) for name in ("match", "table", "status", "result", "ruleset") if name in query
    }
    if "caps" in query:
        where["has_caps"] = query["caps"]
    if "irregularities" in query:
        where |= {"shown": True, "has_irregularities": query["irregularities"]}
    contract: dict[str, Any] = {}
    if "bid" in query:
        bid: str = query["bid"]
        contract["bid"] = int(bid) if bid.isascii() and bid.isdigit() else bid
    if "suit" in query:
        contract["suit"] = query["suit"]
    if contract:
        where["contract"] = contract
    return {
        "club": query.get("club"),
        "parent": query.get("match"),  # Implied for a match, and has an index.
        "where": where,
        "people": names_of(query["player"]) if "player" in query else None,
        "since": _begins(query.get("since")),
        "until": _begins(query.get("until"), 1),
        **card_conditions(query),
    }


def find_deals(query: dict[str, Any]) -> Page:
    """Return the deals of a query that the caller may see. Raises `Problem` for an invalid cursor."""
    try:
        return catalogue().page("deal", after=query.get("cursor"), limit=query["limit"], **conditions(query))
    except ValueError:
        raise Problem("cursor") from None


def names_of(player: str) -> list[str]:
    """Return the texts that name a player in deals: the given one; for a player's id, the id and all names."""
    try:
        row = services().catalogue.find(UUID(player))
    except ValueError:
        row = None
    if row is None or row.kind != "player":
        return [player]
    return [str(row.id), *row.data.get("names", [row.title])]


def _begins(day: Any, days: int = 0) -> datetime | None:
    if day is None:
        return None
    try:
        return datetime.combine(day, time(), UTC) + timedelta(days=days)
    except OverflowError:
        return None  # The day after the last day of the calendar: no deal is opened later.


def row_of(row: Row) -> dict[str, Any]:
    """Return a row of the list."""
    data = row.data
    columns = (
        "match", "table", "number", "ruleset", "own_game", "dealer", "players", "status", "result", "contract",
        "tokens", "points", "provisional", "confirmed_by", "event", "has_caps",
    )  # fmt: skip
    return {
        "id": row.id,
        "title": row.title,
        "opened_at": row.created_at,
        "day": data.get("day"),
        "club": row.club,
        "has_irregularities": data.get("has_irregularities") if data.get("shown") else None,
        **{name: data.get(name) for name in columns},
    }
