"""The names of registered players that facts of tournaments have by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.ids import as_id
from domain.tournament.facts.encounters import SeatsChanged
from domain.tournament.facts.entries import EntryChanged, EntryMade

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from domain.engine.facts import Fact
    from store.tables.catalogue import Catalogue


def names_in(facts: Iterable[Fact], catalogue: Catalogue) -> dict[str, str]:
    """Return the names of the registered players that facts name, by id."""
    ids = {identity for fact in facts for player in _players(fact) if (identity := as_id(player))}
    return {str(row.id): row.title for row in catalogue.find_all(ids) if row.kind == "player"} if ids else {}


def named(players: Iterable[str], catalogue: Catalogue) -> list[str]:
    """Return the names of players, each given by the id of a registered player or by name."""
    texts = list(players)
    ids = {identity for text in texts if (identity := as_id(text))}
    names = {str(row.id): row.title for row in catalogue.find_all(ids) if row.kind == "player"} if ids else {}
    return [names.get(text, text) for text in texts]


def _players(fact: Fact) -> Iterator[str]:
    match fact:
        case EntryMade(players=players) | EntryChanged(players=players):
            yield from players
        case SeatsChanged(seats):
            yield from seats.values()
