"""The conditions of a list of the catalogue as SQL, and the places where its pages begin."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Any, Final, LiteralString
from uuid import UUID

from psycopg.sql import SQL, Composable, Composed, Literal
from psycopg.types.json import Jsonb

from store.tables.unlisted import IS_NAMED_STILL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BID: Final[LiteralString] = "(data -> 'contract' -> 'bid')"
_WITH_INDEX: Final = {"deal": ("table",), "dispute": ("deal", "tournament")}
"""Texts in the data of the rows of a kind that have an index of their own."""
# The same values, written so that no index has them.
_UNINDEXED_BID: Final[LiteralString] = "(data #> '{contract,bid}')"
_UNINDEXED_TRAITS: Final[LiteralString] = "(traits || '{}'::text[])"


def conditions_of(
    kind: str,
    *,
    hides: bool = False,
    title: str | None = None,
    club: UUID | None = None,
    no_club: bool = False,
    parent: UUID | None = None,
    parents: Sequence[UUID] | None = None,
    where: Mapping[str, Any] | None = None,
    people: Sequence[str] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    days: Sequence[date] | None = None,
    traits: Sequence[Sequence[str]] | None = None,
    without: str | None = None,
    bids: tuple[int | None, int | None] = (None, None),
    no_account: bool = False,
    not_of: Sequence[UUID | None] = (),
    after: str | None = None,
) -> tuple[list[Composable], list[Any]]:
    """Return the conditions of rows as SQL with their values.

    ``title``: the whole title; ``no_club``: only rows without a club; ``where``: values in their data; ``people``: at
    least one of these names took part; ``since``, and some ``days`` in UTC, bound the time by which lists are sorted;
    ``until`` (exclusive) bounds ``created_at``; ``traits``: all traits of at least one of these lists; ``without``:
    shown hands without this trait; ``bids``: the least and the highest number bid, either may be None; ``no_account``:
    only players without an account; ``not_of``: clubs whose rows are left out, None for rows without a club; ``after``:
    the ``next`` of a page. ``hides``: whether a search by cards must use no index. Raises ``ValueError`` if ``after``
    is no ``next``.
    """
    conditions: list[Composable] = [SQL("kind = {}").format(Literal(kind))]
    values: list[Any] = []

    def add(condition: LiteralString | Composable, *needed: Any) -> None:
        conditions.append(SQL(condition) if isinstance(condition, str) else condition)
        values.extend(needed)

    if title is not None:
        add("title = %s", title.replace("\0", ""))
        add(SQL("NOT {}").format(SQL(IS_NAMED_STILL)), [title], [title])
    if club is not None:
        add("club_id = %s", club)
    if no_club:
        add("club_id IS NULL")
    if parent is not None:
        add("parent_id = %s", parent)
    if parents is not None:
        add("parent_id = ANY(%s)", list(parents))
    if where:
        indexed = {key for key in _WITH_INDEX.get(kind, ()) if isinstance(where.get(key), str)}
        for key in sorted(indexed):
            add(SQL("data ->> {} = %s").format(Literal(key)), where[key])
        if rest := {key: value for key, value in where.items() if key not in indexed}:
            add("data @> %s", Jsonb(rest))
    if people is not None:
        add("data -> 'people' ?| %s", list(people))
        add(SQL("NOT {}").format(SQL(IS_NAMED_STILL)), list(people), list(people))
    if since is not None:
        add("sorted_at >= %s", since)
    if until is not None:
        add("created_at < %s AND sorted_at < %s", until, until)  # The second is implied, and has an index.
    if days is not None:
        begins = [datetime.combine(day, time(), UTC) for day in days]
        add("sorted_at >= %s AND sorted_at < %s::timestamptz + interval '24 hours'", min(begins), max(begins))
        if len(days) > 1:
            add("(sorted_at AT TIME ZONE 'UTC')::date = ANY(%s)", list(days))
    known, bid = (SQL(_UNINDEXED_TRAITS), SQL(_UNINDEXED_BID)) if hides else (SQL("traits"), SQL(_BID))
    if traits is not None:
        some = [SQL("{} @> %s").format(known) for _ in traits]
        add(SQL("({})").format(SQL(" OR ").join(some)) if some else "false", *map(list, traits))
    if without is not None:
        add(SQL("{} <> '{{}}' AND NOT {} @> %s").format(known, known), [without])
    least, highest = bids
    if least is not None or highest is not None:
        # A number is greater than any text in the order of jsonb: bids with names are left out.
        add(SQL("{} >= %s").format(bid), Jsonb(least or 0))
    if highest is not None:
        add(SQL("{} <= %s").format(bid), Jsonb(highest))
    if no_account:
        add("NOT EXISTS (SELECT FROM account_players WHERE player_id = id)")
    if not_of:
        add("(club_id = ANY(%s)) IS NOT TRUE", [each for each in not_of if each is not None])
        if None in not_of:
            add("club_id IS NOT NULL")
    if after is not None:
        moment, identity = place_of(after)
        add("sorted_at <= %s::timestamptz AND (sorted_at < %s::timestamptz OR id > %s)", moment, moment, identity)
    return conditions, values


def join(conditions: Sequence[Composable]) -> Composed:
    """Return the SQL of all conditions together."""
    return SQL(" AND ").join(conditions)


def cursor(at: datetime, identity: UUID) -> str:
    """Return the place after a row, as the ``next`` of a page."""
    return urlsafe_b64encode(f"{at.isoformat()} {identity}".encode()).decode().rstrip("=")


def place_of(text: str) -> tuple[str, UUID]:
    """Return the time and the id of a page's last row. Raises ValueError for any other text."""
    try:
        moment, identity = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode().split(" ")
        return datetime.fromisoformat(moment).isoformat(), UUID(identity)
    except ValueError:
        raise ValueError(f"{text!r} is no place in a list") from None
