"""The names that an import would bring into a club that has forgotten somebody: they are shown before they are kept.

No list of the names of those who were forgotten exists, so all names that are new to the club are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from domain.club.shown_names import FORMER
from domain.engine.words.values import Names, sentence
from domain.kernel.errors import Declined
from domain.kernel.personal import names_in

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from uuid import UUID

    from domain.kernel.aggregate import Aggregate
    from domain.kernel.repository import Repository

SHOWN: Final = 20
"""The most names that a refusal lists."""


class KnownNames(Protocol):
    """Knows the names that the store keeps of a club."""

    def missing(self, club: UUID | None, names: Sequence[str]) -> Sequence[str]:
        """Return those of some names that a club does not have. None are missing while it has forgotten nobody."""


class NewPeople(Declined):
    """Raised when an import has names that are new to a club that has forgotten somebody."""

    def __init__(self, names: Sequence[str]) -> None:
        shown = names[:SHOWN]
        message = sentence(
            "the club has forgotten somebody, and these names are new to it: {names}", names=Names(tuple(shown))
        )
        if rest := len(names) - len(shown):
            message = sentence(
                "the club has forgotten somebody, and these names are new to it: {names} (and {count} more)",
                names=Names(tuple(shown)),
                count=rest,
            )
        super().__init__("new-people", message)
        self.names = tuple(names)


class Newcomers:
    """Finds the new people of an import. Every import uses it before it saves anything."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self.known: KnownNames | None = None
        """The names that the store keeps; None if the store keeps no names apart."""

    def find(self, club: UUID | None, names: Iterable[str], welcome: Collection[str] = ()) -> list[str]:
        """Return the names that are new to a club, sorted. None are new while the club has forgotten nobody.

        ``welcome``: names that may be new, such as that of whoever imports.
        """
        named = sorted(name for name in set(names).difference(welcome) if not FORMER.fullmatch(name))
        if not named or self.known is None:
            return []
        return list(self.known.missing(club, named))

    def names_in(self, draft: Iterable[Aggregate]) -> set[str]:
        """Return the names of people in the pending events of a draft."""
        mapper = self._repository.mapper
        events = (event for aggregate in draft for event in aggregate.pending)
        return {name for event in events for name in names_in(mapper.to_stored_event(event).state)}

    def check(self, club: UUID | None, names: Iterable[str], welcome: Collection[str] | None) -> None:
        """Raise `NewPeople` if some names are new to a club. ``welcome``: as in `find`; None for all."""
        if welcome is not None and (new := self.find(club, names, welcome)):
            raise NewPeople(new)
