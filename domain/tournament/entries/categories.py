"""Prize categories: entries that are also ranked among themselves, such as juniors, mixed pairs or newcomers."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from domain.club.name_matching import key
from domain.engine.words.values import sentence
from domain.kernel.commands import name
from domain.kernel.errors import Declined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from domain.tournament.state import Entry, EntryId

MOST: Final = 5
"""The most categories of an entry."""
LONGEST: Final = 60
"""The most characters of a category's name."""


def check_categories(categories: Sequence[str]) -> tuple[str, ...]:
    """Return the categories of an entry without surrounding spaces. Raises `Declined` if they are not legal."""
    named = tuple(name(each, sentence("a category")) for each in categories)
    if len(named) > MOST:
        raise Declined("categories", "an entry has up to {most} categories", most=MOST)
    if long := next((each for each in named if len(each) > LONGEST), ""):
        raise Declined(
            "categories", "a category has up to {most} characters, not {count}", most=LONGEST, count=len(long)
        )
    if len({key(each) for each in named}) < len(named):
        raise Declined("categories", "a category stands there twice")
    return named


def category_places(
    entries: Mapping[EntryId, Entry], placed: Iterable[tuple[EntryId, int]]
) -> dict[str, list[tuple[int, EntryId]]]:
    """Return the places within each category, first place first; the categories in alphabetical order.

    ``placed``: entries with their places in the tournament, first place first. Those who share a place there share it
    in the category too. Accents and case do not make another category.
    """
    titles: dict[str, str] = {}
    members: defaultdict[str, list[tuple[EntryId, int]]] = defaultdict(list)
    for each in entries.values():
        for category in each.categories:
            titles.setdefault(key(category), category)
    for entry, place in placed:
        for category in entries[entry].categories:
            members[key(category)].append((entry, place))
    return {titles[each]: _within(members[each]) for each in sorted(titles)}


def _within(members: Sequence[tuple[EntryId, int]]) -> list[tuple[int, EntryId]]:
    ordered = sorted(members, key=lambda member: member[1])
    return [(1 + sum(other < place for _, other in ordered), entry) for entry, place in ordered]
