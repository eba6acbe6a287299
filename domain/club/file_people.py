"""The players that an imported file names: registered players, names of the file, new players or pseudonyms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from domain.club.name_matching import key
from domain.club.similar_names import SimilarNames
from domain.engine.words.values import sentence
from domain.engine.words.worded import WordedError
from domain.kernel.commands import name as called
from domain.kernel.ids import as_id

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from uuid import UUID

    from domain.club.name_matching import Players

KEEP: Final = "keep"
REGISTER: Final = "register"
PSEUDONYMS: Final = "pseudonyms"
ALL_PSEUDONYMS: Final = "all-pseudonyms"
UNKNOWN: Final = (KEEP, REGISTER, PSEUDONYMS, ALL_PSEUDONYMS)
"""The ways to record players who are not registered: they keep their names, are registered, or get pseudonyms. With the
last one registered players get pseudonyms too."""

MATCHED: Final = "matched"
KNOWN: Final = "known"
KEPT: Final = "kept"
NEW: Final = "new"
PSEUDONYM: Final = "pseudonym"
PEOPLE: Final = (MATCHED, KNOWN, KEPT, NEW, PSEUDONYM)
"""The ways to record a player: as a registered player, under a name that is recorded already, under the name of the
file, as a player who is registered now, or under a pseudonym."""


class PersonError(WordedError, ValueError):
    """Raised for a name that does not say who the player is; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the file. ``recorded``: the id or name in the series; ``name``: what pages show."""

    written: str
    recorded: str
    name: str
    state: str
    """One of `PEOPLE`."""
    similar: tuple[str, ...] = ()
    """Names of other players who may be the same person. Only in a preview."""


class People:
    """The players of a file, each recorded in one way wherever the file names the player."""

    def __init__(
        self,
        registered: Players,
        titles: Mapping[str, str],
        present: Sequence[str],
        unknown: str,
        new: Callable[[], UUID],
    ) -> None:
        """``titles``: names of registered players by id; ``present``: the players by id or name who are
        recorded already, such as those of the series.

        ``new`` returns the id of a player to be registered.
        """
        self._registered, self._titles, self._unknown, self._new = registered, titles, unknown, new
        self._present = {key(each): each for each in present if as_id(each) is None}
        self._people: dict[str, Person] = {}
        self.made: list[tuple[str, str]] = []
        self._pseudonyms = 0
        self._similar: SimilarNames | None = None
        """Made once all players were found."""

    def find(self, written: str) -> Person:
        """Return how a player is recorded.

        Raises `PersonError` if several registered players have the name, or none of the club has the id.
        """
        if (person := self._people.get(key(written))) is None:
            person = self._people[key(written)] = self._decide(written)
        return replace(person, written=written)

    def similar(self, name: str) -> tuple[str, ...]:
        """Return the names of registered, recorded and other players of the file who may be the same person."""
        if self._similar is None:
            kept = [person.written for person in self._people.values() if person.state != MATCHED]
            others = {key(each): each for each in kept}
            others |= self._present | {key(each): each for each in self._registered.names}
            self._similar = SimilarNames(others.values())
        return tuple(self._similar.of(name))

    def is_registered(self, written: str) -> bool:
        """Return whether exactly one registered player has the name."""
        return len(self._registered.all(written)) == 1

    @property
    def registers(self) -> bool:
        """Return whether players who are not registered are registered."""
        return self._unknown == REGISTER

    def _decide(self, written: str) -> Person:
        written = called(written, sentence("a player"))
        if self._unknown == ALL_PSEUDONYMS:
            return self._pseudonym(written)
        identity = as_id(written)
        ids = self._registered.all(written) if identity is None else [str(identity)]
        if len(ids) > 1:
            raise PersonError(
                "{number} registered players are called {name}; write the id of one instead",
                number=len(ids),
                name=written,
            )
        if ids and ids[0] not in self._titles:
            raise PersonError("the club has no player {name}", name=written)
        if ids:
            return Person(written, ids[0], self._titles[ids[0]], MATCHED)
        if (present := self._present.get(key(written))) is not None:
            return Person(written, present, present, KNOWN)
        if self._unknown == PSEUDONYMS:
            return self._pseudonym(written)
        if self._unknown == REGISTER:
            made = str(self._new())
            self.made.append((made, written))
            return Person(written, made, written, NEW)
        return Person(written, written, written, KEPT)

    def _pseudonym(self, written: str) -> Person:
        """Return the next pseudonym that nobody has."""
        while True:
            self._pseudonyms += 1
            name = f"Player {self._pseudonyms}"
            if key(name) not in self._present:
                return Person(written, name, name, PSEUDONYM)
